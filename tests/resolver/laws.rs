//! Laws that hold of every mesh and every change, on many random ones.
//!
//! That an updated resolution equals one made anew is tried beside the naive resolver, in `oracle::agreement`.

use std::collections::BTreeSet;

use provost::model::{Edit, Moment, NodeName};
use provost::resolver::{Change, Refusal, Step, Terms, Way, World};
use serde_json::Value;

use super::told::told;
use crate::oracle::{bridge, dice::Dice, edits, random};

/// A world with a random mesh, and random edits on top of it.
fn random_world(seed: u64) -> (World, Value, Dice) {
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
    for seed in 0..800 {
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
            document = edits::apply(&document, &change);
            let step = world.step(&bridge::real_edits(&document, &change)).expect("random edits fit");
            let anew = World::new(bridge::mesh(&document).unwrap(), Moment::default());
            assert_eq!(seen(&world), seen(&anew), "seed {seed}: {change:?}");
            steps.push((step, before.0, before.1));
        }
    }
}

#[test]
fn a_refused_change_leaves_the_world_as_it_was() {
    let mut refused = 0;
    for seed in 0..1_000 {
        let (mut world, document, mut dice) = random_world(seed);
        let change = random_change(&world, &document, &mut dice);
        let before = seen(&world);
        let decision = world.decide(&change, Terms::default()).expect("random edits fit");
        if !decision.accepted {
            refused += 1;
            assert_eq!(seen(&world), before, "seed {seed}: {change:?}");
        }
    }
    assert!(refused > 250, "{refused} of them were refused");
}

#[test]
fn every_remedy_does_what_it_promises() {
    let mut tried = 0;
    for seed in 0..600 {
        let (mut world, document, mut dice) = random_world(seed);
        let change = random_change(&world, &document, &mut dice);
        let decision = world.decide(&change, Terms::default()).expect("random edits fit");
        if decision.accepted {
            continue;
        }
        let known: BTreeSet<_> = decision.refusals.iter().map(identity).collect();
        for refusal in &decision.refusals {
            for remedy in &refusal.remedies {
                let mut fresh = World::new(bridge::mesh(&document).unwrap(), Moment::default());
                let left = after(&mut fresh, &remedy.way, &change);
                let promised = left.as_ref().is_ok_and(|left| !left.contains(&identity(refusal)));
                let none_new = left.as_ref().is_ok_and(|left| left.is_subset(&known));
                assert!(
                    promised && none_new,
                    "seed {seed}: {:?} for {:?}\n{change:?}\n{left:?}\n{document}",
                    remedy.way,
                    identity(refusal)
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 400, "{tried} remedies");
}

#[test]
fn what_keep_settles_it_settles_for_good() {
    for seed in 0..1_000 {
        let (mut world, document, mut dice) = random_world(seed);
        let change = random_change(&world, &document, &mut dice);
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
    for seed in 0..1_000 {
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

/// A change that commands could ask for: pins among it are checked, what is unassigned is to be off.
fn random_change(world: &World, document: &Value, dice: &mut Dice) -> Change {
    let mut change = Change { edits: bridge::real_edits(document, &edits::edits(document, dice)), ..Change::default() };
    for edit in &mut change.edits {
        match edit {
            Edit::Pin { node, provision, before, after } => {
                let mesh = &world.mesh;
                let there = mesh.node_id(node).zip(mesh.catalogue.provision_id(provision));
                let pin = there.and_then(|(node, provision)| mesh.pin_of(node, provision));
                *before = pin.map(|pin| mesh.node_name(pin.provider).clone());
                change.pins.extend(after.is_some().then(|| (node.clone(), provision.clone())));
            }
            Edit::Unassign { node, module } => change.off.push((node.clone(), module.clone())),
            _ => {}
        }
    }
    change
}

type Identity = (&'static str, Option<NodeName>, String);

fn identity(refusal: &Refusal) -> Identity {
    (refusal.code.word(), refusal.node.clone(), refusal.key().to_owned())
}

/// What is refused where a remedy is carried out as its commands would be; an error where one of them is refused.
fn after(world: &mut World, way: &Way, change: &Change) -> Result<BTreeSet<Identity>, String> {
    let plain = Terms::default();
    let decide = |world: &mut World, change: &Change, terms| -> Result<BTreeSet<Identity>, String> {
        let decision = world.decide(change, terms).map_err(|error| error.to_string())?;
        Ok(decision.refusals.iter().map(identity).collect())
    };
    match way {
        Way::Before(edits) => {
            for edit in edits {
                let refused = decide(world, &single(edit), plain)?;
                if !refused.is_empty() {
                    return Err(format!("{edit:?} is refused: {refused:?}"));
                }
            }
            decide(world, change, plain)
        }
        Way::Together(edits) => {
            let mut whole = change.clone();
            for edit in edits.iter().rev() {
                let one = single(edit);
                whole.edits.splice(0..0, one.edits);
                whole.pins.extend(one.pins);
                whole.off.extend(one.off);
            }
            decide(world, &whole, plain)
        }
        Way::Option(provost::resolver::ChangeOption::Keep) => decide(world, change, Terms { keep: true, ..plain }),
        Way::Option(provost::resolver::ChangeOption::AllowMoves) => {
            decide(world, change, Terms { allow_moves: true, ..plain })
        }
        Way::Move { from, to, modules } => {
            let over = world.hand_over(from, to, modules).map_err(|error| error.to_string())?;
            decide(world, &over, plain)
        }
    }
}

/// An edit as a command of its own.
fn single(edit: &Edit) -> Change {
    let mut change = Change { edits: vec![edit.clone()], ..Change::default() };
    match edit {
        Edit::Pin { node, provision, after: Some(_), .. } => change.pins.push((node.clone(), provision.clone())),
        Edit::Unassign { node, module } => change.off.push((node.clone(), module.clone())),
        _ => {}
    }
    change
}
