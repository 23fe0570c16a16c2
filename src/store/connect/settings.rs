//! All sources of connection settings brought together: the option, then the service file, then the variables,
//! then what holds when nobody says anything. libpq's order and its defaults.

use std::{fmt, path::PathBuf, time::Duration};

use super::{
    ConnectOptions,
    error::{ConnectError, Source, Warning, Wrong},
    given::Given,
    passfile::{self, Passfile, Wanted},
    server::{Server, servers},
    tls::TlsSettings,
};
use crate::environment::{Environment, own_name};

/// A password. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret(pub(super) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The folder of its unix socket.
    Socket(PathBuf),
    /// A name or an address of a machine.
    Machine(String),
}

/// A server as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Where it listens.
    pub place: Place,
    /// Its port.
    pub port: u16,
    /// The database asked for.
    pub database: String,
    /// The role asked for.
    pub user: String,
}

impl Endpoint {
    /// `db.example:5432`, `[::1]:5432`, or the path of the socket.
    pub fn address(&self) -> String {
        match &self.place {
            Place::Machine(name) if name.contains(':') => format!("[{name}]:{}", self.port),
            Place::Machine(name) => format!("{name}:{}", self.port),
            Place::Socket(folder) => folder.join(format!(".s.PGSQL.{}", self.port)).display().to_string(),
        }
    }
}

/// Which of several servers will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    Any,
    ReadWrite,
    ReadOnly,
    Primary,
    Standby,
    PreferStandby,
}

/// How a dead TCP connection is noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Liveness {
    pub(super) keepalives: bool,
    pub(super) idle: Option<Duration>,
    pub(super) interval: Option<Duration>,
    pub(super) count: Option<u32>,
    pub(super) user_timeout: Option<Duration>,
}

/// Everything that is needed to dial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) servers: Vec<Server>,
    pub(super) shuffle: bool,
    pub(super) session: Session,
    pub(super) user: String,
    pub(super) database: String,
    pub(super) application_name: String,
    pub(super) options: Option<String>,
    pub(super) patience: Option<Duration>,
    pub(super) liveness: Liveness,
    pub(super) tls: TlsSettings,
    pub(super) warnings: Vec<Warning>,
}

impl Settings {
    /// The settings that these options and this environment come to.
    pub(super) fn of(options: &ConnectOptions) -> Result<Self, ConnectError> {
        let given = Given::gather(options)?;
        given.refuse_what_is_not_done()?;
        let environment = &options.environment;
        let user = given.text("user").map(str::to_owned).or_else(own_name).ok_or_else(no_user)?;
        let database = given.text("dbname").unwrap_or(&user).to_owned();
        let mut settings = Self {
            servers: servers(&given)?,
            shuffle: given.one_of("load_balance_hosts", &[("disable", false), ("random", true)])?.unwrap_or(false),
            session: given.one_of("target_session_attrs", SESSIONS)?.unwrap_or(Session::Any),
            application_name: given.application_name(),
            options: given.session_options(environment),
            patience: given.patience()?,
            liveness: given.liveness()?,
            tls: given.tls(environment)?,
            warnings: Vec::new(),
            user,
            database,
        };
        settings.bring_in_passwords(&given, environment);
        Ok(settings)
    }

    /// What a server is called in messages.
    pub(super) fn endpoint(&self, server: &Server) -> Endpoint {
        Endpoint {
            place: server.place.clone(),
            port: server.port,
            database: self.database.clone(),
            user: self.user.clone(),
        }
    }

    /// A password that was given goes to every server; else each has its own line in the password file.
    fn bring_in_passwords(&mut self, given: &Given, environment: &Environment) {
        if let Some(password) = given.text("password") {
            self.servers.iter_mut().for_each(|server| server.password = Some(Secret(password.to_owned())));
            return;
        }
        let path = given.text("passfile").map(PathBuf::from);
        let Some(path) = path.or_else(|| passfile::default_path(environment.home())) else { return };
        match passfile::read(&path) {
            Passfile::Absent => {}
            Passfile::PassedOver(why) => self.warnings.push(Warning::PasswordFile { path, why }),
            Passfile::Text(text) => {
                let (database, user) = (self.database.as_str(), self.user.as_str());
                for server in &mut self.servers {
                    let wanted = Wanted { host: server.name_in_passfile(), port: server.port, database, user };
                    server.password = passfile::password(&text, &wanted).map(Secret);
                }
            }
        }
    }
}

const SESSIONS: &[(&str, Session)] = &[
    ("any", Session::Any),
    ("read-write", Session::ReadWrite),
    ("read-only", Session::ReadOnly),
    ("primary", Session::Primary),
    ("standby", Session::Standby),
    ("prefer-standby", Session::PreferStandby),
];

fn no_user() -> ConnectError {
    ConnectError::Setting { source: Source::Variable("PGUSER".into()), wrong: Wrong::NoUser }
}
