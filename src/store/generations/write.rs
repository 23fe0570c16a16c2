//! A push: one generation, in the transaction that decided it.

use std::io;

use foldhash::HashMap;
use postgres::types::Type;
use uuid::Uuid;

use crate::{
    model::{Digest, ModuleName},
    store::{
        copy::Writer,
        error::{Doing, Meaningless, StoreError},
        session::{Parameters, Session, wrote},
        watch::timed,
        written::Written,
    },
};

const WRITING: Doing = Doing::WritingDeclarations;

const COPY: &str = "copy public.declaration (node, generation, name, site, modules, facts, takes, digest, removed) \
                    from stdin (format binary)";

/// What is recorded of a push.
#[derive(Clone, Copy, Debug)]
pub struct Push<'p> {
    /// What the operator said about it.
    pub message: Option<&'p str>,
    /// Who the operating system says the operator is.
    pub os_user: Option<&'p str>,
    /// The digest of the mesh that is declared.
    pub digest: Digest,
}

/// What a node is told.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The node.
    pub node: Uuid,
    /// Its name.
    pub name: String,
    /// Its site.
    pub site: Option<String>,
    /// Its set, by name, each with the digest of its manifest.
    pub modules: Vec<(ModuleName, Digest)>,
    /// Its facts, a JSON object.
    pub facts: String,
    /// Its takes, a JSON list, whole.
    pub takes: String,
    /// The digest of what its declaration prints.
    pub digest: Digest,
}

/// A node that went.
#[derive(Clone, Debug)]
pub struct Gone {
    /// The node.
    pub node: Uuid,
    /// The name that it had.
    pub name: String,
}

/// Writes a generation and gives back its number. Listeners are told when the transaction is committed.
///
/// # Errors
/// Where the server fails, the role may not, or a manifest is not the one in the catalogue.
pub fn push(
    session: &mut Session<'_>,
    push: &Push<'_>,
    declared: impl IntoIterator<Item = Declared>,
    gone: &[Gone],
) -> Result<i64, StoreError> {
    let generation = begin(session, push)?;
    let versions = keep_manifests(session)?;
    let rows = declared.into_iter();
    let written = timed(COPY, || copy_in(session, generation, &versions, rows, gone))?;
    // What a trigger makes of each row is part of the push.
    let last = "select count(*) from public.last_declaration where generation = $1";
    wrote(WRITING, written, count(session, last, &[(&generation, Type::INT8)])?)?;
    let seal = "select count(*) from public.seal where generation = $1";
    wrote(WRITING, u64::from(written > 0), count(session, seal, &[(&generation, Type::INT8)])?)?;
    let notify = "select pg_notify($1, $2)";
    let text = generation.to_string();
    session.rows(WRITING, notify, &[(&super::CHANNEL, Type::TEXT), (&text, Type::TEXT)])?;
    Ok(generation)
}

/// The next number: nobody else pushes while this session changes the mesh.
fn begin(session: &mut Session<'_>, push: &Push<'_>) -> Result<i64, StoreError> {
    let statement = "insert into public.push (generation, pushed, os_user, message, digest) \
                     select coalesce(max(generation), 0) + 1, $1, $2, $3, $4 from public.push returning generation";
    let with = [
        (&session.time() as _, Type::TIMESTAMPTZ),
        (&push.os_user as _, Type::TEXT),
        (&push.message as _, Type::TEXT),
        (&push.digest.0.as_slice() as _, Type::BYTEA),
    ];
    let generation = session.first(WRITING, statement, &with, |row| row.try_get(0))?;
    let generation = generation.ok_or(StoreError::Astray { doing: WRITING, expected: 1, found: 0 })?;
    session.written = Some(Written::Push { generation, at: session.now() });
    Ok(generation)
}

/// Keeps every manifest of the catalogue that is not kept yet, and gives the numbers of all that are there.
fn keep_manifests(session: &mut Session<'_>) -> Result<HashMap<Digest, i32>, StoreError> {
    let missing = "select count(*) from public.module \
                   where not exists (select from public.manifest_version as kept where kept.digest = module.digest)";
    let missing = count(session, missing, &[])?;
    let keep = "insert into public.manifest_version (digest, manifest) select digest, manifest from public.module \
                where not exists (select from public.manifest_version as kept where kept.digest = module.digest) \
                order by name";
    session.writes(WRITING, missing, keep, &[])?;
    let numbers = "select kept.digest, kept.id from public.manifest_version as kept \
                   where kept.digest in (select digest from public.module)";
    session.read(WRITING, numbers, &[], |row| Ok((row.try_get(0)?, row.try_get(1)?)))
}

fn count(session: &mut Session<'_>, statement: &str, with: Parameters<'_>) -> Result<u64, StoreError> {
    Ok(session.first(WRITING, statement, with, |row| row.try_get(0))?.map_or(0, i64::unsigned_abs))
}

/// Writes the rows, and gives back how many.
fn copy_in(
    session: &mut Session<'_>,
    generation: i64,
    versions: &HashMap<Digest, i32>,
    declared: impl Iterator<Item = Declared>,
    gone: &[Gone],
) -> Result<u64, StoreError> {
    let asker = session.asker().clone();
    let of = |error: io::Error| StoreError::of_stream(&error, WRITING, &asker);
    let copy = session.client().copy_in(COPY).map_err(|error| StoreError::of(&error, WRITING, &asker))?;
    let (mut writer, mut given) = (Writer::new(copy), gone.len() as u64);
    for row in declared {
        given += 1;
        let modules = numbers(&row, versions)?;
        writer.row(9).map_err(of)?.bytes(row.node.as_bytes()).bytes(&generation.to_be_bytes());
        writer.text(Some(&row.name)).text(row.site.as_deref()).bytes(&modules).jsonb(&row.facts).jsonb(&row.takes);
        writer.bytes(&row.digest.0).bytes(&[0]);
    }
    for row in gone {
        writer.row(9).map_err(of)?.bytes(row.node.as_bytes()).bytes(&generation.to_be_bytes());
        writer.text(Some(&row.name)).null().bytes(&array(&[])).jsonb("{}").jsonb("[]").null().bytes(&[1]);
    }
    let copy = writer.finish().map_err(of)?;
    let found = copy.finish().map_err(|error| StoreError::of(&error, WRITING, &asker))?;
    wrote(WRITING, given, found)?;
    Ok(found)
}

/// The numbers of a set's manifests, as an array of integers.
fn numbers(row: &Declared, versions: &HashMap<Digest, i32>) -> Result<Vec<u8>, StoreError> {
    let number = |(name, digest): &(ModuleName, Digest)| {
        let missing = || {
            let (module, node, digest) = (name.clone(), row.name.clone(), *digest);
            StoreError::Stored(Meaningless::Other { module, node, digest })
        };
        versions.get(digest).copied().ok_or_else(missing)
    };
    let numbers: Vec<i32> = row.modules.iter().map(number).collect::<Result<_, _>>()?;
    Ok(array(&numbers))
}

/// An array of four-byte integers as the server receives it; an empty one has no dimension.
fn array(numbers: &[i32]) -> Vec<u8> {
    const INT4: i32 = 23;
    let length = numbers.len() as i32;
    let head: &[i32] = if numbers.is_empty() { &[0, 0, INT4] } else { &[1, 0, INT4, length, 1] };
    let mut bytes: Vec<u8> = head.iter().flat_map(|field| field.to_be_bytes()).collect();
    for number in numbers {
        bytes.extend_from_slice(&4_i32.to_be_bytes());
        bytes.extend_from_slice(&number.to_be_bytes());
    }
    bytes
}
