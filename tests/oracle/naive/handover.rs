//! Handing over: what a document says when one node has handed modules to another.

use std::collections::BTreeSet;

use serde_json::Value;

use super::read::{assigned, entries, pin_of, provided, requires, text};
use super::set_of;
use crate::oracle::edits::{Edit, apply};

/// The document after a hand-over, and the names for which answers go along.
pub(crate) fn handed_over(document: &Value, from: &str, to: &str, modules: &[String]) -> (Value, BTreeSet<String>) {
    let mut edits = Vec::new();
    for module in modules.iter().filter(|module| assigned(document, from).contains(*module)) {
        edits.push(Edit::Unassign { node: from.to_owned(), module: module.clone() });
        edits.push(Edit::Assign { node: to.to_owned(), module: module.clone() });
    }
    let moved = apply(document, &edits);
    let no_more: BTreeSet<String> = &offers(document, from) - &offers(&moved, from);
    let followed = &no_more & &offers(&moved, to);
    let assigned_before = assigned(document, from);
    let mut gone: BTreeSet<String> = &set_of(document, from) - &set_of(&moved, from);
    gone.extend(modules.iter().filter(|module| assigned_before.contains(*module)).cloned());
    let stay = set_of(&moved, from);
    let wants = |set: &BTreeSet<String>, name: &str| set.iter().any(|module| requires(document, module).contains(name));
    let mut pins = Vec::new();
    for pin in entries(document, "pins") {
        let (node, name, provider) = (text(&pin[0]), text(&pin[1]), text(&pin[2]));
        let follows = provider == from && followed.contains(&name);
        let answer = if follows { to.to_owned() } else { provider };
        let goes_along = node == from && wants(&gone, &name);
        if goes_along && pin_of(document, to, &name).is_none() {
            pins.push(Edit::Pin { node: to.to_owned(), name: name.clone(), from: answer.clone() });
        }
        if goes_along && !wants(&stay, &name) {
            pins.push(Edit::Unpin { node, name });
        } else if follows {
            pins.push(Edit::Pin { node, name, from: answer });
        }
    }
    // Where nothing was assigned there, nothing is handed over.
    if edits.is_empty() { (document.clone(), BTreeSet::new()) } else { (apply(&moved, &pins), followed) }
}

/// The names that a node's set offers beyond the node.
fn offers(document: &Value, node: &str) -> BTreeSet<String> {
    let provisions = set_of(document, node).into_iter().flat_map(|module| provided(document, &module));
    provisions.filter(|(_, scope)| scope != "node").map(|(name, _)| name).collect()
}
