//! Handing modules over to another node.

use snapbox::str;

use super::decides;
use crate::support::{Mesh, mesh};

fn taken() -> Mesh {
    mesh()
        .nodes(&["db1", "db2", "web1", "web2"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database").requires("disk"))
        .module("disk", |m| m.provides("disk"))
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .assign("db1", "postgres")
        .pin("web2", "database", "db1")
}

#[test]
fn assignments_pins_and_answers_go_along() {
    decides(
        &taken(),
        "move db1 db2 postgres",
        str![[r#"
$ move db1 db2 postgres
accepted
  moved: database of web1 for webapp: db1:postgres -> db2:postgres
  moved: database of web2 for webapp: db1:postgres -> db2:postgres
  db1: -disk -postgres
  db2: +(disk) +postgres
  web1: +database from db2:postgres -database from db1:postgres
  web2: +database from db2:postgres -database from db1:postgres

"#]],
    );
}

#[test]
fn a_mesh_claim_is_handed_over_in_one_change() {
    let mesh = mesh().nodes(&["nas", "vps"]).module("hub", |m| m.claims_mesh("the-hub")).assign("vps", "hub");
    decides(
        &mesh,
        "move vps nas hub",
        str![[r#"
$ move vps nas hub
accepted
  nas: +hub
  vps: -hub

"#]],
    );
    decides(
        &mesh,
        "assign nas hub",
        str![[r#"
$ assign nas hub
refused
claim-collision - the-hub (mesh): nas:hub (asked), vps:hub
  remedy first: unassign vps hub
  remedy move vps nas hub

"#]],
    );
}

#[test]
fn the_own_pins_go_along_for_what_the_modules_require() {
    let mesh = taken().node("web3").pin("web3", "database", "db1");
    decides(
        &mesh,
        "move web2 web3 webapp",
        str![[r#"
$ move web2 web3 webapp
accepted
  web2: -webapp -database from db1:postgres
  web3: +webapp +database from db1:postgres

"#]],
    );
    decides(
        &taken().node("web3"),
        "move web2 web3 webapp",
        str![[r#"
$ move web2 web3 webapp
accepted
  web2: -webapp -database from db1:postgres
  web3: +webapp +database from db1:postgres

"#]],
    );
}

#[test]
fn an_own_pin_stays_too_where_it_is_still_required() {
    let mesh = taken().node("web3").module("report", |m| m.requires("database")).assign("web2", "report");
    decides(
        &mesh,
        "move web2 web3 webapp",
        str![[r#"
$ move web2 web3 webapp
accepted
  web2: -webapp
  web3: +webapp +database from db1:postgres

"#]],
    );
}

#[test]
fn a_moved_module_that_is_answered_from_elsewhere_has_moved() {
    let mesh = mesh()
        .nodes(&["a", "b", "db1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("a", "webapp")
        .assign("b", "postgres")
        .assign("db1", "postgres")
        .pin("a", "database", "db1")
        .pin("b", "database", "b");
    decides(
        &mesh,
        "move a b webapp",
        str![[r#"
$ move a b webapp
refused
answer-moved b database (db1:postgres -> b:postgres): b:webapp (asked)
  remedy first: pin b database db1
  remedy together: pin b database b
  remedy together: unpin b database
  remedy --allow-moves

"#]],
    );
}

#[test]
fn what_is_out_of_reach_of_the_receiver_is_refused_as_ever() {
    let mesh = mesh()
        .site("oslo")
        .site("rome")
        .node("a")
        .at("oslo")
        .node("b")
        .at("rome")
        .node("taker")
        .at("oslo")
        .module("mariadb", |m| m.provides_site("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("a", "mariadb")
        .assign("taker", "webapp");
    decides(
        &mesh,
        "move a b mariadb",
        str![[r#"
$ move a b mariadb
refused
no-node taker database: taker:webapp
  candidate somewhere:mariadb
  candidate b@rome:mariadb, not: reaches rome
  remedy first: unassign taker webapp

"#]],
    );
}

#[test]
fn a_receiver_that_does_not_suit_is_refused() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("m", |m| m.needs("arch", "x86"))
        .node("a2")
        .fact("arch", "x86")
        .assign("a2", "m");
    decides(
        &mesh,
        "move a2 b m",
        str![[r#"
$ move a2 b m
refused
need-unmet b m (arch "x86", has nothing): b:m (asked)
  remedy first: set b arch="x86"

"#]],
    );
}

#[test]
fn what_is_on_the_receiver_already_is_passed_over() {
    let mesh = mesh().nodes(&["a", "b"]).module("m", |m| m).assign("b", "m");
    decides(
        &mesh,
        "move a b m",
        str![[r#"
$ move a b m
accepted

"#]],
    );
}
