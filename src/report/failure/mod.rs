//! Why the store could not do what was asked, in words: what happened, and what to do now.
//!
//! The store tells what is involved, as values; every sentence about that is here.

mod connect;
mod local;
mod migrate;
mod store;

pub use self::{
    connect::{server, warning},
    local::{made, server_package},
    migrate::applied,
    store::{cause, meaningless},
};

/// What is told as a failure.
pub trait Worded {
    /// What happened.
    fn message(&self) -> String;

    /// What to do now.
    fn help(&self) -> String;
}
