//! `provost plan`

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

use clap::Args as Arguments;

use crate::{
    model::{NodeId, Standing},
    outcome::{Exit, Failure},
    plan::{Change, Difference, Entry, Found, PlannedNode, Planner, Shown},
    report::{
        command::command,
        escape::batch_line,
        json,
        plan::{self, Extent},
    },
    resolver::World,
    store::{Session, acknowledgements, generations, snapshot},
};

use super::{
    complete::Completes,
    context::{Context, resolving},
    differences::differences,
    push::stale,
    selection::Selection,
    traits::Traits,
};

/// Show what each node runs, why, what it takes and gives, and how that differs from the last push.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.exits(&[Exit::Done, Exit::Failed, Exit::Usage, Exit::Refused, Exit::Changes]).near(&["plan", "push", "declaration", "why"]))]
#[command(after_help = "Examples:\n  provost plan\n  provost plan laptop --diff\n  provost plan --summary --exit-code")]
pub struct Args {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out; without any, those that
    /// differ from the last push or are refused
    #[arg(value_name = "NODE", add = Completes::Selection)]
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
    context.page();
    one_extent(args)?;
    let (mut world, last, comparison, mut made) = context.read(|session, context| {
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
        let (refusals, files) = (planner.refusals(&shown), differences.of_files);
        let found = Found { nodes: Vec::new(), refusals, warnings, holds, standings, files };
        let made = Made { pending: pending(&planner, &shown), shown, differences: differences.of_nodes, found };
        let comparison = planner.found();
        Ok((world, last, comparison, made))
    })?;
    let is_refused = !made.found.refusals.is_empty();
    if is_refused {
        context.terminal.doing("trying what would settle it", None);
        world.remedy(&mut made.found.refusals);
    }
    let pending = made.pending;
    let resolves = print(made, &Planner::again(&world, &last, comparison), context)?;
    if is_refused {
        context.remind_of_database();
    }
    Ok(match () {
        () if !resolves => Exit::Refused,
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

/// What was found out for a plan.
struct Made {
    shown: Shown,
    differences: BTreeMap<NodeId, Difference>,
    found: Found,
    pending: bool,
}

/// Prints a plan: for programs node by node as they are made, for people as a whole. Says whether it resolves.
fn print(made: Made, planner: &Planner<'_>, context: &mut Context) -> Result<bool, Failure> {
    let Made { shown, differences, mut found, .. } = made;
    let entries = planner.entries(&shown);
    let steps = context.terminal.doing("planning nodes", Some(entries.len()));
    let done = |nodes: usize| steps.done(nodes);
    if context.json() {
        let plan = planner.plan(&shown, found);
        let nodes = json::Nodes::new(planner.told(), &entries, &differences);
        context.terminal.stream(|out| json::plan_of(&plan, &nodes, done, out))?;
        return Ok(plan.resolves);
    }
    let planned = entries.iter().map(|entry| {
        done(1);
        let difference = match entry {
            Entry::Node(node) => differences.get(node).cloned(),
            Entry::Gone(_) => None,
        };
        PlannedNode { difference, ..planner.planned(*entry) }
    });
    found.nodes = planned.collect();
    let plan = planner.plan(&shown, found);
    let extent = if shown == Shown::None { Extent::Summary } else { Extent::Nodes };
    let style = *context.terminal.style();
    context.terminal.stream(|out| plan::plan(&plan, extent, &style, out))?;
    Ok(plan.resolves)
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
