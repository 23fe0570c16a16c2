//! What a command that changes the mesh comes to: what it does, once it is written, or what stands against it.

use std::time::Instant;

use crate::{
    commands::cli::ChangeArgs,
    commands::{committing::commit, context::Context},
    model::Digest,
    outcome::{Exit, Failure},
    plan::Forecast,
    report::{
        change::{self, Changed},
        command::with_options,
        escape::batch_line,
        forecast as words, json,
        refusal::{self, Act, Asked},
        words::count,
    },
    resolver::{self, Choice, Refusal, Terms, World},
    store::{Session, edits, log},
};

/// What a command comes to.
pub(super) enum Outcome {
    /// It can be made.
    Accepted(Box<Accepted>),
    /// The mesh says no.
    Refused(Box<Refused>),
}

/// A change that can be made.
pub(super) struct Accepted {
    /// What was asked for.
    pub(super) asked: Asked,
    /// Whether all that was answered is in it.
    pub(super) is_whole: bool,
    /// What it does.
    pub(super) changed: Changed,
}

/// A change that stays unmade.
pub(super) struct Refused {
    /// What was asked for.
    pub(super) asked: Asked,
    /// What stands against it.
    pub(super) refusals: Vec<Refusal>,
    /// What the operator should know all the same.
    pub(super) warnings: Vec<String>,
    /// What registering modules would bring about.
    pub(super) forecast: Option<Forecast>,
    /// What a person can decide so that it is accepted.
    pub(super) choices: Open,
}

/// Choices that are worked out where they are asked for: that takes a while, and no transaction should wait for it.
pub(super) enum Open {
    /// On this mesh, about this change, on these terms.
    Yet(Box<World>, Box<resolver::Change>, Terms),
    /// These; none where they are not all that is missing, or nobody is there to be asked.
    Known(Vec<Choice>),
}

impl Default for Open {
    fn default() -> Self {
        Self::Known(Vec::new())
    }
}

impl Accepted {
    /// Writes it, unless it is only tried, and says what was done.
    pub(super) fn make(
        self,
        mut session: Session<'_>,
        args: &ChangeArgs,
        context: &mut Context,
    ) -> Result<Exit, Failure> {
        let Self { asked, mut changed, .. } = self;
        let begun = Instant::now();
        if changed.changed && !args.dry_run {
            let steps = context.terminal.doing("writing edits", Some(changed.accepted.edits.len()));
            edits::write(&mut session, &changed.accepted.edits, |wrote| steps.done(wrote))?;
            record(&mut session, &asked, args, &changed, context)?;
            commit(session, context)?;
            context.trace(&format!("wrote {} and committed", count(changed.accepted.edits.len(), "edit")), begun);
        } else {
            session.roll_back();
        }
        if context.json() {
            context.terminal.print(&json::changed(&changed))?;
        } else if !context.global.quiet {
            let warnings = std::mem::take(&mut changed.warnings);
            let text = change::changed(&changed, context.terminal.style());
            context.terminal.print(&text)?;
            context.warn_of(&warnings);
        }
        Ok(Exit::Done)
    }
}

impl Refused {
    /// Works out what a person can decide. To be called once nothing is open in the database.
    pub(super) fn work_out(&mut self) {
        if let Open::Yet(world, change, terms) = &mut self.choices {
            self.choices = Open::Known(world.choices(change, *terms, &self.refusals));
        }
    }

    /// What a person can decide so that it is accepted, as far as it was worked out.
    pub(super) fn choices(&self) -> &[Choice] {
        match &self.choices {
            Open::Known(choices) => choices,
            Open::Yet(..) => &[],
        }
    }

    /// Says what stands against it.
    pub(super) fn tell(&self, args: &ChangeArgs, context: &mut Context) -> Result<Exit, Failure> {
        let Self { asked, refusals, warnings, forecast, .. } = self;
        context.warn_of(warnings);
        if context.json() {
            context.terminal.print(&json::refused_with(asked, refusals, args.dry_run, forecast.as_ref()))?;
        } else {
            // What would change on nodes changes nowhere; what excludes what is true of the manifests all the same.
            let foretold = forecast.as_ref().map(|forecast| Forecast { changed: Vec::new(), ..forecast.clone() });
            let foretold = foretold.map(|forecast| words::forecast(&forecast, context.terminal.error_style()));
            context.terminal.tell(&foretold.unwrap_or_default());
            let text = refusal::refused(asked, refusals, context.terminal.error_style());
            context.terminal.tell(&text);
        }
        context.remind_of_database();
        Ok(Exit::Refused)
    }
}

/// What an accepted change says of itself.
pub(super) fn report(
    accepted: resolver::Accepted,
    changed: bool,
    args: &ChangeArgs,
    warnings: Vec<String>,
    digest: Digest,
) -> Changed {
    Changed { changed, dry_run: args.dry_run, accepted, digest, holds: Vec::new(), warnings, forecast: None }
}

/// The command as the record has it. One that read standard input cannot be pasted again, and yet was typed.
fn recorded(asked: &Asked) -> Vec<String> {
    if !asked.command.is_empty() {
        return asked.command.clone();
    }
    let verb: &[&str] = if matches!(asked.act, Act::Import { .. }) {
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
    let command = with_options(recorded(asked), &asked.options);
    let (command, os_user) = (batch_line(&command), context.os_user());
    let record = log::Record {
        command: &command,
        message: args.message.as_deref(),
        os_user: Some(&os_user),
        edits: &changed.accepted.edits,
        digest: Some(changed.digest),
        moved: lists.moved.as_deref(),
        settled: lists.settled.as_deref(),
        unresolved: lists.unresolved.as_deref(),
    };
    log::record(session, &record)?;
    Ok(())
}
