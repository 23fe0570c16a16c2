//! Why the store could not do what was asked, and what to do now.

use std::{fmt, io, time::Duration};

use postgres::error::{DbError, SqlState};

use super::migrate::{MigrateError, SchemaState};
use crate::model::Moment;

/// Why the store could not do what was asked. Unless it says otherwise, nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The connection went while something was being done; the server takes back what was begun.
    Lost {
        /// What was being done.
        doing: &'static str,
        /// How it showed.
        cause: String,
    },
    /// The connection went after the server was told to commit: whether it did is not known.
    Unknown {
        /// How it showed.
        cause: String,
        /// The transaction, of which another connection can ask what became of it.
        transaction: Option<String>,
    },
    /// Others were changing the mesh for longer than was waited for.
    Locked {
        /// How long was waited.
        waited: Duration,
        /// Who they are, the one that began first first.
        holders: Vec<Holder>,
    },
    /// Another change and this one waited for each other, and the server ended this one.
    Deadlock,
    /// The role lacks a right.
    Forbidden {
        /// The role.
        role: String,
        /// What was being done.
        doing: &'static str,
        /// What it may not do, in the server's words.
        message: String,
    },
    /// The database can only be read: a standby, or set so.
    ReadOnly,
    /// The schema is not the one that this program works with.
    Schema(SchemaState),
    /// The schema could not be looked at.
    Migrate(MigrateError),
    /// What is stored has no meaning.
    Stored {
        /// What it is about.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A manifest that the database cannot keep.
    Unstorable {
        /// Which of those that were given, from 0.
        number: usize,
        /// Why.
        why: String,
    },
    /// The server has no room left.
    Full {
        /// In its words.
        message: String,
    },
    /// The server ended a statement: its time ran out, or somebody cancelled it.
    Cancelled {
        /// What was being done.
        doing: &'static str,
        /// In the server's words.
        message: String,
    },
    /// A constraint of the schema does not allow it.
    Violates {
        /// What was being done.
        doing: &'static str,
        /// The constraint or the table.
        constraint: String,
        /// In the server's words.
        message: String,
    },
    /// What was written is not about what is there: a fault of the program, or of a trigger that is not its own.
    Astray {
        /// What was being done.
        doing: &'static str,
        /// How many rows had to change.
        expected: u64,
        /// How many did.
        found: u64,
    },
    /// The server failed otherwise.
    Server {
        /// What was being done.
        doing: &'static str,
        /// The SQLSTATE, where it gave one.
        sqlstate: Option<String>,
        /// In its words.
        message: String,
    },
}

/// Whoever was changing the mesh while somebody waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The server process; none for a transaction that was prepared and left.
    pub process: Option<i32>,
    /// The role.
    pub role: String,
    /// The program, as it calls itself.
    pub application: String,
    /// Since when its transaction is open.
    pub since: Option<Moment>,
    /// Its last statement, where this role may see it.
    pub statement: String,
}

impl StoreError {
    /// What a failure of the server means.
    pub(super) fn of(error: &postgres::Error, doing: &'static str, role: &str) -> Self {
        match error.as_db_error() {
            Some(said) => Self::said(said, doing, role),
            None if is_connection(error) => Self::Lost { doing, cause: cause(error) },
            None => Self::Server { doing, sqlstate: None, message: cause(error) },
        }
    }

