//! `provost pins`

use clap::Args as Arguments;

use crate::{
    model::Moment,
    outcome::{Exit, Failure},
    plan,
    report::{
        json::listing,
        pins::{self, ToldPin},
    },
    resolver::World,
    store::{decided, snapshot},
};

use super::{complete::Completes, context::Context, selection::Selection, traits::Traits};

/// Show which node was told to take what from where, by whom and when, and whether it still matters.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["pin", "unpin", "pins", "why"]))]
#[command(after_help = "Examples:\n  provost pins\n  provost pins web1")]
pub struct Args {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out; without any,
    /// every node
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Option<Selection>,
}

/// Lists pins.
///
/// # Errors
/// Where a name or selector matches nothing, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let told = context.read(|session, _| {
        let loaded = snapshot::load(session)?;
        let world = World::new(loaded.mesh, loaded.now);
        let pins = plan::pins(&world, Selection::chosen(args.nodes.as_ref(), &world.mesh)?);
        let moments: Vec<Moment> = pins.iter().map(|pin| pin.at).collect();
        let authors = decided::authors(session, &moments)?;
        let told = pins.into_iter().map(|pin| ToldPin { by: authors.get(&pin.at).cloned(), pin });
        Ok(told.collect::<Vec<_>>())
    })?;
    if context.json() {
        context.terminal.print(&listing("provost.pins/1", "pins", &told))?;
    } else {
        let none = if args.nodes.is_some() { "nothing is pinned there" } else { "nothing is pinned" };
        context.print_table(&pins::pins(&told), &format!("{none}: `provost pin NODE PROVISION FROM` does"))?;
    }
    Ok(Exit::Done)
}
