//! What a person is asked, and what comes of the answers.

use snapbox::str;

use super::{ASKS, CONFIRMS, databases, decided, does_the_same, on_terminal, recorded, shells, shows};
use crate::support::mesh;

#[test]
fn a_module_is_chosen() {
    let db = shells().database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zsh\r").until(CONFIRMS).types("y\r");
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
> zsh

so it would be; nothing is changed yet:
  editor is assigned to laptop
  zsh is assigned to laptop
laptop gains editor, ncurses (the only one with terminfo for zsh) and zsh
the same without being asked:
  provost assign laptop editor zsh

make this change? [y/N] y
laptop gains editor, ncurses (the only one with terminfo for zsh) and zsh
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
    assert_eq!(recorded(&db), "assign laptop editor zsh");
    does_the_same(&before, &db);
}

#[test]
fn a_number_and_the_arrows_do_as_well() {
    for keys in ["1\r", "\u{1b}[B\r", "\u{1b}[B\u{1b}[B\u{1b}[A\r", "2\u{7f}1\r", "x\u{15}1\r"] {
        let db = shells().database();
        let mut talk = on_terminal(&db, "assign laptop editor");
        talk.until(ASKS).types(keys).until(CONFIRMS).types("y\r");
        assert_eq!(talk.ends().1, Some(0), "{keys:?}");
        assert_eq!(decided(&db), ["laptop bash", "laptop editor"], "{keys:?}");
    }
}

#[test]
fn what_would_not_do_is_said_again() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("\r").until(ASKS).types("fish\r").until(ASKS).types("ksh\r").until(ASKS);
    talk.types("bash\r").until(CONFIRMS).types("y\r");
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
> 
type a number or a name; Esc: none of these
> fish
fish would not do: needs arch riscv64, and laptop has no arch
> ksh
ksh is not on the list: type a number or a name; Esc: none of these
> bash

so it would be; nothing is changed yet:
  editor is assigned to laptop
  bash is assigned to laptop
laptop gains bash and editor
the same without being asked:
  provost assign laptop editor bash

make this change? [y/N] y
laptop gains bash and editor
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop bash", "laptop editor"]);
}

#[test]
fn a_node_is_chosen_for_all_who_have_the_choice() {
    let db = databases().database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "assign db2 postgres");
    talk.until(ASKS).types("db1\r").until(CONFIRMS).types("y\r");
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
web1 is pinned to db1 for database
web2 is pinned to db1 for database
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
    assert_eq!(recorded(&db), "batch -e 'assign db2 postgres' -e 'pin web1,web2 database db1'");
    does_the_same(&before, &db);
}

#[test]
fn a_node_is_chosen_for_each_by_itself() {
    let db = databases().database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "assign db2 postgres");
    talk.until(ASKS).types("each\r").until(ASKS).types("1\r").until(ASKS).types("2\r").until(CONFIRMS).types("y\r");
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
> each

webapp requires database on web1, and db1 and db2 both offer it      choose-node
  webapp is assigned to web1
  a person decides whose data it is: near does not beat far, nor old new

  1  db1 (site attic)   postgres, as today
  2  db2 (no site)      postgres
  0  none of these      it stays refused, and nothing is changed

which one is to answer database for web1? (a number or a name; Esc: none of
  these)
> 1

webapp requires database on web2, and db1 and db2 both offer it      choose-node
  webapp is assigned to web2
  a person decides whose data it is: near does not beat far, nor old new

  1  db1 (site attic)   postgres, as today
  2  db2 (no site)      postgres
  0  none of these      it stays refused, and nothing is changed

which one is to answer database for web2? (a number or a name; Esc: none of
  these)
> 2

so it would be; nothing is changed yet:
  postgres is assigned to db2
  web1 is pinned to db1 for database
  web2 is pinned to db2 for database
db2 gains postgres
web2 takes database from db2 (postgres)
  and no longer takes database from db1 (postgres)
moved: database of web2, for webapp, from db1 (postgres) to db2 (postgres);
  nothing moved along with it
the same without being asked:
  provost batch -e 'assign db2 postgres' -e 'pin web1 database db1' -e 'pin web2 database db2'

make this change? [y/N] y
web1 is pinned to db1 for database
db2 gains postgres
web2 takes database from db2 (postgres)
  and no longer takes database from db1 (postgres)
moved: database of web2, for webapp, from db1 (postgres) to db2 (postgres);
  nothing moved along with it
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
            "web2 database from db2"
        ]
    );
    does_the_same(&before, &db);
}

