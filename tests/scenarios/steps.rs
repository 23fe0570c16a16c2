//! One step of a scenario, and whether it came out as told.

use serde_json::Value;

use super::remedies::{paste_commands, try_remedies};
use crate::support::{Call, Database, Ran};

/// What a refusal is about: its code, its node, its key.
pub(super) type Identity = (String, Option<String>, Option<String>);

/// Takes a step; an error says what was not as told.
pub(super) fn take(database: &Database, step: &Value) -> Result<(), String> {
    match step.get("sql") {
        Some(sql) => compare_rows(database, sql.as_str().unwrap_or_default(), step.get("rows")),
        None => run(database, step),
    }
}

fn compare_rows(database: &Database, sql: &str, rows: Option<&Value>) -> Result<(), String> {
    let got = serde_json::json!(database.sql(sql));
    match rows {
        Some(rows) if *rows != got => Err(format!("rows {got}, expected {rows}")),
        _ => Ok(()),
    }
}

fn run(database: &Database, step: &Value) -> Result<(), String> {
    let args = texts(&step["run"]);
    let stdin = step["stdin"].as_str();
    if step["exit"] == 3 {
        paste_commands(database, &args, stdin)?;
    }
    let wants_json = ["refusals", "json", "remedies"].iter().any(|key| step.get(key).is_some());
    let ran = if wants_json { run_json(database, &args, stdin) } else { call(database, &args, stdin).run() };
    if let Some(expected) = step.get("refusals") {
        compare_refusals(&ran, expected)?;
    }
    if let Some(expected) = step.get("json") {
        contains(expected, &parse(&ran)?, "$")?;
    }
    if step["remedies"] == true {
        try_remedies(database, &args, stdin, &parse(&ran)?)?;
    }
    compare_outcome(&ran, step)
}

fn compare_outcome(ran: &Ran, step: &Value) -> Result<(), String> {
    let expected = step.get("exit").map_or(Some(0), Value::as_i64);
    if ran.code.map(i64::from) != expected {
        return Err(format!("exits otherwise, expected {expected:?}\n{}", ran.whole()));
    }
    // Where lines break is not what a scenario is about.
    let said = format!("{}{}", ran.stdout, ran.stderr);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in texts(&step["mentions"]) {
        if !said.contains(&word) {
            return Err(format!("does not mention {word:?}\n{}", ran.whole()));
        }
    }
    match texts(&step["omits"]).iter().find(|word| said.contains(*word)) {
        Some(word) => Err(format!("mentions {word:?}\n{}", ran.whole())),
        None => Ok(()),
    }
}

fn compare_refusals(ran: &Ran, expected: &Value) -> Result<(), String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut expected: Vec<Identity> = expected
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| (text(&entry[0]).unwrap_or_default(), text(&entry[1]), text(&entry[2])))
        .collect();
    let refusals = parse(ran)?["refusals"].take();
    let mut got: Vec<Identity> = refusals.as_array().into_iter().flatten().map(identity).collect();
    // Lists, not sets: the same refusal twice is one too many.
    expected.sort();
    got.sort();
    if got == expected { Ok(()) } else { Err(format!("refusals {got:?}, expected {expected:?}\n{}", ran.whole())) }
}

/// Which refusal this is.
pub(super) fn identity(refusal: &Value) -> Identity {
    let subject = &refusal["subject"];
    // `resource` is the type where there is a `key`, and what it is about where there is none.
    let key = ["claim", "key", "requirement", "module", "resource", "site"].iter().find_map(|name| subject.get(*name));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    (text(&refusal["code"]).unwrap_or_default(), text(&refusal["node"]), key.and_then(text))
}

/// Runs a command for its JSON.
pub(super) fn run_json(database: &Database, args: &[String], stdin: Option<&str>) -> Ran {
    call(database, &[&["--output".to_owned(), "json".to_owned()], args].concat(), stdin).run()
}

fn call<'d>(database: &'d Database, args: &[String], stdin: Option<&str>) -> Call<'d> {
    database.call(args).stdin(stdin.unwrap_or_default())
}

/// The JSON that a command answered with, whichever stream it is on.
pub(super) fn parse(ran: &Ran) -> Result<Value, String> {
    let text = if ran.stdout.trim().is_empty() { &ran.stderr } else { &ran.stdout };
    serde_json::from_str(text).map_err(|why| format!("no JSON: {why}\n{}", ran.whole()))
}

/// The texts of a list.
pub(super) fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether `got` has all of `want`: objects by key, lists as a whole, `"*"` any value.
fn contains(want: &Value, got: &Value, at: &str) -> Result<(), String> {
    match (want, got) {
        (Value::String(any), _) if any == "*" => Ok(()),
        (Value::Object(want), Value::Object(got)) => want.iter().try_for_each(|(key, want)| match got.get(key) {
            Some(got) => contains(want, got, &format!("{at}.{key}")),
            None => Err(format!("{at}.{key} is missing")),
        }),
        (Value::Array(want), Value::Array(got)) if want.len() == got.len() => {
            let mut pairs = want.iter().zip(got).enumerate();
            pairs.try_for_each(|(index, (want, got))| contains(want, got, &format!("{at}[{index}]")))
        }
        (want, got) if want == got => Ok(()),
        (want, got) => Err(format!("{at} is {got}, expected {want}")),
    }
}

#[test]
fn a_refusal_is_known_by_its_key() {
    let known = |subject: Value| identity(&serde_json::json!({"code": "c", "node": null, "subject": subject})).2;
    let key = |text: &str| Some(text.to_owned());
    assert_eq!(known(serde_json::json!({"claim": "seat", "scope": "site", "site": "attic"})), key("seat"));
    assert_eq!(known(serde_json::json!({"resource": "file", "key": "/etc/motd"})), key("/etc/motd"));
    assert_eq!(known(serde_json::json!({"resource": "i3/service", "reflects": ["x"]})), key("i3/service"));
    assert_eq!(known(serde_json::json!({"requirement": "shell", "by": ["a"]})), key("shell"));
}

#[test]
fn json_is_compared_by_what_was_asked() {
    let got = serde_json::json!({"a": [{"b": 1, "c": 2}], "d": null});
    let compare = |want: Value| contains(&want, &got, "$");
    assert_eq!(compare(serde_json::json!({"a": [{"b": 1}], "d": "*"})), Ok(()));
    assert_eq!(compare(serde_json::json!({"e": 1})), Err("$.e is missing".to_owned()));
    assert_eq!(compare(serde_json::json!({"a": [{"b": 2}]})), Err("$.a[0].b is 1, expected 2".to_owned()));
    assert_eq!(compare(serde_json::json!({"a": []})), Err(r#"$.a is [{"b":1,"c":2}], expected []"#.to_owned()));
}
