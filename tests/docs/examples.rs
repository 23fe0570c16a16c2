//! The examples that every command's help shows, and its manual page: each is run, in order, on a mesh that has what
//! they name.

use std::any::TypeId;

use clap::{Arg, Command, CommandFactory as _};
use provost::commands::selection::Selection;

use super::play::in_shell;
use crate::support::{Database, mesh};

/// Examples that would reach beyond the test's own database and folder. Those of the tour are run by the README's test.
/// What follows a machine has no end.
const APART: [&str; 6] = [
    "provost tour",
    "provost local",
    "provost local status",
    "provost local stop",
    r#"psql "$(provost local url)""#,
    "provost declaration laptop --follow",
];

#[test]
fn every_example_of_the_help_works() {
    let (mut program, named) = (provost::commands::cli::Cli::command(), named());
    program.build();
    let mut wrong = Vec::new();
    for (command, examples) in examples(&program) {
        // What one command's examples do, those of the next do not see.
        let database = named.copy();
        for example in examples.iter().filter(|example| !APART.contains(&example.as_str())) {
            let ran = in_shell(example, &database).output().unwrap();
            if !ran.status.success() {
                let said = [ran.stdout, ran.stderr].concat();
                wrong.push(format!("{command}: {example}: {}\n{}", ran.status, String::from_utf8_lossy(&said)));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
}

#[test]
fn every_command_has_an_example() {
    let mut program = provost::commands::cli::Cli::command();
    program.build();
    let without = examples(&program).into_iter().filter(|(_, examples)| examples.is_empty());
    assert_eq!(without.map(|(command, _)| command).collect::<Vec<_>>(), [""; 0]);
    for example in APART {
        let command = example.trim_start_matches("psql \"$(").trim_end_matches(")\"");
        super::can_be_typed(command, "an example");
    }
}

#[test]
fn every_selection_is_explained_by_the_same_words() {
    let mut program = provost::commands::cli::Cli::command();
    program.build();
    let (mut count, mut wrong) = (0, Vec::new());
    for command in everything(&program) {
        let chosen = |arg: &&Arg| arg.get_value_parser().type_id() == TypeId::of::<Selection>();
        for arg in command.get_arguments().filter(chosen) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            count += 1;
            if !help.contains("names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out") {
                wrong.push(format!("{}: {help}", command.get_bin_name().unwrap_or_default()));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(count > 9, "{count}");
}

/// A command with all below it.
fn everything(command: &Command) -> Vec<&Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(everything)).collect()
}

/// Each command with the examples that follow its help.
fn examples(command: &Command) -> Vec<(String, Vec<String>)> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = text.lines().skip_while(|line| !["Example:", "Examples:"].contains(line)).skip(1);
    let own = lines.take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect();
    let mut all = vec![(command.get_bin_name().unwrap_or_default().to_owned(), own)];
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    shown.for_each(|sub| all.extend(examples(sub)));
    all
}

/// A mesh with all that the examples name, pushed once.
fn named() -> Database {
    let mesh = mesh()
        .site("attic")
        .site("cellar")
        .node("laptop")
        .at("attic")
        .fact("serial", "4711")
        .node("web1")
        .at("attic")
        .node("db1")
        .at("attic")
        .node("nas")
        .at("attic")
        .nodes(&["vps", "old-laptop", "new-laptop"])
        .module("i3", |m| m.requires("x-display").file("/etc/motd"))
        .module("xorg", |m| m.provides("x-display"))
        .module("editor", |m| m.requires("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database").port(80))
        .module("hub", |m| m.provides_mesh("tunnel").claims_mesh("the-hub"))
        .module("backup", |m| m)
        .assign("laptop", "i3")
        .assign("old-laptop", "i3 backup")
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("vps", "hub");
    let database = mesh.database();
    let i3 = r#"{"name": "i3", "version": "4.24", "requires": ["x-display"]}"#;
    database.write("i3.json", i3).write("catalogue/games.json", r#"{"name": "games"}"#);
    database.write("mesh.json", &mesh.document().to_string()).write("changes.txt", "assign web1 backup # nightly\n");
    let completions = database.home().join(".local/share/bash-completion/completions");
    std::fs::create_dir_all(completions).unwrap();
    database.run("push").succeeds();
    ["anna", "laptop_agent"].iter().for_each(|role| database.role(role));
    database
}