#[test]
fn an_answer_of_today_is_kept() {
    let db = databases().database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "assign web1 postgres");
    talk.until(ASKS).types("keep\r").until(ASKS).types("db1\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

webapp on web1 would take database from postgres on web1 itself, no longer from
  postgres on db1                                                   answer-moved
  webapp is assigned to web1
  nothing moves along: what postgres on db1 keeps for web1 stays where it is
  no answer moves unless a person says so

  1  keep today's answer   web1 is pinned to db1 for database
  2  let it move           database comes from web1 (postgres) from then on, and
                           nothing moves along
  0  none of these         it stays refused, and nothing is changed

which is it to be? (a number or a name; Esc: none of these)
> keep

webapp requires database on web2, and db1 and web1 both offer it     choose-node
  webapp is assigned to web2
  a person decides whose data it is: near does not beat far, nor old new

  1  db1 (site attic)   postgres, as today
  2  web1 (no site)     postgres
  0  none of these      it stays refused, and nothing is changed

which one is to answer database for web2? (a number or a name; Esc: none of
  these)
> db1

so it would be; nothing is changed yet:
  postgres is assigned to web1
  web1 is pinned to db1 for database
  web2 is pinned to db1 for database
web1 gains postgres
the same without being asked:
  provost batch -e 'assign web1 postgres' -e 'pin web1,web2 database db1'

make this change? [y/N] y
web1 is pinned to db1 for database
web2 is pinned to db1 for database
web1 gains postgres
--- exit 0

"#]],
    );
    assert_eq!(
        decided(&db),
        [
            "db1 postgres",
            "web1 postgres",
            "web1 webapp",
            "web2 webapp",
            "web1 database from db1",
            "web2 database from db1"
        ]
    );
    does_the_same(&before, &db);
}

#[test]
fn an_answer_of_today_may_move() {
    let db = databases().database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "batch -e 'assign web1 postgres' -e 'pin web2 database db1'");
    talk.until(ASKS).types("move\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

webapp on web1 would take database from postgres on web1 itself, no longer from
  postgres on db1                                                   answer-moved
  webapp is assigned to web1
  nothing moves along: what postgres on db1 keeps for web1 stays where it is
  no answer moves unless a person says so

  1  keep today's answer   web1 is pinned to db1 for database
  2  let it move           database comes from web1 (postgres) from then on, and
                           nothing moves along
  0  none of these         it stays refused, and nothing is changed

which is it to be? (a number or a name; Esc: none of these)
> move

so it would be; nothing is changed yet:
  postgres is assigned to web1
  web2 is pinned to db1 for database
web1 gains postgres
  and no longer takes database from db1 (postgres)
moved: database of web1, for webapp, from db1 (postgres) to web1 (postgres);
  nothing moved along with it
the same without being asked:
  provost batch -e 'assign web1 postgres' -e 'pin web2 database db1' --allow-moves

make this change? [y/N] y
web2 is pinned to db1 for database
web1 gains postgres
  and no longer takes database from db1 (postgres)
moved: database of web1, for webapp, from db1 (postgres) to web1 (postgres);
  nothing moved along with it
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["db1 postgres", "web1 postgres", "web1 webapp", "web2 webapp", "web2 database from db1"]);
    assert_eq!(recorded(&db), "batch -e 'assign web1 postgres' -e 'pin web2 database db1' --allow-moves");
    let allowed = db.sql(
        "select e->>'edit', e->>'node' from change c, json_array_elements(c.edits) e \
         where e->>'edit' = 'allow-move' order by c.id desc",
    );
    assert_eq!(allowed, [["allow-move", "web1"]]);
    does_the_same(&before, &db);
}

#[test]
fn a_module_that_brings_another_choice_is_asked_about_in_turn() {
    let db = shells().module("mintty", |m| m.provides("terminfo")).database();
    let before = db.copy();
    let mut talk = on_terminal(&db, "assign laptop,pi editor");
    talk.until(ASKS).types("zsh\r").until(ASKS).types("mintty\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop and pi, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0         would do
  -  fish 1.0         needs arch riscv64, and each has no arch
  2  zsh 1.0          would do
  3  each by itself   asked for each of 2 nodes
  0  none of these    it stays refused, and nothing is changed

which one is to run on laptop and pi? (a number or a name; Esc: none of these)
> zsh

zsh requires terminfo on laptop and pi, and mintty and ncurses both provide it
                                                                   choose-module
  you assign zsh
  what is the only answer is brought in; among several a person decides

  1  mintty 1.0       would do
  2  ncurses 1.0      would do
  3  each by itself   asked for each of 2 nodes
  0  none of these    it stays refused, and nothing is changed

which one is to run on laptop and pi? (a number or a name; Esc: none of these)
> mintty

so it would be; nothing is changed yet:
  editor is assigned to laptop
  editor is assigned to pi
  zsh is assigned to laptop
  zsh is assigned to pi
  mintty is assigned to laptop
  mintty is assigned to pi
laptop and pi gain editor, mintty and zsh
the same without being asked:
  provost assign laptop,pi editor mintty zsh

make this change? [y/N] y
laptop and pi gain editor, mintty and zsh
--- exit 0

"#]],
    );
    let expected = ["laptop editor", "laptop mintty", "laptop zsh", "pi editor", "pi mintty", "pi zsh"];
    assert_eq!(decided(&db), expected);
    assert_eq!(recorded(&db), "assign laptop,pi editor mintty zsh");
    does_the_same(&before, &db);
}

