//! Which colours, characters and remarks go where.

use snapbox::str;

use super::{wide, words};
use crate::support::{Elsewhere, mesh, talk};

const ESCAPE: char = '\u{1b}';

/// What a terminal and a pipe get.
fn both(line: &str, variables: &[(&str, &str)]) -> (String, String) {
    let db = wide().database();
    let call = || {
        let call = db.call(words(line)).env("TERM", "xterm").env("PAGER", "cat");
        variables.iter().fold(call, |call, (name, value)| call.env(name, *value))
    };
    let (screen, _) = talk(call().command(), 80, Elsewhere::default()).ends();
    let piped = call().run();
    (screen, piped.stdout + &piped.stderr)
}

#[test]
fn colour_is_for_terminals_that_have_it() {
    let colours = |line: &str, variables: &[(&str, &str)]| {
        let (screen, piped) = both(line, variables);
        (screen.contains(ESCAPE), piped.contains(ESCAPE))
    };
    for line in ["plan", "assign ノートパソコン sway", "site list", "--help"] {
        assert_eq!(colours(line, &[]), (true, false), "{line}");
        assert_eq!(colours(line, &[("NO_COLOR", "1")]), (false, false), "{line}");
        assert_eq!(colours(line, &[("CLICOLOR_FORCE", "1")]), (true, true), "{line}");
        assert_eq!(colours(line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), (false, false), "{line}");
        assert_eq!(colours(line, &[("TERM", "dumb")]), (false, false), "{line}");
        assert_eq!(colours(&format!("{line} --color never"), &[("CLICOLOR_FORCE", "1")]), (false, false), "{line}");
        assert_eq!(colours(&format!("{line} --color always"), &[("NO_COLOR", "1")]), (true, true), "{line}");
    }
}

#[test]
fn colour_says_nothing_that_words_do_not() {
    for line in ["plan", "assign ノートパソコン sway", "status"] {
        let plain = both(line, &[("NO_COLOR", "1")]).0;
        let mut coloured = both(line, &[]).0;
        while let Some(at) = coloured.find(ESCAPE) {
            let end = coloured[at..].find('m').unwrap();
            coloured.replace_range(at..=at + end, "");
        }
        let same = |text: &str| text.replace(|c: char| c.is_ascii_hexdigit(), "");
        assert_eq!(same(&coloured), same(&plain), "{line}");
    }
}

#[test]
fn a_terminal_without_other_characters_gets_none() {
    for line in [
        "plan --all",
        "assign ノートパソコン 編集 --no-input",
        "status",
        "node list",
        "log",
        "--help",
        "explain choose-module",
    ] {
        let (screen, _) = both(line, &[("LANG", "C"), ("NO_COLOR", "1")]);
        assert!(screen.is_ascii(), "{line}\n{screen}");
    }
}

#[test]
fn quiet_says_nothing_beside_results() {
    let db = mesh().database();
    let ran = db.run("pins -q");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    db.write("a.json", r#"{"name": "a", "provide": ["b"]}"#);
    let ran = db.run("module register a.json -q");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
}

#[test]
fn verbose_says_every_statement_and_its_time() {
    let db = mesh().database();
    let ran = db.run("node add laptop -v").succeeds();
    assert_eq!(ran.stdout, "node laptop is added\n");
    let said: String = ran
        .stderr
        .lines()
        .map(|line| {
            let (time, what) = line.trim_start().split_once(" ms  ").expect("a time comes first");
            assert!(time.parse::<f64>().is_ok(), "{line}");
            what.split_whitespace().take(3).collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    snapbox::assert_data_eq!(
        said,
        str![[r#"
connected to server
begin isolation level
select number, name,
copy ( select
copy (select gathered.*
read 0 nodes
resolved and decided
insert into public.node
insert into public.change
commit
wrote 1 edit

"#]]
    );
}
