//! Many random cases of a law, on all processors, and a word about how many they were.
//!
//! `PROVOST_TEST_TIMES=20` tries twenty times as many.

use std::io::{self, Write as _};
use std::{env, thread};

/// Tries so many seeds; the first fault that a processor comes to fails the test.
pub(crate) fn try_seeds(usual: u64, fault: impl Fn(u64) -> Option<String> + Sync) {
    let count = usual * times();
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let faults: Vec<String> = thread::scope(|scope| {
        let fault = &fault;
        let parts = (0..threads).map(|first| {
            let mut seeds = (first..count).step_by(threads as usize);
            scope.spawn(move || seeds.find_map(|seed| Some(format!("seed {seed}: {}", fault(seed)?))))
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().filter_map(|part| part.join().expect("what a law is about does not panic")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    tried(count, "random meshes");
}

/// How many times as many cases as usual are tried.
pub(crate) fn times() -> u64 {
    env::var("PROVOST_TEST_TIMES").map_or(1, |times| times.parse().expect("how many times as many"))
}

/// Says how many cases a law held for. On the real standard error: the harness keeps back what a test prints.
pub(crate) fn tried(count: u64, what: &str) {
    let test = thread::current();
    let law = test.name().unwrap_or("a law");
    // It is only said: a law holds whether or not somebody reads so.
    let _ = io::stderr().write_all(format!("{law}: {count} {what}\n").as_bytes());
}
