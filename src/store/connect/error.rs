//! Why there is no connection: what was tried, on which server, and what came of it. Never a password.

use std::{path::PathBuf, time::Duration};

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
    /// The name of the machine has no address.
    NoAddress,
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
    Tls(TlsFault),
    /// It is not the kind of server that `target_session_attrs` asks for.
    OtherKind(Kind),
    /// Any other answer of the server, in its words.
    Server(String),
}

/// What is wrong with TLS, most often with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TlsFault {
    /// It is signed by nobody who is known.
    UnknownIssuer,
    /// It has expired.
    Expired,
    /// It is for another name.
    OtherName,
    /// It has been revoked.
    Revoked,
    /// It is for other names than the one that is wanted.
    Names {
        /// Those that it is for.
        presented: Vec<String>,
        /// The one that is wanted.
        wanted: String,
    },
    /// Anything else, in the words of the library.
    Said(String),
}

/// The kind of server that `target_session_attrs` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any.
    Any,
    /// One that can be written to.
    Writable,
    /// One that only reads.
    ReadOnly,
    /// One that follows no other.
    Primary,
    /// One that follows another.
    Standby,
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
        wrong: Wrong,
    },
    /// A file that the settings name cannot be used.
    File {
        /// What the file is for.
        kind: FileKind,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        wrong: FileWrong,
    },
    /// No server let us in; what each said, in the order in which they were tried (at least one).
    Servers(Vec<Attempt>),
}

impl ConnectError {
    /// Why the last server that was tried did not let us in, if any was.
    pub fn why(&self) -> Option<&Why> {
        match self {
            Self::Servers(attempts) => attempts.last().map(|attempt| &attempt.why),
            Self::Setting { .. } | Self::File { .. } => None,
        }
    }
}

/// What is wrong with a setting. Nothing of a text is in it that may be part of a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A URL begins with something else.
    Scheme,
    /// A URL has an @ where none is expected.
    At,
    /// An IPv6 address of a URL is not closed.
    OpenAddress,
    /// An IPv6 address of a URL is empty.
    EmptyAddress,
    /// Something other than a port follows an IPv6 address of a URL.
    AfterAddress,
    /// A parameter of a URL is not written as one.
    Parameter,
    /// A URL has a % that stands for no letter.
    Percent,
    /// A URL holds what is not UTF-8.
    Bytes,
    /// There is no such setting.
    Unknown(Unknown),
    /// A list has no = where one belongs.
    NoEquals {
        /// What comes before, by its character from 1.
        at: usize,
    },
    /// A quoted value of a list is not closed.
    OpenQuote,
    /// The database named is empty.
    Empty,
    /// The value is none of those that it can be.
    NoneOf {
        /// The setting.
        name: &'static str,
        /// The values.
        choices: Vec<&'static str>,
    },
    /// The value is no whole number.
    NoNumber {
        /// The setting.
        name: &'static str,
    },
    /// The system's root certificates are asked for, and less than they are for.
    SystemRoots,
    /// TLS at once is asked for, and TLS is not.
    Direct,
    /// What is asked for is not done here.
    NotDone {
        /// The setting.
        name: &'static str,
    },
    /// There are not as many addresses as names.
    Addresses {
        /// How many names.
        names: usize,
        /// How many addresses.
        addresses: usize,
    },
    /// There are not as many ports as servers.
    Ports {
        /// How many ports.
        ports: usize,
        /// How many servers.
        servers: usize,
    },
    /// A port is none.
    Port,
    /// An address is none.
    Address {
        /// What stands in its place.
        text: String,
    },
    /// A socket is an abstract one.
    Abstract,
    /// No role is named, and nothing says who this is.
    NoUser,
    /// A service names another one.
    ServiceInService,
    /// A line of a service is no setting.
    ServiceLine,
    /// No file defines the service.
    NoService {
        /// The service.
        service: String,
        /// The files.
        files: Vec<PathBuf>,
    },
    /// TLS cannot be set up, in the library's words.
    Tls(String),
    /// No version of TLS is left to speak.
    NoVersion,
    /// The system has no root certificates where they usually are.
    NoRoots,
    /// The certificates to check against cannot be used, in the library's words.
    Authorities(String),
}

/// A setting that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Where it stands in a list, by its character from 1; `None` in a URL.
    pub at: Option<usize>,
    /// Its name, where it cannot be part of a password.
    pub name: Option<String>,
    /// What was probably meant.
    pub meant: Option<&'static str>,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Services.
    Service,
    /// The authorities that are trusted.
    Root,
    /// Who we are.
    Client,
    /// Certificates that were revoked.
    Revocations,
    /// The key to who we are.
    Key,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileWrong {
    /// It cannot be read, in the system's words.
    Unreadable(String),
    /// It is not there.
    Missing,
    /// It is no PEM, in the library's words.
    NotPem(String),
    /// It does not go with its key, in the library's words.
    OtherKey(String),
    /// It is not there, and the mode takes it.
    Wanted,
    /// There is nothing in it that can be used.
    Nothing,
    /// Others can read it.
    Open,
}

/// What was passed over on the way to a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A password file.
    PasswordFile {
        /// The file.
        path: PathBuf,
        /// Why.
        why: PassedOver,
    },
}

/// Why a password file was passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// It cannot be read, in the system's words.
    Unreadable(String),
    /// It is no plain file.
    NoFile,
    /// Others may read it.
    Open,
}
