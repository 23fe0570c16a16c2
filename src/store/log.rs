//! The record of changes: who changed what, when and by which command. It is only ever added to.

use std::io::{self, Write};

use postgres::{
    Row,
    types::{ToSql, Type},
};
use serde::Serialize;
use serde_json::{json, value::RawValue};

use super::{
    columns::{EPOCH, Json},
    copy::Writer,
    error::{Doing, StoreError},
    session::{Session, wrote},
    written::Written,
};
use crate::model::{Digest, Edit, Moment, NodeName};

const RECORDING: Doing = Doing::Recording;
/// From so many edits on the record is streamed: as a parameter it would be in memory three times.
const STREAMED: usize = 1_000;

const READING: Doing = Doing::ReadingRecord;

/// What is recorded of a change beside who made it and when.
#[derive(Clone, Copy, Debug)]
pub struct Record<'r> {
    /// The command, as it would be typed.
    pub command: &'r str,
    /// What the operator said about it.
    pub message: Option<&'r str>,
    /// Who the operating system says the operator is.
    pub os_user: Option<&'r str>,
    /// What was changed, as JSON lists it.
    pub edits: &'r [Edit],
    /// The digest of the mesh that the change led to.
    pub digest: Option<Digest>,
    /// Answers that moved, a JSON list.
    pub moved: Option<&'r str>,
    /// Answers that were made explicit, a JSON list.
    pub settled: Option<&'r str>,
    /// The refusals that were left in the mesh, a JSON list.
    pub unresolved: Option<&'r str>,
}

/// A change, as it was recorded.
#[derive(Clone, Debug, Serialize)]
pub struct Recorded {
    /// Its number.
    pub id: i64,
    /// When it was made.
    pub at: Moment,
    /// The role in the database.
    pub db_user: String,
    /// Who the operating system said the operator was.
    pub os_user: Option<String>,
    /// The command.
    pub command: String,
    /// What the operator said about it.
    pub message: Option<String>,
    /// How many edits it was.
    pub steps: i64,
    /// The digest of the mesh that it led to.
    pub digest: Option<Digest>,
    /// The edits; where they were asked for.
    pub edits: Option<Box<RawValue>>,
    /// Answers that moved.
    pub moved: Option<Box<RawValue>>,
    /// Answers that were made explicit.
    pub settled: Option<Box<RawValue>>,
    /// The refusals that were left.
    pub unresolved: Option<Box<RawValue>>,
}

/// Which changes are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// At most so many.
    pub limit: Option<i64>,
    /// Those after this one.
    pub after: Option<i64>,
    /// With their edits, which can be very many.
    pub edits: bool,
    /// With so many of the first edits, where not with all.
    pub first_edits: Option<i64>,
    /// Those alone that have an edit about this node, by the name that it had then.
    pub node: Option<&'w str>,
    /// Those alone that changed something of the mesh: who may do what is on record too.
    pub of_mesh: bool,
}

/// Records a change in the transaction that makes it, and gives back its number.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn record(session: &mut Session<'_>, record: &Record<'_>) -> Result<i64, StoreError> {
    let id = if record.edits.len() < STREAMED { insert(session, record) } else { copy_in(session, record) }?;
    let id = id.ok_or(StoreError::Astray { doing: RECORDING, expected: 1, found: 0 })?;
    session.written = Some(Written::Change { id, at: session.now() });
    Ok(id)
}

/// That a role was given what it may do, or that it was taken.
#[derive(Clone, Copy, Debug)]
pub struct AccessRecord<'r> {
    /// The command, as it would be typed.
    pub command: &'r str,
    /// Who the operating system says the operator is.
    pub os_user: &'r str,
    /// The role.
    pub role: &'r str,
    /// What it may do from now on; `None` where that is nothing.
    pub may: Option<&'r str>,
    /// The node whose login it is.
    pub node: Option<&'r str>,
}

