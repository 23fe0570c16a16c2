//! One transaction: what a command sees and changes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use postgres::{
    Client, Row, SimpleQueryMessage, SimpleQueryRow,
    error::SqlState,
    types::{ToSql, Type},
};

use super::{
    access::Rights,
    error::{Asker, Denied, Doing, StoreError},
    lock,
    migrate::{self, MigrateError, SchemaState},
    watch::timed,
    written::Written,
};
use crate::model::Moment;

/// What a session is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read one state of the mesh; waits for nobody.
    Read,
    /// To change the mesh, alone. What others committed before is seen.
    Change {
        /// How long others are waited for.
        lock_timeout: Duration,
    },
    /// To read what a node was told, and to write what it did with that: what a machine may. Waits for nobody who
    /// changes the mesh.
    Own,
    /// To give and take rights. Of those who change the mesh it waits for one that writes its record, and for nobody else.
    Grant,
}

impl Access {
    /// The rights that it takes; `None` where only the owner of the tables has them.
    const fn needs(self) -> Option<Rights> {
        match self {
            Self::Read => Some(Rights::Read),
            Self::Change { .. } => Some(Rights::Change),
            Self::Own => Some(Rights::Own),
            Self::Grant => None,
        }
    }
}

/// A transaction. What it wrote is taken back unless it is committed.
pub struct Session<'c> {
    client: &'c mut Client,
    open: bool,
    began: Began,
    asker: Asker,
    /// What tells whether it was committed, once that is there.
    pub(super) written: Option<Written>,
}

/// What the server said when the transaction began.
#[derive(Clone, Debug, Default)]
struct Began {
    now: Moment,
    role: String,
    reads_only: bool,
}

/// Names without a schema are PostgreSQL's own; nobody's idea of a literal or a plan is met.
const SETTINGS: &str = "set local search_path = pg_catalog, pg_temp; set local standard_conforming_strings = on; \
                        set local jit = off; set local max_parallel_workers_per_gather = 0";

/// A reader waits for nobody but for who locks out readers too, and not for ever.
const PATIENCE: &str = "set local lock_timeout = 30000";

/// Asked after the locks, so that the moment of a change is after those of all before it.
const BEGAN: &str = "select (extract(epoch from clock_timestamp()) * 1000000)::int8, current_user, \
                     current_setting('transaction_read_only')";

