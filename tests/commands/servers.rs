//! Servers that are killed, that take over from one another, and that stand behind a pooler.

use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::named;
use crate::oracle::dice::Dice;
use crate::support::{Cluster, Database, Pooler, Ran, database, times, tried};

/// Runs a line on a database that is not the one of this test.
fn on(scratch: &Database, address: &str, line: &str) -> Ran {
    scratch.call(shell_words::split(line).unwrap()).env("PROVOST_DATABASE", address).run()
}

fn start(scratch: &Database, address: &str, line: &str) -> Child {
    let call = scratch.call(shell_words::split(line).unwrap()).env("PROVOST_DATABASE", address);
    call.command().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn wait(delay: Duration) {
    let (_kept, never) = mpsc::channel::<()>();
    let _ = never.recv_timeout(delay);
}

/// The exit code and standard error.
fn ended(child: Child) -> (i32, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn documents(scratch: &Database) {
    let nodes = |count: usize| (0..count).map(|number| json!({"name": format!("node{number}")})).collect::<Vec<_>>();
    let zsh = json!([{"name": "zsh", "provides": ["shell"]}]);
    for (name, count) in [("less.json", 100), ("more.json", 600)] {
        scratch.write(name, &json!({"nodes": nodes(count), "modules": zsh}).to_string());
    }
}

fn cluster() -> (Cluster, String) {
    let cluster = Cluster::start();
    cluster.connect("postgres").batch_execute("create database mesh").unwrap();
    let address = cluster.address("mesh");
    (cluster, address)
}

#[test]
fn a_server_that_is_killed_has_done_all_or_nothing() {
    let (scratch, (cluster, address)) = (database(), cluster());
    documents(&scratch);
    for line in ["migrate -q", "import less.json -q"] {
        on(&scratch, &address, line).succeeds();
    }
    let nodes = || on(&scratch, &address, "node list --output json").json()["nodes"].as_array().map_or(0, Vec::len);
    let begun = Instant::now();
    on(&scratch, &address, "import more.json -q").succeeds();
    let (whole, mut dice, mut now) = (begun.elapsed(), Dice::new(23), 600);
    let kills = 5 * times();
    for _ in 0..kills {
        let (line, then) = if now == 600 { ("import less.json --prune", 100) } else { ("import more.json", 600) };
        let child = start(&scratch, &address, line);
        wait(whole.mul_f64(dice.between(0, 100) as f64 / 100.0));
        cluster.kill();
        cluster.again();
        let (code, said) = ended(child);
        let found = nodes();
        match code {
            0 => assert_eq!(found, then, "{said}"),
            1 => assert_eq!((found, said.matches("error: ").count()), (now, 1), "{said}"),
            _ => panic!("{code}: {said}"),
        }
        now = found;
        on(&scratch, &address, "assign node1 zsh --lock-timeout 5 -q").succeeds();
        on(&scratch, &address, "unassign node1 zsh --lock-timeout 5 -q").succeeds();
    }
    tried(kills, "servers killed at a random moment");
}

#[test]
fn what_was_acknowledged_outlives_its_server() {
    let (scratch, (first, _)) = (database(), cluster());
    let second = first.follower();
    let address = {
        let ((one, port), (other, other_port)) = (first.place(), second.place());
        format!(
            "postgresql://provost@/mesh?host={},{}&port={port},{other_port}&target_session_attrs=read-write",
            one.display(),
            other.display()
        )
    };
    on(&scratch, &address, "migrate -q").succeeds();
    let mut acknowledged: Vec<String> = Vec::new();
    for number in 0..10 {
        let name = format!("before{number}");
        on(&scratch, &address, &format!("node add {name} -q")).succeeds();
        acknowledged.push(name);
    }
    on(&scratch, &address, "push -q").succeeds();
    let others: Vec<Child> =
        (0..4).map(|number| start(&scratch, &address, &format!("node add beside{number} --lock-timeout 20"))).collect();
    wait(Duration::from_millis(Dice::new(31).between(5, 60) as u64));
    first.kill();
    second.promote();
    let mut denied = Vec::new();
    for (number, child) in others.into_iter().enumerate() {
        let name = format!("beside{number}");
        match ended(child) {
            (0, _) => acknowledged.push(name),
            (1, _) => denied.push(name),
            (code, said) => panic!("{code}: {said}"),
        }
    }
    on(&scratch, &address, "node add after -q --lock-timeout 5").succeeds();
    let list = on(&scratch, &address, "node list --output json").json();
    let names: Vec<&str> = list["nodes"].as_array().unwrap().iter().filter_map(|node| node["node"].as_str()).collect();
    assert!(acknowledged.iter().all(|name| names.contains(&name.as_str())), "{acknowledged:?} of {names:?}");
    assert!(denied.iter().all(|name| !names.contains(&name.as_str())), "{denied:?} not of {names:?}");
    on(&scratch, &address, "declaration before1 -q").succeeds();
}

const LINES: [&str; 16] = [
    "migrate",
    "migrate --status",
    "import more.json -q",
    "assign node1,node2 zsh",
    "assign node3 zsh --dry-run",
    "hold node2 --message canary",
    "plan node1 node2",
    "push",
    "declaration node1",
    "batch -e 'node rename node2 other' -e 'node set other --fact arch=arm'",
    "why node1 zsh",
    "log --limit 3",
    "export",
    "status",
    "access",
    "unassign node1 bash",
];

#[test]
fn a_pooler_in_between_changes_nothing() {
    let (scratch, (cluster, address)) = (database(), cluster());
    documents(&scratch);
    let said = |address: &str, name: &str| -> Vec<String> {
        let whole = |line| named(&on(&scratch, address, line).whole().replace(name, "mesh"));
        // Where the server is.
        let told = |line: &&str| !line.starts_with("database ");
        LINES.map(|line| whole(line).lines().filter(told).map(|line| line.to_owned() + "\n").collect()).into()
    };
    let direct = said(&address, "mesh");
    for mode in ["session", "transaction"] {
        cluster.connect("postgres").batch_execute(&format!("create database {mode}_mesh")).unwrap();
        let Some(pooler) = Pooler::start(&cluster, mode) else { return };
        let address = pooler.address(&format!("{mode}_mesh"));
        let pooled = said(&address, &format!("{mode}_mesh"));
        assert_eq!(pooled, direct, "{mode}");
        // More operators than there are connections.
        thread::scope(|scope| {
            for number in 0..8 {
                let (scratch, address) = (&scratch, &address);
                scope.spawn(move || {
                    for line in [format!("node add x{number}"), format!("assign x{number} zsh")] {
                        on(scratch, address, &line).succeeds();
                    }
                });
            }
        });
        on(&scratch, &address, "push -q").succeeds();
    }
}
