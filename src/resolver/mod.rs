//! The resolver.

mod refusal;

pub use refusal::{
    Between, Candidate, ChangeOption, Code, Effect, Link, Party, Refusal, Remedy, Subject, Unmet, Way, WhyNot,
};
