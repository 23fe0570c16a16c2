//! What a refused command, typed again after a remedy, would undo.

use crate::{
    model::{Edit, NodeName},
    resolver::{verdict::Change, world::World},
};

/// Whether a change removes a node.
fn removes(change: &Change, node: &NodeName) -> bool {
    change.edits.iter().any(|edit| matches!(edit, Edit::RemoveNode { node: gone } if gone == node))
}

impl World {
    /// Whether a command, typed again after an edit, would undo it: what it found as it is to be, it would find otherwise.
    pub(super) fn is_at_odds(&self, edit: &Edit, change: &Change) -> bool {
        let is_new = |edit: &Edit| !change.edits.iter().any(|asked| edit.says(asked));
        match edit {
            // What is put on a node that goes would go with it.
            Edit::Assign { node, .. } if change.prunes || removes(change, node) => true,
            // What is put on a node that everything is taken off would be taken off too.
            Edit::Assign { node, .. } if change.chosen.assigned.contains(node) => true,
            Edit::Assign { node, module } => change.off.iter().any(|(on, off)| (on, off) == (node, module)),
            Edit::Pin { node, provision, .. } => {
                change.restates
                    || (is_new(edit) && change.pins.iter().any(|(on, pinned)| (on, pinned) == (node, provision)))
            }
            Edit::Unassign { node, module } => {
                let pair = self.mesh.node_id(node).zip(self.mesh.module_id(module));
                pair.is_some_and(|pair| change.wanted.contains(&pair))
            }
            Edit::Fact { node, fact, .. } => {
                change.restates
                    || change.chosen.facts.contains(fact)
                    || change.facts.iter().any(|(on, stated)| (on, stated) == (node, fact))
            }
            Edit::Site { .. } => change.restates || change.chosen.sites,
            Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => false,
        }
    }
}
