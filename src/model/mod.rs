//! The nouns of Provost and what always holds of them.
//!
//! This room knows no database, no terminal and no decision: it says what a mesh is made of.

mod fact;
mod manifest;
mod name;
mod number;
mod path;
mod resource;
mod scope;

pub use fact::{Need, Scalar};
pub use manifest::{Claims, Manifest, Provides};
pub use name::{
    ClaimName, FactName, Kind, LONGEST, ModuleName, Name, NameError, NodeName, ProvisionName, ResourceId, SiteName,
    kind,
};
pub use number::Number;
pub use path::{AbsolutePath, PathError};
pub use resource::{Identity, Port, Protocol, Reflects, Resource, same_value};
pub use scope::Scope;
