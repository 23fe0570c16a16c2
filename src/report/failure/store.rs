//! What came between a command and its database.

use std::time::Duration;

use super::Worded;
use crate::{
    report::escape::shell,
    store::{Cause, Denied, Doing, Holder, Malformed, Meaningless, StoreError, access::Rights, snapshot::Table},
};

impl Worded for StoreError {
    fn message(&self) -> String {
        match self {
            Self::Lost { doing, cause: lost } => {
                let (doing, cause) = (act(*doing), cause(lost));
                format!("the connection to the database was lost while {doing}, and nothing was changed: {cause}")
            }
            Self::Unknown { cause: lost, .. } => format!(
                "the connection to the database was lost while the change was being committed, so that it may or may \
                 not have been made: {}",
                cause(lost)
            ),
            Self::Locked { waited, holders } => locked(*waited, holders),
            Self::Deadlock => "another change and this one waited for each other; nothing was changed".to_owned(),
            Self::Forbidden { role, doing, why, .. } => {
                format!("{role} may not do it, while {}: {}", act(*doing), denied(why))
            }
            Self::ReadOnly => "nothing can be changed: this server or session only reads".to_owned(),
            Self::Schema(state) => state.message(),
            Self::Migrate(error) => error.message(),
            Self::Stored(stored) => meaningless(stored),
            Self::Unstorable { why, .. } => format!("the database cannot keep this manifest: {why}"),
            Self::Value { doing, message } => {
                let doing = act(*doing);
                format!("the database cannot keep what it was given while {doing}, and nothing was changed: {message}")
            }
            Self::Full { message } => format!("the server has no room left, and nothing was changed: {message}"),
            Self::Cancelled { doing, message } => {
                let doing = act(*doing);
                format!("the server ended it while {doing}, and nothing was changed: {message}")
            }
            Self::Violates { doing, constraint, message } => {
                let doing = act(*doing);
                format!("{constraint} does not allow it, while {doing}; nothing was changed: {message}")
            }
            Self::Astray { doing, expected, found } => {
                let doing = act(*doing);
                format!("{found} rows changed while {doing}, and {expected} had to; nothing was changed")
            }
            Self::Server { doing, sqlstate, message } => {
                let doing = act(*doing);
                let code = sqlstate.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
                format!("the server failed while {doing}, and nothing was changed: {message}{code}")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Lost { .. } => "run it again when the server is back".to_owned(),
            Self::Unknown { .. } => "provost log shows whether it was made; then run it again if it was not".to_owned(),
            Self::Locked { holders, .. } => end_of(holders),
            Self::Deadlock => "run it again".to_owned(),
            Self::Forbidden { why: Denied::Machine { node, .. } | Denied::OtherLogin { node, .. }, .. } => own(node),
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

/// What is stored and has no meaning.
pub fn meaningless(stored: &Meaningless) -> String {
    let (what, why) = match stored {
        Meaningless::Manifest { module, faults } => (format!("the manifest of {module}"), faults.clone()),
        Meaningless::Undigested { module } => {
            (format!("the manifest of {module}"), "its digests are missing".to_owned())
        }
        Meaningless::Row { table, name } => (row(*table, name), "something of it is missing".to_owned()),
        Meaningless::NoNode { node } => (format!("a row about the node {node}"), "there is no such node".to_owned()),
        Meaningless::Assignment { module, node } => {
            (format!("the assignment of {module} to the node {node}"), "one of them is not there".to_owned())
        }
        Meaningless::Digest { bytes } => ("a digest".to_owned(), format!("it has {bytes} bytes")),
        Meaningless::Moment => ("a moment".to_owned(), "it is for ever".to_owned()),
        Meaningless::Json { fault } => ("JSON".to_owned(), fault.clone()),
        Meaningless::Declaration { node, generation } => {
            (format!("the declaration {generation} of {node}"), "a manifest that it refers to is not kept".to_owned())
        }
        Meaningless::Other { module, node, digest } => {
            (format!("the module {module} of {node}"), format!("the catalogue has another manifest than {digest}"))
        }
    };
    format!("{what}, as the database has it, has no meaning: {why}")
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

/// What the login of a machine may. It is offered no other role: that would take the place of its own.
fn own(node: &str) -> String {
    format!("the login of {node} may speak for its own node alone; who is to see or change more has another role")
}

/// Who gives the rights that are missing, and by which command.
fn granting(role: &str, needs: Option<Rights>) -> String {
    let role = shell(role, true);
    match needs {
        Some(Rights::Read) => format!(
            "it takes the role reader, which the owner of the database gives: provost access grant reader {role}"
        ),
        Some(Rights::Change) => format!(
            "it takes the role operator, which the owner of the database gives: provost access grant operator {role}"
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
        some => some.iter().map(words).collect::<Vec<_>>().join("; "),
    };
    let seconds = waited.as_secs_f64();
    format!("the mesh was being changed for longer than the {seconds} s that were waited, by {who}")
}

fn end_of(holders: &[Holder]) -> String {
    match holders.iter().find_map(Holder::ending) {
        Some(statement) => format!(
            "wait for it and run this again; if nobody is behind it any more, end it in psql: \
             {statement}"
        ),
        None => "run it again".to_owned(),
    }
}

fn words(holder: &Holder) -> String {
    let application = match holder.application.as_str() {
        "" => String::new(),
        name => format!(" with {name}"),
    };
    let since = holder.since.map(|since| format!(", since {since}")).unwrap_or_default();
    let process = match holder.process {
        Some(process) => format!("process {process}"),
        None => "a prepared transaction".to_owned(),
    };
    let statement = match holder.statement.as_str() {
        "" => String::new(),
        text => format!(", last: {text}"),
    };
    format!("{}{application} ({process}{since}{statement})", holder.role)
}
/// How it showed that the connection was lost.
pub fn cause(lost: &Cause) -> String {
    match lost {
        Cause::Said(said) => said.clone(),
        Cause::Closed => "the server closed it".to_owned(),
        Cause::Malformed(malformed) => {
            let what = match malformed {
                Malformed::Cut => "it ends within a row",
                Malformed::Longer => "it goes on after its end",
                Malformed::NoCopy => "it does not begin as the binary copy format does",
                Malformed::Fields => "a row has another number of fields",
                Malformed::Declaration => return "a row of declaration has another shape".to_owned(),
                Malformed::TooLong => return "it is longer than the database can keep".to_owned(),
            };
            format!("the rows that the server sent cannot be read: {what}")
        }
    }
}

fn denied(why: &Denied) -> String {
    match why {
        Denied::Said(said) | Denied::Machine { said, .. } => said.clone(),
        Denied::NotOwner => "the tables are another's".to_owned(),
        Denied::Grant { right, on: Some(table) } => format!("no right to grant {right} on {table}"),
        Denied::Grant { right, on: None } => format!("no right to grant {right} on schema public"),
        Denied::NoLogin => "it is the login of no node".to_owned(),
        Denied::OtherLogin { node, asked } => format!("it is the login of node {node}, and sees nothing of {asked}"),
        Denied::Replaced { node } => {
            format!("{node} was removed and added anew, and it is the login of the node that went")
        }
    }
}

const fn act(doing: Doing) -> &'static str {
    match doing {
        Doing::Beginning => "beginning a transaction",
        Doing::LookingAtSchema => "looking at the schema",
        Doing::LookingAtDatabase => "reading what the database is",
        Doing::ReadingMesh => "reading the mesh",
        Doing::ReadingManifests => "reading manifests",
        Doing::ReadingNames => "reading names",
        Doing::ReadingAuthors => "reading who decided",
        Doing::ReadingDeclarations => "reading declarations",
        Doing::ReadingLast => "reading what was last declared",
        Doing::ReadingRecord => "reading the record of changes",
        Doing::ReadingAcknowledgements => "reading what machines acknowledged",
        Doing::AskingForRights => "asking for the rights of a role",
        Doing::AskingWhoSees => "asking whose declarations this role sees",
        Doing::AskingWhether => "asking whether it was committed",
        Doing::Verifying => "looking whether the database keeps what it promises",
        Doing::Listening => "listening for pushes",
        Doing::Digesting => "working out the digests of manifests",
        Doing::GivingRights => "giving rights to a role",
        Doing::WritingChange => "writing the change",
        Doing::WritingDeclarations => "writing the declarations",
        Doing::WritingAcknowledgement => "writing down what a machine acknowledged",
        Doing::Recording => "recording the change",
        Doing::Committing => "committing",
    }
}
