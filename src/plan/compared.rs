//! What every node would be declared, beside what it was last told.

use foldhash::HashMap;
use uuid::Uuid;

use super::{Change, declare};
use crate::{
    model::{Digest, LastDeclared, Mesh, NodeId},
    resolver::World,
};

/// What was found out by comparing a mesh with what was last declared. Refers to nodes and declarations by number, so
/// that it outlives a look at the mesh.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Every node, by name.
    pub(super) order: Vec<NodeId>,
    /// For each node by number, its digest as it would be declared.
    digests: Vec<Option<Digest>>,
    /// For each node by number, its place among what was last declared.
    last: Vec<Option<u32>>,
    /// The places of what is declared and gone, by name.
    pub(super) removed: Vec<u32>,
}

/// A mesh and its last declarations, compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) last: &'a [LastDeclared],
    pub(super) comparison: &'a Comparison,
}

impl Comparison {
    pub(super) fn of(world: &World, last: &[LastDeclared]) -> Self {
        let order = world.mesh.nodes_by_name();
        let mut digests = vec![None; world.mesh.numbered()];
        for (node, digest) in order.iter().zip(declare::digests(world, &order)) {
            digests[node.index()] = Some(digest);
        }
        let mut comparison = Self { order, digests, ..Self::default() };
        if !last.is_empty() {
            comparison.find(&world.mesh, last);
        }
        comparison
    }

    fn find(&mut self, mesh: &Mesh, last: &[LastDeclared]) {
        self.last = vec![None; mesh.numbered()];
        let present: HashMap<Uuid, NodeId> = mesh.nodes().map(|(id, node)| (node.uuid, id)).collect();
        for (place, told) in (0..).zip(last) {
            match present.get(&told.node) {
                Some(node) => self.last[node.index()] = Some(place),
                None if told.digest.is_some() => self.removed.push(place),
                None => {}
            }
        }
        let key = |place: &u32| last.get(*place as usize).map(|told| (&told.name, told.node));
        self.removed.sort_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<'a> Compared<'a> {
    /// The digest of what a node would be declared; a held one keeps its last declaration.
    pub(super) fn digest_of(self, node: NodeId) -> Option<Digest> {
        match &self.mesh.node(node).held {
            Some(_) => self.last_of(node).and_then(|last| last.digest),
            None => self.comparison.digests.get(node.index()).copied().flatten(),
        }
    }

    /// How the declaration of a node would differ from its last one, held or not.
    pub(super) fn change_released(self, node: NodeId) -> Change {
        let digest = self.comparison.digests.get(node.index()).copied().flatten();
        change(self.last_of(node), digest)
    }

    /// What a node was last told.
    pub(super) fn last_of(self, node: NodeId) -> Option<&'a LastDeclared> {
        let place = self.comparison.last.get(node.index()).copied().flatten()?;
        self.last.get(place as usize)
    }

    /// How the declaration of a node would differ from its last one, refused or not.
    pub(super) fn change_of(self, node: NodeId) -> Change {
        change(self.last_of(node), self.digest_of(node))
    }
}

fn change(last: Option<&LastDeclared>, digest: Option<Digest>) -> Change {
    match last.and_then(|last| last.digest) {
        None => Change::New,
        Some(last) if Some(last) == digest => Change::Unchanged,
        Some(_) => Change::Changed,
    }
}
