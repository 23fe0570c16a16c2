//! What a change does to very many nodes, in numbers: their names alone would be many times what the mesh takes.

use std::collections::HashSet;

use crate::model::{ModuleId, NodeId, ProvisionId};

use super::{
    answers::Take,
    world::{Step, World},
};

/// Of more nodes than this, all changed in ways of their own, nobody reads what becomes of each.
const MOST: usize = 1_000;

/// What becomes of very many nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Nodes that gain modules.
    pub gain: usize,
    /// Modules that are gained and assigned.
    pub assigned: usize,
    /// Modules that are gained and brought in.
    pub brought_in: usize,
    /// Nodes that lose modules.
    pub lose: usize,
    /// Nodes that take something from another node that they did not.
    pub take: usize,
    /// Nodes that no longer take something.
    pub leave: usize,
}

/// How one node changes, in small numbers.
#[derive(PartialEq, Eq, Hash)]
struct Way {
    gained: Vec<ModuleId>,
    lost: Vec<ModuleId>,
    takes_gained: Vec<(ProvisionId, NodeId, ModuleId)>,
    takes_lost: Vec<(ProvisionId, NodeId, ModuleId)>,
}

impl World {
    /// What a step does to nodes in numbers, where it does very many different things.
    pub(super) fn crowd(&self, step: &Step) -> Option<Crowd> {
        let nodes = self.resolution.replaced_nodes(&step.replaced, &self.mesh);
        if nodes.len() <= MOST {
            return None;
        }
        let (mut crowd, mut ways) = (Crowd::default(), HashSet::new());
        for node in nodes {
            let way = self.way(step, node);
            let assigned = way.gained.iter().filter(|id| self.mesh.is_assigned(node, **id)).count();
            crowd.assigned += assigned;
            crowd.brought_in += way.gained.len() - assigned;
            crowd.gain += usize::from(!way.gained.is_empty());
            crowd.lose += usize::from(!way.lost.is_empty());
            crowd.take += usize::from(!way.takes_gained.is_empty());
            crowd.leave += usize::from(!way.takes_lost.is_empty());
            if ways.len() <= MOST {
                ways.insert(way);
            }
        }
        (ways.len() > MOST).then_some(crowd)
    }

    fn way(&self, step: &Step, node: NodeId) -> Way {
        let before = self.resolution.view_before(&step.replaced, node);
        let after = self.resolution.view(node);
        let missing = |set: &[ModuleId], from: &[ModuleId]| -> Vec<ModuleId> {
            set.iter().copied().filter(|id| !self.resolution.index.is_in(from, *id)).collect()
        };
        let key = |take: &Take| (take.provision, take.from, take.module);
        let new = |takes: &[Take], others: &[Take]| -> Vec<_> {
            takes.iter().map(key).filter(|take| !others.iter().any(|other| key(other) == *take)).collect()
        };
        Way {
            gained: missing(after.set, before.set),
            lost: missing(before.set, after.set),
            takes_gained: new(after.takes, before.takes),
            takes_lost: new(before.takes, after.takes),
        }
    }
}
