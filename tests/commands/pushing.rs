//! `push` and `declaration`.

use serde_json::json;
use snapbox::str;

use super::{databases, laptop, says};
use crate::support::mesh;

#[test]
fn pushing_declares_what_changed() {
    let db = databases().database();
    says(
        &db,
        "declaration web1
         push
         push
         push --output json
         declaration web1
         assign db1 mariadb --allow-moves
         node remove web1
         push --output json
         declaration web1
         declaration web2 --generation 1
         declaration web2 --generation 2
         declaration web9",
        str![],
    );
}

#[test]
fn a_declaration_has_the_offer_whole() {
    let provides = json!([{"name": "database", "scope": "mesh", "port": 5432}]);
    let db = mesh()
        .node("db1")
        .fact("address", "10.0.0.3")
        .node("web1")
        .module("postgres", |m| m.with("provides", provides).file("/etc/pg.conf").service("pg.service", &["file"]))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .database();
    db.run("push").succeeds();
    says(
        &db,
        "declaration web1
         declaration db1",
        str![],
    );
}

#[test]
fn one_refusal_anywhere_and_nothing_is_written() {
    let db = laptop().assign("laptop", "i3 sway").assign("pi", "bash").database();
    says(
        &db,
        "push
         push --output json",
        str![],
    );
    assert_eq!(db.sql("select count(*) from declaration"), [["0"]]);
}

#[test]
fn a_push_of_what_was_reviewed() {
    let db = databases().database();
    let reviewed = db.run("plan --output json").json()["digest"].as_str().unwrap().to_owned();
    db.run("node set web1 --fact role=web").succeeds();
    says(&db, &format!("push --expect {reviewed}\npush --expect {reviewed} --output json"), str![]);
    says(&db, &format!("push --expect {}", "5f".repeat(32)), str![]);
    let reviewed = db.run("plan --output json").json()["digest"].as_str().unwrap().to_owned();
    says(&db, &format!("push --expect {reviewed} --message 'as reviewed'"), str![]);
}
