//! What differs in the end: edits of which a later one takes back or overtakes an earlier one.

use std::collections::HashMap;

use super::{
    edit::Edit,
    name::{FactName, ModuleName, NodeName, ProvisionName},
};

/// What an edit decides, where a later one can decide it again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decided {
    /// Whether a module is assigned to a node.
    Assignment(NodeName, ModuleName),
    /// What a fact of a node is.
    Fact(NodeName, FactName),
    /// What a provision of a node is pinned to.
    Pin(NodeName, ProvisionName),
    /// Where a node stands.
    Site(NodeName),
}

/// The edits that come to the same as these in order, each thing decided once. Nothing is carried past an edit that
/// changes what names mean, or what goes with them.
pub fn net(edits: Vec<Edit>) -> Vec<Edit> {
    let mut net: Vec<Option<Edit>> = Vec::with_capacity(edits.len());
    let mut decided: HashMap<Decided, usize> = HashMap::new();
    for edit in edits {
        let Some(what) = edit.decides() else {
            if !matches!(edit, Edit::AllowMove { .. } | Edit::Hold { .. } | Edit::AddSite { .. }) {
                decided.clear();
            }
            net.push(Some(edit));
            continue;
        };
        let earlier = decided.get(&what).copied().and_then(|at| net.get_mut(at));
        match earlier.and_then(Option::take) {
            Some(earlier) => match both(earlier, edit) {
                Some(both) => {
                    decided.insert(what, net.len());
                    net.push(Some(both));
                }
                None => drop(decided.remove(&what)),
            },
            None => {
                decided.insert(what, net.len());
                net.push(Some(edit));
            }
        }
    }
    net.into_iter().flatten().collect()
}

impl Edit {
    /// What it decides, where a later edit can decide it again.
    pub fn decides(&self) -> Option<Decided> {
        Some(match self {
            Self::Assign { node, module } | Self::Unassign { node, module } => {
                Decided::Assignment(node.clone(), module.clone())
            }
            Self::Fact { node, fact, .. } => Decided::Fact(node.clone(), fact.clone()),
            Self::Pin { node, provision, .. } => Decided::Pin(node.clone(), provision.clone()),
            Self::Site { node, .. } => Decided::Site(node.clone()),
            Self::AddSite { .. }
            | Self::RenameSite { .. }
            | Self::RemoveSite { .. }
            | Self::AddNode { .. }
            | Self::RenameNode { .. }
            | Self::RemoveNode { .. }
            | Self::Register { .. }
            | Self::RemoveModule { .. }
            | Self::Hold { .. }
            | Self::AllowMove { .. } => return None,
        })
    }
}

/// Two decisions on the same as one; `None` where all is as it was.
fn both(earlier: Edit, later: Edit) -> Option<Edit> {
    match (earlier, later) {
        (Edit::Fact { before, .. }, Edit::Fact { node, fact, after, .. }) => {
            (before != after).then_some(Edit::Fact { node, fact, before, after })
        }
        (Edit::Pin { before, .. }, Edit::Pin { node, provision, after, .. }) => {
            (before != after).then_some(Edit::Pin { node, provision, before, after })
        }
        (Edit::Site { before, .. }, Edit::Site { node, after, .. }) => {
            (before != after).then_some(Edit::Site { node, before, after })
        }
        (Edit::Assign { .. }, Edit::Unassign { .. }) | (Edit::Unassign { .. }, Edit::Assign { .. }) => None,
        (_, later) => Some(later),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Name};

    fn name<K: Kind>(name: &str) -> Name<K> {
        Name::stored(name)
    }

    fn assign(node: &str) -> Edit {
        Edit::Assign { node: name(node), module: name("pg") }
    }

    fn unassign(node: &str) -> Edit {
        Edit::Unassign { node: name(node), module: name("pg") }
    }

    fn pin(before: Option<&str>, after: Option<&str>) -> Edit {
        let node = |node: Option<&str>| node.map(|node| Box::new(name(node)));
        Edit::Pin { node: name("a"), provision: name("db"), before: node(before), after: node(after) }
    }

    #[track_caller]
    fn come_to(edits: Vec<Edit>, wanted: Vec<Edit>) {
        assert_eq!(serde_json::json!(net(edits)), serde_json::json!(wanted));
    }

    #[test]
    fn says_nothing_of_what_is_taken_back() {
        come_to(vec![unassign("c"), assign("c")], vec![]);
        come_to(vec![assign("c"), unassign("c"), assign("c")], vec![assign("c")]);
        come_to(vec![assign("c"), unassign("b")], vec![assign("c"), unassign("b")]);
        come_to(vec![pin(Some("b"), Some("c")), pin(Some("c"), Some("b"))], vec![]);
        come_to(vec![pin(Some("b"), None), pin(None, Some("c"))], vec![pin(Some("b"), Some("c"))]);
    }

    #[test]
    fn carries_nothing_past_what_changes_names() {
        let renamed = || vec![assign("c"), Edit::RenameNode { node: name("c"), to: name("d") }, unassign("c")];
        come_to(renamed(), renamed());
    }
}
