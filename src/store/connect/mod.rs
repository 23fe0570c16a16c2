//! From what a person, a file or the environment says about a database to a session with it.
//!
//! The settings and their order are libpq's, so that whoever can reach a database with `psql` reaches it here with
//! the same words: the option, then the service file, then the `PG*` variables, then the defaults. Working them out
//! (`settings`) is apart from dialling (`dial`). No password is in any message or debugging output.

mod dial;
mod error;
mod given;
mod keyword;
mod passfile;
mod server;
mod service;
mod settings;
mod text;
mod tls;
mod why;

use std::fmt;

use postgres::Client;

use crate::environment::Environment;

pub use self::{
    error::{
        Attempt, ConnectError, FileKind, FileWrong, Kind, PassedOver, Source, TlsFault, Unknown, Warning, Why, Wrong,
    },
    settings::{Endpoint, Place},
};

/// The variable that stands for `--database`.
pub const DATABASE_VARIABLE: &str = "PROVOST_DATABASE";

/// What says which database is meant.
#[derive(Clone, Default)]
pub struct ConnectOptions {
    /// `--database`: a URL, a `key=value` list or a database's name.
    pub database: Option<String>,
    /// The environment, `PROVOST_DATABASE` among it.
    pub environment: Environment,
}

impl ConnectOptions {
    /// The text that names a database, and where it was given.
    fn text(&self) -> Option<(&str, Source)> {
        let variable = || {
            let text = self.environment.get(DATABASE_VARIABLE);
            let empty = self.environment.has(DATABASE_VARIABLE).then_some("");
            text.or(empty).map(|text| (text, Source::Variable(DATABASE_VARIABLE.into())))
        };
        self.database.as_deref().map(|text| (text, Source::Option)).or_else(variable)
    }
}

/// Where the text came from, not the text: it may hold a password.
impl fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectOptions")
            .field("database", &self.database.as_ref().map(|_| "…"))
            .field("environment", &self.environment)
            .finish()
    }
}

/// A session, the server it is with, and what a person should know about how it came about.
pub struct Connected {
    /// The session.
    pub client: Client,
    /// The server.
    pub server: Endpoint,
    /// What was passed over, such as a password file that others can read.
    pub warnings: Vec<Warning>,
}

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connected")
            .field("server", &self.server)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// A session with the database that is meant.
pub fn connect(options: &ConnectOptions) -> Result<Connected, ConnectError> {
    dial::dial(&settings::Settings::of(options)?)
}

/// Whether anything names a server; if nothing does, the local database is meant.
///
/// A `PROVOST_DATABASE` that is set and empty names one, wrongly: a script that meant to name a server must not
/// end up in the local database because a variable of its own was empty.
pub fn names_a_server(options: &ConnectOptions) -> bool {
    let variables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE"];
    options.text().is_some() || variables.iter().any(|variable| options.environment.get(variable).is_some())
}
