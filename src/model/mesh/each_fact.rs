//! The facts of a node, looked at without making values of them all.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::Mesh;
use crate::model::catalogue::NodeId;

impl Mesh {
    /// Calls `each` with the name of every fact of a node and its value as it stands in the text.
    pub fn each_fact(&self, node: NodeId, each: impl FnMut(&str, &str)) {
        let mut text = serde_json::Deserializer::from_str(self.facts_text(node));
        // What is no object has no facts.
        let _ = text.deserialize_map(Each(each));
    }
}

struct Each<F>(F);

/// A name, copied only where something in it is escaped.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de, F: FnMut(&str, &str)> Visitor<'de> for Each<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("facts")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((Key(name), value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
            (self.0)(&name, value.get());
        }
        Ok(())
    }
}
