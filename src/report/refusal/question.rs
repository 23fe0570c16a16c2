//! A choice as a question to a person: what it is about, every candidate with what it brings or why it would not do.
//!
//! Plain lines that are never drawn over, with a number before each that can be chosen, so that it reads the same on any
//! terminal, at any width, and aloud.

use unicode_normalization::UnicodeNormalization;

use super::{
    layout,
    requirement::names,
    telling::{Answer, Case, Memory, Telling, tell},
};
use crate::{
    model::{Edit, ModuleName, NodeName, ProvisionName},
    report::{
        edits,
        rows::{self, Row},
        style::{Ink, Style},
        words::count,
    },
    resolver::{Choice, Code, Pick, Picked, Subject, Unanswered},
};

/// A question: what is said first, and what can be replied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is about, with all that can be replied, a line each.
    pub text: String,
    /// What is asked, and how to reply.
    pub prompt: String,
    /// What can be replied.
    pub entries: Vec<Entry>,
}

/// Something that can be replied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number; none where it cannot be chosen.
    pub number: Option<usize>,
    /// Its name, which does as well.
    pub name: String,
    /// What it means.
    pub reply: Reply,
}

/// What a reply means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The pick at this place.
    Pick(usize),
    /// Each node is asked about by itself.
    Apart,
    /// None of them.
    None,
    /// It would not do, and why.
    WouldNotDo(String),
}

impl Question {
    /// What somebody means who typed this, or what to tell them.
    ///
    /// # Errors
    /// Where it is none of the entries, or one that would not do.
    pub fn reply(&self, typed: &str) -> Result<Reply, String> {
        // Names are kept composed; not every keyboard types them so.
        let typed: String = typed.trim().nfc().collect();
        let number = typed.parse().ok();
        let mut meant = self.entries.iter().filter(|entry| match number {
            Some(number) => entry.number == Some(number),
            None => entry.name == typed,
        });
        match (meant.next(), meant.next()) {
            (Some(Entry { reply: Reply::WouldNotDo(why), .. }), None) => Err(format!("{typed} would not do: {why}")),
            (Some(entry), None) => Ok(entry.reply.clone()),
            (Some(_), Some(_)) => Err(format!("several are called {typed}: type a number")),
            (None, _) if typed.is_empty() => Err("type a number or a name; Esc: none of these".to_owned()),
            (None, _) => Err(format!("{typed} is not on the list: type a number or a name; Esc: none of these")),
        }
    }

    /// What stands for each entry that can be chosen, for who goes through them by the arrows.
    pub fn choices(&self) -> Vec<String> {
        let one = |entry: &Entry| {
            let number = entry.number.filter(|number| *number > 0)?;
            let is_meant = self.reply(&entry.name).is_ok_and(|reply| reply == entry.reply);
            Some(if is_meant { entry.name.clone() } else { number.to_string() })
        };
        self.entries.iter().filter_map(one).collect()
    }
}

/// What a choice asks.
pub fn question(choice: &Choice, style: &Style) -> Question {
    let refusals: Vec<_> = choice.refusals.iter().map(|refusal| vec![refusal]).collect();
    let Some(case) = Case::new(&refusals) else {
        return Question { text: String::new(), prompt: String::new(), entries: Vec::new() };
    };
    let telling = tell(&case, &mut Memory::default());
    let listed = listed(choice, &case, &telling);
    let mut lines = layout::choice(&telling, case.refusal.code(), style);
    lines.push(String::new());
    let digits = listed.iter().filter_map(|(entry, ..)| entry.number).max().unwrap_or(0).to_string().len();
    let row = |(entry, what, said): &(Entry, String, String)| {
        let number = entry.number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let ink = if entry.number.is_some() { Ink::Strong } else { Ink::Plain };
        Row { entry: format!("{number:>digits$}  {}", style.shown(what)), said: said.clone(), ink }
    };
    let (first, others) = first(&listed);
    lines.extend(rows::rows(style, "  ", &first.into_iter().map(row).collect::<Vec<_>>()));
    if others > 0 {
        lines.extend(style.wrapped("  ", "    ", &format!("… and {others} more, which can be replied by name too")));
    }
    let prompt = format!("{} (a number or a name; Esc: none of these)", asking(&case));
    Question {
        text: format!("\n{}\n\n", lines.join("\n")),
        prompt: style.wrapped("", "  ", &prompt).join("\n") + "\n",
        entries: listed.into_iter().map(|(entry, ..)| entry).collect(),
    }
}

/// How many entries are listed.
const LISTED: usize = 30;
/// How many of those that can be chosen are, where there are more.
const FIRST: usize = 12;

