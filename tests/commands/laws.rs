//! Laws of the whole program on random meshes, through a real database.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::{named, rows};
use crate::oracle::dice::Dice;
use crate::oracle::edits::{Edit, edits};
use crate::oracle::random::document;
use crate::scenarios::remedies::try_remedies;
use crate::support::{Database, database, try_seeds};

/// A database with a random mesh, resolved or not.
fn imported(document: &Value) -> Database {
    let database = database();
    database.call(["import", "-", "--leave-unresolved"]).stdin(document.to_string()).run().succeeds();
    database
}

/// The arguments that ask for edits in one command; nothing where one of them has no such form.
pub(super) fn command(edits: &[Edit], database: &Database) -> Option<Vec<String>> {
    let lines: Option<Vec<Vec<String>>> = edits.iter().map(|edit| line(edit, database)).collect();
    match lines?.as_slice() {
        [one] => Some(one.clone()),
        several => {
            let lines = several.iter().flat_map(|line| ["-e".to_owned(), shell_words::join(line)]);
            Some(["batch".to_owned()].into_iter().chain(lines).collect())
        }
    }
}

fn line(edit: &Edit, database: &Database) -> Option<Vec<String>> {
    let words = match edit {
        Edit::Assign { node, module } => vec!["assign", node, module],
        Edit::Unassign { node, module } => vec!["unassign", node, module],
        Edit::Pin { node, name, from } => vec!["pin", node, name, from],
        Edit::Unpin { node, name } => vec!["unpin", node, name],
        Edit::RemoveNode { node } => vec!["node", "remove", node],
        Edit::Register { manifest } => {
            // Each a file of its own: others may be reading one of that name.
            static COUNT: AtomicUsize = AtomicUsize::new(0);
            let file = format!("{}-{}.json", manifest["name"].as_str()?, COUNT.fetch_add(1, Ordering::Relaxed));
            database.write(&file, &manifest.to_string());
            return Some(["module", "register", &file].map(str::to_owned).to_vec());
        }
        Edit::SetNode { .. } => return None,
    };
    Some(words.into_iter().map(str::to_owned).collect())
}

/// The refusals of a plan: node, key, and the code, of which those over a requirement are one.
fn refusals(plan: &Value) -> BTreeSet<(String, String, String)> {
    let open = ["no-provider", "choose-module", "no-node", "choose-node", "pin-unanswered"];
    let refusals = plan["refusals"].as_array().into_iter().flatten();
    let key = |refusal: &Value| {
        let keys = ["claim", "key", "requirement", "module", "resource", "site"];
        keys.iter().find_map(|key| refusal["subject"].get(key)).map(Value::to_string).unwrap_or_default()
    };
    let code = |refusal: &Value| match refusal["code"].as_str().unwrap_or_default() {
        code if open.contains(&code) => "requirement".to_owned(),
        code => code.to_owned(),
    };
    refusals.map(|refusal| (refusal["node"].to_string(), key(refusal), code(refusal))).collect()
}

#[test]
fn what_is_refused_changes_nothing_and_what_is_accepted_breaks_nothing() {
    try_seeds(12, |seed| {
        let document = document(seed);
        let database = imported(&document);
        let edits = edits(&document, &mut Dice::new(seed));
        let args = command(&edits, &database)?;
        let plan = |database: &Database| database.call(["plan", "--all", "--output", "json"]).run().json();
        let (tables, before) = (rows(&database), plan(&database));
        let json = ["--output".to_owned(), "json".to_owned()];
        let ran = database.call(args.iter().chain(&json)).run();
        let fault = match ran.code {
            Some(0) => {
                // Collisions of one claim may be told at another place than before: naive eyes look at those.
                let new: Vec<_> = refusals(&plan(&database)).difference(&refusals(&before)).cloned().collect();
                let new: Vec<_> = new.into_iter().filter(|(_, _, code)| code != "claim-collision").collect();
                (!new.is_empty()).then(|| format!("was accepted and leaves {new:?}"))
            }
            Some(3) if rows(&database) != tables => Some("was refused and changed a table".to_owned()),
            Some(3) => match try_remedies(&database, &args, None, &ran.json()) {
                Err(why) if why != "no remedy was offered" => Some(why),
                Ok(()) | Err(_) => None,
            },
            // A name that is not there is wrong usage, and changes nothing either.
            Some(2) if rows(&database) == tables => None,
            _ => Some("fails".to_owned()),
        };
        fault.map(|fault| format!("{document}\n{args:?}\n{fault}\n{}", ran.whole()))
    });
}

