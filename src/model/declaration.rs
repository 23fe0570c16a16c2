//! What nodes were last told, and what became of it.

use serde::Serialize;
use uuid::Uuid;

use super::{digest::Digest, name::NodeName, time::Moment};

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

/// How a machine stands to what it was last told. The field order is that of the JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The node.
    pub node: NodeName,
    /// The generation that it was told last.
    pub pushed: i64,
    /// The generation that it acknowledged last.
    pub acknowledged: Option<i64>,
    /// When it did so.
    pub at: Option<Moment>,
    /// Why it could not carry that out, in its own words.
    pub failure: Option<String>,
    /// The oldest generation after that one which it was told and did not acknowledge.
    pub silent_of: Option<i64>,
    /// When that was pushed: since when it has been told something that it did not acknowledge.
    pub silent_since: Option<Moment>,
}
