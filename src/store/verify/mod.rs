//! What the database promises, looked at anew: whatever wrote to it, switched a constraint off, or altered what is only
//! ever added to.
//!
//! A constraint that is there and valid was never broken while it was on, so what is looked at is that each is there,
//! and what may have come in while it was not. What the digests are made of is read here and worked out elsewhere.

mod kept;
mod statements;

use postgres::types::Type;

pub use kept::{Told, declarations, declared};

use super::{error::StoreError, session::Session};

const VERIFYING: &str = "looking whether the database keeps what it promises";
/// The most breaks of one promise that are told.
pub const MOST: usize = 20;

/// What the schema consists of, a line each, as [`statements::SCHEMA`] tells it of a database that was just migrated.
const SCHEMA: &str = include_str!("schema.txt");

/// Something that the database promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Promise {
    /// Tables, columns, constraints, triggers, functions and views are as the migrations made them.
    Schema,
    /// What refers to something finds it.
    References,
    /// What is worked out of a manifest is right.
    Catalogue,
    /// Every version of a manifest that was declared is kept, whole.
    Manifests,
    /// Generations have no gaps, and each declares something.
    Generations,
    /// What was declared is what its digest says.
    Declarations,
    /// What every node was told last is the newest that it was told.
    Last,
    /// What every machine acknowledged last is the newest that it acknowledged.
    Acknowledgements,
    /// No change of the record was altered, taken out or put in.
    Log,
    /// The mesh can be read: everything in it has a meaning.
    Mesh,
}

/// How a promise is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The promise.
    pub promise: Promise,
    /// How many things were looked at.
    pub looked_at: i64,
    /// The first of those of which it does not hold.
    pub broken: Vec<String>,
}

/// The promises that a statement can look at, each by itself.
pub const BY_STATEMENT: [Promise; 7] = [
    Promise::References,
    Promise::Catalogue,
    Promise::Manifests,
    Promise::Generations,
    Promise::Last,
    Promise::Acknowledgements,
    Promise::Log,
];

/// Whether the schema is as the migrations made it. What somebody added is theirs.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn schema(session: &mut Session<'_>) -> Result<Kept, StoreError> {
    let has = schema_lines(session)?;
    let promised = SCHEMA.lines().filter(|line| !line.is_empty());
    let missing = promised.clone().filter(|line| !has.iter().any(|has| has == line));
    let broken = missing.take(MOST).map(|line| format!("it lacks {line}")).collect();
    Ok(Kept { promise: Promise::Schema, looked_at: promised.count() as i64, broken })
}

/// What the schema consists of, a line each, sorted.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn schema_lines(session: &mut Session<'_>) -> Result<Vec<String>, StoreError> {
    let rows = session.rows(VERIFYING, statements::SCHEMA, &[])?;
    let lines = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>();
    lines.map_err(|error| session.told(&error, VERIFYING))
}

/// How one of [`BY_STATEMENT`] is kept.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn kept(session: &mut Session<'_>, promise: Promise) -> Result<Kept, StoreError> {
    let Some((count, broken)) = statements::of(promise) else {
        return Ok(Kept { promise, looked_at: 0, broken: Vec::new() });
    };
    let rows = session.rows(VERIFYING, count, &[])?;
    let looked_at = rows.first().map(|row| row.try_get(0)).transpose();
    let looked_at = looked_at.map_err(|error| session.told(&error, VERIFYING))?.unwrap_or(0);
    let statement = format!("select what from ({broken}) as broken(what) order by what collate \"C\" limit $1");
    let rows = session.rows(VERIFYING, &statement, &[(&(MOST as i64), Type::INT8)])?;
    let broken = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>();
    Ok(Kept { promise, looked_at, broken: broken.map_err(|error| session.told(&error, VERIFYING))? })
}

/// The link of the newest change: kept elsewhere, it shows later that nothing before it was altered.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn newest_link(session: &mut Session<'_>) -> Result<Option<crate::model::Digest>, StoreError> {
    let rows = session.rows(VERIFYING, "select link from public.change order by id desc limit 1", &[])?;
    let link = rows.first().map(|row| row.try_get::<_, &[u8]>(0)).transpose();
    link.map(|link| link.map(super::canonical::digest)).map_err(|error| session.told(&error, VERIFYING))
}
