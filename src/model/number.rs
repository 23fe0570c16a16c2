//! Decimal numbers of any size, compared by value: `4` is `4.0`, and no digit is lost on the way.

use std::{cmp::Ordering, fmt};

use serde::{Serialize, Serializer};

/// A JSON number as it was written, ordered by its value.
#[derive(Clone, Debug)]
pub struct Number {
    written: serde_json::Number,
    negative: bool,
    /// Significant digits without leading or trailing zeros; empty for zero.
    digits: Box<str>,
    /// The value is `0.digits × 10^exponent`.
    exponent: i64,
}

impl Number {
    /// The number that `written` states.
    pub fn new(written: serde_json::Number) -> Self {
        let text = written.to_string();
        let (mantissa, power) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse().unwrap_or(0)),
            None => (text.as_str(), 0),
        };
        let negative = mantissa.starts_with('-');
        let (whole, fraction) =
            mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let leading = (all.len() - significant.len()) as i64;
        let digits: Box<str> = significant.trim_end_matches('0').into();
        let zero = digits.is_empty();
        let exponent = if zero { 0 } else { whole.len() as i64 - leading + power };
        Self { written, negative: negative && !zero, digits, exponent }
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl std::hash::Hash for Number {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.negative, &self.digits, self.exponent).hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written.fmt(f)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::new(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn compares_by_value() {
        for (a, b) in [("4", "4.0"), ("0", "-0.0"), ("1e3", "1000"), ("0.05", "5e-2"), ("100", "1.00E+2")] {
            assert_eq!(number(a), number(b), "{a} {b}");
        }
        for (less, more) in [
            ("-2", "-1"),
            ("-1", "0"),
            ("9", "10"),
            ("0.09", "0.1"),
            ("9007199254740992", "9007199254740993"),
            ("12", "121"),
        ] {
            assert!(number(less) < number(more), "{less} {more}");
        }
    }
}
