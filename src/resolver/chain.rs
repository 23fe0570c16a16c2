//! Chains: how a module came to be on a node, from an assignment down to it.

use std::collections::HashMap;

use crate::model::{Mesh, ModuleId, NodeId, ProvisionId};

use super::{closure::brings_in, refusal::Link, resolution::Resolution};

impl Resolution {
    /// What brings in what on a node: a module, its requirement, and the only module that answers it there.
    pub fn brings_in(&self, mesh: &Mesh, node: NodeId) -> Vec<(ModuleId, ProvisionId, ModuleId)> {
        brings_in(mesh, &self.index, &self.classes, self.sets.class(node), node, self.sets.get(node))
    }

    /// The shortest way from an assignment to a module of a node's set, of several the first by name. Found level by
    /// level; each level is in the order of its chains, so that the first way to a module is the one to keep.
    pub fn chain(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Vec<Link> {
        let edges = self.brings_in(mesh, node);
        let mut level: Vec<ModuleId> =
            self.sets.get(node).iter().copied().filter(|id| mesh.is_assigned(node, *id)).collect();
        let mut from: HashMap<ModuleId, Option<(ModuleId, ProvisionId)>> = level.iter().map(|id| (*id, None)).collect();
        while !level.is_empty() && !from.contains_key(&module) {
            let mut next = Vec::new();
            for parent in &level {
                let mut children: Vec<_> = edges.iter().filter(|(by, ..)| by == parent).collect();
                children.sort_by_key(|(_, requirement, child)| {
                    (self.index.rank(*child), mesh.catalogue.provision(*requirement))
                });
                for (_, requirement, child) in children {
                    if let std::collections::hash_map::Entry::Vacant(vacant) = from.entry(*child) {
                        vacant.insert(Some((*parent, *requirement)));
                        next.push(*child);
                    }
                }
            }
            level = next;
        }
        links(mesh, &from, module)
    }
}

fn links(mesh: &Mesh, from: &HashMap<ModuleId, Option<(ModuleId, ProvisionId)>>, module: ModuleId) -> Vec<Link> {
    let mut links = vec![Link { module: mesh.catalogue.name(module).clone(), requires: None }];
    let mut at = module;
    while let Some(Some((parent, requirement))) = from.get(&at) {
        links.push(Link {
            module: mesh.catalogue.name(*parent).clone(),
            requires: Some(mesh.catalogue.provision(*requirement).clone()),
        });
        at = *parent;
    }
    links.reverse();
    links
}
