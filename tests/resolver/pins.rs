//! Pins decide, alone.

use snapbox::str;

use super::{decides, shows};
use crate::support::{Mesh, mesh};

/// Two databases and a web server that is pinned to the first.
fn pinned() -> Mesh {
    mesh()
        .nodes(&["db1", "db2", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("pooler", |m| m.provides("database").requires("database"))
        .assign("web1", "webapp")
        .assign("db1", "postgres")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
}

#[test]
fn a_pin_chooses_among_nodes() {
    shows(
        &pinned(),
        str![[r#"
db1: postgres
db2: postgres
web1: webapp; database from db1:postgres, pinned

"#]],
    );
}

#[test]
fn one_remaining_offer_does_not_overrule_a_pin() {
    let mesh = mesh()
        .nodes(&["db1", "db2", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1");
    shows(
        &mesh,
        str![[r#"
db1:
db2: postgres
web1: webapp
pin-unanswered web1 database (from db1, which runs nothing): web1:webapp
  candidate db2:postgres

"#]],
    );
}

#[test]
fn the_own_set_does_not_overrule_a_pin() {
    shows(
        &pinned().assign("web1", "postgres"),
        str![[r#"
db1: postgres
db2: postgres
web1: postgres webapp; database from db1:postgres, pinned

"#]],
    );
}

#[test]
fn a_pooler_stands_in_front_of_a_pin() {
    shows(
        &pinned().assign("web1", "pooler"),
        str![[r#"
db1: postgres
db2: postgres
web1: pooler webapp; database from db1:postgres, pinned

"#]],
    );
}

#[test]
fn a_pin_may_name_the_node_itself() {
    let mesh = mesh()
        .nodes(&["db1", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp postgres")
        .assign("db1", "postgres")
        .pin("web1", "database", "web1");
    shows(
        &mesh,
        str![[r#"
db1: postgres
web1: postgres webapp

"#]],
    );
}

#[test]
fn a_pin_of_the_node_itself_wants_a_wider_offer_of_another_module() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("webapp", |m| m.requires("database"))
        .module("sqlite", |m| m.provides("database"))
        .module("peer", |m| m.provides_mesh("peer").requires("peer"))
        .assign("a", "webapp sqlite peer")
        .assign("b", "peer")
        .pin("a", "database", "a")
        .pin("a", "peer", "a");
    shows(
        &mesh,
        str![[r#"
a: peer sqlite webapp
b: peer; peer from a:peer
pin-unanswered a database (from a, which runs peer sqlite webapp): a:webapp
pin-unanswered a peer (from a, which runs peer sqlite webapp): a:peer
  candidate b:peer

"#]],
    );
}

#[test]
fn a_pinned_node_out_of_reach_does_not_answer() {
    let mesh = mesh()
        .site("oslo")
        .site("rome")
        .node("web1")
        .at("oslo")
        .node("db1")
        .at("rome")
        .module("webapp", |m| m.requires("database"))
        .module("mariadb", |m| m.provides_site("database"))
        .assign("web1", "webapp")
        .assign("db1", "mariadb")
        .pin("web1", "database", "db1");
    shows(
        &mesh,
        str![[r#"
db1: mariadb
web1: webapp
pin-unanswered web1 database (from db1, which runs mariadb): web1:webapp
  candidate db1@rome:mariadb, not: reaches rome

"#]],
    );
}

#[test]
fn a_pin_for_what_nothing_requires_has_no_effect() {
    let mesh = mesh()
        .nodes(&["db1", "web1"])
        .module("postgres", |m| m.provides_mesh("database"))
        .pin("web1", "database", "db1");
    shows(
        &mesh,
        str![[r#"
db1:
web1:

"#]],
    );
}

#[test]
fn a_pin_that_is_asked_for_must_be_answered_though_nothing_requires_it() {
    let mesh = mesh().nodes(&["db1", "db2", "web1"]).module("postgres", |m| m.provides_mesh("database"));
    decides(
        &mesh.assign("db2", "postgres"),
        "pin web1 database db1",
        str![[r#"
$ pin web1 database db1
refused
pin-unanswered web1 database (from db1, which runs nothing):
  candidate db2:postgres
  remedy first: assign db1 postgres

"#]],
    );
}

#[test]
fn what_is_node_scoped_cannot_be_pinned() {
    let mesh = mesh().nodes(&["a", "b"]).module("bash", |m| m.provides("shell")).assign("b", "bash");
    decides(
        &mesh,
        "pin a shell b",
        str![[r#"
$ pin a shell b
refused
pin-unanswered a shell (from b, which runs bash):

"#]],
    );
}

#[test]
fn a_pin_is_accepted_together_with_the_offer() {
    let mesh = mesh().nodes(&["db1", "web1"]).module("postgres", |m| m.provides_mesh("database"));
    decides(
        &mesh,
        "pin web1 database db1; assign db1 postgres",
        str![[r#"
$ pin web1 database db1; assign db1 postgres
accepted
  db1: +postgres

"#]],
    );
}

#[test]
fn the_check_of_a_pin_that_was_asked_for_is_always_new() {
    let mesh = mesh()
        .nodes(&["db1", "db2", "web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1");
    decides(
        &mesh,
        "pin web1 database db1",
        str![[r#"
$ pin web1 database db1
refused
pin-unanswered web1 database (from db1, which runs nothing): web1:webapp
  candidate db2:postgres
  remedy first: assign db1 postgres

"#]],
    );
}

#[test]
fn taking_off_what_a_pin_names_is_refused() {
    decides(
        &pinned(),
        "unassign db1 postgres",
        str![[r#"
$ unassign db1 postgres
refused
pin-unanswered web1 database (from db1, which runs nothing): web1:webapp
  candidate db2:postgres
  remedy first: pin web1 database db2
  remedy move db1 web1 postgres
  remedy together: unpin web1 database
  remedy first: unassign web1 webapp

"#]],
    );
}

#[test]
fn a_pin_goes_with_its_provider_and_is_no_excuse_for_a_move() {
    decides(
        &pinned(),
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
fn a_pin_goes_with_its_node() {
    decides(
        &pinned(),
        "node remove web1",
        str![[r#"
$ node remove web1
accepted
  web1: -webapp -database from db1:postgres

"#]],
    );
}

#[test]
fn unpinning_leaves_it_to_the_mesh_again() {
    decides(
        &pinned(),
        "unpin web1 database",
        str![[r#"
$ unpin web1 database
refused
choose-node web1 database: web1:webapp
  candidate db1:postgres
  candidate db2:postgres
  candidate web1:pooler
  remedy first: unassign web1 webapp

"#]],
    );
    decides(
        &pinned(),
        "unpin web1 database; unassign db2 postgres",
        str![[r#"
$ unpin web1 database; unassign db2 postgres
accepted
  db2: -postgres

"#]],
    );
}
