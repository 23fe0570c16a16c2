//! Long results go through a pager, on a terminal only.

use super::{long, words};
use crate::support::{Database, Elsewhere, Talk, talk};

/// Marks every line that it shows.
const MARKS: &str = "sed 's/^/| /'";

#[track_caller]
fn paged(db: &Database, line: &str, variables: &[(&str, &str)], elsewhere: Elsewhere) -> Talk {
    let mut call = db.call(words(line)).env("TERM", "xterm").env("NO_COLOR", "1");
    for (name, value) in variables {
        call = call.env(name, *value);
    }
    talk(call.command(), 80, elsewhere)
}

#[test]
fn long_results_are_paged() {
    let db = long();
    for line in ["plan", "log", "explain", "module list", "node list", "site list", "claims", "pins", "export"] {
        let (screen, code) = paged(&db, line, &[("PAGER", MARKS)], Elsewhere::default()).ends();
        assert_eq!(code, Some(0), "{screen}");
        // What is empty is said beside the results, not in them.
        assert!(screen.lines().all(|line| line.starts_with("| ")) || screen.lines().count() == 1, "{line}\n{screen}");
    }
    let (screen, _) = paged(&db, "status", &[("PAGER", MARKS)], Elsewhere::default()).ends();
    assert!(!screen.contains("| "), "{screen}");
}

#[test]
fn our_own_variable_goes_before_the_common_one() {
    let db = long();
    let variables = [("PAGER", MARKS), ("PROVOST_PAGER", "sed 's/^/> /'; echo $LESS $LV")];
    let (screen, code) = paged(&db, "site list", &variables, Elsewhere::default()).ends();
    assert_eq!(code, Some(0));
    assert!(screen.starts_with("> site") && screen.ends_with("FRX -c\n"), "{screen}");
}

#[test]
fn nothing_is_paged_where_nobody_pages() {
    let db = long();
    let here = Elsewhere::default();
    let marks = ("PAGER", MARKS);
    for (line, variables, elsewhere) in [
        ("site list --no-pager", vec![marks], here),
        ("site list --output json", vec![marks], here),
        ("site list", vec![marks, ("TERM", "dumb")], here),
        ("site list", vec![marks, ("CI", "1")], here),
        ("site list", vec![marks, ("PROVOST_PAGER", "")], here),
        ("site list", vec![("PAGER", "cat")], here),
        ("site list", vec![marks], Elsewhere { output: true, ..here }),
    ] {
        let (screen, code) = paged(&db, line, &variables, elsewhere).ends();
        assert_eq!(code, Some(0), "{screen}");
        assert!(!screen.contains("| "), "{line} {variables:?}\n{screen}");
    }
}

#[test]
fn whoever_leaves_the_pager_ends_it_quietly() {
    let db = long();
    for pager in ["true", "head -n 1", "exit 3"] {
        let (screen, code) = paged(&db, "log", &[("PAGER", pager)], Elsewhere::default()).ends();
        assert_eq!(code, Some(0), "{pager}: {screen}");
        assert!(screen.lines().count() <= 1, "{pager}: {screen}");
    }
}

#[test]
fn a_pager_that_is_not_there_hides_nothing() {
    let db = long();
    let (screen, code) = paged(&db, "site list", &[("PAGER", "no-such-pager")], Elsewhere::default()).ends();
    assert_eq!(code, Some(0));
    assert!(screen.contains("site11"), "{screen}");
}

#[test]
fn nothing_is_open_while_somebody_reads() {
    let db = long();
    let waits = "cat; echo read it; read reply < /dev/tty";
    let mut talk = paged(&db, "export", &[("PAGER", waits)], Elsewhere::default());
    talk.until("read it");
    let open = "select count(*) from pg_stat_activity where datname = current_database() \
                and pid <> pg_backend_pid() and xact_start is not null";
    assert_eq!(db.sql(open), [["0"]]);
    talk.types("\r");
    assert_eq!(talk.ends().1, Some(0));
}

#[test]
fn ctrl_c_is_the_pagers_own_key() {
    let db = long();
    let waits = "trap 'echo left; exit' INT; cat; echo read it; while read reply < /dev/tty; do :; done";
    let mut talk = paged(&db, "log", &[("PAGER", waits)], Elsewhere::default());
    // A shell that was about to read hears of it once it has read.
    talk.until("read it").types("\u{3}\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0), "{screen}");
    assert!(screen.ends_with("left\n"), "{screen}");
}

#[test]
fn a_refusal_is_paged_and_its_code_stays() {
    let db = crate::support::mesh()
        .node("laptop")
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "editor")
        .database();
    let url = db.url();
    let (screen, code) =
        paged(&db, &format!("plan --database '{url}'"), &[("PAGER", MARKS)], Elsewhere::default()).ends();
    assert_eq!(code, Some(3));
    let last = screen.lines().last().unwrap_or_default();
    assert!(
        screen.contains("| refused:") && !last.starts_with("| "),
        "what is said beside it comes after it:\n{screen}"
    );
}

#[test]
fn a_pager_that_took_nothing_hides_nothing() {
    let db = long();
    for pager in ["kill -9 $$", "sh -c 'kill -SEGV $$'; exit 139", "exit 126", "exit 127"] {
        let (screen, code) = paged(&db, "site list", &[("PAGER", pager)], Elsewhere::default()).ends();
        assert_eq!(code, Some(0), "{pager}: {screen}");
        assert!(screen.contains("site11"), "{pager}: {screen}");
    }
    // One that was killed after it had been read, or by whoever reads, has shown what was wanted of it.
    for pager in ["head -n 2; kill -9 $$", "kill -INT $$", "sh -c 'head -n 1; kill -TERM $$'"] {
        let (screen, code) = paged(&db, "site list", &[("PAGER", pager)], Elsewhere::default()).ends();
        assert_eq!(code, Some(0), "{pager}: {screen}");
        assert!(!screen.contains("site11"), "{pager}: {screen}");
    }
}

#[test]
fn a_long_text_that_nobody_reads_is_not_waited_for() {
    let db = long();
    // More than a pipe holds.
    let (screen, code) = paged(&db, "explain manifest", &[("PAGER", "exit 0")], Elsewhere::default()).ends();
    assert_eq!((screen.as_str(), code), ("", Some(0)));
}

#[test]
fn a_signal_to_the_program_leaves_the_pager_its_terminal() {
    let db = long();
    let waits = "cat; echo read it; read reply < /dev/tty; echo left";
    let mut talk = paged(&db, "log", &[("PAGER", waits)], Elsewhere::default());
    talk.until("read it");
    let process = rustix::process::Pid::from_raw(talk.process().cast_signed()).unwrap();
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        rustix::process::kill_process(process, signal).unwrap();
    }
    talk.types("\r").until("left");
    assert_eq!(talk.ends().1, Some(0));
}
