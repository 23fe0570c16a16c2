//! What a remedy does besides settling its refusal.

use std::collections::HashSet;

use crate::{
    model::{Edit, ModuleId, NodeId, ProvisionId},
    resolver::{
        decide::Taken,
        difference::TakenId,
        refusal::Effect,
        world::{Step, World},
    },
};

impl World {
    /// What steps change on nodes, beyond what was asked.
    pub(super) fn effect_of(&self, steps: &[Step], asked: &[Edit]) -> Effect {
        let (mut assigned, mut unassigned) = (HashSet::new(), HashSet::new());
        for edit in asked {
            if let Edit::Assign { node, module } = edit {
                assigned.insert((node, module));
            } else if let Edit::Unassign { node, module } = edit {
                unassigned.insert((node, module));
            }
        }
        let mut effect = Effect::default();
        for step in steps {
            let mut nodes = self.resolution.replaced_nodes(&step.replaced, &self.mesh);
            nodes.sort_by(|a, b| self.mesh.node_name(*a).cmp(self.mesh.node_name(*b)));
            for (id, difference) in nodes.into_iter().filter_map(|id| Some((id, self.difference(step, id)?))) {
                let (node, name) = (self.mesh.node_name(id), |id: ModuleId| self.mesh.catalogue.name(id).clone());
                let gained =
                    difference.gained.into_iter().map(name).filter(|module| !assigned.contains(&(node, module)));
                effect.gains.extend(gained.map(|module| (node.clone(), module)));
                let lost = difference.lost.into_iter().map(name).filter(|module| !unassigned.contains(&(node, module)));
                effect.loses.extend(lost.map(|module| (node.clone(), module)));
                let gained = &difference.takes_gained;
                let lost = difference.takes_lost.iter().filter(|lost| !gained.iter().any(|now| now.0 == lost.0));
                let own: Vec<TakenId> = lost.filter(|lost| self.answers_itself(id, lost.0)).copied().collect();
                let of_node = |taken: Taken| (node.clone(), taken.provision, taken.from);
                effect.answers.extend(self.taken(&own).into_iter().map(of_node));
                effect.takes.extend(self.taken(gained).into_iter().map(of_node));
            }
        }
        effect
    }

    /// Whether a node's own set answers what the set requires.
    fn answers_itself(&self, node: NodeId, provision: ProvisionId) -> bool {
        let modules = || self.resolution.view(node).set.iter().filter_map(|id| self.mesh.catalogue.get(*id));
        modules().any(|module| module.requires(provision))
            && modules().any(|module| module.provides(provision).is_some())
    }
}
