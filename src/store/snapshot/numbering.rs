//! What nodes and modules are numbered by in a mesh that is about to be made, and assignments by these numbers.

use foldhash::HashMap;
use uuid::Uuid;

use super::super::{
    error::{Meaningless, StoreError},
    gathered::{lines, values},
};
use crate::model::{ModuleName, NodeId};

/// The numbers of nodes and modules.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) nodes: HashMap<Uuid, u32>,
    pub(super) modules: HashMap<ModuleName, u32>,
}

impl Numbers {
    pub(super) fn node(&self, id: Uuid) -> Result<NodeId, StoreError> {
        let number = self.nodes.get(&id).copied();
        number.map(NodeId).ok_or(StoreError::Stored(Meaningless::NoNode { node: id }))
    }

    pub(super) fn take_assignments(
        &self,
        nodes: &[u8],
        modules: &[u8],
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), StoreError> {
        // Rows of one node lie beside each other as a rule.
        let mut last = (&[0; 16], None);
        for (id, name) in values(Some(nodes)).zip(lines(Some(modules))) {
            if last.1.is_none() || last.0 != id {
                last = (id, self.nodes.get(&Uuid::from_bytes(*id)).copied());
            }
            match last.1.zip(self.modules.get(name).copied()) {
                Some(pair) => pairs.push(pair),
                None => {
                    let (module, node) = (name.to_owned(), Uuid::from_bytes(*id));
                    return Err(StoreError::Stored(Meaningless::Assignment { module, node }));
                }
            }
        }
        Ok(())
    }
}

/// What is assigned to each node: the modules of all nodes one after the other, and where each node's begin.
pub(super) struct Assigned {
    pub(super) modules: Vec<u32>,
    starts: Vec<u32>,
}

impl Assigned {
    pub(super) fn of(&self, node: usize) -> &[u32] {
        match self.starts.get(node..node + 2) {
            Some([start, end]) => self.modules.get(*start as usize..*end as usize).unwrap_or_default(),
            Some(_) | None => &[],
        }
    }

    /// Of pairs in any order, by counting.
    pub(super) fn sorted(pairs: &[(u32, u32)], nodes: usize) -> Self {
        let mut starts = vec![0; nodes + 1];
        for (node, _) in pairs {
            starts[*node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let (mut next, mut modules) = (starts.clone(), vec![0; pairs.len()]);
        for (node, module) in pairs {
            let place = &mut next[*node as usize];
            modules[*place as usize] = *module;
            *place += 1;
        }
        let mut assigned = Self { modules, starts };
        assigned.sort_each(nodes);
        assigned
    }

    fn sort_each(&mut self, nodes: usize) {
        for node in 0..nodes {
            let (start, end) = (self.starts[node] as usize, self.starts[node + 1] as usize);
            self.modules[start..end].sort_unstable();
        }
    }
}
