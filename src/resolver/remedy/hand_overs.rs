//! Hand-overs that would settle a refusal.

use std::collections::BTreeSet;

use crate::model::{Edit, ModuleName, NodeName, ProvisionName};

use crate::resolver::{refusal::Refusal, verdict::Change, world::World};

use super::attempts::{Attempt, FEW};

impl World {
    /// Hand-overs that hold the refused change: of a module that is assigned while another node has it, or that is
    /// unassigned while others need it.
    pub(super) fn hand_overs(&self, refusal: &Refusal, change: &Change) -> Vec<Attempt> {
        let involved: BTreeSet<&NodeName> = refusal
            .parties
            .iter()
            .map(|party| &party.node)
            .chain(refusal.candidates.iter().filter_map(|candidate| candidate.node.as_ref()))
            .collect();
        let mut attempts = Vec::new();
        for edit in &change.edits {
            match edit {
                Edit::Assign { node, module } => {
                    let gives = |from: &&&NodeName| **from != node && self.is_or_was_assigned(from, module, change);
                    let unassigned = change.edits.iter().filter_map(|edit| unassigned(edit, module));
                    let from: BTreeSet<&NodeName> = involved.iter().filter(gives).copied().chain(unassigned).collect();
                    attempts.extend(
                        from.into_iter()
                            .filter(|from| *from != node)
                            .map(|from| Attempt::Move(from.clone(), node.clone(), vec![module.clone()])),
                    );
                }
                Edit::Unassign { node, module } => attempts.extend(self.receivers(node, module)),
                Edit::RemoveNode { node } => attempts.extend(self.heirs(node, refusal)),
                Edit::AddSite { .. }
                | Edit::RenameSite { .. }
                | Edit::RemoveSite { .. }
                | Edit::AddNode { .. }
                | Edit::RenameNode { .. }
                | Edit::Site { .. }
                | Edit::Fact { .. }
                | Edit::Register { .. }
                | Edit::RemoveModule { .. }
                | Edit::Pin { .. }
                | Edit::Hold { .. }
                | Edit::AllowMove { .. } => {}
            }
        }
        attempts
    }

    fn is_or_was_assigned(&self, node: &NodeName, module: &ModuleName, change: &Change) -> bool {
        let now = || Some(self.mesh.is_assigned(self.mesh.node_id(node)?, self.mesh.module_id(module)?));
        let was = || change.edits.iter().any(|edit| unassigned(edit, module) == Some(node));
        now().unwrap_or(false) || was()
    }

    /// The few nodes that could receive a module.
    fn receivers(&self, from: &NodeName, module: &ModuleName) -> Vec<Attempt> {
        let Some(id) = self.mesh.module_id(module) else { return Vec::new() };
        let others = self
            .mesh
            .nodes()
            .filter(|(node, _)| !self.resolution.view(*node).set.contains(&id) && self.resolution.suits(*node, id));
        let mut names: Vec<&NodeName> = others.map(|(_, node)| &node.name).filter(|name| *name != from).collect();
        if names.len() > FEW * 2 {
            return Vec::new();
        }
        names.sort();
        names.into_iter().map(|to| Attempt::Move(from.clone(), to.clone(), vec![module.clone()])).collect()
    }

    /// The few nodes that could receive what a node that goes answers others with.
    fn heirs(&self, gone: &NodeName, refusal: &Refusal) -> Vec<Attempt> {
        let Some(provision) = self.mesh.catalogue.provision_id(&ProvisionName::stored(refusal.key())) else {
            return Vec::new();
        };
        let modules = self.resolution.index.wide(provision).iter();
        modules.flat_map(|module| self.receivers(gone, self.mesh.catalogue.name(*module))).collect()
    }
}

fn unassigned<'a>(edit: &'a Edit, module: &ModuleName) -> Option<&'a NodeName> {
    let Edit::Unassign { node, module: off } = edit else { return None };
    (off == module).then_some(node)
}
