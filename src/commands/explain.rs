//! `provost explain`

use std::path::PathBuf;

use clap::{
    Args as Arguments,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    report::{
        explain::{explain, gist},
        pages,
        style::columns,
    },
    resolver::Code,
};

use super::{context::Context, leave::Files};

/// Explain a refusal's code, or how to write a manifest.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Examples:\n  provost explain\n  provost explain choose-node\n  provost explain manifest\n  \
                        provost explain manifest --write home")]
pub struct Args {
    /// A code, as refusals show it, or manifest; without one, the list of them
    #[arg(value_parser = page())]
    pub page: Option<Page>,
    /// Leave the manifests of the guide in this folder, to copy and edit, instead
    #[arg(long, value_name = "DIR", requires = "page")]
    pub write: Option<PathBuf>,
}

/// A page that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A refusal's code.
    Code(Code),
    /// How to write a manifest.
    Manifest,
}

impl Page {
    /// Every page, the guide first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Manifest).chain(Code::ALL.map(Self::Code))
    }

    /// What it is asked for by.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Code(code) => code.word(),
            Self::Manifest => "manifest",
        }
    }

    /// What it is about.
    pub const fn gist(self) -> &'static str {
        match self {
            Self::Code(code) => gist(code),
            Self::Manifest => "how to write a manifest: every field, and ten of a home network",
        }
    }

    /// The page, as Markdown.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Code(code) => explain(code),
            Self::Manifest => pages::MANIFEST,
        }
    }
}

fn page() -> impl TypedValueParser<Value = Page> {
    let known = Page::all().map(|page| PossibleValue::new(page.word()).help(page.gist()));
    PossibleValuesParser::new(known)
        .try_map(|word| Page::all().find(|page| page.word() == word).ok_or("there is no such page"))
}

/// Prints a page or the list of them, or leaves the files of one.
///
/// # Errors
/// Where it cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    match (args.page, &args.write) {
        (None, _) => list(context)?,
        (Some(page), None) => print(page, context)?,
        (Some(Page::Manifest), Some(folder)) => {
            let files = pages::files();
            let files = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let begin: Vec<(&[&str], &str)> = vec![(&["module", "register"], ""), (&["batch"], "mesh.txt")];
            return Files { of: "guide", files, begin }.leave(folder, context);
        }
        (Some(Page::Code(_)), Some(_)) => {
            return Err(Failure::usage("usage", "the page of a code has no files")
                .help("those of the guide: provost explain manifest --write DIR"));
        }
    }
    Ok(Exit::Done)
}

fn print(page: Page, context: &mut Context) -> Result<(), Failure> {
    if context.json() {
        let kind = match page {
            Page::Code(_) => "code",
            Page::Manifest => "page",
        };
        return context.print_json(&json!({"schema": "provost.explain/1", kind: page.word(), "text": page.text()}));
    }
    let text = pages::shown(page.text(), context.terminal.style());
    context.terminal.print(&text)
}

fn list(context: &mut Context) -> Result<(), Failure> {
    if context.json() {
        let pages: Vec<_> = Page::all().map(|page| json!({"page": page.word(), "about": page.gist()})).collect();
        let codes = Code::ALL.map(Code::word);
        return context.print_json(&json!({"schema": "provost.explain/1", "codes": codes, "pages": pages}));
    }
    let margin = Page::all().map(|page| columns(page.word())).max().unwrap_or_default();
    let lines = Page::all().map(|page| format!("{:<margin$}   {}\n", page.word(), page.gist()));
    context.terminal.print(&lines.collect::<String>())
}
