//! The facts that a node comes with.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::Error};
use serde_json::{Value, value::RawValue};

use super::{fact::Scalar, jsonb, name::FactName};

/// Facts by name, kept as one text: a mesh has very many, which are written and hardly looked at on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts(Box<str>);

impl Facts {
    /// The facts by name.
    pub fn by_name(&self) -> BTreeMap<FactName, Scalar> {
        read(&self.0)
    }

    /// As a JSON object.
    pub fn json(&self) -> &str {
        &self.0
    }

    /// As a JSON object in the form in which the database will give it back.
    pub fn jsonb(&self) -> String {
        jsonb::text(&serde_json::from_str(&self.0).unwrap_or_default())
    }
}

/// The facts of a JSON object. What is no scalar is left out: it satisfies nothing.
pub(super) fn read(text: &str) -> BTreeMap<FactName, Scalar> {
    let Ok(Value::Object(facts)) = serde_json::from_str(text) else { return BTreeMap::new() };
    facts.iter().filter_map(|(name, value)| Some((FactName::stored(name), Scalar::from_json(value)?))).collect()
}

impl From<BTreeMap<FactName, Scalar>> for Facts {
    fn from(facts: BTreeMap<FactName, Scalar>) -> Self {
        let pair = |(name, value): (FactName, Scalar)| Some((name.to_string(), serde_json::to_value(value).ok()?));
        Self(Value::Object(facts.into_iter().filter_map(pair).collect()).to_string().into())
    }
}

impl Default for Facts {
    fn default() -> Self {
        Self("{}".into())
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.0).map_err(S::Error::custom)?.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_it_was_made_of() {
        let stated = [("b", "1.50"), ("a", "\"4\""), ("aa", "\"é\\n\\\"\""), ("c", "true"), ("d", "1e400")];
        let stated: BTreeMap<FactName, Scalar> =
            stated.into_iter().map(|(name, value)| (FactName::stored(name), Scalar::typed(value))).collect();
        let facts = Facts::from(stated.clone());
        assert_eq!(facts.by_name(), stated);
        assert_eq!(serde_json::to_string(&facts).unwrap(), serde_json::to_string(&stated).unwrap());
        assert_eq!(serde_json::to_value(&facts).unwrap(), serde_json::to_value(&stated).unwrap());
        assert_eq!(Facts::default(), Facts::from(BTreeMap::new()));
        let two = Facts::from(BTreeMap::from([
            (FactName::stored("aa"), Scalar::Truth(true)),
            (FactName::stored("b"), Scalar::typed("1e2")),
        ]));
        assert_eq!(two.jsonb(), "{\"b\": 100, \"aa\": true}");
    }
}
