//! Facts about a node, and what a module needs of them.

use std::{collections::BTreeSet, fmt};

use serde::{Serialize, Serializer};

use super::number::Number;

/// The value of a fact. Values of different kinds are never equal: `"4"` is not `4`, `1` is not `true`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// `true` or `false`.
    Truth(bool),
    /// A number, compared by value.
    Number(Number),
    /// A text, compared exactly.
    Text(String),
}

impl Scalar {
    /// The scalar that a JSON value is; `None` for `null`, a list or an object.
    pub fn from_json(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::Bool(truth) => Some(Self::Truth(*truth)),
            serde_json::Value::Number(number) => Some(Self::Number(Number::new(number.clone()))),
            serde_json::Value::String(text) => Some(Self::Text(text.clone())),
            serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => None,
        }
    }

    /// The scalar that an operator typed: a JSON number, `true`, `false`, a JSON string, or else the text itself.
    pub fn typed(text: &str) -> Self {
        serde_json::from_str(text)
            .ok()
            .as_ref()
            .and_then(Self::from_json)
            .unwrap_or_else(|| Self::Text(text.to_owned()))
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// `true` or `false`.
    Truth,
    /// A number.
    Number,
    /// A text.
    Text,
}

impl Scalar {
    /// What it is.
    pub const fn kind(&self) -> ValueKind {
        match self {
            Self::Truth(_) => ValueKind::Truth,
            Self::Number(_) => ValueKind::Number,
            Self::Text(_) => ValueKind::Text,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Scalar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// What a module needs one fact of the machine to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// Exactly this.
    Equal(Scalar),
    /// The first, or one of the others.
    AnyOf(Scalar, Vec<Scalar>),
    /// What nothing is: an empty list, which can have come into the database, and no manifest is registered with.
    Nothing,
    /// A number within bounds.
    Range(Bounds),
}

/// The numbers that will do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bounds {
    /// This one and all that are greater.
    AtLeast(Number),
    /// This one and all that are less.
    AtMost(Number),
    /// From the first to the second.
    Within(Number, Number),
}

impl Bounds {
    /// The bounds of a range, as far as they are stated; `None` where there are none.
    pub fn stated(at_least: Option<Number>, at_most: Option<Number>) -> Option<Self> {
        Some(match (at_least, at_most) {
            (Some(least), Some(most)) => Self::Within(least, most),
            (Some(least), None) => Self::AtLeast(least),
            (None, Some(most)) => Self::AtMost(most),
            (None, None) => return None,
        })
    }

    /// The least number and the greatest one, as far as they are stated.
    pub const fn ends(&self) -> (Option<&Number>, Option<&Number>) {
        match self {
            Self::Within(least, most) => (Some(least), Some(most)),
            Self::AtLeast(least) => (Some(least), None),
            Self::AtMost(most) => (None, Some(most)),
        }
    }

    fn hold(&self, number: &Number) -> bool {
        let (least, most) = self.ends();
        least.is_none_or(|least| least <= number) && most.is_none_or(|most| number <= most)
    }
}

impl Need {
    /// One of these values.
    pub fn any_of(values: Vec<Scalar>) -> Self {
        let mut values = values.into_iter();
        values.next().map_or(Self::Nothing, |first| Self::AnyOf(first, values.collect()))
    }

    /// The values that it names.
    pub fn values(&self) -> impl Iterator<Item = &Scalar> {
        let (first, others) = match self {
            Self::Equal(wanted) => (Some(wanted), [].as_slice()),
            Self::AnyOf(first, others) => (Some(first), others.as_slice()),
            Self::Nothing | Self::Range(_) => (None, [].as_slice()),
        };
        first.into_iter().chain(others)
    }

    /// Whether a node whose fact has this value meets the need; a fact that it lacks meets nothing.
    pub fn is_met_by(&self, fact: Option<&Scalar>) -> bool {
        let Some(fact) = fact else { return false };
        match self {
            Self::Equal(_) | Self::AnyOf(..) => self.values().any(|wanted| wanted == fact),
            Self::Nothing => false,
            Self::Range(bounds) => match fact {
                Scalar::Number(number) => bounds.hold(number),
                Scalar::Truth(_) | Scalar::Text(_) => false,
            },
        }
    }
}

impl Need {
    /// The kinds of value that it compares with.
    pub fn kinds(&self) -> BTreeSet<ValueKind> {
        match self {
            Self::Equal(_) | Self::AnyOf(..) | Self::Nothing => self.values().map(Scalar::kind).collect(),
            Self::Range(_) => BTreeSet::from([ValueKind::Number]),
        }
    }

    /// What was probably meant by a value of a kind that it does not compare with: the same, typed otherwise.
    pub fn meant_by(&self, value: &Scalar) -> Option<Scalar> {
        let kinds = self.kinds();
        let other = match value {
            Scalar::Text(text) => Scalar::typed(text.trim()),
            Scalar::Truth(_) | Scalar::Number(_) => Scalar::Text(value.to_string()),
        };
        (!kinds.contains(&value.kind()) && kinds.contains(&other.kind())).then_some(other)
    }
}

impl Serialize for Need {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Equal(wanted) => wanted.serialize(serializer),
            Self::AnyOf(..) | Self::Nothing => serializer.collect_seq(self.values()),
            Self::Range(bounds) => {
                let (least, most) = bounds.ends();
                let ends = [("at_least", least), ("at_most", most)];
                serializer.collect_map(ends.into_iter().filter_map(|(end, number)| Some((end, number?))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_nothing() {
        let four = Need::Equal(Scalar::typed("4"));
        assert!(four.is_met_by(Some(&Scalar::typed("4.0"))));
        assert!(!four.is_met_by(Some(&Scalar::Text("4".into()))));
        assert!(!four.is_met_by(None));
        assert!(!Need::Equal(Scalar::typed("1")).is_met_by(Some(&Scalar::Truth(true))));
        assert_eq!(Scalar::typed("\"42\""), Scalar::Text("42".into()));
        assert_eq!(Scalar::typed("null"), Scalar::Text("null".into()));
    }

    #[test]
    fn says_what_was_probably_meant() {
        let number = Need::Equal(Scalar::typed("4"));
        assert_eq!(number.meant_by(&Scalar::Text(" 8 ".into())), Some(Scalar::typed("8")));
        assert_eq!(number.meant_by(&Scalar::Text("many".into())), None);
        assert_eq!(number.meant_by(&Scalar::typed("8")), None);
        let text = Need::any_of(vec![Scalar::Text("42".into())]);
        assert_eq!(text.meant_by(&Scalar::typed("42")), Some(Scalar::Text("42".into())));
        let truth = Need::Equal(Scalar::Truth(true));
        assert_eq!(truth.meant_by(&Scalar::Text("true".into())), Some(Scalar::Truth(true)));
        assert_eq!(truth.meant_by(&Scalar::typed("1")), None);
    }

    #[test]
    fn keeps_within_bounds() {
        let Scalar::Number(eight) = Scalar::typed("8") else { unreachable!() };
        let need = Need::Range(Bounds::AtLeast(eight));
        assert!(need.is_met_by(Some(&Scalar::typed("8"))));
        assert!(!need.is_met_by(Some(&Scalar::typed("7.9"))));
        assert!(!need.is_met_by(Some(&Scalar::Text("9".into()))));
    }
}
