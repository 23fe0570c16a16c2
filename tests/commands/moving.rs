//! `move`, and answers that move.

use snapbox::str;

use super::{databases, says};
use crate::support::mesh;

#[test]
fn a_hand_over() {
    let db = databases().pin("web2", "database", "db1").database();
    says(
        &db,
        "move db1 db2 postgres
         move db1 db2 postgres
         move db2 db1 --output json
         move db1 db1
         move db1 db2 webapp
         move db1 db9
         move db1 db2 postgress",
        str![],
    );
}

#[test]
fn what_stays_behind_is_printed() {
    let db = mesh()
        .nodes(&["a", "b"])
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("a", "bash editor")
        .database();
    says(
        &db,
        "move a b bash
         plan --all",
        str![],
    );
}

#[test]
fn a_hub_goes_from_one_node_to_another() {
    let db = mesh().nodes(&["nas", "vps"]).module("hub", |m| m.claims_mesh("the-hub")).assign("vps", "hub").database();
    says(
        &db,
        "assign nas hub
         assign nas hub --output json
         move vps nas hub",
        str![],
    );
}

#[test]
fn a_swap_moves_data() {
    let db = databases().database();
    db.write("swap.txt", "assign db2 postgres\nunassign db1 postgres # the old one\n");
    says(
        &db,
        "batch swap.txt
         batch swap.txt --output json
         batch swap.txt --allow-moves",
        str![],
    );
}

#[test]
fn a_database_of_its_own() {
    says(
        &databases().database(),
        "assign web1 postgres
         assign web1 postgres --keep",
        str![],
    );
}

#[test]
fn another_module_on_the_same_node() {
    says(&databases().database(), "batch -e 'unassign db1 postgres' -e 'assign db1 mariadb'", str![]);
}

#[test]
fn a_module_that_would_be_answered_from_elsewhere_where_it_goes() {
    let db = databases()
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "db1")
        .pin("db2", "database", "db2")
        .database();
    says(
        &db,
        "move web1 db2 webapp
         move web1 db2 webapp --allow-moves",
        str![],
    );
}

#[test]
fn forty_takers_are_one_text() {
    let names: Vec<String> = (10..50).map(|number| format!("web{number}")).collect();
    let mesh = mesh()
        .nodes(&["db1", "db2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres");
    let db = names.iter().fold(mesh, |mesh, name| mesh.node(name).assign(name, "webapp")).database();
    says(
        &db,
        "assign db2 postgres
         unassign db1 postgres",
        str![],
    );
    let refused = db.run("assign db2 postgres --output json").exits(3).json();
    let refusals = refused["refusals"].as_array().unwrap();
    assert_eq!(refusals.len(), 40);
    for refusal in refusals {
        assert_eq!(
            refusal["remedies"][0]["commands"],
            serde_json::json!([["provost", "assign", "db2", "postgres", "--keep"]])
        );
    }
    says(&db, "assign db2 postgres --keep -q", str![]);
    assert_eq!(db.sql("select count(*) from provision_pin"), [["40"]]);
}
