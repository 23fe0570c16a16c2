//! Waiting for what another process does.

use std::time::{Duration, Instant};

/// Asks again and again until it is so; fails where it never is.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited for a minute until {what}");
        std::thread::yield_now();
    }
}
