//! The one path that all changes take: begin, lock, load, edit, resolve, decide, write or refuse, report.

use std::time::Instant;

use crate::{
    cli::ChangeArgs,
    model::{ApplyError, Digest, Edit, ModuleName, NodeId},
    outcome::{Exit, Failure},
    plan::{Forecast, Planner, WantedFor},
    report::{
        change::{self, Answer, Changed, Gained, Moved, NodeChange, Settled, Stay},
        forecast as words, json,
        refusal::{self, Act, Asked},
        why::Trial,
        words::batch_line,
    },
    resolver::{self, Decision, Terms, World},
    store::{Access, Session, edits, generations, log, snapshot},
};

use super::{
    context::{Context, Making},
    editing::Editing,
    forecast,
    verb::{Ready, Verb},
};

/// Runs a verb that changes the mesh.
///
/// # Errors
/// Where it names what is not there, its input is wrong, or the database fails.
pub(super) fn run(mut verb: Verb, args: &ChangeArgs, context: &mut Context) -> Result<Exit, Failure> {
    verb.complete(args)?;
    let mut ready = verb.clone().ready(context)?;
    ready.complete(args);
    let making = if args.dry_run { Making::No } else { Making::Allowed };
    let mut connected = context.connect(making)?;
    let access = match args.dry_run {
        true => Access::Read,
        false => Access::Change { lock_timeout: context.global.lock_timeout },
    };
    let mut session = Session::begin(&mut connected.client, access)?;
    let begun = Instant::now();
    let loaded = snapshot::load(&mut session)?;
    context.trace(&format!("read {} nodes", loaded.mesh.size()), begun);
    let begun = Instant::now();
    let mut world = World::new(loaded.mesh, loaded.now);
    let mut asked = asked(&verb, args, &world);
    let (change, mut warnings) = edited(&ready, &mut world, &mut session)?;
    if let Some(act) = ready.act() {
        asked.act = act;
    }
    let mut forecast = None;
    if let Ready::Register(_) = &ready {
        let (foretold, more) = forecast::forecast(&change.edits, &mut world, &mut session)?;
        warnings.extend(more);
        forecast = Some(foretold);
    }
    let decision = world
        .decide(&change, args.terms())
        .map_err(|error| Failure::usage("usage", format!("{error}; nothing was changed")))?;
    if let Some(forecast) = &mut forecast {
        forecast.place(&decision.refusals, &decision.settled);
    }
    context.trace("resolved and decided", begun);
    if !decision.accepted {
        session.roll_back();
        return refuse(&asked, &decision, args, (&warnings, forecast.as_ref()), context);
    }
    let is_change = decision.edits.iter().any(|edit| !matches!(edit, Edit::AllowMove { .. }));
    let digest = mesh_digest(&world, &mut session)?;
    let mut changed = Changed { forecast, ..report(decision, is_change, args, warnings, digest) };
    let begun = Instant::now();
    if is_change && !args.dry_run {
        edits::write(&mut session, &changed.edits)?;
        record(&mut session, &asked, args, &changed, context)?;
        session.commit()?;
        context.trace(&format!("wrote {} edits and committed", changed.edits.len()), begun);
    } else {
        session.roll_back();
    }
    if context.json() {
        context.terminal.print(&json::changed(&changed))?;
    } else if !context.global.quiet {
        let warnings = std::mem::take(&mut changed.warnings);
        let text = change::changed(&changed, context.terminal.style());
        context.terminal.print(&text)?;
        warnings.iter().for_each(|warning| context.warn(warning));
    }
    Ok(Exit::Done)
}

/// The digest of the mesh. What was declared before counts for held nodes alone, and is read where there are some.
pub(super) fn mesh_digest(world: &World, session: &mut Session<'_>) -> Result<Digest, Failure> {
    let held = world.mesh.nodes().any(|(_, node)| node.held.is_some());
    let last = if held { generations::last_declared(session)? } else { Vec::new() };
    Ok(Planner::new(world, &last).digest())
}

