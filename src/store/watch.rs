//! Who is told of every statement and how long it took: whoever asked for it, for the whole process.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

/// Is given a statement, and how long it took from here.
pub type Told = fn(&str, Duration);

static TOLD: OnceLock<Told> = OnceLock::new();

/// Says who is told from now on. The first one stays.
pub fn watch(told: Told) {
    let _ = TOLD.set(told);
}

/// Runs a statement, and tells of it where somebody asked.
pub(super) fn timed<T>(statement: &str, run: impl FnOnce() -> T) -> T {
    let Some(told) = TOLD.get() else { return run() };
    let begun = Instant::now();
    let result = run();
    told(statement, begun.elapsed());
    result
}
