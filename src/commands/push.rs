//! `provost push`

use std::collections::BTreeMap;

use clap::Args as Arguments;
use uuid::Uuid;

use crate::{
    model::{Digest, NodeId, NodeName, Person},
    outcome::{Exit, Failure},
    plan::{Change, DeclaredTakes, HeldTake, Holding, Planner, tell},
    report::{
        json,
        push::{self, Pushed},
        refusal::{self, Occasion},
    },
    resolver::{Between, Code, Finding, Refusal, Subject, World},
    store::{
        Access, Session,
        generations::{self, Declared, Gone, Push},
        log, snapshot,
    },
};

use super::{
    committing::commit,
    context::{Context, Making, WAITING, resolving},
    differences::said,
    traits::Traits,
};

/// Declare what every node is to be: all that changed, or none. Machines follow by what reads their declarations.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["plan", "push", "declaration", "why"]))]
#[command(after_help = "Examples:\n  provost push\n  provost plan --summary | sed -n 's/^digest //p' > reviewed\n  \
                  provost push --expect \"$(cat reviewed)\"")]
pub struct Args {
    /// Declare only if the mesh is still the one that was reviewed: the digest that plan printed
    #[arg(long, value_name = "DIGEST")]
    pub expect: Option<String>,
    /// Why, for the record
    #[arg(long, value_name = "TEXT")]
    pub message: Option<String>,
}

/// Resolves every node and declares what changed, or refuses.
///
/// # Errors
/// Where the database fails.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let mut connected = context.connect(Making::No)?;
    let access = Access::Change { lock_timeout: context.global.lock_timeout };
    context.terminal.doing(WAITING, None);
    let mut session = Session::begin(&mut connected.client, access)?;
    context.terminal.doing("reading the mesh", None);
    let (loaded, last) = snapshot::load_beside(&mut session, generations::last_declared)?;
    context.terminal.doing(&resolving(&loaded.mesh), None);
    let mut world = World::new(loaded.mesh, loaded.now);
    let planner = Planner::new(&world, &last);
    let digest = planner.digest();
    let stopping: Vec<&Finding> = world.resolution.findings().filter(|finding| planner.stops(finding)).collect();
    let mut refusals = tell(&world, stopping.into_iter());
    if let Some(expected) = args.expect.as_deref().filter(|expected| *expected != digest.to_string()) {
        refusals.insert(0, not_as_reviewed(expected, digest, &mut session)?);
    }
    if !refusals.is_empty() {
        session.roll_back();
        drop(planner);
        context.terminal.doing("trying what would settle it", None);
        world.remedy(&mut refusals);
        return refuse(&refusals, context);
    }
    let outcome = outcome(&planner);
    let generation = write(&outcome, &planner, &world, digest, args, &mut session, context)?;
    let warnings = stale(&planner, &world, &mut session)?;
    match generation {
        Some(_) => commit(session, context)?,
        None => session.roll_back(),
    }
    let pushed = Pushed {
        generation: generation.or(last.iter().map(|last| last.generation).max()),
        declared: outcome.declared.iter().map(|node| world.mesh.node_name(*node).clone()).collect(),
        removed: planner.removed().map(|last| last.name.clone()).collect(),
        held: outcome.held,
        unchanged: outcome.unchanged,
        warnings,
    };
    let text = if context.json() { json::pushed(&pushed) } else { push::pushed(&pushed, context.terminal.style()) };
    if context.json() || !context.global.quiet {
        context.terminal.print(&text)?;
    }
    Ok(Exit::Done)
}

fn refuse(refusals: &[Refusal], context: &mut Context) -> Result<Exit, Failure> {
    if context.json() {
        context.terminal.print(&json::unresolved(refusals))?;
    } else {
        let reviewed = refusals.iter().all(|refusal| refusal.code() == Code::NotAsReviewed);
        let occasion = if reviewed { Occasion::Review } else { Occasion::Push };
        let text = refusal::unresolved(occasion, refusals, context.terminal.error_style());
        context.terminal.tell(&text);
    }
    context.remind_of_database();
    Ok(Exit::Refused)
}

