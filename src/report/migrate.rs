//! What the schema of a database is, for people and for programs.

use serde::Serialize;

/// What a migration came to, or what there is to migrate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Migrated<'a> {
    schema: &'static str,
    state: &'static str,
    applied: usize,
    message: &'a str,
}

impl<'a> Migrated<'a> {
    /// What the schema is in a word, how many migrations were made, and all of it in a sentence.
    pub const fn new(state: &'static str, applied: usize, message: &'a str) -> Self {
        Self { schema: "provost.migrate/1", state, applied, message }
    }
}
