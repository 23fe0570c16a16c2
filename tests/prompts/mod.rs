//! A person at a terminal: what they are asked, what comes of it, and that nothing else does.

mod choosing;
mod hostile;
mod leaving;
mod meanwhile;
mod silent;
mod stopping;

use snapbox::{Assert, IntoData};

use crate::support::{Database, Elsewhere, Mesh, Talk, mesh, talk};

/// What is seen once a reply can be typed.
const ASKS: &str = "\n> ";
/// What is seen once yes or no can be typed.
const CONFIRMS: &str = "make this change? [y/N] ";

/// Runs a line on a terminal of 80 columns.
#[track_caller]
fn on_terminal(db: &Database, line: &str) -> Talk {
    talk(db.call(words(line)).command(), 80, Elsewhere::default())
}

fn words(line: &str) -> Vec<String> {
    shell_words::split(line).expect("the quotes close")
}

/// Compares the whole screen and the exit code.
#[track_caller]
fn shows(talk: Talk, expected: impl IntoData) {
    let (screen, code) = talk.ends();
    let code = code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(format!("{screen}--- exit {code}\n"), expected);
}

/// What was decided: assignments and pins, by name.
fn decided(db: &Database) -> Vec<String> {
    let assigned = db.sql(
        "select n.name || ' ' || a.module from assignment a join node n on n.id = a.node order by n.name, a.module",
    );
    let pinned = db.sql(
        "select n.name || ' ' || p.name || ' from ' || f.name from provision_pin p \
         join node n on n.id = p.node join node f on f.id = p.provider order by n.name, p.name",
    );
    assigned.into_iter().chain(pinned).flatten().collect()
}

/// The command that the record of changes has last.
fn recorded(db: &Database) -> String {
    db.sql("select command from change order by id desc limit 1").concat().concat()
}

/// What was recorded does the same on a copy of the mesh as it was, and asks nothing.
#[track_caller]
fn does_the_same(before: &Database, after: &Database) {
    before.run(&recorded(after)).succeeds();
    assert_eq!(decided(before), decided(after));
}

/// Three shells, one of which cannot run here, and an editor that requires one.
fn shells() -> Mesh {
    mesh()
        .nodes(&["laptop", "pi"])
        .module("bash", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell").needs("arch", "riscv64"))
        .module("zsh", |m| m.provides("shell").requires("terminfo"))
        .module("ncurses", |m| m.provides("terminfo"))
        .module("editor", |m| m.requires("shell"))
}

/// Two web servers that take the only database, and a node for another.
fn databases() -> Mesh {
    mesh()
        .site("attic")
        .node("db1")
        .at("attic")
        .nodes(&["db2", "web1", "web2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
}
