//! The naive resolver: a mesh document in; each node's set and takes, and every refusal, out.

mod candidates;
mod chains;
mod change;
mod claims;
mod facts;
mod handover;
mod holds;
mod moves;
mod read;
mod resources;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub(crate) use candidates::{Candidate, Why, candidates_of};
pub(crate) use chains::{Chain, chains};
pub(crate) use change::{refused, was_refused};
pub(crate) use handover::handed_over;
pub(crate) use holds::{counts, stops};
pub(crate) use moves::{Moved, moves, moves_between};
pub(crate) use read::{assigned, pin_of};
use read::{catalogue, extent, facts_of, names, provided, requires};

/// A node and a module on it; for a resource also its id.
pub(crate) type Party = (String, String, Option<String>);

/// What a mesh comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) nodes: BTreeMap<String, NaiveNode>,
    pub(crate) refusals: BTreeSet<Refusal>,
}

/// What one node comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct NaiveNode {
    /// The set; true for what is assigned.
    pub(crate) modules: BTreeMap<String, bool>,
    /// (provision, for which module) to (which node, the first module by name that offers it there).
    pub(crate) takes: BTreeMap<(String, String), (String, String)>,
    /// (provision, for which module) to the first module by name of the set that answers it.
    pub(crate) here: BTreeMap<(String, String), String>,
}

/// A no, as bare facts.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord, Clone)]
pub(crate) struct Refusal {
    pub(crate) code: &'static str,
    pub(crate) node: Option<String>,
    pub(crate) key: String,
    /// The scope and the site of a claim, the type of a resource.
    pub(crate) about: String,
    /// The holders of a collision, the requirers of a requirement.
    pub(crate) parties: BTreeSet<Party>,
    /// The facts that are not as needed, the ids that nothing has.
    pub(crate) lacks: BTreeSet<String>,
}

/// How a requirement of a module on a node is answered.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// By this other module of the set.
    Here(String),
    /// By this node, through this module.
    There(String, String),
    /// By nothing, for this reason.
    Open(&'static str),
}

/// The naive resolution of a mesh document.
pub(crate) fn resolve(document: &Value) -> Naive {
    let sets: BTreeMap<String, BTreeSet<String>> =
        names(document, "nodes").into_iter().map(|node| (node.clone(), set_of(document, &node))).collect();
    let mut naive = Naive::default();
    for (node, set) in &sets {
        let assigned = assigned(document, node);
        let modules = set.iter().map(|module| (module.clone(), assigned.contains(module)));
        let mut resolved = NaiveNode { modules: modules.collect(), ..NaiveNode::default() };
        for module in set {
            for name in requires(document, module) {
                match answer(document, &sets, node, module, &name) {
                    Answer::Here(by) => {
                        resolved.here.insert((name, module.clone()), by);
                    }
                    Answer::There(from, by) => {
                        resolved.takes.insert((name, module.clone()), (from, by));
                    }
                    Answer::Open(code) => {
                        open(&mut naive.refusals, code, node, module, name);
                    }
                }
            }
        }
        naive.nodes.insert(node.clone(), resolved);
        naive.refusals.extend(facts::unmet_needs(document, node, set));
        naive.refusals.extend(resources::collisions(document, node, set));
        naive.refusals.extend(resources::dangling(document, node, set));
    }
    naive.refusals.extend(claims::collisions(document, &sets));
    naive
}

/// One refusal for each node, reason and name, with all who require it.
fn open(refusals: &mut BTreeSet<Refusal>, code: &'static str, node: &str, module: &str, name: String) {
    let same =
        |refusal: &&Refusal| refusal.code == code && refusal.node.as_deref() == Some(node) && refusal.key == name;
    let known = refusals.iter().find(same).cloned();
    let mut refusal = known.unwrap_or_default();
    refusals.remove(&refusal);
    (refusal.code, refusal.node, refusal.key) = (code, Some(node.to_owned()), name);
    refusal.parties.insert((node.to_owned(), module.to_owned(), None));
    refusals.insert(refusal);
}

/// What a node runs: the assigned modules, and whatever is the only answer to a requirement there.
fn set_of(document: &Value, node: &str) -> BTreeSet<String> {
    let mut set = assigned(document, node);
    loop {
        let mut brought_in = None;
        for module in &set {
            for name in requires(document, module) {
                if other_provider(document, &set, module, &name).is_none() {
                    brought_in = brought_in.or(only_candidate(document, node, module, &name));
                }
            }
        }
        match brought_in {
            Some(module) => set.insert(module),
            None => return set,
        };
    }
}

