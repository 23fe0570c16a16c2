//! What roles of the database are to do.

use serde::{Serialize, Serializer};

/// What a role is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rights {
    /// Change the mesh and push it, and see everything.
    Change,
    /// See everything: plans, dry runs, declarations, the record of changes.
    Read,
    /// See what one node was told, and say what became of it: what a machine does.
    Own,
}

impl Rights {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Change, Self::Read, Self::Own];

    /// What somebody is called who has them.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Change => "operator",
            Self::Read => "reader",
            Self::Own => "node",
        }
    }
}

impl Serialize for Rights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
