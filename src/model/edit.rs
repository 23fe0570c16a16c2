//! Edits: what every change is made of, what is tried, printed and recorded.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{
    author::Person,
    catalogue::Registered,
    digest::Digest,
    fact::Scalar,
    facts::Facts,
    name::{FactName, ModuleName, NodeName, ProvisionName, SiteName},
    time::Moment,
};

/// One step of a change: what, from what, to what.
///
/// A change of a whole mesh has very many assignments, and each takes as much as the largest edit: what other edits have
/// beside two names is boxed.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "edit", rename_all = "kebab-case")]
pub enum Edit {
    /// A site is there.
    AddSite {
        /// The site.
        site: SiteName,
    },
    /// A site has another name.
    RenameSite {
        /// The name it had.
        site: SiteName,
        /// The name it gets.
        to: SiteName,
    },
    /// A site is gone.
    RemoveSite {
        /// The site.
        site: SiteName,
    },
    /// A node is there.
    AddNode {
        /// The node.
        node: NodeName,
        /// Its id.
        id: Uuid,
        /// Its site.
        site: Option<Box<SiteName>>,
        /// Its facts.
        facts: Facts,
    },
    /// A node has another name; its id, assignments, pins and history stay.
    RenameNode {
        /// The name it had.
        node: NodeName,
        /// The name it gets.
        to: NodeName,
    },
    /// A node is gone, with its assignments and the pins at either end.
    RemoveNode {
        /// The node.
        node: NodeName,
    },
    /// A node stands elsewhere.
    Site {
        /// The node.
        node: NodeName,
        /// Its site until now.
        before: Option<Box<SiteName>>,
        /// Its site from now on.
        after: Option<Box<SiteName>>,
    },
    /// A fact about a node is another.
    Fact {
        /// The node.
        node: NodeName,
        /// The fact.
        fact: FactName,
        /// Its value until now.
        before: Option<Box<Scalar>>,
        /// Its value from now on.
        after: Option<Box<Scalar>>,
    },
    /// A manifest is registered, new or changed.
    Register {
        /// The module.
        module: ModuleName,
        /// The manifest that the name had.
        before: Option<Digest>,
        /// The manifest that it gets.
        #[serde(serialize_with = "digest")]
        after: Arc<Registered>,
    },
    /// A module leaves the catalogue.
    RemoveModule {
        /// The module.
        module: ModuleName,
        /// The manifest that it had.
        before: Digest,
    },
    /// A node runs a module.
    Assign {
        /// The node.
        node: NodeName,
        /// The module.
        module: ModuleName,
    },
    /// A node is no longer told to run a module.
    Unassign {
        /// The node.
        node: NodeName,
        /// The module.
        module: ModuleName,
    },
    /// A node is told from where to take a provision; without `after`, no longer.
    Pin {
        /// The node that takes.
        node: NodeName,
        /// The provision.
        provision: ProvisionName,
        /// The node that answered by a pin until now.
        before: Option<Box<NodeName>>,
        /// The node that answers from now on.
        after: Option<Box<NodeName>>,
    },
    /// A node keeps its last declaration; without `after`, no longer.
    Hold {
        /// The node.
        node: NodeName,
        /// The hold that was there.
        before: Option<Box<Hold>>,
        /// The hold from now on.
        after: Option<Box<Hold>>,
    },
    /// An answer is meant to move. Changes nothing in the mesh; recorded, so that it is known who meant it.
    AllowMove {
        /// The node whose answer moves.
        node: NodeName,
        /// The requirement.
        requirement: ProvisionName,
        /// The node that answered it.
        from: Box<NodeName>,
        /// The node that answers it.
        to: Box<NodeName>,
    },
}

impl Edit {
    /// Whether this edit and the next one are said by one command: nodes that gain or lose the same module, or that are
    /// pinned to the same node for the same provision, or no longer pinned.
    pub fn is_one_command(&self, next: &Self) -> bool {
        match (self, next) {
            (Self::Assign { module: a, .. }, Self::Assign { module: b, .. })
            | (Self::Unassign { module: a, .. }, Self::Unassign { module: b, .. }) => a == b,
            (Self::Pin { provision: a, after: p, .. }, Self::Pin { provision: b, after: q, .. }) => (a, p) == (b, q),
            (_, _) => false,
        }
    }

    /// The node that alone this edit is about, where it says what that one runs, takes or is.
    pub fn own_node(&self) -> Option<&NodeName> {
        match self {
            Self::Assign { node, .. }
            | Self::Unassign { node, .. }
            | Self::Pin { node, .. }
            | Self::Fact { node, .. } => Some(node),
            Self::AddSite { .. }
            | Self::RenameSite { .. }
            | Self::RemoveSite { .. }
            | Self::AddNode { .. }
            | Self::RenameNode { .. }
            | Self::RemoveNode { .. }
            | Self::Site { .. }
            | Self::Register { .. }
            | Self::RemoveModule { .. }
            | Self::Hold { .. }
            | Self::AllowMove { .. } => None,
        }
    }

    /// Whether this edit of what nodes run, take or are says the same as another one.
    pub fn says(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Assign { node: a, module: x }, Self::Assign { node: b, module: y })
            | (Self::Unassign { node: a, module: x }, Self::Unassign { node: b, module: y }) => (a, x) == (b, y),
            (Self::Pin { node: a, provision: x, after: p, .. }, Self::Pin { node: b, provision: y, after: q, .. }) => {
                (a, x, p) == (b, y, q)
            }
            (Self::Fact { node: a, fact: x, after: p, .. }, Self::Fact { node: b, fact: y, after: q, .. }) => {
                (a, x, p) == (b, y, q)
            }
            (Self::Site { node: a, after: x, .. }, Self::Site { node: b, after: y, .. }) => (a, x) == (b, y),
            (_, _) => false,
        }
    }

    /// Whether this edit would take back what another one does, or put something in its place.
    pub fn undoes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Assign { node: a, module: x }, Self::Unassign { node: b, module: y })
            | (Self::Unassign { node: a, module: x }, Self::Assign { node: b, module: y }) => (a, x) == (b, y),
            (Self::Pin { node: a, provision: x, .. }, Self::Pin { node: b, provision: y, .. }) => (a, x) == (b, y),
            (Self::Fact { node: a, fact: x, .. }, Self::Fact { node: b, fact: y, .. }) => (a, x) == (b, y),
            (_, _) => false,
        }
    }
}

/// A person's decision that a node keeps its last declaration for now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hold {
    /// Who decided.
    #[serde(flatten)]
    pub by: Person,
    /// When.
    pub at: Moment,
    /// Why.
    pub message: String,
}

fn digest<S: Serializer>(registered: &Arc<Registered>, serializer: S) -> Result<S::Ok, S::Error> {
    registered.digest.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_takes_little_more_than_its_names() {
        assert!(size_of::<Edit>() <= 3 * size_of::<NodeName>(), "{}", size_of::<Edit>());
    }
}
