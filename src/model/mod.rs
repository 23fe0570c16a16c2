//! The nouns of Provost and what always holds of them.
//!
//! This room knows no database, no terminal and no decision: it says what a mesh is made of.

mod document;
mod fact;
mod manifest;
mod name;
mod near;
mod number;
mod path;
pub mod read;
mod resource;
mod scope;

pub use document::{Document, DocumentNode};
pub use fact::{Need, Scalar};
pub use manifest::{Claims, Manifest, Provides};
pub use name::{
    ClaimName, FactName, Kind, LONGEST, ModuleName, Name, NameError, NodeName, ProvisionName, ResourceId, SiteName,
    kind,
};
pub use near::{meant, nearest};
pub use number::Number;
pub use path::{AbsolutePath, PathError};
pub use resource::{Identity, Port, Protocol, Reflects, Resource, same_value};
pub use scope::Scope;
