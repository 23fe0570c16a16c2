//! What the program prints for programs is as its schemas say, all of it, and nothing else is ever printed there.
//!
//! Every call of every test is held against the schemas (`support::schemas`). Here it is made sure that each command is
//! among those calls, that each schema is met, and that a schema says nothing that is never printed.

mod agreement;
mod told;

use std::collections::BTreeSet;

use clap::{Command, CommandFactory as _};
use provost::commands::cli::Cli;
use provost::report::schema::SCHEMAS;
use serde_json::json;
use snapbox::str;

use crate::house::sources::sources;
use crate::support::{Database, database, schemas::is_valid};

#[test]
fn every_schema_that_the_sources_name_is_there_and_no_other() {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let mut named = BTreeSet::new();
    for source in sources().iter().filter(|source| !source.path.starts_with("report/schema/")) {
        for (_, line) in &source.lines {
            for (at, _) in line.match_indices("provost.") {
                let rest = &line[at + "provost.".len()..];
                let name = rest.split(|c| !is_name(c)).next().unwrap_or_default();
                if rest[name.len()..].starts_with('/') {
                    named.insert(format!("provost.{name}/{}", &rest[name.len() + 1..name.len() + 2]));
                }
            }
        }
    }
    let known: BTreeSet<String> = SCHEMAS.iter().filter_map(|schema| schema.identifier).map(str::to_owned).collect();
    assert_eq!(named, known);
}

/// Not every validator knows classes of characters, or more than four digits of one.
#[test]
fn patterns_are_such_as_every_validator_can_read() {
    let mut patterns = 0;
    for schema in SCHEMAS {
        for line in schema.document().lines().filter(|line| line.contains("\"pattern\"")) {
            patterns += 1;
            assert!(!line.contains(r"\\p") && !line.contains(r"\\u{"), "{}: {line}", schema.name);
        }
    }
    assert!(patterns > 10, "{patterns} patterns");
}

