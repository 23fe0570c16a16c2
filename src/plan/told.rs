//! What a plan tells of its nodes, with their names.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Change, Entry, PlannedGive, PlannedModule, PlannedNode, PlannedOwn, PlannedTake,
    compared::Compared,
    gives::{Give, Gives},
    outline::{Outline, Outlines},
};
use crate::{
    model::{LastDeclared, Mesh, NodeId},
    resolver::{WantedFor, World},
};

/// What there is to tell of the nodes of a plan: plain data, which several threads can look at.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    compared: Compared<'a>,
    outlines: Outlines<'a>,
    refused: &'a BTreeSet<NodeId>,
    gives: &'a Gives,
    own: &'a BTreeMap<NodeId, Vec<PlannedOwn>>,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        world: &'a World,
        compared: Compared<'a>,
        refused: &'a BTreeSet<NodeId>,
        gives: &'a Gives,
        own: &'a BTreeMap<NodeId, Vec<PlannedOwn>>,
    ) -> Self {
        Self { compared, outlines: Outlines::of(world), refused, gives, own }
    }

    /// The mesh.
    pub fn mesh(self) -> &'a Mesh {
        self.compared.mesh
    }

    /// Whether no refusal is about a node.
    pub fn resolves(self, node: NodeId) -> bool {
        !self.refused.contains(&node)
    }

    /// How the declaration of a node differs from its last one; `None` where it is refused.
    pub fn change(self, node: NodeId) -> Option<Change> {
        self.resolves(node).then(|| self.compared.change_of(node))
    }

    /// What a node gives, by provision, module and taker.
    pub fn gives(self, node: NodeId) -> &'a [Give] {
        self.gives.of_node(node)
    }

    /// What a node answers to itself and others could answer too, by provision.
    pub fn own(self, node: NodeId) -> &'a [PlannedOwn] {
        self.own.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Fills an outline with what a node runs and takes.
    pub fn fill(self, node: NodeId, outline: &mut Outline) {
        self.outlines.fill(node, outline);
    }

    /// What one node runs, why, and what it takes and gives.
    pub fn planned(self, entry: Entry<'_>, outline: &mut Outline) -> PlannedNode {
        let node = match entry {
            Entry::Node(node) => node,
            Entry::Gone(last) => return gone(last),
        };
        let mesh = self.mesh();
        self.fill(node, outline);
        PlannedNode {
            node: mesh.node_name(node).clone(),
            site: mesh.site_of(node).cloned(),
            resolves: self.resolves(node),
            held: mesh.node(node).held.as_deref().cloned(),
            change: self.change(node),
            modules: modules(mesh, outline),
            takes: takes(mesh, outline),
            gives: self.named_gives(node),
            own: self.own(node).to_vec(),
            difference: None,
        }
    }

    fn named_gives(self, node: NodeId) -> Vec<PlannedGive> {
        let mesh = self.mesh();
        let gives = self.gives(node).chunk_by(|a, b| (a.provision, a.module) == (b.provision, b.module));
        let named = gives.filter_map(|to| {
            let Give { provision, module, .. } = *to.first()?;
            Some(PlannedGive {
                provision: mesh.catalogue.provision(provision).clone(),
                scope: mesh.catalogue.get(module)?.provides(provision)?,
                module: mesh.catalogue.name(module).clone(),
                to: to.iter().map(|give| mesh.node_name(give.to).clone()).collect(),
            })
        });
        named.collect()
    }
}

/// A node that is declared and gone.
fn gone(last: &LastDeclared) -> PlannedNode {
    PlannedNode {
        node: last.name.clone(),
        site: None,
        resolves: true,
        held: None,
        change: Some(Change::Removed),
        modules: Vec::new(),
        takes: Vec::new(),
        gives: Vec::new(),
        own: Vec::new(),
        difference: None,
    }
}

fn modules(mesh: &Mesh, outline: &Outline) -> Vec<PlannedModule> {
    let modules = outline.modules().map(|(id, assigned, wanted)| PlannedModule {
        name: mesh.catalogue.name(id).clone(),
        version: mesh.catalogue.get(id).and_then(|module| module.manifest().version.clone()),
        assigned,
        wanted_for: WantedFor::named(&mesh.catalogue, wanted),
    });
    modules.collect()
}

fn takes(mesh: &Mesh, outline: &Outline) -> Vec<PlannedTake> {
    let takes = outline.takes().map(|(take, by)| PlannedTake {
        provision: mesh.catalogue.provision(take.provision).clone(),
        from: mesh.node_name(take.from).clone(),
        module: mesh.catalogue.name(take.module).clone(),
        scope: take.scope,
        pinned: take.pinned,
        wanted_for: by.iter().map(|by| mesh.catalogue.name(*by).clone()).collect(),
    });
    takes.collect()
}
