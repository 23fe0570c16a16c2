//! The one test binary: everything is tried through the real program and a real PostgreSQL, or on pure values.
// A test says what went wrong by panicking; nothing here meets an operator's input.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod catalogues;
mod commands;
mod completions;
mod docs;
mod house;
mod oracle;
mod prompts;
mod questions;
mod resolver;
mod scenarios;
mod schemas;
mod screen;
mod store;
mod store_connect;
mod support;
mod tour;
mod trust;
