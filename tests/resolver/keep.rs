//! `--keep`: today's answer made explicit.

use snapbox::str;

use super::{KEEP, decides, decides_on, decides_registering};
use crate::support::{Manifest, Mesh, mesh};

fn one_database() -> Mesh {
    mesh()
        .nodes(&["web1", "web2", "db1", "db2"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .assign("db1", "postgres")
}

#[test]
fn a_second_database_is_refused_and_keep_is_offered() {
    decides(
        &one_database(),
        "assign db2 postgres",
        str![[r#"
$ assign db2 postgres
refused
choose-node web1 database: web1:webapp
  candidate db1:postgres
  candidate db2:postgres
  remedy --keep
  remedy first: pin web1 database db1, pin web2 database db1
  remedy together: pin web1 database db2, pin web2 database db2
  remedy move db1 db2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
choose-node web2 database: web2:webapp
  candidate db1:postgres
  candidate db2:postgres
  remedy --keep
  remedy first: pin web1 database db1, pin web2 database db1
  remedy together: pin web1 database db2, pin web2 database db2
  remedy move db1 db2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp

"#]],
    );
}

#[test]
fn keep_pins_what_each_node_takes() {
    decides_on(
        KEEP,
        &one_database(),
        "assign db2 postgres",
        str![[r#"
$ assign db2 postgres
accepted
  kept: pin web1 database db1
  kept: pin web2 database db1
  db2: +postgres

"#]],
    );
}

#[test]
fn keep_assigns_what_was_brought_in() {
    let mesh = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor");
    decides_registering(
        KEEP,
        &mesh,
        Manifest::new("zsh").provides("shell"),
        str![[r#"
accepted
  kept: assign laptop bash

"#]],
    );
}

#[test]
fn keep_assigns_on_whichever_node_answers() {
    // db1 has its engine brought in for server; without server it would go, and web1 takes from it.
    let mesh = mesh()
        .nodes(&["web1", "db1"])
        .module("webapp", |m| m.requires("database"))
        .module("server", |m| m.requires("engine"))
        .module("engine", |m| m.provides("engine").provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db1", "server");
    decides_on(
        KEEP,
        &mesh,
        "unassign db1 server",
        str![[r#"
$ unassign db1 server
accepted
  kept: assign db1 engine
  db1: -server

"#]],
    );
}

#[test]
fn keep_never_undoes_what_the_command_asks() {
    decides_on(
        KEEP,
        &one_database(),
        "unassign db1 postgres",
        str![[r#"
$ unassign db1 postgres
refused
no-node web1 database: web1:webapp
  candidate somewhere:postgres
  remedy move db1 db2 postgres
  remedy move db1 web1 postgres
  remedy move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
no-node web2 database: web2:webapp
  candidate somewhere:postgres
  remedy move db1 db2 postgres
  remedy move db1 web1 postgres
  remedy move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp

"#]],
    );
}

#[test]
fn keep_settles_what_it_can_and_the_rest_stays_refused() {
    decides_on(
        KEEP,
        &one_database(),
        "assign db2 postgres; unassign db1 postgres",
        str![[r#"
$ assign db2 postgres; unassign db1 postgres
refused
answer-moved web1 database (db1:postgres -> db2:postgres): web1:webapp
  remedy move db1 db2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
  remedy --allow-moves
answer-moved web2 database (db1:postgres -> db2:postgres): web2:webapp
  remedy move db1 db2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
  remedy --allow-moves

"#]],
    );
}

#[test]
fn keep_keeps_an_answer_that_would_move() {
    decides_on(
        KEEP,
        &one_database(),
        "assign web1 postgres",
        str![[r#"
$ assign web1 postgres
accepted
  kept: pin web1 database db1
  kept: pin web2 database db1
  web1: +postgres

"#]],
    );
}

#[test]
fn keep_changes_nothing_where_nothing_is_refused() {
    decides_on(
        KEEP,
        &one_database(),
        "unassign web1 webapp",
        str![[r#"
$ unassign web1 webapp
accepted
  web1: -webapp -database from db1:postgres

"#]],
    );
}

#[test]
fn what_keep_would_break_is_let_go_in_trials_too() {
    // To keep the database of web1 on db1 would collide there, so that its loss is refused, with --keep as without;
    // what settles the other refusal leaves that one behind and nothing else.
    let mesh = mesh()
        .nodes(&["web1", "db1", "laptop"])
        .module("webapp", |m| m.requires("database"))
        .module("server", |m| m.requires("engine"))
        .module("engine", |m| m.provides("engine").provides_mesh("database").claims("disk"))
        .module("archive", |m| m.claims("disk"))
        .module("i3", |m| m.claims("the-seat"))
        .module("sway", |m| m.claims("the-seat"))
        .assign("web1", "webapp")
        .assign("db1", "server")
        .assign("laptop", "i3");
    decides_on(
        KEEP,
        &mesh,
        "unassign db1 server; assign db1 archive; assign laptop sway",
        str![[r#"
$ unassign db1 server; assign db1 archive; assign laptop sway
refused
claim-collision laptop the-seat (node): laptop:i3, laptop:sway (asked)
  remedy first: unassign laptop i3
no-node web1 database: web1:webapp
  candidate somewhere:engine
  remedy first: unassign web1 webapp
  remedy first: move db1 laptop server
  remedy first: move db1 web1 server

"#]],
    );
}
