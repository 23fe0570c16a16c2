//! Held nodes: which refusals stop a push, and how a plan counts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Refusal;
use super::read::names;

/// Whether a refusal stops a push: not where it is a held node's own, or, over a site or the mesh, that of held ones alone.
pub(crate) fn stops(refusal: &Refusal, held: &BTreeSet<String>) -> bool {
    match &refusal.node {
        Some(node) => !held.contains(node),
        None => !refusal.parties.iter().all(|(node, _, _)| held.contains(node)),
    }
}

/// How many nodes are held, and how many of the others do not resolve.
pub(crate) fn counts(document: &Value, refusals: &BTreeSet<Refusal>, held: &BTreeSet<String>) -> (usize, usize) {
    let concerns = |refusal: &&Refusal, node: &String| {
        refusal.node.as_ref() == Some(node) || refusal.parties.iter().any(|(party, _, _)| party == node)
    };
    let nodes = names(document, "nodes");
    let refused = |node: &&String| !held.contains(*node) && refusals.iter().any(|refusal| concerns(&refusal, node));
    (nodes.iter().filter(|node| held.contains(*node)).count(), nodes.iter().filter(refused).count())
}
