//! Which room may use which, read from the sources.

use std::collections::BTreeSet;

use super::sources::{Source, project, sources};

const EVERY: &[&str] =
    &["environment", "model", "resolver", "plan", "store", "report", "outcome", "terminal", "commands"];

/// Each room, and the rooms that it may use beside itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("environment", &[]),
    ("model", &[]),
    ("resolver", &["model"]),
    ("plan", &["model", "resolver"]),
    ("store", &["environment", "model"]),
    ("report", &["model", "resolver", "plan", "store"]),
    ("outcome", &["report"]),
    ("terminal", &["environment", "model", "report", "outcome"]),
    ("commands", EVERY),
    ("lib", EVERY),
    ("main", EVERY),
];

#[test]
fn a_room_uses_only_what_stands_to_its_left() {
    let mut wrong = Vec::new();
    for source in sources() {
        let room = source.room();
        let (_, may) = ROOMS.iter().find(|(name, _)| *name == room).unwrap_or_else(|| panic!("{room} is no room"));
        let used = used_by(&source);
        wrong.extend(
            used.iter()
                .filter(|used| *used != room && !may.contains(&used.as_str()))
                .map(|used| format!("{} uses {used}", source.path)),
        );
    }
    assert_eq!(wrong, [""; 0], "each room's arrows are in src/lib.rs");
}

#[test]
fn the_map_names_every_room() {
    let map = std::fs::read_to_string(project().join("src/lib.rs")).unwrap();
    for room in EVERY {
        assert!(map.contains(&format!("//! | [`{room}`] |")), "src/lib.rs does not say what {room} is for");
    }
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let silent = sources().into_iter().filter(|source| !source.opening.starts_with("//! "));
    assert_eq!(silent.map(|source| source.path).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn only_the_store_speaks_sql() {
    let sql = ["insert into", "delete from", "select ", "lock table", "pg_catalog", "public.", "postgres::"];
    assert_eq!(lines_with(&sql, &["store"]), [""; 0]);
}

/// The store tells what is involved, and the report words it.
#[test]
fn the_store_words_nothing() {
    let but_store: Vec<&str> = EVERY.iter().chain(&["lib", "main"]).copied().filter(|room| *room != "store").collect();
    // No statement of SQL has one of these, and hardly a sentence has none.
    let english = [" the ", "\"the ", " it ", "\"it ", " was ", " were ", " this ", " cannot ", " may not ", " you "];
    assert_eq!(lines_with(&english, &but_store), [""; 0]);
    // What the driver carries as any error is shown by its bare name.
    let carried = ["store/error/cause.rs", "store/error/meaningless.rs"];
    assert_eq!(lines_with(&["Display for"], &[but_store.as_slice(), &carried].concat()), [""; 0]);
}

/// Of the store it knows what fails and what is broken.
#[test]
fn the_report_reads_nothing() {
    let but_report: Vec<&str> =
        EVERY.iter().chain(&["lib", "main"]).copied().filter(|room| *room != "report").collect();
    assert_eq!(
        lines_with(&["Session<", "mut Client", "connect(", "snapshot::load", "fs::", "env::"], &but_report),
        [""; 0]
    );
}

#[test]
fn only_the_terminal_prints() {
    let printing = ["println!", "print!", "eprintln!", "eprint!", "io::stdout", "io::stderr", "dbg!"];
    assert_eq!(lines_with(&printing, &["terminal"]), [""; 0]);
}

#[test]
fn only_main_ends_the_process() {
    assert_eq!(lines_with(&["process::exit", "process::abort"], &["main"]), [""; 0]);
}

#[test]
fn nothing_panics_by_design() {
    let panics = [".unwrap()", ".expect(", "panic!(", "unreachable!(", "todo!(", "unimplemented!(", "assert!("];
    assert_eq!(lines_with(&panics, &[]), [""; 0]);
}

#[test]
fn the_deciding_rooms_have_no_clock_no_chance_and_no_files() {
    // What commands name is read where it becomes values.
    let others =
        ["environment", "store", "report", "outcome", "terminal", "commands", "main", "lib", "model/read/files.rs"];
    let world = [
        "SystemTime",
        "Instant::",
        "io::stdin",
        "Uuid::new",
        "thread::sleep",
        "TcpStream",
        "TcpListener",
        "UdpSocket",
        "UnixStream",
        "ToSocketAddrs",
    ];
    assert_eq!(lines_with(&world, &others), [""; 0]);
    let world = ["fs", "env", "process"];
    let sources = sources();
    let deciding = sources.iter().filter(|source| !is_in(source, &others));
    let used = deciding.flat_map(|source| {
        let used = named(&source.text(), "std::").into_iter().filter(|name| world.contains(&name.as_str()));
        used.map(|name| format!("{} uses std::{name}", source.path))
    });
    assert_eq!(used.collect::<Vec<_>>(), [""; 0]);
}

/// Whether a source is one of these, or in one of these rooms.
fn is_in(source: &Source, places: &[&str]) -> bool {
    places.contains(&source.room()) || places.contains(&source.path.as_str())
}

/// The lines that hold one of these outside of some rooms and files.
fn lines_with(words: &[&str], but_in: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources().iter().filter(|source| !is_in(source, but_in)) {
        let lines = source.lines.iter().filter(|(_, line)| words.iter().any(|word| stands_in(word, line)));
        found.extend(lines.map(|(number, line)| format!("{}:{number}: {}", source.path, line.trim())));
    }
    found
}

/// Whether a line has a word that is not the end of a longer one.
fn stands_in(word: &str, line: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let starts_a_word = word.starts_with(is_part);
    line.match_indices(word).any(|(at, _)| !starts_a_word || !line[..at].ends_with(is_part))
}

/// The rooms that a file names: `crate::room`, `use crate::{room::…, room}`, or enough `super::` to get there.
fn used_by(source: &Source) -> BTreeSet<String> {
    let (text, up) = (source.text(), "super::".repeat(source.depth()));
    let named = ["crate::", up.as_str()].into_iter().flat_map(|root| named(&text, root));
    named.filter(|name| EVERY.contains(&name.as_str())).collect()
}

/// What a text names below a root, alone or in a list.
fn named(text: &str, root: &str) -> Vec<String> {
    let after = text.match_indices(root).map(|(at, root)| &text[at + root.len()..]);
    let named = after.flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => heads(list),
        None => vec![word(rest)],
    });
    named.collect()
}