/// The module that a requirement brings in, where nothing of the set answers it.
fn only_candidate(document: &Value, node: &str, module: &str, name: &str) -> Option<String> {
    if pin_of(document, node, name).is_some() || known_wider(document, name) {
        return None;
    }
    match candidates(document, node, module, name).as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// The modules of a set for whose requirements a module is the only candidate.
fn brought_in_by(document: &Value, set: &BTreeSet<String>, node: &str, module: &str) -> BTreeSet<Party> {
    let mut by = BTreeSet::new();
    for other in set {
        for name in requires(document, other) {
            if only_candidate(document, node, other, &name).as_deref() == Some(module) {
                by.insert((node.to_owned(), other.clone(), None));
            }
        }
    }
    by
}

/// The first other module of the set, by name, that provides it at any scope.
fn other_provider(document: &Value, set: &BTreeSet<String>, module: &str, name: &str) -> Option<String> {
    let provides = |other: &&String| provided(document, other).iter().any(|(offered, _)| offered == name);
    set.iter().filter(|other| *other != module).find(provides).cloned()
}

/// Whether the catalogue has it at site or mesh scope, the requirer's own provision included.
fn known_wider(document: &Value, name: &str) -> bool {
    let wide = |module: &String| {
        let mut provisions = provided(document, module).into_iter();
        provisions.any(|(offered, scope)| offered == name && scope != "node")
    };
    catalogue(document).iter().any(wide)
}

/// The other modules that would provide it on the node itself.
fn candidates(document: &Value, node: &str, requirer: &str, name: &str) -> Vec<String> {
    let facts = facts_of(document, node);
    let provides = |module: &str| {
        let mut provisions = provided(document, module).into_iter();
        provisions.any(|(offered, _)| offered == name)
    };
    let mut modules = catalogue(document);
    modules
        .retain(|module| module != requirer && provides(module) && facts::unmet(document, module, &facts).is_empty());
    modules
}

/// How a requirement is answered once every set is known.
fn answer(document: &Value, sets: &BTreeMap<String, BTreeSet<String>>, node: &str, module: &str, name: &str) -> Answer {
    let set = &sets[node];
    if let Some(pinned) = pin_of(document, node, name) {
        return answer_pinned(document, sets, node, module, name, &pinned);
    }
    if let Some(other) = other_provider(document, set, module, name) {
        return Answer::Here(other);
    }
    if !known_wider(document, name) {
        return match candidates(document, node, module, name).len() {
            0 => Answer::Open("no-provider"),
            _ => Answer::Open("choose-module"),
        };
    }
    let mut offers = Vec::new();
    for (other, set) in sets {
        let offering = offering(document, set, node, other, name);
        if let (true, Some(first)) = (other != node, offering.into_iter().next()) {
            offers.push((other.clone(), first));
        }
    }
    match offers.as_slice() {
        [] => Answer::Open("no-node"),
        [(from, by)] => Answer::There(from.clone(), by.clone()),
        _ => Answer::Open("choose-node"),
    }
}

/// A pin decides alone, except that a pooler of the set stands in front of it.
fn answer_pinned(
    document: &Value,
    sets: &BTreeMap<String, BTreeSet<String>>,
    node: &str,
    module: &str,
    name: &str,
    pinned: &str,
) -> Answer {
    let set = &sets[node];
    let is_pooler = |module: &&String| {
        let mut provisions = provided(document, module).into_iter();
        provisions.any(|(offered, _)| offered == name) && requires(document, module).contains(name)
    };
    if let (false, Some(pooler)) = (is_pooler(&&module.to_owned()), set.iter().find(is_pooler)) {
        return Answer::Here(pooler.clone());
    }
    let mut offering = match sets.get(pinned) {
        Some(set) => offering(document, set, node, pinned, name),
        None => BTreeSet::new(),
    };
    if pinned == node {
        offering.remove(module);
    }
    match offering.into_iter().next() {
        None => Answer::Open("pin-unanswered"),
        Some(by) if pinned == node => Answer::Here(by),
        Some(by) => Answer::There(pinned.to_owned(), by),
    }
}

/// The modules through which a node offers a name within reach of another node.
fn offering(document: &Value, set: &BTreeSet<String>, taker: &str, giver: &str, name: &str) -> BTreeSet<String> {
    let mut offering = BTreeSet::new();
    for module in set {
        for (offered, scope) in provided(document, module) {
            let reaches = match scope.as_str() {
                "mesh" => true,
                "site" => extent(document, taker) == extent(document, giver),
                _ => false,
            };
            if offered == name && reaches {
                offering.insert(module.clone());
            }
        }
    }
    offering
}
