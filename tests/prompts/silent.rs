//! Where nobody is there to be asked, or does not want to be, nothing is asked: the same refusal, with what to type.

use super::{ASKS, decided, on_terminal, shells, words};
use crate::support::{Elsewhere, talk};

const LINE: &str = "assign laptop editor";

/// What is said where nobody is asked, as a pipe gets it.
const REFUSED: &str = "provost assign laptop bash";

#[track_caller]
fn asks_nothing(line: &str, variables: &[(&str, &str)], elsewhere: Elsewhere) {
    let db = shells().database();
    let mut call = db.call(words(line));
    for (name, value) in variables {
        call = call.env(name, *value);
    }
    let (screen, code) = talk(call.command(), 80, elsewhere).ends();
    assert_eq!(code, Some(3), "{screen}");
    assert!(!screen.contains(ASKS), "{screen}");
    assert!(elsewhere.error || screen.contains(REFUSED), "{screen}");
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn no_input_asks_nothing() {
    asks_nothing("assign laptop editor --no-input", &[], Elsewhere::default());
}

#[test]
fn ci_asks_nothing() {
    asks_nothing(LINE, &[("CI", "1")], Elsewhere::default());
    asks_nothing(LINE, &[("CI", "true")], Elsewhere::default());
}

#[test]
fn without_a_terminal_at_both_ends_nothing_is_asked() {
    asks_nothing(LINE, &[], Elsewhere { input: true, ..Elsewhere::default() });
    asks_nothing(LINE, &[], Elsewhere { error: true, ..Elsewhere::default() });
}

#[test]
fn programs_and_dry_runs_are_asked_nothing() {
    let db = shells().database();
    for (line, said) in [("--output json", "provost.refused/1"), ("--dry-run", REFUSED)] {
        let (screen, code) = on_terminal(&db, &format!("{LINE} {line}")).ends();
        assert_eq!(code, Some(3));
        assert!(screen.contains(said) && !screen.contains(ASKS), "{screen}");
    }
}

#[test]
fn who_types_the_lines_is_asked_nothing_more() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "batch -");
    talk.types("assign laptop editor\r\u{4}");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(3), "{screen}");
    assert!(screen.contains("choose-module") && !screen.contains(ASKS), "{screen}");
}

#[test]
fn a_standard_output_elsewhere_does_not_matter() {
    let db = shells().database();
    let elsewhere = Elsewhere { output: true, ..Elsewhere::default() };
    let mut talk = talk(db.call(words(LINE)).command(), 80, elsewhere);
    talk.until(ASKS).types("1\r").until("[y/N] ").types("y\r");
    assert_eq!(talk.ends().1, Some(0));
    assert_eq!(decided(&db), ["laptop bash", "laptop editor"]);
}

#[test]
fn an_empty_ci_and_a_dumb_terminal_do_not_matter() {
    let db = shells().database();
    let call = db.call(words(LINE)).env("CI", "").env("TERM", "dumb");
    let mut talk = talk(call.command(), 80, Elsewhere::default());
    talk.until(ASKS).types("\u{1b}[B\r").until("[y/N] ").types("y\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0));
    assert!(!screen.contains('\u{1b}'), "{screen:?}");
}
