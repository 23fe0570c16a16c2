//! Resources: what two modules of one node may not both put there, though neither knows of the other.

use crate::model::{Mesh, ModuleId, NodeId, Resource};

use super::{
    finding::Finding,
    index::{Entry, Index},
};

/// Collisions of resources within a set, one for each key.
pub(super) fn collide(mesh: &Mesh, index: &Index, node: NodeId, set: &[ModuleId], found: &mut Vec<Finding>) {
    let mut entries: Vec<Entry> = set.iter().flat_map(|module| index.contests.of_module(*module)).copied().collect();
    if entries.len() < 2 {
        return;
    }
    entries.sort_unstable_by_key(|entry| (entry.contest, index.rank(entry.module), entry.resource));
    for contest in entries.chunk_by(|a, b| a.contest == b.contest) {
        found.extend(collision(mesh, index, node, contest));
    }
}

fn collision(mesh: &Mesh, index: &Index, node: NodeId, contest: &[Entry]) -> Option<Finding> {
    let first = contest.first()?;
    if contest.iter().all(|entry| entry.module == first.module) {
        return None;
    }
    let stated: Vec<(&Entry, &Resource)> =
        contest.iter().filter_map(|entry| Some((entry, resource(mesh, entry.module, entry.resource)?))).collect();
    let collides = |(a, x): &(&Entry, &Resource)| {
        stated.iter().any(|(b, y)| a.module != b.module && (a.exact || b.exact) && x.collides_with(y))
    };
    let parties: Vec<&(&Entry, &Resource)> = stated.iter().filter(|party| collides(party)).collect();
    let (_, one) = parties.first()?;
    let kind = one.identity.kind();
    let several = parties.iter().any(|(_, other)| other.identity.kind() != kind);
    Some(Finding::Resource {
        node,
        kind: if several { "file" } else { kind }.into(),
        key: index.contests.key(first.contest).into(),
        parties: parties.iter().map(|(entry, _)| (entry.module, entry.resource)).collect(),
    })
}

/// A resource by its module and its place in the manifest.
pub(super) fn resource(mesh: &Mesh, module: ModuleId, place: usize) -> Option<&Resource> {
    mesh.catalogue.get(module)?.manifest().resources.get(place)
}

/// Resources of some modules of a set that name, in a module of it, an id which that module does not have.
pub(super) fn dangling(
    index: &Index,
    node: NodeId,
    (set, suspects): (&[ModuleId], &[ModuleId]),
    found: &mut Vec<Finding>,
) {
    for module in suspects {
        let missing = index.dangling(*module);
        for of_resource in missing.chunk_by(|a, b| a.resource == b.resource) {
            let missing: Vec<_> =
                of_resource.iter().filter(|d| index.is_in(set, d.module)).map(|d| (d.module, d.id.clone())).collect();
            if let (Some(first), false) = (of_resource.first(), missing.is_empty()) {
                found.push(Finding::Reflects { node, module: *module, resource: first.resource, missing });
            }
        }
    }
}
