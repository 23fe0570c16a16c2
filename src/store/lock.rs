//! Changing the mesh alone: one after the other, whoever else writes to it.
//!
//! Operators queue for a table of their own, in the order in which they came: an advisory lock could be held for ever by
//! whoever may log in, and to lock this takes a right that operators alone have. Who has it still waits for those who write
//! plain SQL, which knows nothing of that lock: table locks order the two. But nobody who writes may ever wait for an
//! operator who waits for them, so all tables are locked at once or none, and while one of them is waited for, no other
//! is held.

use std::time::{Duration, Instant};

use postgres::{Client, Error, Row, SimpleQueryMessage, error::SqlState, types::Type};

use super::{
    access::{MESH, QUEUE},
    error::Holder,
    watch::timed,
};

/// A server notices that nobody waits any more only where it looks for that: else whoever was killed in the queue would
/// get the lock all the same, and be waited for by the next. Not every system can look, and a setting that was made stays.
const WATCHED: &str = "select set_config('client_connection_check_interval', '1000', true) \
                       where current_setting('client_connection_check_interval', true) = '0' and version() ~ 'linux'";

/// The longest that the server can be told to wait.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

/// How often all tables are tried for without waiting. Where somebody always writes to one of them, the next time they
/// are waited for, one after the other; who waits for us then is made to give way by the server.
const TRIES: usize = 5;

const HOLDERS: &str = "select distinct l.pid, coalesce(a.usename::text, x.owner::text, ''), \
        coalesce(a.application_name, ''), \
        coalesce(a.xact_start, x.prepared) as since, \
        left(regexp_replace(coalesce(a.query, ''), '\\s+', ' ', 'g'), 120) \
    from pg_catalog.pg_locks l \
    left join pg_catalog.pg_stat_activity a on a.pid = l.pid \
    left join pg_catalog.pg_prepared_xacts x on l.pid is null and l.virtualtransaction = '-1/' || x.transaction::text \
    where l.locktype = 'relation' and l.granted and l.pid is distinct from pg_backend_pid() \
        and l.database = (select oid from pg_catalog.pg_database where datname = current_database()) \
        and l.mode not in ('AccessShareLock', 'RowShareLock') \
        and l.relation in (select c.oid from pg_catalog.pg_class c \
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' \
            and c.relname = any ($1::text[])) \
    order by since nulls last, l.pid";

/// Begins a transaction that alone may change the mesh, with these settings, and gives back what the last statement says.
///
/// Each statement sees what is committed when it begins: nobody commits anything to these tables while they are held.
///
/// # Errors
/// Where the server fails, or others do not finish in time.
pub(super) fn begin(
    client: &mut Client,
    settings: &str,
    patience: Duration,
    then: &str,
) -> Result<Vec<SimpleQueryMessage>, Error> {
    let until = Instant::now() + patience.min(LONGEST);
    let at_once = all("nowait");
    let statements = format!(
        "begin isolation level read committed; {settings}; {WATCHED}; {}; lock table public.{QUEUE} in exclusive mode; \
         savepoint free; {at_once}; release savepoint free; {then}",
        wait_until(until)
    );
    let error = match timed(&statements, || client.simple_query(&statements)) {
        Ok(said) => return Ok(said),
        Err(error) => error,
    };
    // Where the queue was too long there is nothing to go back to.
    let is_held = error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE);
    if !is_held || client.batch_execute("rollback to savepoint free").is_err() {
        return Err(error);
    }
    for _ in 1..TRIES {
        for table in MESH {
            let statements = format!(
                "{}; lock table public.{table} in share row exclusive mode; rollback to savepoint free",
                wait_until(until)
            );
            timed(&statements, || client.batch_execute(&statements))?;
        }
        let statements = format!("{at_once}; release savepoint free; {then}");
        match timed(&statements, || client.simple_query(&statements)) {
            Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
                client.batch_execute("rollback to savepoint free")?;
            }
            other => return other,
        }
    }
    let statements = format!("{}; {}; release savepoint free; {then}", wait_until(until), all(""));
    timed(&statements, || client.simple_query(&statements))
}

fn all(waiting: &str) -> String {
    format!(
        "lock table {} in share row exclusive mode {waiting}",
        MESH.map(|table| format!("public.{table}")).join(", ")
    )
}

/// Zero would be for ever.
fn wait_until(until: Instant) -> String {
    let left = until.saturating_duration_since(Instant::now()).as_millis().clamp(1, i32::MAX as u128);
    format!("set local lock_timeout = {left}")
}

/// Who holds what an operator waits for: the one whose transaction began first is the first.
pub(super) fn holders(client: &mut Client, settings: &str) -> Vec<Holder> {
    // In a transaction with our own settings, too: operators are names like any other.
    let tables: Vec<&str> = MESH.into_iter().chain([QUEUE]).collect();
    let begun = client.batch_execute(&format!("begin read only; {settings}"));
    let rows = begun
        .and_then(|()| timed(HOLDERS, || client.query_typed(HOLDERS, &[(&tables, Type::TEXT_ARRAY)])))
        .unwrap_or_default();
    // Where that fails, the connection is gone, and the transaction with it.
    let _ = client.batch_execute("rollback");
    let holder = |row: &Row| {
        Some(Holder {
            process: row.try_get(0).ok()?,
            role: row.try_get(1).ok()?,
            application: row.try_get(2).ok()?,
            since: row.try_get(3).ok()?,
            statement: row.try_get(4).ok()?,
        })
    };
    rows.iter().filter_map(holder).collect()
}
