//! Changes of very many nodes at once: what they take may grow with the mesh as the mesh does, and no faster.
//!
//! What goes over all nodes for each of many allocates nothing, so that it is the processor's time that is looked at: of
//! this thread alone, the least of several rounds. Whatever else the machine does only adds to it.

use std::time::Duration;

use provost::{
    model::{Digest, Edit, Kind, Mesh, ModuleName, Moment, Name, NewNode, NodeName, Pin, Registered, read},
    resolver::{Change, Terms, World},
};
use rustix::time::{ClockId, clock_gettime};
use uuid::Uuid;

/// Nodes of the smaller mesh.
const SMALL: usize = 1_000;
/// How many times as many the larger one has.
const TIMES: usize = 4;
/// How many times as much a change of the larger one may take: what it takes for each pair of nodes would be 16.
const AT_MOST: f64 = 8.0;
/// How often a change that seems to take too much is made again at most.
const ROUNDS: usize = 4;

/// What is done to every node, or to very many.
struct Case {
    what: &'static str,
    change: fn(&World, usize) -> Change,
    keep: bool,
    accepted: bool,
}

const CASES: [Case; 8] = [
    Case { what: "unassign all metrics", change: unassign_all_metrics, keep: false, accepted: true },
    Case { what: "unassign all zsh, which stays", change: unassign_all_zsh, keep: false, accepted: true },
    Case { what: "assign all database --keep", change: assign_all_database, keep: true, accepted: true },
    Case { what: "unassign all metrics, refused for another", change: refused, keep: false, accepted: false },
    Case { what: "import --prune of half of the nodes", change: remove_half, keep: false, accepted: true },
    Case { what: "site remove of a quarter as many", change: remove_sites, keep: false, accepted: true },
    Case { what: "site rename of a quarter as many", change: rename_sites, keep: false, accepted: true },
    Case { what: "module remove of an eighth as many", change: remove_modules, keep: false, accepted: true },
];

/// Every change that takes more than the mesh grows, with how many times as much.
pub(crate) fn grow_too_fast() -> Vec<String> {
    CASES.iter().filter_map(Case::grows_too_fast).collect()
}

impl Case {
    fn grows_too_fast(&self) -> Option<String> {
        let mut least = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            for (least, nodes) in least.iter_mut().zip([SMALL, TIMES * SMALL]) {
                *least = self.takes(nodes).min(*least);
            }
            if least[1].as_secs_f64() <= AT_MOST * least[0].as_secs_f64() {
                return None;
            }
        }
        let times = least[1].as_secs_f64() / least[0].as_secs_f64();
        Some(format!("{}: {TIMES} times the nodes take {times:.1} times as long, {least:?}", self.what))
    }

    fn takes(&self, nodes: usize) -> Duration {
        let mut world = World::new(mesh(nodes), Moment::default());
        let mut change = (self.change)(&world, nodes);
        let terms = Terms { keep: self.keep, in_numbers: true, ..Terms::default() };
        let begun = processor();
        let decision = world.decide(&mut change, terms).unwrap();
        let taken = processor() - begun;
        assert_eq!(decision.accepted().is_some(), self.accepted, "{}: {:?}", self.what, decision.refusals().first());
        taken
    }
}

/// For how long this thread has had a processor, to the nanosecond: what is counted by ticks is nothing for what is short.
fn processor() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

fn name<K: Kind>(name: &str) -> Name<K> {
    Name::stored(name)
}

fn node(number: usize) -> NodeName {
    name(&format!("node-{number:06}"))
}

fn spare(number: usize) -> String {
    format!("spare-{number:06}")
}

