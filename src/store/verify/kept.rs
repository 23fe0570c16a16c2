//! What was declared, row by row, for whoever works its digest out anew.

use std::{collections::HashMap, io};

use crate::{
    model::Digest,
    store::{
        copy::{long, text},
        error::{Malformed, StoreError},
        session::Session,
        stream::{Stopped, stream},
    },
};

use super::VERIFYING;

/// What was kept of a declaration.
#[derive(Clone, Copy, Debug)]
pub struct Told<'r> {
    /// The name of the node.
    pub name: &'r str,
    /// The generation.
    pub generation: i64,
    /// Its site.
    pub site: Option<&'r str>,
    /// The numbers of its manifests, with commas between.
    pub modules: &'r str,
    /// Its facts, a JSON object.
    pub facts: &'r str,
    /// Its takes, a JSON list.
    pub takes: &'r str,
    /// The digest that was written.
    pub digest: Digest,
}

/// Every declaration that is no tombstone, by generation.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn declarations(session: &mut Session<'_>, mut each: impl FnMut(Told<'_>)) -> Result<(), StoreError> {
    let statement = "copy (select name, generation, site, array_to_string(modules, ','), facts::text, takes::text, \
                     digest from public.declaration where not removed order by generation, name) \
                     to stdout (format binary)";
    stream::<7>(session, VERIFYING, statement, |[name, generation, site, modules, facts, takes, digest]| {
        let told = || {
            Some(Told {
                name: text(name)?,
                generation: long(generation)?,
                site: text(site),
                modules: text(modules)?,
                facts: text(facts)?,
                takes: text(takes)?,
                digest: Digest(digest?.try_into().ok()?),
            })
        };
        each(told().ok_or_else(malformed)?);
        Ok::<_, Stopped>(())
    })
}

/// What a declaration prints of every manifest that is kept, as digests, by the number of the manifest.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn declared(session: &mut Session<'_>) -> Result<HashMap<i32, Digest>, StoreError> {
    let statement = "select id, public.manifest_declared(manifest) from public.manifest_version";
    session.read(VERIFYING, statement, &[], |row| Ok((row.try_get(0)?, row.try_get(1)?)))
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Malformed::Declaration)
}
