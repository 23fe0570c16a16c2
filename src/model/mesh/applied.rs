//! What edits did to a mesh.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Mesh, Node, neighbours::Neighbours};
use crate::model::{
    catalogue::{Module, ModuleId, NodeId, SiteId},
    name::SiteName,
};

/// What edits did to a mesh, and what was there before.
#[derive(Debug, Default)]
pub struct Applied {
    pub(super) saved: Vec<Saved>,
    pub(super) assigned: usize,
    pub(super) facts: usize,
    /// How many nodes there had been: what came after them goes as a whole.
    pub(super) nodes: usize,
    /// Who has to do with whom, where an edit asked.
    pub(super) neighbours: Neighbours,
}

#[derive(Debug)]
pub(super) enum Saved {
    /// The node had been like this; `None`: it had not been there at all.
    Node(NodeId, Option<Box<Node>>),
    Site(SiteId, Option<SiteName>),
    Module(ModuleId, Option<Arc<Module>>),
}

impl Applied {
    /// The nodes that were touched, each once.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut nodes: Vec<NodeId> = self
            .saved
            .iter()
            .filter_map(|saved| match saved {
                Saved::Node(id, _) => Some(*id),
                Saved::Site(..) | Saved::Module(..) => None,
            })
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.into_iter()
    }

    /// Whether the catalogue was touched.
    pub fn changed_catalogue(&self) -> bool {
        self.saved.iter().any(|saved| matches!(saved, Saved::Module(..)))
    }

    /// The module as it had been, where the edits registered or removed it.
    pub fn modules_before(&self) -> BTreeMap<ModuleId, Option<Arc<Module>>> {
        let mut before = BTreeMap::new();
        for saved in &self.saved {
            if let Saved::Module(id, module) = saved {
                before.entry(*id).or_insert_with(|| module.clone());
            }
        }
        before
    }

    /// The sites that the edits removed, each with the name that it had last. `mesh` is as they left it.
    pub fn removed_sites(&self, mesh: &Mesh) -> BTreeMap<SiteId, &SiteName> {
        let had = self.saved.iter().filter_map(|saved| match saved {
            Saved::Site(id, Some(name)) if mesh.site_name(*id).is_none() => Some((*id, name)),
            Saved::Site(..) | Saved::Node(..) | Saved::Module(..) => None,
        });
        had.collect()
    }

    /// The modules that the edits removed. `mesh` is as they left it.
    pub fn removed_modules(&self, mesh: &Mesh) -> BTreeSet<ModuleId> {
        let gone = self.saved.iter().filter_map(|saved| match saved {
            Saved::Module(id, _) if mesh.catalogue.get(*id).is_none() => Some(*id),
            Saved::Module(..) | Saved::Node(..) | Saved::Site(..) => None,
        });
        gone.collect()
    }
}
