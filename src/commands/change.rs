//! The one path that all changes take: begin, lock, load, edit, resolve, decide, write or refuse, report.

mod dialogue;
mod outcome;

use std::{collections::BTreeSet, time::Instant};

use crate::{
    commands::cli::ChangeArgs,
    model::{Digest, Edit, ModuleName, NodeId, NodeName, Person},
    outcome::{Exit, Failure},
    plan::{Holding, Planner},
    report::{
        answered::answered,
        change::Changed,
        command::option,
        refusal::{Act, Asked},
        why::Trial,
        words::{count, decided},
    },
    resolver::{self, Decision, Terms, World},
    store::{Access, Session, generations, snapshot},
};

use self::outcome::{Accepted, Open, Outcome, Refused, report};
use super::{
    context::{Context, Making, WAITING, resolving},
    differences,
    editing::{Edited, Editing},
    forecast,
    verb::{Ready, Verb},
};

/// A change that was typed, with all that it needs from files.
struct Command<'a> {
    verb: Box<dyn Verb>,
    ready: Ready,
    args: &'a ChangeArgs,
}

/// Runs a verb that changes the mesh.
///
/// # Errors
/// Where it names what is not there, its input is wrong, or the database fails.
pub(super) fn run(mut verb: Box<dyn Verb>, args: &ChangeArgs, context: &mut Context) -> Result<Exit, Failure> {
    verb.complete(args, context)?;
    let mut ready = verb.ready(context)?;
    ready.complete(args);
    let mut command = Command { verb, ready, args };
    if let Some(wrong) = command.ready.wrong() {
        return Err(command.all_wrong(context).unwrap_or(wrong));
    }
    let (making, access) = match args.dry_run {
        true => (Making::No, Access::Read),
        false => (Making::Allowed, Access::Change { lock_timeout: context.global.lock_timeout }),
    };
    let mut connected = context.connect(making)?;
    context.terminal.doing(WAITING, None);
    let mut session = Session::begin(&mut connected.client, access)?;
    let outcome = command.decide(&[], &mut session, context)?;
    match outcome {
        Outcome::Accepted(accepted) => accepted.make(session, args, context),
        Outcome::Refused(refused) => {
            session.roll_back();
            drop(connected);
            dialogue::settle(&mut command, *refused, context)
        }
    }
}

impl Command<'_> {
    /// All that is wrong with a command that is wrong whatever the mesh is: what the mesh says of the rest of it belongs
    /// to that, where it can be had.
    fn all_wrong(&mut self, context: &mut Context) -> Option<Failure> {
        let mut connected = context.connect(Making::No).ok()?;
        let mut session = Session::begin(&mut connected.client, Access::Read).ok()?;
        self.decide(&[], &mut session, context).err().filter(|failure| failure.exit == Exit::Usage)
    }

    /// What the command comes to on the mesh as it is, with what a person has answered so far.
    fn decide(
        &mut self,
        answers: &[Edit],
        session: &mut Session<'_>,
        context: &mut Context,
    ) -> Result<Outcome, Failure> {
        let args = self.args;
        let begun = Instant::now();
        context.terminal.doing("reading the mesh", None);
        let loaded = snapshot::load(session)?;
        context.trace(&format!("read {} nodes", loaded.mesh.size()), begun);
        let begun = Instant::now();
        context.terminal.doing(&resolving(&loaded.mesh), None);
        let mut world = World::new(loaded.mesh, loaded.now);
        context.terminal.doing("working out the edits", None);
        let (asked, is_whole) = self.asked(answers, &world);
        // Where a person may be asked, it is decided anew with each answer.
        let again = context.asks() && !args.dry_run;
        let Edited { mut change, mut warnings, consequences } =
            self.edited(answers, again, context.os_user(), &mut world, session)?;
        let mut forecast = None;
        context.terminal.doing(&format!("deciding on {}", count(change.edits.len(), "edit")), None);
        if let Ready::Register(_) = &self.ready {
            let (foretold, more) = forecast::forecast(&change.edits, &mut world, session)?;
            warnings.extend(more);
            forecast = Some(foretold);
        }
        let decision = world
            .decide(&mut change, Terms { in_numbers: !context.json(), ..args.terms() })
            .map_err(|error| Failure::usage("usage", error.to_string()).so("nothing was changed"))?;
        if let Some(forecast) = &mut forecast {
            forecast.place(decision.refusals(), decision.settled());
        }
        context.trace(&decided(world.resolution.effort()), begun);
        let accepted = match decision {
            Decision::Accepted(accepted) => accepted,
            Decision::Refused(resolver::Refused { refusals, .. }) => {
                let choices = again.then(|| Open::Yet(Box::new(world), Box::new(change), args.terms()));
                let choices = choices.unwrap_or_default();
                return Ok(Outcome::Refused(Box::new(Refused { asked, refusals, warnings, forecast, choices })));
            }
        };
        warnings.extend(consequences);
        let is_change = accepted.edits.iter().any(|edit| !matches!(edit, Edit::AllowMove { .. }));
        let (digest, holds) = afterwards(&world, &accepted.edits, session)?;
        let changed = Changed { forecast, holds, ..report(accepted, is_change, args, warnings, digest) };
        Ok(Outcome::Accepted(Box::new(Accepted { asked, is_whole, changed })))
    }

    /// What is asked for, as it could be typed, and whether the answers are in it: not every command can say them too.
    fn asked(&self, answers: &[Edit], world: &World) -> (Asked, bool) {
        let (act, command) = self.verb.act(&world.mesh);
        let act = self.ready.act().unwrap_or(act);
        let asked = Asked { act, command, options: self.args.typed(), batchable: self.verb.is_batchable() };
        if answers.is_empty() {
            return (asked, true);
        }
        answered(&asked, answers).map_or((asked, false), |whole| (whole, true))
    }

    fn edited(
        &mut self,
        answers: &[Edit],
        again: bool,
        os_user: String,
        world: &mut World,
        session: &mut Session<'_>,
    ) -> Result<Edited, Failure> {
        let who = Person { db_user: session.role().to_owned(), os_user: Some(os_user) };
        let mut editing = Editing::new(world, session, who);
        self.ready.edit(again, &mut editing)?;
        if !answers.is_empty() {
            editing.next()?;
            editing.answer(answers)?;
        }
        Ok(editing.finish())
    }
}

