//! What nodes were last told.

use uuid::Uuid;

use super::{digest::Digest, name::NodeName};

/// What a node was last told, as far as a plan compares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastDeclared {
    /// The node.
    pub node: Uuid,
    /// The name that it had.
    pub name: NodeName,
    /// The generation.
    pub generation: i64,
    /// The digest of what it was told; `None` for a tombstone.
    pub digest: Option<Digest>,
}
