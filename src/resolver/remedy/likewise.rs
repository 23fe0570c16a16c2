//! A remedy of one node, said for another one that is refused alike.

use std::collections::BTreeSet;

use super::Attempt;
use crate::{
    model::{Edit, NodeName, ProvisionName},
    resolver::{
        likeness::{LikeEdit, Likeness},
        refusal::{Effect, Remedy, Way},
    },
};

impl Attempt {
    /// What a remedy does, to be tried.
    pub(super) fn of(way: Way) -> Self {
        match way {
            Way::Before(edits) | Way::AtOnce(edits) | Way::Together(edits) | Way::After(edits) => Self::Edits(edits),
            Way::Option(option) => Self::Option(option),
            Way::WithOption(edits, option) => Self::WithOption(edits, option),
            Way::MoveBefore { from, to, modules } | Way::Move { from, to, modules } => Self::Move(from, to, modules),
        }
    }
}

/// A remedy found for one node, as one for another.
pub(super) fn remedy(remedy: &Remedy, from: &NodeName, to: &NodeName) -> Remedy {
    let of = Likewise { from, to };
    let Effect { gains, loses, takes, answers } = &remedy.effect;
    let placed = |list: &[_]| list.iter().map(|(node, module)| (of.node(node), Clone::clone(module))).collect();
    let taken = |list: &[(NodeName, ProvisionName, NodeName)]| {
        list.iter().map(|(node, name, other)| (of.node(node), name.clone(), of.node(other))).collect()
    };
    let effect = Effect { gains: placed(gains), loses: placed(loses), takes: taken(takes), answers: taken(answers) };
    Remedy { way: of.way(&remedy.way), effect, leaves_others: remedy.leaves_others }
}

/// The edits of a remedy that assigns, unassigns or pins on its own node alone, said for all of some nodes: one command
/// each.
pub(super) fn for_all(remedy: &Remedy, own: &NodeName, nodes: &[NodeName]) -> Option<Vec<Edit>> {
    let (Way::Before(edits) | Way::AtOnce(edits) | Way::Together(edits) | Way::After(edits)) = &remedy.way else {
        return None;
    };
    let is_own = |edit: &Edit| edit.own_node() == Some(own) && !matches!(edit, Edit::Fact { .. });
    let likewise = |edit: &Edit| nodes.iter().map(|to| Likewise { from: own, to }.edit(edit)).collect::<Vec<_>>();
    edits.iter().all(is_own).then(|| edits.iter().flat_map(likewise).collect())
}

/// Whether two ways are the same, in whatever order.
pub(super) fn are_same(a: &Way, b: &Way) -> bool {
    match (parts(a), parts(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => Likeness::AS_IT_IS.way(a) == Likeness::AS_IT_IS.way(b),
        (_, _) => false,
    }
}

/// The edits of a way; `None` of one that is no list of edits, or states facts, which go together.
pub(super) fn parts(way: &Way) -> Option<BTreeSet<LikeEdit<'_>>> {
    let (Way::Before(edits) | Way::AtOnce(edits) | Way::Together(edits) | Way::After(edits)) = way else { return None };
    let states = |edit: &Edit| matches!(edit, Edit::Fact { .. });
    (!edits.iter().any(states)).then(|| edits.iter().map(|edit| Likeness::AS_IT_IS.edit(edit)).collect())
}

struct Likewise<'a> {
    from: &'a NodeName,
    to: &'a NodeName,
}

impl Likewise<'_> {
    fn node(&self, node: &NodeName) -> NodeName {
        if node == self.from { self.to.clone() } else { node.clone() }
    }

    fn way(&self, way: &Way) -> Way {
        let edits = |edits: &[Edit]| edits.iter().map(|edit| self.edit(edit)).collect();
        match way {
            Way::Before(all) => Way::Before(edits(all)),
            Way::AtOnce(all) => Way::AtOnce(edits(all)),
            Way::Together(all) => Way::Together(edits(all)),
            Way::After(all) => Way::After(edits(all)),
            Way::Option(option) => Way::Option(*option),
            Way::WithOption(all, option) => Way::WithOption(edits(all), *option),
            Way::MoveBefore { from, to, modules } => {
                Way::MoveBefore { from: self.node(from), to: self.node(to), modules: modules.clone() }
            }
            Way::Move { from, to, modules } => {
                Way::Move { from: self.node(from), to: self.node(to), modules: modules.clone() }
            }
        }
    }

    fn edit(&self, edit: &Edit) -> Edit {
        let mut edit = edit.clone();
        match &mut edit {
            Edit::Pin { node, after: Some(after), .. } => {
                **after = self.node(after);
                *node = self.node(node);
            }
            Edit::Assign { node, .. }
            | Edit::Unassign { node, .. }
            | Edit::Pin { node, .. }
            | Edit::Fact { node, .. }
            | Edit::Site { node, .. } => *node = self.node(node),
            Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => {}
        }
        edit
    }
}
