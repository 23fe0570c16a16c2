//! The record of changes, in words and for programs.

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};

use super::{
    json::listing,
    style::{Ink, Style},
    words::count,
};
use crate::model::{Author, Digest, Moment};

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

/// `provost.log/1` as one line.
pub fn json(entries: &[Entry]) -> String {
    listing("provost.log/1", "changes", entries)
}

/// The text of the record, in the order given.
pub fn log(entries: &[Entry], style: &Style) -> String {
    let mut lines = Vec::new();
    for entry in entries {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(told(entry, style));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn told(entry: &Entry, style: &Style) -> Vec<String> {
    let Entry { id, at, author, .. } = entry;
    let role = match &author.os_user {
        Some(user) if *user != author.db_user => format!(" (as {} in the database)", author.db_user),
        Some(_) | None => String::new(),
    };
    let headline = style.wrapped("", "  ", &format!("{id}  {at}  {}{role}", author.name()));
    let mut lines: Vec<String> = headline.iter().map(|line| style.ink(Ink::Strong, line)).collect();
    let mut line = |indent: &str, text: &str| lines.extend(style.wrapped(indent, &format!("{indent}  "), text));
    if !author.command.is_empty() {
        line("    ", &author.command);
    }
    if let Some(message) = &author.message {
        line("    ", &format!("because: {message}"));
    }
    let edits = list(&entry.edits);
    edits.iter().take(MOST).for_each(|edit| line("      ", &words(edit)));
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

/// A recorded edit in words. What a later version recorded and this one does not know is told as it stands.
fn words(edit: &Value) -> String {
    let field = |key: &str| text(edit, key);
    let (node, after, before) = (field("node"), field("after"), field("before"));
    let has = |key: &str| edit.get(key).is_some_and(|value| !value.is_null());
    match field("edit").as_str() {
        "add-site" => format!("site {} is added", field("site")),
        "rename-site" => format!("site {} is called {}", field("site"), field("to")),
        "remove-site" => format!("site {} is removed", field("site")),
        "add-node" if has("site") => format!("node {node} is added (site {})", field("site")),
        "add-node" => format!("node {node} is added"),
        "rename-node" => format!("node {node} is called {}", field("to")),
        "remove-node" => format!("node {node} is removed"),
        "site" => format!("{node} stands {}, before {}", at(&after), at(&before)),
        "fact" => format!("{node} has {} {}, before {}", field("fact"), or_nothing(&after), or_nothing(&before)),
        "register" if has("before") => format!("{} has a new manifest", field("module")),
        "register" => format!("{} is registered", field("module")),
        "remove-module" => format!("{} is no longer in the catalogue", field("module")),
        "assign" => format!("{} is assigned to {node}", field("module")),
        "unassign" => format!("{} is no longer assigned to {node}", field("module")),
        "pin" if has("after") && has("before") => {
            format!("{node} is pinned to {after} for {} (before to {before})", field("provision"))
        }
        "pin" if has("after") => format!("{node} is pinned to {after} for {}", field("provision")),
        "pin" => format!("{node} is no longer pinned for {}", field("provision")),
        "hold" => match edit.get("after").map(|hold| text(hold, "message")) {
            Some(message) if has("after") => format!("{node} is held: {message}"),
            Some(_) | None => format!("{node} is released"),
        },
        "allow-move" => {
            format!("{} of {node} may move from {} to {}", field("requirement"), field("from"), field("to"))
        }
        _ => edit.to_string(),
    }
}

fn at(site: &str) -> String {
    if site.is_empty() { "at no site".to_owned() } else { format!("at site {site}") }
}

fn or_nothing(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}
