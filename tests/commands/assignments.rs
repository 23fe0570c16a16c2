//! `assign` and `unassign`.

use snapbox::str;

use super::{laptop, says};

#[test]
fn assigning_brings_in_the_only_answer() {
    says(
        &laptop().database(),
        "assign laptop i3
         assign laptop i3
         assign laptop i3 --output json
         plan laptop",
        str![],
    );
}

#[test]
fn an_accepted_change_as_json() {
    says(&laptop().database(), "assign laptop i3 --output json", str![]);
}

#[test]
fn a_refused_change_as_text_and_json() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "assign laptop sway
         assign laptop sway --output json",
        str![],
    );
}

#[test]
fn a_choice_is_named_beside_the_others() {
    says(
        &laptop().database(),
        "assign laptop editor
         assign laptop editor --output json
         assign laptop editor zsh",
        str![],
    );
}

#[test]
fn unassigning() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "unassign laptop xorg
         unassign laptop xorg --output json
         assign laptop xorg
         unassign laptop xorg
         unassign laptop bash
         unassign laptop i3
         unassign laptop i3
         unassign laptop i3 --output json",
        str![],
    );
}

#[test]
fn selectors() {
    let db = laptop()
        .node("web1")
        .fact("role", "web")
        .node("web2")
        .fact("role", "web")
        .fact("cores", 4)
        .module("backup", |m| m)
        .database();
    says(
        &db,
        "assign site:attic backup
         assign role=web,-web2 backup
         assign cores=4 backup
         assign all,-pi backup
         unassign all backup
         assign role=mail backup
         assign site:cellar backup
         assign pi,-pi backup
         assign all,-role=mail backup
         assign pi,ghost backup",
        str![],
    );
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn ten_nodes_with_the_same_refusal_are_told_once() {
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mesh = names.iter().fold(laptop(), |mesh, name| mesh.node(name));
    says(&mesh.database(), "assign all,-laptop,-pi editor", str![]);
}
