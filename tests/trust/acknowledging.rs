//! What machines say they did, and what people see of it.

use snapbox::str;

use super::home;
use crate::support::{Database, mesh};

#[test]
fn an_acknowledgement_is_written_down_once() {
    let database = home();
    database.run("ack web1 1").succeeds().shows(str![[r#"
$ provost ack web1 1
web1 carried out generation 1
--- exit 0

"#]]);
    database.run("ack web1 1").succeeds().shows(str![[r#"
$ provost ack web1 1
generation 1 of web1 is acknowledged so already; nothing was changed
--- exit 0

"#]]);
    database.run("ack web1 1 --failed 'no space left on /etc'").succeeds().shows(str![[r#"
$ provost ack web1 1 --failed 'no space left on /etc'
web1 could not carry out generation 1: no space left on /etc
--- exit 0

"#]]);
    assert_eq!(database.run("ack web1 1 --failed 'no space left on /etc' --output json").json()["changed"], false);
    assert_eq!(database.sql("select count(*) from acknowledgement"), [["2"]]);
    let cleared = database.run("ack web1 1 --output json").succeeds().json();
    assert_eq!((&cleared["changed"], &cleared["failure"]), (&true.into(), &().into()));
    assert_eq!(database.sql("select generation, failure is null from last_acknowledgement"), [["1", "t"]]);
}

#[test]
fn what_was_not_declared_is_wrong_usage() {
    let database = home();
    database.run("ack web1 7").exits(2).shows(str![[r#"
$ provost ack web1 7
--- standard error
error: web1 was not declared in generation 7
help: the newest generation that it was declared is 1
--- exit 2

"#]]);
    database.run("node add new").succeeds();
    database.run("ack new 1").exits(2).shows(str![[r#"
$ provost ack new 1
--- standard error
error: new was not declared in generation 1
help: it was never declared: `provost push` declares every node
--- exit 2

"#]]);
    database.run("ack nowhere 1").exits(2);
    database.run("ack web1 one").exits(2);
    assert_eq!(database.sql("select count(*) from acknowledgement"), [["0"]]);
}

/// A second generation for web1 alone.
fn twice(database: &Database) {
    database.run("node set web1 --fact step=1").succeeds();
    database.run("push").succeeds();
}

#[test]
fn an_older_one_after_a_newer_one_says_nothing_any_more() {
    let database = home();
    twice(&database);
    database.run("ack web1 2 --failed broken").succeeds();
    database.run("ack web1 1").succeeds().shows(str![[r#"
$ provost ack web1 1
web1 acknowledged generation 2 before; 1 is older, and nothing was changed
--- exit 0

"#]]);
    assert_eq!(database.sql("select generation, failure from last_acknowledgement"), [["2", "broken"]]);
    // Neither does plain SQL go back.
    database.sql("insert into acknowledgement (node, generation) select node, 1 from last_acknowledgement");
    assert_eq!(database.sql("select generation, failure from last_acknowledgement"), [["2", "broken"]]);
    database.run("status --verify").succeeds();
}

/// Pushes as if they had been made so long ago.
fn aged(database: &Database, interval: &str) {
    database.sql(&format!(
        "alter table push disable trigger keep_history; update push set pushed = now() - interval '{interval}'; \
         alter table push enable trigger keep_history"
    ));
}

#[test]
fn status_and_plan_tell_who_failed_and_who_is_silent() {
    let database = home();
    let machines = |database: &Database, line: &str| {
        let text = database.run(line).stdout;
        let told = |line: &&str| line.contains("generation") && !line.contains("pushed") || line.contains("machine");
        text.lines().filter(told).map(|line| line.trim_start_matches("machines").trim().to_owned()).collect::<Vec<_>>()
    };
    // Nobody acknowledges: nothing is said of it.
    aged(&database, "3 days");
    assert_eq!(machines(&database, "status"), [""; 0]);
    assert_eq!(database.run("status --output json").json()["acknowledgements"], serde_json::json!([]));
    database.run("ack web1 1").succeeds();
    let silent = "db1 has never acknowledged a generation, since 1 for 3 days";
    assert_eq!(machines(&database, "status"), [silent]);
    assert_eq!(machines(&database, "plan"), [silent]);
    assert_eq!(machines(&database, "plan web1"), [""; 0]);
    assert_eq!(machines(&database, "plan db1"), [silent]);
    database.run("ack db1 1 --failed 'no space\u{1b}[31m left\nand more'").succeeds();
    let failed = r"db1 could not carry out generation 1: no space\u{1b}[31m left …";
    assert_eq!(machines(&database, "plan"), [failed]);
    database.run("ack db1 1").succeeds();
    assert_eq!(machines(&database, "status"), ["2 machines carried out all that they were told"]);
    assert_eq!(machines(&database, "plan"), [""; 0]);
    // Silent since the first push that was not acknowledged.
    twice(&database);
    aged(&database, "61 minutes");
    assert_eq!(machines(&database, "plan"), ["web1 has said nothing of generation 2 for 1 hour, acknowledged 1"]);
    let told = database.run("plan --output json").json()["acknowledgements"].clone();
    assert_eq!((&told[0]["node"], &told[0]["silent_since"]), (&"db1".into(), &().into()));
    assert_eq!((&told[1]["pushed"], &told[1]["acknowledged"]), (&2.into(), &1.into()));
    assert!(told[1]["silent_since"].is_string(), "{told}");
    assert_eq!(database.run("status --output json").json()["acknowledgements"], told);
    // One that went is waited for no longer.
    database.run("node remove web1").succeeds();
    database.run("push").succeeds();
    assert_eq!(machines(&database, "plan"), [""; 0]);
}

#[test]
fn those_that_never_acknowledged_are_one_line() {
    let nodes: Vec<String> = (1..=11).map(|number| format!("n{number:02}")).collect();
    let mesh = mesh().nodes(&nodes.iter().map(String::as_str).collect::<Vec<_>>()).module("zsh", |m| m);
    let database = nodes.iter().fold(mesh, |mesh, node| mesh.assign(node, "zsh")).database();
    database.run("push").succeeds();
    aged(&database, "3 days");
    database.run("ack n05 1").succeeds();
    database.run("plan").succeeds().shows(str![[r#"
$ provost plan
n01, n02, n03 and 7 more have never acknowledged a generation, since 1 for 3 days
11 nodes: 11 unchanged
nothing differs from what was last pushed
digest 9d7e02f4dec842fcd8016474127f79a81603d3e2bdfc2df0929fa465436b4a04
--- exit 0

"#]]);
}

#[test]
fn a_machine_is_silent_of_the_push_that_the_age_is_counted_from() {
    let database = home();
    aged(&database, "10 minutes");
    twice(&database);
    database.run("ack web1 2").succeeds();
    database.run("node set db1 --fact step=2").succeeds();
    database.run("push").succeeds();
    database.run("ack web1 3").succeeds();
    for line in ["plan", "status"] {
        let text = database.run(line).stdout;
        let said = "db1 has never acknowledged a generation, since 1 for 10 minutes";
        assert!(text.contains(said), "{text}");
    }
    let told = database.run("status --output json").json()["acknowledgements"].clone();
    assert_eq!((&told[0]["node"], &told[0]["pushed"], &told[0]["silent_of"]), (&"db1".into(), &3.into(), &1.into()));
    let pushed =
        "select to_char(pushed at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') from push where generation = 1";
    assert_eq!(told[0]["silent_since"], database.sql(pushed)[0][0].as_str());
    // One that answered all is silent of nothing.
    assert!(told[1]["silent_of"].is_null(), "{told}");
}

#[test]
fn a_machine_that_is_away_holds_up_nobody() {
    let database = home();
    database.run("ack db1 1").succeeds();
    for step in 0..3 {
        database.run(&format!("node set db1 --fact step={step}")).succeeds();
        database.run("push").succeeds();
        database.run(&format!("ack db1 {}", step + 2)).succeeds();
    }
    let told = database.run("status --output json").json()["acknowledgements"].clone();
    assert_eq!((&told[0]["node"], &told[0]["acknowledged"]), (&"db1".into(), &4.into()));
    assert_eq!((&told[1]["node"], &told[1]["acknowledged"]), (&"web1".into(), &().into()));
}

#[test]
fn a_long_failure_is_cut_and_an_empty_one_is_said() {
    let database = home();
    let long = "é".repeat(5_000);
    let said = database.call(["ack", "web1", "1", "--failed", &long, "--output", "json"]).run().succeeds().json();
    assert_eq!(said["failure"].as_str().unwrap().chars().count(), 4_000);
    let dashed = database.call(["ack", "web1", "1", "--failed", "-e: not found", "--output", "json"]).run().succeeds();
    assert_eq!(dashed.json()["failure"], "-e: not found");
    let empty = database.call(["ack", "web1", "1", "--failed", " ", "--output", "json"]).run().succeeds().json();
    assert_eq!(empty["failure"], "no reason was given");
}