/// A statement's parameters with their types: nothing has to be prepared to learn them.
pub(super) type Parameters<'p> = &'p [(&'p (dyn ToSql + Sync), Type)];

impl<'c> Session<'c> {
    /// Begins a transaction; to change, waits until nobody else does.
    ///
    /// # Errors
    /// Where the schema is another, others do not finish in time, the role may not, or the server fails.
    pub fn begin(client: &'c mut Client, access: Access) -> Result<Self, StoreError> {
        let began = match start(client, access) {
            Err(Stopped::Server(error)) if error.code() == Some(&SqlState::T_R_DEADLOCK_DETECTED) => {
                roll_back(client);
                start(client, access)
            }
            other => other,
        };
        let began = began.map_err(|stopped| {
            let error = told(client, access, stopped);
            if is_refused(&error) { to_machine(client, error) } else { error }
        })?;
        let asker = Asker { role: began.role.clone(), needs: access.needs() };
        Ok(Self { client, open: true, began, asker, written: None })
    }

    /// The time of this change, or of what is seen: one moment for all that is written.
    pub fn now(&self) -> Moment {
        self.began.now
    }

    /// The same moment as the driver takes it.
    pub(super) fn time(&self) -> SystemTime {
        time(self.began.now)
    }

    /// The role that the session has.
    pub fn role(&self) -> &str {
        &self.began.role
    }

    /// The same with the rights that the session takes.
    pub(super) const fn asker(&self) -> &Asker {
        &self.asker
    }

    /// Makes what was written true for everybody.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] where the connection went before the server answered.
    pub fn commit(mut self) -> Result<(), StoreError> {
        self.open = false;
        match timed("commit", || self.client.batch_execute("commit")) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.uncommitted(&error)),
        }
    }

    /// Takes back what was written.
    pub fn roll_back(mut self) {
        self.open = false;
        roll_back(self.client);
    }

    /// A server that was stopped while it committed may have done so; what it refuses in so many words it has not.
    fn uncommitted(&self, error: &postgres::Error) -> StoreError {
        let told = self.told(error, Doing::Committing);
        if let StoreError::Lost { cause, .. } = told {
            return StoreError::Unknown { cause, written: self.written };
        }
        told
    }

    pub(super) fn rows(&mut self, doing: Doing, statement: &str, with: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let rows = timed(statement, || self.client.query_typed(statement, with));
        rows.map_err(|error| {
            let error = self.told(&error, doing);
            self.refused(error)
        })
    }

    /// The rows of a statement, as values.
    pub(super) fn read<T, A: FromIterator<T>>(
        &mut self,
        doing: Doing,
        statement: &str,
        with: Parameters<'_>,
        one: impl FnMut(&Row) -> Result<T, postgres::Error>,
    ) -> Result<A, StoreError> {
        let rows = self.rows(doing, statement, with)?;
        rows.iter().map(one).collect::<Result<_, _>>().map_err(|error| self.told(&error, doing))
    }

    /// The first row of a statement as a value, if there is one.
    pub(super) fn first<T>(
        &mut self,
        doing: Doing,
        statement: &str,
        with: Parameters<'_>,
        one: impl FnOnce(&Row) -> Result<T, postgres::Error>,
    ) -> Result<Option<T>, StoreError> {
        let rows = self.rows(doing, statement, with)?;
        rows.first().map(one).transpose().map_err(|error| self.told(&error, doing))
    }

    pub(super) fn execute(&mut self, doing: Doing, statement: &str, with: Parameters<'_>) -> Result<u64, StoreError> {
        let done = timed(statement, || self.client.execute_typed(statement, with));
        done.map_err(|error| {
            let error = self.told(&error, doing);
            self.refused(error)
        })
    }

    /// Runs a statement that has to write so many rows: what a trigger or a rule swallows is no error of the server's.
    pub(super) fn writes(
        &mut self,
        doing: Doing,
        expected: u64,
        statement: &str,
        with: Parameters<'_>,
    ) -> Result<(), StoreError> {
        wrote(doing, expected, self.execute(doing, statement, with)?)
    }

    pub(super) fn told(&self, error: &postgres::Error, doing: Doing) -> StoreError {
        StoreError::of(error, doing, &self.asker)
    }

    /// A failure of a statement; what a machine is refused, as that. The transaction is over with it.
    pub(super) fn refused(&mut self, error: StoreError) -> StoreError {
        if is_refused(&error) {
            roll_back(self.client);
            return to_machine(self.client, error);
        }
        error
    }

    pub(super) fn client(&mut self) -> &mut Client {
        self.client
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if self.open {
            roll_back(self.client);
        }
    }
}

/// That so many rows were written as there had to be.
pub(super) fn wrote(doing: Doing, expected: u64, found: u64) -> Result<(), StoreError> {
    if found == expected { Ok(()) } else { Err(StoreError::Astray { doing, expected, found }) }
}

/// Ends a transaction; where that fails, the connection is gone, and the transaction with it.
fn roll_back(client: &mut Client) {
    let _ = timed("rollback", || client.batch_execute("rollback"));
}

/// What ended the beginning of a transaction.
enum Stopped {
    Server(postgres::Error),
    Schema(Result<SchemaState, MigrateError>),
    ReadsOnly,
}

fn start(client: &mut Client, access: Access) -> Result<Began, Stopped> {
    let said = match access {
        Access::Read => {
            let statements =
                format!("begin isolation level repeatable read read only; {SETTINGS}; {PATIENCE}; {BEGAN}");
            timed(&statements, || client.simple_query(&statements))
        }
        Access::Change { lock_timeout } => lock::begin(client, SETTINGS, lock_timeout, BEGAN),
        Access::Own | Access::Grant => {
            let statements = format!("begin isolation level read committed; {SETTINGS}; {PATIENCE}; {BEGAN}");
            timed(&statements, || client.simple_query(&statements))
        }
    };
    let said = said.map_err(Stopped::Server)?;
    // Taking a lock can be a row too.
    let began = said.iter().filter_map(row).next_back().map(Began::of).unwrap_or_default();
    if began.reads_only && matches!(access, Access::Change { .. } | Access::Grant) {
        return Err(Stopped::ReadsOnly);
    }
    match migrate::state(client, migrate::MIGRATIONS) {
        Ok(SchemaState::Current) => Ok(began),
        other => Err(Stopped::Schema(other)),
    }
}

