//! Whether the way out that a command would be is offered: looked for by trying every command there is.

use std::collections::BTreeSet;

use provost::model::{Edit, ModuleName, Moment, NodeName, ProvisionName};
use provost::resolver::{Change, Code, Identity, Refusal, Subject, Telling, Terms, Unanswered, World, sort};

use super::bridge::{mesh, real_change};
use super::dice::Dice;
use super::edits::edits;
use super::random::{PROVISIONS, document};
use crate::support::try_seeds;

#[test]
fn what_one_command_would_settle_has_a_remedy() {
    try_seeds(300, |seed| missed(seed, |world| singly(commands(world))));
}

#[test]
fn what_two_commands_would_settle_as_one_change_has_a_remedy() {
    try_seeds(20, |seed| missed(seed, |world| in_pairs(&commands(world))));
}

#[test]
fn what_one_hand_over_would_settle_has_a_remedy() {
    try_seeds(300, |seed| missed(seed, hand_overs));
}

#[test]
fn what_a_command_would_settle_in_a_mesh_as_it_is_has_a_remedy() {
    try_seeds(200, |seed| missed_in_a_plan(seed, |world| [singly(commands(world)), hand_overs(world)].concat()));
}

#[test]
fn what_two_commands_would_settle_in_a_mesh_as_it_is_has_a_remedy() {
    try_seeds(20, |seed| missed_in_a_plan(seed, |world| in_pairs(&commands(world))));
}

/// A refusal of a mesh as it is that is told without a remedy though one of these ways is accepted and settles it.
fn missed_in_a_plan(seed: u64, ways: impl Fn(&mut World) -> Vec<Change>) -> Option<String> {
    let document = document(seed);
    let mut world = World::new(mesh(&document).ok()?, Moment::default());
    let asked = BTreeSet::new();
    let telling = Telling { mesh: &world.mesh, resolution: &world.resolution, asked: &asked };
    let mut refusals: Vec<Refusal> = world.resolution.findings().map(|finding| telling.tell(finding)).collect();
    sort(&mut refusals);
    world.remedy(&mut refusals);
    let mut open = refusals.iter().filter(|refusal| is_open(refusal)).map(Identity::from);
    let missed = open.find_map(|wanted| {
        let way = ways(&mut world).into_iter().find(|way| settles_alone(&mut world, way, &wanted))?;
        Some(format!("{wanted:?} would be settled by {:?}", way.edits))
    });
    missed.map(|missed| format!("{document}\n{missed}"))
}

/// Whether commands are accepted as one change, and what is wanted is gone then, whatever the fault would be called.
fn settles_alone(world: &mut World, way: &Change, wanted: &Identity) -> bool {
    let Ok(step) = world.step(&way.edits) else { return false };
    let accepted = world.verdict(&step, way).is_clear();
    let is_same = |left: &Identity| (&left.node, &left.key) == (&wanted.node, &wanted.key);
    let left = accepted && world.identities().iter().any(is_same);
    world.back(step);
    accepted && !left
}

/// Whether it has no remedy. Where many nodes could take a provider they are counted, and no command is said for each.
fn is_open(refusal: &Refusal) -> bool {
    let counted = matches!(&refusal.subject, Subject::Requirement { why: Unanswered::NoNode { could, .. }, .. } if !could.is_empty());
    refusal.remedies.is_empty() && !counted
}

/// A refusal that is told without a remedy though one of these ways would settle it.
fn missed(seed: u64, ways: impl Fn(&mut World) -> Vec<Change>) -> Option<String> {
    let document = document(seed);
    let edits = edits(&document, &mut Dice::new(seed));
    let mut world = World::new(mesh(&document).ok()?, Moment::default());
    let change = real_change(&document, &edits);
    let decision = world.decide(&mut change.clone(), Terms::default()).ok()?;
    let base: BTreeSet<Identity> = decision.refusals().iter().map(Identity::from).collect();
    let mut open = decision.refusals().iter().filter(|refusal| is_open(refusal)).map(Identity::from);
    // A pin that is asked for is better said otherwise than answered by moving what others take.
    let is_asked = |wanted: &Identity| {
        let pinned = |(node, provision): &(NodeName, ProvisionName)| {
            wanted.node.as_ref() == Some(node) && wanted.key == provision.as_str()
        };
        wanted.code == Code::PinUnanswered && change.pins.iter().any(pinned)
    };
    let there = change.wanted.iter();
    let there: Vec<(NodeName, ModuleName)> = there
        .map(|(node, module)| (world.mesh.node_name(*node).clone(), world.mesh.catalogue.name(*module).clone()))
        .collect();
    // What is there already is asked for all the same.
    let takes_away = |edit: &Edit| matches!(edit, Edit::Unassign { node, module } if there.contains(&(node.clone(), module.clone())));
    let missed = open.find_map(|wanted| {
        let ways = ways(&mut world).into_iter().filter(|way| !is_at_odds(way, &change));
        let mut settling = ways.filter(|way| !way.edits.iter().any(takes_away));
        let is_meant = |way: &Change| way.relocated.is_empty() || !is_asked(&wanted);
        let way = settling.find(|way| is_meant(way) && settles(&mut world, way, &change, &wanted, &base))?;
        Some(format!("{wanted:?} would be settled by {:?}", way.edits))
    });
    missed.map(|missed| format!("{document}\n{edits:?}\n{missed}"))
}

fn singly(commands: Vec<Edit>) -> Vec<Change> {
    commands.into_iter().map(|command| change_of(&[&command])).collect()
}

/// Each two commands that do not contradict each other.
fn in_pairs(commands: &[Edit]) -> Vec<Change> {
    let pairs = commands.iter().enumerate().flat_map(|(place, first)| {
        let others = commands.iter().skip(place + 1).filter(|second| !is_same_place(first, second));
        others.map(|second| change_of(&[first, second]))
    });
    pairs.collect()
}

