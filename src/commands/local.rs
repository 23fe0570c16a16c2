//! `provost local`

use clap::{Args as Arguments, Subcommand};
use serde::Serialize;
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    store::local::{Local, LocalState},
};

use super::{context::Context, traits::Traits};

/// The local database: the one that is used where nothing names a server.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["access", "migrate", "local"]))]
#[command(after_help = "Examples:\n  provost local\n  psql \"$(provost local url)\"")]
pub struct Args {
    /// What to do with it
    #[command(subcommand)]
    pub action: Option<Action>,
}

/// What to do with the local database.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum Action {
    /// Tell how it is (the default)
    #[command(add = Traits::READS)]
    #[command(after_help = "Example:\n  provost local status")]
    Status,
    /// Stop its server; the next command starts it again
    #[command(add = Traits::APART)]
    #[command(after_help = "Example:\n  provost local stop")]
    Stop,
    /// Print what psql takes
    #[command(add = Traits::APART)]
    #[command(after_help = "Example:\n  psql \"$(provost local url)\"")]
    Url,
}

/// Tells how it is, stops it, or prints its URL.
///
/// # Errors
/// Where its folder cannot be read or its server does not stop.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let local = Local::locate(&context.environment)?;
    match args.action.unwrap_or(Action::Status) {
        Action::Status => status(&local, context),
        Action::Stop => {
            let ran = local.stop()?;
            said(context, "stopped", ran, if ran { "stopped" } else { "it was not running" })
        }
        Action::Url => {
            let url = local.url();
            said(context, "url", url.as_str(), &url)
        }
    }
}

fn said(context: &mut Context, what: &str, value: impl Serialize, text: &str) -> Result<Exit, Failure> {
    if context.json() {
        context.print_json(&json!({"schema": "provost.local/1", what: value}))?;
    } else {
        context.say(text)?;
    }
    Ok(Exit::Done)
}

fn status(local: &Local, context: &mut Context) -> Result<Exit, Failure> {
    let status = local.status();
    let (state, process) = match status.state {
        LocalState::Absent => ("absent", None),
        LocalState::Stopped => ("stopped", None),
        LocalState::Busy { process } => ("busy", Some(process)),
        LocalState::Running { process } => ("running", Some(process)),
    };
    let meant = context.is_local();
    if context.json() {
        context.print_json(&json!({
            "schema": "provost.local/1", "state": state, "process": process, "folder": status.folder.display().to_string(),
            "log": status.log.display().to_string(), "version": status.version, "account": status.account,
            "url": status.url, "meant": meant, "ignored": status.ignored.map(|folder| folder.display().to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    let mut lines = vec![match (status.state, process) {
        (LocalState::Absent, _) => "there is no local database yet: the first change makes it".to_owned(),
        (LocalState::Stopped, _) => "the local database is stopped: the next command starts it".to_owned(),
        (_, Some(process)) => format!("the local database is {state} (process {process})"),
        (_, None) => format!("the local database is {state}"),
    }];
    lines.push(format!("folder  {}", status.folder.display()));
    lines.push(format!("log     {}", status.log.display()));
    lines.extend(status.version.map(|version| format!("server  PostgreSQL {version}")));
    lines.extend(status.account.map(|account| format!("runs as {account}")));
    lines.push(format!("url     {}", status.url));
    lines.extend(status.ignored.map(|folder| {
        format!("XDG_DATA_HOME={} has no effect: as root it lives in {}", folder.display(), status.folder.display())
    }));
    if !meant {
        lines
            .push("commands use another database: --database, PROVOST_DATABASE or a PG* variable names one".to_owned());
    }
    context.say(&lines.join("\n"))?;
    Ok(Exit::Done)
}
