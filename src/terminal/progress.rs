//! How far long work is, for a person who waits: on standard error, on a terminal only, and gone when it is done.

use std::{
    sync::mpsc::{Sender, channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is done sooner is not worth a look.
const LONG: Duration = Duration::from_millis(300);
/// How often it moves, so that it is seen to live.
const TICK: Duration = Duration::from_millis(120);

/// Work that is being done.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Dropped where it is done before it is worth a look.
    waiting: Option<Sender<()>>,
    showing: Option<JoinHandle<()>>,
}

/// Counts steps of the work; where nobody looks, it does nothing.
#[derive(Clone, Debug, Default)]
pub struct Steps(Option<ProgressBar>);

impl Steps {
    /// So many more are done.
    pub fn done(&self, steps: usize) {
        if let Some(bar) = &self.0 {
            bar.inc(steps as u64);
        }
    }
}

impl Progress {
    /// Work has begun; it is shown once it turns out to be long.
    pub(super) fn begun() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (waiting, done) = channel::<()>();
        let shown = bar.clone();
        let showing = thread::spawn(move || {
            if done.recv_timeout(LONG) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
                shown.enable_steady_tick(TICK);
            }
        });
        Self { bar, waiting: Some(waiting), showing: Some(showing) }
    }

    /// What is being done now, in so many steps if that is known. With steps there is an estimate.
    pub(super) fn doing(&self, what: &str, steps: Option<usize>) -> Steps {
        let template = match steps {
            Some(_) => "{spinner} {pos} of {len}, {eta} left: {wide_msg}",
            None => "{spinner} {wide_msg}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
        self.bar.set_style(style.tick_chars(r"|/-\ "));
        self.bar.reset();
        match steps {
            Some(steps) => self.bar.set_length(steps as u64),
            None => self.bar.unset_length(),
        }
        self.bar.set_message(what.to_owned());
        Steps(Some(self.bar.clone()))
    }

    /// Says something above it.
    pub(super) fn beside(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.waiting.take());
        if let Some(showing) = self.showing.take() {
            let _ = showing.join();
        }
        self.bar.finish_and_clear();
    }
}
