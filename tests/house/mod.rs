//! The house holds: rooms use only what they may, and what is generated is as the program has it.

mod generated;
mod packaged;
mod rooms;
pub(crate) mod sources;
