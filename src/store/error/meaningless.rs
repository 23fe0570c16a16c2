//! What is stored and means nothing: somebody wrote it by other means, with what stands in the way of that switched off.

use std::fmt;

use uuid::Uuid;

use crate::{
    model::{Digest, ModuleName},
    store::snapshot::Table,
};

/// Something that is stored and has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaningless {
    /// A manifest of the catalogue that cannot be read.
    Manifest {
        /// The module.
        module: ModuleName,
        /// What is wrong with it.
        faults: String,
    },
    /// The digests of a manifest of the catalogue are not there.
    Undigested {
        /// The module.
        module: ModuleName,
    },
    /// A row of the mesh lacks something, or is of no table.
    Row {
        /// The table, if it is one.
        table: Option<Table>,
        /// What the row has for a name.
        name: String,
    },
    /// A row is about a node that is not there.
    NoNode {
        /// The node.
        node: Uuid,
    },
    /// What is assigned, or to whom, is not there.
    Assignment {
        /// The module.
        module: String,
        /// The node.
        node: Uuid,
    },
    /// A digest has another length.
    Digest {
        /// How many bytes it has.
        bytes: usize,
    },
    /// A moment is none: it is for ever.
    Moment,
    /// JSON that cannot be read.
    Json {
        /// What is wrong with it.
        fault: String,
    },
    /// A declaration refers to a manifest that is not kept.
    Declaration {
        /// The name of the node.
        node: String,
        /// The generation.
        generation: i64,
    },
    /// The catalogue has another manifest of a module than what was decided on.
    Other {
        /// The module.
        module: ModuleName,
        /// The name of the node that runs it.
        node: String,
        /// The digest that the manifest had.
        digest: Digest,
    },
}

/// The driver hands it on as any error; which one it is, people are told by its words.
impl fmt::Display for Meaningless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Meaningless {}
