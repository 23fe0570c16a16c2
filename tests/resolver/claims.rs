//! Claims: only one holder within an extent.

use snapbox::str;

use super::shows;
use crate::support::{Mesh, mesh};

/// Claims of each scope.
fn claims() -> Mesh {
    mesh()
        .site("oslo")
        .site("rome")
        .module("near", |m| m.claims("c"))
        .module("near2", |m| m.claims("c"))
        .module("local", |m| m.claims_site("c"))
        .module("local2", |m| m.claims_site("c"))
        .module("only", |m| m.claims_mesh("c"))
        .module("only2", |m| m.claims_mesh("c"))
}

#[test]
fn refuses_two_holders_on_one_node() {
    shows(
        &claims().node("a").assign("a", "near near2"),
        str![[r#"
a: near near2
claim-collision a c (node): a:near, a:near2

"#]],
    );
}

#[test]
fn one_claim_on_two_nodes_collides_with_nothing() {
    shows(
        &claims().nodes(&["a", "b"]).assign("a", "near").assign("b", "near2"),
        str![[r#"
a: near
b: near2

"#]],
    );
}

#[test]
fn all_holders_are_in_one_refusal() {
    let mesh = claims().module("near3", |m| m.claims("c")).node("a").assign("a", "near near2 near3");
    shows(
        &mesh,
        str![[r#"
a: near near2 near3
claim-collision a c (node): a:near, a:near2, a:near3

"#]],
    );
}

#[test]
fn refuses_two_holders_of_a_site_claim() {
    let mesh = claims().node("a").at("oslo").node("b").at("oslo").assign("a", "local").assign("b", "local2");
    shows(
        &mesh,
        str![[r#"
a: local
b: local2
claim-collision - c (site oslo): a:local, b:local2

"#]],
    );
}

#[test]
fn the_same_module_on_two_nodes_is_two_holders() {
    let mesh = claims().node("a").at("oslo").node("b").at("oslo").assign("a", "local").assign("b", "local");
    shows(
        &mesh,
        str![[r#"
a: local
b: local
claim-collision - c (site oslo): a:local, b:local

"#]],
    );
}

#[test]
fn a_site_claim_at_two_sites_collides_with_nothing() {
    let mesh = claims().node("a").at("oslo").node("b").at("rome").assign("a", "local").assign("b", "local");
    shows(
        &mesh,
        str![[r#"
a: local
b: local

"#]],
    );
}

#[test]
fn a_site_claim_meets_a_node_claim_within_the_site() {
    let mesh = claims()
        .node("a")
        .at("oslo")
        .node("b")
        .at("oslo")
        .node("far")
        .at("rome")
        .assign("a", "local")
        .assign("b", "near")
        .assign("far", "near");
    shows(
        &mesh,
        str![[r#"
a: local
b: near
far: near
claim-collision - c (site oslo): a:local, b:near

"#]],
    );
}

#[test]
fn node_claims_that_a_site_claim_does_not_meet_stay_out_of_it() {
    // Two node claims of two nodes do not overlap; the site claim overlaps both.
    let mesh = claims()
        .node("a")
        .at("oslo")
        .node("b")
        .at("oslo")
        .node("c")
        .at("oslo")
        .assign("a", "near")
        .assign("b", "near2")
        .assign("c", "local");
    shows(
        &mesh,
        str![[r#"
a: near
b: near2
c: local
claim-collision - c (site oslo): a:near, b:near2, c:local

"#]],
    );
}

#[test]
fn a_node_without_a_site_is_a_site_of_its_own() {
    shows(
        &claims().nodes(&["a", "b"]).assign("a", "local").assign("b", "local2"),
        str![[r#"
a: local
b: local2

"#]],
    );
    shows(
        &claims().node("a").assign("a", "local near"),
        str![[r#"
a: local near
claim-collision a c (site): a:local, a:near

"#]],
    );
}

#[test]
fn refuses_two_holders_of_a_mesh_claim() {
    let mesh = claims().node("a").at("oslo").node("b").assign("a", "only").assign("b", "only2");
    shows(
        &mesh,
        str![[r#"
a: only
b: only2
claim-collision - c (mesh): a:only, b:only2

"#]],
    );
}

#[test]
fn a_mesh_claim_meets_site_and_node_claims_anywhere() {
    let mesh = claims()
        .node("a")
        .at("oslo")
        .node("b")
        .at("rome")
        .node("c")
        .assign("a", "local")
        .assign("b", "only")
        .assign("c", "near");
    shows(
        &mesh,
        str![[r#"
a: local
b: only
c: near
claim-collision - c (mesh): a:local, b:only, c:near

"#]],
    );
}

#[test]
fn what_is_held_at_several_scopes_is_told_at_the_widest() {
    let mesh = claims()
        .node("a")
        .at("oslo")
        .node("b")
        .at("oslo")
        .node("c")
        .at("rome")
        .node("d")
        .at("rome")
        .assign("a", "near near2")
        .assign("b", "local")
        .assign("c", "local")
        .assign("d", "local2");
    shows(
        &mesh,
        str![[r#"
a: near near2
b: local
c: local
d: local2
claim-collision - c (site oslo): a:near, a:near2, b:local
claim-collision - c (site rome): c:local, d:local2

"#]],
    );
}

#[test]
fn a_claim_of_what_is_brought_in_says_by_whom() {
    let mesh = claims()
        .module("app", |m| m.requires("thing"))
        .module("thing", |m| m.provides("thing").claims("c"))
        .node("a")
        .assign("a", "app near");
    shows(
        &mesh,
        str![[r#"
a: app near (thing)
claim-collision a c (node): a:near, a:app>thing

"#]],
    );
}
