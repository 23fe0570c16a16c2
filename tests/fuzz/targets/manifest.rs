#![no_main]
#![allow(dead_code)] // a target takes what it needs

#[path = "../bodies.rs"]
mod bodies;
#[path = "../oracle.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::manifest(text));
