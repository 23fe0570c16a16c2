//! Brings the schema of a database up to date, in one transaction, one runner at a time.
//!
//! Every name is written with its schema, so that no `search_path` can put something else in its place. A migration's
//! text is compared by its digest: what was applied is never what somebody edited afterwards.

mod outcome;

use std::time::Duration;

use postgres::{
    Client, GenericClient, IsolationLevel, SimpleQueryMessage, Transaction,
    error::{ErrorPosition, SqlState},
};

pub use self::outcome::{Applied, MigrateError, Runner, SchemaState};

use super::{error, watch::timed};
use crate::model::Digest;

/// A step from one schema to the next.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// Its place in the order, from 1, without gaps.
    pub number: i32,
    /// What it is called.
    pub name: &'static str,
    /// The statements, every name with its schema.
    pub sql: &'static str,
}

/// The migrations of this program, in order.
pub const MIGRATIONS: &[Migration] = &[
    Migration { number: 1, name: "mesh", sql: include_str!("../../../migrations/0001_mesh.sql") },
    Migration { number: 2, name: "sooner", sql: include_str!("../../../migrations/0002_sooner.sql") },
    Migration { number: 3, name: "trust", sql: include_str!("../../../migrations/0003_trust.sql") },
    Migration { number: 4, name: "push", sql: include_str!("../../../migrations/0004_push.sql") },
    Migration { number: 5, name: "seal", sql: include_str!("../../../migrations/0005_seal.sql") },
];

/// How long another runner is waited for.
const PATIENCE: Duration = Duration::from_secs(30);
/// The lock of all runners; the number means nothing.
const LOCK: i64 = 0x7072_6f76_6f73_7401;
const CREATE_RIGHT: &str = "create on schema public";
const CREATE: &str = "create table if not exists public.provost_migration (number pg_catalog.int4 primary key, \
                      name pg_catalog.text not null, checksum pg_catalog.text not null, \
                      applied pg_catalog.timestamptz not null default pg_catalog.now())";
const APPLIED: &str = "select number, name, checksum from public.provost_migration order by number";

/// How the database's schema stands to `migrations`: one query, which needs no right but to read.
///
/// In a transaction, the query's failure for want of a schema ends the transaction.
pub fn state<C: GenericClient>(client: &mut C, migrations: &[Migration]) -> Result<SchemaState, MigrateError> {
    match applied(client) {
        Ok(have) => Ok(compare(&have, migrations)),
        Err(e) if e.code() == Some(&SqlState::UNDEFINED_TABLE) => Ok(SchemaState::Absent),
        Err(e) if e.code() == Some(&SqlState::INVALID_SCHEMA_NAME) => Ok(SchemaState::Absent),
        Err(e) => Err(of_server(&e, "select on public.provost_migration", client)),
    }
}

/// Applies what the database lacks of `migrations`, all or nothing.
pub fn migrate(client: &mut Client, migrations: &[Migration]) -> Result<Applied, MigrateError> {
    migrate_within(client, migrations, PATIENCE)
}

/// The same, with another limit to how long another runner is waited for.
pub fn migrate_within(
    client: &mut Client,
    migrations: &[Migration],
    patience: Duration,
) -> Result<Applied, MigrateError> {
    run(client, migrations, patience).map_err(|stopped| match stopped {
        Stopped::Unsuitable(state) => MigrateError::Unsuitable(state),
        Stopped::MayNotCreate => forbidden(client, CREATE_RIGHT, "permission denied for schema public".into()),
        Stopped::Server(e) => of_server(&e, CREATE_RIGHT, client),
        Stopped::In(migration, e) if is_about_the_text(&e) => failed(migration, &e),
        Stopped::In(_, e) => of_server(&e, CREATE_RIGHT, client),
    })
}

/// What ended a run. It is told when its transaction is gone, and more can be asked of the server.
enum Stopped<'a> {
    Unsuitable(SchemaState),
    MayNotCreate,
    Server(postgres::Error),
    In(&'a Migration, postgres::Error),
}

