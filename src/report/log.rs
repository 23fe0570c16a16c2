//! The record of changes, in words and for programs.

use std::cmp::Reverse;

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};

use super::{
    edits,
    json::line,
    style::{Ink, Style},
    words::{by, count},
};
use crate::model::{Author, Digest, Moment, NodeName, Person};

/// How many edits of a change are told; the others are counted.
pub const MOST: usize = 10;

/// A change, as it was recorded.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its number.
    pub id: i64,
    /// When it was made.
    pub at: Moment,
    /// Who made it, by which command.
    #[serde(flatten)]
    pub author: Author,
    /// How many edits it was.
    pub steps: i64,
    /// The edits, or the first of them.
    #[serde(serialize_with = "or_empty")]
    pub edits: Option<Box<RawValue>>,
    /// Answers that moved.
    #[serde(serialize_with = "or_empty")]
    pub moved: Option<Box<RawValue>>,
    /// Answers that were made explicit.
    #[serde(serialize_with = "or_empty")]
    pub settled: Option<Box<RawValue>>,
    /// The refusals that were left.
    #[serde(serialize_with = "or_empty")]
    pub refusals: Option<Box<RawValue>>,
    /// The digest of the mesh that it led to.
    pub digest: Option<Digest>,
}

/// A push, which changes nothing of the mesh and is told between its changes.
#[derive(Clone, Debug, Serialize)]
pub struct Push {
    /// Its generation.
    pub generation: i64,
    /// When it was made.
    pub at: Moment,
    /// Who made it.
    #[serde(flatten)]
    pub by: Person,
    /// What the operator said about it.
    pub message: Option<String>,
    /// The digest of the mesh that was declared.
    pub digest: Digest,
    /// How many nodes it declared.
    pub declared: i64,
    /// How many nodes it declared to be gone.
    pub removed: i64,
}

/// What is told one after the other.
#[derive(Clone, Debug)]
enum Told {
    Change(Entry),
    Push(Push),
}

impl Told {
    const fn at(&self) -> Moment {
        match self {
            Self::Change(entry) => entry.at,
            Self::Push(push) => push.at,
        }
    }
}

/// A node that got another name: before and after, the record is about one and the other.
#[derive(Clone, Debug, Serialize)]
pub struct Rename {
    /// The number of the change.
    pub change: i64,
    /// When it was made.
    pub at: Moment,
    /// The name it had.
    pub from: NodeName,
    /// The name it got.
    pub to: NodeName,
}

/// Changes of the mesh and pushes, the newest first.
#[derive(Clone, Debug)]
pub struct Log {
    told: Vec<Told>,
    /// Whether there are older ones.
    more: bool,
    /// The node that it is about.
    node: Option<NodeName>,
    /// How that node got or lost its name, the newest first.
    renames: Vec<Rename>,
}

impl Log {
    /// The newest of both, so many together. To know whether there are older ones, it takes one more of each.
    pub fn new(changes: Vec<Entry>, pushes: Vec<Push>, limit: Option<usize>) -> Self {
        // What was changed before a push within the same moment stands after it.
        let mut told: Vec<Told> = pushes.into_iter().map(Told::Push).collect();
        told.extend(changes.into_iter().map(Told::Change));
        told.sort_by_key(|told| Reverse(told.at()));
        let limit = limit.unwrap_or(usize::MAX);
        let more = told.len() > limit;
        told.truncate(limit);
        Self { told, more, node: None, renames: Vec::new() }
    }

    /// The same about one node, with how it got or lost that name.
    #[must_use]
    pub fn about(self, node: NodeName, renames: Vec<Rename>) -> Self {
        Self { node: Some(node), renames, ..self }
    }