/// What `assign --dry-run` of a module to a node says. The world is afterwards as it was.
pub(super) fn would_assign(
    world: &mut World,
    node: NodeId,
    module: &ModuleName,
    session: &mut Session<'_>,
) -> Result<Trial, Failure> {
    let name = world.mesh.node_name(node).clone();
    let command = ["assign".to_owned(), name.to_string(), module.to_string()].to_vec();
    let act = Act::Assign { nodes: vec![name.clone()], modules: vec![module.clone()] };
    let edits = vec![Edit::Assign { node: name, module: module.clone() }];
    let change = resolver::Change { edits, ..resolver::Change::default() };
    let unfit = |error: ApplyError| Failure::usage("usage", error.to_string());
    let args = ChangeArgs { dry_run: true, ..ChangeArgs::default() };
    let decision = world.decide(&change, args.terms()).map_err(unfit)?;
    if !decision.accepted {
        let asked = Asked { act, command, options: args.typed(), batchable: true };
        return Ok(Trial::Refused(Box::new(asked), decision.refusals));
    }
    let digest = mesh_digest(world, session)?;
    let changed = report(decision, true, &args, Vec::new(), digest);
    let undo = [Edit::Unassign { node: world.mesh.node_name(node).clone(), module: module.clone() }];
    world.step(&undo).map_err(unfit)?;
    Ok(Trial::Accepted(Box::new(changed)))
}

fn edited(
    ready: &Ready,
    world: &mut World,
    session: &mut Session<'_>,
) -> Result<(resolver::Change, Vec<String>), Failure> {
    let who = session.role().to_owned();
    let mut editing = Editing::new(world, session, who);
    ready.edit(&mut editing)?;
    Ok(editing.finish())
}

fn refuse(
    asked: &Asked,
    decision: &Decision,
    args: &ChangeArgs,
    (warnings, forecast): (&[String], Option<&Forecast>),
    context: &mut Context,
) -> Result<Exit, Failure> {
    for warning in warnings {
        context.warn(warning);
    }
    if context.json() {
        context.terminal.print(&json::refused_with(asked, &decision.refusals, args.dry_run, forecast))?;
    } else {
        // What would change on nodes changes nowhere; what excludes what is true of the manifests all the same.
        let foretold = forecast.map(|forecast| Forecast { changed: Vec::new(), ..forecast.clone() });
        let foretold = foretold.map(|forecast| words::forecast(&forecast, context.terminal.error_style()));
        context.terminal.tell(&foretold.unwrap_or_default());
        let text = refusal::refused(asked, &decision.refusals, context.terminal.error_style());
        context.terminal.tell(&text);
    }
    context.remind_of_database();
    Ok(Exit::Refused)
}

/// What an accepted change says of itself.
fn report(decision: Decision, changed: bool, args: &ChangeArgs, warnings: Vec<String>, digest: Digest) -> Changed {
    Changed {
        changed,
        dry_run: args.dry_run,
        nodes: decision.nodes.into_iter().map(node_change).collect(),
        edits: decision.edits,
        digest,
        moved: decision.moved.into_iter().map(moved).collect(),
        stays: decision.stays.into_iter().map(stay).collect(),
        settled: decision.settled.iter().filter_map(settled).collect(),
        warnings,
        refusals: decision.refusals,
        forecast: None,
    }
}

fn node_change(change: resolver::NodeChange) -> NodeChange {
    let answer = |(provision, from, module)| Answer { provision, from, module };
    NodeChange {
        node: change.node,
        gained: change.gained.into_iter().map(gained).collect(),
        lost: change.lost,
        takes_gained: change.takes_gained.into_iter().map(answer).collect(),
        takes_lost: change.takes_lost.into_iter().map(answer).collect(),
    }
}

