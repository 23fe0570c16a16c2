//! What stands for itself: texts, numbers, and the three words of JSON.

use std::borrow::Cow;

use super::{
    json::Kind,
    reader::Reader,
    syntax::{Broken, Parsed},
};
use crate::model::near::meant;

/// The longest number, in characters; what has more is beyond what is kept exactly.
const LONGEST_NUMBER: usize = 1000;
/// The greatest exponent either way; beyond lies what no 64-bit number holds.
const GREATEST_EXPONENT: u32 = 400;

impl<'a> Reader<'a> {
    pub(super) fn string(&mut self) -> Parsed<Cow<'a, str>> {
        let start = self.at;
        self.at += 1;
        let plain = self.run();
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => return self.unfinished(start),
            }
            text.push_str(self.run());
        }
    }

    /// What stands as it is, up to a quote, a backslash or a control character.
    fn run(&mut self) -> &'a str {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20).unwrap_or(rest.len());
        self.at += length;
        &self.text[start..self.at]
    }

    fn unfinished<T>(&mut self, start: usize) -> Parsed<T> {
        let (at, found) = (self.at, self.peek());
        match found {
            Some(b'\n' | b'\r') | None => {
                let end = if found.is_none() { "file" } else { "line" };
                self.fault(start..at, format!("this text is not closed before the end of the {end}"))
                    .label("begins here")
                    .help("a closing \" is missing; a line break within a text is written \\n");
            }
            Some(byte) => {
                let written = if byte == b'\t' { "\\t".to_owned() } else { format!("\\u{byte:04x}") };
                self.fault(at..at + 1, format!("the control character U+{byte:04X} stands in a text"))
                    .help(format!("write {written}"));
            }
        }
        Err(Broken)
    }

    fn escape(&mut self) -> Parsed<char> {
        let start = self.at;
        self.at += 1;
        let c = match self.peek() {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'u') => return self.code_point(start),
            _ => {
                let end = self.character().end;
                self.fault(start..end, "this is no escape that JSON has")
                    .help("write \\\\ for a backslash; JSON has \\\" \\\\ \\/ \\n \\t \\r \\b \\f and \\u0041");
                return Err(Broken);
            }
        };
        self.at += 1;
        Ok(c)
    }

    /// `\u0041`, or two of them that are one character. What is no character is a fault, and read as U+FFFD.
    fn code_point(&mut self, start: usize) -> Parsed<char> {
        let first = self.hexadecimal(start)?;
        let mut code = first;
        if (0xd800..0xdc00).contains(&first) && self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 1;
            match self.hexadecimal(back)? {
                low @ 0xdc00..=0xdfff => code = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00),
                _ => self.at = back,
            }
        }
        if code == 0 {
            self.fault(start..self.at, "the character U+0000 cannot be kept").label("PostgreSQL stores no such text");
        }
        Ok(char::from_u32(code).filter(|&c| c != '\0').unwrap_or_else(|| {
            if code != 0 {
                self.fault(start..self.at, "this is half of a character")
                    .label("a surrogate alone")
                    .help("characters beyond U+FFFF take two such escapes, or none: JSON is UTF-8");
            }
            char::REPLACEMENT_CHARACTER
        }))
    }

    fn hexadecimal(&mut self, start: usize) -> Parsed<u32> {
        self.at += 1;
        let digits = self.text.get(self.at..self.at + 4).filter(|four| four.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => {
                self.fault(start..self.at, "four hexadecimal digits belong after \\u").help("as in \\u0041");
                Err(Broken)
            }
        }
    }

    pub(super) fn number(&mut self) -> Parsed<&'a str> {
        let start = self.at;
        let written = self.while_bytes(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'_'));
        if !is_number(written) {
            let help = if written.len() > 1 && written.bytes().all(|b| b.is_ascii_digit()) {
                format!("a number does not begin with 0; as a text it is \"{written}\"")
            } else {
                "a number is written as in 4, -0.5 or 1e3; a text stands in double quotes".to_owned()
            };
            self.fault(start..self.at, "this is no number that JSON has").help(help);
            return Err(Broken);
        }
        if is_beyond(written) {
            self.slip(start..self.at, "this number is beyond what is kept").help(
                "a 64-bit floating point number must hold it: up to about 1e308, and not nearer to 0 than about 1e-323",
            );
        }
        Ok(written)
    }

    pub(super) fn word(&mut self) -> Parsed<Kind<'a>> {
        let start = self.at;
        let word = self.while_bytes(|b| b.is_ascii_alphanumeric() || b == b'_');
        match word {
            "null" => return Ok(Kind::Null),
            "true" => return Ok(Kind::Truth(true)),
            "false" => return Ok(Kind::Truth(false)),
            _ => {}
        }
        self.fault(start..self.at, "this is no value that JSON has")
            .meant(meant(word, ["null", "true", "false"]), || Some("a text stands in double quotes".to_owned()));
        Err(Broken)
    }
}

/// `-? (0 | [1-9] digits) (. digits)? (e [+-]? digits)?`
fn is_number(written: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = written.strip_prefix('-').unwrap_or(written);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

/// Whether a number is too long, too large or too near to zero to be kept.
fn is_beyond(written: &str) -> bool {
    if written.len() < 300 && !written.contains(['e', 'E']) {
        return false;
    }
    let exponent = written.split_once(['e', 'E']).map_or("0", |(_, exponent)| exponent);
    let great = exponent.parse::<i32>().map_or(true, |power| power.unsigned_abs() > GREATEST_EXPONENT);
    let lost = |value: f64| value.is_infinite() || (value == 0.0 && !is_zero(written));
    written.len() > LONGEST_NUMBER || great || written.parse().map_or(true, lost)
}

fn is_zero(written: &str) -> bool {
    written.split(['e', 'E']).next().is_some_and(|mantissa| mantissa.bytes().all(|b| matches!(b, b'0' | b'.' | b'-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_numbers() {
        for good in ["0", "-0", "10", "0.5", "-1.25e+3", "1E5"] {
            assert!(is_number(good), "{good}");
        }
        for bad in ["", "-", "01", "1.", ".5", "+1", "0x1f", "1e", "1e+", "1_000", "--1", "NaN"] {
            assert!(!is_number(bad), "{bad}");
        }
    }

    #[test]
    fn knows_what_is_beyond() {
        let long = format!("0.{}", "3".repeat(1000));
        for beyond in ["1e309", "-1e400", "1e-400", "1e99999999999", "1e-99999999999", "0e-99999", &long] {
            assert!(is_beyond(beyond), "{beyond}");
        }
        let precise = format!("0.{}", "3".repeat(900));
        for kept in ["1e308", "0e5", "-0.0e0", "123456789012345678901234567890", &precise] {
            assert!(!is_beyond(kept), "{kept}");
        }
    }
}
