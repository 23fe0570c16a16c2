//! Candidates: what would answer a requirement that is refused, and why one would not do.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::change::covers;
use super::read::{catalogue, extent, facts_of, names, pin_of, provided};
use super::{Party, Refusal, facts, offering, resolve, set_of};

/// What would answer, or would not.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    /// The node that offers it or would run it; none for a module to be assigned somewhere.
    pub(crate) node: Option<String>,
    pub(crate) module: String,
    /// Why it would not do.
    pub(crate) why: BTreeSet<Why>,
}

/// A reason why a candidate would not do.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    /// The machine's fact is not as it needs it.
    Need(String),
    /// The claim has these holders already.
    Claim(String, BTreeSet<Party>),
    /// These put there what it would put there, known by this key.
    Resource(String, BTreeSet<Party>),
    /// Its offer is for another site.
    Reach,
}

/// The candidates of a refusal over a requirement.
pub(crate) fn candidates_of(document: &Value, refusal: &Refusal) -> BTreeSet<Candidate> {
    let node = refusal.node.as_deref().expect("a requirement is on a node");
    let by: BTreeSet<&str> = refusal.parties.iter().map(|(_, module, _)| module.as_str()).collect();
    let here = || modules_here(document, node, &refusal.key, &by);
    let near = || nodes(document, node, &refusal.key, true);
    let far = || nodes(document, node, &refusal.key, false);
    match refusal.code {
        "no-provider" | "choose-module" => here(),
        "no-node" => modules_somewhere(document, &refusal.key).into_iter().chain(here()).chain(far()).collect(),
        "choose-node" => near().into_iter().chain(here()).collect(),
        "pin-unanswered" => {
            let pinned = pin_of(document, node, &refusal.key);
            near().into_iter().chain(far().into_iter().filter(|candidate| candidate.node == pinned)).collect()
        }
        code => panic!("{code} has no candidates"),
    }
}

/// Modules that provide it for their own machine, as far as one of the requirers is another module.
fn modules_here(document: &Value, node: &str, name: &str, by: &BTreeSet<&str>) -> BTreeSet<Candidate> {
    let mut found = BTreeSet::new();
    for module in catalogue(document) {
        let provides = provided(document, &module).contains(&(name.to_owned(), "node".to_owned()));
        if provides && by.iter().any(|by| *by != module) {
            let why = reasons_against(document, node, &module);
            found.insert(Candidate { node: Some(node.to_owned()), module, why });
        }
    }
    found
}

/// Modules that provide it for others, wherever they would run.
fn modules_somewhere(document: &Value, name: &str) -> BTreeSet<Candidate> {
    let wide = |module: &String| {
        let mut provisions = provided(document, module).into_iter();
        provisions.any(|(offered, scope)| offered == name && scope != "node")
    };
    let modules = catalogue(document).into_iter().filter(wide);
    modules.map(|module| Candidate { node: None, module, why: BTreeSet::new() }).collect()
}

/// The other nodes whose offer reaches a node, or those whose offer does not, each by its first module.
fn nodes(document: &Value, taker: &str, name: &str, reaching: bool) -> BTreeSet<Candidate> {
    let mut found = BTreeSet::new();
    for giver in names(document, "nodes").into_iter().filter(|giver| giver != taker) {
        let set = set_of(document, &giver);
        let reaches = offering(document, &set, taker, &giver, name);
        let first = match reaching {
            true => reaches.into_iter().next(),
            false => set.into_iter().find(|module| {
                let for_its_site = provided(document, module).contains(&(name.to_owned(), "site".to_owned()));
                for_its_site && extent(document, taker) != extent(document, &giver)
            }),
        };
        let why = if reaching { BTreeSet::new() } else { BTreeSet::from([Why::Reach]) };
        found.extend(first.map(|module| Candidate { node: Some(giver), module, why }));
    }
    found
}

/// Why a module would not do on a node: its needs; else the collisions that it would bring there.
fn reasons_against(document: &Value, node: &str, module: &str) -> BTreeSet<Why> {
    let unmet = facts::unmet(document, module, &facts_of(document, node));
    if !unmet.is_empty() {
        return unmet.into_iter().map(Why::Need).collect();
    }
    let mut with = document.clone();
    with["assignments"].as_array_mut().expect("a document has assignments").push(json!([node, module]));
    let (was, is) = (set_of(document, node), set_of(&with, node));
    let before = resolve(document).refusals;
    let mut why = BTreeSet::new();
    for refusal in resolve(&with).refusals {
        if before.iter().any(|old| covers(old, &refusal)) {
            continue;
        }
        let is_new = |party: &Party| party.0 == node && is.contains(&party.1) && !was.contains(&party.1);
        let others = || refusal.parties.iter().filter(|party| party.0 != node || party.1 != module).cloned().collect();
        match refusal.code {
            "claim-collision" if refusal.parties.iter().any(is_new) => {
                why.insert(Why::Claim(refusal.key.clone(), others()));
            }
            "resource-collision" if refusal.node.as_deref() == Some(node) => {
                why.insert(Why::Resource(refusal.key.clone(), others()));
            }
            _ => {}
        }
    }
    why
}
