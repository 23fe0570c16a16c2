//! Every command through the real program: what it says, in text and as JSON, and its exit code, as whole outputs.

mod assignments;
mod batches;
mod catalogue;
mod codes;
mod crowded;
mod documents;
mod explaining;
mod failures;
mod helping;
mod holds;
mod interrupted;
mod inventory;
mod killed;
mod laws;
mod moving;
mod names;
mod network;
mod operators;
mod options;
mod pinning;
mod planning;
mod pushing;
mod remedies;
mod schema;
mod servers;
mod telling;

use snapbox::{Assert, IntoData};

use crate::support::{Database, Mesh, mesh};

/// Runs commands, one a line, and compares all that they said. `< file` at the end of a line is standard input.
///
/// Times, ids and digests are named by what they are: what they hold is tried elsewhere.
#[track_caller]
pub(crate) fn says(database: &Database, lines: &str, expected: impl IntoData) {
    let ran = lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| said(database, line));
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(ran.collect::<String>(), expected);
}

#[track_caller]
fn said(database: &Database, line: &str) -> String {
    let (command, input) = line.split_once(" < ").unwrap_or((line, ""));
    let words = shell_words::split(command).expect("the quotes close");
    let mut call = database.call(words);
    if !input.is_empty() {
        call = call.stdin(std::fs::read_to_string(database.work().join(input)).expect("the file is there"));
    }
    named(&call.run().whole().replace(&database.url(), "[DATABASE]"))
}

/// The text with every time, id and digest named.
fn named(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "-:.".contains(c);
    let mut told = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let bare = word.trim_end_matches([':', '.']);
        told.push_str(named_word(bare));
        told.push_str(&word[bare.len()..]);
        let next = after.chars().next().map_or(0, char::len_utf8);
        told.push_str(&after[..next]);
        rest = &after[next..];
    }
    told
}

fn named_word(word: &str) -> &str {
    let is_hex = |length| word.len() == length && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let is_time = word.len() >= 20 && word.ends_with('Z') && word.as_bytes()[10] == b'T';
    match word {
        _ if is_hex(64) => "[DIGEST]",
        _ if is_hex(36) => "[ID]",
        _ if is_time => "[TIME]",
        _ => word,
    }
}

/// What a command leaves behind: every table but the log of what was asked.
fn rows(database: &Database) -> Vec<Vec<Vec<String>>> {
    let tables = database.sql(
        "select format('%I.%I', schemaname, tablename) from pg_tables \
         where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    );
    tables.iter().map(|table| database.sql(&format!("select * from {} t order by t::text", table[0]))).collect()
}

/// Two display servers for one seat, three shells, and a laptop.
fn laptop() -> Mesh {
    mesh()
        .site("attic")
        .node("laptop")
        .at("attic")
        .fact("arch", "x86_64")
        .node("pi")
        .module("xorg", |m| m.provides("x-display").claims("the-seat"))
        .module("wayland", |m| m.provides("wayland-display").claims("the-seat"))
        .module("i3", |m| m.requires("x-display").file("/usr/share/xsessions/default.desktop"))
        .module("sway", |m| m.requires("wayland-display").file("/usr/share/xsessions/default.desktop"))
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell").needs("arch", "riscv64"))
        .module("editor", |m| m.requires("shell"))
}

/// One database that two web servers take, and a node for a second one.
fn databases() -> Mesh {
    mesh()
        .site("attic")
        .node("db1")
        .at("attic")
        .nodes(&["db2", "web1", "web2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("mariadb", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database").provides_mesh("web"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
}