/// Every node offers metrics to all, brings in zsh, which is assigned too, and takes a database from the first one; half
/// of them by a pin.
fn mesh(nodes: usize) -> Mesh {
    let mut mesh = Mesh::default();
    let attic = mesh.add_site(name("attic"));
    for number in 0..nodes / 4 {
        mesh.add_site(name(&spare(number)));
    }
    for text in [
        r#"{"name": "metrics", "provides": [{"name": "metrics", "scope": "mesh"}]}"#,
        r#"{"name": "zsh", "provides": ["shell"]}"#,
        r#"{"name": "web", "requires": ["database", "shell"]}"#,
        r#"{"name": "database", "provides": [{"name": "database", "scope": "mesh"}]}"#,
        r#"{"name": "i3", "claims": ["the-seat"]}"#,
        r#"{"name": "sway", "claims": ["the-seat"]}"#,
    ] {
        register(&mut mesh, text);
    }
    for number in 0..nodes / 8 {
        register(&mut mesh, &format!(r#"{{"name": "{}"}}"#, spare(number)));
    }
    let everywhere = ["metrics", "zsh", "web"].map(|module| mesh.module_id(&name(module)).unwrap());
    let first = ["database", "i3"].map(|module| mesh.module_id(&name(module)).unwrap());
    let provision = mesh.catalogue.number_provision(&name("database"));
    for number in 0..nodes {
        let uuid = Uuid::from_u128(number as u128 + 1);
        let id = mesh.add_node(NewNode { uuid, name: node(number), site: Some(attic), facts: "{}" });
        mesh.assign(id, everywhere.into_iter().chain(first.into_iter().filter(|_| number == 0)));
        if number % 2 == 1 {
            mesh.pin(id, Pin { provision, provider: 0.into(), at: Moment::default() });
        }
    }
    mesh
}

fn register(mesh: &mut Mesh, text: &str) {
    let source = read::Source::new("a manifest", text.to_owned());
    let given = read::manifest(&source, read::ContentFrom::Forbidden).unwrap();
    let digest = Digest::of(text.as_bytes());
    mesh.catalogue.register(Registered { manifest: given.manifest, digest, declared: digest, text: None }.into());
}

fn all(nodes: usize, edit: impl Fn(NodeName) -> Edit) -> Vec<Edit> {
    (0..nodes).map(node).map(edit).collect()
}

fn unassign_all(nodes: usize, module: &str) -> Change {
    let module: ModuleName = name(module);
    let edits = all(nodes, |node| Edit::Unassign { node, module: module.clone() });
    let off = (0..nodes).map(|number| (node(number), module.clone())).collect();
    Change { edits, off, ..Change::default() }
}

fn unassign_all_metrics(_: &World, nodes: usize) -> Change {
    unassign_all(nodes, "metrics")
}

fn unassign_all_zsh(_: &World, nodes: usize) -> Change {
    unassign_all(nodes, "zsh")
}

fn refused(world: &World, nodes: usize) -> Change {
    let mut change = unassign_all_metrics(world, nodes);
    change.edits.push(Edit::Assign { node: node(0), module: name("sway") });
    change
}

fn assign_all_database(_: &World, nodes: usize) -> Change {
    let mut edits = all(nodes, |node| Edit::Assign { node, module: name("database") });
    edits.remove(0);
    Change { edits, ..Change::default() }
}

fn remove_half(_: &World, nodes: usize) -> Change {
    let edits = (nodes / 2..nodes).map(|number| Edit::RemoveNode { node: node(number) }).collect();
    Change { edits, restates: true, ..Change::default() }
}

fn remove_sites(_: &World, nodes: usize) -> Change {
    let edits = (0..nodes / 4).map(|number| Edit::RemoveSite { site: name(&spare(number)) }).collect();
    Change { edits, ..Change::default() }
}

fn rename_sites(_: &World, nodes: usize) -> Change {
    let to = |number| name(&format!("{}-renamed", spare(number)));
    let edits = (0..nodes / 4).map(|number| Edit::RenameSite { site: name(&spare(number)), to: to(number) }).collect();
    Change { edits, ..Change::default() }
}

fn remove_modules(world: &World, nodes: usize) -> Change {
    let remove = |number| {
        let module: ModuleName = name(&spare(number));
        let id = world.mesh.module_id(&module).unwrap();
        Edit::RemoveModule { module, before: world.mesh.catalogue.get(id).unwrap().registered.digest }
    };
    Change { edits: (0..nodes / 8).map(remove).collect(), ..Change::default() }
}
