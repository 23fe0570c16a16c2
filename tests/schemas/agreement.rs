//! The schema of a manifest takes what the reader takes, as far as a schema can say it.

use proptest::prelude::*;
use proptest::sample::select;
use provost::model::read::{ContentFrom, Source, document, manifest};
use serde_json::{Value, json};

use crate::oracle::random;
use crate::support::schemas::{is_valid, valid};

/// What a schema cannot say, by what the reader says of it. (Nor that a port is not written as 80.0, which is an integer to
/// a schema.)
const BEYOND: [&str; 11] = [
    " twice",
    " with two scopes",
    "no resource of this module has the id",
    "no number is at least",
    " are both ",
    " is below a ",
    "two resources have the id",
    "beyond what is kept",
    "two nodes ",
    "two modules are called",
    "has two pins for",
];

/// The reader's faults that a schema could say; `None` where it takes the text.
fn faults(read: Result<(), Vec<provost::model::read::Fault>>) -> Option<Vec<String>> {
    let faults = read.err()?;
    let words = faults.into_iter().map(|fault| fault.message);
    Some(words.filter(|message| !BEYOND.iter().any(|beyond| message.contains(beyond))).collect())
}

fn agrees(name: &str, value: &Value, read: Result<(), Vec<provost::model::read::Fault>>) -> Result<(), TestCaseError> {
    match faults(read) {
        None => prop_assert!(is_valid(name, value), "the reader takes it: {value}"),
        Some(faults) if faults.is_empty() => {}
        Some(faults) => prop_assert!(!is_valid(name, value), "the reader says {faults:?}: {value}"),
    }
    Ok(())
}

fn manifest_agrees(value: &Value) -> Result<(), TestCaseError> {
    let source = Source::new("x", value.to_string());
    let from = |_: &str| Ok("text\n".to_owned());
    agrees("manifest", value, manifest(&source, ContentFrom::Read(&from)).map(|_| ()))
}

fn document_agrees(value: &Value) -> Result<(), TestCaseError> {
    agrees("mesh", value, document(&Source::new("x", value.to_string())).map(|_| ()))
}

/// Values of all kinds, most of which belong somewhere and nowhere else.
fn anything() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(80),
        json!(65535),
        json!(65536),
        json!(-1.5),
        json!(""),
        json!("x"),
        json!("café"),
        json!("हिन्दी"),
        json!("a b"),
        json!("-x"),
        json!("a/b"),
        json!("a/b/c"),
        json!("é".repeat(128)),
        json!("x".repeat(129)),
        json!("/etc/x"),
        json!("/etc/../x"),
        json!("/..x"),
        json!("etc"),
        json!("0644"),
        json!("644"),
        json!("0888"),
        json!("tcp"),
        json!("udp"),
        json!("mesh"),
        json!("node"),
        json!("galaxy"),
        json!("all"),
        json!("file"),
        json!("a:b@c"),
        json!("x\u{202e}"),
        json!("٣"),
        json!("Ⅷ"),
        json!("\u{301}x"),
        json!([]),
        json!(["x"]),
        json!([null]),
        json!([["x"]]),
        json!(["x", "y"]),
        json!(["x", "y", "z"]),
        json!({}),
        json!({"name": "x"}),
        json!({"name": "x", "scope": "site"}),
        json!({"name": "x", "scope": null}),
        json!({"scope": "mesh"}),
        json!({"at_least": 1}),
        json!({"at_most": 2, "at_least": 1}),
        json!({"at_least": "1"}),
        json!({"at_leest": 1}),
        json!({"x": 1}),
        json!({"a b": 1}),
        json!({"x": [1, "a", true]}),
        json!({"x": []}),
        json!({"x": null}),
        json!("6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"),
        json!("6F1C0B8E1C1E4F6E9F430D6F4A3F6D10"),
        json!("{6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10}"),
        json!("urn:uuid:6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"),
        json!("6f1c0b8e"),
    ])
}