    /// Whether there is nothing to tell.
    pub const fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// `provost.log/1` as one line.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Document<'a> {
            schema: &'static str,
            changes: Vec<&'a Entry>,
            pushes: Vec<&'a Push>,
            more: bool,
            renames: &'a [Rename],
        }
        let Self { more, renames, .. } = self;
        let (changes, pushes) = (Vec::new(), Vec::new());
        let mut document = Document { schema: "provost.log/1", changes, pushes, more: *more, renames };
        for told in &self.told {
            match told {
                Told::Change(entry) => document.changes.push(entry),
                Told::Push(push) => document.pushes.push(push),
            }
        }
        line(&document)
    }

    /// The text of it.
    pub fn text(&self, style: &Style) -> String {
        let text = |told: &Told| {
            let lines = match told {
                Told::Change(entry) => changed(entry, style),
                Told::Push(push) => pushed(push, style),
            };
            lines.join("\n") + "\n"
        };
        let mut told = self.told.iter().map(text).collect::<Vec<_>>().join("\n");
        let hints = self.elsewhere(style).into_iter().chain(self.older(style));
        for (at, hint) in hints.enumerate() {
            told.push_str(if at == 0 { "\n" } else { "" });
            told.push_str(&style.lines("", &hint));
        }
        told
    }

    /// Where the record has what the node was under another name.
    fn elsewhere(&self, style: &Style) -> Vec<String> {
        let hint = |rename: &Rename| {
            let Rename { change, from, to, .. } = rename;
            let (since, verb, other) = match self.node.as_ref() == Some(to) {
                true => ("until", "was", from),
                false => ("since", "is", to),
            };
            let command = style.command(&["provost".to_owned(), "log".to_owned(), other.to_string()]);
            format!("{since} change {change} it {verb} called {other}: `{command}` tells of it")
        };
        self.renames.iter().map(hint).collect()
    }

    /// That there is more, and what shows it.
    fn older(&self, style: &Style) -> Option<String> {
        let mut command: Vec<&str> = vec!["provost", "log"];
        command.extend(self.node.as_ref().map(NodeName::as_str));
        command.extend(["--limit", "0"]);
        let command = style.command(&command.into_iter().map(str::to_owned).collect::<Vec<_>>());
        self.more.then(|| format!("there are older ones: `{command}` shows all"))
    }
}

/// Who did something, when and why: the head of an entry.
fn head(title: &str, at: Moment, author: &Author, style: &Style) -> Vec<String> {
    let headline = style.wrapped("", "  ", &format!("{title}  {at}  by {}", by(&author.person)));
    let mut lines: Vec<String> = headline.iter().map(|line| style.ink(Ink::Strong, line)).collect();
    let mut line = |text: &str| lines.extend(style.wrapped("    ", "      ", text));
    if !author.command.is_empty() {
        line(&author.command);
    }
    if let Some(message) = &author.message {
        line(&format!("because: {message}"));
    }
    lines
}

fn pushed(push: &Push, style: &Style) -> Vec<String> {
    let author = Author { person: push.by.clone(), command: "push".to_owned(), message: push.message.clone() };
    let mut lines = head(&format!("generation {}", push.generation), push.at, &author, style);
    let nodes = |number: i64, what: &str| {
        let number = usize::try_from(number).unwrap_or(0);
        (number > 0).then(|| format!("{} {what}", count(number, "node")))
    };
    let said = [nodes(push.declared, "declared"), nodes(push.removed, "declared to be gone")];
    said.into_iter().flatten().for_each(|text| lines.extend(style.wrapped("      ", "        ", &text)));
    lines
}

fn changed(entry: &Entry, style: &Style) -> Vec<String> {
    let mut lines = head(&format!("change {}", entry.id), entry.at, &entry.author, style);
    let mut line = |indent: &str, text: &str| lines.extend(style.wrapped(indent, &format!("{indent}  "), text));
    let edits = list(&entry.edits);
    let reason = entry.author.message.as_deref();
    edits.iter().take(MOST).for_each(|edit| line("      ", &edits::because(edit, reason)));
    let more = usize::try_from(entry.steps).unwrap_or(0).saturating_sub(edits.len().min(MOST));
    if more > 0 {
        line("      ", &format!("and {}; --output json has all of them", count(more, "more edit")));
    }
    for moved in list(&entry.moved) {
        line(
            "      ",
            &format!(
                "moved: {} of {} from {} to {}",
                text(&moved, "requirement"),
                text(&moved, "node"),
                text(&moved, "from"),
                text(&moved, "to")
            ),
        );
    }
    for refusal in list(&entry.refusals) {
        line("      ", &format!("left refused: {}", text(&refusal, "message")));
    }
    lines
}

fn list(raw: &Option<Box<RawValue>>) -> Vec<Value> {
    raw.as_ref().and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// A list of which nothing was recorded is an empty one.
fn or_empty<S: Serializer>(raw: &Option<Box<RawValue>>, serializer: S) -> Result<S::Ok, S::Error> {
    match raw {
        Some(raw) => raw.serialize(serializer),
        None => serializer.collect_seq::<[(); 0]>([]),
    }
}

/// A field as text: a name as it is, nothing where it is not there.
fn text(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}
