//! A signal at each stage of a change: the exit code and the words are true of what became of it.

use std::io::Read as _;
use std::process::{Child, Stdio};

use postgres::Client;
use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Database, mesh, until};

const INTERRUPTED: &str =
    "interrupted while it is committed: the server's answer is waited for; once more ends this without it\n";

/// A mesh in which whatever adds to a table waits for a lock that the test has, once it is committed.
fn slow(table: &str) -> (Database, Client) {
    let database = mesh().node("a").database();
    database.sql(&format!(
        "create function public.waits() returns trigger language plpgsql as \
             'begin perform pg_catalog.pg_advisory_xact_lock(7); return null; end'; \
         create constraint trigger waits after insert on public.{table} deferrable initially deferred \
             for each row execute function public.waits()",
    ));
    let mut client = database.connect();
    client.batch_execute("select pg_advisory_lock(7)").unwrap();
    (database, client)
}

fn start(database: &Database, args: &[&str]) -> Child {
    let mut command = database.call(args).command();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Until the server runs this statement for a program, and waits for a lock.
fn waiting(database: &Database, statement: &str) {
    let query = format!(
        "select from pg_stat_activity where datname = current_database() and query like '%{statement}%' \
             and wait_event_type = 'Lock' and pid <> pg_backend_pid()"
    );
    until("the program waits", || !database.sql(&query).is_empty());
}

/// The exit code, standard output and standard error.
fn ended(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn nodes(database: &Database) -> usize {
    database.sql("select from public.node").len()
}

/// Reads as much of standard error as is expected there.
fn said(child: &mut Child, expected: &str) -> String {
    let mut bytes = vec![0; expected.len()];
    child.stderr.as_mut().unwrap().read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn who_interrupts_a_commit_learns_what_became_of_it() {
    for of in [Signal::INT, Signal::TERM] {
        let (database, mut lock) = slow("change");
        let mut child = start(&database, &["node", "add", "b"]);
        waiting(&database, "commit");
        signal(&child, of);
        assert_eq!(said(&mut child, INTERRUPTED), INTERRUPTED);
        lock.batch_execute("select pg_advisory_unlock(7)").unwrap();
        assert_eq!(ended(child), (Some(0), "node b is added\n".to_owned(), String::new()));
        assert_eq!(nodes(&database), 2);
    }
}

#[test]
fn who_does_not_wait_for_it_is_told_that_it_is_not_known() {
    let (database, lock) = slow("change");
    let mut child = start(&database, &["node", "add", "b"]);
    waiting(&database, "commit");
    signal(&child, Signal::INT);
    assert_eq!(said(&mut child, INTERRUPTED), INTERRUPTED);
    signal(&child, Signal::INT);
    let unknown = "error: whether it was committed is not known; `provost log` tells\n";
    assert_eq!(ended(child), (Some(1), String::new(), unknown.to_owned()));
    drop(lock);
    until("the server is done", || nodes(&database) == 2);
}

#[test]
fn a_push_is_told_of_alike() {
    let (database, mut lock) = slow("push");
    let mut child = start(&database, &["push"]);
    waiting(&database, "commit");
    signal(&child, Signal::INT);
    assert_eq!(said(&mut child, INTERRUPTED), INTERRUPTED);
    lock.batch_execute("select pg_advisory_unlock(7)").unwrap();
    let (code, stdout, stderr) = ended(child);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("generation 1\n"), "{stdout}");
}

fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << (Signal::INT.as_raw() - 1)) != 0)
}

/// Before the commit nothing is listened to: the signal ends the program, and the server takes back what there is.
#[test]
fn before_the_commit_nothing_is_changed() {
    for of in [Signal::INT, Signal::TERM, Signal::KILL] {
        // Who runs in the background of a script was told to ignore it, and so is all that is started from there.
        if of == Signal::INT && ignores_interrupts() {
            continue;
        }
        let database = mesh().node("a").database();
        let mut other = database.connect();
        let mut holding = other.transaction().unwrap();
        holding.batch_execute("insert into public.site values ('attic')").unwrap();
        let child = start(&database, &["node", "add", "b"]);
        waiting(&database, "lock table");
        signal(&child, of);
        assert_eq!(ended(child), (None, String::new(), String::new()));
        holding.commit().unwrap();
        // The next one does not wait for the one that is gone.
        database.run("node add c --site attic --lock-timeout 20 -q").succeeds();
        assert_eq!(nodes(&database), 2);
    }
}

#[test]
fn what_is_made_is_not_called_unchanged_because_its_telling_was_interrupted() {
    let names: Vec<String> = (0..2_000).map(|number| format!(r#"{{"name": "node{number}"}}"#)).collect();
    let database = mesh().database();
    database.write("mesh.json", &format!(r#"{{"nodes": [{}]}}"#, names.join(", ")));
    let mut child = start(&database, &["import", "mesh.json", "--output", "json"]);
    // More than a pipe holds is to be told, and nobody reads it any further.
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    signal(&child, Signal::INT);
    let made = "interrupted once the change was made; `provost log` tells of it\n";
    assert_eq!(said(&mut child, made), made);
    let (code, _, rest) = ended(child);
    assert_eq!((code, rest.as_str()), (Some(0), ""));
}
