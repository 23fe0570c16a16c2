//! `provost declaration NODE --follow`: each declaration once and in order, whatever becomes of the connection.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, ChildStdout, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Role, home, unpushed};
use crate::support::{Call, Database, schemas, times, tried};

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program while it follows.
pub(super) struct Following {
    child: Child,
    lines: Receiver<String>,
    warnings: Receiver<String>,
}

fn told(lines: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(lines).lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Starts a call whose output nobody reads yet.
fn started(call: &Call<'_>) -> (Child, ChildStdout) {
    let mut command = call.command();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let stdout = child.stdout.take().unwrap();
    (child, stdout)
}

impl Following {
    pub(super) fn of(call: &Call<'_>) -> Self {
        let (mut child, stdout) = started(call);
        let stderr = child.stderr.take().unwrap();
        Self { child, lines: told(stdout), warnings: told(stderr) }
    }

    /// The next declaration, which is as its schema says.
    #[track_caller]
    pub(super) fn next(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("another declaration is printed");
        let declaration = serde_json::from_str(&line).expect("a declaration is JSON, on one line");
        schemas::valid("declaration", &declaration);
        declaration
    }

    #[track_caller]
    pub(super) fn generation(&mut self) -> i64 {
        self.next()["generation"].as_i64().unwrap()
    }

    /// What is said beside, once.
    #[track_caller]
    fn warned(&mut self) -> String {
        self.warnings.recv_timeout(PATIENCE).expect("something is said")
    }

    /// Ends it, and gives the exit code and all that was not looked at.
    pub(super) fn ends(mut self, signal: Signal) -> (Option<i32>, Vec<String>) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
        let code = self.child.wait().unwrap().code();
        (code, self.lines.iter().chain(self.warnings.iter()).collect())
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn follow(database: &Database, line: &str) -> Following {
    Following::of(&database.call(shell_words::split(&format!("declaration {line} --follow")).unwrap()))
}

/// Declares something new to a node.
#[track_caller]
fn declare(database: &Database, node: &str, fact: i64) {
    database.run(&format!("node set {node} --fact step={fact}")).succeeds();
    database.run("push").succeeds();
}

/// Ends the connections of whoever follows.
fn cut(database: &Database) {
    let statement = "select pg_terminate_backend(pid, 10000) from pg_stat_activity \
                     where datname = current_database() and pid <> pg_backend_pid()";
    database.sql(statement);
}

#[test]
fn each_declaration_is_a_line_from_the_last_one_acknowledged_on() {
    let database = home();
    declare(&database, "web1", 1);
    declare(&database, "db1", 2); // what web1 takes says this too
    declare(&database, "web1", 3);
    let mut all = follow(&database, "web1");
    let generations: Vec<i64> = (0..4).map(|_| all.generation()).collect();
    assert_eq!(generations, [1, 2, 3, 4]);
    declare(&database, "web1", 4);
    assert_eq!(all.next()["facts"]["step"], 4);
    assert_eq!(all.ends(Signal::TERM), (Some(130), vec![]));

    database.run("ack web1 3").succeeds();
    let mut new = follow(&database, "web1");
    assert_eq!([new.generation(), new.generation()], [4, 5]);
    assert_eq!(new.ends(Signal::INT), (Some(130), vec![]));
    // A failure is an answer too: it is the machine that tries again, not the mesh.
    database.run("ack web1 5 --failed 'no room'").succeeds();
    let mut after = follow(&database, "web1");
    declare(&database, "web1", 5);
    assert_eq!(after.generation(), 6);
    let mut stated = follow(&database, "web1 --after 5");
    assert_eq!(stated.generation(), 6);
    let text = database.run("declaration web1").succeeds().json();
    assert_eq!(text["generation"], 6);
}

#[test]
fn a_connection_that_is_lost_loses_nothing_and_repeats_nothing() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let mut following = Following::of(&agent.call("declaration web1 --follow"));
    assert_eq!(following.generation(), 1);
    for step in 2..8 {
        if step % 2 == 0 {
            cut(&database);
        }
        declare(&database, "web1", step);
        if step % 3 == 0 {
            cut(&database);
        }
        if step % 4 == 0 {
            agent.run("ack web1 1").succeeds();
        }
    }
    let generations: Vec<i64> = (0..6).map(|_| following.generation()).collect();
    assert_eq!(generations, [2, 3, 4, 5, 6, 7]);
    let (code, rest) = following.ends(Signal::TERM);
    assert_eq!(code, Some(130));
    assert!(rest.iter().all(|line| line.starts_with("warning: ")), "{rest:?}");
}

#[test]
fn a_loss_is_told_once() {
    let database = home();
    let mut following = follow(&database, "web1");
    assert_eq!(following.generation(), 1);
    cut(&database);
    let warning = following.warned();
    assert_eq!(
        warning,
        "warning: the connection to the database was lost while listening for pushes, and nothing was changed: \
         terminating connection due to administrator command; trying until it is back"
    );
    declare(&database, "web1", 1);
    assert_eq!(following.generation(), 2);
    assert_eq!(following.ends(Signal::TERM), (Some(130), vec![]));
}

#[test]
fn a_database_that_comes_back_without_its_last_push_is_followed_from_what_both_have() {
    let database = home();
    let behind = database.copy();
    declare(&database, "web1", 1);
    let mut following = follow(&database, "web1");
    assert_eq!([following.generation(), following.generation()], [1, 2]);
    // The one that was behind takes over: its second generation is another.
    let (name, other) =
        (&database.sql("select current_database()")[0][0], &behind.sql("select current_database()")[0][0]);
    let elsewhere = Database::empty();
    elsewhere.sql(&format!(r#"alter database "{name}" allow_connections false"#));
    let ended = format!("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{name}'");
    elsewhere.sql(&ended);
    elsewhere.sql(&format!(r#"alter database "{name}" rename to "{name}_lost""#));
    elsewhere.sql(&format!(r#"alter database "{other}" rename to "{name}""#));
    declare(&database, "web1", 7);
    let again = following.next();
    assert_eq!((&again["generation"], &again["facts"]["step"]), (&2.into(), &7.into()));
    elsewhere.sql(&format!(r#"drop database "{name}_lost""#));
}

#[test]
fn a_server_that_is_started_again_is_found_again() {
    let server = crate::store_connect::server::Server::start();
    let database = home();
    let url = format!("postgresql://provost@/mesh?host={}&port={}", server.socket(), server.port);
    let call = |line: &str| database.call(shell_words::split(line).unwrap()).env("PROVOST_DATABASE", &url);
    call("migrate").run().succeeds();
    call("import -").stdin(unpushed().document().to_string()).run().succeeds();
    call("push").run().succeeds();
    let mut following = Following::of(&call("declaration web1 --follow"));
    assert_eq!(following.generation(), 1);
    server.restart();
    call("node set web1 --fact step=1").run().succeeds();
    call("push").run().succeeds();
    assert_eq!(following.generation(), 2);
    let warning = following.warned();
    assert!(warning.ends_with("trying until it is back"), "{warning}");
    assert_eq!(following.ends(Signal::TERM), (Some(130), vec![]));
}

/// A machine over many pushes, whose connection and whose process are cut again and again; `make endurance` has many more.
#[test]
fn endurance_of_a_machine_that_follows() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let pushes = 24 * times().cast_signed();
    let start = || Following::of(&agent.call("declaration web1 --follow"));
    let mut following = start();
    let (mut expected, mut acknowledged, mut cuts, mut ends, mut repeated) = (1, 0, 0, 0, 0);
    // Numbers that have nothing to do with each other, and are the same in every run.
    let mut dice = crate::oracle::dice::Dice::new(7);
    while expected <= pushes {
        match dice.between(0, 5) {
            0 => (cuts, _) = (cuts + 1, cut(&database)),
            1 => {
                // What was printed and not acknowledged is printed again by the next process, and nothing else is.
                let (code, _) = following.ends(Signal::KILL);
                assert_eq!(code, None);
                following = start();
                repeated += expected - 1 - acknowledged;
                for again in acknowledged + 1..expected {
                    assert_eq!(following.generation(), again);
                }
                ends += 1;
            }
            2 if acknowledged < expected - 1 => {
                acknowledged = expected - 1;
                agent.run(&format!("ack web1 {acknowledged}")).succeeds();
            }
            _ => {
                assert_eq!(following.generation(), expected);
                declare(&database, "web1", expected);
                expected += 1;
            }
        }
    }
    database.run("status --verify").succeeds();
    let figures = format!(
        "pushes heard in order, over {cuts} cut connections and {ends} killed processes; {repeated} that \
                           were not acknowledged were told again"
    );
    tried(pushes.cast_unsigned(), &figures);
}

#[test]
fn a_standby_that_takes_over_is_followed() {
    let server = crate::store_connect::server::Server::start();
    let database = home();
    let standby = server.standby();
    let place =
        |ports: &str, hosts: &str, more: &str| format!("postgresql://provost@/mesh?host={hosts}&port={ports}{more}");
    let socket = server.socket();
    let both = place(
        &format!("{},{}", server.port, standby),
        &format!("{socket},{socket}"),
        "&target_session_attrs=read-write&connect_timeout=5",
    );
    let alone = place(&standby.to_string(), &socket, "");
    let call = |line: &str, url: &str| database.call(shell_words::split(line).unwrap()).env("PROVOST_DATABASE", url);
    call("migrate", &both).run().succeeds();
    call("import -", &both).stdin(unpushed().document().to_string()).run().succeeds();
    call("push", &both).run().succeeds();
    let mut following = Following::of(&call("declaration web1 --follow", &both));
    assert_eq!(following.generation(), 1);
    // A standby tells nobody of pushes: it is asked.
    let mut reading = Following::of(&call("declaration web1 --follow", &alone));
    assert_eq!(reading.generation(), 1);
    call("node set web1 --fact step=1", &both).run().succeeds();
    call("push", &both).run().succeeds();
    assert_eq!([following.generation(), reading.generation()], [2, 2]);
    call("ack web1 2", &alone).run().exits(1);
    server.fail_over();
    call("node set web1 --fact step=2", &both).run().succeeds();
    call("push", &both).run().succeeds();
    // What somebody else acknowledges is not told any more: so this comes after.
    assert_eq!([following.generation(), reading.generation()], [3, 3]);
    call("ack web1 3", &both).run().succeeds();
    call("status --verify", &both).run().succeeds();
}

#[test]
fn a_machine_that_goes_is_told_so_and_may_come_back() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let mut following = Following::of(&agent.call("declaration web1 --follow"));
    assert_eq!(following.generation(), 1);
    let id = database.run("export").json()["nodes"][1]["id"].clone();
    database.run("node rename web1 web9").succeeds();
    database.run("push").succeeds();
    assert_eq!(following.next()["node"], "web9");
    database.run("node remove web9").succeeds();
    database.run("push").succeeds();
    assert_eq!(following.next()["removed"], true);
    let back = serde_json::json!({"nodes": [{"name": "web1", "id": id}, {"name": "db1"}]});
    database.call(["import", "-"]).stdin(back.to_string()).run().succeeds();
    database.run("push").succeeds();
    assert_eq!(following.next()["node"], "web1");
}

#[test]
fn a_node_that_is_added_anew_is_followed_on() {
    let database = home();
    let mut following = follow(&database, "web1");
    assert_eq!(following.generation(), 1);
    database.run("node remove web1").succeeds();
    database.run("node add web1").succeeds();
    // Not before it is told that the one is gone.
    database.run("push").succeeds();
    let (gone, new) = (following.next(), following.next());
    assert_eq!((&gone["removed"], &new["removed"], &new["site"]), (&true.into(), &Value::Null, &Value::Null));
    assert_eq!(
        following.warned(),
        "warning: web1 was removed and added anew: from here on it is the new one, from its first declaration that was \
         not acknowledged"
    );
    declare(&database, "web1", 1);
    assert_eq!(following.generation(), 3);
    database.run("ack web1 3").succeeds();
    assert_eq!(following.ends(Signal::TERM), (Some(130), vec![]));
}

#[test]
fn the_login_of_a_node_that_is_added_anew_is_told_so() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let start = || Following::of(&agent.call("declaration web1 --follow"));
    let mut following = start();
    assert_eq!(following.generation(), 1);
    database.run("node remove web1").succeeds();
    database.run("push").succeeds();
    assert_eq!(following.next()["removed"], true);
    database.run("node add web1").succeeds();
    database.run("push").succeeds();
    let ended = |following: &mut Following| {
        let said: Vec<String> = (0..2).map(|_| following.warned()).collect();
        assert_eq!((following.child.wait().unwrap().code(), following.lines.iter().count()), (Some(1), 0));
        said.join("\n").replace(&agent.name, "ROLE")
    };
    let said = ended(&mut following);
    assert_eq!(
        said,
        "error: ROLE may not do it, while asking whose declarations this role sees: web1 was removed and added anew, and \
         it is the login of the node that went\nhelp: it takes the role operator, or node for that very node, which the \
         owner of the database gives: provost access grant node ROLE --node NODE"
    );
    // And whoever starts it again is not left in silence.
    agent.run("ack web1 2").succeeds();
    assert_eq!(ended(&mut start()), said);
    database.run(&format!("access grant node {} --node web1", agent.name)).succeeds();
    assert_eq!(start().generation(), 3);
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let database = home();
    let (mut child, mut stdout) = started(&database.call(["declaration", "web1", "--follow"]));
    stdout.read_exact(&mut [0; 1]).unwrap();
    drop(stdout);
    // Though nothing more is declared.
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[test]
fn a_reader_that_does_not_read_holds_nobody_up() {
    let database = unpushed().module("large", |m| m.with("resources", large())).assign("web1", "large").database();
    database.run("push").succeeds();
    let (mut child, mut stdout) = started(&database.call(["declaration", "web1", "--follow"]));
    // It is in the middle of a line that is longer than a pipe is.
    stdout.read_exact(&mut [0; 1]).unwrap();
    let open = "select count(*) from pg_stat_activity where datname = current_database() and state <> 'idle' \
                and pid <> pg_backend_pid()";
    assert_eq!(database.sql(open), [["0"]]);
    database.sql("set lock_timeout = 20000; alter table public.declaration add column later int");
    database.sql("alter table public.declaration drop column later");
    declare(&database, "web1", 1);
    // A signal lets the line end; whoever takes what was printed has it whole.
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(rest.iter().filter(|byte| **byte == b'\n').count(), 1);
    assert_eq!(rest.last(), Some(&b'\n'));
}

fn large() -> Value {
    let content = "x".repeat(300_000);
    serde_json::json!([{"id": "a", "type": "file", "path": "/etc/large", "content": content}])
}

#[test]
fn what_cannot_be_followed_is_said_at_once() {
    let database = home();
    database.run("declaration nowhere --follow").exits(2);
    database.run("declaration web1 --follow --generation 1").exits(2);
    database.run("declaration web1 --after 1").exits(2);
    Database::empty().run("declaration web1 --follow").exits(1);
    let nobody = Role::new(&database, "nobody");
    nobody.run("declaration web1 --follow").exits(1);
    let away = database.call(["declaration", "web1", "--follow"]).env("PROVOST_DATABASE", "host=/nowhere dbname=x");
    away.run().exits(1);
}

#[test]
fn rights_that_are_taken_end_it() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let mut following = Following::of(&agent.call("declaration web1 --follow"));
    assert_eq!(following.generation(), 1);
    database.run(&format!("access revoke {}", agent.name)).succeeds();
    declare(&database, "web1", 1);
    let code = following.child.wait().unwrap().code();
    assert_eq!((code, following.lines.iter().count()), (Some(1), 0));
}
