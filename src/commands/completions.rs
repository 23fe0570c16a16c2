//! `provost completions`

use clap::{Args as Arguments, CommandFactory};
use clap_complete::Shell;

use crate::{
    cli::Cli,
    outcome::{Exit, Failure},
};

use super::context::Context;

/// Print completions for a shell.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Example:\n  provost completions bash > ~/.local/share/bash-completion/completions/provost")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Prints completions.
///
/// # Errors
/// Where they cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "provost", &mut text);
    context.terminal.stream(|out| out.write_all(&text))?;
    Ok(Exit::Done)
}
