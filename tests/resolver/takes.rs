//! What a node takes from others.

use serde_json::json;
use snapbox::str;

use super::shows;
use crate::support::{Mesh, mesh};

/// A web server that requires a database, which postgres offers to everyone and mariadb to its site.
fn databases() -> Mesh {
    mesh()
        .site("oslo")
        .site("rome")
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("mariadb", |m| m.provides_site("database"))
}

#[test]
fn the_only_node_that_offers_answers() {
    let mesh = databases().nodes(&["web1", "db1"]).assign("web1", "webapp").assign("db1", "postgres");
    shows(
        &mesh,
        str![[r#"
db1: postgres
web1: webapp; database from db1:postgres

"#]],
    );
}

#[test]
fn several_nodes_are_a_persons_choice() {
    let mesh = databases()
        .nodes(&["web1", "db1"])
        .node("db2")
        .at("oslo")
        .assign("web1", "webapp")
        .assign("db1", "postgres")
        .assign("db2", "postgres");
    shows(
        &mesh,
        str![[r#"
db1: postgres
db2: postgres
web1: webapp
choose-node web1 database: web1:webapp
  candidate db1:postgres
  candidate db2@oslo:postgres

"#]],
    );
}

#[test]
fn near_does_not_beat_far_nor_site_mesh() {
    let mesh = databases()
        .node("web1")
        .at("oslo")
        .node("db1")
        .at("oslo")
        .node("db2")
        .at("rome")
        .assign("web1", "webapp")
        .assign("db1", "mariadb")
        .assign("db2", "postgres");
    shows(
        &mesh,
        str![[r#"
db1: mariadb
db2: postgres
web1: webapp
choose-node web1 database: web1:webapp
  candidate db1@oslo:mariadb
  candidate db2@rome:postgres

"#]],
    );
}

#[test]
fn an_offer_for_a_site_reaches_its_site_alone() {
    let mesh = databases()
        .node("web1")
        .at("oslo")
        .node("web2")
        .at("rome")
        .node("db1")
        .at("oslo")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .assign("db1", "mariadb");
    shows(
        &mesh,
        str![[r#"
db1: mariadb
web1: webapp; database from db1:mariadb
web2: webapp
no-node web2 database: web2:webapp
  candidate somewhere:mariadb
  candidate somewhere:postgres
  candidate db1@oslo:mariadb, not: reaches oslo

"#]],
    );
}

#[test]
fn an_offer_for_the_site_of_a_lone_node_reaches_nobody() {
    let mesh = databases().nodes(&["web1", "db1"]).assign("web1", "webapp").assign("db1", "mariadb");
    shows(
        &mesh,
        str![[r#"
db1: mariadb
web1: webapp
no-node web1 database: web1:webapp
  candidate somewhere:mariadb
  candidate somewhere:postgres
  candidate db1:mariadb, not: reaches site

"#]],
    );
}

#[test]
fn the_own_set_answers_before_other_nodes() {
    let mesh = databases().nodes(&["web1", "db1"]).assign("web1", "webapp postgres").assign("db1", "postgres");
    shows(
        &mesh,
        str![[r#"
db1: postgres
web1: postgres webapp

"#]],
    );
}

#[test]
fn a_node_that_offers_through_two_modules_is_one_candidate() {
    let mesh = databases()
        .node("web1")
        .at("oslo")
        .node("db1")
        .at("oslo")
        .assign("web1", "webapp")
        .assign("db1", "postgres mariadb");
    shows(
        &mesh,
        str![[r#"
db1: mariadb postgres
web1: webapp; database from db1:mariadb

"#]],
    );
}

#[test]
fn the_module_of_a_take_is_the_first_that_offers_it_in_reach() {
    let mesh = databases()
        .node("web1")
        .at("rome")
        .node("db1")
        .at("oslo")
        .assign("web1", "webapp")
        .assign("db1", "postgres mariadb");
    shows(
        &mesh,
        str![[r#"
db1: mariadb postgres
web1: webapp; database from db1:postgres

"#]],
    );
}

#[test]
fn a_module_that_nobody_assigned_is_not_an_answer() {
    let mesh = databases().nodes(&["web1", "db1"]).assign("web1", "webapp");
    shows(
        &mesh,
        str![[r#"
db1:
web1: webapp
no-node web1 database: web1:webapp
  candidate somewhere:mariadb
  candidate somewhere:postgres

"#]],
    );
}

#[test]
fn what_is_brought_in_offers_too() {
    let mesh = databases()
        .nodes(&["web1", "db1"])
        .module("server", |m| m.requires("engine"))
        .module("engine", |m| m.provides("engine").provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db1", "server");
    shows(
        &mesh,
        str![[r#"
db1: (engine) server
web1: webapp; database from db1:engine

"#]],
    );
}

#[test]
fn two_nodes_may_take_from_each_other() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("left", |m| m.provides_mesh("l").requires("r"))
        .module("right", |m| m.provides_mesh("r").requires("l"))
        .assign("a", "left")
        .assign("b", "right");
    shows(
        &mesh,
        str![[r#"
a: left; r from b:right
b: right; l from a:left

"#]],
    );
}

#[test]
fn the_same_module_on_two_nodes_may_answer_each_other() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("peer", |m| m.provides_mesh("peer").requires("peer"))
        .assign("a", "peer")
        .assign("b", "peer");
    shows(
        &mesh,
        str![[r#"
a: peer; peer from b:peer
b: peer; peer from a:peer

"#]],
    );
}

#[test]
fn a_module_for_the_node_itself_is_named_beside_the_nodes() {
    let mesh = databases()
        .module("sqlite", |m| m.provides("database"))
        .nodes(&["web1", "db1", "db2"])
        .assign("web1", "webapp")
        .assign("db1", "postgres")
        .assign("db2", "postgres");
    shows(
        &mesh,
        str![[r#"
db1: postgres
db2: postgres
web1: webapp
choose-node web1 database: web1:webapp
  candidate db1:postgres
  candidate db2:postgres
  candidate web1:sqlite

"#]],
    );
}

#[test]
fn a_node_that_is_refused_for_another_reason_still_offers() {
    let mesh = databases()
        .nodes(&["web1", "db1"])
        .module("broken", |m| m.requires("nothing-has-it"))
        .assign("web1", "webapp")
        .assign("db1", "postgres broken");
    shows(
        &mesh,
        str![[r#"
db1: broken postgres
web1: webapp; database from db1:postgres
no-provider db1 nothing-has-it: db1:broken

"#]],
    );
}

#[test]
fn no_refusal_hides_another() {
    let mesh = databases()
        .node("web1")
        .module("picky", |m| m.needs("arch", "x86").claims("seat").file("/etc/x"))
        .module("rival", |m| m.claims("seat").file("/etc/x").requires("shell"))
        .assign("web1", "webapp picky rival");
    shows(
        &mesh,
        str![[r#"
web1: picky rival webapp
claim-collision web1 seat (node): web1:picky, web1:rival
need-unmet web1 picky (arch "x86", has nothing): web1:picky
no-node web1 database: web1:webapp
  candidate somewhere:mariadb
  candidate somewhere:postgres
no-provider web1 shell: web1:rival
resource-collision web1 /etc/x (file): web1:picky/file [/etc/x], web1:rival/file [/etc/x]

"#]],
    );
}

#[test]
fn where_many_nodes_could_take_a_provider_they_are_counted() {
    let nodes = ["n1", "n2", "n3", "n4", "n5", "n6"];
    let mesh = nodes.iter().fold(databases(), |mesh, node| mesh.node(node).at("oslo")).assign("n1", "webapp");
    let mesh = mesh.node("far").fact("arch", json!("arm"));
    super::decides(
        &mesh,
        "assign n2 webapp",
        str![[r#"
$ assign n2 webapp
refused
no-node n2 database (1 could) (6 could at oslo): n2:webapp (asked)
  candidate somewhere:mariadb
  candidate somewhere:postgres

"#]],
    );
}