impl From<postgres::Error> for Stopped<'_> {
    fn from(error: postgres::Error) -> Self {
        Self::Server(error)
    }
}

fn run<'a>(client: &mut Client, migrations: &'a [Migration], patience: Duration) -> Result<Applied, Stopped<'a>> {
    // The level matters: what another runner committed while we waited for the lock must be seen.
    let begin = client.build_transaction().isolation_level(IsolationLevel::ReadCommitted).read_only(false);
    let mut transaction = begin.start()?;
    // A name without a schema finds no table and may not create one: it fails instead of going astray.
    transaction.batch_execute(&format!(
        "set local search_path = pg_catalog, pg_temp; set local statement_timeout = 0; \
         set local standard_conforming_strings = on; set local lock_timeout = {}",
        patience.as_millis().max(1)
    ))?;
    transaction.execute("select pg_catalog.pg_advisory_xact_lock($1)", &[&LOCK])?;
    let has_table = ask(&mut transaction, "pg_catalog.to_regclass('public.provost_migration') is not null")?;
    let have = if has_table { applied(&mut transaction)? } else { Vec::new() };
    let from = match compare(&have, migrations) {
        SchemaState::Absent => 0,
        SchemaState::Older { have, .. } => have,
        SchemaState::Current => return Ok(Applied { from: last(migrations), to: last(migrations), names: Vec::new() }),
        state @ (SchemaState::Newer { .. } | SchemaState::Divergent { .. }) => return Err(Stopped::Unsuitable(state)),
    };
    if !ask(&mut transaction, "pg_catalog.has_schema_privilege('public', 'create')")? {
        return Err(Stopped::MayNotCreate);
    }
    transaction.batch_execute(CREATE)?;
    let missing = migrations.iter().filter(|migration| migration.number > from);
    let names = missing.map(|migration| apply(&mut transaction, migration)).collect::<Result<_, _>>()?;
    transaction.commit()?;
    Ok(Applied { from, to: last(migrations), names })
}

fn ask(transaction: &mut Transaction<'_>, condition: &str) -> Result<bool, postgres::Error> {
    transaction.query_one(&format!("select {condition}"), &[]).map(|row| row.get(0))
}

fn apply<'a>(transaction: &mut Transaction<'_>, migration: &'a Migration) -> Result<&'static str, Stopped<'a>> {
    let statement = format!("migration {}", migration.name);
    timed(&statement, || transaction.batch_execute(migration.sql)).map_err(|e| Stopped::In(migration, e))?;
    let insert = "insert into public.provost_migration (number, name, checksum) values ($1, $2, $3)";
    transaction.execute(insert, &[&migration.number, &migration.name, &checksum(migration.sql)])?;
    Ok(migration.name)
}

/// A row of the table of migrations.
struct Row {
    number: i32,
    name: String,
    checksum: String,
}

/// Asked as plain text, which is one exchange with the server and not two.
fn applied<C: GenericClient>(client: &mut C) -> Result<Vec<Row>, postgres::Error> {
    let row = |message: &SimpleQueryMessage| {
        let SimpleQueryMessage::Row(row) = message else { return None };
        let text = |column: usize| row.get(column).unwrap_or_default().to_owned();
        Some(Row { number: text(0).parse().ok()?, name: text(1), checksum: text(2) })
    };
    Ok(timed(APPLIED, || client.simple_query(APPLIED))?.iter().filter_map(row).collect())
}

