//! What modules can never share a node, whatever else is there: found in the catalogue alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::model::{Catalogue, ModuleId, Resource, Scope, same_value};

use super::index::{Contested, Entry};

/// What two modules exclude each other over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Over {
    /// What they can never share.
    pub scope: Scope,
    /// `claim`, or the type of a resource.
    pub kind: String,
    /// The claim, path, unit or port.
    pub key: String,
}

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
    let mut claimers: BTreeMap<_, Vec<(ModuleId, Scope)>> = BTreeMap::new();
    for (id, module) in catalogue.modules() {
        for (claim, scope) in &module.claims {
            claimers.entry(*claim).or_default().push((id, *scope));
        }
    }
    for (claim, claimers) in claimers {
        for (module, own) in claimers.iter().filter(|(id, _)| modules.contains(id)) {
            // Two exclude each other wherever the wider one of them reaches.
            for scope in Scope::ALL {
                let meets = |(other, theirs): &&(ModuleId, Scope)| other != module && *own.max(theirs) == scope;
                let others: BTreeSet<ModuleId> = claimers.iter().filter(meets).map(|(other, _)| *other).collect();
                if !others.is_empty() {
                    let key = catalogue.claim(claim).to_string();
                    found.insert((Over { scope, kind: "claim".to_owned(), key }, *module), others);
                }
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
                let (kind, key) = (one.identity.kind().to_owned(), one.identity.own_key().unwrap_or_default());
                let over = Over { scope: Scope::Node, kind, key };
                found.entry((over, entry.module)).or_default().extend(others);
            }
        }
    }
}

/// What modules say otherwise of something that they could share if they agreed, by field.
pub fn disagreement(catalogue: &Catalogue, modules: &[ModuleId], over: &Over) -> BTreeMap<String, Vec<Value>> {
    let is_it = |resource: &&Resource| {
        resource.identity.kind() == over.kind && resource.identity.own_key().as_ref() == Some(&over.key)
    };
    let stated = modules.iter().filter_map(|id| catalogue.get(*id)?.manifest().resources.iter().find(is_it));
    differing(&stated.collect::<Vec<_>>())
}

/// The fields of which some of these resources, of a type that modules share where they agree, say something else than
/// others, with all that is said.
pub(super) fn differing(resources: &[&Resource]) -> BTreeMap<String, Vec<Value>> {
    let mut said: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for resource in resources.iter().filter(|resource| resource.identity.is_shared()) {
        for (field, value) in resource.says() {
            let said = said.entry(field.clone()).or_default();
            if !said.iter().any(|known| same_value(known, value)) {
                said.push(value.clone());
            }
        }
    }
    said.retain(|_, values| values.len() > 1);
    said
}

fn resource<'a>(catalogue: &'a Catalogue, entry: &Entry) -> Option<&'a Resource> {
    catalogue.get(entry.module)?.manifest().resources.get(entry.resource)
}
