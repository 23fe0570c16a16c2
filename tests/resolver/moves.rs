//! Nothing moves quietly.

use provost::resolver::Terms;
use snapbox::str;

use super::{ALLOW_MOVES, KEEP, LEAVE, decides, decides_on, decides_registering};
use crate::support::{Manifest, Mesh, mesh};

fn one_database() -> Mesh {
    mesh()
        .nodes(&["db1", "db2", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("mariadb", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db1", "postgres")
}

const SWAP: &str = "assign db2 postgres; unassign db1 postgres";

#[test]
fn a_swap_leaves_one_provider_and_yet_moves() {
    decides(
        &one_database(),
        SWAP,
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy move db1 db2 postgres
  remedy together: pin web1 database db2
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn what_was_brought_in_and_is_asked_for_now_has_moved_too() {
    let agents = mesh()
        .nodes(&["db1", "db2", "web"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("agent", |m| m.requires("database").provides("metrics"))
        .module("shop", |m| m.requires("metrics"))
        .assign("db1", "postgres")
        .assign("web", "shop");
    decides(
        &agents,
        &format!("{SWAP}; assign web agent"),
        str![[r#"
$ assign db2 postgres; unassign db1 postgres; assign web agent
refused
answer-moved web database (db1:postgres -> db2:postgres): web:agent (asked)
  remedy together: pin web database db2
  remedy first: move db1 db2 postgres
  remedy first: unassign web shop
  remedy --allow-moves

"#]],
    );
}

#[test]
fn what_is_asked_for_takes_the_new_answer_and_what_took_the_old_one_can_go() {
    decides(
        &one_database().module("reports", |m| m.requires("database")),
        &format!("{SWAP}; assign web1 reports"),
        str![[r#"
$ assign db2 postgres; unassign db1 postgres; assign web1 reports
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy together: pin web1 database db2
  remedy first: move db1 db2 postgres
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_pin_that_names_the_new_answer_excuses_it() {
    decides(
        &one_database(),
        &format!("{SWAP}; pin web1 database db2"),
        str![[r#"
$ assign db2 postgres; unassign db1 postgres; pin web1 database db2
accepted
  moved: database of web1 for webapp: db1:postgres -> db2:postgres
  db1: -postgres
  db2: +postgres
  web1: +database from db2:postgres -database from db1:postgres

"#]],
    );
}

#[test]
fn allow_moves_says_that_it_is_meant() {
    decides_on(
        ALLOW_MOVES,
        &one_database(),
        SWAP,
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
accepted
  moved: database of web1 for webapp: db1:postgres -> db2:postgres
  db1: -postgres
  db2: +postgres
  web1: +database from db2:postgres -database from db1:postgres

"#]],
    );
}

#[test]
fn left_unresolved_a_move_is_printed_and_made() {
    decides_on(
        LEAVE,
        &one_database(),
        SWAP,
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
accepted
  moved: database of web1 for webapp: db1:postgres -> db2:postgres
  db1: -postgres
  db2: +postgres
  web1: +database from db2:postgres -database from db1:postgres

"#]],
    );
}

#[test]
fn keep_cannot_keep_what_is_no_longer_offered() {
    decides_on(
        KEEP,
        &one_database(),
        SWAP,
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy move db1 db2 postgres
  remedy together: pin web1 database db2
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_database_of_its_own_moves_a_node_off_its_data() {
    decides(
        &one_database(),
        "assign web1 postgres",
        str![[r#"
$ assign web1 postgres
refused
answer-moved web1 database (db1:postgres -> web1:postgres): web1:webapp
  remedy --keep
  remedy first: pin web1 database db1
  remedy together: pin web1 database web1
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn losing_its_own_moves_it_to_another() {
    let mesh = one_database().assign("web1", "postgres");
    decides(
        &mesh,
        "unassign web1 postgres",
        str![[r#"
$ unassign web1 postgres
refused
answer-moved web1 database (web1:postgres -> db1:postgres): web1:webapp
  remedy first: pin web1 database db1
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn another_module_on_the_same_node_is_another_answer() {
    decides(
        &one_database(),
        "assign db1 mariadb; unassign db1 postgres",
        str![[r#"
$ assign db1 mariadb; unassign db1 postgres
refused
answer-moved web1 database (db1:postgres -> db1:mariadb): web1:webapp
  remedy first: move db1 web1 postgres
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_pin_excuses_no_move_to_another_module_of_the_same_node() {
    decides(
        &one_database(),
        "assign db1 mariadb; unassign db1 postgres; pin web1 database db1",
        str![[r#"
$ assign db1 mariadb; unassign db1 postgres; pin web1 database db1
refused
answer-moved web1 database (db1:postgres -> db1:mariadb): web1:webapp
  remedy first: move db1 db2 postgres
  remedy first: move db1 web1 postgres
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_second_module_there_moves_nothing_where_the_first_by_name_stays() {
    let mesh = mesh()
        .nodes(&["db1", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("a-db", |m| m.provides_mesh("database"))
        .module("b-db", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db1", "a-db");
    decides(
        &mesh,
        "assign db1 b-db",
        str![[r#"
$ assign db1 b-db
accepted
  db1: +b-db

"#]],
    );
}

#[test]
fn an_unpin_excuses_what_follows_from_it() {
    let mesh = one_database().assign("db2", "postgres").pin("web1", "database", "db1");
    decides(
        &mesh,
        "unpin web1 database; unassign db1 postgres",
        str![[r#"
$ unpin web1 database; unassign db1 postgres
accepted
  moved: database of web1 for webapp: db1:postgres -> db2:postgres
  db1: -postgres
  web1: +database from db2:postgres -database from db1:postgres

"#]],
    );
}

#[test]
fn an_unpin_of_no_pin_excuses_nothing() {
    decides(
        &one_database(),
        &format!("{SWAP}; unpin web1 database"),
        str![[r#"
$ assign db2 postgres; unassign db1 postgres; unpin web1 database
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy first: move db1 db2 postgres
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_pin_that_goes_with_its_node_excuses_nothing() {
    let mesh = one_database().assign("db2", "postgres").pin("web1", "database", "db1");
    decides(
        &mesh,
        "node remove db1",
        str![[r#"
$ node remove db1
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy first: pin web1 database db2
  remedy first: move db1 web1 postgres
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn which_module_of_the_own_set_answers_is_no_move() {
    let mesh = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor bash");
    decides(
        &mesh,
        "unassign laptop bash; assign laptop zsh",
        str![[r#"
$ unassign laptop bash; assign laptop zsh
accepted
  laptop: +zsh -bash

"#]],
    );
}

#[test]
fn what_was_not_answered_before_does_not_move() {
    let mesh = mesh()
        .nodes(&["web1", "db1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("db1", "postgres");
    decides(
        &mesh,
        "assign web1 webapp",
        str![[r#"
$ assign web1 webapp
accepted
  web1: +webapp +database from db1:postgres

"#]],
    );
}

#[test]
fn a_manifest_that_no_longer_provides_it_moves_its_takers() {
    let mesh = one_database().assign("db1", "mariadb");
    decides_registering(
        Terms::default(),
        &mesh,
        Manifest::new("mariadb"),
        str![[r#"
refused
answer-moved web1 database (db1:mariadb -> db1:postgres): web1:webapp
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn a_node_that_goes_to_another_site_may_move() {
    let mesh = mesh()
        .site("oslo")
        .site("rome")
        .node("db1")
        .at("oslo")
        .node("db2")
        .at("rome")
        .node("web1")
        .at("oslo")
        .module("webapp", |m| m.requires("database"))
        .module("mariadb", |m| m.provides_site("database"))
        .assign("web1", "webapp")
        .assign("db1", "mariadb")
        .assign("db2", "mariadb");
    decides(
        &mesh,
        "node site web1 rome",
        str![[r#"
$ node site web1 rome
refused
answer-moved web1 database (db1:mariadb -> db2:mariadb): web1:webapp
  remedy together: pin web1 database db2
  remedy first: unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn several_requirers_of_one_answer_are_one_refusal() {
    let mesh = one_database().module("report", |m| m.requires("database")).assign("web1", "report");
    decides(
        &mesh,
        SWAP,
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:report, web1:webapp
  remedy move db1 db2 postgres
  remedy together: pin web1 database db2
  remedy first: unassign web1 report, unassign web1 webapp
  remedy --allow-moves

"#]],
    );
}