/// The words of every command that does something itself.
fn commands() -> Vec<String> {
    fn below(command: &Command, above: &str, found: &mut Vec<String>) {
        for sub in command.get_subcommands() {
            let path = format!("{above} {}", sub.get_name()).trim().to_owned();
            if sub.has_subcommands() {
                below(sub, &path, found);
            }
            if !sub.is_subcommand_required_set() {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    below(&Cli::command(), "", &mut found);
    found
}

#[test]
fn what_cannot_be_meant_is_one_error_and_prints_nothing() {
    let database = Database::empty();
    for command in commands() {
        for wrong in ["--no-such-option", "--lock-timeout never"] {
            let ran = database.run(&format!("{command} {wrong} --output json")).exits(2);
            assert_eq!(ran.stdout, "", "{command}");
        }
    }
}

#[test]
fn a_database_out_of_reach_is_one_error_and_prints_nothing() {
    let database = Database::empty();
    let beyond = "postgresql:///mesh?host=/nowhere";
    for line in told::LINES {
        let words = shell_words::split(line).unwrap();
        let with = ["--output", "json", "-v", "--database", beyond].map(str::to_owned);
        let ran = database.call(words.into_iter().chain(with)).run();
        assert!(ran.stdout.is_empty() || ran.code == Some(0), "{}", ran.whole());
    }
}

#[test]
fn a_schema_is_printed_by_either_name() {
    let database = Database::empty();
    let short = database.run("schema error").succeeds();
    assert_eq!(short.stdout, database.run("schema provost.error/1 --output json").succeeds().stdout);
    short.shows(str![[r#"
$ provost schema error
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:provost:error:1",
  "title": "provost.error/1",
  "description": "Why a command could not be carried out, on standard error",
  "type": "object",
  "properties": {
    "schema": { "const": "provost.error/1", "description": "The name and version of this document" },
    "code": { "type": "string", "description": "A stable word: usage, no-such-name, database, locked, schema, input, output, fault …" },
    "message": { "type": "string", "description": "What was being done and why it could not be" },
    "help": { "type": ["string", "null"], "description": "What to do now" },
    "details": { "type": "string", "description": "More, laid out as text: a place in a file, underlined" }
  },
  "required": ["schema", "code", "message", "help"],
  "additionalProperties": false
}
--- exit 0

"#]]);
    database.run("schema").succeeds().shows(str![[r#"
$ provost schema
name         schema                 of
access       provost.access/1       What a role in the database may do, as it was given, taken, or would be
ack          provost.ack/1          What a machine said it did with what it was told
changed      provost.changed/1      What a change has done, or would do under --dry-run
check        provost.check/1        Manifests that can be registered
claims       provost.claims/1       Who holds which claim where
completions  provost.completions/1  Completions for a shell
declaration  provost.declaration/1  What one node was last told to be
error        provost.error/1        Why a command could not be carried out, on standard error
explain      provost.explain/1      A page: of a refusal's code, the guide to manifests, or another; or all pages there are
files        provost.files/1        Files that were left in a folder to be copied: those of the tour or of the guide
graph        provost.graph/1        Who takes what from whom
local        provost.local/1        The local database: how it is, whether it was stopped, or where it is
log          provost.log/1          The record of changes and of pushes, each newest first
man          provost.man/1          A manual page
migrate      provost.migrate/1      The schema of the database
module       provost.module/1       A module of the catalogue
modules      provost.modules/1      The catalogue
node         provost.node/1         A node
nodes        provost.nodes/1        The nodes
pins         provost.pins/1         Which node was told to take what from where, by whom and when, and whether it still matters
plan         provost.plan/1         What each node would be declared, why, and how that differs from the last push
push         provost.push/1         What a push has declared
refused      provost.refused/1      What a change, or a push, says that is refused: nothing was changed
roles        provost.roles/1        Who may do what
schemas      provost.schemas/1      The JSON Schemas that there are
sites        provost.sites/1        The sites
status       provost.status/1       What there is: the database, the mesh, what is pushed and what is pending
tour         provost.tour/1         The tour: each command, and what it really said
verify       provost.verify/1       Whether the database keeps what it promises
why          provost.why/1          Why something is on a node, or what answers it there
manifest     -                      What a module provides, requires, claims, needs of the machine, and puts there
mesh         -                      The whole of a mesh, as provost export writes and provost import reads it
--- exit 0

"#]]);
    database.run("schema plans").exits(2);
}

#[test]
fn the_schema_of_the_manifest_is_the_file_that_is_published() {
    let database = Database::empty();
    let file = crate::house::sources::project().join("src/report/schema/manifest.json");
    assert_eq!(database.run("schema manifest").stdout, std::fs::read_to_string(file).unwrap());
    // A manifest may say for an editor where it is.
    database.write("a.json", r#"{"$schema": "../manifest.schema.json", "name": "a"}"#);
    database.run("module check a.json").succeeds().shows(str![[r#"
$ provost module check a.json
a is a manifest that can be registered
--- exit 0

"#]]);
}

#[test]
fn a_mesh_document_may_say_for_an_editor_where_its_schema_is() {
    let database = database();
    database.write("mesh.json", r#"{"$schema": "mesh.schema.json", "sites": ["attic"]}"#);
    database.run("import mesh.json").succeeds().shows(str![[r#"
$ provost import mesh.json
site attic is added
--- exit 0

"#]]);
}

#[test]
fn what_no_schema_knows_is_found() {
    let good = json!({"schema": "provost.sites/1", "sites": [{"site": "attic", "nodes": 1}]});
    assert!(is_valid("sites", &good));
    let mut more = good.clone();
    more["sites"][0]["more"] = json!(1);
    let mut less = good.clone();
    less["sites"][0].as_object_mut().unwrap().remove("nodes");
    let mut other = good;
    other["sites"][0]["nodes"] = json!("1");
    for wrong in [more, less, other, json!({"schema": "provost.sites/2", "sites": []})] {
        assert!(!is_valid("sites", &wrong), "{wrong}");
    }
}
