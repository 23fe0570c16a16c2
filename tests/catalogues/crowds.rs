//! Thousands of refusals of a few dozen causes: each cause is looked into once and told once, and each refusal has what
//! settles it on its own node.

use provost::model::{Edit, Moment};
use provost::plan;
use provost::report::{Style, refusal};
use provost::resolver::{Change, Refusal, Way, World};
use serde_json::{Value, json};

use crate::oracle::bridge;

/// How many kinds of refusals there are.
const KINDS: usize = 7;
/// How many causes.
const CAUSES: usize = 40;
/// How many nodes each cause has.
const EACH: usize = 12;

#[test]
fn each_cause_is_one_story() {
    let refusals = refused(&mut crowd(EACH));
    assert_eq!(refusals.len(), CAUSES * EACH);
    let page = refusal::unresolved(refusal::Occasion::Plan, &refusals, &Style::PIPED);
    let told = page.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    assert_eq!(told.filter(|line| line.contains("each of 12 nodes")).count(), CAUSES, "{page}");
    assert!(page.contains(&format!("{} refusals of {CAUSES} causes", CAUSES * EACH)), "{page}");
    assert!(!page.contains("no command was"), "{page}");
}

#[test]
fn each_refusal_has_what_settles_it_on_its_own_node() {
    let mut world = crowd(EACH);
    for refusal in refused(&mut world) {
        let (node, remedy) = (refusal.node.clone().unwrap(), refusal.remedies.first().expect("there is one"));
        let Some(edits) = edits(&remedy.way) else { panic!("{:?}", remedy.way) };
        assert!(edits.iter().any(|edit| format!("{edit:?}").contains(node.as_str())), "{node}: {edits:?}");
        let change = Change { edits, ..Change::default() };
        let step = world.step(&change.edits).unwrap();
        assert!(world.verdict(&step, &change).is_clear(), "{node}: {:?}", change.edits);
        let id = world.mesh.node_id(&node);
        assert!(!world.resolution.findings().any(|finding| finding.node() == id), "{node}: {:?}", change.edits);
        world.back(step);
    }
}

#[test]
fn more_nodes_are_no_more_causes_to_look_into() {
    let sets = [2, 4].map(|times| {
        let mut world = crowd(EACH * times);
        let before = world.resolution.effort().sets;
        assert_eq!(refused(&mut world).len(), CAUSES * EACH * times);
        world.resolution.effort().sets - before
    });
    // A remedy that is found is tried again for as many nodes as a thousand trials allow, and no further.
    assert!(sets[1] < sets[0] + 2_000 && sets[1] < 5_000, "{sets:?}");
}

#[test]
fn what_was_not_tried_is_not_said_to_have_no_way_out() {
    let nodes = (0..250).map(|at| json!({"name": format!("n{at:03}")}));
    let modules =
        (0..250).map(|at| json!({"name": format!("m{at:03}"), "version": "1", "requires": [format!("p{at:03}")]}));
    let assignments = (0..250).map(|at| json!([format!("n{at:03}"), format!("m{at:03}")]));
    let mut world = world(&json!({
        "sites": [], "pins": [], "nodes": nodes.collect::<Vec<_>>(), "modules": modules.collect::<Vec<_>>(),
        "assignments": assignments.collect::<Vec<_>>(),
    }));
    let refusals = refused(&mut world);
    let untried = refusals.iter().filter(|refusal| refusal.untried).count();
    assert_eq!((refusals.len(), untried), (250, 50));
    assert!(refusals.iter().all(|refusal| refusal.untried == refusal.remedies.is_empty()));
    let last: Vec<Refusal> = refusals.into_iter().filter(|refusal| refusal.untried).take(1).collect();
    let page = refusal::unresolved(refusal::Occasion::Plan, &last, &Style::PIPED);
    assert!(page.contains("very many others came first, so that not everything was tried; "), "{page}");
}

/// What a plan would refuse, with remedies.
fn refused(world: &mut World) -> Vec<Refusal> {
    let mut refusals = plan::tell(world, world.resolution.findings());
    world.remedy(&mut refusals);
    refusals
}

fn edits(way: &Way) -> Option<Vec<Edit>> {
    let (Way::Before(edits) | Way::AtOnce(edits)) = way else { return None };
    Some(edits.clone())
}

fn world(document: &Value) -> World {
    World::new(bridge::mesh(document).expect("it is a mesh"), Moment::default())
}

/// A mesh in which each cause refuses so many nodes.
fn crowd(each: usize) -> World {
    let mut mesh = Crowd::default();
    for cause in 0..CAUSES {
        let nodes: Vec<String> = (0..each).map(|at| format!("n{:05}", cause * each + at)).collect();
        mesh.nodes.extend(nodes.iter().map(|node| json!({"name": node})));
        mesh.cause(cause, &nodes);
    }
    for server in ["server-a", "server-b"] {
        mesh.nodes.push(json!({"name": server}));
    }
    world(&json!({
        "sites": [], "nodes": mesh.nodes, "modules": mesh.modules, "assignments": mesh.assignments, "pins": [],
    }))
}

#[derive(Default)]
struct Crowd {
    nodes: Vec<Value>,
    modules: Vec<Value>,
    assignments: Vec<Value>,
}

impl Crowd {
    fn module(&mut self, name: &str, more: &Value) {
        let mut manifest = json!({"name": name, "version": "1"});
        more.as_object().into_iter().flatten().for_each(|(key, value)| manifest[key] = value.clone());
        self.modules.push(manifest);
    }

    fn assign(&mut self, module: &str, nodes: &[String]) {
        self.assignments.extend(nodes.iter().map(|node| json!([node, module])));
    }

    /// Two modules that cannot stand beside each other, on all nodes.
    fn pair(&mut self, name: &str, nodes: &[String], of: impl Fn(&str) -> Value) {
        for half in ["a", "b"] {
            let module = format!("{name}-{half}");
            self.module(&module, &of(half));
            self.assign(&module, nodes);
        }
    }

    fn cause(&mut self, number: usize, nodes: &[String]) {
        let name = format!("c{number:02}");
        let requires = json!({"requires": [name]});
        match number % KINDS {
            0 => {
                let provides = json!({"provides": [name]});
                ["a", "b"].into_iter().for_each(|half| self.module(&format!("{name}-{half}"), &provides));
                self.module(&name, &requires);
                self.assign(&name, nodes);
            }
            1 => {
                self.module(&name, &requires);
                self.assign(&name, nodes);
            }
            2 => {
                self.module(&name, &json!({"needs": {"never-there": number}}));
                self.assign(&name, nodes);
            }
            3 => self.pair(&name, nodes, |_| json!({"claims": [name]})),
            4 => self.pair(&name, nodes, |half| {
                json!({"resources": [{"type": "file", "id": "f", "path": format!("/etc/{name}"), "content": half}]})
            }),
            5 => {
                self.module(&format!("{name}-server"), &json!({"provides": [{"name": name, "scope": "mesh"}]}));
                self.assign(&format!("{name}-server"), &["server-a".to_owned(), "server-b".to_owned()]);
                self.module(&name, &requires);
                self.assign(&name, nodes);
            }
            _ => self.pair(&name, nodes, |half| match half {
                "a" => json!({"resources": [{"type": "user", "id": "u", "name": name}]}),
                _ => json!({"resources": [
                    {"type": "user", "id": "v", "name": format!("{name}-b"), "reflects": [format!("{name}-a/gone")]},
                ]}),
            }),
        }
    }
}