/// Records that rights were given or taken, in the transaction that does it.
///
/// # Errors
/// Where the server fails, the role may not, or whoever records a change does not finish in time.
pub fn record_access(session: &mut Session<'_>, record: &AccessRecord<'_>) -> Result<(), StoreError> {
    let AccessRecord { command, os_user, role, may, node } = record;
    let edits = json!([{"edit": "access", "role": role, "node": node, "after": may}]).to_string();
    // Each record is linked to the one before. Whoever changes the mesh does so alone, and this is beside it.
    session.execute(RECORDING, "lock table public.change in share row exclusive mode", &[])?;
    let statement = "insert into public.change (at, os_user, command, edits, steps) \
        values (clock_timestamp(), $1, $2, $3::text::json, 1)";
    let with: [(&(dyn ToSql + Sync), Type); 3] = [(os_user, Type::TEXT), (command, Type::TEXT), (&edits, Type::TEXT)];
    match session.execute(RECORDING, statement, &with)? {
        1 => Ok(()),
        found => Err(StoreError::Astray { doing: RECORDING, expected: 1, found }),
    }
}

/// The number of the record, where there is one then.
fn insert(session: &mut Session<'_>, record: &Record<'_>) -> Result<Option<i64>, StoreError> {
    let edits = serde_json::to_string(record.edits)
        .map_err(|error| StoreError::Value { doing: RECORDING, message: error.to_string() })?;
    let (steps, digest) = (record.edits.len() as i64, record.digest.map(|digest| digest.0.to_vec()));
    // As text: the server reads it as JSON once, and this side makes no tree of it.
    let statement = "insert into public.change \
        (at, os_user, command, message, edits, steps, moved, settled, unresolved, digest) \
        values ($1, $2, $3, $4, $5::text::json, $6, $7::text::json, $8::text::json, $9::text::json, $10) \
        returning id";
    session.first(
        RECORDING,
        statement,
        &[
            (&session.time(), Type::TIMESTAMPTZ),
            (&record.os_user, Type::TEXT),
            (&record.command, Type::TEXT),
            (&record.message, Type::TEXT),
            (&edits, Type::TEXT),
            (&steps, Type::INT8),
            (&record.moved, Type::TEXT),
            (&record.settled, Type::TEXT),
            (&record.unresolved, Type::TEXT),
            (&digest, Type::BYTEA),
        ],
        |row| row.try_get(0),
    )
}

/// The same by a copy, into which the edits are written one by one.
fn copy_in(session: &mut Session<'_>, record: &Record<'_>) -> Result<Option<i64>, StoreError> {
    let copy = "copy public.change \
        (at, os_user, command, message, edits, steps, moved, settled, unresolved, digest) \
        from stdin (format binary)";
    let (asker, at) = (session.asker().clone(), session.now().0 - EPOCH);
    let of = |error: io::Error| StoreError::of_stream(&error, RECORDING, &asker);
    let into = session.client().copy_in(copy).map_err(|error| StoreError::of(&error, RECORDING, &asker))?;
    let mut length = Length(0);
    serde_json::to_writer(&mut length, record.edits).map_err(io::Error::from).map_err(of)?;
    let mut writer = Writer::new(into);
    writer.row(10).map_err(of)?.bytes(&at.to_be_bytes()).text(record.os_user);
    writer.text(Some(record.command)).text(record.message);
    writer.streamed(length.0, |to| Ok(serde_json::to_writer(to, record.edits)?)).map_err(of)?;
    writer.bytes(&(record.edits.len() as i64).to_be_bytes());
    writer.text(record.moved).text(record.settled).text(record.unresolved);
    match &record.digest {
        Some(digest) => writer.bytes(&digest.0),
        None => writer.null(),
    };
    let into = writer.finish().map_err(of)?;
    let found = into.finish().map_err(|error| StoreError::of(&error, RECORDING, &asker))?;
    wrote(RECORDING, 1, found)?;
    // Whoever changes the mesh does so alone: the newest record is this one.
    Ok(session.first(RECORDING, "select max(id) from public.change", &[], |row| row.try_get(0))?.flatten())
}

