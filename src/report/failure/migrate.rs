//! How a schema stands, what a run of migrations did, and why one did not.

use super::Worded;
use crate::store::migrate::{Applied, MigrateError, Runner, SchemaState};

impl Worded for SchemaState {
    fn message(&self) -> String {
        match self {
            Self::Absent => "the database has no mesh yet".into(),
            Self::Older { have, want } => {
                format!("the database's schema is at {have}, and this program works with {want}")
            }
            Self::Current => "the database's schema is current".into(),
            Self::Newer { have, want } => {
                format!("the database's schema is at {have}, newer than the {want} that this program knows")
            }
            Self::Divergent { number, name } => {
                format!("migration {number} ({name}) of the database is not the one that this program has")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Absent | Self::Older { .. } => "provost migrate".into(),
            Self::Current => String::new(),
            Self::Newer { .. } => "use the newer provost that brought the database there".into(),
            Self::Divergent { .. } => {
                "this is another program's database, or another build's: name the right one with --database".into()
            }
        }
    }
}

/// What was done, and what to do next.
pub fn applied(applied: &Applied) -> String {
    let Applied { from, to, names } = applied;
    match (from, names.is_empty()) {
        (_, true) => format!("the schema is up to date (at {to}); nothing was changed"),
        (0, false) => format!(
            "the tables of a mesh are made in this database (schema {to}); the mesh is empty, and the role that ran \
             this owns it\n\
             next: `provost module register DIR` for what there is to run, `provost node add NAME` for each machine, \
             `provost assign NAME MODULE`; or `provost import FILE`\n\
             others get their rights by `provost access grant`; `provost tour` shows how it all works, elsewhere"
        ),
        (from, false) => format!(
            "the schema is brought up to date, from {from} to {to} ({}); what it keeps and who may do what stay as \
             they were",
            names.join(", ")
        ),
    }
}

impl Worded for MigrateError {
    fn message(&self) -> String {
        match self {
            Self::Unsuitable(state) => state.message(),
            Self::Forbidden { role, message, .. } => {
                let role = role.as_deref().unwrap_or("of this session");
                format!("the role {role} lacks a right: {message}")
            }
            Self::Busy { holder } => {
                let holder = holder.as_ref().map_or_else(|| "somebody".to_owned(), runner);
                format!("the schema is being changed by {holder}, and was not free in time")
            }
            Self::ReadOnly => "the schema cannot be changed: this server or session only reads".into(),
            Self::Failed { number, name, line, message } => {
                let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
                format!("migration {number} ({name}{line}) failed, and nothing was changed: {message}")
            }
            Self::Server(message) => format!("the server failed while the schema was looked at: {message}"),
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Unsuitable(state) => state.help(),
            Self::Forbidden { role, right, .. } => {
                format!("let an owner of the database run: grant {right} to {}", role.as_deref().unwrap_or("ROLE"))
            }
            Self::Busy { .. } => "wait for it, or look into pg_stat_activity, and run it again".into(),
            Self::ReadOnly => "name the primary server, with target_session_attrs=read-write".into(),
            Self::Failed { .. } => {
                "a name that is taken in the schema public is the usual cause; use an empty database".into()
            }
            Self::Server(_) => "try again, or look into the server's log".into(),
        }
    }
}

fn runner(runner: &Runner) -> String {
    format!("{} ({}, process {})", runner.role, runner.application, runner.process)
}
