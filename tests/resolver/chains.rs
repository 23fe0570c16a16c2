//! By which way a module came to be on a node.

use snapbox::str;

use super::shows;
use crate::support::{Mesh, mesh};

fn colliding(mesh: Mesh) -> Mesh {
    mesh.node("n").module("z-end", |m| m.provides("end").claims("c")).module("rival", |m| m.claims("c"))
}

#[test]
fn a_chain_is_the_shortest_way() {
    let mesh = colliding(mesh())
        .module("a-long", |m| m.requires("middle"))
        .module("middle", |m| m.provides("middle").requires("end"))
        .module("b-short", |m| m.requires("end"))
        .assign("n", "a-long b-short rival");
    shows(
        &mesh,
        str![[r#"
n: a-long b-short (middle) rival (z-end)
claim-collision n c (node): n:rival, n:b-short>z-end

"#]],
    );
}

#[test]
fn of_ways_that_are_as_long_the_first_by_name() {
    let mesh = colliding(mesh())
        .module("b", |m| m.requires("end"))
        .module("a", |m| m.requires("end"))
        .assign("n", "a b rival");
    shows(
        &mesh,
        str![[r#"
n: a b rival (z-end)
claim-collision n c (node): n:rival, n:a>z-end

"#]],
    );
}

#[test]
fn what_is_assigned_is_a_chain_of_its_own() {
    let mesh = colliding(mesh()).module("a", |m| m.requires("end")).assign("n", "a z-end rival");
    shows(
        &mesh,
        str![[r#"
n: a rival z-end
claim-collision n c (node): n:rival, n:z-end

"#]],
    );
}

#[test]
fn a_chain_goes_round_a_ring_once() {
    let mesh = colliding(mesh())
        .module("a", |m| m.provides("a").requires("b"))
        .module("b", |m| m.provides("b").requires("a").requires("end"))
        .assign("n", "a rival");
    shows(
        &mesh,
        str![[r#"
n: a (b) rival (z-end)
claim-collision n c (node): n:rival, n:a>b>z-end

"#]],
    );
}
