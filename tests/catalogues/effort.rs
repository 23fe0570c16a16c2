//! What questions cost, counted and not timed: what is worked out once must not be worked out for each of very many.

use provost::model::{ModuleName, Name, NodeName};
use provost::resolver::{Decision, Effort, World};

use super::{SIZE, assign, distribution::MAILERS, rival, world};

/// What a question costs, beside its answer.
fn cost(world: &mut World, ask: impl FnOnce(&mut World) -> Decision) -> (Decision, Effort) {
    let before = world.resolution.effort();
    let decision = ask(world);
    let now = world.resolution.effort();
    let spent = Effort {
        indexes: now.indexes - before.indexes,
        sets: now.sets - before.sets,
        lineages: now.lineages - before.lineages,
    };
    (decision, spent)
}

#[test]
fn each_of_two_hundred_candidates_is_looked_at_once() {
    let (decision, spent) = cost(&mut world(SIZE, 2), |world| assign(world, "n00", "mailer"));
    let refusal = &decision.refusals()[0];
    let would = refusal.candidates.iter().filter(|candidate| candidate.why_not.is_empty()).count();
    assert_eq!((refusal.candidates.len(), would, refusal.remedies.len()), (MAILERS, 180, 5));
    assert!(spent.indexes == 0 && spent.sets < 300 && spent.lineages < 30, "{spent:?}");
}

#[test]
fn two_hundred_refusals_cost_a_few_trials_each() {
    let (decision, spent) = cost(&mut world(SIZE, 2), |world| assign(world, "n00", "task-everything"));
    assert_eq!(decision.refusals().len(), 200);
    assert!(spent.indexes == 0 && spent.sets < 2_000 && spent.lineages < 500, "{spent:?}");
}

#[test]
fn thousands_of_requirers_share_a_lineage() {
    let mut world = world(SIZE, 3);
    for node in ["n00", "n01", "n02"] {
        for module in ["task-desktop", "haskell-000"] {
            assert!(assign(&mut world, node, module).is_accepted());
        }
    }
    let (decision, spent) = cost(&mut world, rival);
    let parties: usize = decision.refusals().iter().map(|refusal| refusal.parties.len()).sum();
    assert!(parties > 300, "{parties} requirers");
    // The catalogue is turned round for the change itself and not for each trial of it.
    assert!(spent.indexes == 1 && spent.sets < 300 && spent.lineages < 100, "{spent:?}");
}

#[test]
fn a_larger_catalogue_costs_no_more_of_what_is_not_about_it() {
    let spent = [SIZE, 2 * SIZE].map(|size| cost(&mut world(size, 2), |world| assign(world, "n00", "mailer")).1);
    assert_eq!(spent[0], spent[1]);
}

#[test]
fn the_ways_to_what_nearly_all_require_are_the_shortest() {
    let mut world = world(SIZE, 1);
    assert!(assign(&mut world, "n00", "task-desktop").is_accepted());
    let (node, libc): (NodeName, ModuleName) = (Name::stored("n00"), Name::stored("libc"));
    let (node, libc) = (world.mesh.node_id(&node).unwrap(), world.mesh.module_id(&libc).unwrap());
    let ways = world.resolution.ways(&world.mesh, node, libc);
    let lengths: Vec<usize> = ways.ways.iter().map(Vec::len).collect();
    assert!(!ways.complete && lengths.len() == 64 && lengths.is_sorted(), "{lengths:?}");
    // It is required by the metapackage itself, and by each of the libraries that it requires.
    assert_eq!((lengths[0], lengths[1]), (2, 3));
    assert_eq!(ways.ways[0], world.resolution.chain(&world.mesh, node, libc));
}
