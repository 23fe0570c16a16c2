//! Ended at any moment: all of a command was done or nothing, nothing is left in the way, and the next one works.

use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::oracle::dice::Dice;
use crate::support::{Database, database, times, tried};

/// How many commands are ended in one test run.
const KILLS: u64 = 30;

/// Each there and back again, but for the push. The smaller document takes the newer manifest along.
const COMMANDS: [[&str; 2]; 4] = [
    ["assign role=old agent", "unassign role=old agent"],
    ["import more.json", "import less.json --prune"],
    ["module register two/agent.json", "module register one/agent.json"],
    ["push", "push"],
];
const PUSH: usize = 3;

/// Which of the commands were done, an odd number of times.
type Place = [bool; COMMANDS.len()];

fn mesh() -> Database {
    let database = database();
    // Those of both documents have a role, so that what is assigned to them is the same whatever came before.
    let facts = |number: usize| if number < 150 { json!({"role": "old"}) } else { json!({}) };
    let node = |number: usize| json!({"name": format!("node{number}"), "facts": facts(number)});
    let nodes = |count: usize| (0..count).map(node).collect::<Vec<_>>();
    let agent = |version: &str| json!({"name": "agent", "version": version, "provides": ["agent"]});
    let document = |count| json!({"nodes": nodes(count), "modules": [agent("1")]});
    let file = |name: &str, value: Value| _ = database.write(name, &value.to_string());
    file("less.json", document(150));
    file("more.json", json!({"nodes": nodes(400)}));
    file("one/agent.json", agent("1"));
    file("two/agent.json", agent("2"));
    database.run("import less.json -q").succeeds();
    database
}

/// What there is: the digest of the mesh, and how many changes and pushes led there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    digest: String,
    changes: usize,
    pushes: usize,
    pending: bool,
}

fn state(database: &Database) -> State {
    let plan = database.run("plan --all --output json").json();
    let rows = database.sql("select (select count(*) from public.change), (select count(*) from public.push)");
    let number = |at: usize| rows[0][at].parse().unwrap();
    let unchanged = |node: &Value| node["change"] == "unchanged";
    State {
        digest: plan["digest"].as_str().unwrap().to_owned(),
        changes: number(0),
        pushes: number(1),
        pending: !plan["nodes"].as_array().unwrap().iter().all(unchanged),
    }
}

/// Starts a command and ends it after a while; true where it was over by then.
fn ended_after(database: &Database, line: &str, delay: Duration, signal: Signal) -> bool {
    let mut command = database.call(shell_words::split(line).unwrap().iter().chain(&timeout())).command();
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (_kept, never) = mpsc::channel::<()>();
    let _ = never.recv_timeout(delay);
    over(child, signal)
}

/// A wait for a lock that is left over would fail.
fn timeout() -> [String; 2] {
    ["--lock-timeout".to_owned(), "20".to_owned()]
}

fn over(mut child: Child, signal: Signal) -> bool {
    kill_process(Pid::from_child(&child), signal).unwrap();
    let status = child.wait().unwrap();
    match status.code() {
        Some(0) => true,
        // Its own word for it, and the shell's: nothing was changed.
        Some(130) | None => false,
        Some(_) => panic!("{status}"),
    }
}

#[test]
fn a_command_that_is_killed_has_done_all_or_nothing() {
    let database = mesh();
    let mut dice = Dice::new(17);
    let mut place: Place = [false; COMMANDS.len()];
    let mut known: BTreeMap<[bool; PUSH], String> = BTreeMap::new();
    let mut before = state(&database);
    let mut took: BTreeMap<&str, Duration> = BTreeMap::new();
    let (mut all, mut nothing) = (0, 0);
    for _ in 0..KILLS * times() {
        let which = dice.between(0, COMMANDS.len() - 1);
        let line = COMMANDS[which][usize::from(place[which])];
        // The whole run of the command, and half as much more: about a third of them get to their end.
        let whole = *took.entry(line).or_insert(Duration::from_millis(60));
        let delay = whole.mul_f64(dice.between(0, 150) as f64 / 100.0);
        let signal = dice.one_of(&[Signal::KILL, Signal::KILL, Signal::TERM, Signal::INT]);
        let begun = Instant::now();
        let is_over = ended_after(&database, line, delay, signal);
        // How long it takes on this machine at this hour is soon known.
        took.insert(line, if is_over { begun.elapsed() } else { whole.max(delay * 2) });
        let after = state(&database);
        let is_done = (after.changes, after.pushes) != (before.changes, before.pushes);
        let what = format!("{line}, {signal:?} after {delay:?}\n{before:?}\n{after:?}");
        assert!(is_done || after == before, "half of it was done: {what}");
        assert!(is_done || !is_over || (which == PUSH && !before.pending), "it said that it was done: {what}");
        if is_done && which == PUSH {
            let pushed = State { pushes: before.pushes + 1, pending: false, ..before.clone() };
            assert_eq!(after, pushed, "{what}");
        } else if is_done {
            assert_eq!((after.changes, after.pushes), (before.changes + 1, before.pushes), "{what}");
            place[which] = !place[which];
            if line.contains("--prune") {
                place[2] = false;
            }
        }
        let [assigned, imported, registered, _] = place;
        let digest = known.entry([assigned, imported, registered]).or_insert_with(|| after.digest.clone());
        assert_eq!(*digest, after.digest, "this mesh had another digest: {what}");
        *(if is_done { &mut all } else { &mut nothing }) += 1;
        before = after;
    }
    assert!(all > 3 && nothing > 3, "{all} were done, {nothing} were not");
    tried(KILLS * times(), "commands ended at a random moment");
}
