//! Why the store could not do what was asked. Which error it is, the server's SQLSTATE says, never its words.

mod cause;
mod doing;
mod meaningless;

use std::{io, time::Duration};

use postgres::error::{DbError, SqlState};

pub use self::{
    cause::{Cause, Denied, Malformed},
    doing::Doing,
    meaningless::Meaningless,
};

use super::{
    access::Rights,
    migrate::{MigrateError, SchemaState},
    written::Written,
};
use crate::model::Moment;

/// Why the store could not do what was asked. Unless it says otherwise, nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The connection went while something was being done; the server takes back what was begun.
    Lost {
        /// What was being done.
        doing: Doing,
        /// How it showed.
        cause: Cause,
    },
    /// The connection went after the server was told to commit: whether it did is not known.
    Unknown {
        /// How it showed.
        cause: Cause,
        /// What it would have left, of which another connection can ask.
        written: Option<Written>,
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
        doing: Doing,
        /// Why not.
        why: Denied,
        /// The rights that it takes; `None` where only the owner of the tables has them.
        needs: Option<Rights>,
    },
    /// The database can only be read: a standby, or set so.
    ReadOnly,
    /// The schema is not the one that this program works with.
    Schema(SchemaState),
    /// The schema could not be looked at.
    Migrate(MigrateError),
    /// What is stored has no meaning.
    Stored(Meaningless),
    /// A manifest that the database cannot keep.
    Unstorable {
        /// Which of those that were given, from 0.
        number: usize,
        /// Why.
        why: String,
    },
    /// A value that the database cannot keep.
    Value {
        /// What was being done.
        doing: Doing,
        /// In the server's words.
        message: String,
    },
    /// The server has no room left.
    Full {
        /// In its words.
        message: String,
    },
    /// The server ended a statement: its time ran out, or somebody cancelled it.
    Cancelled {
        /// What was being done.
        doing: Doing,
        /// In the server's words.
        message: String,
    },
    /// A constraint of the schema does not allow it.
    Violates {
        /// What was being done.
        doing: Doing,
        /// The constraint or the table.
        constraint: String,
        /// In the server's words.
        message: String,
    },
    /// What was written is not about what is there: a fault of the program, or of a trigger that is not its own.
    Astray {
        /// What was being done.
        doing: Doing,
        /// How many rows had to change.
        expected: u64,
        /// How many did.
        found: u64,
    },
    /// The server failed otherwise.
    Server {
        /// What was being done.
        doing: Doing,
        /// The SQLSTATE, where it gave one.
        sqlstate: Option<String>,
        /// In its words.
        message: String,
    },
}

/// Who asked the server for something, and the rights that this takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Asker {
    pub(super) role: String,
    pub(super) needs: Option<Rights>,
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

impl Holder {
    /// The statement that ends it; none for a transaction that was prepared and left.
    pub fn ending(&self) -> Option<String> {
        self.process.map(|process| format!("select pg_terminate_backend({process})"))
    }
}

impl StoreError {
    /// Whether it may be over in a while though nobody puts anything right.
    pub fn passes(&self) -> bool {
        match self {
            Self::Lost { .. }
            | Self::Unknown { .. }
            | Self::Locked { .. }
            | Self::Deadlock
            | Self::Cancelled { .. } => true,
            // No resources, somebody in the way, somebody at work, and the system under the server.
            Self::Server { sqlstate, .. } => {
                let class = sqlstate.as_deref().and_then(|code| code.get(..2)).unwrap_or_default();
                ["53", "55", "57", "58"].contains(&class)
            }
            Self::Migrate(error) => matches!(error, MigrateError::Busy { .. } | MigrateError::Server(_)),
            Self::Full { .. }
            | Self::Forbidden { .. }
            | Self::ReadOnly
            | Self::Schema(_)
            | Self::Stored(_)
            | Self::Unstorable { .. }
            | Self::Value { .. }
            | Self::Violates { .. }
            | Self::Astray { .. } => false,
        }
    }

    /// What a failure of the server means.
    pub(super) fn of(error: &postgres::Error, doing: Doing, asker: &Asker) -> Self {
        let stored = std::error::Error::source(error).and_then(|source| source.downcast_ref::<Meaningless>());
        if let Some(stored) = stored {
            return Self::Stored(stored.clone());
        }
        match error.as_db_error() {
            Some(said) => Self::said(said, doing, asker),
            None if is_connection(error) => Self::Lost { doing, cause: Cause::Said(cause(error)) },
            None => Self::Server { doing, sqlstate: None, message: cause(error) },
        }
    }

    /// What a failure of a stream of rows means.
    pub(super) fn of_stream(error: &io::Error, doing: Doing, asker: &Asker) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<postgres::Error>()) {
            Some(inner) => Self::of(inner, doing, asker),
            None => Self::Lost { doing, cause: malformed(error).unwrap_or_else(|| Cause::Said(error.to_string())) },
        }
    }

    fn said(said: &DbError, doing: Doing, asker: &Asker) -> Self {
        let (code, message) = (said.code(), words(said));
        let class = code.code().get(..2).unwrap_or_default();
        match class {
            _ if *code == SqlState::INSUFFICIENT_PRIVILEGE => {
                Self::Forbidden { role: asker.role.clone(), doing, why: Denied::Said(message), needs: asker.needs }
            }
            _ if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            _ if *code == SqlState::T_R_DEADLOCK_DETECTED || *code == SqlState::T_R_SERIALIZATION_FAILURE => {
                Self::Deadlock
            }
            _ if *code == SqlState::QUERY_CANCELED => Self::Cancelled { doing, message },
            _ if *code == SqlState::DISK_FULL => Self::Full { message },
            _ if is_end_of_session(code) => Self::Lost { doing, cause: Cause::Said(message) },
            "08" => Self::Lost { doing, cause: Cause::Said(message) },
            // A text is nested too deeply, or too long.
            "22" | "54" => Self::Value { doing, message },
            "23" => Self::Violates { doing, constraint: constraint(said), message },
            _ => Self::Server { doing, sqlstate: Some(code.code().to_owned()), message },
        }
    }
}

fn malformed(error: &io::Error) -> Option<Cause> {
    error.get_ref()?.downcast_ref().copied().map(Cause::Malformed)
}

/// What the server said: message and detail.
pub(super) fn words(said: &DbError) -> String {
    match said.detail() {
        None => said.message().to_owned(),
        Some(detail) => format!("{}; {detail}", said.message()),
    }
}

fn constraint(said: &DbError) -> String {
    let name = said.constraint().or_else(|| said.table());
    name.unwrap_or("a constraint").to_owned()
}

pub(super) fn cause(error: &postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

fn is_connection(error: &postgres::Error) -> bool {
    let io = std::error::Error::source(error).is_some_and(|source| source.is::<io::Error>());
    error.is_closed() || io
}

/// Whether the server ended the session and not only the statement.
fn is_end_of_session(code: &SqlState) -> bool {
    let ends = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
    ];
    ends.contains(code) || code.code() == "25P04" || code.code() == "57P05"
}
