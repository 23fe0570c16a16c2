//! Names: what may be one, and what was probably meant.

use snapbox::str;

use super::{laptop, rows, says};
use crate::support::mesh;

#[test]
fn did_you_mean_of_every_kind_of_name() {
    let db = laptop().database();
    let before = rows(&db);
    says(
        &db,
        "assign lptop i3
         assign laptop i33
         assign laptop,piu i3
         assign site:atic i3
         pin laptop shel pi
         unpin laptop shel
         node show lapto
         node set laptopp --fact x=1
         node set laptop --site attik
         site rename atic loft
         module show xorq
         module remove waylan
         explain claim-colision
         declaration latop
         hold lappy --message x",
        str![],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_name_far_from_all_is_answered_by_where_names_are_listed() {
    says(&laptop().database(), "assign zzzzzzzz i3", str![]);
}

#[test]
fn nothing_is_done_for_the_others_either() {
    let db = laptop().database();
    db.run("assign laptop,ghost bash").exits(2);
    db.run("assign laptop bash ghost").exits(2);
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn letters_of_other_scripts_are_brought_to_one_form() {
    let db = mesh().node("büro").module("g++", |m| m.provides("c++")).database();
    says(
        &db,
        "assign bu\u{308}ro g++
         assign büro g++
         node add офис
         node add 事務所
         node add büro
         plan --all",
        str![],
    );
}

#[test]
fn case_counts() {
    says(&laptop().database(), "assign Laptop bash", str![]);
}
