//! The local database, for people and for programs.

use serde::Serialize;

/// How it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is not there.
    Absent,
    /// Its server does not run.
    Stopped,
    /// Its server starts or stops.
    Busy,
    /// Its server runs.
    Running,
}

/// How it is, and where.
#[derive(Clone, Debug, Serialize)]
pub struct LocalStatus {
    /// The name and version of this document.
    pub schema: &'static str,
    /// How it is.
    pub state: State,
    /// The process of its server.
    pub process: Option<i32>,
    /// The folder of its data, its log and its settings.
    pub folder: String,
    /// The server's log.
    pub log: String,
    /// The version of PostgreSQL that made it.
    pub version: Option<String>,
    /// The account that runs it, where that is another one.
    pub account: Option<String>,
    /// What `psql` takes.
    pub url: String,
    /// Whether commands use it.
    pub meant: bool,
    /// The folder that `XDG_DATA_HOME` names, where that has no effect.
    pub ignored: Option<String>,
}

/// That it was stopped, or did not run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stopped {
    /// The name and version of this document.
    pub schema: &'static str,
    /// Whether it ran.
    pub stopped: bool,
}

/// What `psql` takes.
#[derive(Clone, Debug, Serialize)]
pub struct Url {
    /// The name and version of this document.
    pub schema: &'static str,
    /// The URL.
    pub url: String,
}

/// The name and version of these documents.
pub const SCHEMA: &str = "provost.local/1";

impl LocalStatus {
    /// A line for each thing there is to know.
    pub fn text(&self) -> String {
        let process = self.process.map(|process| format!(" (process {process})")).unwrap_or_default();
        let mut lines = vec![match self.state {
            State::Absent => "there is no local database yet: the first change makes it".to_owned(),
            State::Stopped => "the local database is stopped: the next command starts it".to_owned(),
            State::Busy => format!("the local database is busy{process}"),
            State::Running => format!("the local database is running{process}"),
        }];
        lines.push(format!("folder  {}", self.folder));
        lines.push(format!("log     {}", self.log));
        lines.extend(self.version.iter().map(|version| format!("server  PostgreSQL {version}")));
        lines.extend(self.account.iter().map(|account| format!("runs as {account}")));
        lines.push(format!("url     {}", self.url));
        lines.extend(
            self.ignored
                .iter()
                .map(|folder| format!("XDG_DATA_HOME={folder} has no effect: as root it lives in {}", self.folder)),
        );
        if !self.meant {
            lines.push(
                "commands use another database: --database, PROVOST_DATABASE or a PG* variable names one".to_owned(),
            );
        }
        lines.join("\n")
    }
}

impl Stopped {
    /// What became of it.
    pub const fn text(self) -> &'static str {
        if self.stopped { "stopped" } else { "it was not running" }
    }
}