/// Every hand-over of one module, and of all that a node is assigned.
fn hand_overs(world: &mut World) -> Vec<Change> {
    let nodes: Vec<(NodeName, Vec<ModuleName>)> = world
        .mesh
        .nodes()
        .map(|(id, node)| {
            let assigned = world.mesh.assigned(id).iter().map(|module| world.mesh.catalogue.name(*module).clone());
            (node.name.clone(), assigned.collect())
        })
        .collect();
    let mut changes = Vec::new();
    for (from, assigned) in &nodes {
        let singly = assigned.iter().map(|module| vec![module.clone()]);
        let lists: Vec<Vec<ModuleName>> = singly.chain([assigned.clone()]).collect();
        for (to, _) in nodes.iter().filter(|(to, _)| to != from) {
            changes.extend(lists.iter().filter_map(|modules| world.hand_over(from, to, modules).ok()));
        }
    }
    changes.retain(|change| !change.edits.is_empty());
    changes
}

/// Every command that assigns, unassigns, pins or unpins something on the mesh as it is.
fn commands(world: &World) -> Vec<Edit> {
    let mesh = &world.mesh;
    let nodes: Vec<NodeName> = mesh.nodes().map(|(_, node)| node.name.clone()).collect();
    let modules: Vec<ModuleName> = mesh.catalogue.modules().map(|(id, _)| mesh.catalogue.name(id).clone()).collect();
    let mut commands = Vec::new();
    for node in &nodes {
        for module in &modules {
            let pair = mesh.node_id(node).zip(mesh.module_id(module));
            let (node, module) = (node.clone(), module.clone());
            match pair.is_some_and(|(node, module)| mesh.is_assigned(node, module)) {
                true => commands.push(Edit::Unassign { node, module }),
                false => commands.push(Edit::Assign { node, module }),
            }
        }
        for provision in PROVISIONS.map(|name| ProvisionName::new(name).unwrap()) {
            let pair = mesh.node_id(node).zip(mesh.catalogue.provision_id(&provision));
            let pin = pair.and_then(|(node, provision)| mesh.pin_of(node, provision));
            let before = pin.map(|pin| Box::new(mesh.node_name(pin.provider).clone()));
            let after = nodes.iter().cloned().map(Box::new).map(Some).chain([None]).filter(|after| *after != before);
            commands.extend(after.map(|after| Edit::Pin {
                node: node.clone(),
                provision: provision.clone(),
                before: before.clone(),
                after,
            }));
        }
    }
    commands
}

/// Whether commands would take back what the change says, or the change what they do.
fn is_at_odds(way: &Change, change: &Change) -> bool {
    let is_off = |command: &Edit| matches!(command, Edit::Assign { node, module } if change.off.contains(&(node.clone(), module.clone())));
    let is_said = |command: &Edit| change.edits.iter().any(|asked| is_same_place(command, asked));
    let is_lost = |command: &Edit| {
        let removed = |asked: &Edit| matches!((asked, command), (Edit::RemoveNode { node: gone }, Edit::Assign { node, .. }) if gone == node);
        change.edits.iter().any(removed)
    };
    way.edits.iter().any(|command| is_off(command) || is_said(command) || is_lost(command))
}

fn is_same_place(one: &Edit, other: &Edit) -> bool {
    match (one, other) {
        (
            Edit::Assign { node: a, module: x } | Edit::Unassign { node: a, module: x },
            Edit::Assign { node: b, module: y } | Edit::Unassign { node: b, module: y },
        ) => (a, x) == (b, y),
        (Edit::Pin { node: a, provision: x, .. }, Edit::Pin { node: b, provision: y, .. }) => (a, x) == (b, y),
        _ => false,
    }
}

/// Whether commands settle a refusal: as a change before it that is accepted by itself, or as one change with it.
fn settles(world: &mut World, way: &Change, change: &Change, wanted: &Identity, base: &BTreeSet<Identity>) -> bool {
    let is_settled =
        |left: Option<BTreeSet<Identity>>| left.is_some_and(|left| !left.contains(wanted) && left.is_subset(base));
    if is_settled(refused(world, &with(way, change))) {
        return true;
    }
    let Ok(step) = world.step(&way.edits) else { return false };
    let accepted = world.verdict(&step, way).is_clear();
    let left = refused(world, change);
    world.back(step);
    accepted && is_settled(left)
}

/// What a change would be refused for; nothing where it does not fit the mesh.
fn refused(world: &mut World, change: &Change) -> Option<BTreeSet<Identity>> {
    let step = world.step(&change.edits).ok()?;
    let verdict = world.verdict(&step, change);
    let identities = world.identities_of(&verdict);
    world.back(step);
    Some(identities)
}

/// Commands as the change that they ask for.
fn change_of(commands: &[&Edit]) -> Change {
    let mut change = Change::default();
    for command in commands {
        change.edits.push((*command).clone());
        if let Edit::Pin { node, provision, after: Some(_), .. } = command {
            change.pins.push((node.clone(), provision.clone()));
        }
        if let Edit::Unassign { node, module } = command {
            change.off.push((node.clone(), module.clone()));
        }
    }
    change
}

/// Commands and a change as one change.
fn with(way: &Change, change: &Change) -> Change {
    let (way, mut whole) = (way.clone(), change.clone());
    whole.edits.splice(0..0, way.edits);
    whole.pins.extend(way.pins);
    whole.off.extend(way.off);
    whole.wanted.extend(way.wanted);
    whole.handed_over.extend(way.handed_over);
    whole.relocated.extend(way.relocated);
    whole
}
