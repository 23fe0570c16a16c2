//! What is wrong where a promise is not kept.

use std::error::Error;

use postgres::types::{FromSql, Type};

use crate::store::error::Meaningless;

/// Something of which a promise does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Break {
    /// A statement found it.
    Found {
        /// What it is.
        what: Found,
        /// Whom it is about, in the order that is said there; none where there is none.
        about: Vec<Option<String>>,
    },
    /// A declaration is not what its digest says.
    Declaration {
        /// The name of the node.
        node: String,
        /// The generation.
        generation: i64,
    },
    /// The schema lacks a part.
    Lacks(String),
    /// The schema has a part that takes part in what our tables do, and was not promised.
    Joined(String),
    /// A part of the schema is defined otherwise.
    Redefined(String),
    /// A part of the schema is another.
    Altered {
        /// The part.
        part: String,
        /// What it is.
        found: String,
        /// What it was.
        promised: String,
    },
    /// What is stored has no meaning.
    Stored(Meaningless),
    /// The server refused to look, in its words.
    Refused(String),
}

/// What a statement can find, and whom each is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A node is at a site that is not there: the node, the site.
    NodeSite,
    /// A module is assigned to a node that is not there: the module, the node.
    AssignedNode,
    /// A module that is not registered is assigned: the module, the node.
    AssignedModule,
    /// A node that is not there has a pin: the node, the provision.
    PinnedNode,
    /// A pin is to a node that is not there: the node, the provider, the provision.
    PinnedTo,
    /// A node that is not there is held: the node.
    HeldNode,
    /// A declaration is of no push: the name, the generation.
    DeclaredPush,
    /// What was acknowledged was not declared: the node, the generation.
    AcknowledgedDeclaration,
    /// A login is not the role that it was: the role.
    LoginRole,
    /// A login is of what never was a node: the role, the node.
    LoginNode,
    /// What is worked out of a manifest is wrong: the module.
    WorkedOut,
    /// A kept manifest was altered: its number, the module.
    Manifest,
    /// A declaration has a manifest that is not kept: the generation, the name, the number.
    DeclaredManifest,
    /// Generations have a gap: the one after it, the one before it.
    Gap,
    /// A generation declares nothing: the generation.
    Empty,
    /// A push was altered: the generation.
    Pushed,
    /// A seal was altered, or is missing: the generation.
    Seal,
    /// A push has no seal: the generation.
    Unsealed,
    /// The newest declaration is not the last: the node, the generation, the one that is written down.
    LastDeclared,
    /// The newest acknowledgement is not the last: the node, the generation, the one that is written down.
    LastAcknowledged,
    /// A change was altered, or is missing: its number.
    Change,
    /// A change has another number of edits: its number, what it says, what it has.
    Steps,
}

/// What each is called in a statement.
const NAMES: [(&str, Found); 22] = [
    ("node-site", Found::NodeSite),
    ("assigned-node", Found::AssignedNode),
    ("assigned-module", Found::AssignedModule),
    ("pinned-node", Found::PinnedNode),
    ("pinned-to", Found::PinnedTo),
    ("held-node", Found::HeldNode),
    ("declared-push", Found::DeclaredPush),
    ("acknowledged-declaration", Found::AcknowledgedDeclaration),
    ("login-role", Found::LoginRole),
    ("login-node", Found::LoginNode),
    ("worked-out", Found::WorkedOut),
    ("manifest", Found::Manifest),
    ("declared-manifest", Found::DeclaredManifest),
    ("gap", Found::Gap),
    ("empty", Found::Empty),
    ("pushed", Found::Pushed),
    ("seal", Found::Seal),
    ("unsealed", Found::Unsealed),
    ("last-declared", Found::LastDeclared),
    ("last-acknowledged", Found::LastAcknowledged),
    ("change", Found::Change),
    ("steps", Found::Steps),
];

impl<'a> FromSql<'a> for Found {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let name = <&str>::from_sql(kind, raw)?;
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, found)| *found).ok_or_else(|| name.into())
    }

    fn accepts(kind: &Type) -> bool {
        <&str as FromSql>::accepts(kind)
    }
}
