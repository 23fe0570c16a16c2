//! A page of Markdown as it would be if it were written now.
//!
//! - A block `console` is a session in a shell: `$` before a command, `>` before its further lines, then its output.
//!   All of a page are one session, in one folder and on one database.
//! - A block `console tour` is what `provost tour` prints.
//! - A block `sh` holds commands of the Makefile; that each is one is checked, as running them is what called us.
//! - A block that says the name of a file (`json home/dns.json`) stands as it is.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Database, database};

/// Compares a page with what it would be now, or with `SNAPSHOTS=overwrite` writes that. Times are compared as if they
/// were equal.
pub(super) fn shows_what_the_program_does(page: &Path) {
    let written = fs::read_to_string(page).unwrap();
    let played = play(&written);
    if std::env::var("SNAPSHOTS").is_ok_and(|action| action == "overwrite") {
        if timeless(&written) != timeless(&played) {
            fs::write(page, played).unwrap();
        }
        return;
    }
    snapbox::assert_data_eq!(timeless(&played), snapbox::IntoData::raw(timeless(&written)));
}

fn play(written: &str) -> String {
    let database = database();
    // Roles belong to the whole server, which may have been there before.
    let roles = written.split("create role ").skip(1).filter_map(|rest| rest.split_once(" login"));
    roles.for_each(|(role, _)| drop(database.sql(&format!("drop role if exists {role}"))));
    let mut played = String::new();
    let mut lines = written.lines();
    while let Some(line) = lines.next() {
        played.push_str(line);
        played.push('\n');
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        played.push_str(&match kind {
            "console" => session(&block, &database),
            "console tour" => tour(&database),
            "sh" => made(&block),
            kind if kind == "json" || kind.contains(' ') => block.iter().flat_map(|line| [line, "\n"]).collect(),
            kind => panic!("nobody runs a block of {kind:?}"),
        });
        played.push_str("```\n");
    }
    played
}

fn session(block: &[&str], database: &Database) -> String {
    let mut played = String::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        played.push_str(&format!("{line}\n"));
        let mut command = command.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            played.push_str(&format!("{more}\n"));
            command.push_str(&more.replacen("> ", "\n", 1));
        }
        let said = shell(&command, database);
        played.push_str(&said);
        // What stands between commands for the eye is no output.
        if lines.clone().take_while(|line| !line.starts_with("$ ")).last().is_some_and(|line| line.is_empty()) {
            played.push_str(if said.ends_with("\n\n") { "" } else { "\n" });
        }
    }
    played
}

/// Both streams of a line, as a terminal would show them.
fn shell(line: &str, database: &Database) -> String {
    let output = in_shell(&format!("exec 2>&1\n{line}"), database).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A line in a shell that has the program on its path.
pub(super) fn in_shell(line: &str, database: &Database) -> Command {
    let provost = database.call([""; 0]).command();
    let beside = Path::new(provost.get_program()).parent().unwrap();
    let path = format!("{}:{}", beside.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(database.work()).env_clear();
    shell.envs(provost.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("PATH", path);
    shell.stdin(Stdio::null());
    shell
}

fn tour(database: &Database) -> String {
    database.call(["tour", "-q"]).env("TMPDIR", "/tmp").run().succeeds().stdout
}

/// Commands of the Makefile, each of which there is.
fn made(block: &[&str]) -> String {
    for line in block {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        assert_eq!(words.first(), Some(&"make"), "{line:?} is not run by anybody");
        let mut make = Command::new("make");
        make.arg("--dry-run").args(&words[1..]).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = make.env_remove("MAKEFLAGS").env_remove("MAKELEVEL").output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    block.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The same text, with every time in it the same.
fn timeless(text: &str) -> String {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00Z";
    let is_time = |at: &[u8]| {
        at.len() == SHAPE.len()
            && at.iter().zip(SHAPE).all(|(c, s)| if *s == b'0' { c.is_ascii_digit() } else { c == s })
    };
    let mut bytes = text.as_bytes().to_vec();
    for at in 0..bytes.len().saturating_sub(SHAPE.len() - 1) {
        if is_time(&bytes[at..at + SHAPE.len()]) {
            bytes[at..at + SHAPE.len()].copy_from_slice(SHAPE);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn times_are_as_if_they_were_equal() {
    assert_eq!(timeless("pinned at 2026-11-30T03:34:18Z, 2026-11-30"), "pinned at 0000-00-00T00:00:00Z, 2026-11-30");
}
