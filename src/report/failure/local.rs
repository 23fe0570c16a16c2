//! Why the local database is not there, and that it was made.

use std::path::Path;

use super::Worded;
use crate::store::local::{Act, Foreign, LocalError, Task};

/// What names a server in its place.
const NAME: &str = "name a server with --database URL or PROVOST_DATABASE";

/// What to install for a server; the command where there is one for this system.
pub fn server_package(install: Option<&'static str>) -> &'static str {
    install.unwrap_or("PostgreSQL's server package of this system")
}

/// That the local database was made in a folder.
pub fn made(folder: &Path) -> String {
    format!(
        "made a local database in {}; to use a server instead, name it with --database URL or PROVOST_DATABASE",
        folder.display()
    )
}

impl Worded for LocalError {
    fn message(&self) -> String {
        match self {
            Self::NoneYet { folder } => {
                format!("no database is named, and there is no local one yet ({})", folder.display())
            }
            Self::NoHome => "no database is named, and nothing says where this user's data goes".into(),
            Self::NoAccount { owner } => {
                let wanted = match owner {
                    None => "postgres or nobody".to_owned(),
                    Some((uid, folder)) => format!("of user {uid}, whose {} is", folder.display()),
                };
                format!("the local database cannot run as root, and there is no account {wanted}")
            }
            Self::NoPrograms { .. } => {
                "no database is named, and no PostgreSQL server is installed for a local one".into()
            }
            Self::OtherVersion { made_by, found } => {
                format!("the local database was made by PostgreSQL {made_by}, and here is only {}", found.join(", "))
            }
            Self::NotOurs { path, problem } => format!("{} {}", path.display(), foreign(problem)),
            Self::Damaged { path } => format!("{} is there and is no database", path.display()),
            Self::Files { doing, path, problem } => format!("{} {}: {problem}", act(*doing), path.display()),
            Self::Program { doing, said } => format!("{} failed; it said:\n{said}", task(*doing)),
            Self::NotReady { seconds, said } => {
                format!("the local database is still not ready after {seconds} s; its log ends:\n{said}")
            }
            Self::Busy { seconds } => {
                format!("another command has been starting or stopping the local database for {seconds} s")
            }
            Self::Connect(error) => error.message(),
        }
    }

    fn help(&self) -> String {
        match self {
            Self::NoneYet { .. } => format!("provost migrate makes it, and so does the first change; or {NAME}"),
            Self::NoHome => format!("set HOME or XDG_DATA_HOME, or {NAME}"),
            Self::NoAccount { .. } => format!("run provost as an ordinary user, or {NAME}"),
            Self::NoPrograms { install } => format!("install one ({}), or {NAME}", server_package(*install)),
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

fn foreign(problem: &Foreign) -> String {
    match problem {
        Foreign::NoFolder => "is not a folder".to_owned(),
        Foreign::Belongs { to, ours } => format!("belongs to user {to} and not to {ours}"),
        Foreign::NoWayThrough { account } => {
            format!("does not let {account} through, which runs the local database")
        }
        Foreign::NoSocket => "is no place for a socket: its path is too long, or has a comma".to_owned(),
        Foreign::NoText => "is not UTF-8, which the server needs".to_owned(),
    }
}

const fn act(act: Act) -> &'static str {
    match act {
        Act::Finding => "finding",
        Act::LookingAt => "looking at",
        Act::Removing => "removing",
        Act::PuttingInPlace => "putting in place",
        Act::Writing => "writing",
        Act::Running => "running",
        Act::Opening => "opening",
        Act::Locking => "locking",
        Act::SettingAside => "setting aside",
        Act::OpeningLock => "opening the lock file",
        Act::MakingFolder => "making the folder of the local database",
        Act::LookingAtFolder => "looking at the folder of the local database",
    }
}

const fn task(task: Task) -> &'static str {
    match task {
        Task::Making => "making the local database",
        Task::Starting => "starting the local database",
        Task::Stopping => "stopping the local database",
    }
}
