//! Signals while a person or a pager has the terminal: whatever ends the program, the terminal is left as it was.
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

static HOLDER: AtomicU8 = AtomicU8::new(NOBODY);
static LISTENING: OnceLock<Option<Listening>> = OnceLock::new();
static END: OnceLock<fn()> = OnceLock::new();

/// Says how a signal ends the program where nobody has the terminal any more.
pub fn ended_by(end: fn()) {
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
pub(super) struct Holding(());

impl Holding {
    /// A person is asked. `None` where signals cannot be listened to.
    pub(super) fn by_person() -> Option<(Self, &'static Listening)> {
        let listening = listen()?;
        HOLDER.store(PERSON, Ordering::SeqCst);
        Some((Self(()), listening))
    }

    /// A pager shows the output.
    pub(super) fn by_pager() -> Self {
        let holder = if listen().is_some() { PAGER } else { NOBODY };
        HOLDER.store(holder, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        HOLDER.store(NOBODY, Ordering::SeqCst);
    }
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
    match HOLDER.load(Ordering::SeqCst) {
        // A full pipe has woken whoever reads it.
        PERSON => _ = wake.write(&[0]),
        PAGER => {}
        _ => END.get().into_iter().for_each(|end| end()),
    }
}
