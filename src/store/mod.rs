//! The only room that speaks SQL: rows become values of the model here, and values rows.
//!
//! A command opens one [`Session`]: one transaction, which sees one state of the mesh and, for a change, is the only
//! one to change it. Every table is named with its schema and every session sets its own `search_path`, so that
//! nothing that stands in the way of a name is met. Nothing outlives the transaction (no prepared statement, no
//! setting), so that a pooler may hand each one to another server process. Nothing here decides or speaks to people: errors and findings are values, which `report` words.

pub mod about;
pub mod access;
pub mod acknowledgements;
pub mod canonical;
pub mod catalogue;
mod columns;
pub mod connect;
mod copy;
pub mod decided;
pub mod edits;
mod error;
mod gathered;
pub mod generations;
pub mod listen;
pub mod local;
mod lock;
pub mod log;
pub mod migrate;
pub mod names;
mod session;
pub mod snapshot;
mod stream;
pub mod verify;
mod watch;
mod written;

pub use error::{Cause, Denied, Doing, Holder, Malformed, Meaningless, StoreError};
pub use session::{Access, Session};
pub use watch::{Told, watch};
pub use written::Written;