/// Addresses, and what looks like one.
fn address() -> impl Strategy<Value = Value> {
    let group =
        select(vec!["", "0", "1", "ffff", "12345", "g", "::", "1.2.3.4", "255.255.255.255", "256.1.1.1", "01.2.3.4"]);
    let joined = prop::collection::vec(group, 1..9).prop_map(|groups| groups.join(":"));
    let zone = select(vec!["", "", "", "%", "%eth0", "%\n"]);
    (joined, zone).prop_map(|(address, zone)| json!(format!("{address}{zone}")))
}

/// What a field may be, and what it almost may be.
fn value_of(field: &str) -> BoxedStrategy<Value> {
    let names = || {
        select(vec![
            json!("x"),
            json!("a:b"),
            json!("a b"),
            json!(""),
            json!({"name": "y", "scope": "mesh"}),
            json!({"name": "z"}),
        ])
    };
    let near: BoxedStrategy<Value> = match field {
        "mode" => {
            select(vec![json!("0644"), json!("755"), json!("0888"), json!("64"), json!("00644"), json!(644)]).boxed()
        }
        "path" => {
            select(vec![json!("/"), json!("/a/./b"), json!("/a/.."), json!("/..a"), json!("a"), json!("")]).boxed()
        }
        "port" => select(vec![json!(0), json!(1), json!(65535), json!(65536), json!("80"), json!(80.5)]).boxed(),
        "protocol" => select(vec![json!("tcp"), json!("udp"), json!("TCP"), json!("icmp")]).boxed(),
        "address" => address().boxed(),
        "name" | "unit" | "type" | "id" => {
            select(vec![json!("x"), json!(""), json!("x y"), json!("all"), json!("x/y"), json!(1)]).boxed()
        }
        "reflects" => prop::collection::vec(
            select(vec![
                json!("r"),
                json!("m/r"),
                json!("o/x"),
                json!("/etc"),
                json!("/a/.."),
                json!("o/x/y"),
                json!("o/"),
                json!(""),
            ]),
            0..3,
        )
        .prop_map(Value::from)
        .boxed(),
        "needs" => select(vec![
            json!({"x": {"at_least": 1}}),
            json!({"x": {"at_most": 2.5, "at_least": -1e3}}),
            json!({"x": {}}),
            json!({"x": {"at_least": null}}),
            json!({"x": {"at_leat": 1}}),
            json!({"x": [1, "a", false]}),
            json!({"x": []}),
            json!({"x": [[]]}),
            json!({"": 1}),
            json!({"x/y": null}),
        ])
        .boxed(),
        "provides" | "requires" | "claims" => prop::collection::vec(names(), 0..3).prop_map(Value::from).boxed(),
        "resources" => prop::collection::vec(resource(), 0..3).prop_map(Value::from).boxed(),
        "version" | "description" | "content" | "content_from" | "owner" | "group" | "target" => {
            select(vec![json!("x"), json!(""), json!(1), json!(null)]).boxed()
        }
        "facts" => select(vec![
            json!({}),
            json!({"x": 1, "y/z": "a"}),
            json!({"x": null}),
            json!({"a b": 1}),
            json!({"x": []}),
        ])
        .boxed(),
        "sites" => prop::collection::vec(select(vec![json!("a"), json!("b"), json!("a/b"), json!(1)]), 0..3)
            .prop_map(Value::from)
            .boxed(),
        _ => anything().boxed(),
    };
    prop_oneof![4 => near, 1 => anything()].boxed()
}

/// Some fields, each with a value.
fn fields(names: &'static [&'static str]) -> impl Strategy<Value = Vec<(&'static str, Value)>> {
    let field = select(names).prop_flat_map(|name| value_of(name).prop_map(move |value| (name, value)));
    prop::collection::vec(field, 0..4)
}

fn with(mut object: Value, fields: Vec<(&str, Value)>) -> Value {
    fields.into_iter().for_each(|(field, value)| object[field] = value);
    object
}