/// Which nodes are declared, and which are not.
struct Outcome {
    declared: Vec<NodeId>,
    held: Vec<Holding>,
    unchanged: usize,
}

fn outcome(planner: &Planner<'_>) -> Outcome {
    let mut outcome = Outcome { declared: Vec::new(), held: Vec::new(), unchanged: 0 };
    for node in planner.nodes() {
        if planner.is_held(*node) {
            outcome.held.push(planner.holding(*node));
            continue;
        }
        match planner.change_of(*node) {
            Change::New | Change::Changed => outcome.declared.push(*node),
            Change::Unchanged | Change::Removed => outcome.unchanged += 1,
        }
    }
    outcome
}

fn write(
    outcome: &Outcome,
    planner: &Planner<'_>,
    world: &World,
    digest: Digest,
    args: &Args,
    session: &mut Session<'_>,
    context: &mut Context,
) -> Result<Option<i64>, Failure> {
    let gone: Vec<Gone> = planner.removed().map(|last| Gone { node: last.node, name: last.name.to_string() }).collect();
    if outcome.declared.is_empty() && gone.is_empty() {
        return Ok(None);
    }
    let steps = context.terminal.doing("writing declarations", Some(outcome.declared.len()));
    let mut takes = DeclaredTakes::new(world);
    let rows = outcome.declared.iter().filter_map(|node| {
        steps.done(1);
        Some(row(world, *node, takes.text(*node), planner.digest_of(*node)?))
    });
    let os_user = context.os_user();
    let push = Push { message: args.message.as_deref(), os_user: Some(&os_user), digest };
    Ok(Some(generations::push(session, &push, rows, &gone)?))
}

fn row(world: &World, node: NodeId, takes: String, digest: Digest) -> Declared {
    let mesh = &world.mesh;
    let modules = world.resolution.view(node).set.iter().filter_map(|id| {
        let module = mesh.catalogue.get(*id)?;
        Some((mesh.catalogue.name(*id).clone(), module.registered.digest))
    });
    Declared {
        node: mesh.node(node).uuid,
        name: mesh.node_name(node).to_string(),
        site: mesh.site_of(node).map(ToString::to_string),
        modules: modules.collect(),
        facts: mesh.facts_text(node).to_owned(),
        takes,
        digest,
    }
}

/// The takes that held nodes were last told and that are not offered any more.
pub(super) fn stale(planner: &Planner<'_>, world: &World, session: &mut Session<'_>) -> Result<Vec<HeldTake>, Failure> {
    let held: BTreeMap<Uuid, NodeName> = world
        .mesh
        .nodes()
        .filter(|(_, node)| node.held.is_some())
        .map(|(_, node)| (node.uuid, node.name.clone()))
        .collect();
    if held.is_empty() {
        return Ok(Vec::new());
    }
    let nodes: Vec<Uuid> = held.keys().copied().collect();
    let mut told = Vec::new();
    for kept in generations::declarations(session, &nodes, None)? {
        let Some(node) = held.get(&kept.node) else { continue };
        let said = said(&kept)?;
        told.extend(said.takes().map(|(provision, from)| HeldTake {
            node: node.clone(),
            provision: provision.clone(),
            from: from.clone(),
            there: true,
        }));
    }
    Ok(planner.stale(&told))
}

fn not_as_reviewed(expected: &str, found: Digest, session: &mut Session<'_>) -> Result<Refusal, Failure> {
    let between = match Digest::from_hex(expected) {
        Some(digest) => log::since(session, digest)?,
        None => None,
    };
    let between = between.map(|changes| {
        let told = |change: log::Recorded| Between {
            by: Person { db_user: change.db_user, os_user: change.os_user },
            at: change.at,
            command: change.command,
        };
        changes.into_iter().map(told).collect()
    });
    Ok(Refusal {
        node: None,
        subject: Subject::Reviewed { expected: expected.to_owned(), found, between },
        parties: Vec::new(),
        candidates: Vec::new(),
        remedies: Vec::new(),
        untried: false,
    })
}
