//! `provost man`

mod page;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Args as Arguments, Command, CommandFactory};
use serde_json::json;

use crate::{
    cli::Cli,
    outcome::{Exit, Failure},
    report::{explain::explain, pages::MANIFEST, roff},
    resolver::Code,
};

use super::context::Context;

/// Print the manual page, or write all of them.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Examples:\n  provost man > provost.1\n  provost man --write man")]
pub struct Args {
    /// Write every page into this folder: of each command, of manifests, of refusals
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
        Some(folder) => write(&command, folder).map_err(|error| unwritten(&folder.display().to_string(), error))?,
        None => {
            let page = page::of(&command, None).map_err(|error| unwritten("the manual page", error))?;
            if context.json() {
                context.print_json(&json!({"schema": "provost.man/1", "page": page.name, "text": page.text}))?;
            } else {
                context.terminal.print(&page.text)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn write(command: &Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("provost-manifest.5"), manifest())?;
    fs::write(folder.join("provost-refusals.7"), refusals())?;
    pages(command, None, folder)
}

fn pages(command: &Command, above: Option<&Command>, folder: &Path) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        pages(sub, Some(command), folder)?;
    }
    let page = page::of(command, above)?;
    fs::write(folder.join(page.name), page.text)
}

/// The guide to manifests.
fn manifest() -> String {
    let text = format!(
        "{}provost\\-manifest \\- what a module provides, requires, claims, needs and puts on a machine\n{}{}{}",
        roff::heading("Name"),
        roff::heading("Description"),
        roff::body(MANIFEST),
        page::see_also(&["provost(1)", "provost-module-register(1)", "provost-refusals(7)"]),
    );
    roff::page("provost-manifest", 5, &text)
}

/// The pages of all codes.
fn refusals() -> String {
    let intro = "A refusal is the answer no: nothing was changed, and it says why and what would help. Each has a code, which \
                 `provost explain CODE` explains as well.";
    let codes = Code::ALL.map(|code| {
        let lesser = explain(code).replace("\n## ", "\n### ");
        format!("{}{}", roff::heading(code.word()), roff::body(&lesser))
    });
    let text = format!(
        "{}provost\\-refusals \\- what the codes of refusals mean, with examples and ways out\n{}{}{}{}",
        roff::heading("Name"),
        roff::heading("Description"),
        roff::body(intro),
        codes.concat(),
        page::see_also(&["provost(1)", "provost-explain(1)", "provost-manifest(5)"]),
    );
    roff::page("provost-refusals", 7, &text)
}
