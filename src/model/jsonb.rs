//! JSON as PostgreSQL writes a `jsonb`, so that what is about to be written has the digest of what will be read.

use std::fmt::Write;

use serde_json::{Number, Value};

/// A value as text in the form of `jsonb`: keys by length and then by bytes, numbers without an exponent.
pub fn text(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&plain(number)),
        Value::String(string) => write_string(text, string),
        Value::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { ", " });
                write(text, item);
            }
            text.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
            entries.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
            text.push('{');
            for (place, (key, value)) in entries.into_iter().enumerate() {
                text.push_str(if place == 0 { "" } else { ", " });
                write_string(text, key);
                text.push_str(": ");
                write(text, value);
            }
            text.push('}');
        }
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a String does not fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

/// A number as `numeric` shows it: every digit that was given after the point, and no exponent.
fn plain(number: &Number) -> String {
    let written = number.to_string();
    let (sign, magnitude) = written.strip_prefix('-').map_or(("", written.as_str()), |rest| ("-", rest));
    let (mantissa, power) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.trim_start_matches('+').parse::<i64>().unwrap_or(0)),
        None => (magnitude, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    // A number that no machine could write out is left as it was given.
    let Some(point) = i64::try_from(whole.len()).ok().and_then(|n| n.checked_add(power)).filter(|p| p.abs() < 200_000)
    else {
        return written;
    };
    let (whole, fraction) = if point <= 0 {
        (String::new(), format!("{}{digits}", "0".repeat(point.unsigned_abs() as usize)))
    } else {
        let point = point as usize;
        let padded = format!("{digits}{}", "0".repeat(point.saturating_sub(digits.len())));
        (padded[..point].to_owned(), padded[point..].to_owned())
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let is_zero = whole == "0" && fraction.bytes().all(|digit| digit == b'0');
    let sign = if is_zero { "" } else { sign };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_as_postgresql_does() {
        let value: Value = serde_json::from_str(
            r#"{"bb": [1.50, 1e3, 1.5E-3, -0.0, 120e-1], "a": "x\u0007\n\"é", "aa": null, "c": {"d": true}}"#,
        )
        .unwrap();
        assert_eq!(
            text(&value),
            r#"{"a": "x\u0007\n\"é", "c": {"d": true}, "aa": null, "bb": [1.50, 1000, 0.0015, 0.0, 12.0]}"#
        );
    }
}
