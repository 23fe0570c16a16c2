//! The JSON contract, in structs of its own so that the insides may change. Each document is one line, a plan several.

mod change;
mod document;
mod graph;
mod nodes;
mod plan;
mod refusal;
mod why;

use serde::{Serialize, Serializer, ser::SerializeMap};

pub use change::{RecordedLists, changed, pushed};
pub use document::{document, pretty};
pub use graph::graph;
pub use nodes::Nodes;
pub use plan::{plan, plan_of};
pub use refusal::{refusal, refused, refused_with, unresolved};
pub use why::why;

/// `provost.error/1`.
#[derive(Serialize)]
pub struct ErrorReport<'a> {
    schema: &'static str,
    code: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a str>,
}

impl<'a> ErrorReport<'a> {
    /// The report of one error.
    pub const fn new(code: &'a str, message: &'a str, help: Option<&'a str>, details: Option<&'a str>) -> Self {
        Self { schema: "provost.error/1", code, message, help, details }
    }

    /// The report as one line.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// A value as one line. Structs of strings, numbers and lists always have a JSON form, so nothing is lost here.
pub(super) fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

/// A list of anything, as one line: `{"schema": …, KEY: [ … ]}`.
pub fn listing<T: Serialize>(schema: &str, key: &str, entries: &[T]) -> String {
    struct Listing<'a, T>(&'a str, &'a str, &'a [T]);
    impl<T: Serialize> Serialize for Listing<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(2))?;
            map.serialize_entry("schema", self.0)?;
            map.serialize_entry(self.1, self.2)?;
            map.end()
        }
    }
    line(&Listing(schema, key, entries))
}
