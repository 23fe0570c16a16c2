//! The resolver.

mod answers;

mod chain;
mod claims;
mod classes;
mod closure;
mod decide;
mod exclusions;
mod finding;
mod handover;
mod index;
mod judge;
mod keep;
mod moved;
mod offers;
mod refusal;
mod remedy;
mod resolution;
mod resources;
mod sets;
mod standing;
mod tell;
mod verdict;
mod ways;
mod world;

pub use answers::{Take, takers};
pub use decide::{Decision, Gained, Moved, NodeChange, Stays, Terms, asked};
pub use exclusions::{Over, exclusions};
pub use finding::{Extent, Fault, Finding, Holder};
pub use moved::{Answer, Move, answer};
pub use refusal::{
    Between, Candidate, ChangeOption, Code, Effect, Link, Party, Refusal, Remedy, Subject, Unmet, Way, WhyNot,
};
pub use resolution::{Replaced, Resolution, View};
pub use standing::Standing;
pub use tell::{Asked, Telling, sort};
pub use verdict::{Change, HandedOver, Relocated, Verdict};
pub use ways::Ways;
pub use world::{Step, World};
