//! The nouns of Provost and what always holds of them.
//!
//! This room knows no database, no terminal and no decision: it says what a mesh is made of.

mod author;
mod catalogue;
mod declaration;
mod digest;
mod document;
mod edit;
mod fact;
mod facts;
pub mod jsonb;
mod lists;
mod manifest;
mod mesh;
mod name;
mod near;
mod net;
mod number;
mod path;
mod promise;
pub mod read;
mod resource;
mod rights;
mod scope;
pub mod text;
mod time;

pub use author::{Author, Person};
pub use catalogue::{
    Catalogue, ClaimId, FactId, Module, ModuleId, Modules, Names, NodeId, ProvisionId, Registered, SiteId,
};
pub use declaration::{LastDeclared, Standing};
pub use digest::{Digest, Digester};
pub use document::{Assignments, Document, DocumentNode};
pub use edit::{Edit, Hold};
pub use fact::{Bounds, Need, Scalar, ValueKind};
pub use facts::Facts;
pub use lists::{List, Lists};
pub use manifest::{Claims, Manifest, Provides};
pub use mesh::{Applied, ApplyError, Mesh, NewNode, Node, Pin};
pub use name::{
    ClaimName, FactName, Kind, LONGEST, ModuleName, Name, NameError, NodeName, ProvisionName, ResourceId, SiteName,
    kind,
};
pub use near::{meant, nearest};
pub use net::{Decided, net};
pub use number::Number;
pub use path::{AbsolutePath, PathError};
pub use promise::Promise;
pub use resource::{Identity, Port, Protocol, Reflects, Resource, same_value};
pub use rights::Rights;
pub use scope::Scope;
pub use time::Moment;
