//! What a change does to very many nodes, in numbers: their names alone would be many times what the mesh takes.

use std::collections::HashSet;

use super::world::{Step, World};

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

impl World {
    /// What a step does to nodes in numbers, where it does very many different things.
    pub(super) fn crowd(&self, step: &Step) -> Option<Crowd> {
        let nodes = self.resolution.replaced_nodes(&step.replaced, &self.mesh);
        if nodes.len() <= MOST {
            return None;
        }
        let (mut crowd, mut ways) = (Crowd::default(), HashSet::new());
        for node in nodes {
            let Some(way) = self.difference(step, node) else { continue };
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
}
