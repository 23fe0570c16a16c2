//! How a node is other than it was before a step, in small numbers.

use crate::model::{ModuleId, NodeId, ProvisionId};

use super::{
    answers::Take,
    decide::Taken,
    world::{Step, World},
};

/// A provision, the node that it is taken from, and the module there.
pub(super) type TakenId = (ProvisionId, NodeId, ModuleId);

/// How the set and the takes of a node differ from what they were.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Difference {
    /// Modules that join, by name.
    pub(super) gained: Vec<ModuleId>,
    /// Modules that leave, by name.
    pub(super) lost: Vec<ModuleId>,
    /// Takes that come.
    pub(super) takes_gained: Vec<TakenId>,
    /// Takes that go.
    pub(super) takes_lost: Vec<TakenId>,
}

impl World {
    /// How the set and the takes of a node differ from what they were before a step, if they do.
    pub(super) fn difference(&self, step: &Step, node: NodeId) -> Option<Difference> {
        let before = self.resolution.view_before(&step.replaced, node);
        let after = self.resolution.view(node);
        let missing = |set: &[ModuleId], from: &[ModuleId]| -> Vec<ModuleId> {
            set.iter().copied().filter(|id| !self.resolution.index.is_in(from, *id)).collect()
        };
        let (gained, lost) = (missing(after.set, before.set), missing(before.set, after.set));
        let (takes_gained, takes_lost) = (new(after.takes, before.takes), new(before.takes, after.takes));
        let is_none = gained.is_empty() && lost.is_empty() && takes_gained.is_empty() && takes_lost.is_empty();
        (!is_none).then_some(Difference { gained, lost, takes_gained, takes_lost })
    }

    /// Takes by name, in order.
    pub(super) fn taken(&self, takes: &[TakenId]) -> Vec<Taken> {
        let named = |(provision, from, module): &TakenId| Taken {
            provision: self.mesh.catalogue.provision(*provision).clone(),
            from: self.mesh.node_name(*from).clone(),
            module: self.mesh.catalogue.name(*module).clone(),
        };
        let mut taken: Vec<Taken> = takes.iter().map(named).collect();
        taken.sort();
        taken
    }
}

fn new(takes: &[Take], others: &[Take]) -> Vec<TakenId> {
    let id = |take: &Take| (take.provision, take.from, take.module);
    takes.iter().map(id).filter(|take| !others.iter().any(|other| id(other) == *take)).collect()
}
