//! Names that plain SQL wrote: whatever is in them, nothing of it steers a terminal, and no shell reads it as its own.

use std::process::Command;

use super::{ASKS, CONFIRMS, on_terminal};
use crate::support::{Database, Elsewhere, mesh, talk};

/// Right to left, nothing at all, a space, a quote, what a shell would run, and what looks like an option.
const SHELL: &str = "-z $(touch pwned)`touch pwned`'\";\u{202e}\u{200b}\u{2066}h";
/// In a manifest there may be anything.
const PROVISION: &str = "sh\u{1b}]0;owned\u{7}\u{1b}[31m\nell\r";

/// A mesh in which somebody wrote such names.
fn hostile() -> Database {
    let db = mesh()
        .site("attic")
        .node("laptop")
        .at("attic")
        .nodes(&["db1", "db2"])
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .module("postgres", |m| m.provides_mesh("database").claims("seat").file("/etc/x"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .database();
    let mut client = db.connect();
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let mut change = |statement: &str, with: &[&(dyn postgres::types::ToSql + Sync)]| {
        client.execute(statement, with).unwrap();
    };
    change(
        "update module set name = $1, manifest = jsonb_set(jsonb_set(manifest, '{name}', $2::text::jsonb), \
         '{version}', '\"1\\u001b[2J\"'), version = E'1\\u001b[2J' where name = 'zsh'",
        &[&SHELL, &json(SHELL)],
    );
    change(
        "update module set manifest = replace(manifest::text, '\"shell\"', $1)::jsonb \
         where name in ('bash', 'editor', $2)",
        &[&json(PROVISION), &SHELL],
    );
    change(
        "update node set name = $1, facts = jsonb_build_object($2::text, $2::text) where name = 'db2'",
        &[&SHELL, &PROVISION],
    );
    change("update site set name = $1", &[&SHELL]);
    db
}

/// Nothing that steers, hides or reorders.
#[track_caller]
fn is_harmless(text: &str, what: &str) {
    let bad = text.chars().find(|c| {
        matches!(c, '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}'..='\u{200f}')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    // The reply is drawn anew from the beginning of its line.
    assert!(bad.is_none_or(|c| c == '\r'), "{what}: {bad:?}\n{text:?}");
}

#[test]
fn what_is_asked_shows_them_harmless() {
    let db = hostile();
    let mut talk = on_terminal(&db, "assign laptop editor --color never");
    talk.until(ASKS).types("\u{1b}[B").until("touch pwned").types("\r");
    talk.until(CONFIRMS).types("y\r");
    let (screen, code) = talk.ends();
    is_harmless(&screen, "assign");
    assert_eq!(code, Some(0), "{screen}");
    assert!(!db.work().join("pwned").exists());
}

#[test]
fn every_result_shows_them_harmless() {
    let db = hostile();
    db.run("push").succeeds();
    let lines = [
        "plan --all",
        "plan --all --diff",
        "status",
        "claims",
        "pins",
        "log",
        "node list",
        "site list",
        "module list",
        "graph --format dot",
        "graph --format mermaid",
        "graph",
        "why laptop editor",
        "why db1 postgres",
        "explain choose-module",
        "man explain",
        "assign laptop editor",
        "assign laptop webapp --dry-run",
        "plan role=x",
        "hold all --message why --dry-run",
        "declaration db1",
        "declaration laptop",
        "log nobody",
        "plan nobody",
    ];
    for line in lines {
        let call = db.call(shell_words::split(line).unwrap()).env("NO_COLOR", "1");
        let (screen, _) = talk(call.command(), 80, Elsewhere { input: true, ..Elsewhere::default() }).ends();
        is_harmless(&screen, line);
        let ran = db.run(line);
        is_harmless(&ran.stdout, line);
        is_harmless(&ran.stderr, line);
    }
}

#[test]
fn what_can_be_pasted_runs_nothing_else() {
    let db = hostile();
    let ran = db.run("assign laptop editor").exits(3);
    let commands = ran.stderr.lines().filter_map(|line| {
        let command = line.trim().strip_prefix("provost ")?;
        Some(command.split("   ").next().unwrap_or(command).to_owned())
    });
    let commands: Vec<String> = commands.collect();
    assert!(!commands.is_empty(), "{}", ran.stderr);
    for command in commands {
        let script = format!("provost() {{ printf '%s\\n' \"$#\"; }}\nprovost {command}");
        let output = Command::new("bash").args(["--norc", "-c", &script]).current_dir(db.work()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
        assert!(!db.work().join("pwned").exists(), "{command}");
    }
}

#[test]
fn no_shell_is_told_a_name_that_it_would_read_otherwise() {
    let db = hostile();
    for shell in ["bash", "zsh", "fish"] {
        for words in [&["assign", ""][..], &["assign", "laptop", ""], &["pin", "laptop", ""], &["plan", "site:"]] {
            let asked = ["--", "provost"].iter().chain(words);
            let call = db.call(asked).env("COMPLETE", shell).env("_CLAP_IFS", "\n");
            let ran = call.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).run().succeeds();
            is_harmless(&ran.stdout, shell);
            assert!(!ran.stdout.contains("pwned") && !ran.stdout.contains("owned"), "{shell}: {}", ran.stdout);
        }
    }
}
