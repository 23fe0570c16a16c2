//! Answers that move: what was answered and is answered still, but from elsewhere, without anybody having asked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::read::pin_of;
use super::{NaiveNode, resolve};
use crate::oracle::edits::{Edit, apply};

/// Who answers: a node, and a module on it.
pub(crate) type Answerer = (String, String);

/// An answer that moved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moved {
    pub(crate) node: String,
    pub(crate) requirement: String,
    pub(crate) from: Answerer,
    pub(crate) to: Answerer,
    /// The modules that require it.
    pub(crate) by: BTreeSet<String>,
}

/// The answers that edits move, those aside that they ask for.
pub(crate) fn moves(document: &Value, edits: &[Edit]) -> BTreeSet<Moved> {
    let mut moves = moves_between(document, &apply(document, edits));
    moves.retain(|moved| !is_asked_for(document, edits, &moved.node, &moved.requirement, &moved.from, &moved.to));
    moves
}

/// Every answer that is another one in a later document.
pub(crate) fn moves_between(before: &Value, after: &Value) -> BTreeSet<Moved> {
    let (before, after) = (resolve(before), resolve(after));
    let mut by: BTreeMap<(String, String, Answerer, Answerer), BTreeSet<String>> = BTreeMap::new();
    for (node, then) in &after.nodes {
        let Some(now) = before.nodes.get(node) else { continue };
        let (now, then) = (answers(node, now), answers(node, then));
        for ((requirement, module), to) in then {
            let Some(from) = now.get(&(requirement.clone(), module.clone())) else { continue };
            if has_moved(node, from, &to) {
                by.entry((node.clone(), requirement, from.clone(), to)).or_default().insert(module);
            }
        }
    }
    by.into_iter().map(|((node, requirement, from, to), by)| Moved { node, requirement, from, to, by }).collect()
}

/// Every answered requirement of a node: (provision, for which module) to who answers it.
fn answers(node: &str, resolved: &NaiveNode) -> BTreeMap<(String, String), Answerer> {
    let here = resolved.here.iter().map(|(what, module)| (what.clone(), (node.to_owned(), module.clone())));
    resolved.takes.clone().into_iter().chain(here).collect()
}

/// Another node, or another module on another node; which module of its own set answers is the node's affair.
fn has_moved(node: &str, from: &Answerer, to: &Answerer) -> bool {
    from.0 != to.0 || (from.0 != node && from.1 != to.1)
}

fn is_asked_for(
    document: &Value,
    edits: &[Edit],
    node: &str,
    requirement: &str,
    from: &Answerer,
    to: &Answerer,
) -> bool {
    let mut left = document.clone();
    edits.iter().any(|edit| {
        // A pin that went with its node is there no more to be taken out.
        let pinned = pin_of(&left, node, requirement);
        left = apply(&left, std::slice::from_ref(edit));
        match edit {
            Edit::Pin { node: at, name, from: pinned } => {
                at == node && name == requirement && *pinned == to.0 && from.0 != to.0
            }
            Edit::Unpin { node: at, name } => at == node && name == requirement && pinned.is_some(),
            Edit::Assign { .. }
            | Edit::Unassign { .. }
            | Edit::RemoveNode { .. }
            | Edit::SetNode { .. }
            | Edit::Register { .. } => false,
        }
    })
}
