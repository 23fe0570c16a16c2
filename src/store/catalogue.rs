//! Manifests whole, with the contents of files: for what shows, compares and exports them.

use std::sync::Arc;

use postgres::{Row, types::Type};

use super::{
    error::{Doing, StoreError},
    session::Session,
};
use crate::model::{Digest, ModuleName, Moment};

const READING: Doing = Doing::ReadingManifests;

/// A module as the catalogue has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name.
    pub name: ModuleName,
    /// Its manifest as JSON.
    pub manifest: Arc<str>,
    /// Which version of the manifest this is.
    pub digest: Digest,
    /// When it was registered.
    pub registered: Moment,
}

/// These modules, or all of them, by name; those that are not there are left out.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn manifests(session: &mut Session<'_>, names: Option<&[ModuleName]>) -> Result<Vec<Stored>, StoreError> {
    let names: Option<Vec<&str>> = names.map(|names| names.iter().map(ModuleName::as_str).collect());
    let statement = "select name::text, manifest::text, digest, registered \
                     from public.module where $1 is null or name = any($1) order by name";
    session.read(READING, statement, &[(&names, Type::TEXT_ARRAY)], stored)
}

fn stored(row: &Row) -> Result<Stored, postgres::Error> {
    Ok(Stored {
        name: ModuleName::stored(row.try_get(0)?),
        manifest: row.try_get::<_, &str>(1)?.into(),
        digest: row.try_get(2)?,
        registered: row.try_get(3)?,
    })
}
