//! Whether the way out that a command would be is offered: looked for by trying every command there is.

use std::collections::BTreeSet;

use provost::model::{Edit, ModuleName, Moment, NodeName, ProvisionName};
use provost::resolver::{Change, Identity, Refusal, Subject, Terms, World};

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
    try_seeds(60, |seed| missed(seed, |world| in_pairs(&commands(world))));
}

/// A refusal that is told without a remedy though one of these ways would settle it.
fn missed(seed: u64, ways: impl Fn(&World) -> Vec<Vec<Edit>>) -> Option<String> {
    let document = document(seed);
    let edits = edits(&document, &mut Dice::new(seed));
    let mut world = World::new(mesh(&document).ok()?, Moment::default());
    let change = real_change(&document, &edits);
    let decision = world.decide(&mut change.clone(), Terms::default()).ok()?;
    let base: BTreeSet<Identity> = decision.refusals.iter().map(Identity::from).collect();
    // Where many nodes could take a provider they are counted, and no command is said for each.
    let is_open = |refusal: &&Refusal| {
        let counted = matches!(&refusal.subject, Subject::Requirement { could, .. } if !could.is_empty());
        refusal.remedies.is_empty() && !counted
    };
    let mut open = decision.refusals.iter().filter(is_open).map(Identity::from);
    let missed = open.find_map(|wanted| {
        let mut settling =
            ways(&world).into_iter().filter(|way| !way.iter().any(|command| is_at_odds(command, &change)));
        let way = settling.find(|way| settles(&mut world, way, &change, &wanted, &base))?;
        Some(format!("{wanted:?} would be settled by {way:?}"))
    });
    missed.map(|missed| format!("{document}\n{edits:?}\n{missed}"))
}

fn singly(commands: Vec<Edit>) -> Vec<Vec<Edit>> {
    commands.into_iter().map(|command| vec![command]).collect()
}

/// Each two commands that do not contradict each other.
fn in_pairs(commands: &[Edit]) -> Vec<Vec<Edit>> {
    let pairs = commands.iter().enumerate().flat_map(|(place, first)| {
        let others = commands.iter().skip(place + 1).filter(|second| !is_same_place(first, second));
        others.map(|second| vec![first.clone(), second.clone()])
    });
    pairs.collect()
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
            let before = pin.map(|pin| mesh.node_name(pin.provider).clone());
            let after = nodes.iter().cloned().map(Some).chain([None]).filter(|after| *after != before);
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

/// Whether a command would take back what the change says, or the change what the command does.
fn is_at_odds(command: &Edit, change: &Change) -> bool {
    change.edits.iter().any(|asked| is_same_place(command, asked))
        || matches!(command, Edit::Assign { node, module } if change.off.contains(&(node.clone(), module.clone())))
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
fn settles(world: &mut World, way: &[Edit], change: &Change, wanted: &Identity, base: &BTreeSet<Identity>) -> bool {
    let is_settled =
        |left: Option<BTreeSet<Identity>>| left.is_some_and(|left| !left.contains(wanted) && left.is_subset(base));
    if is_settled(refused(world, &with(way, change))) {
        return true;
    }
    let alone = with(way, &Change::default());
    let Ok(step) = world.step(&alone.edits) else { return false };
    let accepted = world.verdict(&step, &alone).is_clear();
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

/// Commands and a change as one change.
fn with(way: &[Edit], change: &Change) -> Change {
    let mut whole = change.clone();
    whole.edits.splice(0..0, way.iter().cloned());
    for command in way {
        if let Edit::Pin { node, provision, after: Some(_), .. } = command {
            whole.pins.push((node.clone(), provision.clone()));
        }
        if let Edit::Unassign { node, module } = command {
            whole.off.push((node.clone(), module.clone()));
        }
    }
    whole
}
