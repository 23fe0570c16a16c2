//! While a person thinks, nothing is held, and the mesh may become another.

use snapbox::str;

use super::{ASKS, CONFIRMS, databases, decided, on_terminal, shells, shows};
use crate::support::lone;

#[test]
fn nobody_waits_for_a_person_who_thinks() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    for shown in [ASKS, CONFIRMS] {
        talk.until(shown);
        let open = "select count(*) from pg_stat_activity where datname = current_database() \
                    and pid <> pg_backend_pid() and xact_start is not null";
        assert_eq!(db.sql(open), [["0"]], "at {shown:?} a transaction is open");
        db.run("assign pi bash --lock-timeout 0.5").succeeds();
        db.run("unassign pi bash --lock-timeout 0.5").succeeds();
        talk.types(if shown == ASKS { "1\r" } else { "y\r" });
    }
    assert_eq!(talk.ends().1, Some(0));
    assert_eq!(decided(&db), ["laptop bash", "laptop editor"]);
}

#[test]
fn another_candidate_is_asked_about() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS);
    db.write("dash.json", r#"{"name": "dash", "provides": ["shell"]}"#).run("module register dash.json").succeeds();
    talk.types("bash\r")
        .until("the mesh has changed meanwhile")
        .until(ASKS)
        .types("dash\r")
        .until(CONFIRMS)
        .types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  2  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> bash

the mesh has changed meanwhile: this is not what you were shown

editor requires shell on laptop, and bash, dash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  2  dash            would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  3  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> dash

so it would be; nothing is changed yet:
  editor is assigned to laptop
  dash is assigned to laptop
laptop gains dash and editor
the same without being asked:
  provost assign laptop editor dash

make this change? [y/N] y
laptop gains dash and editor
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop dash", "laptop editor"]);
}

#[test]
fn what_needs_no_choice_any_more_is_confirmed() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS);
    db.run("assign laptop zsh").succeeds();
    talk.types("bash\r").until("the mesh has changed meanwhile").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  2  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> bash

the mesh has changed meanwhile: this is not what you were shown

so it would be; nothing is changed yet:
  editor is assigned to laptop
laptop gains editor
make this change? [y/N] y
laptop gains editor
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}

#[test]
fn what_is_refused_for_another_reason_is_refused() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS);
    db.write("editor.json", r#"{"name": "editor", "requires": ["shell", "time"]}"#);
    db.run("module register editor.json").succeeds();
    talk.types("bash\r").until("the mesh has changed meanwhile");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(3));
    assert!(screen.contains("no-provider"), "{screen}");
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn an_outcome_that_is_another_is_shown_and_asked_again() {
    let db = databases().database();
    let mut talk = on_terminal(&db, "assign db2 postgres");
    talk.until(ASKS).types("db1\r").until(CONFIRMS);
    db.run("pin web2 database db1").succeeds();
    talk.types("y\r").until("the mesh has changed meanwhile").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

webapp requires database on web1 and web2, and db1 and db2 both offer it
                                                                     choose-node
  webapp is assigned to each
  a person decides whose data it is: near does not beat far, nor old new

  1  db1 (site attic)   postgres, as today
  2  db2 (no site)      postgres
  3  each by itself     asked for each of 2 nodes
  0  none of these      it stays refused, and nothing is changed

which one is to answer database for web1 and web2? (a number or a name; Esc:
  none of these)
> db1

so it would be; nothing is changed yet:
  postgres is assigned to db2
  web1 is pinned to db1 for database
  web2 is pinned to db1 for database
db2 gains postgres
the same without being asked:
  provost batch -e 'assign db2 postgres' -e 'pin web1,web2 database db1'

make this change? [y/N] y

the mesh has changed meanwhile: this is not what you were shown

so it would be; nothing is changed yet:
  postgres is assigned to db2
  web1 is pinned to db1 for database
db2 gains postgres
the same without being asked:
  provost batch -e 'assign db2 postgres' -e 'pin web1,web2 database db1'

make this change? [y/N] y
web1 is pinned to db1 for database
db2 gains postgres
--- exit 0

"#]],
    );
    assert_eq!(
        decided(&db),
        [
            "db1 postgres",
            "db2 postgres",
            "web1 webapp",
            "web2 webapp",
            "web1 database from db1",
            "web2 database from db1"
        ]
    );
}