#[test]
fn what_is_exported_is_imported_and_exported_the_same_whatever_the_order_the_language_and_the_time() {
    try_seeds(12, |seed| {
        let export = |database: &Database, elsewhere: bool| {
            let call = database.call(["export"]);
            let call = if elsewhere { abroad(call) } else { call };
            call.run().succeeds().stdout
        };
        let database = imported(&document(seed));
        let exported = export(&database, false);
        let other = self::database();
        set_abroad(&other);
        let document: Value = serde_json::from_str(&exported).expect("an export is JSON");
        let shuffled = shuffled(document, &mut Dice::new(seed)).to_string();
        abroad(other.call(["import", "-", "--leave-unresolved"]).stdin(shuffled)).run().succeeds();
        let again = export(&other, true);
        if again != exported {
            return Some(format!("{exported}\n{again}"));
        }
        for form in [vec!["plan", "--all"], vec!["plan", "--all", "--output", "json"]] {
            // Pins were made at another time.
            let (here, there) = (database.call(&form).run(), abroad(other.call(&form)).run());
            let (here, there) = (named(&here.whole()), named(&there.whole()));
            if here != there {
                return Some(format!("{exported}\n{here}\n{there}"));
            }
        }
        let digest = |database: &Database| database.call(["plan", "--output", "json"]).run().json()["digest"].clone();
        (digest(&database) != digest(&other)).then(|| format!("{exported}\nhas two digests"))
    });
}

/// A document with the rows of each of its lists in another order.
fn shuffled(mut document: Value, dice: &mut Dice) -> Value {
    for rows in document.as_object_mut().into_iter().flatten().filter_map(|(_, rows)| rows.as_array_mut()) {
        *rows = dice.shuffled(rows);
    }
    document
}

/// Another language, another clock.
fn abroad(call: crate::support::Call<'_>) -> crate::support::Call<'_> {
    call.env("LANG", "tr_TR.UTF-8")
        .env("LC_ALL", "tr_TR.UTF-8")
        .env("TZ", "Pacific/Kiritimati")
        .env("PGTZ", "Asia/Kolkata")
}

fn set_abroad(database: &Database) {
    let name = &database.sql("select quote_ident(current_database())")[0][0];
    for setting in ["timezone to 'America/St_Johns'", "datestyle to 'German, DMY'", "intervalstyle to 'sql_standard'"] {
        database.sql(&format!("alter database {name} set {setting}"));
    }
}

#[test]
fn a_dry_run_says_what_the_change_does() {
    try_seeds(8, |seed| {
        let document = document(seed);
        let database = imported(&document);
        let edits = edits(&document, &mut Dice::new(seed));
        let args = command(&edits, &database)?;
        let json = ["--output".to_owned(), "json".to_owned()];
        let said = |more: &[&str]| {
            let more = more.iter().map(|word| (*word).to_owned());
            let ran = database.call(args.iter().chain(&json).cloned().chain(more)).run();
            let mut answer = ran.json();
            answer["dry_run"] = json!(null);
            (ran.code, answer)
        };
        let tables = rows(&database);
        let dry = said(&["--dry-run"]);
        if rows(&database) != tables {
            return Some(format!("{document}\n{args:?}\nwas tried and changed a table"));
        }
        let (code, real) = said(&[]);
        (dry != (code, real.clone())).then(|| format!("{document}\n{args:?}\n{dry:?}\n{code:?} {real}"))
    });
}
