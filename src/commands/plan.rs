//! `provost plan`

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

use clap::Args as Arguments;

use crate::{
    model::{NodeId, Standing},
    outcome::{Exit, Failure},
    plan::{Change, Difference, Entry, Plan, PlannedNode, Planner, Shown},
    report::{
        command::command,
        json,
        plan::{self, Extent},
        words::batch_line,
    },
    resolver::World,
    store::{Session, acknowledgements, generations, snapshot},
};

use super::{
    context::{Context, resolving},
    differences::{Differences, differences},
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
    #[arg(long, conflicts_with = "summary")]
    pub all: bool,
    /// Show the counts and the refusals alone
    #[arg(long)]
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
    one_extent(args)?;
    let (mut world, last, comparison, mut plan, made) = context.read(|session, context| {
        let begun = Instant::now();
        context.terminal.doing("reading the mesh", None);
        let (loaded, last) = snapshot::load_beside(session, generations::last_declared)?;
        context.trace(&format!("read {} nodes", loaded.mesh.size()), begun);
        context.terminal.doing(&resolving(&loaded.mesh), None);
        let world = World::new(loaded.mesh, loaded.now);
        let shown = shown(args, &world)?;
        let planner = Planner::new(&world, &last);
        let warnings = stale(&planner, &world, session)?;
        let mut holds: Vec<_> = planner.held(&shown).into_iter().map(|node| planner.holding(node)).collect();
        let entries = planner.entries(&shown);
        let differences = differences(&entries, &mut holds, &planner, &world, args.diff, session)?;
        let standings = standings(&shown, &world, session)?;
        let plan = Plan { warnings, holds, standings, ..planner.plan(&shown) };
        let made = Made { pending: pending(&planner, &shown), shown, differences };
        let comparison = planner.found();
        Ok((world, last, comparison, plan, made))
    })?;
    if !plan.refusals.is_empty() {
        context.terminal.doing("trying what would settle it", None);
        world.remedy(&mut plan.refusals);
    }
    let Made { pending, shown, differences } = made;
    plan.files = differences.of_files;
    let planner = Planner::again(&world, &last, comparison);
    print(&mut plan, &planner, &shown, &differences.of_nodes, context)?;
    if !plan.refusals.is_empty() {
        context.remind_of_database();
    }
    Ok(match () {
        () if !plan.resolves => Exit::Refused,
        () if args.exit_code && pending => Exit::Changes,
        () => Exit::Done,
    })
}

/// Some nodes are shown, or all of them, or none.
fn one_extent(args: &Args) -> Result<(), Failure> {
    let (option, whole) = match (args.all, args.summary) {
        (true, _) => ("--all", "every node"),
        (_, true) => ("--summary", "the counts of the whole mesh and all its refusals"),
        (false, false) => return Ok(()),
    };
    if args.nodes.is_empty() {
        return Ok(());
    }
    let nodes: Vec<String> = args.nodes.iter().map(ToString::to_string).collect();
    let named = batch_line(&command(&["provost", "plan"], nodes, []));
    let help = format!("`{named}` shows those and their refusals, `provost plan {option}` {whole}");
    Err(Failure::usage("usage", format!("NODE and {option} are not used together")).help(help))
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

/// What was found out of a plan beside the plan itself.
struct Made {
    shown: Shown,
    differences: Differences,
    pending: bool,
}

/// Prints a plan: for programs node by node as they are made, for people as a whole.
fn print(
    plan: &mut Plan,
    planner: &Planner<'_>,
    shown: &Shown,
    differences: &BTreeMap<NodeId, Difference>,
    context: &mut Context,
) -> Result<(), Failure> {
    let entries = planner.entries(shown);
    let steps = context.terminal.doing("planning nodes", Some(entries.len()));
    let done = |nodes: usize| steps.done(nodes);
    if context.json() {
        let nodes = json::Nodes::new(planner.told(), &entries, differences);
        return context.terminal.stream(|out| json::plan_of(plan, &nodes, done, out));
    }
    let planned = entries.iter().map(|entry| {
        done(1);
        let difference = match entry {
            Entry::Node(node) => differences.get(node).cloned(),
            Entry::Gone(_) => None,
        };
        PlannedNode { difference, ..planner.planned(*entry) }
    });
    plan.nodes = planned.collect();
    let extent = if *shown == Shown::None { Extent::Summary } else { Extent::Nodes };
    let style = *context.terminal.style();
    context.terminal.stream(|out| plan::plan(plan, extent, &style, out))
}

/// How machines stand to what they were told: those that are shown by name, else all.
fn standings(shown: &Shown, world: &World, session: &mut Session<'_>) -> Result<Vec<Standing>, Failure> {
    let mut standings = acknowledgements::standings(session)?;
    if let Shown::Named(nodes) = shown {
        standings.retain(|one| world.mesh.node_id(&one.node).is_some_and(|node| nodes.contains(&node)));
    }
    Ok(standings)
}

/// Whether a push would change something of what is shown.
fn pending(planner: &Planner<'_>, shown: &Shown) -> bool {
    let differs = |node: &NodeId| !planner.is_held(*node) && planner.change_of(*node) != Change::Unchanged;
    match shown {
        Shown::Named(nodes) => nodes.iter().any(differs),
        Shown::All | Shown::None | Shown::Differing => {
            planner.nodes().iter().any(differs) || planner.removed().len() > 0
        }
    }
}
