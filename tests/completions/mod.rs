//! What a shell is told when somebody presses Tab.

mod bash;

use crate::support::{Database, database, mesh};

/// What the words complete to, of which the last is being typed; options aside.
fn completed(database: &Database, words: &[&str]) -> Vec<String> {
    let asked = ["--", "provost"].iter().chain(words);
    let call = database.call(asked).env("COMPLETE", "bash").env("_CLAP_IFS", "\n");
    let ran = call.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).run().succeeds();
    assert_eq!(ran.stderr, "");
    ran.stdout.lines().filter(|word| !word.starts_with("--") && !word.is_empty()).map(str::to_owned).collect()
}

fn filled() -> Database {
    let database = database();
    let document = mesh()
        .site("attic")
        .site("cellar")
        .node("web1")
        .at("attic")
        .node("web2")
        .node("db1")
        .module("postgres", |m| m.provides_mesh("database").provides("py:3@x"))
        .module("zsh", |m| m.provides("shell"))
        .document();
    database.call(["import", "-"]).stdin(document.to_string()).run().succeeds();
    database
}

#[test]
fn names_complete_from_the_database_as_it_is_now() {
    let database = filled();
    let completes = |words: &[&str]| completed(&database, words);
    assert_eq!(completes(&["assign", ""]), ["db1", "web1", "web2"]);
    assert_eq!(completes(&["assign", "web1,-w"]), ["web1,-web1", "web1,-web2"]);
    assert_eq!(completes(&["plan", "site:c"]), ["site:cellar"]);
    assert_eq!(completes(&["assign", "web1", ""]), ["postgres", "zsh"]);
    assert_eq!(completes(&["assign", "web1", "zsh", "--from", "database=d"]), ["database=db1"]);
    assert_eq!(completes(&["pin", "web1", ""]), ["database", "py:3@x", "shell"]);
    assert_eq!(completes(&["node", "set", "web1", "--site", "a"]), ["attic"]);
    assert_eq!(completes(&["explain", "choose"]), ["choose-module", "choose-node"]);
    assert_eq!(completes(&["graph", "db1,site:a"]), ["db1,site:attic"]);
    assert_eq!(completes(&["pins", "site:"]), ["site:attic", "site:cellar"]);
    assert_eq!(completes(&["claims", "web1,-w"]), ["web1,-web1", "web1,-web2"]);
    assert_eq!(completes(&["graph", "--format", ""]), ["dot", "mermaid"]);
    assert_eq!(completes(&["schema", "m"]), ["man", "migrate", "module", "modules", "manifest", "mesh"]);
    assert_eq!(completes(&["node", "add", "w"]), [""; 0]);
    database.run("node add web3").succeeds();
    assert_eq!(completes(&["declaration", "web"]), ["web1", "web2", "web3"]);
}

#[test]
fn what_ends_something_completes_to_what_there_is_to_end() {
    let database = filled();
    for line in [
        "assign web1 zsh",
        "assign db1 postgres",
        "pin web1 database db1",
        "hold web2 --message why",
        "node set web1 --fact arch=x86_64 --fact rack=3",
        "node set db1 --fact arch=aarch64",
    ] {
        database.run(line).succeeds();
    }
    let completes = |words: &[&str]| completed(&database, words);
    assert_eq!(completes(&["unassign", "web1", ""]), ["zsh"]);
    assert_eq!(completes(&["unassign", "web2", ""]), [""; 0]);
    assert_eq!(completes(&["unassign", "web1,db1", "zsh", "p"]), ["postgres"]);
    assert_eq!(completes(&["unassign", "all", ""]), ["postgres", "zsh"]);
    assert_eq!(completes(&["unassign", "w"]), ["web1", "web2"]);
    assert_eq!(completes(&["unpin", "web1", ""]), ["database"]);
    assert_eq!(completes(&["unpin", "web2", ""]), [""; 0]);
    assert_eq!(completes(&["unpin", "site:attic", "s"]), ["shell"]);
    assert_eq!(completes(&["release", ""]), ["web2"]);
    assert_eq!(completes(&["release", "web2,site:a"]), ["web2,site:attic"]);
    assert_eq!(completes(&["node", "set", "web2", "--fact", ""]), ["arch=", "rack="]);
    assert_eq!(completes(&["node", "set", "web2", "--fact", "arch="]), [""; 0]);
    assert_eq!(completes(&["node", "set", "web2", "--no-fact", "r"]), ["rack"]);
}

#[test]
fn the_database_on_the_line_is_the_one_that_is_asked() {
    let (database, other) = (filled(), database());
    let url = other.url();
    assert_eq!(completed(&database, &["--database", &url, "plan", "w"]), [""; 0]);
    other.run("node add west").succeeds();
    assert_eq!(completed(&database, &["--database", &url, "plan", "w"]), ["west"]);
    assert_eq!(completed(&database, &["--database", "$URL", "plan", "w"]), [""; 0]);
}

#[test]
fn it_is_silent_where_there_is_no_database() {
    let database = Database::empty();
    assert_eq!(completed(&database, &["assign", ""]), [""; 0]);
    // An address of documentation: nobody answers.
    let away = ["--database", "postgresql://192.0.2.1/mesh", "assign", ""];
    let begun = std::time::Instant::now();
    assert_eq!(completed(&database, &away), [""; 0]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn it_makes_no_local_database() {
    let database = Database::empty();
    let call = database.call(["--", "provost", "assign", ""]).without("PROVOST_DATABASE").env("COMPLETE", "fish");
    let data = database.home().join("data");
    let ran = call.env("XDG_DATA_HOME", data.display().to_string()).run().succeeds();
    assert_eq!(ran.stderr, "");
    assert!(!data.exists());
}
