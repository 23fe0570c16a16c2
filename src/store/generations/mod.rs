//! Generations: what nodes were told, written all at once and kept for ever.
//!
//! A row has numbers in place of manifests; each version of a manifest is kept once. So a row is small, and yet any
//! generation can be printed whole.

mod last;
mod read;
mod seen;
mod write;

pub use self::{
    last::last_declared,
    read::{
        Kept, KeptModule, Newest, Pushed, declaration, declarations, declared_after, newest, newest_of, node_called,
        pushes,
    },
    seen::{Seen, Successor, seen, successor},
    write::{Declared, Gone, Push, push},
};

/// The channel on which a push is told, with its generation.
pub const CHANNEL: &str = "provost_push";
