//! Whoever leaves changes nothing, and finds the terminal as it was.

use rustix::process::{Pid, Signal, kill_process};
use snapbox::{Assert, IntoData as _, str};

use super::{ASKS, CONFIRMS, decided, on_terminal, shells, shows};

#[test]
fn none_of_these_leaves_it_refused() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("0\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  2  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> 0
refused: editor cannot join laptop; nothing was changed

1  editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has no arch
       zsh 1.0    would do, and brings ncurses
   help, tried, each by itself:
     provost assign laptop bash   laptop gains bash; then editor can join laptop
     provost assign laptop zsh    laptop gains ncurses and zsh; then editor can
                                  join laptop
--- exit 3

"#]],
    );
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn what_was_pasted_with_a_choice_does_not_confirm_it() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("1\ry").until(CONFIRMS).types("\r");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(3), "{screen}");
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn esc_and_the_end_of_input_leave_it_refused() {
    let refused = |keys: &str, before: &dyn Fn(&mut crate::support::Talk)| {
        let db = shells().database();
        let mut talk = on_terminal(&db, "assign laptop editor");
        before(&mut talk);
        talk.types(keys);
        let (screen, code) = talk.ends();
        assert_eq!(code, Some(3), "{keys:?}\n{screen}");
        assert!(screen.contains("refused: editor cannot join laptop; nothing was changed"), "{screen}");
        assert_eq!(decided(&db), [""; 0], "{keys:?}");
    };
    for keys in ["\u{1b}", "\u{4}", "zs\u{4}", "none\r"] {
        refused(keys, &|talk| _ = talk.until(ASKS));
    }
    for keys in ["\u{1b}", "\u{4}", "n\r", "No\r", "\r", "y\u{7f}\r", "y\u{15}n\r", "y\u{4}", "yes\u{1b}", "x\rn\r"] {
        refused(keys, &|talk| _ = talk.until(ASKS).types("1\r").until(CONFIRMS));
    }
}

#[test]
fn no_is_an_answer() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("1\r").until(CONFIRMS).types("n\r");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  2  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> 1

so it would be; nothing is changed yet:
  editor is assigned to laptop
  bash is assigned to laptop
laptop gains bash and editor
the same without being asked:
  provost assign laptop editor bash

make this change? [y/N] n
refused: editor cannot join laptop; nothing was changed

1  editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has no arch
       zsh 1.0    would do, and brings ncurses
   help, tried, each by itself:
     provost assign laptop bash   laptop gains bash; then editor can join laptop
     provost assign laptop zsh    laptop gains ncurses and zsh; then editor can
                                  join laptop
--- exit 3

"#]],
    );
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn a_word_that_is_neither_yes_nor_no_is_none() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("1\r").until(CONFIRMS);
    for word in ["maybe", "why?", "okay", "ny"] {
        talk.types(word).types("\r").until(CONFIRMS);
    }
    talk.types("ye\u{1b}");
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(3), "{screen}");
    let asked = screen.split("editor bash\n\n").nth(1).unwrap_or_default();
    let asked = asked.split("refused:").next().unwrap_or_default();
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(
        asked.to_owned(),
        str![[r#"
make this change? [y/N] maybe
type y or yes, n or no; Enter alone is no
make this change? [y/N] why?
type y or yes, n or no; Enter alone is no
make this change? [y/N] okay
type y or yes, n or no; Enter alone is no
make this change? [y/N] ny
type y or yes, n or no; Enter alone is no
make this change? [y/N] ye
make this change? [y/N] no

"#]]
        .raw(),
    );
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn ctrl_c_interrupts() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zs\u{3}");
    shows(
        talk,
        str![[r#"

editor requires shell on laptop, and bash, fish and zsh all provide it
                                                                   choose-module
  you assign editor
  what is the only answer is brought in; among several a person decides

  1  bash 1.0        would do
  -  fish 1.0        needs arch riscv64, and laptop has no arch
  2  zsh 1.0         would do, and brings ncurses
  0  none of these   it stays refused, and nothing is changed

which one is to run on laptop? (a number or a name; Esc: none of these)
> zs
error: interrupted; nothing was changed
--- exit 130

"#]],
    );
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("1\r").until(CONFIRMS).types("\u{3}");
    assert_eq!(talk.ends().1, Some(130));
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn a_signal_interrupts_and_the_terminal_is_restored() {
    let db = shells().database();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        for confirming in [false, true] {
            let mut talk = on_terminal(&db, "assign laptop editor");
            talk.until(ASKS);
            if confirming {
                talk.types("1\r").until(CONFIRMS);
            }
            assert!(talk.is_asking());
            let process = Pid::from_raw(talk.process().cast_signed()).unwrap();
            kill_process(process, signal).unwrap();
            let (screen, code) = talk.ends();
            assert_eq!(code, Some(130), "{screen}");
            assert!(screen.ends_with("interrupted; nothing was changed\n"), "{screen}");
        }
    }
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let db = shells().database();
    for confirming in [false, true] {
        let mut talk = on_terminal(&db, "assign laptop editor");
        talk.until(ASKS);
        if confirming {
            talk.types("1\r").until(CONFIRMS);
        }
        assert_eq!(talk.hangs_up(), Some(130));
    }
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn ctrl_c_counts_right_after_esc_and_within_any_key() {
    let db = shells().database();
    for keys in ["\u{1b}\u{3}", "\u{1b}[\u{3}", "\u{1b}[1;\u{3}"] {
        for confirming in [false, true] {
            let mut talk = on_terminal(&db, "assign laptop editor");
            talk.until(ASKS);
            if confirming {
                talk.types("1\r").until(CONFIRMS);
            }
            talk.types(keys);
            let (screen, code) = talk.ends();
            assert_eq!(code, Some(130), "{keys:?}\n{screen}");
        }
    }
    assert_eq!(decided(&db), [""; 0]);
}

#[test]
fn a_terminal_that_goes_away_in_the_middle_of_a_reply_ends_it() {
    let db = shells().database();
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("zs").until("zs");
    assert_eq!(talk.hangs_up(), Some(130));
    let mut talk = on_terminal(&db, "assign laptop editor");
    talk.until(ASKS).types("1\r").until("so it would be").types("x");
    assert_eq!(talk.hangs_up(), Some(130));
    assert_eq!(decided(&db), [""; 0]);
}
