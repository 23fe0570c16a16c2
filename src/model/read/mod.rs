//! From texts to manifests and mesh documents, with everything that is wrong in them at once.
//!
//! One reader serves files, documents and the database: [`syntax`] turns a text into values that know their place,
//! `manifest`, `resources` and `document` say what the model allows, and every fault is data ([`Fault`]) that points
//! at the text. Nothing here writes to a terminal or decides what a fault stops; only [`files`] opens files.

mod document;
mod fault;
pub mod files;
mod json;
mod manifest;
mod reader;
mod resources;
mod scalars;
mod source;
mod syntax;
#[cfg(test)]
mod tests;

pub use fault::{Fault, Gravity, Warning};
pub use manifest::ContentFrom;
pub use source::Source;

use self::{json::Span, reader::Reader, resources::Replacement};
use super::{document::Document, manifest::Manifest, name::ModuleName};

/// A manifest with its text.
#[derive(Clone, Debug)]
pub struct Given {
    /// What the manifest says.
    pub manifest: Manifest,
    /// The JSON whole, as given, but for a `content_from`, in place of which stands the content.
    pub text: String,
    /// What is probably not what was meant.
    pub warnings: Vec<Warning>,
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.manifest == other.manifest && self.text == other.text
    }
}

/// The manifest that a source holds.
///
/// # Errors
/// With everything that is wrong in it, by place.
pub fn manifest(source: &Source, from: ContentFrom<'_>) -> Result<Given, Vec<Fault>> {
    placed(source, from).map(|(given, _)| given)
}

/// A manifest, and where its name stands.
fn placed(source: &Source, from: ContentFrom<'_>) -> Result<(Given, Span), Vec<Fault>> {
    let mut reader = Reader::strict(source);
    let Some(json) = reader.only("a manifest") else { return Err(reader.faults()) };
    let read = reader.manifest(&json, None, from);
    match read {
        Some(read) if reader.faults.is_empty() => {
            let text = replaced(source.text(), &json.span, &read.replacements);
            Ok((Given { manifest: read.manifest, text, warnings: reader.warnings }, read.place))
        }
        Some(_) | None => Err(reader.faults()),
    }
}

/// The mesh document that a source holds, and what is probably not what was meant in it.
///
/// # Errors
/// With everything that is wrong in it, by place.
pub fn document(source: &Source) -> Result<(Document, Vec<Warning>), Vec<Fault>> {
    let mut reader = Reader::strict(source);
    match reader.document() {
        Ok(document) if reader.faults.is_empty() => Ok((document, reader.warnings)),
        Ok(_) | Err(_) => Err(reader.faults()),
    }
}

/// The manifest of a module as the database has it. The row's name is the module's. What plain SQL may have stored
/// and what has one meaning all the same (a name that is none, a mode that is none) is taken as it is.
///
/// # Errors
/// In words, where something in it has no meaning: a requirement that is no name, a scope that is none. Leaving it out
/// would lose it without a word.
pub fn stored(name: &ModuleName, text: &str) -> Result<Manifest, String> {
    let source = Source::new("", "");
    let mut reader = Reader::lenient(&source, text);
    let read = reader.only("a manifest").and_then(|json| reader.manifest(&json, Some(name), ContentFrom::Forbidden));
    match read {
        Some(read) if reader.faults.is_empty() => Ok(read.manifest),
        Some(_) | None => {
            let words: Vec<String> = reader.faults().into_iter().map(|fault| fault.message).collect();
            Err(words.join("; "))
        }
    }
}

/// A part of a text with what replaces pieces of it.
fn replaced(text: &str, part: &Span, replacements: &[Replacement]) -> String {
    let (mut whole, mut at) = (String::with_capacity(part.len()), part.start);
    for Replacement { span, text: instead } in replacements {
        whole.push_str(&text[at..span.start]);
        whole.push_str(instead);
        at = span.end;
    }
    whole.push_str(&text[at..part.end]);
    whole
}
