//! `provost declaration`

mod follow;

use clap::Args as Arguments;
use serde_json::Value;

use crate::{
    commands::cli::whole_number,
    model::{NodeName, kind, meant},
    outcome::{Exit, Failure},
    plan::printed,
    report::json,
    store::names::Noun,
    store::{Access, Session, access::Rights, generations, snapshot},
};

use super::{
    complete::Completes,
    context::{Context, Making},
    selection::name,
    traits::Traits,
};

/// Print what a node was last told, as JSON.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::WRITES.near(&["push", "plan", "ack"]))]
#[command(after_help = "Examples:\n  provost declaration laptop\n  provost declaration laptop --generation 1\n  \
                  provost declaration laptop --follow")]
pub struct Args {
    /// The node; one that went is found by the name it had
    #[arg(value_name = "NODE", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
    /// The newest declaration that is not after this generation
    #[arg(long, value_name = "N", conflicts_with = "follow", value_parser = whole_number)]
    pub generation: Option<i64>,
    /// Print each declaration as it is made, on a line of its own, from the last one acknowledged on, without an end
    #[arg(long)]
    pub follow: bool,
    /// Follow from this generation on, whatever was acknowledged; 0 for all there are
    #[arg(long, value_name = "N", requires = "follow", value_parser = whole_number)]
    pub after: Option<i64>,
}

/// Prints a declaration, or each that is made.
///
/// # Errors
/// Where the node was never told anything, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let node = args.node.as_str();
    if args.follow {
        return follow::run(node, args.after, context);
    }
    context.page();
    let mut connected = context.connect(Making::No)?;
    let mut session = Session::begin(&mut connected.client, Access::Own)?;
    let seen = generations::seen(&mut session)?;
    let kept = match seen.node_called(&mut session, node, Rights::Read)? {
        Some(id) => generations::declaration(&mut session, &seen, id, args.generation)?,
        None => return Err(unknown(&mut session, node)?),
    };
    session.roll_back();
    let Some(kept) = kept else {
        let until = args.generation.map(|n| format!(" up to generation {n}")).unwrap_or_default();
        return Err(Failure::usage("not-declared", format!("{node} was not declared{until}"))
            .help("`provost push` declares every node"));
    };
    let declaration = whole(&kept)?;
    match declaration.as_object() {
        Some(fields) if !context.json() => context.terminal.print(&json::document(fields))?,
        Some(_) | None => context.print_json(&declaration)?,
    }
    Ok(Exit::Done)
}

/// A declaration as it is printed.
fn whole(kept: &generations::Kept) -> Result<Value, Failure> {
    printed(&crate::plan::Kept {
        node: &kept.name,
        site: kept.site.as_deref(),
        generation: kept.generation,
        removed: kept.digest.is_none(),
        manifests: kept.modules.iter().map(|module| module.manifest.as_ref()).collect(),
        facts: kept.facts.get(),
        takes: kept.takes.get(),
    })
    .map_err(|why| {
        let what = format!("the declaration {} of {} cannot be read: {why}", kept.generation, kept.name);
        Failure::failed("database", what)
    })
}

/// A node that is not there and was never told anything, with the nearest that are.
pub(super) fn unknown(session: &mut Session<'_>, node: &str) -> Result<Failure, Failure> {
    let mesh = snapshot::load(session)?.mesh;
    let near = meant(node, mesh.nodes().map(|(_, node)| node.name.as_str()));
    let help = near.unwrap_or_else(|| "`provost node list` shows those there are".to_owned());
    Ok(Failure::usage("no-such-name", format!("there is no node {node}, and none was ever declared")).help(help))
}
