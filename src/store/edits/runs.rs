//! Which edits go together in one statement.

use std::collections::HashSet;

use crate::model::Edit;

/// So many edits go in one statement at most: what they take of memory at both ends stays bounded.
const MOST: usize = 20_000;
/// So many bytes of manifests or facts go in one statement at most, but for one that is larger: what is sent is in memory
/// three times.
const MOST_BYTES: usize = 1 << 20;

/// What one statement can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    AddSite,
    RenameSite,
    RemoveSite,
    AddNode,
    RenameNode,
    RemoveNode,
    Site,
    Fact,
    Register,
    RemoveModule,
    Assign,
    Unassign,
    Pin,
    Unpin,
    Hold,
    Release,
    AllowMove,
}

/// The longest runs of edits of one kind of which no two are about the same thing, in order.
pub(super) fn runs(edits: &[Edit]) -> impl Iterator<Item = (Kind, &[Edit])> {
    let mut rest = edits;
    std::iter::from_fn(move || {
        let (kind, _) = kind(rest.first()?);
        let (run, others) = rest.split_at(length(kind, rest));
        rest = others;
        Some((kind, run))
    })
}

fn length(first: Kind, edits: &[Edit]) -> usize {
    let (mut met, mut bytes) = (HashSet::new(), 0);
    let run = edits.iter().take(MOST).take_while(|edit| {
        let (kind, key) = kind(edit);
        bytes += weight(edit);
        kind == first && bytes <= MOST_BYTES && met.insert(key)
    });
    run.count().max(1)
}

fn weight(edit: &Edit) -> usize {
    if let Edit::Register { after, .. } = edit {
        after.text.as_ref().map_or(0, |text| text.len())
    } else if let Edit::AddNode { facts, .. } = edit {
        facts.json().len()
    } else {
        0
    }
}

/// The kind of an edit, and what it is about.
fn kind(edit: &Edit) -> (Kind, (&str, &str)) {
    match edit {
        Edit::AddSite { site } => (Kind::AddSite, (site.as_str(), "")),
        Edit::RenameSite { site, .. } => (Kind::RenameSite, (site.as_str(), "")),
        Edit::RemoveSite { site } => (Kind::RemoveSite, (site.as_str(), "")),
        Edit::AddNode { node, .. } => (Kind::AddNode, (node.as_str(), "")),
        Edit::RenameNode { node, .. } => (Kind::RenameNode, (node.as_str(), "")),
        Edit::RemoveNode { node } => (Kind::RemoveNode, (node.as_str(), "")),
        Edit::Site { node, .. } => (Kind::Site, (node.as_str(), "")),
        Edit::Fact { node, fact, .. } => (Kind::Fact, (node.as_str(), fact.as_str())),
        Edit::Register { module, .. } => (Kind::Register, (module.as_str(), "")),
        Edit::RemoveModule { module, .. } => (Kind::RemoveModule, (module.as_str(), "")),
        Edit::Assign { node, module } => (Kind::Assign, (node.as_str(), module.as_str())),
        Edit::Unassign { node, module } => (Kind::Unassign, (node.as_str(), module.as_str())),
        Edit::Pin { node, provision, after, .. } => {
            (if after.is_some() { Kind::Pin } else { Kind::Unpin }, (node.as_str(), provision.as_str()))
        }
        Edit::Hold { node, after, .. } => {
            (if after.is_some() { Kind::Hold } else { Kind::Release }, (node.as_str(), ""))
        }
        Edit::AllowMove { node, requirement, .. } => (Kind::AllowMove, (node.as_str(), requirement.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ModuleName, NodeName};

    fn assign(node: &str) -> Edit {
        Edit::Assign { node: NodeName::stored(node), module: ModuleName::stored("web") }
    }

    #[test]
    fn parts_what_is_of_another_kind_or_about_the_same() {
        let remove = Edit::RemoveNode { node: NodeName::stored("a") };
        let edits = [assign("a"), assign("b"), remove.clone(), remove, assign("a"), assign("a")];
        let lengths: Vec<_> = runs(&edits).map(|(kind, run)| (kind, run.len())).collect();
        let expected =
            [(Kind::Assign, 2), (Kind::RemoveNode, 1), (Kind::RemoveNode, 1), (Kind::Assign, 1), (Kind::Assign, 1)];
        assert_eq!(lengths, expected);
    }
}