#[test]
fn an_answer_that_is_of_no_use_any_more_is_asked_for_again() {
    let db = shells().module("ksh", |m| m.provides("shell")).database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("bash\r").until(CONFIRMS);
    db.run("module remove bash").succeeds();
    talk.types("y\r").until("the mesh has changed meanwhile").until(ASKS).types("ksh\r").until(CONFIRMS).types("y\r");
    assert_eq!(talk.ends().1, Some(0));
    assert_eq!(decided(&db), ["laptop editor", "laptop ksh"]);
}

#[test]
fn what_somebody_else_did_is_done() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("bash\r").until(CONFIRMS);
    db.run("assign laptop editor bash").succeeds();
    talk.types("y\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0));
    assert!(screen.ends_with("nothing to do: it is so already; nothing was changed\n"), "{screen}");
}

#[test]
fn of_two_who_are_asked_the_same_the_second_is_told_and_asked_again() {
    let db = shells().database();
    let [mut ann, mut bob] = [(); 2].map(|()| on_terminal(&db, "assign laptop editor"));
    ann.until(ASKS).types("bash\r").until(CONFIRMS);
    bob.until(ASKS).types("zsh\r").until(CONFIRMS);
    ann.types("y\r");
    assert_eq!(ann.ends().1, Some(0));
    bob.types("y\r").until("the mesh has changed meanwhile").until(CONFIRMS).types("n\r");
    let (screen, code) = bob.ends();
    assert_eq!(code, Some(3), "{screen}");
    assert_eq!(decided(&db), ["laptop bash", "laptop editor"]);
}

#[test]
fn a_server_that_went_away_is_one_error_and_the_terminal_is_restored() {
    let db = shells().database();
    for confirming in [false, true] {
        let mut server = lone();
        let on = |line: &str| format!("{line} --database '{}'", server.url);
        db.run(&on("migrate")).succeeds();
        let document = shells().document().to_string();
        db.call(["import", "-", "--database", &server.url]).stdin(document).run().succeeds();
        let mut talk = on_terminal(&db, &on("assign laptop editor"));
        talk.until(ASKS);
        if confirming {
            talk.types("1\r").until(CONFIRMS);
        }
        server.stops();
        talk.types(if confirming { "y\r" } else { "1\r" });
        let (screen, code) = talk.ends();
        assert_eq!(code, Some(1), "{screen}");
        assert_eq!(screen.matches("error:").count(), 1, "{screen}");
        assert!(!screen.contains("refused:"), "{screen}");
    }
}

#[test]
fn a_window_may_be_resized() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).resizes(30).types(&"木".repeat(40)).types("\u{15}zsh\r");
    // What was shown at another width is no other mesh.
    talk.until(CONFIRMS).resizes(100).types("y\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0), "{screen}");
    assert!(!screen.contains("meanwhile"), "{screen}");
    let after = screen.split("so it would be").nth(1).unwrap_or_default().split("[y/N]").next().unwrap_or_default();
    let command = "provost assign laptop editor zsh";
    assert!(after.lines().all(|line| line.chars().count() <= 30 || line.trim() == command), "{screen}");
    // A line that is typed never runs over the window.
    let typed = screen.split("\n> ").nth(1).unwrap_or_default().split('\n').next().unwrap_or_default();
    let drawn = typed.split('\r').map(|drawn| drawn.chars().filter(|c| *c == '木').count()).max();
    assert!(drawn <= Some(13), "{drawn:?}: {typed:?}");
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}
