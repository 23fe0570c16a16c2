//! Declarations as they were written, with their manifests.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use postgres::{Row, types::Type};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::Seen;
use crate::{
    model::{Digest, Moment},
    store::{
        columns::Json,
        error::{Doing, Meaningless, StoreError},
        session::{Parameters, Session},
    },
};

const READING: Doing = Doing::ReadingDeclarations;

/// What is read of a declaration, in the order in which it is taken apart.
const COLUMNS: &str = "kept.node, kept.generation, kept.name, kept.site, kept.modules, kept.facts::text, \
                       kept.takes::text, kept.digest";

/// A declaration as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The node.
    pub node: Uuid,
    /// The name that it had.
    pub name: String,
    /// The generation.
    pub generation: i64,
    /// The site that it stood at.
    pub site: Option<String>,
    /// Its set, in the order in which it was written.
    pub modules: Vec<KeptModule>,
    /// Its facts, a JSON object.
    pub facts: Box<RawValue>,
    /// Its takes, a JSON list.
    pub takes: Box<RawValue>,
    /// The digest of what it prints; `None` for a tombstone.
    pub digest: Option<Digest>,
}

/// A module of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptModule {
    /// The digest of its manifest.
    pub digest: Digest,
    /// The manifest as JSON, with the contents of files.
    pub manifest: Arc<str>,
}

/// A generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newest {
    /// Its number.
    pub generation: i64,
    /// When it was pushed.
    pub pushed: Moment,
    /// The role that pushed it.
    pub db_user: String,
    /// Who the operating system said the operator was.
    pub os_user: Option<String>,
    /// What the operator said about it.
    pub message: Option<String>,
    /// The digest of the mesh that was declared.
    pub digest: Digest,
}

/// A generation with how much it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// Who pushed it, when and why.
    pub generation: Newest,
    /// How many nodes it declared.
    pub declared: i64,
    /// How many nodes it declared to be gone.
    pub removed: i64,
}

/// Generations, the newest first: at most so many, and those alone that declared a node by the name that it had then.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn pushes(session: &mut Session<'_>, limit: Option<i64>, node: Option<&str>) -> Result<Vec<Pushed>, StoreError> {
    let statement = "select push.generation, pushed, db_user, os_user, message, \
            push.digest, told.declared, told.removed \
        from (select * from public.push where $2 is null or generation in ( \
                select generation from public.declaration where name = $2) \
            order by generation desc limit $1) as push, \
        lateral (select count(*) filter (where not removed) as declared, count(*) filter (where removed) as removed \
            from public.declaration where generation = push.generation) as told \
        order by push.generation desc";
    session.read(READING, statement, &[(&limit as _, Type::INT8), (&node as _, Type::TEXT)], |row| {
        Ok(Pushed { generation: generation(row)?, declared: row.try_get(6)?, removed: row.try_get(7)? })
    })
}

/// The newest generation, if there is one.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn newest(session: &mut Session<'_>) -> Result<Option<Newest>, StoreError> {
    let statement = "select generation, pushed, db_user, os_user, message, \
                     digest from public.push order by generation desc limit 1";
    session.first(READING, statement, &[], generation)
}

fn generation(row: &Row) -> Result<Newest, postgres::Error> {
    Ok(Newest {
        generation: row.try_get(0)?,
        pushed: row.try_get(1)?,
        db_user: row.try_get(2)?,
        os_user: row.try_get(3)?,
        message: row.try_get(4)?,
        digest: row.try_get(5)?,
    })
}

/// For each of these nodes, its newest declaration that is not after a generation: of those that have one, by id.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn declarations(
    session: &mut Session<'_>,
    nodes: &[Uuid],
    not_after: Option<i64>,
) -> Result<Vec<Kept>, StoreError> {
    let statement = format!(
        "select {COLUMNS} from (select distinct unnest($1::uuid[]) as node) as wanted, lateral ( \
            select * from public.declaration \
            where declaration.node = wanted.node and ($2 is null or declaration.generation <= $2) \
            order by declaration.generation desc limit 1) as kept \
        order by kept.node"
    );
    let with = [(&nodes as _, Type::UUID_ARRAY), (&not_after as _, Type::INT8)];
    whole(session, &Seen::All, &statement, &with)
}