/// The first word of each entry of a list in braces, of which the opening one is gone.
fn heads(list: &str) -> Vec<String> {
    let (mut depth, mut heads, mut begins) = (0_usize, Vec::new(), true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                heads.push(word(&list[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    heads
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn what_a_file_uses_is_read_whole() {
    let source = |path: &str, text: &str| Source {
        path: path.to_owned(),
        lines: (1..).zip(text.lines().map(str::to_owned)).collect(),
        opening: String::new(),
    };
    let used = |path: &str, text: &str| used_by(&source(path, text)).into_iter().collect::<Vec<_>>();
    assert_eq!(
        used("plan/mod.rs", "use crate::{\n    model::{Mesh, store},\n    resolver,\n};"),
        ["model", "resolver"]
    );
    assert_eq!(used("plan/print.rs", "fn f(mesh: &crate::store::Session) {}"), ["store"]);
    assert_eq!(used("store/connect/dial.rs", "use super::super::super::report::Style;"), ["report"]);
    assert_eq!(used("store/connect/dial.rs", "use super::super::{report};"), [""; 0]);
    let standard = "use std::{\n    collections::{HashMap, fs_like},\n    fs, io::{self, Read},\n};\nstd::env::args()";
    assert_eq!(named(standard, "std::"), ["collections", "fs", "io", "env"]);
}

#[test]
fn every_file_is_part_of_the_house() {
    let sources = sources();
    let declares = |path: &str, name: &str| {
        let source = sources.iter().find(|source| source.path == path);
        source.is_some_and(|source| {
            source.lines.iter().any(|(_, line)| line.trim_end().ends_with(&format!("mod {name};")))
        })
    };
    let is_part = |path: &str| {
        let stem = path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let above = if folder.is_empty() { "lib.rs".to_owned() } else { format!("{folder}/mod.rs") };
        declares(&above, name) || declares(&format!("{folder}.rs"), name)
    };
    let apart = sources
        .iter()
        .filter(|source| !["lib.rs", "main.rs"].contains(&source.path.as_str()) && !is_part(&source.path));
    assert_eq!(apart.map(|source| source.path.as_str()).collect::<Vec<_>>(), [""; 0], "nothing compiles it");
}
