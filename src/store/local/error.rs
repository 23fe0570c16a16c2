//! Why the local database is not there.

use std::{io, path::PathBuf};

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
        /// The user who owns the folder, and the folder; `None` where nobody does yet.
        owner: Option<(u32, PathBuf)>,
    },
    /// No PostgreSQL server is installed.
    NoPrograms {
        /// The command that installs one here, where it is known.
        install: Option<&'static str>,
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
        problem: Foreign,
    },
    /// Something is where the database should be, and is none.
    Damaged {
        /// Where.
        path: PathBuf,
    },
    /// A file or folder could not be used.
    Files {
        /// What was being done.
        doing: Act,
        /// To what.
        path: PathBuf,
        /// The system's words.
        problem: String,
    },
    /// A program of the server failed.
    Program {
        /// What was being done.
        doing: Task,
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
    pub(super) fn files(doing: Act, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Files { doing, path, problem: error.to_string() }
    }
}

/// What is wrong with a folder that is to be ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// It is none.
    NoFolder,
    /// It belongs to somebody else.
    Belongs {
        /// The user whose it is.
        to: u32,
        /// The user whose it has to be.
        ours: u32,
    },
    /// The account that runs the server does not get through it.
    NoWayThrough {
        /// The account.
        account: String,
    },
    /// No socket can be in it: its path is too long, or has a comma.
    NoSocket,
    /// The server cannot be told of it: its path is no UTF-8, or has a line end.
    NoText,
}

/// What is done with a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each says it
pub enum Act {
    Finding,
    LookingAt,
    Removing,
    PuttingInPlace,
    Writing,
    Running,
    Opening,
    Locking,
    SettingAside,
    OpeningLock,
    MakingFolder,
    LookingAtFolder,
}

/// What a program of the server does with the local database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each says it
pub enum Task {
    Making,
    Starting,
    Stopping,
}
