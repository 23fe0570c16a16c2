//! What the database is.

use super::{
    error::{Doing, StoreError},
    session::Session,
};

const READING: Doing = Doing::LookingAtDatabase;

/// A database and the server that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the database.
    pub database: String,
    /// The version of the server.
    pub server_version: String,
}

/// The database of a session.
///
/// # Errors
/// Where the server fails.
pub fn about(session: &mut Session<'_>) -> Result<About, StoreError> {
    let statement = "select current_database()::text, current_setting('server_version')";
    let about = session
        .first(READING, statement, &[], |row| Ok(About { database: row.try_get(0)?, server_version: row.try_get(1)? }));
    about?.ok_or(StoreError::Astray { doing: READING, expected: 1, found: 0 })
}
