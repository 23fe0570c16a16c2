//! What helps where a name is none, or a selector matches nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    model::{FactName, Mesh, Scalar, SiteName, meant, nearest},
    outcome::Failure,
    report::words::{HEADLINE, count, either, some, typed},
};

/// A selector of a fact that no node has so: which values there are of it, or which facts.
pub(super) fn fact(mesh: &Mesh, typed_part: &str, fact: &FactName, value: &Scalar) -> Failure {
    let failure = Failure::usage("no-such-name", format!("{typed_part} matches no node"));
    let mut facts: BTreeSet<FactName> = BTreeSet::new();
    let mut values: BTreeMap<String, usize> = BTreeMap::new();
    for (node, _) in mesh.nodes() {
        let has = mesh.facts(node);
        has.get(fact).into_iter().for_each(|value| *values.entry(typed(value)).or_default() += 1);
        facts.extend(has.into_keys());
    }
    if values.is_empty() {
        let help = meant(fact.as_str(), facts.iter().map(FactName::as_str)).unwrap_or_else(|| match facts.len() {
            0 => "no node has a fact yet: `provost node set NODE --fact NAME=VALUE` states one".to_owned(),
            _ => {
                format!("no node has a {fact}; the facts there are: {}", listed(facts.iter().map(ToString::to_string)))
            }
        });
        return failure.help(help);
    }
    let near = nearest(&typed(value), values.keys().map(String::as_str));
    let near: Vec<String> = near.into_iter().map(|value| format!("{fact}={value}")).collect();
    let near = (!near.is_empty()).then(|| format!("did you mean {}?", either(&near)));
    let there = values.iter().map(|(value, nodes)| format!("{fact}={value} ({})", count(*nodes, "node")));
    let there = format!("there is {}", listed(there));
    failure.help(near.into_iter().chain([there]).collect::<Vec<_>>().join("\n"))
}

/// A selector of a site at which no node stands.
pub(super) fn empty_site(typed_part: &str, site: &SiteName) -> Failure {
    Failure::usage("no-such-name", format!("{typed_part} matches no node"))
        .help(format!("no node stands at {site}: `provost node set NODE --site {site}` puts one there"))
}

fn listed(all: impl Iterator<Item = String>) -> String {
    some(&all.collect::<Vec<_>>(), 2 * HEADLINE)
}
