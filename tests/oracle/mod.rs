//! A second resolver, written from the rules alone, and random meshes for it to disagree on.
//!
//! It is slow and simple on purpose: plain strings, loops over everything, nothing kept between two questions. Where
//! it and the program differ, one of the two has misread a rule.

mod agreement;
pub(crate) mod bridge;
mod complete;
mod decisions;
mod details;
pub(crate) mod dice;
pub(crate) mod edits;
mod fuzzed;
pub(crate) mod naive;
pub(crate) mod random;
mod rules;
mod shrink;
