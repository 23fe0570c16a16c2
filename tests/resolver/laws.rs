//! Laws that hold of every mesh and every change, on many random ones.
//!
//! Those that need the naive resolver are tried in `oracle`, those that need a database in `commands`.

use std::collections::BTreeSet;

use provost::model::Moment;
use provost::resolver::{Change, Link, Step, Terms, World};
use serde_json::{Value, json};

use super::told::{decided, told};
use crate::oracle::{bridge, dice::Dice, edits, random};
use crate::support::{Manifest, try_seeds};

/// The world of a random document, and dice for random edits on top of it.
pub(super) fn random_world(seed: u64) -> (World, Value, Dice) {
    let document = random::document(seed);
    (world(&document), document, Dice::new(seed))
}

fn world(document: &Value) -> World {
    World::new(bridge::mesh(document).expect("a random mesh is one"), Moment::default())
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

/// How two texts differ that should be one.
fn differ(what: &str, one: &str, other: &str) -> Option<String> {
    (one != other).then(|| format!("{what}\n{one}---\n{other}"))
}

#[test]
fn going_back_restores_exactly() {
    try_seeds(150, |seed| {
        let (mut world, mut document, mut dice) = random_world(seed);
        let mut steps: Vec<(Step, String, Value)> = Vec::new();
        for _ in 0..12 {
            if !steps.is_empty() && dice.chance(45) {
                let (step, before, of) = steps.pop()?;
                world.back(step);
                document = of;
                if let Some(fault) = differ("back", &seen(&world), &before) {
                    return Some(fault);
                }
                continue;
            }
            let change = edits::edits(&document, &mut dice);
            let before = (seen(&world), document.clone());
            let step = world.step(&bridge::real_edits(&document, &change)).expect("random edits fit");
            document = edits::apply(&document, &change);
            let anew = self::world(&document);
            if let Some(fault) = differ(&format!("{change:?}"), &seen(&world), &seen(&anew)) {
                return Some(fault);
            }
            steps.push((step, before.0, before.1));
        }
        None
    });
}

#[test]
fn what_keep_settles_it_settles_for_good() {
    try_seeds(500, |seed| {
        let (mut world, document, mut dice) = random_world(seed);
        let change = bridge::real_change(&document, &edits::edits(&document, &mut dice));
        let terms = Terms { keep: true, ..Terms::default() };
        let decision = world.decide(&mut change.clone(), terms).expect("random edits fit");
        let edits = &decision.accepted()?.edits;
        // What it printed, typed with the command, needs no option.
        let mut fresh = self::world(&document);
        let whole = Change { edits: edits.clone(), ..change };
        let again = fresh.decide(&mut whole.clone(), Terms::default()).expect("what was decided fits");
        if !again.is_accepted() {
            return Some(format!("{edits:?}\n{:?}", again.refusals()));
        }
        differ("kept", &seen(&fresh), &seen(&world))
    });
}

#[test]
fn a_set_that_is_assigned_closes_to_itself() {
    let sets = |world: &World| -> String {
        let nodes = world.mesh.nodes_by_name();
        nodes.into_iter().map(|node| format!("{:?}\n", world.resolution.view(node).set)).collect()
    };
    try_seeds(1_000, |seed| {
        let (world, mut document, _) = random_world(seed);
        let name = |module: &_| world.mesh.catalogue.name(*module).to_string();
        let pairs = world.mesh.nodes_by_name().into_iter().flat_map(|node| {
            let at = world.mesh.node_name(node).to_string();
            world.resolution.view(node).set.iter().map(move |module| [at.clone(), name(module)])
        });
        document["assignments"] = json!(pairs.collect::<Vec<_>>());
        differ("assigned", &sets(&self::world(&document)), &sets(&world))
    });
}

/// Two modules that bring each other in and share no name with any other.
fn strangers() -> [Value; 2] {
    let stranger = |name: &str, other: &str| {
        Manifest::new(name)
            .provides(&format!("{name}/own"))
            .provides_mesh(&format!("{name}/wide"))
            .requires(&format!("{other}/own"))
            .claims(&format!("{name}/claim"))
            .file(&format!("/{name}/file"))
            .service(&format!("{name}.service"), &["file"])
            .package(name)
            .value()
    };
    [stranger("stranger-one", "stranger-two"), stranger("stranger-two", "stranger-one")]
}

#[test]
fn a_module_that_shares_no_name_changes_nothing_else() {
    try_seeds(500, |seed| {
        let (mut world, document, mut dice) = random_world(seed);
        let mut wider = document.clone();
        wider["modules"].as_array_mut()?.extend(strangers());
        let mut beside = self::world(&wider);
        if let Some(fault) = differ("registered", &told(&world), &told(&beside)) {
            return Some(fault);
        }
        // Nor where both run somewhere.
        let nodes = document["nodes"].as_array()?;
        let node = dice.one_of(nodes)["name"].clone();
        wider["assignments"].as_array_mut()?.push(json!([node, "stranger-one"]));
        let running = self::world(&wider);
        let without = told(&running)
            .replace(" stranger-one (stranger-two)", "")
            .replace("runs stranger-one stranger-two", "runs nothing");
        let without = without.replace(" stranger-one stranger-two", "");
        if let Some(fault) = differ("running", &told(&world), &without) {
            return Some(fault);
        }
        // Nor is anything decided otherwise, or another way out told of.
        let change = bridge::real_change(&document, &edits::edits(&document, &mut dice));
        let decide = |world: &mut World| {
            decided(&world.decide(&mut change.clone(), Terms::default()).expect("random edits fit"))
        };
        differ("decided", &decide(&mut world), &decide(&mut beside))
    });
}

#[test]
fn every_chain_begins_with_an_assignment_and_each_step_leaves_no_choice() {
    try_seeds(1_000, |seed| {
        let (mut world, document, mut dice) = random_world(seed);
        let change = bridge::real_change(&document, &edits::edits(&document, &mut dice));
        let decision = world.decide(&mut change.clone(), Terms::default()).expect("random edits fit");
        // What is refused is told of the mesh as it would be.
        let step = if decision.is_accepted() { None } else { world.step(&change.edits).ok() };
        let parties = decision.refusals().iter().flat_map(|refusal| &refusal.parties);
        let told =
            parties.filter(|party| party.module.is_some()).map(|party| (party.node.clone(), party.chain.clone()));
        let mut chains: Vec<_> = told.collect();
        for node in world.mesh.nodes_by_name() {
            for module in world.resolution.view(node).set {
                let chain = world.resolution.chain(&world.mesh, node, *module);
                let last = chain.last().map(|link| link.module.clone());
                if last.as_ref() != Some(world.mesh.catalogue.name(*module)) {
                    return Some(format!("{chain:?} does not end with its module"));
                }
                chains.push((world.mesh.node_name(node).clone(), chain));
            }
        }
        let fault = chains.iter().find_map(|(node, chain)| broken(&world, node, chain));
        step.into_iter().for_each(|step| world.back(step));
        fault.map(|fault| format!("{document}\n{change:?}\n{fault}"))
    });
}

/// What is wrong with a chain: it begins with nobody's decision, or a step of it is not forced.
fn broken(world: &World, node: &provost::model::NodeName, chain: &[Link]) -> Option<String> {
    let mesh = &world.mesh;
    let id = mesh.node_id(node)?;
    let module = |link: &Link| mesh.module_id(&link.module).and_then(|id| Some((id, mesh.catalogue.get(id)?)));
    let Some((first, _)) = chain.first().and_then(module) else { return Some(format!("{node}: no chain")) };
    if !mesh.is_assigned(id, first) {
        return Some(format!("{node}: {chain:?} begins with what nobody assigned"));
    }
    for pair in chain.windows(2) {
        let (Some((_, by)), Some((next, _))) = (module(&pair[0]), module(&pair[1])) else {
            return Some(format!("{node}: {chain:?} names a module that is not there"));
        };
        let requirement = pair[0].requires.as_ref().and_then(|name| mesh.catalogue.provision_id(name));
        let forced = requirement.is_some_and(|requirement| {
            let provided_here = |(id, module): &(_, &std::sync::Arc<provost::model::Module>)| {
                module.provides(requirement) == Some(provost::model::Scope::Node) && *id != first_of(mesh, &pair[0])
            };
            let suited = mesh.catalogue.modules().filter(provided_here);
            let suited: Vec<_> =
                suited.map(|(id, _)| id).filter(|other| world.resolution.lacks(mesh, id, *other).is_empty()).collect();
            by.requires(requirement) && mesh.pin_of(id, requirement).is_none() && suited == [next]
        });
        if !forced {
            return Some(format!("{node}: {chain:?} has a step that leaves a choice"));
        }
    }
    let ends = chain.last().is_some_and(|link| link.requires.is_none());
    (!ends).then(|| format!("{node}: {chain:?} goes on"))
}

fn first_of(mesh: &provost::model::Mesh, link: &Link) -> provost::model::ModuleId {
    mesh.module_id(&link.module).expect("it is there")
}
