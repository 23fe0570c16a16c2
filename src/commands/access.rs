//! `provost access`

use clap::{Args as Arguments, ValueEnum};
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    store::access::Rights,
};

use super::context::Context;

/// Print the rights that a database role needs, as SQL for whoever owns the database.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Example:\n  provost access reader anna")]
pub struct Args {
    /// What the role is to do
    #[arg(value_enum)]
    pub duty: Duty,
    /// The role in the database
    #[arg(value_name = "ROLE")]
    pub role: String,
}

/// What a role is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Duty {
    /// Plan, explain, export and read the record of changes
    Reader,
    /// Change the mesh and push it, too
    Operator,
}

/// Prints the grants.
///
/// # Errors
/// Where they cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let rights = match args.duty {
        Duty::Reader => Rights::Read,
        Duty::Operator => Rights::Change,
    };
    let grants = rights.grants(&args.role);
    if context.json() {
        context.print_json(&json!({"schema": "provost.access/1", "role": args.role, "grants": grants}))?;
    } else {
        context.terminal.print(&grants)?;
    }
    Ok(Exit::Done)
}
