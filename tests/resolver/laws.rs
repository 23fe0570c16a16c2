//! Laws that hold of every mesh and every change, on many random ones.
//!
//! Those that need the naive resolver, and that every remedy does what it promises, are tried in `oracle`.

use std::collections::BTreeSet;

use provost::model::Moment;
use provost::resolver::{Change, Step, Terms, World};
use serde_json::Value;

use super::told::told;
use crate::oracle::{bridge, dice::Dice, edits, random};

/// A world with a random mesh, and random edits on top of it.
pub(super) fn random_world(seed: u64) -> (World, Value, Dice) {
    let document = random::document(seed);
    let mesh = bridge::mesh(&document).expect("a random mesh is one");
    (World::new(mesh, Moment::default()), document, Dice::new(seed))
}

/// Everything that can be seen of a world: nodes, takes, refusals, and what each node offers.
fn seen(world: &World) -> String {
    let nodes = world.mesh.nodes_by_name();
    let offers = nodes.into_iter().map(|node| {
        let names = world.offered(node).into_iter().map(|id| world.mesh.catalogue.provision(id).to_string());
        format!("{} offers {:?}\n", world.mesh.node_name(node), names.collect::<BTreeSet<_>>())
    });
    // The database gives a number back in another spelling than a document has.
    told(world).replace("40e-1", "4.0") + &offers.collect::<String>()
}

#[test]
fn going_back_restores_exactly() {
    for seed in 0..150 {
        let (mut world, mut document, mut dice) = random_world(seed);
        let mut steps: Vec<(Step, String, Value)> = Vec::new();
        for _ in 0..12 {
            if !steps.is_empty() && dice.chance(45) {
                let (step, before, of) = steps.pop().unwrap();
                world.back(step);
                document = of;
                assert_eq!(seen(&world), before, "seed {seed}");
                continue;
            }
            let change = edits::edits(&document, &mut dice);
            let before = (seen(&world), document.clone());
            let step = world.step(&bridge::real_edits(&document, &change)).expect("random edits fit");
            document = edits::apply(&document, &change);
            let anew = World::new(bridge::mesh(&document).unwrap(), Moment::default());
            assert_eq!(seen(&world), seen(&anew), "seed {seed}: {change:?}");
            steps.push((step, before.0, before.1));
        }
    }
}

#[test]
fn what_keep_settles_it_settles_for_good() {
    for seed in 0..500 {
        let (mut world, document, mut dice) = random_world(seed);
        let change = bridge::real_change(&document, &edits::edits(&document, &mut dice));
        let terms = Terms { keep: true, ..Terms::default() };
        let decision = world.decide(&change, terms).expect("random edits fit");
        if !decision.accepted {
            continue;
        }
        // What it printed, typed with the command, needs no option.
        let mut fresh = World::new(bridge::mesh(&document).unwrap(), Moment::default());
        let whole = Change { edits: decision.edits.clone(), ..change };
        let again = fresh.decide(&whole, Terms::default()).expect("what was decided fits");
        assert!(again.accepted, "seed {seed}: {:?}\n{:?}", decision.edits, again.refusals);
        assert_eq!(seen(&fresh), seen(&world), "seed {seed}");
    }
}

#[test]
fn a_set_that_is_assigned_closes_to_itself() {
    let sets = |world: &World| -> Vec<String> {
        let nodes = world.mesh.nodes_by_name();
        nodes.into_iter().map(|node| format!("{:?}", world.resolution.view(node).set)).collect()
    };
    for seed in 0..500 {
        let (world, mut document, _) = random_world(seed);
        let name = |module: &_| world.mesh.catalogue.name(*module).to_string();
        let pairs = world.mesh.nodes_by_name().into_iter().flat_map(|node| {
            let at = world.mesh.node_name(node).to_string();
            world.resolution.view(node).set.iter().map(move |module| [at.clone(), name(module)])
        });
        document["assignments"] = serde_json::json!(pairs.collect::<Vec<_>>());
        let assigned = World::new(bridge::mesh(&document).unwrap(), Moment::default());
        assert_eq!(sets(&assigned), sets(&world), "seed {seed}");
    }
}