fn gained(gained: resolver::Gained) -> Gained {
    let wanted_for = gained.wanted_for.into_iter().map(|(module, requires)| WantedFor { module, requires });
    Gained { name: gained.module, assigned: gained.assigned, wanted_for: wanted_for.collect() }
}

fn moved(moved: resolver::Moved) -> Moved {
    let resolver::Moved { node, requirement, by, from, from_module, to, to_module } = moved;
    Moved { node, requirement, by, from, from_module, to, to_module }
}

fn stay(stays: resolver::Stays) -> Stay {
    let wanted_for = stays.wanted_for.into_iter().map(|(module, requires)| WantedFor { module, requires });
    Stay { node: stays.node, module: stays.module, wanted_for: wanted_for.collect() }
}

fn settled(edit: &Edit) -> Option<Settled> {
    match edit {
        Edit::Pin { node, provision, after: Some(from), .. } => {
            Some(Settled::Pin { node: node.clone(), provision: provision.clone(), from: from.clone() })
        }
        Edit::Assign { node, module } => Some(Settled::Assign { node: node.clone(), module: module.clone() }),
        Edit::Pin { .. }
        | Edit::AddSite { .. }
        | Edit::RenameSite { .. }
        | Edit::RemoveSite { .. }
        | Edit::AddNode { .. }
        | Edit::RenameNode { .. }
        | Edit::RemoveNode { .. }
        | Edit::Site { .. }
        | Edit::Fact { .. }
        | Edit::Register { .. }
        | Edit::RemoveModule { .. }
        | Edit::Unassign { .. }
        | Edit::Hold { .. }
        | Edit::AllowMove { .. } => None,
    }
}

impl ChangeArgs {
    fn terms(&self) -> Terms {
        Terms { keep: self.keep, allow_moves: self.allow_moves, leave_unresolved: self.leave_unresolved }
    }

    /// The options as they were typed, `--dry-run` aside.
    fn typed(&self) -> Vec<String> {
        let given = |set: bool, option: &str| set.then(|| option.to_owned());
        let mut typed: Vec<String> = [
            given(self.keep, "--keep"),
            given(self.allow_moves, "--allow-moves"),
            given(self.leave_unresolved, "--leave-unresolved"),
        ]
        .into_iter()
        .flatten()
        .collect();
        typed.extend(self.message.iter().flat_map(|message| ["--message".to_owned(), message.clone()]));
        typed
    }
}

fn asked(verb: &Verb, args: &ChangeArgs, world: &World) -> Asked {
    let (act, command) = verb.act(&world.mesh);
    Asked { act, command, options: args.typed(), batchable: verb.is_batchable() }
}

/// The command as the record has it. One that read standard input cannot be pasted again, and yet was typed.
fn recorded(asked: &Asked) -> Vec<String> {
    if !asked.command.is_empty() {
        return asked.command.clone();
    }
    let verb: &[&str] = if matches!(asked.act, Act::Import) {
        &["import", "-"]
    } else if matches!(asked.act, Act::Batch) {
        &["batch", "-"]
    } else if matches!(asked.act, Act::Register(_)) {
        &["module", "register", "-"]
    } else {
        &[]
    };
    verb.iter().map(|word| (*word).to_owned()).collect()
}

/// Puts a change on record, in the transaction that makes it.
fn record(
    session: &mut Session<'_>,
    asked: &Asked,
    args: &ChangeArgs,
    changed: &Changed,
    context: &Context,
) -> Result<(), Failure> {
    let lists = json::RecordedLists::of(changed);
    let command = [recorded(asked), asked.options.clone()].concat();
    let (command, os_user) = (batch_line(&command), context.os_user());
    let record = log::Record {
        command: &command,
        message: args.message.as_deref(),
        os_user: os_user.as_deref(),
        edits: &changed.edits,
        digest: Some(changed.digest),
        moved: lists.moved.as_deref(),
        settled: lists.settled.as_deref(),
        unresolved: lists.unresolved.as_deref(),
    };
    log::record(session, &record)?;
    Ok(())
}
