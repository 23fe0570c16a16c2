//! Whether the way out that a command would be is offered: looked for by trying every command there is.

use std::collections::BTreeSet;

use provost::model::{Edit, ModuleName, Moment, NodeName, ProvisionName};
use provost::resolver::{Change, Code, Refusal, Subject, Terms, World};

use super::bridge::{mesh, real_change};
use super::dice::Dice;
use super::edits::edits;
use super::random::{PROVISIONS, document};
use crate::support::try_seeds;

type Identity = (Code, Option<NodeName>, String);

#[test]
fn what_one_command_would_settle_has_a_remedy() {
    try_seeds(300, |seed| {
        let document = document(seed);
        let edits = edits(&document, &mut Dice::new(seed));
        let mut world = World::new(mesh(&document).ok()?, Moment::default());
        let change = real_change(&document, &edits);
        let decision = world.decide(&mut change.clone(), Terms::default()).ok()?;
        let told: Vec<Identity> = decision.refusals.iter().map(identity).collect();
        let base: BTreeSet<Identity> = told.iter().cloned().collect();
        // Refusals at several sites that are one by code, node and key are settled one by one or not at all.
        let is_one = |wanted: &Identity| told.iter().filter(|other| *other == wanted).count() == 1;
        // Where many nodes could take a provider they are counted, and no command is said for each.
        let is_open = |refusal: &&Refusal| {
            let counted = matches!(&refusal.subject, Subject::Requirement { could, .. } if !could.is_empty());
            refusal.remedies.is_empty() && !counted
        };
        let mut open = decision.refusals.iter().filter(is_open).map(identity);
        let missed = open.find_map(|wanted| {
            let commands = if is_one(&wanted) { commands(&world) } else { Vec::new() };
            let mut settling = commands.into_iter().filter(|command| !is_at_odds(command, &change));
            let way = settling.find(|command| settles(&mut world, command, &change, &wanted, &base))?;
            Some(format!("{wanted:?} would be settled by {way:?}"))
        });
        missed.map(|missed| format!("{document}\n{edits:?}\n{missed}"))
    });
}

fn identity(refusal: &Refusal) -> Identity {
    (refusal.code, refusal.node.clone(), refusal.key().to_owned())
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
    let same_place = change.edits.iter().any(|asked| match (command, asked) {
        (
            Edit::Assign { node: a, module: x } | Edit::Unassign { node: a, module: x },
            Edit::Assign { node: b, module: y } | Edit::Unassign { node: b, module: y },
        ) => (a, x) == (b, y),
        (Edit::Pin { node: a, provision: x, .. }, Edit::Pin { node: b, provision: y, .. }) => (a, x) == (b, y),
        _ => false,
    });
    same_place
        || matches!(command, Edit::Assign { node, module } if change.off.contains(&(node.clone(), module.clone())))
}

/// Whether the command settles a refusal: before the change, accepted by itself, or as one change with it.
fn settles(world: &mut World, command: &Edit, change: &Change, wanted: &Identity, base: &BTreeSet<Identity>) -> bool {
    let together = refused(world, &with(command, change));
    if together.as_ref().is_some_and(BTreeSet::is_empty) {
        return true;
    }
    let alone = with(command, &Change::default());
    let Ok(step) = world.step(&alone.edits) else { return false };
    let accepted = world.verdict(&step, &alone).is_clear();
    let left = refused(world, change);
    world.back(step);
    accepted && left.is_some_and(|left| !left.contains(wanted) && left.is_subset(base))
}

/// What a change would be refused for; nothing where it does not fit the mesh.
fn refused(world: &mut World, change: &Change) -> Option<BTreeSet<Identity>> {
    let step = world.step(&change.edits).ok()?;
    let verdict = world.verdict(&step, change);
    let identities = world.identities_of(&verdict);
    world.back(step);
    Some(identities)
}

/// A command and a change as one change.
fn with(command: &Edit, change: &Change) -> Change {
    let mut whole = change.clone();
    whole.edits.insert(0, command.clone());
    if let Edit::Pin { node, provision, after: Some(_), .. } = command {
        whole.pins.push((node.clone(), provision.clone()));
    }
    if let Edit::Unassign { node, module } = command {
        whole.off.push((node.clone(), module.clone()));
    }
    whole
}