/// The newest declaration of a node that is not after a generation, as far as the role sees it.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn declaration(
    session: &mut Session<'_>,
    seen: &Seen,
    node: Uuid,
    not_after: Option<i64>,
) -> Result<Option<Kept>, StoreError> {
    let statement = format!(
        "select {COLUMNS} from {declarations} as kept where kept.node = $1 and kept.generation <= $2 \
         order by kept.generation desc limit 1",
        declarations = seen.declarations()
    );
    let not_after = not_after.unwrap_or(i64::MAX);
    Ok(whole(session, seen, &statement, &[(&node, Type::UUID), (&not_after, Type::INT8)])?.pop())
}

/// The first declarations of a node after a generation, in their order, so many at most.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn declared_after(
    session: &mut Session<'_>,
    seen: &Seen,
    node: Uuid,
    after: i64,
    most: i64,
) -> Result<Vec<Kept>, StoreError> {
    let statement = format!(
        "select {COLUMNS} from {declarations} as kept where kept.node = $1 and kept.generation > $2 \
         order by kept.generation limit $3",
        declarations = seen.declarations()
    );
    let with = [(&node as _, Type::UUID), (&after as _, Type::INT8), (&most as _, Type::INT8)];
    whole(session, seen, &statement, &with)
}

/// The newest generation not after another one in which a node was declared, with the digest of what it was told.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn newest_of(
    session: &mut Session<'_>,
    seen: &Seen,
    node: Uuid,
    not_after: i64,
) -> Result<Option<(i64, Option<Digest>)>, StoreError> {
    let statement = format!(
        "select generation, digest from {declarations} where node = $1 and generation <= $2 \
         order by generation desc limit 1",
        declarations = seen.declarations()
    );
    let with = [(&node as _, Type::UUID), (&not_after as _, Type::INT8)];
    session.first(READING, &statement, &with, |row| Ok((row.try_get(0)?, row.try_get(1)?)))
}

/// The declarations that a statement reads, with their manifests.
fn whole(
    session: &mut Session<'_>,
    seen: &Seen,
    statement: &str,
    with: Parameters<'_>,
) -> Result<Vec<Kept>, StoreError> {
    let rows: Vec<Numbered> = session.read(READING, statement, with, numbered)?;
    let manifests = manifests(session, seen, &rows)?;
    rows.into_iter().map(|row| row.with(&manifests)).collect()
}

/// The node that a name means, or else meant when something was last declared to it.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn node_called(session: &mut Session<'_>, name: &str) -> Result<Option<Uuid>, StoreError> {
    let statement = "select id from (select id, null::int8 as generation from public.node where name = $1 \
        union all select node, generation from public.last_declaration where name = $1) as called \
        order by generation desc nulls first limit 1";
    session.first(READING, statement, &[(&name, Type::TEXT)], |row| row.try_get(0))
}

/// A declaration with the numbers of its manifests.
struct Numbered {
    kept: Kept,
    modules: Vec<i32>,
}

fn numbered(row: &Row) -> Result<Numbered, postgres::Error> {
    let kept = Kept {
        node: row.try_get(0)?,
        generation: row.try_get(1)?,
        name: row.try_get(2)?,
        site: row.try_get(3)?,
        modules: Vec::new(),
        facts: row.try_get::<_, Json>(5)?.0,
        takes: row.try_get::<_, Json>(6)?.0,
        digest: row.try_get(7)?,
    };
    Ok(Numbered { kept, modules: row.try_get(4)? })
}

fn manifests(
    session: &mut Session<'_>,
    seen: &Seen,
    rows: &[Numbered],
) -> Result<BTreeMap<i32, KeptModule>, StoreError> {
    let wanted: BTreeSet<i32> = rows.iter().flat_map(|row| row.modules.iter().copied()).collect();
    let wanted: Vec<i32> = wanted.into_iter().collect();
    let statement = format!("select id, digest, manifest::text from {} where id = any($1)", seen.manifests());
    session.read(READING, &statement, &[(&wanted, Type::INT4_ARRAY)], |row| {
        let manifest: &str = row.try_get(2)?;
        Ok((row.try_get(0)?, KeptModule { digest: row.try_get(1)?, manifest: manifest.into() }))
    })
}

impl Numbered {
    fn with(self, manifests: &BTreeMap<i32, KeptModule>) -> Result<Kept, StoreError> {
        let Self { kept, modules } = self;
        let missing = || {
            let (node, generation) = (kept.name.clone(), kept.generation);
            StoreError::Stored(Meaningless::Declaration { node, generation })
        };
        let modules = modules.iter().map(|id| manifests.get(id).cloned().ok_or_else(missing)).collect::<Result<_, _>>();
        Ok(Kept { modules: modules?, ..kept })
    }
}
