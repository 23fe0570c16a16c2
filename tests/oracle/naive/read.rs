//! What a mesh document says, asked anew each time.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The entries of a list; none where there is no list.
pub(super) fn entries<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// A text; empty where there is none.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The names of the document's nodes or modules.
pub(super) fn names(document: &Value, key: &str) -> Vec<String> {
    let named = |entry: &Value| text(&entry["name"]);
    entries(document, key).iter().map(named).collect()
}

/// The names of all modules, sorted.
pub(super) fn catalogue(document: &Value) -> Vec<String> {
    let mut modules = names(document, "modules");
    modules.sort();
    modules
}

fn named<'v>(document: &'v Value, key: &str, name: &str) -> &'v Value {
    let mut found = entries(document, key).iter().filter(|entry| entry["name"] == name);
    found.next().unwrap_or(&Value::Null)
}

/// A module's manifest.
pub(super) fn manifest<'v>(document: &'v Value, module: &str) -> &'v Value {
    named(document, "modules", module)
}

/// A node's facts.
pub(super) fn facts_of(document: &Value, node: &str) -> Map<String, Value> {
    let facts = named(document, "nodes", node)["facts"].as_object();
    facts.cloned().unwrap_or_default()
}

/// What a site-wide thing of a node is wide over: the site's name, or the node itself.
pub(super) fn extent(document: &Value, node: &str) -> (Option<String>, Option<String>) {
    match named(document, "nodes", node)["site"].as_str() {
        Some(site) => (Some(site.to_owned()), None),
        None => (None, Some(node.to_owned())),
    }
}

/// The modules assigned to a node.
pub(crate) fn assigned(document: &Value, node: &str) -> BTreeSet<String> {
    let of_node = |pair: &&Value| pair[0] == node;
    let pairs = entries(document, "assignments").iter().filter(of_node);
    pairs.map(|pair| text(&pair[1])).collect()
}

/// The node that answers a name for a node, where a person has decided it.
pub(crate) fn pin_of(document: &Value, node: &str, name: &str) -> Option<String> {
    let mut pins = entries(document, "pins").iter();
    let pin = pins.find(|pin| pin[0] == node && pin[1] == name)?;
    Some(text(&pin[2]))
}

/// The names that a module requires.
pub(super) fn requires(document: &Value, module: &str) -> BTreeSet<String> {
    let requires = entries(manifest(document, module), "requires");
    requires.iter().map(text).collect()
}

/// The names that a module provides, each with its scope.
pub(super) fn provided(document: &Value, module: &str) -> Vec<(String, String)> {
    scoped(entries(manifest(document, module), "provides"))
}

/// The names that a module claims, each with its scope.
pub(super) fn claimed(document: &Value, module: &str) -> Vec<(String, String)> {
    scoped(entries(manifest(document, module), "claims"))
}

fn scoped(list: &[Value]) -> Vec<(String, String)> {
    let scoped = |entry: &Value| match entry.as_str() {
        Some(name) => (name.to_owned(), "node".to_owned()),
        None => (text(&entry["name"]), entry["scope"].as_str().unwrap_or("node").to_owned()),
    };
    list.iter().map(scoped).collect()
}
