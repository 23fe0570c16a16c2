//! `provost declaration`

use clap::Args as Arguments;

use crate::{
    model::{NodeName, kind, meant},
    outcome::{Exit, Failure},
    plan::printed,
    report::json,
    store::{Session, generations, snapshot},
};

use super::{context::Context, selection::name};

/// Print what a node was last told, as JSON.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Examples:\n  provost declaration laptop\n  provost declaration laptop --generation 1")]
pub struct Args {
    /// The node; one that went is found by the name it had
    #[arg(value_name = "NODE", value_parser = name::<kind::Node>)]
    pub node: NodeName,
    /// The newest declaration that is not after this generation
    #[arg(long, value_name = "N")]
    pub generation: Option<i64>,
}

/// Prints a declaration.
///
/// # Errors
/// Where the node was never told anything, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let node = args.node.as_str();
    let kept = context.read(|session, _| {
        let Some(id) = generations::node_called(session, node)? else {
            return Err(unknown(session, node)?);
        };
        Ok(generations::declarations(session, &[id], args.generation)?.pop())
    })?;
    let Some(kept) = kept else {
        let until = args.generation.map(|n| format!(" up to generation {n}")).unwrap_or_default();
        return Err(Failure::usage("not-declared", format!("{node} was not declared{until}"))
            .help("`provost push` declares every node"));
    };
    let declaration = printed(&crate::plan::Kept {
        node: &kept.name,
        site: kept.site.as_deref(),
        generation: kept.generation,
        removed: kept.digest.is_none(),
        manifests: kept.modules.iter().map(|module| module.manifest.as_ref()).collect(),
        facts: kept.facts.get(),
        takes: kept.takes.get(),
    })
    .map_err(|why| Failure::failed("database", format!("the declaration of {node} cannot be read: {why}")))?;
    match declaration.as_object() {
        Some(fields) if !context.json() => context.terminal.print(&json::document(fields))?,
        Some(_) | None => context.print_json(&declaration)?,
    }
    Ok(Exit::Done)
}

/// A node that is not there and was never told anything, with the nearest that are.
fn unknown(session: &mut Session<'_>, node: &str) -> Result<Failure, Failure> {
    let mesh = snapshot::load(session)?.mesh;
    let near = meant(node, mesh.nodes().map(|(_, node)| node.name.as_str()));
    let help = near.unwrap_or_else(|| "`provost node list` shows those there are".to_owned());
    Ok(Failure::usage("no-such-name", format!("there is no node {node}, and none was ever declared")).help(help))
}
