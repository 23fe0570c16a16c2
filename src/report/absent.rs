//! What was to end and was not there: said once, so that a name that was mistyped does not pass for done.

use indexmap::IndexMap;

use super::words::{NODES, SENTENCE, some};
use crate::model::{NodeName, ProvisionName};

/// Modules that were to be unassigned from nodes to which they were not assigned.
pub fn unassigned(missing: Vec<(String, NodeName)>) -> Vec<String> {
    let mut nodes: IndexMap<String, Vec<String>> = IndexMap::new();
    missing.into_iter().for_each(|(module, node)| nodes.entry(module).or_default().push(node.to_string()));
    let mut modules: IndexMap<Vec<String>, Vec<String>> = IndexMap::new();
    nodes.into_iter().for_each(|(module, nodes)| modules.entry(nodes).or_default().push(module));
    let told = |(nodes, modules): (Vec<String>, Vec<String>)| {
        format!("{} {} not assigned to {}", some(&modules, SENTENCE), were(modules.len()), some(&nodes, NODES))
    };
    modules.into_iter().map(told).collect()
}

/// Nodes that were to be unpinned and had no pin.
pub fn unpinned(missing: &[NodeName], provision: &ProvisionName) -> Option<String> {
    about(missing, &format!("not pinned for {provision}"))
}

/// Nodes that were to be released and were not held.
pub fn released(missing: &[NodeName]) -> Option<String> {
    about(missing, "not held")
}

fn about(missing: &[NodeName], what: &str) -> Option<String> {
    let names: Vec<&str> = missing.iter().map(NodeName::as_str).collect();
    (!names.is_empty()).then(|| format!("{} {} {what}", some(&names, NODES), were(names.len())))
}

const fn were(number: usize) -> &'static str {
    if number == 1 { "was" } else { "were" }
}
