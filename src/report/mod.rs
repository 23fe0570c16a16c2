//! The words: values of the other rooms become text for people and JSON for programs.
//!
//! Nothing is decided here, nothing is read and nothing is written: what comes in has been worked out, and what goes out
//! is text. People and programs get the same content; neither rendering knows more than the other. Whatever comes
//! from manifests, names or the record of changes passes [`shown`](crate::model::text::shown) before it reaches a terminal.

pub mod absent;
pub mod access;
pub mod acknowledgements;
pub mod answered;
pub mod change;
pub mod claims;
pub mod command;
pub mod confirm;
mod differences;
mod edits;
pub mod escape;
pub mod explain;
pub mod export;
pub mod failure;
pub mod faults;
pub mod forecast;
pub mod graph;
pub mod json;
pub mod local;
pub mod log;
pub mod migrate;
pub mod module;
pub mod node;
pub mod pages;
pub mod pins;
pub mod plan;
pub mod push;
pub mod refusal;
pub mod remedy;
pub mod roff;
mod rows;
pub mod schema;
pub mod site;
pub mod status;
pub mod style;
pub mod tables;
pub mod verify;
pub mod why;
pub mod words;

#[cfg(test)]
mod sample;

pub use refusal::{Act, Asked, Occasion};
pub use style::Style;
