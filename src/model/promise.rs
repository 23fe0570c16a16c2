//! What the database promises.

use serde::{Serialize, Serializer};

/// Something that the database promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// Tables, views, functions and all that belongs to them are as the migrations made them, and nothing joined them.
    Schema,
    /// What refers to something finds it.
    References,
    /// What is worked out of a manifest is right.
    Catalogue,
    /// Every version of a manifest that was declared is kept, whole.
    Manifests,
    /// Generations have no gaps, and each declares something.
    Generations,
    /// No push was altered, taken out or put in, nor anything that it declared.
    Pushes,
    /// What was declared is what its digest says.
    Declarations,
    /// What every node was told last is the newest that it was told.
    Last,
    /// What every machine acknowledged last is the newest that it acknowledged.
    Acknowledgements,
    /// No change of the record was altered, taken out or put in.
    Log,
    /// The mesh can be read: everything in it has a meaning.
    Mesh,
}

impl Promise {
    /// What it is about, in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::References => "references",
            Self::Catalogue => "catalogue",
            Self::Manifests => "manifests",
            Self::Generations => "generations",
            Self::Pushes => "pushes",
            Self::Declarations => "declarations",
            Self::Last => "last",
            Self::Acknowledgements => "acknowledgements",
            Self::Log => "log",
            Self::Mesh => "mesh",
        }
    }
}

impl Serialize for Promise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
