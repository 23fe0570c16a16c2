//! How far a provision reaches and a claim excludes.

use serde::Serialize;

/// The scope of a provision or a claim, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// On the machine itself.
    #[default]
    Node,
    /// Within the site; a node without one is a site of its own.
    Site,
    /// Anywhere in the mesh.
    Mesh,
}

impl Scope {
    /// Every scope, from the narrowest to the widest.
    pub const ALL: [Self; 3] = [Self::Node, Self::Site, Self::Mesh];

    /// The word of the model.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Site => "site",
            Self::Mesh => "mesh",
        }
    }

    /// The scope that `word` names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.word() == word)
    }

    /// Whether a provision of this scope is reached from other nodes.
    pub const fn is_wide(self) -> bool {
        !matches!(self, Self::Node)
    }
}