/// Counts what is written to it.
struct Length(usize);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Changes, the newest first.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn read(session: &mut Session<'_>, wanted: &Wanted<'_>) -> Result<Vec<Recorded>, StoreError> {
    let statement = "select id, at, db_user, os_user, command, message, steps, \
        digest, case when $3 then edits::text when $4 is not null then (select coalesce(json_agg(edit order by place), \
            '[]')::text from json_array_elements(edits) with ordinality as entry(edit, place) where place <= $4) end, \
        moved::text, settled::text, unresolved::text \
        from public.change where ($2 is null or id > $2) \
            and ($5 is null or exists (select from json_array_elements(edits) as entry(edit) \
                where $5 in (edit ->> 'node', edit ->> 'from') \
                    or (edit ->> 'edit' in ('rename-node', 'allow-move') and $5 = edit ->> 'to') \
                    or (edit ->> 'edit' = 'pin' and $5 in (edit ->> 'before', edit ->> 'after')))) \
            and not ($6 and steps = 1 and coalesce(edits -> 0 ->> 'edit' = 'access', false)) \
        order by id desc limit $1";
    let with = [
        (&wanted.limit as _, Type::INT8),
        (&wanted.after as _, Type::INT8),
        (&wanted.edits as _, Type::BOOL),
        (&wanted.first_edits as _, Type::INT8),
        (&wanted.node as _, Type::TEXT),
        (&wanted.of_mesh as _, Type::BOOL),
    ];
    session.read(READING, statement, &with, recorded)
}

/// A change by which a node got another name.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// The number of the change.
    pub id: i64,
    /// When it was made.
    pub at: Moment,
    /// The name it had.
    pub from: NodeName,
    /// The name it got.
    pub to: NodeName,
}

/// The changes by which a node got or lost a name, the newest first.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn renames(session: &mut Session<'_>, node: &str) -> Result<Vec<Renamed>, StoreError> {
    let statement = "select id, at, edit ->> 'node', edit ->> 'to' \
        from public.change, json_array_elements(edits) with ordinality as entry(edit, place) \
        where edit ->> 'edit' = 'rename-node' and $1 in (edit ->> 'node', edit ->> 'to') order by id desc, place desc";
    let renamed = |row: &Row| {
        let name = |column| Ok::<_, postgres::Error>(NodeName::stored(row.try_get(column)?));
        Ok(Renamed { id: row.try_get(0)?, at: row.try_get(1)?, from: name(2)?, to: name(3)? })
    };
    session.read(READING, statement, &[(&node, Type::TEXT)], renamed)
}

/// The changes of the mesh that came after the last one that led to a digest, the newest first; `None` where none led
/// to it.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn since(session: &mut Session<'_>, reviewed: Digest) -> Result<Option<Vec<Recorded>>, StoreError> {
    let statement = "select max(id) from public.change where digest = $1";
    let with = [(&reviewed.0.as_slice() as _, Type::BYTEA)];
    match session.first(READING, statement, &with, |row| row.try_get::<_, Option<i64>>(0))?.flatten() {
        None => Ok(None),
        after => read(session, &Wanted { after, of_mesh: true, ..Wanted::default() }).map(Some),
    }
}

fn recorded(row: &Row) -> Result<Recorded, postgres::Error> {
    let json = |column| Ok::<_, postgres::Error>(row.try_get::<_, Option<Json>>(column)?.map(|json| json.0));
    Ok(Recorded {
        id: row.try_get(0)?,
        at: row.try_get(1)?,
        db_user: row.try_get(2)?,
        os_user: row.try_get(3)?,
        command: row.try_get(4)?,
        message: row.try_get(5)?,
        steps: row.try_get(6)?,
        digest: row.try_get(7)?,
        edits: json(8)?,
        moved: json(9)?,
        settled: json(10)?,
        unresolved: json(11)?,
    })
}
