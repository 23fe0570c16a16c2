//! What a look at the schema, or a run of migrations, came to, and its words.

use std::fmt;

/// How a database's schema stands to the one that this program knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaState {
    /// There is none.
    Absent,
    /// It is behind.
    Older {
        /// The last migration that the database has.
        have: i32,
        /// The last one there is.
        want: i32,
    },
    /// It is the one.
    Current,
    /// A later program has been there.
    Newer {
        /// The last migration that the database has.
        have: i32,
        /// The last one that this program knows.
        want: i32,
    },
    /// A migration there is not the one of that number here.
    Divergent {
        /// Its number.
        number: i32,
        /// What the database calls it.
        name: String,
    },
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The last migration before.
    pub from: i32,
    /// The last migration now.
    pub to: i32,
    /// The names of those applied, in order; none if the schema was current.
    pub names: Vec<&'static str>,
}

/// Why the schema is as it was. Nothing of a run that fails is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MigrateError {
    /// The database's schema cannot be brought to the one known here.
    Unsuitable(SchemaState),
    /// The role may not do it.
    Forbidden {
        /// The role, as SQL writes it, if it can still be asked for.
        role: Option<String>,
        /// The right that is missing.
        right: &'static str,
        /// The server's words.
        message: String,
    },
    /// Another runner has been at it for longer than is waited for.
    Busy {
        /// Who it is.
        holder: String,
    },
    /// The database can only be read: a standby, or set so.
    ReadOnly,
    /// A migration failed.
    Failed {
        /// Its number.
        number: i32,
        /// Its name.
        name: &'static str,
        /// Where in its text, from 1, if the server says so.
        line: Option<usize>,
        /// The server's words.
        message: String,
    },
    /// The server failed otherwise.
    Server(String),
}

impl SchemaState {
    /// What a command says that cannot work with this schema.
    pub fn message(&self) -> String {
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

    /// What to do about it.
    pub fn help(&self) -> String {
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

impl Applied {
    /// What was done, and what to do next.
    pub fn message(&self) -> String {
        let Self { from, to, names } = self;
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
}

impl MigrateError {
    /// What happened.
    pub fn message(&self) -> String {
        match self {
            Self::Unsuitable(state) => state.message(),
            Self::Forbidden { role, message, .. } => {
                let role = role.as_deref().unwrap_or("of this session");
                format!("the role {role} lacks a right: {message}")
            }
            Self::Busy { holder } => format!("the schema is being changed by {holder}, and was not free in time"),
            Self::ReadOnly => "the schema cannot be changed: this server or session only reads".into(),
            Self::Failed { number, name, line, message } => {
                let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
                format!("migration {number} ({name}{line}) failed, and nothing was changed: {message}")
            }
            Self::Server(message) => format!("the server failed while the schema was looked at: {message}"),
        }
    }

    /// What to do now.
    pub fn help(&self) -> String {
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

impl fmt::Display for MigrateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for MigrateError {}
