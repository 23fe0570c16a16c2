//! `provost man`

use std::path::{Path, PathBuf};

use clap::{Args as Arguments, CommandFactory};

use crate::{
    cli::Cli,
    outcome::{Exit, Failure},
};

use super::context::Context;

/// Print the manual page, or write the pages of all commands.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Example:\n  provost man --write man")]
pub struct Args {
    /// Write a page for every command into this folder
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
}

/// Prints or writes manual pages.
///
/// # Errors
/// Where they cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let command = Cli::command();
    match &args.write {
        Some(folder) => {
            let unwritten =
                |error| Failure::failed("output", format!("{} cannot be written: {error}", folder.display()));
            std::fs::create_dir_all(folder).and_then(|()| pages(&command, folder)).map_err(unwritten)?;
        }
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(command)
                .render(&mut text)
                .map_err(|error| Failure::failed("output", error.to_string()))?;
            context.terminal.stream(|out| out.write_all(&text))?;
        }
    }
    Ok(Exit::Done)
}

fn pages(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    clap_mangen::generate_to(command.clone(), folder)
}
