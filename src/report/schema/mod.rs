//! JSON Schemas: one for every document that is printed, for the manifest, and for the mesh document.
//!
//! They are written by hand, a file each; what several have in common stands in `shared.json`. A schema is printed with
//! all that it refers to, so that it can be used alone. Tests hold each output of the program against its schema, and
//! each property of a schema against the outputs.

#[cfg(test)]
mod tests;

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// What several schemas refer to.
const SHARED: &str = include_str!("shared.json");
/// What begins every reference.
const REFERENCE: &str = "\"#/$defs/";
/// Where a schema has what it refers to.
const DEFINITIONS: &str = "$defs";

/// A JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// Its short name.
    pub name: &'static str,
    /// What a document of it has as its `schema`; `None` where it has none.
    pub identifier: Option<&'static str>,
    text: &'static str,
}

macro_rules! schemas {
    (printed: $($printed:literal)*; read: $($read:literal)*) => {
        [
            $(Schema {
                name: $printed,
                identifier: Some(concat!("provost.", $printed, "/1")),
                text: include_str!(concat!($printed, ".json")),
            },)*
            $(Schema { name: $read, identifier: None, text: include_str!(concat!($read, ".json")) },)*
        ]
    };
}

/// Every schema: of what is printed, by name, then of what is read.
pub const SCHEMAS: [Schema; 32] = schemas![
    printed:
    "access" "ack" "changed" "check" "claims" "completions" "declaration" "error" "explain" "files" "graph" "local" "log" "man"
    "migrate" "module" "modules" "node" "nodes" "pins" "plan" "push" "refused" "roles" "schemas" "sites" "status" "tour"
    "verify" "why";
    read:
    "manifest" "mesh"
];

impl Schema {
    /// The schema of a name: `plan`, or `provost.plan/1` as documents have it.
    pub fn named(name: &str) -> Option<Self> {
        SCHEMAS.into_iter().find(|schema| schema.name == name || schema.identifier == Some(name))
    }

    /// What it is of, in a line.
    pub fn description(self) -> String {
        self.said("description").unwrap_or_default()
    }

    fn said(self, key: &str) -> Option<String> {
        serde_json::from_str(self.members().get(key)?.get()).ok()
    }

    fn members(self) -> Members {
        Members::of(self.text)
    }

    /// The schema with all that it refers to.
    pub fn document(self) -> String {
        let needed = needed(self.text);
        let own = self.members().definitions();
        if needed.iter().all(|(name, _)| own.get(name).is_some()) {
            return self.text.to_owned();
        }
        let rest = self.members().without(&[DEFINITIONS]);
        format!("{{\n{},\n  \"{DEFINITIONS}\": {{\n{}\n  }}\n}}\n", lines("  ", &rest), lines("    ", &needed))
    }
}

/// The members of an object, in their order, each as it is written.
#[derive(Clone, Debug, Default)]
struct Members(Vec<(String, &'static RawValue)>);

impl Members {
    /// The embedded texts are objects: a test reads each of them.
    fn of(text: &'static str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<&'static RawValue> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    fn definitions(&self) -> Self {
        self.get(DEFINITIONS).map(|definitions| Self::of(definitions.get())).unwrap_or_default()
    }

    fn without(self, keys: &[&str]) -> Vec<(String, String)> {
        let kept = self.0.into_iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        kept.map(|(key, value)| (key, value.get().to_owned())).collect()
    }
}

impl<'de: 'static> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de: 'static> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Members as they stand in a file, one after the other.
fn lines(indent: &str, members: &[(String, String)]) -> String {
    let lines: Vec<String> = members.iter().map(|(key, value)| format!("{indent}\"{key}\": {value}")).collect();
    lines.join(",\n")
}

/// What a text refers to, and what that refers to in turn: each once, in the order in which it is met.
fn needed(text: &'static str) -> Vec<(String, String)> {
    let mut needed: Vec<(String, String)> = Vec::new();
    let mut ahead: Vec<String> = references(text);
    ahead.reverse();
    while let Some(name) = ahead.pop() {
        if needed.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let definition = definition(&name).unwrap_or_default();
        ahead.extend(references(&definition).into_iter().rev());
        needed.push((name, definition));
    }
    needed
}

fn references(text: &str) -> Vec<String> {
    let names = text.match_indices(REFERENCE).filter_map(|(at, _)| text.get(at + REFERENCE.len()..)?.split('"').next());
    names.map(str::to_owned).collect()
}

/// What has this name: what any file defines under it, else the schema that is called so.
fn definition(name: &str) -> Option<String> {
    let files = SCHEMAS.iter().map(|schema| schema.text).chain([SHARED]);
    let defined = files.filter_map(|text| Members::of(text).definitions().get(name)).next();
    if let Some(defined) = defined {
        return Some(defined.get().to_owned());
    }
    let members = Schema::named(name)?.members().without(&["$schema", "$id", DEFINITIONS]);
    // Only white space between values is broken into lines: a text has none.
    Some(format!("{{\n{}\n}}", lines("  ", &members)).replace('\n', "\n    "))
}
