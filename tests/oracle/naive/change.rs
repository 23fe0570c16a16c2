//! The rule of every change, naively: what stands against edits that was not there before.

use std::collections::BTreeSet;

use serde_json::Value;

use super::moves::{Moved, moves};
use super::read::{assigned, pin_of};
use super::{Naive, Refusal, brought_in_by, offering, resolve};
use crate::oracle::edits::{Edit, apply};

/// Every refusal that edits meet: new ones of the mesh, answers that move, and what was asked for and cannot be.
pub(crate) fn refused(document: &Value, edits: &[Edit]) -> BTreeSet<Refusal> {
    let changed = apply(document, edits);
    let (before, after) = (resolve(document), resolve(&changed));
    let is_old = |refusal: &Refusal| before.refusals.iter().any(|old| covers(old, refusal));
    let mut refused: BTreeSet<Refusal> = after.refusals.iter().filter(|refusal| !is_old(refusal)).cloned().collect();
    refused.extend(moves(document, edits).iter().map(moved));
    refused.extend(edits.iter().flat_map(|edit| match edit {
        Edit::Pin { node, name, .. } => unanswered(&changed, &after, node, name),
        Edit::Unassign { node, module } if !is_ever_assigned(document, edits, node, module) => {
            brought_in(&changed, &after, node, module)
        }
        Edit::Unassign { .. }
        | Edit::Assign { .. }
        | Edit::Unpin { .. }
        | Edit::RemoveNode { .. }
        | Edit::SetNode { .. }
        | Edit::Register { .. } => None,
    }));
    refused
}

/// Whether a mesh was refused for this already, as it was.
pub(crate) fn was_refused(document: &Value, refusal: &Refusal) -> bool {
    resolve(document).refusals.iter().any(|old| covers(old, refusal))
}

/// Whether what is refused was refused before: the same fault, with nobody and nothing added to it.
pub(super) fn covers(old: &Refusal, new: &Refusal) -> bool {
    let kind = |refusal: &Refusal| match refusal.code {
        "no-provider" | "choose-module" | "no-node" | "choose-node" | "pin-unanswered" => "requirement".to_owned(),
        "resource-collision" => match refusal.about.as_str() {
            "file" | "link" | "directory" => "path".to_owned(),
            kind => kind.to_owned(),
        },
        code => code.to_owned(),
    };
    // For collisions neither node nor extent counts.
    let is_collision = ["claim-collision", "resource-collision"].contains(&new.code);
    kind(old) == kind(new)
        && old.key == new.key
        && (is_collision || old.node == new.node)
        && new.parties.is_subset(&old.parties)
        && new.lacks.is_subset(&old.lacks)
}

fn moved(moved: &Moved) -> Refusal {
    let by = moved.by.iter().map(|module| (moved.node.clone(), module.clone(), None));
    Refusal {
        code: "answer-moved",
        node: Some(moved.node.clone()),
        key: moved.requirement.clone(),
        about: format!("{}:{} to {}:{}", moved.from.0, moved.from.1, moved.to.0, moved.to.1),
        parties: by.collect(),
        ..Refusal::default()
    }
}

/// A pin that was asked for must be answered at that moment, required or not.
fn unanswered(changed: &Value, after: &Naive, node: &str, name: &str) -> Option<Refusal> {
    let pinned = pin_of(changed, node, name)?;
    let known = |refusal: &&Refusal| {
        refusal.code == "pin-unanswered" && refusal.node.as_deref() == Some(node) && refusal.key == name
    };
    if let Some(refusal) = after.refusals.iter().find(known) {
        return Some(refusal.clone());
    }
    let set = after.nodes.get(&pinned)?.modules.keys().cloned().collect();
    offering(changed, &set, node, &pinned, name).is_empty().then(|| Refusal {
        code: "pin-unanswered",
        node: Some(node.to_owned()),
        key: name.to_owned(),
        ..Refusal::default()
    })
}

/// Whether there is an assignment for an unassign to take away.
fn is_ever_assigned(document: &Value, edits: &[Edit], node: &str, module: &str) -> bool {
    let assigns = |edit: &Edit| matches!(edit, Edit::Assign { node: at, module: what } if at == node && what == module);
    assigned(document, node).contains(module) || edits.iter().any(assigns)
}

/// What was to be off a node, was never assigned, and is there for others.
fn brought_in(changed: &Value, after: &Naive, node: &str, module: &str) -> Option<Refusal> {
    let set = &after.nodes.get(node)?.modules;
    (set.get(module) == Some(&false)).then(|| Refusal {
        code: "brought-in",
        node: Some(node.to_owned()),
        key: module.to_owned(),
        parties: brought_in_by(changed, &set.keys().cloned().collect(), node, module),
        ..Refusal::default()
    })
}
