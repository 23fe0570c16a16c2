//! The resolver.

mod answers;
mod claims;
mod classes;
mod closure;
mod finding;
mod index;
mod offers;
mod refusal;
mod resolution;
mod resources;
mod sets;

pub use answers::Take;
pub use finding::{Extent, Fault, Finding, Holder};
pub use refusal::{
    Between, Candidate, ChangeOption, Code, Effect, Link, Party, Refusal, Remedy, Subject, Unmet, Way, WhyNot,
};
pub use resolution::{Replaced, Resolution, View};
