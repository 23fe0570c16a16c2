//! A network that drops or swallows: one message, within the time that was given, and the truth about what was changed.

use crate::oracle::dice::Dice;
use crate::support::{Database, Proxy, Ran, Way, mesh, times, tried};

fn small() -> Database {
    mesh().node("a").node("b").module("zsh", |m| m.provides("shell")).database()
}

fn through(database: &Database, proxy: &Proxy, line: &str) -> Ran {
    let words = shell_words::split(line).unwrap();
    database.call(words).env("PROVOST_DATABASE", proxy.url()).run()
}

/// How many changes and pushes there are.
fn done(database: &Database) -> String {
    database.sql("select (select count(*) from public.change) + (select count(*) from public.push)")[0][0].clone()
}

#[test]
fn a_commit_whose_answer_was_lost_is_asked_after() {
    for (line, says) in [("assign a zsh", "a gains zsh\n"), ("push", "generation 1\n")] {
        let database = small();
        let before = done(&database);
        let ran = through(&database, &Proxy::committed(&database, false), line).succeeds();
        assert!(ran.stdout.starts_with(says), "{}", ran.whole());
        assert!(
            ran.stderr
                .starts_with("warning: the connection was lost while it was committed, which it was all the same"),
            "{}",
            ran.whole()
        );
        assert_ne!(done(&database), before);
    }
}

#[test]
fn where_nobody_can_be_asked_it_is_not_known() {
    for line in ["assign a zsh --lock-timeout 0.3", "push --lock-timeout 0.3"] {
        let database = small();
        let ran = through(&database, &Proxy::committed(&database, true), line).exits(1);
        assert_eq!(ran.stdout, "");
        assert!(ran.stderr.contains("may or may not have been made"), "{}", ran.whole());
        assert!(ran.stderr.contains("provost log shows whether it was made"), "{}", ran.whole());
    }
}

/// After whichever byte, either way.
#[test]
fn a_connection_that_is_dropped_leaves_all_or_nothing_and_it_is_told() {
    let mut dice = Dice::new(5);
    let cases = 30 * times();
    for line in ["assign a zsh", "plan", "push"] {
        let database = small();
        let whole = Proxy::whole(&database);
        through(&database, &whole, line);
        for _ in 0..cases / 3 {
            let database = small();
            let (way, before) = (dice.one_of(&[Way::ToServer, Way::ToProgram]), done(&database));
            let bytes = dice.between(0, whole.bytes(way));
            let ran = through(&database, &Proxy::after(&database, way, bytes), line);
            let is_done = done(&database) != before;
            let what = format!("{bytes} bytes {way:?}\n{}", ran.whole());
            match ran.code {
                Some(0) => assert!(is_done || line == "plan", "{what}"),
                Some(1) => {
                    assert!(!is_done, "{what}");
                    assert_eq!((ran.stdout.as_str(), ran.stderr.matches("error: ").count()), ("", 1), "{what}");
                }
                _ => panic!("{what}"),
            }
            database.run("plan -q").succeeds();
            database.run("node add c --lock-timeout 5 -q").succeeds();
        }
    }
    tried(cases, "connections dropped after a random byte");
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let database = small();
    let ran = through(&database, &Proxy::silent(&database), "plan");
    let within = database.call(["plan"]).env("PROVOST_DATABASE", Proxy::silent(&database).url());
    let ran = [ran, within.env("PGCONNECT_TIMEOUT", "2").run()];
    for ran in ran {
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.whole());
        assert_eq!(ran.stderr.matches("error: ").count(), 1, "{}", ran.whole());
    }
}
