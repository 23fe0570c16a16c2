//! What is offered where many nodes, many candidates or several refusals are concerned, and what a remedy must leave as
//! the command found it.

use serde_json::{Value, json};
use snapbox::str;

use super::remedies::settles;
use super::says;
use crate::support::{Mesh, mesh};

/// Nodes that all keep time by the one of two modules that they are assigned, and log by it.
fn clocks(nodes: usize) -> Mesh {
    let clock = mesh()
        .module("chrony", |m| m.provides("clock").claims("system-clock").port(123))
        .module("ntpd", |m| m.provides("clock").claims("system-clock").port(123))
        .module("logger", |m| m.requires("clock"));
    (0..nodes).map(|at| format!("n{at:02}")).fold(clock, |mesh, name| mesh.node(&name).assign(&name, "chrony logger"))
}

#[test]
fn what_is_alike_on_many_nodes_is_one_command() {
    says(
        &clocks(12).database(),
        "assign all ntpd
         unassign n00,n01,n02,n03,n04 chrony
         module remove chrony",
        str![[r#"
$ provost assign all ntpd
--- standard error
refused: ntpd cannot join n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and n11; nothing was changed

1  chrony and ntpd both claim system-clock on each of 12 nodes   claim-collision
     n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and n11
     1. chrony is assigned to each
     2. you assign ntpd
     3. one node has one system-clock

2  chrony and ntpd both listen on tcp/123 on each of 12 nodes  resource-collision
     n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and n11
     chrony/port, ntpd/port
     one module listens on a port, unless each names an address of its own
   help for 1 and 2, tried:
     provost batch -e 'unassign all chrony' -e 'assign all ntpd'
         in one change: these 12 nodes lose chrony
--- exit 3
$ provost unassign n00,n01,n02,n03,n04 chrony
--- standard error
refused: n00, n01, n02, n03 and n04 cannot lose chrony; nothing was changed

1  logger requires clock on each of 5 nodes, and chrony and ntpd both provide it  choose-module
     n00, n01, n02, n03 and n04
     1. logger is assigned to each
     2. what is the only answer is brought in; among several a person decides
       chrony 1.0   would do
       ntpd 1.0     would do
   help, tried, each by itself:
     provost batch -e 'assign n00,n01,n02,n03,n04 ntpd' -e 'unassign n00,n01,n02,n03,n04 chrony'
         in one change: these 5 nodes gain ntpd
     provost unassign n00,n01,n02,n03,n04 logger   these 5 nodes lose logger; then n00, n01, n02, n03 and n04 can lose chrony
--- exit 3
$ provost module remove chrony
--- standard error
refused: chrony cannot leave the catalogue; nothing was changed

1  chrony is assigned to n00, n01, n02 and 9 more                         in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost batch -e 'unassign all chrony' -e 'module remove chrony'
         in one change: n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and n11 lose chrony; n00, n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and n11 gain ntpd
--- exit 3

"#]],
    );
}

#[test]
fn however_many_nodes_there_are_the_commands_are_the_same() {
    for nodes in [2, 3, 5, 6, 8, 10, 11, 12, 41, 60] {
        let database = clocks(nodes).database();
        let helps = |line: &str, wanted: &[&str]| {
            let ran = database.run(line).exits(3);
            for refusal in ran.json()["refusals"].as_array().unwrap() {
                let told: Vec<Value> =
                    refusal["remedies"].as_array().unwrap().iter().map(|one| one["commands"][0][1].clone()).collect();
                assert_eq!(told, wanted, "{nodes} nodes\n{}", ran.whole());
                let whole =
                    refusal["remedies"].as_array().unwrap().iter().all(|one| one["leaves_others"] == json!(null));
                assert!(whole, "{nodes} nodes\n{}", ran.whole());
            }
        };
        helps("assign all ntpd --output json", &["batch"]);
        helps("unassign all chrony --output json", &["batch", "unassign"]);
    }
    let database = clocks(41).database();
    settles(&database, "assign all ntpd");
    settles(&database, "unassign all chrony");
}

#[test]
fn what_differs_from_node_to_node_is_settled_as_one_change_too() {
    let clocks = clocks(6).module("metrics", |m| m.requires("clock")).assign("n01", "metrics").assign("n04", "metrics");
    let database = clocks.database();
    let ran = database.run("assign all ntpd").exits(3);
    assert!(ran.stderr.contains("provost batch -e 'unassign all chrony' -e 'assign all ntpd'\n"), "{}", ran.whole());
    settles(&database, "assign all ntpd");
    settles(&database, "unassign all chrony");
}

#[test]
fn two_steps_that_settle_all_are_told_once_and_what_follows() {
    let home = mesh()
        .node("mini")
        .module("nginx", |m| m.provides("web").port(80).claims("front-door"))
        .module("nextcloud", |m| m.requires("web"))
        .module("pihole", |m| m.port(80).claims("front-door"));
    let home = home.assign("mini", "nginx nextcloud").database();
    let ran = home.run("assign mini pihole").exits(3);
    let told = "   help for 1 and 2, tried:\n     provost unassign mini nextcloud && provost unassign mini nginx\n";
    assert!(ran.stderr.contains(told), "{}", ran.whole());
    assert!(ran.stderr.contains("mini loses nextcloud and nginx; then pihole can join mini\n"), "{}", ran.whole());
    settles(&home, "assign mini pihole");
}

#[test]
fn who_could_have_what_goes_is_named_however_many_they_are() {
    for nodes in [5, 12, 30] {
        let ca = mesh()
            .module("ca", |m| m.claims_mesh("root-ca").provides_mesh("certificates"))
            .module("sshd", |m| m.requires("certificates"));
        let ca = (0..nodes)
            .map(|at| format!("n{at:02}"))
            .fold(ca, |mesh, name| mesh.node(&name).assign(&name, "sshd"))
            .assign("n00", "ca")
            .database();
        let ran = ca.run("unassign n00 ca").exits(3);
        assert!(ran.stderr.contains("provost move n00 n01 ca "), "{}", ran.whole());
        assert!(!ran.stderr.contains("provost assign NODE ca"), "{}", ran.whole());
        settles(&ca, "unassign n00 ca");
    }
}

/// All but the last of so many candidates would be refused themselves.
fn shells(candidates: usize) -> Mesh {
    let shells = mesh().node("a").module("ed", |m| m.requires("sh"));
    (0..candidates).fold(shells, |mesh, at| {
        mesh.module(&format!("sh{at:03}"), |m| {
            let m = m.provides("sh");
            if at + 1 < candidates { m.requires("nope") } else { m }
        })
    })
}

#[test]
fn the_last_of_very_many_candidates_is_found() {
    for candidates in [24, 25, 60, 200] {
        let database = shells(candidates).database();
        let ran = database.run("assign a ed").exits(3);
        let last = format!("provost assign a sh{:03} ", candidates - 1);
        assert!(ran.stderr.contains(&last), "{}", ran.whole());
        settles(&database, "assign a ed");
    }
}

#[test]
fn nodes_that_are_equal_have_equal_remedies_of_two_steps() {
    let app = mesh()
        .module("app", |m| m.requires("r"))
        .module("x", |m| m.provides("r").requires("s"))
        .module("y", |m| m.provides("r").requires("s"))
        .module("u", |m| m.provides("s"))
        .module("v", |m| m.provides("s"));
    let app = (0..90).map(|at| format!("n{at:02}")).fold(app, |mesh, name| mesh.node(&name)).database();
    let ran = app.run("assign all app --output json").exits(3);
    for refusal in ran.json()["refusals"].as_array().unwrap() {
        let first = &refusal["remedies"][0]["commands"];
        assert_eq!(
            first,
            &json!([["provost", "assign", "all", "u"], ["provost", "assign", "all", "x"]]),
            "{}",
            ran.whole()
        );
    }
    assert!(app.run("assign all app").exits(3).stderr.contains("on each of 90 nodes"));
}

#[test]
fn a_remedy_is_told_once_whatever_the_order_of_its_parts() {
    let pool = mesh()
        .nodes(&["a", "b"])
        .module("pool", |m| m.provides_mesh("db").requires("db"))
        .module("web", |m| m.requires("db"))
        .database();
    let ran = pool.run("assign b web --output json").exits(3);
    let remedies = ran.json()["refusals"][0]["remedies"].as_array().unwrap().clone();
    let nodes = |remedy: &Value| {
        let mut names: Vec<String> = remedy["commands"][0][2].as_str().unwrap().split(',').map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(remedies.iter().filter(|one| nodes(one) == ["a", "b"]).count(), 1, "{}", ran.whole());
}

#[test]
fn a_remedy_leaves_what_is_there_already_and_asked_for() {
    let seat = mesh()
        .nodes(&["l", "k"])
        .module("x", |m| m.provides("xd").claims("seat"))
        .module("w", |m| m.provides("wd").claims("seat"))
        .module("i3", |m| m.requires("xd"))
        .module("sway", |m| m.requires("wd"))
        .assign("l", "i3")
        .database();
    for line in ["assign l i3 sway", "batch -e 'assign l i3' -e 'assign l sway'"] {
        let ran = seat.run(line).exits(3);
        assert!(ran.stderr.contains("no command was found that settles this"), "{}", ran.whole());
    }
    let stores = mesh()
        .nodes(&["a", "b", "c"])
        .module("pg", |m| m.provides_mesh("db"))
        .module("web", |m| m.requires("db"))
        .assign("a", "pg")
        .assign("b", "web")
        .database();
    let ran = stores.run("unassign all pg").exits(3);
    assert!(!ran.stderr.contains("provost move"), "{}", ran.whole());
    let ran = stores.run("batch -e 'pin b db a' -e 'unassign a pg'").exits(3);
    assert!(!ran.stderr.contains("provost move"), "{}", ran.whole());
}

#[test]
fn a_remedy_does_not_change_what_the_command_chose_by() {
    let chosen = mesh()
        .site("attic")
        .node("a")
        .at("attic")
        .fact("role", "web")
        .node("b")
        .module("pg", |m| m.needs("role", "db"))
        .module("tv", |m| m.claims_site("screen"))
        .assign("b", "tv")
        .database();
    let ran = chosen.run("assign role=web pg").exits(3);
    assert!(!ran.stderr.contains("provost node set"), "{}", ran.whole());
    assert!(chosen.run("assign a pg").exits(3).stderr.contains("provost node set --fact role=db a "));
    let moved = mesh()
        .nodes(&["a", "b"])
        .module("pg", |m| m.provides_mesh("db").provides("lib").requires("db"))
        .module("app", |m| m.requires("lib"))
        .assign("a", "pg")
        .assign("b", "app")
        .database();
    let ran = moved.run("move b a").exits(3);
    assert!(!ran.stderr.contains("provost assign b"), "{}", ran.whole());
}

#[test]
fn a_fact_in_one_change_says_that_the_machine_has_to_be_so() {
    let told = mesh()
        .nodes(&["n0", "n2"])
        .module("m1", |m| m.provides("p").needs("arch", "y"))
        .module("m2", |m| m.requires("p"))
        .module("m5", |m| m.provides("p"))
        .assign("n0", "m1")
        .assign("n2", "m2")
        .database();
    let ran = told.run("move n0 n2 m1").exits(3);
    let said = "in one change, only where that is what the machine is: ";
    assert!(
        ran.stderr.contains("provost batch -e 'node set --fact arch=y n2'") && ran.stderr.contains(said),
        "{}",
        ran.whole()
    );
}
