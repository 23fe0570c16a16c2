//! A job that is stopped while somebody is asked gives the terminal back, and asks again once it goes on.

use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

use super::{ASKS, CONFIRMS, decided, on_terminal, shells, words};
use crate::support::{Database, Elsewhere, Talk, talk};

/// A shell with jobs, in which the program is one; it waits for a line before it lets a stopped one go on.
const SHELL: &str = r#"
    set -m
    "$@"
    code=$?
    while jobs %1 > /dev/null 2>&1; do
        echo "stopped"
        read -r line
        fg > /dev/null
        code=$?
    done
    exit "$code"
"#;

fn in_a_shell(db: &Database, line: &str) -> Talk {
    let call = db.call(words(line)).command();
    let mut shell = Command::new("bash");
    shell.args(["--norc", "-c", SHELL, "bash"]).arg(call.get_program()).args(call.get_args());
    shell.current_dir(db.work()).env_clear();
    shell.envs(call.get_envs().filter_map(|(name, value)| Some((name, value?))));
    talk(shell, 80, Elsewhere::default())
}

/// The process that a process has started.
fn child_of(parent: u32) -> Pid {
    let output = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output().expect("ps tells of processes");
    let text = String::from_utf8(output.stdout).unwrap();
    let pairs = text.lines().filter_map(|line| line.trim().split_once(char::is_whitespace));
    let child = pairs.filter(|(_, above)| above.trim() == parent.to_string()).find_map(|(pid, _)| pid.parse().ok());
    Pid::from_raw(child.expect("the program runs")).unwrap()
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_it_is_asked_again() {
    let db = shells().database();
    let mut talk = in_a_shell(&db, "assign laptop editor");
    talk.until(ASKS).types("z\u{1a}").until("stopped");
    assert!(!talk.is_asking());
    talk.types("\r").until("editor requires shell on laptop").until(ASKS).types("sh\r").until(CONFIRMS);
    talk.types("\u{1a}").until("stopped");
    assert!(!talk.is_asking());
    talk.types("\r").until(CONFIRMS).types("y\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}

#[test]
fn a_stop_signal_gives_the_terminal_back_too() {
    let db = shells().database();
    let mut talk = in_a_shell(&db, "assign laptop editor");
    talk.until(ASKS);
    assert!(talk.is_asking());
    kill_process(child_of(talk.process()), Signal::TSTP).unwrap();
    talk.until("stopped");
    assert!(!talk.is_asking());
    talk.types("\r").until(ASKS).types("\u{3}");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(130), "{screen}");
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn what_stops_at_once_takes_the_terminal_again() {
    let db = shells().database();
    let mut talk = in_a_shell(&db, "assign laptop editor");
    talk.until(ASKS);
    // Nothing can be done before this one; the shell has the terminal as it was left.
    kill_process(child_of(talk.process()), Signal::STOP).unwrap();
    talk.until("stopped").types("\r").until("editor requires shell on laptop").until(ASKS);
    talk.types("zsh\r").until(CONFIRMS).types("y\r").until("laptop gains editor");
    // What the shell makes of a terminal that it found so is its own business.
    talk.hangs_up();
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}

#[test]
fn where_nobody_could_let_it_go_on_nothing_stops() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("z\u{1a}s");
    let process = Pid::from_raw(talk.process().cast_signed()).unwrap();
    kill_process(process, Signal::TSTP).unwrap();
    talk.types("h\r").until(CONFIRMS).types("\u{1a}y\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}

#[test]
fn what_is_asked_is_shown_again_on_request() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zs\u{c}").until("editor requires shell on laptop").until("\n> zs").types("h\r");
    talk.until(CONFIRMS).types("\u{c}").until(CONFIRMS).types("y\r");
    assert_eq!(talk.ends().1, Some(0));
    assert_eq!(decided(&db), ["laptop editor", "laptop zsh"]);
}
