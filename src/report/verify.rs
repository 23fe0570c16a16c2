//! Whether the database keeps what it promises, in words and for programs.

mod broken;

use serde::Serialize;

pub use self::broken::broken;

use super::{
    json::line,
    style::{Ink, Style},
};
use crate::model::{Digest, Promise};

/// What was looked at, and what is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// The name and version of this document.
    pub schema: &'static str,
    /// Whether every promise holds.
    pub holds: bool,
    /// Every promise.
    pub promises: Vec<Looked>,
    /// The link of the newest change.
    pub link: Option<Digest>,
    /// The link of the newest push.
    pub seal: Option<Digest>,
    #[serde(skip)]
    most: usize,
}

/// A promise, and how it is kept.
#[derive(Clone, Debug, Serialize)]
pub struct Looked {
    /// The promise.
    pub promise: Promise,
    /// How many things were looked at.
    pub looked_at: i64,
    /// The first of those of which it does not hold.
    pub broken: Vec<String>,
}

impl Verified {
    /// What came of it; of each promise `most` breaks are told.
    pub fn new(promises: Vec<Looked>, link: Option<Digest>, seal: Option<Digest>, most: usize) -> Self {
        let holds = promises.iter().all(|promise| promise.broken.is_empty());
        Self { schema: "provost.verify/1", holds, promises, link, seal, most }
    }
}

/// `provost.verify/1` as one line.
pub fn json(verified: &Verified) -> String {
    line(verified)
}

/// What a promise is about.
pub const fn about(promise: Promise) -> &'static str {
    match promise {
        Promise::Schema => "parts of the schema",
        Promise::References => "references",
        Promise::Catalogue => "manifests of the catalogue",
        Promise::Manifests => "manifests that were declared",
        Promise::Generations => "generations",
        Promise::Pushes => "pushes with what they declared",
        Promise::Declarations => "digests of declarations",
        Promise::Last => "newest declarations",
        Promise::Acknowledgements => "newest acknowledgements",
        Promise::Log => "changes of the record",
        Promise::Mesh => "nodes of the mesh",
    }
}

/// The text: a line for each promise, and what is wrong under it.
pub fn verified(verified: &Verified, style: &Style) -> String {
    let mut lines = Vec::new();
    let width = verified.promises.iter().map(|one| one.looked_at.to_string().len()).max().unwrap_or(1);
    for Looked { promise, looked_at, broken } in &verified.promises {
        let word = if broken.is_empty() { style.ink(Ink::Yes, "holds ") } else { style.ink(Ink::No, "BROKEN") };
        lines.push(format!("{word}  {looked_at:>width$} {}", about(*promise)));
        broken.iter().for_each(|one| lines.extend(style.wrapped("          ", "            ", one)));
        lines.extend((broken.len() == verified.most).then(|| "          and maybe more".to_owned()));
    }
    lines.extend(verified.link.map(|link| format!("the record's newest link is {link}")));
    lines.extend(verified.seal.map(|seal| format!("the newest push's is {seal}")));
    let last = match verified.holds {
        true => "the database keeps what it promises",
        false => "the database does not keep what it promises: somebody wrote to it by other means than provost",
    };
    lines.extend(style.wrapped("", "  ", last));
    lines.push(String::new());
    lines.join("\n")
}
