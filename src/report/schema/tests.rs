//! The schemas themselves: that each can be read, is closed where it has to be, and says what everything is.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use crate::{model::Scope, resolver::Code};

fn documents() -> impl Iterator<Item = (Schema, Value)> {
    SCHEMAS.into_iter().map(|schema| {
        let document = schema.document();
        (schema, serde_json::from_str(&document).unwrap_or_else(|why| panic!("{}: {why}", schema.name)))
    })
}

#[test]
fn every_schema_says_which_it_is() {
    for (schema, document) in documents() {
        assert_eq!(document["$id"], format!("urn:provost:{}:1", schema.name));
        assert_eq!(document["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(!schema.description().is_empty(), "{}", schema.name);
        if let Some(identifier) = schema.identifier {
            assert_eq!(document["title"], identifier);
            assert_eq!(document["properties"]["schema"]["const"], identifier);
            assert_eq!(document["required"][0], "schema");
            assert_eq!(Schema::named(identifier), Some(schema));
        }
        assert_eq!(Schema::named(schema.name), Some(schema));
    }
}

#[test]
fn a_schema_has_all_that_it_refers_to_and_nothing_else() {
    for (schema, document) in documents() {
        let text = schema.document();
        let mut referred = references(&text);
        referred.sort();
        referred.dedup();
        let defined = document["$defs"].as_object();
        let mut defined: Vec<&String> = defined.into_iter().flatten().map(|(name, _)| name).collect();
        defined.sort();
        assert_eq!(referred.iter().collect::<Vec<_>>(), defined, "{}", schema.name);
    }
}

#[test]
fn a_name_is_defined_once() {
    let mut defined: BTreeMap<String, usize> = BTreeMap::new();
    for text in SCHEMAS.iter().map(|schema| schema.text).chain([SHARED]) {
        for (name, _) in Members::of(text).definitions().0 {
            *defined.entry(name).or_default() += 1;
        }
    }
    assert_eq!(defined.iter().filter(|(_, times)| **times > 1).collect::<Vec<_>>(), []);
    let shared = Members::of(SHARED).definitions();
    let texts: String = SCHEMAS.iter().map(|schema| schema.document()).collect();
    let idle = shared.0.iter().filter(|(name, _)| !texts.contains(&format!("{REFERENCE}{name}\"")));
    assert_eq!(idle.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// Calls `visit` for every schema within a schema, with where it is.
fn each(at: &str, value: &Value, visit: &mut impl FnMut(&str, &serde_json::Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            visit(at, members);
            members.iter().for_each(|(key, value)| each(&format!("{at}/{key}"), value, visit));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(key, item)| each(&format!("{at}/{key}"), item, visit))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Where a property is not stated but narrowed down.
const NARROWED: [&str; 2] = ["/refusal/allOf/", "mesh/properties/modules/"];

#[test]
fn every_property_is_described() {
    let mut silent = Vec::new();
    for (schema, document) in documents() {
        each(schema.name, &document, &mut |at, members| {
            let Some(Value::Object(properties)) = members.get("properties") else { return };
            if NARROWED.iter().any(|part| at.contains(part)) {
                return;
            }
            for (name, property) in properties {
                let is_chosen_by = ["const", "enum"].iter().any(|key| property.get(key).is_some());
                let is_condition = at.ends_with("/if") || at.contains("/oneOf/");
                let described = property.get("description").is_some() || refers_to_described(&document, property);
                if !(described || is_condition && is_chosen_by) {
                    silent.push(format!("{at}/{name}"));
                }
            }
        });
    }
    assert_eq!(silent, [""; 0]);
}

fn refers_to_described(document: &Value, property: &Value) -> bool {
    let reference = property.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/$defs/"));
    reference.is_some_and(|name| document["$defs"][name].get("description").is_some())
}

/// Objects that are open on purpose: what a person wrote and is kept whole, and what is narrowed down beside.
const OPEN: [&str; 5] = ["/manifest", "/resource", "/offer", "/subject", "/candidates/items"];

#[test]
fn every_object_that_is_printed_is_closed() {
    let mut open = Vec::new();
    for (schema, document) in documents().filter(|(schema, _)| schema.identifier.is_some()) {
        each(schema.name, &document, &mut |at, members| {
            let is_object = members.get("type").is_some_and(|kind| kind == "object" || kind[0] == "object");
            let is_closed = |members: &serde_json::Map<String, Value>| {
                ["additionalProperties", "unevaluatedProperties"].iter().any(|key| members.contains_key(*key))
            };
            let choices = members.get("oneOf").and_then(Value::as_array);
            let by_choice = choices.is_some_and(|all| all.iter().all(|one| one.as_object().is_some_and(is_closed)));
            if is_object && !is_closed(members) && !by_choice && !OPEN.iter().any(|known| at.ends_with(known)) {
                open.push(at.to_owned());
            }
        });
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn lists_of_words_are_those_of_the_program() {
    let shared = |name: &str| -> Value {
        let found = definition(name).unwrap();
        serde_json::from_str(&found).unwrap()
    };
    assert_eq!(shared("code")["enum"], serde_json::json!(Code::ALL.map(Code::word)));
    assert_eq!(shared("scope")["enum"], serde_json::json!(Scope::ALL.map(Scope::word)));
    assert_eq!(shared("manifest_scope")["enum"], shared("scope")["enum"]);
    let types = &shared("manifest_resource")["properties"]["type"]["examples"];
    assert_eq!(*types, serde_json::json!(crate::model::Identity::TYPES));
}
