//! `provost explain`

use std::{ffi::OsStr, path::PathBuf, str::FromStr};

use clap::{
    Args as Arguments,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use serde_json::json;

use crate::{
    model::meant,
    outcome::{Exit, Failure},
    report::{
        explain::{PageList, explain, gist},
        pages,
        words::either,
    },
    resolver::Code,
};

use super::{context::Context, leave::Files, traits::Traits};

/// Explain a refusal's code, how to write a manifest, who may do what, or how a machine follows.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::APART.near(&["explain", "tour", "manifest(5)"]))]
#[command(after_help = "Examples:\n  provost explain\n  provost explain choose-node\n  provost explain manifest\n  \
                        provost explain manifest --write home\n\n\
                        Without PAGE, or with refusals or codes, it lists all pages.")]
pub struct Args {
    /// A code, as refusals show it, or manifest, access, follow; without one, the list of them
    #[arg(value_parser = Words)]
    pub page: Option<Asked>,
    /// Leave the manifests of the guide in this folder, to copy and edit, instead
    #[arg(long, value_name = "DIR", requires = "page")]
    pub write: Option<PathBuf>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A page.
    Page(Page),
    /// The list of them.
    List,
}

/// A page that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A refusal's code.
    Code(Code),
    /// How to write a manifest.
    Manifest,
    /// Who may do what.
    Access,
    /// How a machine follows its declarations.
    Follow,
}

impl Page {
    /// Every page, those that are of no code first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Manifest, Self::Access, Self::Follow].into_iter().chain(Code::ALL.map(Self::Code))
    }

    /// What it is asked for by.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Code(code) => code.word(),
            Self::Manifest => "manifest",
            Self::Access => "access",
            Self::Follow => "follow",
        }
    }

    /// What it is about.
    pub const fn gist(self) -> &'static str {
        match self {
            Self::Code(code) => gist(code),
            Self::Manifest => "how to write a manifest: every field, and ten of a home network",
            Self::Access => "who may do what: operators, readers and the logins of machines",
            Self::Follow => "how a machine follows its declarations, and says what became of them",
        }
    }

    /// The page, as Markdown.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Code(code) => explain(code),
            Self::Manifest => pages::MANIFEST,
            Self::Access => pages::ACCESS,
            Self::Follow => pages::FOLLOW,
        }
    }
}

/// Other words that somebody may look for.
const ALIASES: [(&str, &str); 2] = [("declaration", "follow"), ("ack", "follow")];

impl FromStr for Asked {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let word = typed.to_lowercase().replace(['_', ' '], "-");
        // One of them is as good as all.
        let one = word.strip_suffix('s').unwrap_or(&word);
        let of = ALIASES.iter().find(|(alias, _)| *alias == one).map_or(one, |(_, of)| of);
        let page = Page::all().find(|page| [&*word, of].contains(&page.word()));
        match (page, one) {
            (Some(page), _) => Ok(Self::Page(page)),
            (None, "refusal" | "code" | "page" | "list" | "all") => Ok(Self::List),
            (None, _) => Err(unknown(&word)),
        }
    }
}

/// That there is no such page, and which was probably meant: one with a word of it where none is near as a whole.
fn unknown(word: &str) -> String {
    let pages = || Page::all().map(Page::word);
    let near = meant(word, pages()).or_else(|| {
        let shares = |page: &&str| page.split('-').any(|part| part.len() > 2 && word.split('-').any(|w| w == part));
        let like: Vec<&str> = pages().filter(shares).collect();
        (!like.is_empty()).then(|| format!("did you mean {}?", either(&like)))
    });
    let near = near.map(|near| format!("{near} ")).unwrap_or_default();
    format!("there is no such page; {near}provost explain lists all")
}

/// Reads what is asked for, and says what there is to shells and manual pages.
#[derive(Clone, Copy, Debug)]
struct Words;

impl TypedValueParser for Words {
    type Value = Asked;

    fn parse_ref(&self, cmd: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<Asked, clap::Error> {
        StringValueParser::new().try_map(|typed| typed.parse::<Asked>()).parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Page::all().map(|page| PossibleValue::new(page.word()).help(page.gist()))))
    }
}

/// Prints a page or the list of them, or leaves the files of one.
///
/// # Errors
/// Where it cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    match (args.page, &args.write) {
        (None | Some(Asked::List), None) => list(context)?,
        (Some(Asked::Page(page)), None) => print(page, context)?,
        (Some(Asked::Page(Page::Manifest)), Some(folder)) => {
            let files = pages::files();
            let files = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let begin: Vec<(&[&str], &str)> = vec![(&["module", "register"], ""), (&["batch"], "mesh.txt")];
            return Files { of: "guide", files, begin }.leave(folder, context);
        }
        (None | Some(Asked::List | Asked::Page(Page::Code(_) | Page::Access | Page::Follow)), Some(_)) => {
            return Err(Failure::usage("usage", "only the guide has files")
                .help("those of the guide: provost explain manifest --write DIR"));
        }
    }
    Ok(Exit::Done)
}

fn print(page: Page, context: &mut Context) -> Result<(), Failure> {
    if context.json() {
        let kind = match page {
            Page::Code(_) => "code",
            Page::Manifest | Page::Access | Page::Follow => "page",
        };
        return context.print_json(&json!({"schema": "provost.explain/1", kind: page.word(), "text": page.text()}));
    }
    let text = pages::shown(page.text(), context.terminal.style());
    context.terminal.print(&text)
}

fn list(context: &mut Context) -> Result<(), Failure> {
    let pages = PageList::new(Page::all().map(|page| (page.word(), page.gist())));
    if context.json() {
        return context.print_json(&pages);
    }
    context.terminal.print(&pages.text())
}
