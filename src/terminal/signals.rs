//! Signals while a person or a pager has the terminal: whatever ends or stops the program, the terminal is left as it
//! was. And while a change is committed, and after: who interrupts a program is told the truth about what was changed.
//!
//! Nothing is listened to before that, so that a signal ends any other command as it ends any program.

use std::{
    io::{PipeReader, PipeWriter, Read, Write, pipe},
    sync::{
        OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    thread,
};

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP},
    iterator::Signals,
    low_level::emulate_default_handler,
};

/// Who has the terminal, or what a signal would come in the midst of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Holder {
    /// Nobody has the terminal: a signal ends the program.
    Nobody,
    /// A person is asked: whoever asks is told by [`Listening::woken`], and restores the terminal first.
    Person,
    /// A pager shows the output: it decides itself when it ends.
    Pager,
    /// The server was told to commit: its answer is waited for, unless there is a second signal.
    Committing,
    /// The same, and there was a signal.
    Hurried,
    /// What was asked for is done, and only to be told.
    Committed,
    /// The output has no end of its own: a signal is how it ends.
    Endless,
    /// A line of it is being written, and is written whole.
    Line,
    /// There was a signal meanwhile. Another one does not wait for whoever does not read.
    LastLine,
}

impl Holder {
    const ALL: [Self; 9] = [
        Self::Nobody,
        Self::Person,
        Self::Pager,
        Self::Committing,
        Self::Hurried,
        Self::Committed,
        Self::Endless,
        Self::Line,
        Self::LastLine,
    ];

    fn now() -> Self {
        Self::of(HOLDER.load(Ordering::SeqCst))
    }

    /// The number is always one of these.
    fn of(number: u8) -> Self {
        Self::ALL.into_iter().find(|holder| *holder as u8 == number).unwrap_or(Self::Nobody)
    }

    /// Takes its place, and says who was there.
    fn enter(self) -> Self {
        Self::of(HOLDER.swap(self as u8, Ordering::SeqCst))
    }

    /// Gives its place to another, if it has it.
    fn becomes(self, other: Self) -> bool {
        HOLDER.compare_exchange(self as u8, other as u8, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

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
    /// The output had no end of its own: this is its end.
    Ended,
}

static HOLDER: AtomicU8 = AtomicU8::new(Holder::Nobody as u8);
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

/// What a signal asks of whoever holds the terminal for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// To end.
    End,
    /// To give it back and stop.
    Stop,
    /// To take it again: the program goes on.
    GoOn,
}

impl Listening {
    /// What can be read from once there was a signal.
    pub(super) const fn woken(&self) -> &PipeReader {
        &self.woken
    }

    /// What it asked for.
    pub(super) fn wanted(&self) -> Wanted {
        let mut byte = [0];
        match (&self.woken).read(&mut byte) {
            Ok(1) if byte == [STOP] => Wanted::Stop,
            Ok(1) if byte == [GO_ON] => Wanted::GoOn,
            Ok(_) | Err(_) => Wanted::End,
        }
    }
}

/// How the listener is told what a signal asks for.
const END_IT: u8 = b'e';
const STOP: u8 = b's';
const GO_ON: u8 = b'g';

/// Stops as Ctrl-Z does: all of the job.
pub(super) fn stop_job() {
    if can_stop() {
        let _ = kill_current_process_group(Signal::TSTP);
    }
}

/// Stops this process until somebody lets it go on.
pub(super) fn stop() {
    if can_stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

/// Whether somebody is there to let it go on: not where the job is all that there is in its session. (The system does
/// not stop such a job by Ctrl-Z either.)
fn can_stop() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// Who has the terminal, for as long as this lives.
pub(super) struct Holding {
    before: Holder,
}

impl Holding {
    /// A person is asked. `None` where signals cannot be listened to.
    pub(super) fn by_person() -> Option<(Self, &'static Listening)> {
        let listening = listen()?;
        Some((Self::by(Holder::Person), listening))
    }

    /// A pager shows the output.
    pub(super) fn by_pager() -> Self {
        match listen() {
            Some(_) => Self::by(Holder::Pager),
            None => Self { before: Holder::now() },
        }
    }

    fn by(holder: Holder) -> Self {
        Self { before: holder.enter() }
    }

    /// The output goes on until there is a signal.
    pub(super) fn by_endless() -> Self {
        match listen() {
            Some(_) => Self::by(Holder::Endless),
            None => Self { before: Holder::now() },
        }
    }

    /// Writes a line of such output whole; whether there was a signal meanwhile.
    pub(super) fn line<T>(&self, write: impl FnOnce() -> T) -> (T, bool) {
        Holder::Endless.becomes(Holder::Line);
        let written = write();
        Holder::Line.becomes(Holder::Endless);
        (written, Holder::now() == Holder::LastLine)
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.before.enter();
    }
}

/// Commits: a signal meanwhile is answered once the server has. What follows is told of a change that is made.
///
/// # Errors
/// Those of the commit.
pub fn committing<E>(commit: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    // Where signals cannot be listened to, one of them ends the program in the midst of it.
    let _ = listen();
    let before = Holder::Committing.enter();
    let committed = commit();
    if committed.is_ok() { Holder::Committed } else { before }.enter();
    committed
}

fn listen() -> Option<&'static Listening> {
    let begin = || {
        let (woken, wake) = pipe().ok()?;
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]).ok()?;
        let listen = move || signals.forever().for_each(|signal| heard(signal, &wake));
        thread::Builder::new().name("signals".to_owned()).spawn(listen).ok()?;
        Some(Listening { woken })
    };
    LISTENING.get_or_init(begin).as_ref()
}

fn heard(signal: i32, wake: &PipeWriter) {
    match signal {
        SIGTSTP if Holder::now() == Holder::Person => tell(wake, STOP),
        SIGTSTP => stop(),
        SIGCONT if Holder::now() == Holder::Person => tell(wake, GO_ON),
        SIGCONT => {}
        _ => interrupted(wake),
    }
}

/// A full pipe has woken whoever reads it.
fn tell(mut wake: &PipeWriter, what: u8) {
    let _ = wake.write(&[what]);
}

fn interrupted(wake: &PipeWriter) {
    let end = |interruption| END.get().into_iter().for_each(|end| end(interruption));
    if Holder::Committing.becomes(Holder::Hurried) {
        return end(Interruption::Unanswered);
    }
    match Holder::now() {
        Holder::Person => tell(wake, END_IT),
        Holder::Pager => {}
        Holder::Endless => end(Interruption::Ended),
        Holder::Line => _ = Holder::LastLine.enter(),
        Holder::Hurried => end(Interruption::Unknown),
        Holder::Committed => end(Interruption::Done),
        // What began to commit just now has not been told to.
        Holder::Nobody | Holder::Committing | Holder::LastLine => end(Interruption::Unchanged),
    }
}
