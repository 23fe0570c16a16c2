//! Signals while a person or a pager has the terminal: whatever ends the program, the terminal is left as it was. And
//! while a change is committed, and after: who interrupts a program is told the truth about what was changed.
//!
//! Nothing is listened to before that, so that a signal ends any other command as it ends any program.

use std::{
    io::{PipeReader, PipeWriter, Write, pipe},
    sync::{
        OnceLock,
        atomic::{AtomicU8, Ordering},
    },
};

/// Nobody has the terminal: a signal ends the program.
const NOBODY: u8 = 0;
/// A person is asked: they are told by [`Listening::woken`], and the terminal is restored first.
const PERSON: u8 = 1;
/// A pager shows the output: it decides itself when it ends.
const PAGER: u8 = 2;

/// The server was told to commit: its answer is waited for, unless there is a second signal.
const COMMITTING: u8 = 3;
/// The same, and there was a signal.
const HURRIED: u8 = 4;
/// What was asked for is done, and only to be told.
const COMMITTED: u8 = 5;

/// What a signal finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// Nothing was changed: the program ends.
    Unchanged,
    /// The server has not answered yet whether it committed: the program goes on.
    Unanswered,
    /// The same again: the program ends.
    Unknown,
    /// Everything is done but telling of it: the program ends.
    Done,
}

static HOLDER: AtomicU8 = AtomicU8::new(NOBODY);
static LISTENING: OnceLock<Option<Listening>> = OnceLock::new();
static END: OnceLock<fn(Interruption)> = OnceLock::new();

/// Says what comes of a signal where nobody has the terminal any more.
pub fn ended_by(end: fn(Interruption)) {
    // The first one stays: there is one `main`.
    let _ = END.set(end);
}

/// What a signal is heard by.
pub(super) struct Listening {
    woken: PipeReader,
}

impl Listening {
    /// What can be read from once there was a signal.
    pub(super) fn woken(&self) -> &PipeReader {
        &self.woken
    }
}

/// Who has the terminal, for as long as this lives.
pub(super) struct Holding {
    before: u8,
}

impl Holding {
    /// A person is asked. `None` where signals cannot be listened to.
    pub(super) fn by_person() -> Option<(Self, &'static Listening)> {
        let listening = listen()?;
        Some((Self::by(PERSON), listening))
    }

    /// A pager shows the output.
    pub(super) fn by_pager() -> Self {
        match listen() {
            Some(_) => Self::by(PAGER),
            None => Self { before: HOLDER.load(Ordering::SeqCst) },
        }
    }

    fn by(holder: u8) -> Self {
        Self { before: HOLDER.swap(holder, Ordering::SeqCst) }
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        HOLDER.store(self.before, Ordering::SeqCst);
    }
}

/// Commits: a signal meanwhile is answered once the server has. What follows is told of a change that is made.
///
/// # Errors
/// Those of the commit.
pub fn committing<E>(commit: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    // Where signals cannot be listened to, one of them ends the program in the midst of it.
    let _ = listen();
    let before = HOLDER.swap(COMMITTING, Ordering::SeqCst);
    let committed = commit();
    HOLDER.store(if committed.is_ok() { COMMITTED } else { before }, Ordering::SeqCst);
    committed
}

fn listen() -> Option<&'static Listening> {
    let begin = || {
        let (woken, wake) = pipe().ok()?;
        ctrlc::set_handler(move || heard(&wake)).ok()?;
        Some(Listening { woken })
    };
    LISTENING.get_or_init(begin).as_ref()
}

fn heard(mut wake: &PipeWriter) {
    let end = |interruption| END.get().into_iter().for_each(|end| end(interruption));
    if HOLDER.compare_exchange(COMMITTING, HURRIED, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
        return end(Interruption::Unanswered);
    }
    match HOLDER.load(Ordering::SeqCst) {
        // A full pipe has woken whoever reads it.
        PERSON => _ = wake.write(&[0]),
        PAGER => {}
        HURRIED => end(Interruption::Unknown),
        COMMITTED => end(Interruption::Done),
        _ => end(Interruption::Unchanged),
    }
}