    /// What a failure of a stream of rows means.
    pub(super) fn of_stream(error: &io::Error, doing: &'static str, role: &str) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<postgres::Error>()) {
            Some(inner) => Self::of(inner, doing, role),
            None => Self::Lost { doing, cause: error.to_string() },
        }
    }

    fn said(said: &DbError, doing: &'static str, role: &str) -> Self {
        let (code, message) = (said.code(), words(said));
        let class = code.code().get(..2).unwrap_or_default();
        match class {
            _ if *code == SqlState::INSUFFICIENT_PRIVILEGE => Self::Forbidden { role: role.to_owned(), doing, message },
            _ if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            _ if *code == SqlState::T_R_DEADLOCK_DETECTED || *code == SqlState::T_R_SERIALIZATION_FAILURE => {
                Self::Deadlock
            }
            _ if *code == SqlState::QUERY_CANCELED => Self::Cancelled { doing, message },
            _ if *code == SqlState::DISK_FULL => Self::Full { message },
            _ if is_end_of_session(code) => Self::Lost { doing, cause: message },
            // An invalid transaction state is a session that the server gave up on.
            "08" => Self::Lost { doing, cause: message },
            "23" => Self::Violates { doing, constraint: constraint(said), message },
            _ => Self::Server { doing, sqlstate: Some(code.code().to_owned()), message },
        }
    }

    /// One word for it, stable for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Lost { .. } => "connection-lost",
            Self::Unknown { .. } => "outcome-unknown",
            Self::Locked { .. } => "locked",
            Self::Deadlock => "deadlock",
            Self::Forbidden { .. } => "forbidden",
            Self::ReadOnly => "read-only",
            Self::Schema(_) | Self::Migrate(_) => "schema",
            Self::Stored { .. } => "stored",
            Self::Unstorable { .. } => "unstorable",
            Self::Full { .. } => "full",
            Self::Cancelled { .. } => "cancelled",
            Self::Violates { .. } => "violates",
            Self::Astray { .. } => "astray",
            Self::Server { .. } => "server",
        }
    }

    /// What happened.
    pub fn message(&self) -> String {
        match self {
            Self::Lost { doing, cause } => {
                format!("the connection to the database was lost while {doing}, and nothing was changed: {cause}")
            }
            Self::Unknown { cause, .. } => format!(
                "the connection to the database was lost while the change was being committed, so that it may or may \
                 not have been made: {cause}"
            ),
            Self::Locked { waited, holders } => locked(*waited, holders),
            Self::Deadlock => "another change and this one waited for each other; nothing was changed".to_owned(),
            Self::Forbidden { role, doing, message } => format!("{role} may not do it, while {doing}: {message}"),
            Self::ReadOnly => "nothing can be changed: this server or session only reads".to_owned(),
            Self::Schema(state) => state.message(),
            Self::Migrate(error) => error.message(),
            Self::Stored { what, why } => format!("{what}, as the database has it, has no meaning: {why}"),
            Self::Unstorable { why, .. } => format!("the database cannot keep this manifest: {why}"),
            Self::Full { message } => format!("the server has no room left, and nothing was changed: {message}"),
            Self::Cancelled { doing, message } => {
                format!("the server ended it while {doing}, and nothing was changed: {message}")
            }
            Self::Violates { doing, constraint, message } => {
                format!("{constraint} does not allow it, while {doing}; nothing was changed: {message}")
            }
            Self::Astray { doing, expected, found } => {
                format!("{found} rows changed while {doing}, and {expected} had to; nothing was changed")
            }
            Self::Server { doing, sqlstate, message } => {
                let code = sqlstate.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
                format!("the server failed while {doing}, and nothing was changed: {message}{code}")
            }
        }
    }

    /// What to do now.
    pub fn help(&self) -> String {
        match self {
            Self::Lost { .. } => "run it again when the server is back".to_owned(),
            Self::Unknown { .. } => "provost log shows whether it was made; then run it again if it was not".to_owned(),
            Self::Locked { holders, .. } => end_of(holders),
            Self::Deadlock => "run it again".to_owned(),
            Self::Forbidden { .. } => "provost access tells which rights a role has to be given".to_owned(),
            Self::ReadOnly => "name the primary server, or ask for it with target_session_attrs=read-write".to_owned(),
            Self::Schema(state) => state.help(),
            Self::Migrate(error) => error.help(),
            Self::Stored { .. } => "somebody wrote it by other means than provost: put it right in the database, \
                                    or register the module anew"
                .to_owned(),
            Self::Unstorable { .. } => {
                "PostgreSQL's jsonb keeps no U+0000 and only numbers of ordinary size".to_owned()
            }
            Self::Full { .. } => "make room on the server, then run it again".to_owned(),
            Self::Cancelled { .. } => "a statement_timeout of the role or the server is the usual cause".to_owned(),
            Self::Violates { .. } => {
                "a constraint or trigger that provost does not know of is the usual cause; see the table with psql"
                    .to_owned()
            }
            Self::Astray { .. } => {
                "a trigger or rule on provost's tables is the usual cause; without one this is a fault of provost"
                    .to_owned()
            }
            Self::Server { .. } => "try again, or look into the server's log".to_owned(),
        }
    }
}

fn locked(waited: Duration, holders: &[Holder]) -> String {
    let who = match holders {
        [] => "somebody who has finished since".to_owned(),
        some => some.iter().map(Holder::words).collect::<Vec<_>>().join("; "),
    };
    let seconds = waited.as_secs_f64();
    format!("the mesh was being changed for longer than the {seconds} s that were waited, by {who}")
}

fn end_of(holders: &[Holder]) -> String {
    match holders.iter().find_map(|holder| holder.process) {
        Some(process) => format!(
            "wait for it and run this again; if nobody is behind it any more, end it in psql: \
             select pg_terminate_backend({process})"
        ),
        None => "run it again".to_owned(),
    }
}

impl Holder {
    fn words(&self) -> String {
        let application = match self.application.as_str() {
            "" => String::new(),
            name => format!(" with {name}"),
        };
        let since = self.since.map(|since| format!(", since {since}")).unwrap_or_default();
        let process = match self.process {
            Some(process) => format!("process {process}"),
            None => "a prepared transaction".to_owned(),
        };
        let statement = match self.statement.as_str() {
            "" => String::new(),
            text => format!(", last: {text}"),
        };
        format!("{}{application} ({process}{since}{statement})", self.role)
    }
}

/// What the server said: message and detail.
fn words(said: &DbError) -> String {
    match said.detail() {
        None => said.message().to_owned(),
        Some(detail) => format!("{}; {detail}", said.message()),
    }
}

fn constraint(said: &DbError) -> String {
    let name = said.constraint().or_else(|| said.table());
    name.unwrap_or("a constraint").to_owned()
}

fn cause(error: &postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

fn is_connection(error: &postgres::Error) -> bool {
    let io = std::error::Error::source(error).is_some_and(|source| source.is::<io::Error>());
    error.is_closed() || io
}

/// Whether the server ended the session and not only the statement.
pub(super) fn is_end_of_session(code: &SqlState) -> bool {
    let ends = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    ends.contains(code) || code.code() == "25P04" || code.code() == "57P05"
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for StoreError {}
