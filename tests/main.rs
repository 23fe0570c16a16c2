//! The one test binary: everything is tried through the real program and a real PostgreSQL, or on pure values.
// A test says what went wrong by panicking; nothing here meets an operator's input.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod oracle;
mod questions;
mod scenarios;
mod store;
mod support;
