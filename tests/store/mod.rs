//! The schema and the store, on a real database: what plain SQL may do, and what the store writes and reads.

mod canonical;
mod edits;
mod history;
mod meaningless;
mod schema;
mod session;
mod support;
