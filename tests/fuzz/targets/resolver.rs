#![no_main]
#![allow(dead_code)] // a target takes what it needs

#[path = "../bodies.rs"]
mod bodies;
#[path = "../oracle.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::resolver(bytes));
