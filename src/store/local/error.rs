//! Why the local database is not there, and what to do about it.

use std::{fmt, io, path::PathBuf};

use crate::store::connect::ConnectError;

/// Why the local database cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalError {
    /// There is none, and this command does not make it.
    NoneYet {
        /// Where it would be.
        folder: PathBuf,
    },
    /// Nothing says where this user's data goes.
    NoHome,
    /// As root: no account that the server could run as.
    NoAccount {
        /// Which account is missing.
        wanted: String,
    },
    /// No PostgreSQL server is installed.
    NoPrograms {
        /// The command that installs one here.
        install: String,
    },
    /// Servers are installed, but none of the version that made the database.
    OtherVersion {
        /// The version that made it.
        made_by: String,
        /// The versions there are.
        found: Vec<String>,
    },
    /// A folder is somebody else's.
    NotOurs {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Something is where the database should be, and is none.
    Damaged {
        /// Where.
        path: PathBuf,
    },
    /// A file or folder could not be used.
    Files {
        /// What was being done.
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// The system's words.
        problem: String,
    },
    /// A program of the server failed.
    Program {
        /// What was being done.
        doing: &'static str,
        /// What the program or the server's log said at the end.
        said: String,
    },
    /// The server is not ready within the time allowed; it goes on.
    NotReady {
        /// The seconds waited.
        seconds: u64,
        /// The end of its log.
        said: String,
    },
    /// Another command has been starting or stopping it all the while.
    Busy {
        /// The seconds waited.
        seconds: u64,
    },
    /// It runs, and yet there is no session with it.
    Connect(ConnectError),
}

impl LocalError {
    pub(super) fn files(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Files { doing, path, problem: error.to_string() }
    }

    /// What happened.
    pub fn message(&self) -> String {
        match self {
            Self::NoneYet { folder } => {
                format!("no database is named, and there is no local one yet ({})", folder.display())
            }
            Self::NoHome => "no database is named, and nothing says where this user's data goes".into(),
            Self::NoAccount { wanted } => {
                format!("the local database cannot run as root, and there is no account {wanted}")
            }
            Self::NoPrograms { .. } => {
                "no database is named, and no PostgreSQL server is installed for a local one".into()
            }
            Self::OtherVersion { made_by, found } => {
                format!("the local database was made by PostgreSQL {made_by}, and here is only {}", found.join(", "))
            }
            Self::NotOurs { path, problem } => format!("{} {problem}", path.display()),
            Self::Damaged { path } => format!("{} is there and is no database", path.display()),
            Self::Files { doing, path, problem } => format!("{doing} {}: {problem}", path.display()),
            Self::Program { doing, said } => format!("{doing} failed; it said:\n{said}"),
            Self::NotReady { seconds, said } => {
                format!("the local database is still not ready after {seconds} s; its log ends:\n{said}")
            }
            Self::Busy { seconds } => {
                format!("another command has been starting or stopping the local database for {seconds} s")
            }
            Self::Connect(error) => error.message(),
        }
    }

    /// What to do now.
    pub fn help(&self) -> String {
        const NAME: &str = "name a server with --database URL or PROVOST_DATABASE";
        match self {
            Self::NoneYet { .. } => format!("provost migrate makes it, and so does the first change; or {NAME}"),
            Self::NoHome => format!("set HOME or XDG_DATA_HOME, or {NAME}"),
            Self::NoAccount { .. } => format!("run provost as an ordinary user, or {NAME}"),
            Self::NoPrograms { install } => format!("install one ({install}), or {NAME}"),
            Self::OtherVersion { made_by, .. } => {
                format!(
                    "install PostgreSQL {made_by} beside it, provost export with that, and import the file into a new one"
                )
            }
            Self::NotOurs { path, .. } => format!("move {} away, or {NAME}", path.display()),
            Self::Damaged { path } => format!("move {} away, and the next change makes a new one", path.display()),
            Self::Files { .. } => format!("see to the folder's owner, permissions and free space, or {NAME}"),
            Self::Program { .. } => format!("see to what it says, or {NAME}"),
            Self::NotReady { .. } => "it may be recovering from a crash: try again in a moment".into(),
            Self::Busy { .. } => "try again when it is done".into(),
            Self::Connect(error) => error.help(),
        }
    }
}

impl fmt::Display for LocalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for LocalError {}
