//! `provost claims`

use clap::Args as Arguments;

use crate::{
    outcome::{Exit, Failure},
    plan,
    report::{claims, json::listing},
    resolver::World,
    store::snapshot,
};

use super::{complete::Completes, context::Context, selection::Selection, traits::Traits};

/// Show who holds which claim where, and who collides over one.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["claims", "pins", "why", "status", "log", "plan"]))]
#[command(after_help = "Examples:\n  provost claims\n  provost claims site:attic")]
pub struct Args {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out; without any,
    /// every node
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Option<Selection>,
}

/// Lists claims.
///
/// # Errors
/// Where a name or selector matches nothing, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let held = context.read(|session, _| {
        let loaded = snapshot::load(session)?;
        let world = World::new(loaded.mesh, loaded.now);
        let nodes = Selection::chosen(args.nodes.as_ref(), &world.mesh)?;
        Ok(plan::claims(&world, nodes))
    })?;
    if context.json() {
        context.terminal.print(&listing("provost.claims/1", "claims", &held))?;
    } else {
        context.print_table(&claims::claims(&held), "no module there claims anything")?;
    }
    Ok(Exit::Done)
}
