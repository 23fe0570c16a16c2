//! `provost man`

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Args as Arguments, Command, CommandFactory};
use clap_mangen::Man;
use serde_json::json;

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
    let mut command = Cli::command();
    command.build();
    let unwritten = |to: &str, error: io::Error| Failure::failed("output", format!("{to} cannot be written: {error}"));
    match &args.write {
        Some(folder) => fs::create_dir_all(folder)
            .and_then(|()| pages(&command, folder))
            .map_err(|error| unwritten(&folder.display().to_string(), error))?,
        None => {
            let (name, text) = page(&command).map_err(|error| unwritten("the manual page", error))?;
            if context.json() {
                context.print_json(&json!({"schema": "provost.man/1", "page": name, "text": text}))?;
            } else {
                context.terminal.print(&text)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn pages(command: &Command, folder: &Path) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        pages(sub, folder)?;
    }
    let (name, text) = page(command)?;
    fs::write(folder.join(name), text)
}

/// A page's file name and text. What a command says after its help is kept line by line.
fn page(command: &Command) -> io::Result<(String, String)> {
    let man = Man::new(command.clone()).source(concat!("provost ", env!("CARGO_PKG_VERSION"))).manual("Provost");
    let mut text = Vec::new();
    man.render(&mut text)?;
    let heading = if command.get_name() == "provost" { "NOTES" } else { "EXAMPLES" };
    let mut text = String::from_utf8_lossy(&text).replace(".SH VERSION\n", ".fi\n.SH VERSION\n");
    for said in ["Examples:\n", "Example:\n", ""] {
        text = text.replace(&format!(".SH EXTRA\n{said}"), &format!(".SH {heading}\n.nf\n"));
    }
    Ok((man.get_filename(), text))
}
