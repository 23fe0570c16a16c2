//! What a look at the schema, or a run of migrations, came to.

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
        /// Who it is, where that can be told.
        holder: Option<Runner>,
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

/// Whoever is at the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runner {
    /// The role.
    pub role: String,
    /// The program, as it calls itself.
    pub application: String,
    /// The server process.
    pub process: i32,
}
