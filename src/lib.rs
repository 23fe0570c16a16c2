//! Provost decides what every machine of a mesh runs, or refuses and says why.
//!
//! # The house
//!
//! One package: this library, and a binary that calls it. Folders are rooms, and each uses only what stands to its
//! left; `tests/house` checks it.
//!
//! ```text
//! model  <-  resolver  <-  plan  <-+-  report  <-  outcome, environment  <-  terminal  <-+
//! model, environment  <-  store  <-+                                                     +-  commands  <-  main
//! ```
//!
//! | room | solves | may never |
//! | --- | --- | --- |
//! | [`model`] | the nouns and what always holds of them; text becomes values or a list of faults | know a database or a terminal, or decide |
//! | [`resolver`] | a mesh in, every node's set and takes out, or refusals with remedies that were tried | read, write, look at a clock, draw lots, choose for a person, or word a sentence |
//! | [`plan`] | a resolved mesh and the last declarations in, what a push would declare out | read, write, or word a sentence |
//! | [`store`] | rows become values and values rows; connections, migrations, the local database; what fails or is broken, as values | decide, or speak to people |
//! | [`report`] | values become text for people and JSON for programs, the same content in both; of the [`store`] it knows what fails and what is broken | decide, read or write |
//! | [`environment`] | what the process was started with, as a value, and who the system says we are | know what it is for |
//! | [`outcome`] | how a command ends: its exit code, and a failure with its words | print, or end the process |
//! | [`terminal`] | the only standard output and error: colour, width, pages, progress, and a person who is asked | know what it asks or prints |
//! | [`commands`] | one verb, one file, with what there is to type for it (`commands/cli.rs`); all changes take the one path in `commands/change.rs` | have SQL, or words that `report` has |
//!
//! Whoever understands that one path (begin, lock, load, edit, resolve, decide, write or refuse, report) understands
//! the program. Where a person's decision is all that is missing, `commands/change/dialogue.rs` asks for it, and the path is
//! taken anew. What a person types becomes typed edits ([`model::Edit`]); the same edits are what the resolver
//! tries, what a remedy consists of, what the store writes and what the record of changes keeps.

pub mod commands;
pub mod environment;
pub mod model;
pub mod outcome;
pub mod plan;
pub mod report;
pub mod resolver;
pub mod store;
pub mod terminal;
