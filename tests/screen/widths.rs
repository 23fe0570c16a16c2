//! Nothing is wider than the terminal but what cannot be broken: commands, digests, paths, what a manifest says.

use snapbox::{Assert, str};
use unicode_width::UnicodeWidthStr;

use super::{wide, words};
use crate::support::{Elsewhere, talk};

const LINES: &str = "plan --all
    status
    node list
    node show ノートパソコン
    module list
    site list
    claims
    pins
    log
    why web1 database
    why ノートパソコン sway
    assign ノートパソコン sway
    assign ノートパソコン 編集 --no-input
    assign データベース二号機 postgres --no-input
    assign データベース二号機 ウェブアプリ --dry-run
    assign データベース二号機 postgres --keep --dry-run
    assign web1 ウェブアプ
    unassign データベース一号機 postgres --dry-run
    push
    hold ノートパソコン --message 盗まれたので宣言しない
    plan
    plan ノートパソコン
    log ノートパソコン --limit 1
    why web1 nothing-of-that-name
    assign
    assgin web1 bash
    push --dry-run
    explain collision
    log --limit -1
    batch -e 'asign web1 bash' -e 'assign nowhere bash' -e 'assign web1 ウェブアプ'
    local
    migrate --status";

/// Whether a line holds what cannot be broken.
fn is_whole(line: &str, columns: usize) -> bool {
    let is_command = line.trim_start().starts_with("provost ");
    let words = line.split_whitespace();
    is_command || words.map(UnicodeWidthStr::width).any(|width| width + 12 >= columns.max(48))
}

#[test]
fn every_output_fits_the_terminal() {
    for columns in [40, 80, 200] {
        let db = wide().database();
        for line in LINES.lines().map(str::trim) {
            let call = db.call(words(line)).env("TERM", "dumb");
            let (screen, _) = talk(call.command(), columns, Elsewhere::default()).ends();
            let columns = usize::from(columns);
            for shown in screen.lines().filter(|shown| !is_whole(shown, columns)) {
                assert!(shown.width() <= columns, "{columns} columns: {line}\n{shown}\n\n{screen}");
            }
        }
    }
}

#[test]
fn columns_say_how_wide_it_is() {
    let db = wide().database();
    let call = db.call(words("assign ノートパソコン sway")).env("TERM", "dumb").env("COLUMNS", "40");
    let (stated, _) = talk(call.command(), 200, Elsewhere::default()).ends();
    let call = db.call(words("assign ノートパソコン sway")).env("TERM", "dumb");
    let (narrow, _) = talk(call.command(), 40, Elsewhere::default()).ends();
    assert_eq!(stated, narrow);
}

#[test]
fn a_person_is_asked_at_forty_columns() {
    let db = wide().database();
    let call = db.call(words("assign ノートパソコン 編集")).env("TERM", "dumb");
    let mut talk = talk(call.command(), 40, Elsewhere::default());
    talk.until("\n> ").types("シェ\u{7f}\u{7f}zsh\r").until("[y/N] ").types("n\r");
    let (screen, code) = talk.ends();
    let asked = screen.split("\nrefused:").next().unwrap_or_default();
    assert!(asked.lines().all(|line| is_whole(line, 40) || line.contains('\r') || line.width() <= 40), "{asked}");
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(
        format!("{asked}\n--- exit {code:?}\n"),
        str![[r#"

編集 requires shell on ノートパソコン,
  and fish, zsh and シェル all provide
  it                       choose-module
  you assign 編集
  what is the only answer is brought in;
    among several a person decides

  -  fish 1.0
      needs arch riscv64, and
      ノートパソコン has no arch
  1  zsh 1.0
      would do
  2  シェル 1.0
      would do
  0  none of these
      it stays refused, and nothing is
      changed

which one is to run on ノートパソコン?
  (a number or a name; Esc: none of
  these)
> シェ
> シ  
> シ
>   
> zsh

so it would be; nothing is changed yet:
  編集 is assigned to ノートパソコン
  zsh is assigned to ノートパソコン
ノートパソコン gains zsh and 編集
the same without being asked:
  provost assign ノートパソコン 編集 zsh

make this change? [y/N] n
--- exit Some(3)

"#]],
    );
}
