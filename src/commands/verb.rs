//! The verbs that change the mesh: what may be a command of its own or a line of a batch.

use std::{fmt, io::Read};

use clap::{Parser, error::ErrorKind};

use crate::{
    commands::cli::{ChangeArgs, Cli},
    model::{Document, Mesh, read},
    outcome::Failure,
    report::Act,
};

use super::{Meant, batch, context::Context, editing::Editing, import, meant, module, selection::turned};

/// A verb as it was typed.
pub(super) trait Verb: fmt::Debug {
    /// Fills in what is typed elsewhere.
    ///
    /// # Errors
    /// Where something is missing, or standard input cannot be read.
    fn complete(&mut self, _: &ChangeArgs, _: &mut Context) -> Result<(), Failure> {
        Ok(())
    }

    /// Whether the verb can be a line of a batch, or is one.
    fn is_batchable(&self) -> bool {
        true
    }

    /// Whether it can be a line of a batch.
    fn is_line(&self) -> bool {
        self.is_batchable()
    }

    /// Reads what the verb needs from files and standard input.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    fn ready(&self, context: &mut Context) -> Result<Ready, Failure>;

    /// What the verb is to do, for the headline of a refusal, and the command as it was typed.
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>);
}

/// A verb that says all by itself: nothing is read from elsewhere.
pub(super) trait Plain: fmt::Debug {
    /// Fills in what the options of the change say.
    ///
    /// # Errors
    /// Where something is missing.
    fn complete(&mut self, _: &ChangeArgs) -> Result<(), Failure> {
        Ok(())
    }

    /// Takes the message of the change for why it is done, where the verb keeps that.
    fn because(&mut self, _: Option<&str>) {}

    /// What it is to do, and the command as it was typed.
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>);

    /// The command with its arguments where they belong, where all that is wrong is that they stand elsewhere.
    fn turned(&self, _: &Mesh) -> Option<Vec<String>> {
        None
    }

    /// Adds its edits to a change.
    ///
    /// # Errors
    /// Where it names what is not there.
    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure>;
}

impl<T: Plain + Clone + 'static> Verb for T {
    fn complete(&mut self, args: &ChangeArgs, _: &mut Context) -> Result<(), Failure> {
        Plain::complete(self, args)
    }

    fn ready(&self, _: &mut Context) -> Result<Ready, Failure> {
        Ok(Ready::Plain(Box::new(self.clone())))
    }

    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        Plain::act(self, mesh)
    }
}

/// A verb with all that it needs from files and standard input, so that nothing is waited for once others wait for it.
#[derive(Debug)]
pub(super) enum Ready {
    /// A verb that needs nothing more.
    Plain(Box<dyn Plain>),
    /// Manifests.
    Register(Vec<read::Given>),
    /// A mesh document.
    Import {
        /// The document.
        document: Box<Document>,
        /// Whether what it lacks is removed.
        prune: bool,
    },
    /// The lines of a batch.
    Batch(Vec<batch::Line>),
}

/// The verb that a line of a batch says.
///
/// # Errors
/// Where it says none that may stand in a batch.
pub(super) fn of_line(words: &[String]) -> Result<Box<dyn Verb>, Failure> {
    let words = words.strip_prefix(&["provost".to_owned()]).unwrap_or(words);
    let cli = Cli::try_parse_from(["provost".to_owned()].iter().chain(words)).map_err(untyped)?;
    let wrong = |why: &str| Failure::usage("usage", why);
    match meant(cli.command) {
        Meant::Changes(verb, _) if !verb.is_line() => Err(wrong(NO_LINE)),
        Meant::Runs(_) => Err(wrong(NO_LINE)),
        Meant::Changes(_, change) if change != ChangeArgs::default() => {
            Err(wrong("the options of a change stand on batch itself, not on a line"))
        }
        Meant::Changes(verb, _) => Ok(verb),
    }
}

const NO_LINE: &str = "only commands that change the mesh can stand in a batch, and neither import nor batch itself";

impl Ready {
    /// Fills in what is typed elsewhere.
    pub(super) fn complete(&mut self, args: &ChangeArgs) {
        if let (Self::Batch(lines), Some(message)) = (self, &args.message) {
            lines.iter_mut().for_each(|line| line.because(message));
        }
    }

    /// What is wrong with it whatever the mesh is.
    pub(super) fn wrong(&self) -> Option<Failure> {
        match self {
            Self::Batch(lines) => batch::wrong(lines),
            Self::Plain(_) | Self::Register(_) | Self::Import { .. } => None,
        }
    }

    /// What the verb is to do, where only the files that were read say so.
    pub(super) fn act(&self) -> Option<Act> {
        match self {
            Self::Register(given) => {
                Some(Act::Register(given.iter().map(|given| given.manifest.name.clone()).collect()))
            }
            Self::Import { .. } | Self::Batch(_) | Self::Plain(_) => None,
        }
    }

    /// Adds the edits of the verb to a change; what is not asked for `again` is moved into them.
    ///
    /// # Errors
    /// Where it names what is not there.
    pub(super) fn edit(&mut self, again: bool, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        match self {
            Self::Register(given) => {
                editing.warnings.extend(given.iter().flat_map(|given| &given.warnings).map(module::warning));
                editing.register(if again { given.clone() } else { std::mem::take(given) })
            }
            Self::Import { document, prune } => {
                let mut document = if again { document.as_ref().clone() } else { std::mem::take(document.as_mut()) };
                import::edit(&mut document, *prune, editing)
            }
            Self::Batch(lines) => batch::edit(lines, again, editing),
            Self::Plain(verb) => edit(verb.as_ref(), editing),
        }
    }
}

/// Adds the edits of a verb; where it fails over a name, the command is said that has its arguments where they belong.
fn edit(verb: &dyn Plain, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    verb.edit(editing).map_err(|failure| {
        let mesh = &editing.world.mesh;
        turned(failure, verb.turned(mesh).filter(|command| *command != verb.act(mesh).1))
    })
}

/// What is wrong with a line that is no command, and what was probably meant.
fn untyped(mut error: clap::Error) -> Failure {
    if !error.use_stderr() {
        return Failure::usage("usage", "help is no change");
    }
    super::nearest_first(&mut error);
    let text = error.render().to_string();
    let lines = || text.lines().map(str::trim);
    let first: Vec<&str> = lines().take_while(|line| !line.is_empty()).collect();
    let failure = Failure::usage("usage", first.join(" ").trim_start_matches("error: "));
    let tip = lines().find_map(|line| line.strip_prefix("tip: "));
    let usage = || lines().find_map(|line| line.strip_prefix("Usage: "));
    match (tip, error.kind()) {
        (Some(tip), _) => failure.help(tip),
        (None, ErrorKind::InvalidSubcommand) => failure.help("`provost --help` lists the commands"),
        (None, _) => match usage() {
            Some(usage) => failure.help(format!("usage: {usage}")),
            None => failure,
        },
    }
}

/// All of standard input.
///
/// # Errors
/// Where it cannot be read, or is no UTF-8.
pub(super) fn standard_input(context: &mut Context) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    context
        .terminal
        .input()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::usage("input", format!("standard input cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage("input", format!("standard input is not UTF-8: byte {at} is no part of any character"))
    })
}
