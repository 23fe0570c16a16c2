//! What holds for every input.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{ContentFrom, Source, document, manifest, shown};
use crate::model::{Identity, ModuleName, Reflects, Scalar, read::stored, text::is_invisible};

const MANIFEST: &str = r#"{
  "name": "i3", "version": "4.23", "description": "tiling \u00e9 \ud83d\ude00",
  "provides": ["window-manager", {"name": "screen-share", "scope": "mesh", "port": 5e3}],
  "requires": ["x-display"], "claims": ["keybindings", {"name": "dhcp", "scope": "site"}],
  "needs": {"arch": ["x86_64", "aarch64"], "display": true, "memory_mib": {"at_least": 512, "at_most": 1e9}},
  "resources": [
    {"id": "config", "type": "file", "path": "/etc/i3/config", "content": "…", "mode": "0644"},
    {"id": "listens", "type": "port", "port": 80, "address": "::"},
    {"id": "service", "type": "service", "unit": "i3.service", "reflects": ["config", "sway/x", "/etc"]}
  ]
}"#;

const DOCUMENT: &str = r#"{"sites": ["attic"], "nodes": [{"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10",
  "site": "attic", "facts": {"arch": "x86_64", "n": -1.5e3}}], "modules": [{"name": "i3"}],
  "assignments": [["a", "i3"]], "pins": [["a", "database", "b"]]}"#;

/// A text with some of its bytes taken out, doubled or replaced by what matters in JSON.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let pieces = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "0", "-", "\u{301}", "\\u0000", "\u{202e}", "\n", "1e999",
        "😀",
    ];
    let edit = (any::<prop::sample::Index>(), 0..3_usize, prop::sample::select(pieces.to_vec()));
    prop::collection::vec(edit, 1..6).prop_map(move |edits| {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        for (index, taken, piece) in edits {
            let at = index.index(characters.len());
            let end = (at + taken).min(characters.len());
            characters.splice(at..end, [piece.to_owned()]);
        }
        characters.concat()
    })
}

/// Whether every fault can be shown and lies within its text.
fn is_sound(faults: &[super::Fault]) -> bool {
    let within = |fault: &super::Fault| {
        fault.span.as_ref().is_none_or(|span| fault.source.text().get(span.clone()).is_some())
            && fault.line_column().is_none_or(|(line, column)| line > 0 && column > 0)
    };
    let rendered = shown(faults);
    faults.iter().all(within) && !rendered.chars().any(|c| c != '\n' && is_invisible(c))
}

/// As many cases as `PROPTEST_CASES` says, and a word about it on the real standard error: the harness keeps back what a
/// test prints.
fn counted() -> ProptestConfig {
    let config = ProptestConfig::default();
    let test = std::thread::current();
    let line = format!("{}: {} random texts\n", test.name().unwrap_or("a law"), config.cases);
    // It is only said: a law holds whether or not somebody reads so.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
    config
}

proptest! {
    #![proptest_config(counted())]

    #[test]
    fn no_manifest_breaks_the_reader(text in mutated(MANIFEST)) {
        let source = Source::new("x", text.as_str());
        match manifest(&source, ContentFrom::Forbidden) {
            Err(faults) => prop_assert!(!faults.is_empty() && is_sound(&faults)),
            Ok(given) => {
                prop_assert!(is_sound(&given.warnings));
                // What is read, every other reader reads, and the database gives back as the same manifest.
                let value: Value = serde_json::from_str(&text).unwrap();
                let again = stored(&given.manifest.name, &value.to_string());
                prop_assert_eq!(again, Ok(given.manifest));
            }
        }
        // Whatever is not JSON at all is never read.
        if serde_json::from_str::<Value>(&text).is_err() {
            prop_assert!(manifest(&source, ContentFrom::Forbidden).is_err());
        }
    }

    #[test]
    fn no_document_breaks_the_reader(text in mutated(DOCUMENT)) {
        let source = Source::new("x", text.as_str());
        match document(&source) {
            Err(faults) => prop_assert!(!faults.is_empty() && is_sound(&faults)),
            Ok((_, warnings)) => prop_assert!(is_sound(&warnings)),
        }
    }

    #[test]
    fn nothing_breaks_the_reader(text in "\\PC*") {
        let source = Source::new("x", text.as_str());
        prop_assert!(manifest(&source, ContentFrom::Forbidden).is_err_and(|faults| is_sound(&faults)));
        // A document of nothing is the one text of chance that means something.
        let is_empty = text.trim() == "{}";
        prop_assert!(is_empty || document(&source).is_err_and(|faults| is_sound(&faults)));
        prop_assert!(stored(&ModuleName::stored("x"), &text).is_err());
    }
}

