//! How far long work is, on a terminal only.

use super::words;
use crate::support::{Elsewhere, mesh, talk};

#[test]
fn who_waits_is_told_what_for() {
    let db = mesh().database();
    let mut holder = db.connect();
    holder.batch_execute("begin; lock table public.node in share row exclusive mode").unwrap();
    let call = db.call(words("node add laptop")).env("TERM", "xterm");
    let mut talk = talk(call.command(), 80, Elsewhere::default());
    talk.until("waiting for whoever changes the mesh");
    holder.batch_execute("commit").unwrap();
    let (screen, code) = talk.ends();
    assert_eq!(code, Some(0));
    let after = screen.rsplit("\u{1b}[2K").next().unwrap_or_default();
    assert_eq!(after, "node laptop is added\n", "it is gone when the work is done: {screen:?}");
}

#[test]
fn quick_work_shows_nothing() {
    let db = mesh().database();
    let call = db.call(words("node add laptop")).env("TERM", "xterm");
    let (screen, _) = talk(call.command(), 80, Elsewhere::default()).ends();
    assert_eq!(screen, "node laptop is added\n");
}
