//! JSON as it stands in a text: every value with its place.

use std::{borrow::Cow, ops::Range};

use serde_json::{Map, Value};

/// The bytes where something stands.
pub(super) type Span = Range<usize>;

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Json<'a> {
    pub(super) span: Span,
    pub(super) value: Kind<'a>,
}

/// A value.
#[derive(Debug)]
pub(super) enum Kind<'a> {
    Null,
    Truth(bool),
    /// As it is written.
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<Member<'a>>),
}

/// A member of an object, and where its key stands.
#[derive(Debug)]
pub(super) struct Member<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) at: Span,
    pub(super) value: Json<'a>,
}

impl Json<'_> {
    /// What it is, in words.
    pub(super) fn noun(&self) -> &'static str {
        match self.value {
            Kind::Null => "null",
            Kind::Truth(true) => "true",
            Kind::Truth(false) => "false",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "text",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// The value without places.
    pub(super) fn to_value(&self) -> Value {
        match &self.value {
            Kind::Null => Value::Null,
            Kind::Truth(truth) => Value::Bool(*truth),
            Kind::Number(written) => number(written).map_or(Value::Null, Value::Number),
            Kind::Text(text) => Value::String(text.clone().into_owned()),
            Kind::List(entries) => Value::Array(entries.iter().map(Json::to_value).collect()),
            Kind::Object(members) => Value::Object(to_map(members)),
        }
    }
}

/// The members without places.
pub(super) fn to_map(members: &[Member<'_>]) -> Map<String, Value> {
    members.iter().map(|member| (member.key.clone().into_owned(), member.value.to_value())).collect()
}

/// The member with a key; the first, where a text has several.
pub(super) fn member<'j, 'a>(members: &'j [Member<'a>], key: &str) -> Option<&'j Member<'a>> {
    members.iter().find(|member| member.key == key)
}

/// A number as it is written; `None` for what the syntax has already ruled out.
pub(super) fn number(written: &str) -> Option<serde_json::Number> {
    written.parse().ok()
}
