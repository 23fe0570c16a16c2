//! The rule of every change: what was not refused before, and is refused now.

use snapbox::str;

use super::{LEAVE, decides, decides_on, decides_registering};
use crate::support::{Manifest, Mesh, mesh};
use provost::resolver::Terms;

fn display() -> Mesh {
    mesh()
        .node("laptop")
        .module("xorg", |m| m.provides("x-display").claims("the-seat"))
        .module("wayland", |m| m.provides("wayland-display").claims("the-seat"))
        .module("i3", |m| m.requires("x-display"))
        .module("dwm", |m| m.requires("x-display"))
        .module("sway", |m| m.requires("wayland-display"))
}

#[test]
fn a_change_without_a_new_refusal_is_accepted() {
    decides(
        &display(),
        "assign laptop i3",
        str![[r#"
$ assign laptop i3
accepted
  laptop: +i3 +(xorg)

"#]],
    );
}

#[test]
fn a_refusal_offers_what_lets_the_newcomer_in() {
    decides(
        &display().assign("laptop", "i3"),
        "assign laptop sway",
        str![[r#"
$ assign laptop sway
refused
claim-collision laptop the-seat (node): laptop:sway>wayland (asked), laptop:i3>xorg
  remedy first: unassign laptop i3

"#]],
    );
}

#[test]
fn the_newcomer_is_marked_whatever_the_order_of_names() {
    decides(
        &display().assign("laptop", "sway"),
        "assign laptop i3",
        str![[r#"
$ assign laptop i3
refused
claim-collision laptop the-seat (node): laptop:sway>wayland, laptop:i3>xorg (asked)
  remedy first: unassign laptop sway

"#]],
    );
}

#[test]
fn two_newcomers_that_exclude_each_other() {
    decides(
        &display(),
        "assign laptop i3 sway",
        str![[r#"
$ assign laptop i3 sway
refused
claim-collision laptop the-seat (node): laptop:sway>wayland (asked), laptop:i3>xorg (asked)

"#]],
    );
}

#[test]
fn an_old_refusal_does_not_stop_another_change() {
    decides(
        &display().node("pi").assign("laptop", "i3 sway"),
        "assign pi i3",
        str![[r#"
$ assign pi i3
accepted
  pi: +i3 +(xorg)

"#]],
    );
}

#[test]
fn a_mesh_with_old_refusals_is_repaired_step_by_step() {
    let mesh = display().module("seatless", |m| m.claims("the-seat")).assign("laptop", "i3 sway seatless");
    decides(
        &mesh,
        "unassign laptop seatless",
        str![[r#"
$ unassign laptop seatless
accepted
  laptop: -seatless

"#]],
    );
}

#[test]
fn a_further_party_makes_an_old_refusal_new() {
    let mesh = display().module("seatless", |m| m.claims("the-seat")).assign("laptop", "i3 sway");
    decides(
        &mesh,
        "assign laptop seatless",
        str![[r#"
$ assign laptop seatless
refused
claim-collision laptop the-seat (node): laptop:seatless (asked), laptop:sway>wayland, laptop:i3>xorg
  remedy first: unassign laptop i3, unassign laptop sway

"#]],
    );
}

#[test]
fn a_further_requirer_makes_an_old_refusal_new() {
    let mesh =
        mesh().node("a").module("one", |m| m.requires("gone")).module("two", |m| m.requires("gone")).assign("a", "one");
    decides(
        &mesh,
        "assign a two",
        str![[r#"
$ assign a two
refused
no-provider a gone: a:one, a:two (asked)

"#]],
    );
}

#[test]
fn codes_on_one_requirement_are_one_code() {
    // From no-node to choose-node: no new refusal.
    let mesh = mesh()
        .nodes(&["web1", "db1", "db2"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp");
    decides(
        &mesh,
        "assign db1 postgres; assign db2 postgres",
        str![[r#"
$ assign db1 postgres; assign db2 postgres
accepted
  db1: +postgres
  db2: +postgres

"#]],
    );
}

#[test]
fn an_old_collision_may_change_its_extent() {
    let mesh = mesh()
        .site("oslo")
        .nodes(&["a", "b"])
        .module("hub", |m| m.claims_site("c"))
        .module("near", |m| m.claims("c"))
        .assign("a", "hub near");
    decides(
        &mesh,
        "node site a oslo",
        str![[r#"
$ node site a oslo
accepted

"#]],
    );
}

#[test]
fn another_node_is_another_refusal() {
    let mesh = mesh().nodes(&["a", "b"]).module("m", |m| m.needs("arch", "x86")).assign("a", "m");
    decides(
        &mesh,
        "assign b m",
        str![[r#"
$ assign b m
refused
need-unmet b m (arch "x86", has nothing): b:m (asked)
  remedy first: set b arch="x86"

"#]],
    );
}

#[test]
fn a_fact_more_that_is_not_met_is_new() {
    let mesh =
        mesh().node("a").fact("memory", 8).module("m", |m| m.needs("arch", "x86").needs("memory", 8)).assign("a", "m");
    decides(
        &mesh,
        "node fact a memory 4",
        str![[r#"
$ node fact a memory 4
refused
need-unmet a m (arch "x86", has nothing; memory 8, has 4): a:m
  remedy first: unassign a m

"#]],
    );
}

#[test]
fn a_node_that_is_renamed_keeps_its_old_refusals() {
    let mesh = mesh().node("a").module("m", |m| m.needs("arch", "x86")).assign("a", "m");
    decides(
        &mesh,
        "node rename a z",
        str![[r#"
$ node rename a z
accepted

"#]],
    );
}

#[test]
fn taking_the_only_answer_away_is_refused_for_those_who_take_it() {
    let mesh = mesh()
        .nodes(&["web1", "web2", "db1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .assign("db1", "postgres");
    decides(
        &mesh,
        "unassign db1 postgres",
        str![[r#"
$ unassign db1 postgres
refused
no-node web1 database: web1:webapp
  candidate somewhere:postgres
  remedy move db1 web1 postgres
  remedy move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
no-node web2 database: web2:webapp
  candidate somewhere:postgres
  remedy move db1 web1 postgres
  remedy move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp

"#]],
    );
    decides(
        &mesh,
        "node remove db1",
        str![[r#"
$ node remove db1
refused
no-node web1 database: web1:webapp
  candidate somewhere:postgres
  remedy first: move db1 web1 postgres
  remedy first: move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp
no-node web2 database: web2:webapp
  candidate somewhere:postgres
  remedy first: move db1 web1 postgres
  remedy first: move db1 web2 postgres
  remedy first: unassign web1 webapp, unassign web2 webapp

"#]],
    );
}

#[test]
fn what_may_be_left_unresolved() {
    let mesh = mesh()
        .nodes(&["web1", "db1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("web1", "webapp")
        .assign("db1", "postgres");
    decides_on(
        LEAVE,
        &mesh,
        "node remove db1",
        str![[r#"
$ node remove db1
accepted
  db1: -postgres
  web1: -database from db1:postgres
no-node web1 database: web1:webapp
  candidate somewhere:postgres
  remedy first: assign web1 postgres
  remedy first: unassign web1 webapp

"#]],
    );
}

#[test]
fn what_another_brings_in_cannot_be_unassigned() {
    decides(
        &display().assign("laptop", "i3 dwm"),
        "unassign laptop xorg",
        str![[r#"
$ unassign laptop xorg
refused
brought-in laptop xorg: laptop:dwm, laptop:i3
  remedy first: unassign laptop dwm, unassign laptop i3

"#]],
    );
    decides_on(
        LEAVE,
        &display().assign("laptop", "i3"),
        "unassign laptop xorg",
        str![[r#"
$ unassign laptop xorg
refused
brought-in laptop xorg: laptop:i3
  remedy first: unassign laptop i3

"#]],
    );
}

#[test]
fn an_assignment_goes_though_the_module_stays_for_others() {
    decides(
        &display().assign("laptop", "i3 xorg"),
        "unassign laptop xorg",
        str![[r#"
$ unassign laptop xorg
accepted
  stays: xorg on laptop for i3 (x-display)

"#]],
    );
}

#[test]
fn brought_in_is_judged_after_the_whole_change() {
    decides(
        &display().assign("laptop", "i3"),
        "unassign laptop xorg; unassign laptop i3",
        str![[r#"
$ unassign laptop xorg; unassign laptop i3
accepted
  laptop: -i3 -xorg

"#]],
    );
}

#[test]
fn a_module_in_use_cannot_leave_the_catalogue() {
    decides(
        &display().assign("laptop", "i3"),
        "module remove i3",
        str![[r#"
$ module remove i3
refused
in-use - i3: laptop:i3
  remedy first: unassign laptop i3

"#]],
    );
    decides_on(
        LEAVE,
        &display().assign("laptop", "i3"),
        "module remove i3",
        str![[r#"
$ module remove i3
refused
in-use - i3: laptop:i3
  remedy first: unassign laptop i3

"#]],
    );
    decides(
        &display().assign("laptop", "i3"),
        "module remove i3; unassign laptop i3",
        str![[r#"
$ module remove i3; unassign laptop i3
accepted
  laptop: -i3 -xorg

"#]],
    );
}

#[test]
fn a_module_that_others_bring_in_is_missed() {
    decides(
        &display().assign("laptop", "i3"),
        "module remove xorg",
        str![[r#"
$ module remove xorg
refused
no-provider laptop x-display: laptop:i3
  remedy first: unassign laptop i3

"#]],
    );
}

#[test]
fn a_site_with_nodes_stays() {
    let mesh = mesh().site("oslo").node("a").at("oslo");
    decides(
        &mesh,
        "site remove oslo",
        str![[r#"
$ site remove oslo
refused
in-use - oslo: a:
  remedy first: place a nowhere

"#]],
    );
    decides(
        &mesh,
        "site remove oslo; node site a -",
        str![[r#"
$ site remove oslo; node site a -
accepted

"#]],
    );
}

#[test]
fn a_second_shell_is_refused_where_one_was_brought_in_without_a_choice() {
    let mesh = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor");
    decides_registering(
        Terms::default(),
        &mesh,
        Manifest::new("zsh").provides("shell"),
        str![[r#"
refused
choose-module laptop shell: laptop:editor
  candidate laptop:bash
  candidate laptop:zsh
  remedy --keep
  remedy first: assign laptop bash
  remedy after: assign laptop zsh
  remedy first: unassign laptop editor

"#]],
    );
}

#[test]
fn a_manifest_that_widens_a_provision_is_judged_like_any_change() {
    let mesh = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor");
    decides_registering(
        Terms::default(),
        &mesh,
        Manifest::new("bash").provides_mesh("shell"),
        str![[r#"
refused
no-node laptop shell: laptop:editor
  candidate somewhere:bash
  remedy --keep
  remedy first: assign laptop bash
  remedy first: unassign laptop editor

"#]],
    );
}
