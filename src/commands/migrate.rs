//! `provost migrate`

use clap::Args as Arguments;

use crate::{
    outcome::{Exit, Failure},
    report::{
        failure::{self as words, Worded},
        migrate::Migrated,
    },
    store::migrate::{MIGRATIONS, SchemaState, migrate, state},
};

use super::{
    context::{Context, Making},
    traits::Traits,
};

/// Bring the schema of the database up to date.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["access", "migrate", "local"]))]
#[command(after_help = "Examples:\n  provost migrate\n  provost migrate --status")]
pub struct Args {
    /// Only tell what the schema is
    #[arg(long)]
    pub status: bool,
}

/// Migrates, or tells.
///
/// # Errors
/// Where the database is out of reach, its schema is newer or another, or the role may not.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let making = if args.status { Making::No } else { Making::Allowed };
    let mut connected = context.connect(making)?;
    if args.status {
        let state = state(&mut connected.client, MIGRATIONS)?;
        return told(&state, &state.message(), 0, context);
    }
    let applied = migrate(&mut connected.client, MIGRATIONS)?;
    told(&SchemaState::Current, &words::applied(&applied), applied.names.len(), context)
}

fn told(state: &SchemaState, text: &str, applied: usize, context: &mut Context) -> Result<Exit, Failure> {
    if context.json() {
        let word = match state {
            SchemaState::Absent => "absent",
            SchemaState::Older { .. } => "older",
            SchemaState::Current => "current",
            SchemaState::Newer { .. } => "newer",
            SchemaState::Divergent { .. } => "divergent",
        };
        context.print_json(&Migrated::new(word, applied, text))?;
    } else if !context.global.quiet {
        context.say(text)?;
    }
    Ok(Exit::Done)
}
