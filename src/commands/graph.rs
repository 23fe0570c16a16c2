//! `provost graph`

use std::collections::BTreeSet;

use clap::{Args as Arguments, ValueEnum};

use crate::{
    model::{Mesh, NodeId},
    outcome::{Exit, Failure},
    plan,
    report::{
        graph::{dot, mermaid, picture},
        json,
    },
    resolver::World,
    store::snapshot,
};

use super::{complete::Completes, context::Context, selection::Selection, traits::Traits};

/// Draw who takes what from whom: sites as groups, with pins, holds, refusals and missing answers.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS)]
#[command(
    after_help = "Examples:\n  provost graph | dot -Tsvg > mesh.svg\n  provost graph web1 | dot -Tpng > web1.png\n  \
                        provost graph site:attic --format mermaid"
)]
pub struct Args {
    /// The nodes, drawn with those beside them: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one
    /// out; without any, every node
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Vec<Selection>,
    /// The language of the picture
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
}

/// The language of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For Graphviz
    #[default]
    Dot,
    /// For Mermaid, as in Markdown
    Mermaid,
}

/// Draws.
///
/// # Errors
/// Where a name or selector matches nothing, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let graph = context.read(|session, _| {
        let loaded = snapshot::load(session)?;
        let world = World::new(loaded.mesh, loaded.now);
        let asked = asked(args, &world.mesh)?;
        Ok(plan::graph(&world, asked.as_ref()))
    })?;
    if context.json() {
        context.terminal.stream(|out| json::graph(&graph, out))?;
        return Ok(Exit::Done);
    }
    if graph.nodes.is_empty() {
        context.note("there are no nodes yet: `provost node add NAME` makes one");
    }
    let picture = picture(&graph);
    let text = match args.format {
        Format::Dot => dot::dot(&picture),
        Format::Mermaid => mermaid::mermaid(&picture),
    };
    context.terminal.print(&text)?;
    Ok(Exit::Done)
}

/// The nodes that are asked for; `None` for all.
fn asked(args: &Args, mesh: &Mesh) -> Result<Option<BTreeSet<NodeId>>, Failure> {
    if args.nodes.is_empty() {
        return Ok(None);
    }
    let mut asked = BTreeSet::new();
    for selection in &args.nodes {
        asked.extend(selection.nodes(mesh)?);
    }
    Ok(Some(asked))
}
