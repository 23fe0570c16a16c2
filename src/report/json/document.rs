//! A document laid out for people: still JSON, a line for each field and for each entry of its lists.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{
    Map, Value,
    ser::{Formatter, Serializer},
};

use crate::model::text::is_invisible;

/// The document, field by field.
pub fn document(fields: &Map<String, Value>) -> String {
    let lines: Vec<String> = fields.iter().map(|(name, value)| format!("  \"{name}\": {}", laid_out(value))).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// A value over as many lines as it has parts. What would steer a terminal or hide can stand in its texts alone, and is
/// escaped as JSON escapes it, so that it reads back to the same.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    for c in format!("{value:#}\n").chars() {
        match c {
            '\n' | ' ' => text.push(c),
            c if is_invisible(c) => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
            }
            c => text.push(c),
        }
    }
    text
}

fn laid_out(value: &Value) -> String {
    let Value::Array(entries) = value else { return on_a_line(value) };
    if entries.is_empty() {
        return "[]".to_owned();
    }
    let lines: Vec<String> = entries.iter().map(|entry| format!("    {}", on_a_line(entry))).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}

/// Numbers, text and lists always have a JSON form, so nothing is lost here.
fn on_a_line(value: &Value) -> String {
    let mut line = Vec::new();
    let _ = value.serialize(&mut Serializer::with_formatter(&mut line, Spaced));
    String::from_utf8_lossy(&line).into_owned()
}

/// One line, with a space where a person would put one, and with escapes for what would steer a terminal or hide.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        for c in text.chars() {
            match c {
                c if c != ' ' && is_invisible(c) => {
                    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))?;
                }
                c => out.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_hides_reads_back() {
        let value = json!({"a b": "x\u{a0}\u{200b}\u{1b}\u{e0001}\n\"é", "list": [1, {}]});
        let text = pretty(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.chars().all(|c| c == '\n' || !is_invisible(c)), "{text}");
    }

    #[test]
    fn what_would_steer_a_terminal_is_escaped() {
        let value = json!({"a": "x\u{1b}[2J \u{202e}\u{e0001} é\n"});
        let text = document(value.as_object().unwrap());
        assert_eq!(text, "{\n  \"a\": \"x\\u001b[2J \\u202e\\udb40\\udc01 é\\n\"\n}\n");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn every_field_and_entry_has_a_line() {
        let value = json!({"node": "web1", "takes": [], "facts": {"a": [1, 2.50, true]}, "modules": [{"n": "x", "v": null}, {}]});
        let text = document(value.as_object().unwrap());
        snapbox::assert_data_eq!(
            &text,
            snapbox::str![[r#"
{
  "facts": {"a": [1, 2.5, true]},
  "modules": [
    {"n": "x", "v": null},
    {}
  ],
  "node": "web1",
  "takes": []
}

"#]]
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
