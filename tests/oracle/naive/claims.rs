//! Claims: names that only one holder may have within a scope.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Refusal;
use super::read::{claimed, extent};

/// Who holds a claim, and how wide.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    node: String,
    module: String,
    scope: String,
}

/// Every claim that two holders have within one extent, told at the widest scope at which it is held.
pub(super) fn collisions(document: &Value, sets: &BTreeMap<String, BTreeSet<String>>) -> Vec<Refusal> {
    let mut claims: BTreeMap<String, BTreeSet<Holder>> = BTreeMap::new();
    for (node, set) in sets {
        for module in set {
            for (name, scope) in claimed(document, module) {
                claims.entry(name).or_default().insert(Holder { node: node.clone(), module: module.clone(), scope });
            }
        }
    }
    claims.iter().flat_map(|(name, holders)| collisions_of(document, name, holders)).collect()
}

fn collisions_of(document: &Value, name: &str, holders: &BTreeSet<Holder>) -> Vec<Refusal> {
    if holders.iter().any(|holder| holder.scope == "mesh") {
        return told(name, None, "mesh", holders).into_iter().collect();
    }
    let mut refusals = Vec::new();
    let extents: BTreeSet<_> = holders.iter().map(|holder| extent(document, &holder.node)).collect();
    for wide in extents {
        let mut within = holders.clone();
        within.retain(|holder| extent(document, &holder.node) == wide);
        if within.iter().any(|holder| holder.scope == "site") {
            // A node without a site stands for itself.
            let about = format!("site {}", wide.0.as_deref().unwrap_or_default());
            refusals.extend(told(name, wide.1, about.trim(), &within));
            continue;
        }
        let nodes: BTreeSet<_> = within.iter().map(|holder| holder.node.clone()).collect();
        for node in nodes {
            let mut on_node = within.clone();
            on_node.retain(|holder| holder.node == node);
            refusals.extend(told(name, Some(node), "node", &on_node));
        }
    }
    refusals
}

/// A refusal, where there are two holders.
fn told(name: &str, node: Option<String>, about: &str, holders: &BTreeSet<Holder>) -> Option<Refusal> {
    let party = |holder: &Holder| (holder.node.clone(), holder.module.clone(), None);
    (holders.len() > 1).then(|| Refusal {
        code: "claim-collision",
        node,
        key: name.to_owned(),
        about: about.to_owned(),
        parties: holders.iter().map(party).collect(),
        ..Refusal::default()
    })
}
