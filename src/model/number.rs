//! Decimal numbers of any size, compared by value: `4` is `4.0`, and no digit is lost on the way.

use std::{cmp::Ordering, fmt};

use serde::{Serialize, Serializer, ser::Error};

/// A JSON number as it was written, ordered by its value.
#[derive(Clone, Debug)]
pub struct Number(Box<str>);

/// What a number is worth.
struct Value {
    negative: bool,
    /// Significant digits without leading or trailing zeros; empty for zero.
    digits: String,
    /// The magnitude is `0.digits × 10^exponent`.
    exponent: i64,
}

impl Number {
    /// The number that `written` states.
    pub fn new(written: serde_json::Number) -> Self {
        Self(written.to_string().into())
    }

    fn value(&self) -> Value {
        let (mantissa, power) = match self.0.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power.trim_start_matches('+').parse().unwrap_or(0)),
            None => (&*self.0, 0),
        };
        let (negative, magnitude) = mantissa.strip_prefix('-').map_or((false, mantissa), |rest| (true, rest));
        let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let leading = (all.len() - significant.len()) as i64;
        let digits = significant.trim_end_matches('0').to_owned();
        let zero = digits.is_empty();
        let exponent = if zero { 0 } else { (whole.len() as i64 - leading).saturating_add(power) };
        Value { negative: negative && !zero, digits, exponent }
    }
}

impl Value {
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
        if self.0 == other.0 {
            return Ordering::Equal;
        }
        let (a, b) = (self.value(), other.value());
        match (a.negative, b.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => a.magnitude(&b),
            (true, true) => b.magnitude(&a),
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
        let value = self.value();
        (value.negative, value.digits, value.exponent).hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<serde_json::Number>(&self.0).map_err(S::Error::custom)?.serialize(serializer)
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
