//! What a module needs of the machine.

use serde_json::{Value, json};
use snapbox::str;

use super::{decides, shows, told::told, world};
use crate::support::{Mesh, mesh};

/// A module that needs this of a machine that has that.
fn needing(wants: Value, has: Value) -> Mesh {
    mesh().node("a").fact("f", has).module("m", |m| m.needs("f", wants)).assign("a", "m")
}

#[track_caller]
fn is_met(wants: Value, has: Value) -> bool {
    told(&world(&needing(wants, has))) == "a: m\n"
}

#[test]
fn a_scalar_is_met_by_the_same_value() {
    assert!(is_met(json!("x86"), json!("x86")));
    assert!(is_met(json!(4), json!(4)));
    assert!(is_met(json!(true), json!(true)));
    assert!(!is_met(json!("x86"), json!("X86")));
}

#[test]
fn a_list_is_met_by_any_of_it() {
    assert!(is_met(json!(["arm", "x86"]), json!("x86")));
    assert!(!is_met(json!(["arm", "x86"]), json!("mips")));
}

#[test]
fn bounds_are_met_up_to_and_including_them() {
    assert!(is_met(json!({"at_least": 512}), json!(512)));
    assert!(is_met(json!({"at_most": 512}), json!(512)));
    assert!(!is_met(json!({"at_least": 512}), json!(511)));
    assert!(!is_met(json!({"at_most": 512}), json!(513)));
    assert!(is_met(json!({"at_least": 1, "at_most": 3}), json!(2)));
    assert!(!is_met(json!({"at_least": 1, "at_most": 3}), json!(4)));
}

#[test]
fn no_value_is_converted() {
    assert!(!is_met(json!(4), json!("4")));
    assert!(!is_met(json!("4"), json!(4)));
    assert!(!is_met(json!(true), json!(1)));
    assert!(!is_met(json!({"at_least": 4}), json!("8")));
    assert!(!is_met(json!({"at_least": 0}), json!(true)));
}

#[test]
fn numbers_are_compared_by_value() {
    assert!(is_met(json!(4), json!(4.0)));
    assert!(is_met(json!(40), serde_json::from_str("4e1").unwrap()));
    assert!(!is_met(json!({"at_least": 9_007_199_254_740_993_i64}), json!(9_007_199_254_740_992_i64)));
}

#[test]
fn a_fact_that_the_machine_lacks_meets_nothing() {
    let mesh = mesh().node("a").module("m", |m| m.needs("f", json!({"at_most": 5}))).assign("a", "m");
    shows(
        &mesh,
        str![[r#"
a: m
need-unmet a m (f {"at_most":5}, has nothing): a:m

"#]],
    );
}

#[test]
fn every_need_that_is_not_met_is_named() {
    let mesh = mesh()
        .node("a")
        .fact("arch", "arm")
        .fact("memory", 256)
        .fact("display", true)
        .module("m", |m| {
            m.needs("arch", json!(["x86", "riscv"]))
                .needs("memory", json!({"at_least": 512}))
                .needs("display", true)
                .needs("gpu", true)
        })
        .assign("a", "m");
    shows(
        &mesh,
        str![[r#"
a: m
need-unmet a m (arch ["x86","riscv"], has "arm"; gpu true, has nothing; memory {"at_least":512}, has 256): a:m

"#]],
    );
}

#[test]
fn a_fact_that_the_machine_gets_settles_it() {
    let mesh = mesh().node("a").module("m", |m| m.needs("display", true));
    decides(
        &mesh,
        "assign a m",
        str![[r#"
$ assign a m
refused
need-unmet a m (display true, has nothing): a:m (asked)
  remedy first: set a display=true

"#]],
    );
    decides(
        &mesh,
        "node fact a display true; assign a m",
        str![[r#"
$ node fact a display true; assign a m
accepted
  a: +m

"#]],
    );
}

#[test]
fn a_fact_that_changes_is_a_change_like_any_other() {
    decides(
        &needing(json!({"at_least": 4}), json!(8)),
        "node fact a f 2",
        str![[r#"
$ node fact a f 2
refused
need-unmet a m (f {"at_least":4}, has 2): a:m
  remedy first: unassign a m

"#]],
    );
}
