//! What is told beside the refusals themselves: candidates, chains, what stops a push, and what a hand-over comes to.

use std::collections::{BTreeMap, BTreeSet};

use provost::model::{Edit as Real, Hold, ModuleName, Moment, NodeName, Person};
use provost::plan::{self, Found, Planner, Shown};
use provost::report::json;
use provost::resolver::{self, Code, Decision, Terms, WhyNot, World};
use serde_json::Value;

use super::bridge::{mesh, told};
use super::decisions::{naive_edits, shown};
use super::dice::Dice;
use super::edits::apply;
use super::naive::{
    Candidate, Chain, Moved, Why, candidates_of, chains, counts, handed_over, moves_between, resolve, stops,
};
use super::random::document;
use super::shrink::smallest;
use crate::support::try_seeds;

/// Tries random meshes; a fault is told on the smallest mesh that shows it.
fn try_meshes(usual: u64, fault: impl Fn(&Value, u64) -> Option<String> + Sync) {
    try_seeds(usual, |seed| {
        let document = document(seed);
        fault(&document, seed)?;
        let smallest = smallest(&document, |document| fault(document, seed).is_some());
        Some(format!("{smallest}\n{}", fault(&smallest, seed)?))
    });
}

fn world(document: &Value) -> Option<World> {
    // A smaller document that lacks a list is no mesh to ask about.
    let whole = ["nodes", "modules", "assignments", "pins"].iter().all(|list| document[list].is_array());
    Some(World::new(mesh(document).ok().filter(|_| whole)?, Moment::default()))
}

#[test]
fn both_name_the_same_candidates_and_what_is_against_them() {
    try_meshes(1_000, |document, _| {
        let world = world(document)?;
        let refusals = plan::tell(&world, world.resolution.findings());
        refusals.iter().filter(|refusal| has_candidates(refusal.code())).find_map(|refusal| {
            let naive = candidates_of(document, &shown(refusal));
            let same = naive.len() == refusal.candidates.len()
                && naive.iter().all(|one| refusal.candidates.iter().any(|other| is_one(one, other)));
            (!same).then(|| format!("{:?}\nnaive: {naive:?}\nprogram: {:?}", shown(refusal), refusal.candidates))
        })
    });
}

/// Meshes in which nothing stood against a candidate would let any two resolvers agree about it.
#[test]
fn random_meshes_have_every_reason_against_a_candidate() {
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for document in (0..300).map(document) {
        let refusals = resolve(&document).refusals;
        let open = refusals.iter().filter(|refusal| Code::from_word(refusal.code).is_some_and(has_candidates));
        for candidate in open.flat_map(|refusal| candidates_of(&document, refusal)) {
            let kind = |why: &Why| match why {
                Why::Need(_) => "need",
                Why::Claim(..) => "claim",
                Why::Resource(..) => "resource",
                Why::Reach => "reach",
            };
            let reasons = candidate.why.iter().map(kind);
            reasons.chain([if candidate.why.is_empty() { "works" } else { "does not" }]).for_each(|kind| {
                *met.entry(kind).or_default() += 1;
            });
        }
    }
    assert!(met.len() == 6 && met.values().all(|times| *times >= 10), "{met:?}");
}

fn has_candidates(code: Code) -> bool {
    [Code::NoProvider, Code::ChooseModule, Code::NoNode, Code::ChooseNode, Code::PinUnanswered].contains(&code)
}

/// A reason, whichever module that a candidate would bring it is one against.
fn itself(why: &WhyNot) -> &WhyNot {
    if let WhyNot::Brings { why, .. } = why { why } else { why }
}

/// Whether both say the same of one candidate: the program names one of those who are in its way.
fn is_one(naive: &Candidate, program: &resolver::Candidate) -> bool {
    let node = program.node().map(ToString::to_string);
    let at = node.clone().unwrap_or_default();
    let says = |why: &Why, told: &WhyNot| match (why, itself(told)) {
        (Why::Need(fact), WhyNot::Need(unmet)) => *fact == unmet.fact.as_str(),
        (Why::Claim(claim, others), WhyNot::Claim { claim: told, node, module, .. }) => {
            let node = node.as_ref().map_or(at.clone(), ToString::to_string);
            *claim == told.as_str() && others.contains(&(node, module.to_string(), None))
        }
        (Why::Resource(_, others), WhyNot::Resource { module, .. }) => {
            others.iter().any(|(_, other, _)| *other == module.as_str())
        }
        (Why::Reach, WhyNot::Reach { .. }) => true,
        (_, _) => false,
    };
    let told = &program.why_not;
    (&naive.node, naive.module.as_str()) == (&node, program.module.as_str())
        && naive.why.iter().all(|why| told.iter().any(|told| says(why, told)))
        && told.iter().all(|told| naive.why.iter().any(|why| says(why, told)))
}

#[test]
fn both_tell_the_same_chains() {
    try_meshes(1_000, |document, _| {
        let world = world(document)?;
        world.mesh.nodes_by_name().into_iter().find_map(|node| {
            let set = world.resolution.view(node).set.iter();
            let name = |module: &_| world.mesh.catalogue.name(*module).to_string();
            let program: BTreeMap<String, Chain> =
                set.map(|module| (name(module), links(world.resolution.chain(&world.mesh, node, *module)))).collect();
            let naive = chains(document, world.mesh.node_name(node).as_str());
            (naive != program).then(|| format!("naive: {naive:?}\nprogram: {program:?}"))
        })
    });
}

fn links(chain: Vec<resolver::Link>) -> Chain {
    let link = |link: resolver::Link| (link.module.to_string(), link.requires.map(|requires| requires.to_string()));
    chain.into_iter().map(link).collect()
}

