//! The schema and the store, on a real database: what plain SQL may do, and what the store writes and reads.

mod edits;
mod support;
