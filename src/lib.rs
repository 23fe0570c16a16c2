//! Provost decides what every machine of a mesh runs, or refuses and says why.

pub mod cli;
pub mod commands;
pub mod model;
pub mod outcome;
pub mod plan;
pub mod report;
pub mod resolver;
pub mod store;
pub mod terminal;
