//! What is tried on any input whatever: it is read or refused with reasons, and nothing panics.

use provost::model::Moment;
use provost::model::read::{self, ContentFrom, Source};
use provost::plan;
use provost::report::{Style, faults, json, refusal};
use provost::resolver::{Terms, World};
use serde_json::Value;

use crate::oracle::bridge;
use crate::oracle::dice::Dice;
use crate::oracle::edits::edits;
use crate::oracle::random;

/// Text that may be a manifest: read again as it was given, it is the same.
pub(crate) fn manifest(text: &str) {
    let source = Source::new("fuzzed.json", text);
    match read::manifest(&source, ContentFrom::Forbidden) {
        Ok(given) => {
            let again = read::manifest(&Source::new("again.json", given.text.clone()), ContentFrom::Forbidden);
            assert!(again.is_ok_and(|again| again == given), "{text}");
        }
        Err(found) => told(&found),
    }
}

/// Text that may be a mesh document: its mesh is resolved, and what is refused is told with its remedies.
pub(crate) fn document(text: &str) {
    match read::document(&Source::new("fuzzed.json", text)) {
        Ok(_) => {
            let value: Value = serde_json::from_str(text).expect("a document is JSON");
            resolved(&value);
        }
        Err(found) => told(&found),
    }
}

/// Bytes that choose a random mesh and a change of it.
pub(crate) fn resolver(bytes: &[u8]) {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    let (mesh, change) = bytes.split_at(bytes.len().min(8));
    let document = random::document(number(mesh));
    let edits = edits(&document, &mut Dice::new(number(change)));
    let Ok(mesh) = bridge::mesh(&document) else { return };
    let mut world = World::new(mesh, Moment::default());
    let mut change = bridge::real_change(&document, &edits);
    for terms in [Terms::default(), Terms { keep: true, ..Terms::default() }] {
        if let Ok(decision) = world.decide(&mut change, terms) {
            assert!(decision.is_accepted() || !decision.refusals().is_empty());
            json::unresolved(decision.refusals());
        }
    }
}

fn resolved(document: &Value) {
    let Ok(mesh) = bridge::mesh(document) else { return };
    let mut world = World::new(mesh, Moment::default());
    let mut refusals = plan::tell(&world, world.resolution.findings());
    world.remedy(&mut refusals);
    json::unresolved(&refusals);
    refusal::unresolved(refusal::Occasion::Plan, &refusals, &Style::PIPED);
}

fn told(found: &[read::Fault]) {
    // Refused for nothing would leave an operator helpless.
    assert!(!faults::text(found, &Style::PIPED).is_empty());
}