/// What is listed of very much: the first that can be chosen, and what is no candidate; and how many others there are.
fn first(listed: &[(Entry, String, String)]) -> (Vec<&(Entry, String, String)>, usize) {
    let mut picks = 0;
    let mut is_first = |(entry, ..): &&(Entry, String, String)| match entry.reply {
        Reply::Pick(_) => {
            picks += 1;
            picks <= FIRST
        }
        Reply::WouldNotDo(_) => false,
        Reply::Apart | Reply::None => true,
    };
    let first: Vec<_> = listed.iter().filter(|entry| listed.len() <= LISTED || is_first(entry)).collect();
    let others = listed.len() - first.len();
    (first, others)
}

fn asking(case: &Case<'_>) -> String {
    if let Subject::Requirement { requirement, why, .. } = &case.refusal.subject {
        match why {
            Unanswered::ChooseModule => return format!("which one is to run on {}?", case.place()),
            Unanswered::ChooseNode => return format!("which one is to answer {requirement} for {}?", case.place()),
            Unanswered::NoProvider { .. } | Unanswered::NoNode { .. } => {}
        }
    }
    "which is it to be?".to_owned()
}

/// Every entry with its two columns.
fn listed(choice: &Choice, case: &Case<'_>, telling: &Telling) -> Vec<(Entry, String, String)> {
    let is_choice = matches!(case.refusal.code(), Code::ChooseModule | Code::ChooseNode);
    let rows = if is_choice { telling.rows.as_slice() } else { &[] };
    let mut next = 0;
    let mut number = || {
        next += 1;
        Some(next)
    };
    let mut listed = Vec::new();
    for (at, (Answer { what, said, .. }, candidate)) in rows.iter().zip(&case.refusal.candidates).enumerate() {
        let picked = choice.picks.iter().position(|pick| pick.what == Picked::Candidate(at));
        let pick = picked.and_then(|at| choice.picks.get(at));
        let name = candidate.offering().map_or_else(|| candidate.module.to_string(), ToString::to_string);
        listed.push(match (picked, pick) {
            (Some(at), Some(pick)) => {
                let entry = Entry { number: number(), name, reply: Reply::Pick(at) };
                (entry, what.clone(), with_more(said, pick))
            }
            (_, _) => {
                let entry = Entry { number: None, name, reply: Reply::WouldNotDo(said.clone()) };
                (entry, what.clone(), said.clone())
            }
        });
    }
    for (at, pick) in choice.picks.iter().enumerate() {
        if let Some((name, what, said)) = decision(case, pick) {
            listed.push((Entry { number: number(), name, reply: Reply::Pick(at) }, what, with_more(&said, pick)));
        }
    }
    if case.is_many() {
        let entry = Entry { number: number(), name: "each".to_owned(), reply: Reply::Apart };
        let said = format!("asked for each of {}", count(case.nodes.len(), "node"));
        listed.push((entry, "each by itself".to_owned(), said));
    }
    let none = Entry { number: Some(0), name: "none".to_owned(), reply: Reply::None };
    listed.push((none, "none of these".to_owned(), "it stays refused, and nothing is changed".to_owned()));
    listed
}

/// A pick that is no candidate, in words: its name and its two columns.
fn decision(case: &Case<'_>, pick: &Pick) -> Option<(String, String, String)> {
    let (name, what, said) = match (pick.what, &case.refusal.subject) {
        (Picked::Keep, _) => ("keep", "keep today's answer", kept(case, pick)),
        (Picked::Move, Subject::Moved { requirement, to, to_module, .. }) => {
            ("move", "let it move", moving(case, requirement, to, to_module))
        }
        // Only what moves can be let.
        (Picked::Candidate(_) | Picked::Move, _) => return None,
    };
    Some((name.to_owned(), what.to_owned(), said))
}

/// The edits that keep today's answer: those of several nodes once.
fn kept(case: &Case<'_>, pick: &Pick) -> String {
    let mut told: Vec<String> = Vec::new();
    for edit in pick.edits.iter().flatten() {
        let said = if let (true, Edit::Pin { provision, after: Some(from), .. }) = (case.is_many(), edit) {
            Some(format!("each is pinned to {from} for {provision}"))
        } else {
            edits::told(edit)
        };
        told.extend(said.filter(|said| !told.contains(said)));
    }
    told.join("; ")
}

fn moving(case: &Case<'_>, requirement: &ProvisionName, to: &NodeName, to_module: &ModuleName) -> String {
    format!("{requirement} comes from {} ({to_module}) from then on, and nothing moves along", case.node(to))
}

/// What is said of a pick, with what it brings.
fn with_more(said: &str, pick: &Pick) -> String {
    let today = if pick.is_today && pick.what != Picked::Keep { ", as today" } else { "" };
    let brings = if pick.brings.is_empty() { String::new() } else { format!(", and brings {}", names(&pick.brings)) };
    format!("{said}{today}{brings}")
}
