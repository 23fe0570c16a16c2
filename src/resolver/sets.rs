//! The sets of all nodes, kept in one piece.

use crate::model::{List, Lists, ModuleId, NodeId};

use super::classes::ClassId;

/// For each node its set, by name of the module, and the class of machines that it belongs to.
#[derive(Debug, Default)]
pub(super) struct Sets {
    lists: Lists<ModuleId>,
    of: Vec<Placed>,
}

/// Where the set of a node is kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed {
    list: List<ModuleId>,
    class: ClassId,
}

impl Sets {
    pub(super) fn get(&self, node: NodeId) -> &[ModuleId] {
        self.of.get(node.index()).map_or(&[], |placed| self.lists.get(placed.list))
    }

    pub(super) fn class(&self, node: NodeId) -> ClassId {
        self.of.get(node.index()).map(|placed| placed.class).unwrap_or_default()
    }

    /// Where a node's set is kept now, to be put back later.
    pub(super) fn placed(&self, node: NodeId) -> Placed {
        self.of.get(node.index()).copied().unwrap_or_default()
    }

    pub(super) fn at(&self, placed: Placed) -> &[ModuleId] {
        self.lists.get(placed.list)
    }

    pub(super) fn put(&mut self, node: NodeId, class: ClassId, set: &[ModuleId]) {
        let list = self.lists.add(set.iter().copied());
        self.put_back(node, Placed { list, class });
    }

    pub(super) fn put_back(&mut self, node: NodeId, placed: Placed) {
        if self.of.len() <= node.index() {
            self.of.resize(node.index() + 1, Placed::default());
        }
        self.of[node.index()] = placed;
    }

    pub(super) fn mark(&self) -> usize {
        self.lists.mark()
    }

    pub(super) fn truncate(&mut self, mark: usize) {
        self.lists.truncate(mark);
    }
}
