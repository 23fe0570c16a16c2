//! What an error says, and what to do about it.

use std::{fmt, time::Duration};

use super::{Holder, Meaningless, Rights, StoreError};
use crate::store::snapshot::Table;

impl StoreError {
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
            Self::Forbidden { role, doing, message, .. } => format!("{role} may not do it, while {doing}: {message}"),
            Self::ReadOnly => "nothing can be changed: this server or session only reads".to_owned(),
            Self::Schema(state) => state.message(),
            Self::Migrate(error) => error.message(),
            Self::Stored(stored) => stored.message(),
            Self::Unstorable { why, .. } => format!("the database cannot keep this manifest: {why}"),
            Self::Value { doing, message } => {
                format!("the database cannot keep what it was given while {doing}, and nothing was changed: {message}")
            }
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
            Self::Forbidden { role, needs, .. } => granting(role, *needs),
            Self::ReadOnly => "name the primary server, or ask for it with target_session_attrs=read-write".to_owned(),
            Self::Schema(state) => state.help(),
            Self::Migrate(error) => error.help(),
            Self::Stored(_) => "somebody wrote it by other means than provost: put it right in the database, \
                                    or register the module anew"
                .to_owned(),
            Self::Unstorable { .. } | Self::Value { .. } => {
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

impl Meaningless {
    fn message(&self) -> String {
        let (what, why) = match self {
            Self::Manifest { module, faults } => (format!("the manifest of {module}"), faults.clone()),
            Self::Undigested { module } => (format!("the manifest of {module}"), "its digests are missing".to_owned()),
            Self::Row { table, name } => (row(*table, name), "something of it is missing".to_owned()),
            Self::NoNode { node } => (format!("a row about the node {node}"), "there is no such node".to_owned()),
            Self::Assignment { module, node } => {
                (format!("the assignment of {module} to the node {node}"), "one of them is not there".to_owned())
            }
            Self::Digest { bytes } => ("a digest".to_owned(), format!("it has {bytes} bytes")),
            Self::Moment => ("a moment".to_owned(), "it is for ever".to_owned()),
            Self::Json { fault } => ("JSON".to_owned(), fault.clone()),
            Self::Declaration { node, generation } => (
                format!("the declaration {generation} of {node}"),
                "a manifest that it refers to is not kept".to_owned(),
            ),
            Self::Other { module, node, digest } => {
                (format!("the module {module} of {node}"), format!("the catalogue has another manifest than {digest}"))
            }
        };
        format!("{what}, as the database has it, has no meaning: {why}")
    }
}

fn row(table: Option<Table>, name: &str) -> String {
    match table {
        Some(Table::Site) => format!("the site {name}"),
        Some(Table::Module) => format!("the module {name}"),
        Some(Table::Node) => "a row about nodes".to_owned(),
        Some(Table::Pin) => format!("a pin of {name}"),
        Some(Table::Hold) => format!("a hold of {name}"),
        None => format!("the row {name} of no table"),
    }
}

/// Who gives the rights that are missing, and by which command.
fn granting(role: &str, needs: Option<Rights>) -> String {
    let role = shell_words::quote(role);
    match needs {
        Some(Rights::Read) => {
            format!(
                "it takes the role reader, which the owner of the database gives, and which the login of a machine \
                 would have instead: provost access grant reader {role}"
            )
        }
        Some(Rights::Change) => format!(
            "it takes the role operator, which the owner of the database gives, and which the login of a machine \
             would have instead: provost access grant operator {role}"
        ),
        Some(Rights::Own) => format!(
            "it takes the role operator, or node for that very node, which the owner of the database gives: \
             provost access grant node {role} --node NODE"
        ),
        None => "it takes the owner of the database's tables: provost access shows who that is".to_owned(),
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

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for StoreError {}
