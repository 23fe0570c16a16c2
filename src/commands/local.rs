//! `provost local`

use clap::{Args as Arguments, Subcommand};
use serde::Serialize;

use crate::{
    outcome::{Exit, Failure},
    report::local::{LocalStatus, SCHEMA, State, Stopped, Url},
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
            let stopped = Stopped { schema: SCHEMA, stopped: local.stop()? };
            said(&stopped, stopped.text(), context)
        }
        Action::Url => {
            let url = Url { schema: SCHEMA, url: local.url() };
            said(&url, &url.url, context)
        }
    }
}

fn said(value: &impl Serialize, text: &str, context: &mut Context) -> Result<Exit, Failure> {
    if context.json() {
        context.print_json(value)?;
    } else {
        context.say(text)?;
    }
    Ok(Exit::Done)
}

fn status(local: &Local, context: &mut Context) -> Result<Exit, Failure> {
    let status = local.status();
    let (state, process) = match status.state {
        LocalState::Absent => (State::Absent, None),
        LocalState::Stopped => (State::Stopped, None),
        LocalState::Busy { process } => (State::Busy, Some(process)),
        LocalState::Running { process } => (State::Running, Some(process)),
    };
    let status = LocalStatus {
        schema: SCHEMA,
        state,
        process,
        folder: status.folder.display().to_string(),
        log: status.log.display().to_string(),
        version: status.version,
        account: status.account,
        url: status.url,
        meant: context.is_local(),
        ignored: status.ignored.map(|folder| folder.display().to_string()),
    };
    said(&status, &status.text(), context)
}
