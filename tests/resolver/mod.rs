//! Every rule of the resolver by name, on meshes in memory: what it comes to, and what is decided about a change.

mod chains;
mod changes;
mod choices;
mod claims;
mod handover;
mod keep;
mod laws;
mod moves;
mod needs;
mod offers;
mod pins;
mod reflects;
mod resources;
mod sets;
mod takes;
mod told;

use provost::model::{Edit, Kind, Moment, Name, NodeName, ProvisionName, Scalar};
use provost::resolver::{Change, Terms, World};
use snapbox::{Assert, IntoData};

use crate::oracle::bridge;
use crate::support::{Manifest, Mesh};

/// A mesh, resolved.
#[track_caller]
fn world(mesh: &Mesh) -> World {
    let document = mesh.document();
    World::new(bridge::mesh(&document).unwrap_or_else(|why| panic!("{why}\n{document}")), Moment::default())
}

/// Compares what a mesh comes to: every node, then every refusal.
#[track_caller]
fn shows(mesh: &Mesh, expected: impl IntoData) {
    compare(told::told(&world(mesh)), expected);
}

/// Compares what is decided about a change: commands, with `;` between.
#[track_caller]
fn decides(mesh: &Mesh, commands: &str, expected: impl IntoData) {
    decides_on(Terms::default(), mesh, commands, expected);
}

/// The same, with options.
#[track_caller]
fn decides_on(terms: Terms, mesh: &Mesh, commands: &str, expected: impl IntoData) {
    let mut world = world(mesh);
    let before = told::told(&world);
    let change = change(&mut world, commands);
    let decision = world.decide(&mut change.clone(), terms).expect("the edits fit the mesh");
    let text = format!("$ {commands}\n{}", told::decided(&decision));
    if !decision.is_accepted() {
        assert_eq!(told::told(&world), before, "a refused change leaves the mesh as it was");
    }
    compare(text, expected);
}

#[track_caller]
fn compare(text: String, expected: impl IntoData) {
    Assert::new().action_env("SNAPSHOTS").eq(text, expected);
}

const KEEP: Terms = Terms { keep: true, allow_moves: false, leave_unresolved: false, in_numbers: false };
const ALLOW_MOVES: Terms = Terms { keep: false, allow_moves: true, leave_unresolved: false, in_numbers: false };
const LEAVE: Terms = Terms { keep: false, allow_moves: false, leave_unresolved: true, in_numbers: false };

/// The change that commands ask for, each on the mesh as it is.
fn change(world: &mut World, commands: &str) -> Change {
    let mut change = Change::default();
    for command in commands.split(';') {
        let words: Vec<&str> = command.split_whitespace().collect();
        add(world, &words, &mut change);
    }
    change
}

fn add(world: &mut World, words: &[&str], change: &mut Change) {
    match words {
        ["assign", node, modules @ ..] => {
            change.edits.extend(modules.iter().map(|module| Edit::Assign { node: name(node), module: name(module) }))
        }
        ["unassign", node, modules @ ..] => modules.iter().for_each(|module| unassign(world, node, module, change)),
        ["pin", node, provision, from] => {
            change.edits.push(pin(world, node, provision, Some(from)));
            change.pins.push((name(node), name(provision)));
        }
        ["unpin", node, provision] => change.edits.push(pin(world, node, provision, None)),
        ["move", from, to, modules @ ..] => {
            let modules: Vec<_> = modules.iter().map(|module| name(module)).collect();
            let over = world.hand_over(&name(from), &name(to), &modules).expect("both nodes are there");
            change.edits.extend(over.edits);
            change.off.extend(over.off);
            change.handed_over.extend(over.handed_over);
            change.relocated.extend(over.relocated);
        }
        ["node", "remove", node] => change.edits.push(Edit::RemoveNode { node: name(node) }),
        ["node", "rename", node, to] => change.edits.push(Edit::RenameNode { node: name(node), to: name(to) }),
        ["node", "site", node, site] => change.edits.push(Edit::Site {
            node: name(node),
            before: None,
            after: (*site != "-").then(|| Box::new(name(site))),
        }),
        ["node", "fact", node, fact, value] => change.edits.push(Edit::Fact {
            node: name(node),
            fact: name(fact),
            before: None,
            after: Some(Scalar::typed(value).into()),
        }),
        ["site", "remove", site] => change.edits.push(Edit::RemoveSite { site: name(site) }),
        ["module", "remove", module] => {
            let before = world.mesh.catalogue.get(world.mesh.module_id(&name(module)).unwrap()).unwrap();
            change.edits.push(Edit::RemoveModule { module: name(module), before: before.registered.digest });
        }
        _ => panic!("no test types {words:?}"),
    }
}

fn unassign(world: &World, node: &str, module: &str, change: &mut Change) {
    let is_assigned = world.mesh.is_assigned(
        world.mesh.node_id(&name(node)).expect("the node is there"),
        world.mesh.module_id(&name(module)).expect("the module is there"),
    );
    if is_assigned {
        change.edits.push(Edit::Unassign { node: name(node), module: name(module) });
    }
    change.off.push((name(node), name(module)));
}

fn pin(world: &World, node: &str, provision: &str, from: Option<&str>) -> Edit {
    let mesh = &world.mesh;
    let (node, provision): (NodeName, ProvisionName) = (name(node), name(provision));
    let there = mesh.node_id(&node).zip(mesh.catalogue.provision_id(&provision));
    let before = there.and_then(|(node, provision)| mesh.pin_of(node, provision));
    let before = before.map(|pin| mesh.node_name(pin.provider).clone().into());
    Edit::Pin { node, provision, before, after: from.map(name).map(Box::new) }
}

/// Compares what is decided about registering a manifest.
#[track_caller]
fn decides_registering(terms: Terms, mesh: &Mesh, manifest: Manifest, expected: impl IntoData) {
    let mut world = world(mesh);
    let edits = vec![bridge::register(&manifest.value())];
    let decision = world.decide(&mut Change { edits, ..Change::default() }, terms).expect("the edit fits the mesh");
    compare(told::decided(&decision), expected);
}

fn name<K: Kind>(text: &str) -> Name<K> {
    Name::new(text).expect("a test's names are names")
}