#[test]
fn a_held_node_resolves_as_any_other_and_stops_no_push() {
    try_meshes(1_000, |document, seed| {
        let mut world = world(document)?;
        let before = told(&world.mesh, &world.resolution);
        let mut dice = Dice::new(seed);
        let nodes: Vec<String> = before.nodes.keys().cloned().collect();
        let held: BTreeSet<String> = nodes.into_iter().filter(|_| dice.chance(40)).collect();
        let hold = || Hold {
            by: Person { db_user: "ann".into(), os_user: None },
            at: Moment::default(),
            message: String::new(),
        };
        let hold = || Some(Box::new(hold()));
        let node = |name: &String| NodeName::new(name).expect("it is a name");
        let edits: Vec<Real> =
            held.iter().map(|name| Real::Hold { node: node(name), before: None, after: hold() }).collect();
        world.step(&edits).ok()?;
        if told(&world.mesh, &world.resolution) != before {
            return Some(format!("it resolves otherwise while {held:?} are held"));
        }
        let naive = resolve(document).refusals;
        let planner = Planner::new(&world, &[]);
        let counted = planner.counts();
        let stopping = naive.iter().filter(|refusal| stops(refusal, &held)).count();
        let program = world.resolution.findings().filter(|finding| planner.stops(finding)).count();
        let all = (counts(document, &naive, &held), stopping, stopping == 0);
        let told =
            ((counted.held, counted.refused), program, planner.plan(&Shown::None, Found::default()).mesh_resolves);
        (all != told).then(|| format!("held: {held:?}\nnaive: {all:?}\nprogram: {told:?}"))
    });
}

#[test]
fn both_hand_over_the_same() {
    try_meshes(1_000, |document, seed| {
        let mut world = world(document)?;
        let mut dice = Dice::new(seed);
        let mut nodes: Vec<NodeName> = world.mesh.nodes().map(|(_, node)| node.name.clone()).collect();
        nodes.sort();
        let [from, to] = dice.shuffled(&nodes).into_iter().take(2).collect::<Vec<_>>().try_into().ok()?;
        let mut modules: Vec<ModuleName> =
            world.mesh.catalogue.modules().map(|(id, _)| world.mesh.catalogue.name(id).clone()).collect();
        modules.sort();
        modules.retain(|_| dice.chance(70));
        let names: Vec<String> = modules.iter().map(ToString::to_string).collect();
        let change = world.hand_over(&from, &to, &modules).ok()?;
        let (naive, followed) = handed_over(document, from.as_str(), to.as_str(), &names);
        let program = apply(document, &naive_edits(&change.edits)?);
        let over: BTreeSet<String> = change.handed_over.iter().map(|over| over.provision.to_string()).collect();
        let rows = |document: &Value, list: &str| -> BTreeSet<String> {
            document[list].as_array().into_iter().flatten().map(Value::to_string).collect()
        };
        let same = ["assignments", "pins"].iter().all(|list| rows(&naive, list) == rows(&program, list));
        (!same || over != followed).then(|| {
            let told = |document: &Value| format!("{} {}", document["assignments"], document["pins"]);
            format!(
                "move {from} {to} {names:?}\nnaive: {} {followed:?}\nprogram: {} {over:?}",
                told(&naive),
                told(&program)
            )
        })
    });
}

/// Of the answers of what runs where it ran, those go along that the giver gave and the receiver gives now; no other.
#[test]
fn a_hand_over_moves_nothing_of_what_stays_where_it_is() {
    try_meshes(2_500, |document, seed| {
        let mut world = world(document)?;
        let mut dice = Dice::new(seed);
        let mut nodes: Vec<NodeName> = world.mesh.nodes().map(|(_, node)| node.name.clone()).collect();
        nodes.sort();
        let [from, to] = dice.shuffled(&nodes).into_iter().take(2).collect::<Vec<_>>().try_into().ok()?;
        let assigned = world.mesh.assigned(world.mesh.node_id(&from)?);
        let mut modules: Vec<ModuleName> = assigned.iter().map(|id| world.mesh.catalogue.name(*id).clone()).collect();
        modules.sort();
        modules.retain(|_| dice.chance(70));
        let mut change = world.hand_over(&from, &to, &modules).ok()?;
        let after = apply(document, &naive_edits(&change.edits)?);
        let over = change.handed_over.clone();
        let Decision::Accepted(accepted) = world.decide(&mut change, Terms::default()).ok()? else { return None };
        let goes_along = |moved: &Moved| {
            moved.from.0 == from.as_str()
                && moved.to.0 == to.as_str()
                && over.iter().any(|over| over.provision.as_str() == moved.requirement)
        };
        let moved = moves_between(document, &after).into_iter().find(|moved| !goes_along(moved))?;
        Some(format!("move {from} {to} {modules:?} is accepted, and {moved:?}\n{:?}", accepted.moved))
    });
}

#[test]
fn nodes_are_written_as_they_are_planned() {
    try_meshes(300, |document, _| {
        let world = world(document)?;
        let planner = Planner::new(&world, &[]);
        let found = Found { refusals: planner.refusals(&Shown::All), ..Found::default() };
        let plan = planner.plan(&Shown::All, found);
        let entries = planner.entries(&Shown::All);
        let nodes = entries.iter().map(|entry| planner.planned(*entry)).collect();
        let (mut whole, mut written) = (Vec::new(), Vec::new());
        json::plan(&plan::Plan { nodes, ..plan.clone() }, &mut whole).ok()?;
        let differences = BTreeMap::new();
        json::plan_of(&plan, &json::Nodes::new(planner.told(), &entries, &differences), |_| (), &mut written).ok()?;
        (whole != written).then(|| {
            format!("whole: {}\nwritten: {}", String::from_utf8_lossy(&whole), String::from_utf8_lossy(&written))
        })
    });
}
