//! Chains: how a module came to be on a node.

use std::collections::BTreeMap;

use serde_json::Value;

use super::read::{assigned, requires};
use super::{only_candidate, set_of};

/// From an assigned module down: each with what it requires of the next one, and the last with nothing.
pub(crate) type Chain = Vec<(String, Option<String>)>;

/// The best chain to each module of a node's set: the shortest; of those the first by the names of its modules; of those
/// the first by what they require.
pub(crate) fn chains(document: &Value, node: &str) -> BTreeMap<String, Chain> {
    let set = set_of(document, node);
    let mut best: BTreeMap<String, Chain> =
        assigned(document, node).into_iter().map(|module| (module.clone(), vec![(module, None)])).collect();
    // As often as a chain can have steps: by then nothing gets better any more.
    for _ in 0..=set.len() {
        for by in &set {
            for name in requires(document, by) {
                let next = only_candidate(document, node, by, &name).filter(|next| set.contains(next));
                let (Some(next), Some(chain)) = (next, best.get(by)) else { continue };
                let mut longer = chain.clone();
                if let Some(last) = longer.last_mut() {
                    last.1 = Some(name);
                }
                longer.push((next.clone(), None));
                if best.get(&next).is_none_or(|known| rank(&longer) < rank(known)) {
                    best.insert(next, longer);
                }
            }
        }
    }
    best
}

fn rank(chain: &Chain) -> (usize, Vec<&String>, Vec<&Option<String>>) {
    (
        chain.len(),
        chain.iter().map(|(module, _)| module).collect(),
        chain.iter().map(|(_, requires)| requires).collect(),
    )
}
