//! What the database promises, looked at anew: whatever wrote to it, switched a constraint off, or altered what is only
//! ever added to.
//!
//! A constraint that is there and valid was never broken while it was on, so what is looked at is that each is there,
//! and what may have come in while it was not. What the digests are made of is read here and worked out elsewhere.

mod broken;
mod kept;
mod schema;
mod statements;

use postgres::types::Type;

pub use broken::{Break, Found};
pub use kept::{Told, declarations, declared};
pub use schema::{schema, schema_lines};

use super::{
    error::{Doing, StoreError},
    session::Session,
};
use crate::model::Digest;

pub use crate::model::Promise;

const VERIFYING: Doing = Doing::Verifying;
/// The most breaks of one promise that are told.
pub const MOST: usize = 20;

/// How a promise is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The promise.
    pub promise: Promise,
    /// How many things were looked at.
    pub looked_at: i64,
    /// The first of those of which it does not hold.
    pub broken: Vec<Break>,
}

/// The promises that a statement can look at, each by itself.
pub const BY_STATEMENT: [Promise; 8] = [
    Promise::References,
    Promise::Catalogue,
    Promise::Manifests,
    Promise::Generations,
    Promise::Pushes,
    Promise::Last,
    Promise::Acknowledgements,
    Promise::Log,
];

/// How one of [`BY_STATEMENT`] is kept.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn kept(session: &mut Session<'_>, promise: Promise) -> Result<Kept, StoreError> {
    let Some((count, broken)) = statements::of(promise) else {
        return Ok(Kept { promise, looked_at: 0, broken: Vec::new() });
    };
    let looked_at = session.first(VERIFYING, count, &[], |row| row.try_get(0))?.unwrap_or(0);
    let statement = format!(
        "select what, about from ({broken}) as broken(what, about) \
         order by what collate \"C\", about collate \"C\" limit $1"
    );
    let broken = session.read(VERIFYING, &statement, &[(&(MOST as i64), Type::INT8)], |row| {
        Ok(Break::Found { what: row.try_get(0)?, about: row.try_get(1)? })
    })?;
    Ok(Kept { promise, looked_at, broken })
}

/// Looks at one promise. What the server refuses, because something that it takes is not there or is another, is told
/// of that promise, and the others are looked at all the same.
///
/// # Errors
/// Where the connection is lost or the role may not.
pub fn looking(
    session: &mut Session<'_>,
    promise: Promise,
    look: impl FnOnce(&mut Session<'_>) -> Result<Kept, StoreError>,
) -> Result<Kept, StoreError> {
    let looked = apart(session, look)?;
    Ok(looked.unwrap_or_else(|message| Kept { promise, looked_at: 0, broken: vec![Break::Refused(message)] }))
}

/// Runs something of which the session outlives what the server refuses of it: that, in its words.
fn apart<T>(
    session: &mut Session<'_>,
    run: impl FnOnce(&mut Session<'_>) -> Result<T, StoreError>,
) -> Result<Result<T, String>, StoreError> {
    session.execute(VERIFYING, "savepoint looking", &[])?;
    match run(session) {
        Err(StoreError::Server { message, .. }) => {
            session.execute(VERIFYING, "rollback to savepoint looking", &[])?;
            Ok(Err(message))
        }
        other => other.map(Ok),
    }
}

/// The link of the newest change: kept elsewhere, it shows later that nothing before it was altered.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn newest_link(session: &mut Session<'_>) -> Result<Option<Digest>, StoreError> {
    newest(session, "select link from public.change order by id desc limit 1")
}

/// The same of the newest push.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn newest_seal(session: &mut Session<'_>) -> Result<Option<Digest>, StoreError> {
    newest(session, "select link from public.seal order by id desc limit 1")
}

/// None where it cannot be read, which is told of another promise.
fn newest(session: &mut Session<'_>, statement: &str) -> Result<Option<Digest>, StoreError> {
    Ok(apart(session, |session| session.first(VERIFYING, statement, &[], |row| row.try_get(0)))?.unwrap_or_default())
}
