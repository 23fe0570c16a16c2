//! What a remedy does besides settling its refusal.

use crate::{
    model::{Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionName},
    resolver::{
        refusal::Effect,
        world::{Step, World},
    },
};

impl World {
    /// What steps change on nodes, beyond what was asked.
    pub(super) fn effect_of(&self, steps: &[Step], asked: &[Edit]) -> Effect {
        let assigned = |node: &NodeName, module: &ModuleName| {
            asked.iter().any(|edit| matches!(edit, Edit::Assign { node: n, module: m } if (n, m) == (node, module)))
        };
        let unassigned = |node: &NodeName, module: &ModuleName| {
            asked.iter().any(|edit| matches!(edit, Edit::Unassign { node: n, module: m } if (n, m) == (node, module)))
        };
        let mut effect = Effect::default();
        for step in steps {
            let mut nodes = self.resolution.replaced_nodes(&step.replaced, &self.mesh);
            nodes.sort_by(|a, b| self.mesh.node_name(*a).cmp(self.mesh.node_name(*b)));
            for (id, difference) in nodes.into_iter().filter_map(|id| Some((id, self.difference(step, id)?))) {
                let (node, name) = (self.mesh.node_name(id), |id: ModuleId| self.mesh.catalogue.name(id).clone());
                let gained = difference.gained.into_iter().map(name).filter(|module| !assigned(node, module));
                effect.gains.extend(gained.map(|module| (node.clone(), module)));
                let lost = difference.lost.into_iter().map(name).filter(|module| !unassigned(node, module));
                effect.loses.extend(lost.map(|module| (node.clone(), module)));
                let gained = &difference.takes_gained;
                let lost = difference.takes_lost.iter().filter(|(name, _, _)| !gained.iter().any(|now| now.0 == *name));
                let own = lost.filter(|(name, _, _)| self.answers_itself(id, name));
                effect.answers.extend(own.map(|(name, from, _)| (node.clone(), name.clone(), from.clone())));
                let takes = difference.takes_gained.into_iter();
                effect.takes.extend(takes.map(|(provision, from, _)| (node.clone(), provision, from)));
            }
        }
        effect
    }

    /// Whether a node's own set answers what the set requires.
    fn answers_itself(&self, node: NodeId, provision: &ProvisionName) -> bool {
        let Some(provision) = self.mesh.catalogue.provision_id(provision) else { return false };
        let modules = || self.resolution.view(node).set.iter().filter_map(|id| self.mesh.catalogue.get(*id));
        modules().any(|module| module.requires(provision))
            && modules().any(|module| module.provides(provision).is_some())
    }
}