fn compare(have: &[Row], migrations: &[Migration]) -> SchemaState {
    let known = |row: &Row| migrations.iter().find(|migration| migration.number == row.number);
    let same = |row: &Row, migration: &Migration| row.name == migration.name && row.checksum == checksum(migration.sql);
    let divergent = have.iter().find(|row| known(row).is_some_and(|migration| !same(row, migration)));
    if let Some(row) = divergent {
        return SchemaState::Divergent { number: row.number, name: row.name.clone() };
    }
    let want = last(migrations);
    let reached = have.last().map(|row| row.number);
    let lacks = |migration: &&Migration| !have.iter().any(|row| row.number == migration.number);
    let mut passed = migrations.iter().filter(|migration| reached.is_some_and(|have| migration.number <= have));
    if let Some(migration) = passed.find(lacks) {
        return SchemaState::Divergent { number: migration.number, name: migration.name.to_owned() };
    }
    match reached {
        None => SchemaState::Absent,
        Some(have) if have > want => SchemaState::Newer { have, want },
        Some(have) if have < want => SchemaState::Older { have, want },
        Some(_) => SchemaState::Current,
    }
}

fn last(migrations: &[Migration]) -> i32 {
    migrations.last().map_or(0, |migration| migration.number)
}

/// The digest of a migration, the same whichever line ends its file was checked out with.
fn checksum(sql: &str) -> String {
    Digest::of(sql.replace("\r\n", "\n").as_bytes()).to_string()
}

/// Whether it is the migration's own text that fails, and not the state of the server.
fn is_about_the_text(error: &postgres::Error) -> bool {
    let others = [&SqlState::LOCK_NOT_AVAILABLE, &SqlState::READ_ONLY_SQL_TRANSACTION];
    error.code().is_some_and(|code| !others.contains(&code))
}

fn failed(migration: &Migration, error: &postgres::Error) -> MigrateError {
    let position = error.as_db_error().and_then(|said| said.position());
    let line = match position {
        Some(ErrorPosition::Original(at)) => {
            let before = migration.sql.chars().take(usize::try_from(*at).unwrap_or(1).saturating_sub(1));
            Some(before.filter(|letter| *letter == '\n').count() + 1)
        }
        Some(ErrorPosition::Internal { .. }) | None => None,
    };
    MigrateError::Failed { number: migration.number, name: migration.name, line, message: words(error) }
}

fn of_server<C: GenericClient>(error: &postgres::Error, right: &'static str, client: &mut C) -> MigrateError {
    let is = |code: &SqlState| error.code() == Some(code);
    if is(&SqlState::LOCK_NOT_AVAILABLE) {
        MigrateError::Busy { holder: holder(client) }
    } else if is(&SqlState::INSUFFICIENT_PRIVILEGE) {
        forbidden(client, right, words(error))
    } else if is(&SqlState::READ_ONLY_SQL_TRANSACTION) {
        MigrateError::ReadOnly
    } else {
        MigrateError::Server(words(error))
    }
}

/// What the server said, or else the driver.
fn words(error: &postgres::Error) -> String {
    match error.as_db_error() {
        None => error::cause(error),
        Some(said) => error::words(said),
    }
}

fn forbidden<C: GenericClient>(client: &mut C, right: &'static str, message: String) -> MigrateError {
    let role = client.query_one("select pg_catalog.quote_ident(current_user)", &[]);
    MigrateError::Forbidden { role: role.ok().map(|row| row.get(0)), right, message }
}

/// Who is in the way: the other runner, else the session that has been at it for longest.
fn holder<C: GenericClient>(client: &mut C) -> Option<Runner> {
    let mut ask = || -> Result<Option<Runner>, postgres::Error> {
        let mut transaction = client.transaction()?;
        transaction.batch_execute("set local search_path = pg_catalog, pg_temp")?;
        let query = "select coalesce(usename::text, ''), coalesce(application_name, ''), pid from (select *, exists ( \
                     select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted \
                     and ((l.classid::int8 << 32) | l.objid::int8) = $1) as runs from pg_stat_activity a) as session \
                     where datname = current_database() and pid <> pg_backend_pid() and (runs or xact_start is not null) \
                     order by runs desc, xact_start limit 1";
        let runner = |row: postgres::Row| Runner { role: row.get(0), application: row.get(1), process: row.get(2) };
        Ok(transaction.query_opt(query, &[&LOCK])?.map(runner))
    };
    ask().ok().flatten()
}