/// The manifest of the module `i3` as the database has it.
fn from_database(manifest: &Value) -> Result<crate::model::Manifest, String> {
    stored(&ModuleName::new("i3").unwrap(), &manifest.to_string())
}

#[test]
fn takes_from_the_database_what_has_one_meaning() {
    let odd = json!({
        "name": "other", "version": 4, "requires": ["a b", "c", "c"],
        "needs": {"arch": [], "n": {"at_least": 2, "at_most": 1}},
        "resources": [
            {"id": "a/b", "type": "file", "path": "/a", "mode": "x"},
            {"id": "c", "type": "file", "path": "/a/b", "reflects": ["nothing", "i3/c", "i3/c"]},
            {"id": "d", "type": "port", "port": 80, "address": "0:0:0:0:0:0:0:0"},
            {"id": "e", "type": "port", "port": 80, "address": "0:0:0:0:0:0:0:1"},
        ],
    });
    let read = from_database(&odd).unwrap();
    assert_eq!(read.name.as_str(), "i3");
    assert_eq!(read.version.as_deref(), Some("4"));
    assert_eq!(read.requires.iter().map(|name| name.as_str()).collect::<Vec<_>>(), ["a b", "c"]);
    assert!(!read.needs["arch"].is_met_by(Some(&Scalar::Text("x86_64".to_owned()))));
    assert_eq!(read.resources[0].id.as_str(), "a/b");
    let reflected: Vec<&str> = read.resources[1]
        .reflects
        .iter()
        .map(|own| if let Reflects::Own(id) = own { id.as_str() } else { "" })
        .collect();
    assert_eq!(reflected, ["nothing", "c"]);
    let addresses: Vec<Option<&str>> = read.resources[2..]
        .iter()
        .map(|resource| if let Identity::Port(port) = &resource.identity { port.address.as_deref() } else { None })
        .collect();
    assert_eq!(addresses, [None, Some("::1")]);
}

#[test]
fn says_what_in_the_database_has_no_meaning() {
    let told = |manifest: Value| from_database(&manifest).unwrap_err();
    assert_eq!(told(json!(null)), "a manifest is an object, and this is null");
    assert_eq!(told(json!({"requires": null})), "requires is a list, and this is null");
    assert_eq!(
        told(json!({"requires": [{"name": "database"}], "provides": [{"name": "x", "scope": "galaxy"}]})),
        "\"galaxy\" is no scope; a requirement is a plain name, and this is an object"
    );
    assert_eq!(
        told(json!({"resources": [{"id": "a", "type": "file"}, {"id": "b", "type": "port", "port": 0}]})),
        "this file has no path; this is not the number of a port"
    );
    assert_eq!(
        told(json!({"claims": ["x", {"name": "x", "scope": "mesh"}]})),
        "claims names x with two scopes, node and mesh"
    );
}

#[test]
fn keeps_numbers_and_text_as_they_are_written() {
    let text = " {\"name\":\"a\", \"x\": 1.50, \"needs\": {\"n\": 12345678901234567890.10}} \n";
    let given = manifest(&Source::new("x", text), ContentFrom::Forbidden).unwrap();
    assert_eq!(given.text, text.trim());
    assert_eq!(serde_json::to_string(&given.manifest.needs).unwrap(), r#"{"n":12345678901234567890.10}"#);
}
