//! Who is killed while others are waited for is not waited for by the next.

use std::process::Stdio;

use super::home;
use crate::support::{Database, until};

/// The sessions that wait for others.
fn waiting(database: &Database) -> Vec<Vec<String>> {
    database.sql("select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
}

#[test]
fn who_is_killed_in_the_queue_leaves_it() {
    let database = home();
    let mut holding = database.connect();
    holding.batch_execute("begin; lock table public.queue in exclusive mode").unwrap();
    let started = |line: &str| {
        let call = database.call(shell_words::split(line).unwrap());
        call.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut killed = started("site add shed --lock-timeout 300");
    until("it waits", || !waiting(&database).is_empty());
    killed.kill().unwrap();
    killed.wait().unwrap();
    // Though nobody lets it go on, and nothing comes of asking.
    until("the server has noticed", || waiting(&database).is_empty());
    let mut next = started("site add loft --lock-timeout 300");
    until("the next one waits", || !waiting(&database).is_empty());
    holding.batch_execute("rollback").unwrap();
    assert_eq!(next.wait().unwrap().code(), Some(0));
    assert_eq!(database.sql("select name from site"), [["attic"], ["loft"]]);
}
