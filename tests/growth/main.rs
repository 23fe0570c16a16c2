//! What the size of a mesh costs, counted and not timed: round trips must not grow with it at all, and allocations only
//! where each node needs one of its own. A binary by itself, with one test, so that nothing else allocates meanwhile.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod counting;
mod exchanges;
mod mesh;

use std::collections::BTreeMap;

use provost::{
    model::Digest,
    plan::{Planner, Shown},
    report::json,
    resolver::World,
    store::{
        Access, Session,
        connect::{ConnectOptions, Connected, Environment, connect},
        generations,
        local::Local,
        snapshot,
    },
};

use self::{counting::allocations, exchanges::Exchanges, mesh::document};

/// Nodes of the smaller mesh; the larger one has twice as many.
const SIZE: usize = 400;

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
    let url = local.ensure_running(true).map_err(|error| error.message()).unwrap().url;
    let measured = std::panic::catch_unwind(|| [SIZE, 2 * SIZE].map(|nodes| costs(&url, nodes)));
    local.destroy().map_err(|error| error.message()).unwrap();
    let [small, large] = measured.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    assert_eq!(small.exchanges, large.exchanges);
    for (((what, small), (_, large)), most) in small.allocations.into_iter().zip(large.allocations).zip(AT_MOST) {
        let each = large.saturating_sub(small) as f64 / SIZE as f64;
        assert!(each <= most, "{what}: {each} allocations for each more node, from {small} to {large}");
    }
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
