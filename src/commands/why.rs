//! `provost why`

use clap::Args as Arguments;

use crate::outcome::{Exit, Failure};

use super::context::Context;

/// Stub.
#[derive(Clone, Debug, Arguments)]
pub struct Args {}

/// Stub.
pub fn run(_: &Args, _: &mut Context) -> Result<Exit, Failure> {
    Ok(Exit::Done)
}
