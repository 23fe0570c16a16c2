//! Why there is no connection: what was tried, on which server, and what to do now. Never a password.

use std::{fmt, path::PathBuf, time::Duration};

use super::settings::Endpoint;

/// Where a setting came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// What was said on the command line.
    Option,
    /// An environment variable.
    Variable(String),
    /// A line of a service file.
    Service {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option => f.write_str("--database"),
            Self::Variable(name) => f.write_str(name),
            Self::Service { file, line } => write!(f, "{}, line {line}", file.display()),
        }
    }
}

/// Why one server did not let us in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nobody listens at that address and port.
    Refused,
    /// There is no such socket.
    NoSocket,
    /// The socket is there, and its permissions keep us out.
    SocketDenied,
    /// The name of the machine means nothing to the resolver.
    UnknownName(String),
    /// No answer within the time allowed.
    TimedOut(Duration),
    /// The network says no.
    Network(String),
    /// It hung up before the session was there.
    HungUp,
    /// The password is wrong, or the role is not there.
    WrongPassword(String),
    /// It wants a password and there is none.
    NoPassword,
    /// The server's rules do not admit this role, database, address or lack of TLS.
    NotAdmitted(String),
    /// There is no such database.
    NoSuchDatabase,
    /// All connections are taken.
    TooManyConnections(String),
    /// It is starting, stopping or recovering.
    NotReady(String),
    /// TLS was asked for and did not come about.
    Tls(String),
    /// It is not the kind of server that `target_session_attrs` asks for.
    OtherKind(&'static str),
    /// Any other answer of the server, in its words.
    Server(String),
}

/// One server that was tried, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The server.
    pub server: Endpoint,
    /// What stood in the way.
    pub why: Why,
}

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectError {
    /// A setting is wrong, before any server was asked.
    Setting {
        /// Where it was given.
        source: Source,
        /// What is wrong with it.
        problem: String,
        /// What to do.
        help: String,
    },
    /// A file that the settings name cannot be used.
    File {
        /// What the file is for.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
        /// What to do.
        help: String,
    },
    /// No server let us in; what each said, in the order in which they were tried (at least one).
    Servers(Vec<Attempt>),
}

impl ConnectError {
    /// What happened, in one line for each server that was tried.
    pub fn message(&self) -> String {
        match self {
            Self::Setting { source, problem, .. } => format!("{problem} ({source})"),
            Self::File { what, path, problem, .. } => format!("the {what} {} {problem}", path.display()),
            Self::Servers(attempts) => attempts.iter().map(|attempt| attempt.message()).collect::<Vec<_>>().join("\n"),
        }
    }

    /// What to do now.
    pub fn help(&self) -> String {
        match self {
            Self::Setting { help, .. } | Self::File { help, .. } => help.clone(),
            Self::Servers(attempts) => attempts.last().map(Attempt::help).unwrap_or_default(),
        }
    }

    /// Why the last server that was tried did not let us in, if any was.
    pub fn why(&self) -> Option<&Why> {
        match self {
            Self::Servers(attempts) => attempts.last().map(|attempt| &attempt.why),
            Self::Setting { .. } | Self::File { .. } => None,
        }
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for ConnectError {}

impl Attempt {
    fn message(&self) -> String {
        let server = &self.server;
        match &self.why {
            Why::Refused => format!("nothing listens at the {server}"),
            Why::NoSocket => format!("there is no socket of the {server}"),
            Why::SocketDenied => format!("the socket of the {server}, may not be opened by you"),
            Why::UnknownName(said) => format!("the name of the {server}, is not known: {said}"),
            Why::TimedOut(after) => format!("the {server}, did not answer within {} s", after.as_secs()),
            Why::Network(said) => format!("the {server}, is out of reach: {said}"),
            Why::HungUp => format!("the {server}, closed the connection before the session began"),
            Why::WrongPassword(said) => format!("the {server}, does not take the password: {said}"),
            Why::NoPassword => format!("the {server}, wants a password, and none was given"),
            Why::NotAdmitted(said) => format!("the {server}, does not admit this connection: {said}"),
            Why::NoSuchDatabase => format!("there is no such database on the {server}"),
            Why::TooManyConnections(said) => format!("the {server}, has no connection left: {said}"),
            Why::NotReady(said) => format!("the {server}, is not ready: {said}"),
            Why::Tls(said) => format!("no TLS with the {server}: {said}"),
            Why::OtherKind(wanted) => format!("the {server}, is not the {wanted} server that was asked for"),
            Why::Server(said) => format!("the {server}, refuses the session: {said}"),
        }
    }

    fn help(&self) -> String {
        let Endpoint { user, database, .. } = &self.server;
        match &self.why {
            Why::Refused | Why::NoSocket => {
                "start the server, or name another with --database or PROVOST_DATABASE".into()
            }
            Why::SocketDenied => "ask who runs the server for access to its socket, or name its address".into(),
            Why::UnknownName(_) => {
                "check the spelling in --database, PROVOST_DATABASE, PGHOST or the service file".into()
            }
            Why::TimedOut(_) | Why::Network(_) => {
                "check address, port and firewall; PGCONNECT_TIMEOUT says how many seconds to wait".into()
            }
            Why::HungUp => "look into the server's log; something else than PostgreSQL may be listening there".into(),
            Why::WrongPassword(_) | Why::NoPassword => format!(
                "give {user}'s password in PGPASSWORD, or in ~/.pgpass as \
                 {}:{database}:{user}:PASSWORD (mode 0600)",
                self.server.address()
            ),
            Why::NotAdmitted(_) => {
                format!("ask who runs the server for a line in pg_hba.conf that admits {user} to {database}")
            }
            Why::NoSuchDatabase => format!("make it with createdb {database}, or name another with --database"),
            Why::TooManyConnections(_) => "wait for others to finish, or ask for a higher max_connections".into(),
            Why::NotReady(_) => "try again in a moment".into(),
            Why::Tls(_) => "check sslmode, sslrootcert, sslcert and sslkey, or their PGSSL… variables".into(),
            Why::OtherKind(_) => "name the other servers too, or another target_session_attrs".into(),
            Why::Server(_) => "look into the server's log".into(),
        }
    }
}
