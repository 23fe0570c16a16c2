//! The JSON contract, in structs of its own so that the insides may change. Each document is one line, a plan several.

mod change;
mod plan;
mod refusal;

use serde::Serialize;

pub use change::{changed, pushed};
pub use plan::plan;
pub use refusal::{refusal, refused};

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
fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