#[test]
fn a_module_whose_own_choice_has_no_answer_would_not_do() {
    let with_terminfo = |terminfo: [(&str, &str); 2]| {
        let [(one, one_requires), (other, other_requires)] = terminfo;
        mesh()
            .node("laptop")
            .module("bash", |m| m.provides("shell"))
            .module("zsh", |m| m.provides("shell").requires("terminfo"))
            .module("editor", |m| m.requires("shell"))
            .module(one, |m| m.provides("terminfo").requires(one_requires).claims(one))
            .module(other, |m| m.provides("terminfo").requires(other_requires).claims(other))
            .module("bitmap", |m| m.provides("glyphs").claims("screen"))
            .module("outline", |m| m.provides("glyphs").claims("screen"))
            .module("console", |m| m.claims("screen").provides("light"))
            .assign("laptop", "console")
            .database()
    };
    let db = with_terminfo([("mintty", "glyphs"), ("ncurses", "glyphs")]);
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zsh\r").until("so that would not do").until(ASKS);
    talk.types("bash\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash and zsh both provide it  choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  2  zsh 1.0         would do
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> zsh

refused: editor cannot join laptop; nothing was changed

1  zsh requires terminfo on laptop, and mintty and ncurses both provide it
                                                                   choose-module
     1. you assign zsh
     2. what is the only answer is brought in; among several a person decides
       mintty 1.0    would do
       ncurses 1.0   would do
   help: no command was found that settles this; one of them has to be assigned
     to laptop, and what keeps it from there to go

so that would not do

editor requires shell on laptop, and bash and zsh both provide it  choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  2  zsh 1.0         would do
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> bash

so it would be; nothing is changed yet:
  editor is assigned to laptop
  bash is assigned to laptop
laptop gains bash and editor
the same without being asked:
  provost assign laptop editor bash

make this change? [y/N] y
laptop gains bash and editor
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop bash", "laptop console", "laptop editor"]);

    let db = with_terminfo([("mintty", "glyphs"), ("ncurses", "light")]);
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zsh\r").until(ASKS);
    talk.types("mintty\r").until("mintty would not do").until(ASKS).types("ncurses\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash and zsh both provide it  choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  2  zsh 1.0         would do
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> zsh

zsh requires terminfo on laptop, and mintty and ncurses both provide it
                                                                   choose-module
  you assign zsh
  what is the only answer is brought in; among several a person decides

  -  mintty 1.0      would be refused itself: choose-module over glyphs
  1  ncurses 1.0     would do
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> mintty
mintty would not do: would be refused itself: choose-module over glyphs
> ncurses

so it would be; nothing is changed yet:
  editor is assigned to laptop
  zsh is assigned to laptop
  ncurses is assigned to laptop
laptop gains editor, ncurses and zsh
the same without being asked:
  provost assign laptop editor ncurses zsh

make this change? [y/N] y
laptop gains editor, ncurses and zsh
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop console", "laptop editor", "laptop ncurses", "laptop zsh"]);
}

#[test]
fn what_registering_leaves_open_is_asked_too() {
    let db = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor")
        .database();
    db.write("zsh.json", r#"{"name": "zsh", "provides": ["shell"], "provide": []}"#);
    let before = db.copy();
    let mut talk = on_terminal(&db, "module register zsh.json");
    talk.until(ASKS).types("bash\r").until(CONFIRMS).types("y\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash and zsh both provide it  choose-module
  editor is assigned to laptop
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do, as today
  2  zsh             would do
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> bash

so it would be; nothing is changed yet:
  zsh is registered
  bash is assigned to laptop
shell is a choice from now on: bash or zsh, and no longer bash alone; required
  by editor
warning: zsh.json:1:40: "provide" is no field of a manifest; it is kept as it is
the same without being asked:
  provost batch -e 'module register zsh.json' -e 'assign laptop bash'

make this change? [y/N] y
zsh is registered
bash is assigned to laptop
shell is a choice from now on: bash or zsh, and no longer bash alone; required
  by editor
--- exit 0

"#]],
    );
    assert_eq!(decided(&db), ["laptop bash", "laptop editor"]);
    does_the_same(&before, &db);
}

#[test]
fn what_nobody_can_choose_about_is_refused_as_ever() {
    let db = shells().module("clock", |m| m.requires("time")).database();
    let (screen, code) = on_terminal(&db, "assign laptop editor clock").ends();
    assert_eq!(code, Some(3));
    assert!(screen.contains("no-provider") && !screen.contains(ASKS), "{screen}");
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn the_readme_shows_what_is_asked() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zsh\r").until(CONFIRMS).types("y\r");
    let (screen, _) = talk.ends();
    let shown = format!("\n```\n$ provost assign laptop editor\n{screen}```\n");
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    assert!(readme.contains(&shown), "the README does not show this:{shown}");
}
