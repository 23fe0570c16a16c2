//! What modules can never share a node, whatever else is there: found in the catalogue alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Catalogue, ModuleId, Resource};

use super::index::{Contested, Entry};

/// What two modules exclude each other over: `claim` or a type, and the claim, path, unit or port.
pub type Over = (String, String);

/// For each of these modules and what is disputed, the modules with which it can never share a node.
pub fn exclusions(
    catalogue: &Catalogue,
    modules: &BTreeSet<ModuleId>,
) -> BTreeMap<(Over, ModuleId), BTreeSet<ModuleId>> {
    let mut found = BTreeMap::new();
    claims(catalogue, modules, &mut found);
    resources(catalogue, modules, &mut found);
    found
}

type Found = BTreeMap<(Over, ModuleId), BTreeSet<ModuleId>>;

/// Two modules that claim the same collide on one node at any scope.
fn claims(catalogue: &Catalogue, modules: &BTreeSet<ModuleId>, found: &mut Found) {
    let mut claimers: BTreeMap<_, Vec<ModuleId>> = BTreeMap::new();
    for (id, module) in catalogue.modules() {
        for (claim, _) in &module.claims {
            claimers.entry(*claim).or_default().push(id);
        }
    }
    for (claim, claimers) in claimers {
        for module in claimers.iter().filter(|id| modules.contains(id)) {
            let others: BTreeSet<ModuleId> = claimers.iter().copied().filter(|other| other != module).collect();
            if !others.is_empty() {
                let over = ("claim".to_owned(), catalogue.claim(claim).to_string());
                found.insert((over, *module), others);
            }
        }
    }
}

fn resources(catalogue: &Catalogue, modules: &BTreeSet<ModuleId>, found: &mut Found) {
    let contests = Contested::of(catalogue);
    let mut by_contest: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
    for (id, _) in catalogue.modules() {
        for entry in contests.of_module(id) {
            by_contest.entry(entry.contest).or_default().push(*entry);
        }
    }
    for entries in by_contest.values() {
        for entry in entries.iter().filter(|entry| modules.contains(&entry.module)) {
            let Some(one) = resource(catalogue, entry) else { continue };
            let excludes = |other: &&Entry| {
                other.module != entry.module
                    && (entry.exact || other.exact)
                    && resource(catalogue, other).is_some_and(|other| one.collides_with(other))
            };
            let others: Vec<ModuleId> = entries.iter().filter(excludes).map(|other| other.module).collect();
            if !others.is_empty() {
                let over = (one.identity.kind().to_owned(), one.identity.own_key().unwrap_or_default());
                found.entry((over, entry.module)).or_default().extend(others);
            }
        }
    }
}

fn resource<'a>(catalogue: &'a Catalogue, entry: &Entry) -> Option<&'a Resource> {
    catalogue.get(entry.module)?.manifest().resources.get(entry.resource)
}