/// The digest of the mesh after a change, and what comes of each hold and release in it at the next push.
fn afterwards(world: &World, edits: &[Edit], session: &mut Session<'_>) -> Result<(Digest, Vec<Holding>), Failure> {
    let touched = held_or_released(world, edits);
    if touched.is_empty() {
        return Ok((mesh_digest(world, session)?, Vec::new()));
    }
    let last = generations::last_declared(session)?;
    let planner = Planner::new(world, &last);
    let mut holds: Vec<Holding> = touched.into_iter().map(|node| planner.holding(node)).collect();
    holds.sort_by(|a, b| a.node.cmp(&b.node));
    let digest = planner.digest();
    drop(planner);
    differences::compare(&mut holds, world, session)?;
    Ok((digest, holds))
}

/// The nodes of which edits say whether they are held, as far as they are there afterwards.
fn held_or_released(world: &World, edits: &[Edit]) -> BTreeSet<NodeId> {
    let mut names: BTreeSet<NodeName> = BTreeSet::new();
    for edit in edits {
        if let Edit::Hold { node, .. } = edit {
            names.insert(node.clone());
        } else if let Edit::RenameNode { node, to } = edit
            && names.remove(node)
        {
            names.insert(to.clone());
        }
    }
    names.iter().filter_map(|name| world.mesh.node_id(name)).collect()
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
    let mut change = resolver::Change { edits, ..resolver::Change::default() };
    let args = ChangeArgs { dry_run: true, ..ChangeArgs::default() };
    let tried = world
        .would(&mut change, args.terms(), |world| mesh_digest(world, session))
        .map_err(|error| Failure::usage("usage", error.to_string()))?;
    let (accepted, digest) = match tried {
        Ok(accepted) => accepted,
        Err(refused) => {
            let asked = Asked { act, command, options: args.typed(), batchable: true };
            return Ok(Trial::Refused(Box::new(asked), refused.refusals));
        }
    };
    let changed = report(accepted, true, &args, Vec::new(), digest?);
    Ok(Trial::Accepted(Box::new(changed)))
}

impl ChangeArgs {
    fn terms(&self) -> Terms {
        Terms {
            keep: self.keep,
            allow_moves: self.allow_moves,
            leave_unresolved: self.leave_unresolved,
            ..Terms::default()
        }
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
        typed.extend(self.message.iter().flat_map(|message| option("--message", message.as_str())));
        typed
    }
}
