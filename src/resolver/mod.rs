//! The resolver: a mesh in, every node's set and takes out, or every refusal. It never guesses: where a person's
//! decision is missing, it says which one.
//!
//! It knows no database, no terminal, no clock and no chance, and has no words: [`refusal`] is data.
//!
//! # The rules
//!
//! **A set** ([`closure`]) begins with what is assigned. For each requirement of each module in it, until nothing
//! changes:
//!
//! 1. a pin of the node for that name answers it, and nothing is brought in;
//! 2. another module of the set answers it, at any scope: first what is there is asked, then the catalogue;
//! 3. where the catalogue has it at node scope only, the one module that provides it and whose needs the machine meets
//!    is brought in; with none or several it stays open;
//! 4. where some module provides it for a site or the mesh, nothing is ever brought in.
//!
//! A module does not answer itself. One that provides and requires the same (a pooler) is answered from elsewhere and
//! answers the others of its node, in front of a pin too.
//!
//! **An answer from elsewhere** ([`answers`]) is the pinned node alone, if it offers the name in reach; else the node's
//! own set; else the only other node that offers it in reach. Near does not beat far. What other nodes offer is known
//! from their sets, so there are two passes: first all sets, then all answers. A node that is refused still offers.
//!
//! **What excludes**: a claim with two holders in one extent ([`claims`]), a thing that two modules put on one node
//! ([`resources`]), a machine that does not meet the needs of a module ([`classes`]).
//!
//! **Every change** ([`verdict`]) is refused for what it would bring about and was not refused before, and for every
//! answer that would come from elsewhere and was not asked to ([`moved`], [`meant`]). [`keep`] makes today's answers explicit
//! where a change is to ([`settle`]).
//!
//! **A remedy** ([`remedy`]) is edits that have been tried on this very mesh; so is what a person can pick where a choice
//! is all that is missing ([`choice`]).
//!
//! # How it is quick
//!
//! Names are small numbers. What can be known of a catalogue alone is worked out once ([`index`]), what can be known
//! of a kind of machine once for all of that kind ([`classes`]). Edits are looked at anew only where they touch
//! ([`resolution`]), and taken back; the outcome is what resolving the whole would give.

mod answers;

mod chain;
mod choice;
mod claims;
mod classes;
mod closure;
mod crowd;
mod decide;
mod difference;
mod effort;
mod exclusions;
mod finding;
mod handover;
mod index;
mod judge;
mod keep;
mod likeness;
mod lineage;
mod meant;
mod moved;
mod offers;
mod refusal;
mod remedy;
mod resolution;
mod resources;
mod sets;
mod settle;
mod standing;
mod tell;
mod verdict;
mod ways;
mod world;

pub use answers::{Take, each_taker, takers};
pub use choice::{Choice, Pick, Picked};
pub use claims::holders;
pub use crowd::Crowd;
pub use decide::{Accepted, Decision, Gained, Moved, NodeChange, Refused, Stays, Taken, Terms, asked};
pub use effort::Effort;
pub use exclusions::{Over, disagreement, exclusions};
pub use finding::{Extent, Fault, Finding, Holder};
pub use likeness::{LikeEdit, LikeRefusal, LikeWay, Likeness, Whose};
pub use lineage::{Lineage, WantedFor, Wanting};
pub use moved::{Answer, Move, answer};
pub use refusal::{
    Between, Candidate, ChangeOption, Code, Effect, Link, Party, Place, Refusal, Remedy, Subject, Unanswered, Unmet,
    Way, WhyNot,
};
pub use remedy::Identity;
pub use resolution::{Replaced, Resolution, View, Views};
pub use standing::Standing;
pub use tell::{Asked, Telling, sort};
pub use verdict::{Change, Chosen, HandedOver, Relocated, Verdict};
pub use ways::Ways;
pub use world::{Step, World};