fn row(message: &SimpleQueryMessage) -> Option<&SimpleQueryRow> {
    match message {
        SimpleQueryMessage::Row(row) => Some(row),
        SimpleQueryMessage::CommandComplete(_) | SimpleQueryMessage::RowDescription(_) | _ => None,
    }
}

impl Began {
    fn of(row: &SimpleQueryRow) -> Self {
        let text = |column| row.get(column).unwrap_or_default();
        Self { now: Moment(text(0).parse().unwrap_or(0)), role: text(1).to_owned(), reads_only: text(2) == "on" }
    }
}

/// Why a transaction did not begin; what it takes to say so is asked outside of it.
fn told(client: &mut Client, access: Access, stopped: Stopped) -> StoreError {
    roll_back(client);
    let error = match stopped {
        Stopped::Server(error) => error,
        Stopped::Schema(Ok(state)) => return StoreError::Schema(state),
        Stopped::Schema(Err(error)) => return of_schema(client, access, error),
        Stopped::ReadsOnly => return StoreError::ReadOnly,
    };
    match (error.code(), access) {
        (Some(code), Access::Change { lock_timeout }) if *code == SqlState::LOCK_NOT_AVAILABLE => {
            StoreError::Locked { waited: lock_timeout, holders: lock::holders(client, SETTINGS) }
        }
        (Some(code), _) if *code == SqlState::UNDEFINED_TABLE || *code == SqlState::INVALID_SCHEMA_NAME => {
            match migrate::state(client, migrate::MIGRATIONS) {
                Ok(state) => StoreError::Schema(state),
                Err(error) => of_schema(client, access, error),
            }
        }
        _ => StoreError::of(&error, Doing::Beginning, &asker(client, access)),
    }
}

/// Whether the server refused what it takes the rights of a person for.
const fn is_refused(error: &StoreError) -> bool {
    matches!(error, StoreError::Forbidden { why: Denied::Said(_), needs: Some(Rights::Read | Rights::Change), .. })
}

/// The same, told as what the login of a machine is refused where the role is one; asked outside of a transaction.
fn to_machine(client: &mut Client, error: StoreError) -> StoreError {
    let StoreError::Forbidden { role, doing, why: Denied::Said(said), needs } = error else { return error };
    // Who is none may not ask, or is answered nothing.
    let rows = client.simple_query("select coalesce(name, node::text) from public.own_login").unwrap_or_default();
    let node = rows.iter().find_map(row).and_then(|row| row.get(0)).map(str::to_owned);
    let why = match node {
        Some(node) => Denied::Machine { node, said },
        None => Denied::Said(said),
    };
    StoreError::Forbidden { role, doing, why, needs }
}

/// A role that may not even look at the schema lacks rights as any other does.
fn of_schema(client: &mut Client, access: Access, error: MigrateError) -> StoreError {
    if let MigrateError::Forbidden { message, .. } = error {
        let Asker { role, needs } = asker(client, access);
        return StoreError::Forbidden { role, doing: Doing::LookingAtSchema, why: Denied::Said(message), needs };
    }
    StoreError::Migrate(error)
}

fn asker(client: &mut Client, access: Access) -> Asker {
    let said = client.simple_query("select current_user").unwrap_or_default();
    let role = said.iter().find_map(row).and_then(|row| row.get(0));
    Asker { role: role.unwrap_or("this role").to_owned(), needs: access.needs() }
}

/// A moment as the driver takes it.
pub(super) fn time(moment: Moment) -> SystemTime {
    let since = Duration::from_micros(moment.0.unsigned_abs());
    if moment.0 < 0 { UNIX_EPOCH - since } else { UNIX_EPOCH + since }
}