fn resource() -> impl Strategy<Value = Value> {
    let of = |kind: &'static str, fixed: Value, names: &'static [&'static str]| {
        fields(names).prop_map(move |fields| {
            let mut resource = fixed.clone();
            resource["id"] = json!("r");
            resource["type"] = json!(kind);
            with(resource, fields)
        })
    };
    let at = || json!({"path": "/etc/x"});
    let named = || json!({"name": "x"});
    prop_oneof![
        of("file", at(), &["path", "content", "content_from", "mode", "owner", "group", "reflects", "id"]),
        of("link", at(), &["path", "target", "mode", "reflects"]),
        of("directory", at(), &["path", "mode", "owner", "group"]),
        of("package", named(), &["name", "version", "mode"]),
        of("user", named(), &["name", "group", "shell"]),
        of("group", named(), &["name", "id"]),
        of("service", json!({"unit": "x.service"}), &["unit", "reflects", "type"]),
        of("port", json!({"port": 80}), &["port", "protocol", "address"]),
        of("cron", json!({}), &["type", "reflects", "path", "name", "id"]),
        of("file", json!({}), &["path", "name"]),
        of("service", json!({}), &["unit", "name"]),
        of("port", json!({}), &["port", "protocol"]),
        of("package", json!({}), &["name", "version"]),
        anything(),
    ]
}

fn a_manifest() -> impl Strategy<Value = Value> {
    let names =
        &["name", "version", "description", "provides", "requires", "claims", "needs", "resources", "$schema", "other"];
    let manifest = fields(names).prop_map(|fields| with(json!({"name": "m"}), fields));
    prop_oneof![9 => manifest, 1 => fields(names).prop_map(|fields| with(json!({}), fields))]
}

fn a_document() -> impl Strategy<Value = Value> {
    let node =
        || fields(&["name", "id", "site", "facts", "other"]).prop_map(|fields| with(json!({"name": "n"}), fields));
    let tuple = |length| {
        prop::collection::vec(select(vec![json!("a"), json!("b"), json!("a b"), json!("x:y"), json!(null)]), length)
    };
    let list = |of: BoxedStrategy<Value>| prop::collection::vec(of, 0..3).prop_map(Value::from);
    let part = prop_oneof![
        (Just("sites"), value_of("sites")),
        (Just("nodes"), list(prop_oneof![9 => node().boxed(), 1 => anything().boxed()].boxed())),
        (Just("modules"), list(a_manifest().boxed())),
        (Just("assignments"), list(tuple(1..4).prop_map(Value::from).boxed())),
        (Just("pins"), list(tuple(2..5).prop_map(Value::from).boxed())),
        (select(vec!["sites", "nodes", "modules", "assignments", "pins", "$schema", "elsewhere"]), anything()),
    ];
    prop::collection::vec(part, 0..3).prop_map(|parts| with(json!({}), parts))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn a_manifest_is_one_to_the_reader_and_to_the_schema(manifest in a_manifest()) {
        manifest_agrees(&manifest)?;
    }

    #[test]
    fn a_resource_is_one_to_the_reader_and_to_the_schema(resource in resource()) {
        manifest_agrees(&json!({"name": "m", "resources": [resource]}))?;
    }

    #[test]
    fn an_address_is_one_to_the_reader_and_to_the_schema(address in address()) {
        manifest_agrees(&json!({"name": "m", "resources": [{"id": "r", "type": "port", "port": 1, "address": address}]}))?;
    }

    #[test]
    fn a_document_is_one_to_the_reader_and_to_the_schema(document in a_document()) {
        document_agrees(&document)?;
    }
}

#[test]
fn the_random_meshes_are_documents_to_the_schema() {
    for seed in 0..500 {
        valid("mesh", &random::document(seed));
    }
}

#[test]
fn what_a_schema_cannot_say_of_a_name_is_its_length_in_normal_form() {
    // 128 characters in normal form, and more as they are written.
    let manifest = json!({"name": "e\u{301}".repeat(128)});
    let read = provost::model::read::manifest(&Source::new("x", manifest.to_string()), ContentFrom::Forbidden);
    assert!(read.is_ok() && !is_valid("manifest", &manifest));
}
