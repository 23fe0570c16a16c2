//! What the program prints for programs, held against the schemas that it prints.

use std::collections::HashMap;
use std::sync::OnceLock;

use jsonschema::Validator;
use provost::report::schema::{SCHEMAS, Schema};
use serde_json::Value;

/// The validators, by the short name of the schema.
fn validators() -> &'static HashMap<&'static str, Validator> {
    static VALIDATORS: OnceLock<HashMap<&str, Validator>> = OnceLock::new();
    VALIDATORS.get_or_init(|| SCHEMAS.into_iter().map(|schema| (schema.name, validator(schema))).collect())
}

fn validator(schema: Schema) -> Validator {
    let document: Value = serde_json::from_str(&schema.document()).expect("a schema is JSON");
    jsonschema::draft202012::new(&document).unwrap_or_else(|why| panic!("the schema of {}: {why}", schema.name))
}

/// Whether a document is as the schema of this short name says.
pub(crate) fn is_valid(name: &str, document: &Value) -> bool {
    validators()[name].is_valid(document)
}

/// Fails unless a document is as the schema of this short name says.
#[track_caller]
pub(crate) fn valid(name: &str, document: &Value) {
    let wrong: Vec<String> = validators()[name]
        .iter_errors(document)
        .map(|error| format!("{} (at {}, by {})", error, error.instance_path(), error.schema_path()))
        .collect();
    assert!(wrong.is_empty(), "not as `provost schema {name}` says:\n{}\n{document}", wrong.join("\n"));
}

/// Fails unless a document has a schema, and is as that says.
#[track_caller]
fn valid_by_its_schema(document: &Value) {
    let identifier = document["schema"].as_str();
    let schema = identifier.and_then(Schema::named).unwrap_or_else(|| panic!("of no known schema: {document}"));
    assert_eq!(schema.identifier, identifier, "a document names its schema in full");
    valid(schema.name, document);
}

/// Holds all that a call said against the schemas. With `--output json`, standard output is one document on lines of
/// its own, or nothing; an error is one line of standard error.
#[track_caller]
pub(super) fn hold(args: &[String], input: Option<&str>, code: Option<i32>, stdout: &str, stderr: &str) {
    let is_verb = |verb: &str| args.iter().find(|arg| !arg.starts_with('-')).is_some_and(|first| first == verb);
    let is_help = args.iter().any(|arg| ["--help", "-h", "--version", "-V", "help"].contains(&arg.as_str()));
    let is_json =
        args.windows(2).any(|pair| pair == ["--output", "json"]) || args.iter().any(|arg| arg == "--output=json");
    let document: Option<Value> = serde_json::from_str(stdout).ok();
    if is_json && !is_help && code.is_some() {
        let whole = stdout.is_empty() || (document.as_ref().is_some_and(Value::is_object) && stdout.ends_with("}\n"));
        assert!(whole, "standard output is more or less than one document:\n{stdout}");
        let errors = stderr.lines().filter(|line| line.starts_with('{')).count();
        assert!(errors <= 1, "an error is one line:\n{stderr}");
        assert!(errors == 0 || matches!(code, Some(1 | 2 | 130)), "an error that is none, with {code:?}:\n{stderr}");
        assert!(
            errors == 1 || matches!(code, Some(0 | 3 | 4)),
            "a failure without its error, with {code:?}:\n{stderr}"
        );
        assert!(stdout.is_empty() || errors == 0, "a result, and an error:\n{stdout}{stderr}");
    }
    match document {
        Some(document) if is_verb("export") => valid("mesh", &document),
        // What is shown of a module is its manifest, whatever fields somebody put into it.
        Some(document) if is_verb("module") && !is_json => assert!(document["name"].is_string(), "{document}"),
        Some(schema) if is_verb("schema") && schema.get("$schema").is_some() => {
            assert!(jsonschema::meta::is_valid(&schema), "{schema}");
        }
        Some(document) if document.is_object() => valid_by_its_schema(&document),
        Some(_) | None => {}
    }
    for line in stderr.lines().filter(|line| line.starts_with("{\"schema\"")) {
        let error: Value = serde_json::from_str(line).unwrap_or_else(|why| panic!("no JSON: {why}\n{line}"));
        assert_eq!(error["schema"], "provost.error/1");
        valid_by_its_schema(&error);
    }
    // What is read as a document is one by its schema too.
    if is_verb("import") && matches!(code, Some(0 | 3)) {
        let read = input.and_then(|input| serde_json::from_str(input).ok());
        read.iter().for_each(|document| valid("mesh", document));
    }
}
