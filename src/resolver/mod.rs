//! The resolver.

mod answers;
mod chain;
mod claims;
mod classes;
mod closure;
mod finding;
mod index;
mod judge;
mod offers;
mod refusal;
mod resolution;
mod resources;
mod sets;
mod tell;

pub use answers::Take;
pub use finding::{Extent, Fault, Finding, Holder};
pub use refusal::{
    Between, Candidate, ChangeOption, Code, Effect, Link, Party, Refusal, Remedy, Subject, Unmet, Way, WhyNot,
};
pub use resolution::{Replaced, Resolution, View};
pub use tell::{Asked, Telling, sort};
