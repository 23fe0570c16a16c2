//! Whether the remedies of a refusal do what they promise: each is run for real, on a copy of the database.

use std::collections::BTreeSet;

use serde_json::Value;

use super::steps::{Identity, identities, identity, parse, run_json, texts};
use crate::support::Database;

/// Tries every remedy of every refusal in an answer; one of them at least must have some.
pub(crate) fn try_remedies(
    database: &Database,
    args: &[String],
    stdin: Option<&str>,
    answer: &Value,
) -> Result<(), String> {
    let mut tried = 0;
    // What was refused before the command may be so after it.
    let old = identities(&plan(database)?);
    for refusal in answer["refusals"].as_array().into_iter().flatten() {
        for remedy in refusal["remedies"].as_array().into_iter().flatten() {
            let copy = database.copy();
            apply(&copy, remedy, &identity(refusal))?;
            let after = after(&copy, remedy, args, stdin)?;
            let mut left = identities(&after);
            let before: BTreeSet<_> = identities(answer).union(&old).cloned().collect();
            if left.contains(&identity(refusal)) || !left.is_subset(&before) {
                left.retain(|kept| *kept == identity(refusal) || !before.contains(kept));
                return Err(format!("{} leaves {left:?}", remedy["commands"]));
            }
            tried += 1;
        }
    }
    if tried == 0 { Err("no remedy was offered".to_owned()) } else { Ok(()) }
}

fn apply(copy: &Database, remedy: &Value, of: &Identity) -> Result<(), String> {
    for command in remedy["commands"].as_array().into_iter().flatten() {
        let words = texts(command);
        let ran = copy.call(words.iter().skip(1)).run();
        if ran.code != Some(0) {
            return Err(format!("a remedy of {of:?} fails\n{}", ran.whole()));
        }
    }
    Ok(())
}

/// The mesh as it is.
fn plan(database: &Database) -> Result<Value, String> {
    parse(&run_json(database, &["plan".to_owned(), "--all".to_owned()], None))
}

/// A whole remedy holds the refused command, so the mesh must lack the refusal; any other comes before it.
fn after(copy: &Database, remedy: &Value, args: &[String], stdin: Option<&str>) -> Result<Value, String> {
    if remedy["whole"] == true {
        plan(copy)
    } else {
        let ran = run_json(copy, args, stdin);
        match ran.code {
            Some(0 | 3) => parse(&ran),
            _ => Err(format!("after {} the command itself fails\n{}", remedy["commands"], ran.whole())),
        }
    }
}
