//! `provost man`

mod page;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Args as Arguments, Command, CommandFactory};
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use serde_json::json;

use crate::{
    commands::cli::Cli,
    model::meant,
    outcome::{Exit, Failure},
    report::{explain::explain, pages::MANIFEST, roff, words::list},
    resolver::Code,
};

use self::page::Page;
use super::{context::Context, traits::Traits};

/// The program, whose page it is where none is named.
const PROGRAM: &str = "provost";

/// Print a manual page, or write all of them.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::APART.near(&["completions", "man"]))]
#[command(after_help = "Examples:\n  provost man > provost.1\n  provost man module register > page; man -l page\n  \
                  provost man --write man")]
pub struct Args {
    /// The page: a command, manifest or refusals, with or without provost- before it [default: provost]
    #[arg(value_name = "PAGE", conflicts_with = "write", add = ArgValueCandidates::new(candidates))]
    pub page: Vec<String>,
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
            let page = one(&command, &args.page, |error| unwritten("the manual page", error))?;
            if context.json() {
                context.print_json(&json!({"schema": "provost.man/1", "page": page.name, "text": page.text}))?;
            } else {
                context.terminal.print(&page.text)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The page that was asked for: `module register`, `provost-module-register`, as `man` would have it or with its
/// section.
fn one(command: &Command, asked: &[String], unwritten: impl Fn(io::Error) -> Failure) -> Result<Page, Failure> {
    let name = asked.join("-");
    let name = name.split_once('(').map_or(name.as_str(), |(name, _)| name);
    let name = [".1", ".5", ".7"].iter().find_map(|section| name.strip_suffix(section)).unwrap_or(name);
    let name = if name.is_empty() { PROGRAM } else { name };
    let all = pages(command).map_err(unwritten)?;
    let full = format!("{PROGRAM}-{name}");
    let is_meant = |page: &Page| page.title() == name || page.title() == full;
    let short: Vec<String> = all.iter().map(|page| short(page.title())).collect();
    if let Some(page) = all.into_iter().find(is_meant) {
        return Ok(page);
    }
    let wanted = name.strip_prefix("provost-").unwrap_or(name);
    let help = meant(wanted, short.iter().map(String::as_str));
    let help = help.unwrap_or_else(|| format!("the pages are: {}", list(&short)));
    Err(Failure::usage("no-such-name", format!("there is no manual page {name}")).help(help))
}

/// What a page is asked for by: `module-register`.
fn short(title: &str) -> String {
    title.strip_prefix("provost-").unwrap_or(title).to_owned()
}

fn candidates() -> Vec<CompletionCandidate> {
    let mut command = Cli::command();
    command.build();
    let pages = pages(&command).unwrap_or_default();
    pages.iter().map(|page| CompletionCandidate::new(short(page.title()))).collect()
}

fn write(command: &Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    pages(command)?.into_iter().try_for_each(|page| fs::write(folder.join(page.name), page.text))
}

/// Every page, that of the program first.
fn pages(command: &Command) -> io::Result<Vec<Page>> {
    let mut all = vec![page::of(command, None)?];
    all.push(Page { name: "provost-manifest.5".to_owned(), text: manifest() });
    all.push(Page { name: "provost-refusals.7".to_owned(), text: refusals() });
    below(command, &mut all)?;
    Ok(all)
}

fn below(command: &Command, all: &mut Vec<Page>) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        all.push(page::of(sub, Some(command))?);
        below(sub, all)?;
    }
    Ok(())
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
