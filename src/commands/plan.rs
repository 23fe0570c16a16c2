//! `provost plan`

use std::{collections::BTreeSet, time::Instant};

use clap::Args as Arguments;

use crate::{
    outcome::{Exit, Failure},
    plan::{Change, Plan, Planner, Shown},
    report::{
        json,
        plan::{self, Extent},
    },
    resolver::World,
    store::{generations, snapshot},
};

use super::{
    context::{Context, resolving},
    differences,
    push::stale,
    selection::Selection,
};

/// Show what each node runs, why, what it takes and gives, and how that differs from the last push.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Examples:\n  provost plan\n  provost plan laptop --diff\n  provost plan --summary --exit-code")]
pub struct Args {
    /// The nodes; without any, those that differ from the last push or are refused
    #[arg(value_name = "NODE")]
    pub nodes: Vec<Selection>,
    /// Show every node
    #[arg(long, conflicts_with_all = ["nodes", "summary"])]
    pub all: bool,
    /// Show the counts and the refusals alone
    #[arg(long, conflicts_with = "nodes")]
    pub summary: bool,
    /// Show how files change, as unified diffs
    #[arg(long, conflicts_with = "summary")]
    pub diff: bool,
    /// Exit with 4 where it resolves and a push would change something
    #[arg(long)]
    pub exit_code: bool,
}

/// Plans and prints.
///
/// # Errors
/// Where a name or selector matches nothing, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let (mut world, last, plan, pending) = context.read(|session, context| {
        let begun = Instant::now();
        context.terminal.doing("reading the mesh", None);
        let (loaded, last) = snapshot::load_beside(session, generations::last_declared)?;
        context.trace(&format!("read {} nodes", loaded.mesh.size()), begun);
        context.terminal.doing(&resolving(&loaded.mesh), None);
        let world = World::new(loaded.mesh, loaded.now);
        let shown = shown(args, &world)?;
        let planner = Planner::new(&world, &last);
        let warnings = stale(&planner, &world, session)?;
        let mut plan = Plan { warnings, ..planned(&planner, &shown, context) };
        differences::fill(&mut plan, &world, args.diff, session)?;
        let pending = pending(&planner, &shown);
        drop(planner);
        Ok((world, last, plan, pending))
    })?;
    drop(last);
    let mut plan = plan;
    if !plan.refusals.is_empty() {
        context.terminal.doing("trying what would settle it", None);
        world.remedy(&mut plan.refusals);
    }
    let extent = if args.summary { Extent::Summary } else { Extent::Nodes };
    if context.json() {
        context.terminal.stream(|out| json::plan(&plan, extent, out))?;
    } else {
        let style = *context.terminal.style();
        context.terminal.stream(|out| plan::plan(&plan, extent, &style, out))?;
    }
    if !plan.refusals.is_empty() {
        context.remind_of_database();
    }
    Ok(match () {
        () if !plan.resolves => Exit::Refused,
        () if args.exit_code && pending => Exit::Changes,
        () => Exit::Done,
    })
}

fn shown(args: &Args, world: &World) -> Result<Shown, Failure> {
    if args.summary {
        return Ok(Shown::None);
    }
    if args.all {
        return Ok(Shown::All);
    }
    if args.nodes.is_empty() {
        return Ok(Shown::Differing);
    }
    let mut nodes = BTreeSet::new();
    for selection in &args.nodes {
        nodes.extend(selection.nodes(&world.mesh)?);
    }
    Ok(Shown::Named(nodes))
}

fn planned(planner: &Planner<'_>, shown: &Shown, context: &mut Context) -> Plan {
    let mut plan = planner.plan(shown);
    let nodes = planner.shown(shown);
    let steps = context.terminal.doing("planning nodes", Some(nodes.len()));
    let planned = nodes.into_iter().map(|node| {
        steps.done(1);
        planner.planned(node)
    });
    plan.nodes = planned.collect();
    if matches!(shown, Shown::All | Shown::Differing) {
        plan.nodes.extend(planner.removed().iter().map(|last| planner.planned_removed(last)));
        plan.nodes.sort_by(|a, b| a.node.cmp(&b.node));
    }
    plan
}

/// Whether a push would change something of what is shown.
fn pending(planner: &Planner<'_>, shown: &Shown) -> bool {
    let differs =
        |node: &crate::model::NodeId| !planner.is_held(*node) && planner.change_of(*node) != Change::Unchanged;
    match shown {
        Shown::Named(nodes) => nodes.iter().any(differs),
        Shown::All | Shown::None | Shown::Differing => {
            planner.nodes().iter().any(differs) || !planner.removed().is_empty()
        }
    }
}
