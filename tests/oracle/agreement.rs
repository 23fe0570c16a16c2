//! The program's resolver and the naive one on many random meshes, and on what edits make of them.
//!
//! A disagreement is told by its seed and as the smallest document that shows it.

use provost::model::{Mesh, Moment};
use provost::resolver::{Resolution, World};
use serde_json::Value;

use super::bridge::{Told, mesh, real_edits, told};
use super::dice::Dice;
use super::edits::{Edit, apply, growing_edits};
use super::naive::resolve;
use super::random::document;
use super::shrink::smallest;
use crate::support::try_seeds;

#[test]
fn both_resolvers_agree() {
    try_seeds(10_000, |seed| {
        let document = document(seed);
        if let Err(why) = mesh(&document) {
            return Some(format!("not read: {why}\n{document}"));
        }
        disagreement(&document)?;
        let smallest = smallest(&document, |document| disagreement(document).is_some());
        Some(format!("{smallest}\n{}", disagreement(&smallest)?))
    });
}

#[test]
fn an_edited_mesh_is_resolved_as_if_it_had_always_been_so() {
    try_seeds(1_000, |seed| {
        let document = document(seed);
        let mut dice = Dice::new(seed);
        let changes = changes(&document, &mut dice);
        edited_disagreement(&document, &changes)?;
        let smallest = smallest(&document, |document| edited_disagreement(document, &changes).is_some());
        Some(format!("{smallest}\n{changes:?}\n{}", edited_disagreement(&smallest, &changes)?))
    });
}

#[test]
fn the_order_of_rows_never_matters() {
    try_seeds(1_000, |seed| {
        let document = document(seed);
        let shuffled = shuffled(&document, &mut Dice::new(seed));
        let (one, other) = (mesh(&document).ok()?, mesh(&shuffled).ok()?);
        let told = |mesh: &Mesh| told(mesh, &Resolution::of(mesh));
        let difference = difference("in order", &told(&one), "shuffled", &told(&other))?;
        Some(format!("{document}\n{shuffled}\n{difference}"))
    });
}

/// How the two differ on a document; nothing where they agree, or where it is no document.
fn disagreement(document: &Value) -> Option<String> {
    let mesh = mesh(document).ok()?;
    difference("naive", &resolve(document).into(), "program", &told(&mesh, &Resolution::of(&mesh)))
}

fn difference(one: &str, left: &Told, other: &str, right: &Told) -> Option<String> {
    if left == right {
        return None;
    }
    let mut lines = Vec::new();
    for (name, side, against) in [(one, left, right), (other, right, left)] {
        let nodes = side.nodes.iter().filter(|(node, told)| against.nodes.get(*node) != Some(told));
        lines.extend(nodes.map(|node| format!("{name}: {node:?}")));
        let refusals = side.refusals.iter().filter(|refusal| !against.refusals.contains(refusal));
        lines.extend(refusals.map(|refusal| format!("{name}: {refusal:?}")));
    }
    if lines.is_empty() {
        lines.push("one tells a refusal twice".to_owned());
    }
    Some(lines.join("\n"))
}

/// Three changes, each on top of the one before it.
fn changes(document: &Value, dice: &mut Dice) -> Vec<Vec<Edit>> {
    let mut left = document.clone();
    (0..3)
        .map(|_| {
            let change = growing_edits(&left, dice);
            left = apply(&left, &change);
            change
        })
        .collect()
}

/// Where a resolution that follows changes, takes them back, and follows them again differs from one made anew.
fn edited_disagreement(document: &Value, changes: &[Vec<Edit>]) -> Option<String> {
    let mut world = World::new(mesh(document).ok()?, Moment::default());
    // Edits that do not fit so small a document show nothing.
    let once = there_and_back(&mut world, document, changes, |left, world| {
        let naive = difference("naive", &resolve(left).into(), "updated", &told(&world.mesh, &world.resolution));
        naive.or_else(|| {
            let anew = told(&world.mesh, &Resolution::of(&world.mesh));
            difference("anew", &anew, "updated", &told(&world.mesh, &world.resolution))
        })
    });
    let mut seen = match once {
        Ok(seen) => seen.into_iter(),
        Err(difference) => return difference,
    };
    let again = there_and_back(&mut world, document, changes, |_, world| {
        difference("once", &seen.next()?, "again", &told(&world.mesh, &world.resolution))
    });
    again.err().flatten()
}

/// Takes all steps and goes back, looking at what each leaves; an error is a difference, or none where a step is not to
/// be taken.
fn there_and_back(
    world: &mut World,
    document: &Value,
    changes: &[Vec<Edit>],
    mut look: impl FnMut(&Value, &World) -> Option<String>,
) -> Result<Vec<Told>, Option<String>> {
    let (mut left, mut done, mut seen) = (document.clone(), Vec::new(), Vec::new());
    for change in changes {
        let before = told(&world.mesh, &world.resolution);
        let step = world.step(&real_edits(&left, change)).map_err(|_| None)?;
        left = apply(&left, change);
        done.push((before, step));
        seen.push(told(&world.mesh, &world.resolution));
        if let Some(difference) = look(&left, world) {
            return Err(Some(difference));
        }
    }
    while let Some((before, step)) = done.pop() {
        world.back(step);
        if let Some(difference) = difference("before", &before, "back", &told(&world.mesh, &world.resolution)) {
            return Err(Some(difference));
        }
    }
    Ok(seen)
}

/// The document with the rows of every list, and the entries of every manifest's lists, in another order.
fn shuffled(value: &Value, dice: &mut Dice) -> Value {
    match value {
        // An assignment and a pin are lists too, whose order has a meaning; their entries are texts.
        Value::Array(rows) if rows.iter().all(Value::is_object) || rows.iter().all(Value::is_array) => {
            dice.shuffled(rows).iter().map(|row| shuffled(row, dice)).collect()
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), shuffled(value, dice)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
