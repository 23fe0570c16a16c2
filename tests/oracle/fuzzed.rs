//! What is fuzzed, on a few thousand inputs: real documents and manifests with some of their bytes in disorder.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use serde_json::Value;

use super::dice::Dice;
use super::random::document;
use crate::support::try_seeds;

/// Pieces that a reader of JSON, of names or of paths could trip over.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "null",
    "true",
    "-0",
    "1e999",
    "0.1",
    "\u{202e}",
    "\u{0}",
    "é",
    "e\u{301}",
    "/",
    "..",
    "mesh",
    "\"name\":",
    " ",
];

#[test]
fn no_text_makes_the_reader_or_the_resolver_panic() {
    try_seeds(1_500, |seed| {
        let mut dice = Dice::new(seed);
        let mesh = document(seed);
        let manifest = dice.one_of(mesh["modules"].as_array()?);
        let (document, manifest) = (disordered(&mesh, &mut dice), disordered(&manifest, &mut dice));
        let panics = |body: fn(&str), text: &str| std::panic::catch_unwind(|| body(text)).is_err();
        if panics(bodies::document, &document) {
            return Some(document);
        }
        panics(bodies::manifest, &manifest).then_some(manifest)
    });
}

#[test]
fn no_change_makes_the_resolver_panic() {
    try_seeds(300, |seed| {
        let bytes = [seed.to_be_bytes(), (seed / 3).to_be_bytes()].concat();
        std::panic::catch_unwind(|| bodies::resolver(&bytes)).is_err().then(|| format!("{bytes:?}"))
    });
}

/// The text of a value after a few accidents.
fn disordered(value: &Value, dice: &mut Dice) -> String {
    let mut text: Vec<char> = value.to_string().chars().collect();
    for _ in 0..dice.between(0, 4) {
        let at = dice.between(0, text.len().saturating_sub(1));
        let to = (at + dice.between(0, 12)).min(text.len());
        match dice.between(1, 4) {
            1 => _ = text.drain(at..to),
            2 => _ = text.splice(at..at, dice.one_of(&PIECES).chars()),
            3 => _ = text.splice(at..to, dice.one_of(&PIECES).chars()),
            _ => {
                let again: Vec<char> = text[at..to].to_vec();
                let place = dice.between(0, text.len());
                text.splice(place..place, again);
            }
        }
    }
    text.into_iter().collect()
}
