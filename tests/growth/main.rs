//! What the size of a mesh costs: round trips must not grow with it at all, allocations only where each node needs one of
//! its own, what an import has in use by few times its document, and what changes of very many nodes take as the mesh
//! does. Counted where it can be. A binary by itself, with one test, so that nothing else allocates meanwhile.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod changes;
mod counting;
mod exchanges;
mod mesh;

use std::{collections::BTreeMap, ffi::OsString, path::Path};

use provost::{
    commands,
    environment::Environment,
    model::Digest,
    outcome::Exit,
    plan::{Planner, Shown},
    report::json,
    resolver::World,
    store::{
        Access, Session,
        connect::{ConnectOptions, Connected, connect},
        generations,
        local::Local,
        snapshot,
    },
};

use self::{
    counting::{allocations, peak},
    exchanges::Exchanges,
    mesh::{crowd, document},
};

/// Nodes of the smaller mesh; the larger one has twice as many.
const SIZE: usize = 400;

/// Nodes of a document whose import is weighed; again there is one of twice as many.
const IMPORTED: usize = 4_000;
/// How many bytes of memory each more byte of a document may take at most while it is imported.
const TIMES: f64 = 4.0;

/// What a mesh of a size costs.
#[derive(Debug)]
struct Costs {
    /// Allocations, by what was done.
    allocations: [(&'static str, usize); 4],
    /// Round trips to the server, by command.
    exchanges: BTreeMap<&'static str, usize>,
}

/// How many more allocations each more node may cost: what is left is the list of pins of every other one, and the
/// arenas that grow.
const AT_MOST: [f64; 4] = [0.7, 0.3, 0.1, 0.3];

#[test]
fn a_larger_mesh_costs_no_more_round_trips_and_few_allocations() {
    let folder = tempfile::tempdir().unwrap();
    let environment = Environment::of_process().only(&["HOME", "PATH", "LANG"]);
    let local = Local::at(&folder.path().join("server"), &environment).unwrap();
    let url = local.ensure_running(true).unwrap().url;
    let measured = std::panic::catch_unwind(|| {
        let costs = [SIZE, 2 * SIZE].map(|nodes| costs(&url, nodes));
        (costs, [IMPORTED, 2 * IMPORTED].map(|nodes| weighed(&url, folder.path(), nodes)))
    });
    local.destroy().unwrap();
    let ([small, large], weights) = measured.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    assert_eq!(changes::grow_too_fast(), Vec::<String>::new());
    takes_few_times_the_document(weights);
    assert_eq!(small.exchanges, large.exchanges);
    for (((what, small), (_, large)), most) in small.allocations.into_iter().zip(large.allocations).zip(AT_MOST) {
        let each = large.saturating_sub(small) as f64 / SIZE as f64;
        assert!(each <= most, "{what}: {each} allocations for each more node, from {small} to {large}");
    }
}

/// Each as the bytes of a document, and the bytes that its import had in use at most.
fn takes_few_times_the_document([small, large]: [(usize, usize); 2]) {
    let times = large.1.saturating_sub(small.1) as f64 / (large.0 - small.0) as f64;
    assert!(times <= TIMES, "importing takes {times} times the document: {small:?}, and twice the nodes {large:?}");
}

/// Imports a document within this process, in place of all that there is.
fn weighed(url: &str, folder: &Path, nodes: usize) -> (usize, usize) {
    let run = |args: &[&str]| {
        let args = [&["provost", "--database", url, "--quiet"], args].concat();
        let args = args.into_iter().map(OsString::from).collect();
        commands::run(args, Environment::of_process().only(&["HOME", "PATH", "LANG"]))
    };
    let (path, text) = (folder.join("mesh.json"), crowd(nodes));
    let path = path.to_str().unwrap();
    std::fs::write(path, r#"{"sites": [], "nodes": [], "modules": [], "assignments": [], "pins": []}"#).unwrap();
    assert_eq!(run(&["import", "--prune", path]), Exit::Done);
    std::fs::write(path, &text).unwrap();
    let (exit, peak) = peak(|| run(&["import", path]));
    assert_eq!(exit, Exit::Done);
    (text.len(), peak)
}

fn costs(url: &str, nodes: usize) -> Costs {
    let exchanges = Exchanges::before(url);
    exchanges.run(&["migrate"], None);
    let mut costs = BTreeMap::new();
    let mut cost = |what, args: &[&str], input| {
        costs.insert(what, exchanges.run(args, input));
    };
    exchanges.run(&["import", "-"], Some(document(nodes)));
    cost("push", &["push"], None);
    cost("push of nothing", &["push"], None);
    cost("plan", &["plan", "--all", "--output", "json"], None);
    cost("assign", &["assign", "node-0001", "spare"], None);
    cost("pin", &["pin", "node-0001", "queue", "node-0002"], None);
    cost("unassign", &["unassign", "node-0001", "spare"], None);
    cost("declaration", &["declaration", "node-0001"], None);
    let environment = Environment::of_process().only(&["HOME", "PATH", "LANG"]);
    let mut connected = connect(&ConnectOptions { database: Some(url.to_owned()), environment }).unwrap();
    Costs { allocations: allocated(&mut connected), exchanges: costs }
}

fn allocated(connected: &mut Connected) -> [(&'static str, usize); 4] {
    let mut session = Session::begin(&mut connected.client, Access::Read).unwrap();
    let ((loaded, last), read) =
        allocations(|| snapshot::load_beside(&mut session, generations::last_declared).unwrap());
    let (world, resolved) = allocations(|| World::new(loaded.mesh, loaded.now));
    assert!(world.resolution.resolves());
    let (planner, compared) = allocations(|| Planner::new(&world, &last));
    assert_ne!(planner.digest(), Digest([0; 32]));
    let (entries, differences) = (planner.entries(&Shown::All), BTreeMap::new());
    let nodes = json::Nodes::new(planner.told(), &entries, &differences);
    let ((), written) = allocations(|| nodes.write(&mut std::io::sink(), |_| ()).unwrap());
    [("reading", read), ("resolving", resolved), ("comparing", compared), ("writing", written)]
}
