//! The verbs that change the mesh: what may be a command of its own or a line of a batch.

use std::io::Read;

use clap::{Parser, error::ErrorKind};

use crate::{
    cli::{ChangeArgs, Changing, Cli, Command},
    model::{Document, Mesh, read},
    outcome::Failure,
    report::Act,
};

use super::{
    assign, batch, context::Context, editing::Editing, hold, import, module, move_modules, node, pin,
    selection::turned, site, unassign, unpin,
};

/// A verb as it was typed.
#[derive(Clone, Debug)]
pub(super) enum Verb {
    /// `assign`
    Assign(assign::Args),
    /// `unassign`
    Unassign(unassign::Args),
    /// `pin`
    Pin(pin::Args),
    /// `unpin`
    Unpin(unpin::Args),
    /// `move`
    Move(move_modules::Args),
    /// `hold`
    Hold(hold::HoldArgs),
    /// `release`
    Release(hold::ReleaseArgs),
    /// `batch`
    Batch(batch::Args),
    /// `import`
    Import(import::Args),
    /// `module register`
    Register(module::RegisterArgs),
    /// `module remove`
    RemoveModules(module::RemoveArgs),
    /// `node add`
    AddNode(node::AddArgs),
    /// `node set`
    SetNode(node::SetArgs),
    /// `node rename`
    RenameNode(node::RenameArgs),
    /// `node remove`
    RemoveNode(node::RemoveArgs),
    /// `site add`
    AddSite(site::AddArgs),
    /// `site rename`
    RenameSite(site::RenameArgs),
    /// `site remove`
    RemoveSite(site::RemoveArgs),
}

/// A verb with all that it needs from files and standard input, so that nothing is waited for once others wait for it.
#[derive(Clone, Debug)]
pub(super) enum Ready {
    /// A verb that needs nothing more.
    Plain(Verb),
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

impl Verb {
    /// The verb of a command, with the terms of the change; `None` for a command that changes nothing.
    pub(super) fn of(command: Command) -> Option<(Self, ChangeArgs)> {
        let (verb, change) = match command {
            Command::Assign(Changing { args, change }) => (Self::Assign(args), change),
            Command::Unassign(Changing { args, change }) => (Self::Unassign(args), change),
            Command::Pin(Changing { args, change }) => (Self::Pin(args), change),
            Command::Unpin(Changing { args, change }) => (Self::Unpin(args), change),
            Command::Move(Changing { args, change }) => (Self::Move(args), change),
            Command::Hold(Changing { args, change }) => (Self::Hold(args), change),
            Command::Release(Changing { args, change }) => (Self::Release(args), change),
            Command::Batch(Changing { args, change }) => (Self::Batch(args), change),
            Command::Import(Changing { args, change }) => (Self::Import(args), change),
            Command::Module(module::Command::Register(Changing { args, change })) => (Self::Register(args), change),
            Command::Module(module::Command::Remove(Changing { args, change })) => (Self::RemoveModules(args), change),
            Command::Node(node::Command::Add(Changing { args, change })) => (Self::AddNode(args), change),
            Command::Node(node::Command::Set(Changing { args, change })) => (Self::SetNode(args), change),
            Command::Node(node::Command::Rename(Changing { args, change })) => (Self::RenameNode(args), change),
            Command::Node(node::Command::Remove(Changing { args, change })) => (Self::RemoveNode(args), change),
            Command::Site(site::Command::Add(Changing { args, change })) => (Self::AddSite(args), change),
            Command::Site(site::Command::Rename(Changing { args, change })) => (Self::RenameSite(args), change),
            Command::Site(site::Command::Remove(Changing { args, change })) => (Self::RemoveSite(args), change),
            Command::Plan(_)
            | Command::Push(_)
            | Command::Module(module::Command::List(_) | module::Command::Show(_) | module::Command::Check(_))
            | Command::Node(node::Command::List(_) | node::Command::Show(_))
            | Command::Site(site::Command::List(_))
            | Command::Claims(_)
            | Command::Pins(_)
            | Command::Graph(_)
            | Command::Why(_)
            | Command::Status(_)
            | Command::Log(_)
            | Command::Declaration(_)
            | Command::Export(_)
            | Command::Access(_)
            | Command::Ack(_)
            | Command::Migrate(_)
            | Command::Local(_)
            | Command::Tour(_)
            | Command::Explain(_)
            | Command::Schema(_)
            | Command::Completions(_)
            | Command::Man(_) => return None,
        };
        Some((verb, change))
    }

    /// The verb that a line of a batch says.
    ///
    /// # Errors
    /// Where it says none that may stand in a batch.
    pub(super) fn of_line(words: &[String]) -> Result<Self, Failure> {
        let words = words.strip_prefix(&["provost".to_owned()]).unwrap_or(words);
        let cli = Cli::try_parse_from(["provost".to_owned()].iter().chain(words)).map_err(untyped)?;
        let wrong = |why: &str| Failure::usage("usage", why);
        match Self::of(cli.command) {
            None | Some((Self::Batch(_) | Self::Import(_), _)) => Err(wrong(
                "only commands that change the mesh can stand in a batch, and neither import nor batch itself",
            )),
            Some((_, change)) if change != ChangeArgs::default() => {
                Err(wrong("the options of a change stand on batch itself, not on a line"))
            }
            Some((verb, _)) => Ok(verb),
        }
    }

    /// Fills in what is typed elsewhere: why a node is held is the message of the change; the lines of standard input
    /// are lines like others, so that a remedy can say them again.
    ///
    /// # Errors
    /// Where a hold says no reason, or standard input cannot be read.
    pub(super) fn complete(&mut self, args: &ChangeArgs, context: &mut Context) -> Result<(), Failure> {
        match self {
            Self::Hold(hold) => {
                hold.why.clone_from(&args.message);
                hold.why()?;
            }
            Self::Batch(batch) => batch.read_input(context)?,
            Self::Assign(_)
            | Self::Unassign(_)
            | Self::Pin(_)
            | Self::Unpin(_)
            | Self::Move(_)
            | Self::Release(_)
            | Self::Import(_)
            | Self::Register(_)
            | Self::RemoveModules(_)
            | Self::AddNode(_)
            | Self::SetNode(_)
            | Self::RenameNode(_)
            | Self::RemoveNode(_)
            | Self::AddSite(_)
            | Self::RenameSite(_)
            | Self::RemoveSite(_) => {}
        }
        Ok(())
    }

    /// Whether the verb can be a line of a batch, or is one.
    pub(super) const fn is_batchable(&self) -> bool {
        !matches!(self, Self::Import(_))
    }

    /// Reads what the verb needs from files and standard input.
    ///
    /// # Errors
    /// With everything that is wrong with them.
    pub(super) fn ready(self, context: &mut Context) -> Result<Ready, Failure> {
        match self {
            Self::Register(args) => {
                module::read_given(&args.files, "nothing was registered", context).map(Ready::Register)
            }
            Self::Import(args) => import::read_document(&args, context),
            Self::Batch(args) => batch::read_lines(&args, context).map(Ready::Batch),
            plain @ (Self::Assign(_)
            | Self::Unassign(_)
            | Self::Pin(_)
            | Self::Unpin(_)
            | Self::Move(_)
            | Self::Hold(_)
            | Self::Release(_)
            | Self::RemoveModules(_)
            | Self::AddNode(_)
            | Self::SetNode(_)
            | Self::RenameNode(_)
            | Self::RemoveNode(_)
            | Self::AddSite(_)
            | Self::RenameSite(_)
            | Self::RemoveSite(_)) => Ok(Ready::Plain(plain)),
        }
    }

    /// What the verb is to do, for the headline of a refusal, and the command as it was typed.
    pub(super) fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        match self {
            Self::Assign(args) => args.act(mesh),
            Self::Unassign(args) => args.act(mesh),
            Self::Pin(args) => args.act(mesh),
            Self::Unpin(args) => args.act(mesh),
            Self::Move(args) => args.act(mesh),
            Self::Hold(args) => args.act(mesh),
            Self::Release(args) => args.act(mesh),
            Self::Batch(args) => args.act(mesh),
            Self::Import(args) => args.act(mesh),
            Self::Register(args) => args.act(mesh),
            Self::RemoveModules(args) => args.act(mesh),
            Self::AddNode(args) => args.act(mesh),
            Self::SetNode(args) => args.act(mesh),
            Self::RenameNode(args) => args.act(mesh),
            Self::RemoveNode(args) => args.act(mesh),
            Self::AddSite(args) => args.act(mesh),
            Self::RenameSite(args) => args.act(mesh),
            Self::RemoveSite(args) => args.act(mesh),
        }
    }
}

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
            Self::Plain(verb) => verb.edit(editing),
        }
    }
}

impl Verb {
    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        self.edits(editing).map_err(|failure| {
            let mesh = &editing.world.mesh;
            turned(failure, self.turned(mesh).filter(|command| *command != self.act(mesh).1))
        })
    }

    /// The command with its arguments where they belong, where all that is wrong is that they stand elsewhere.
    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        match self {
            Self::Assign(args) => args.turned(mesh),
            Self::Unassign(args) => args.turned(mesh),
            Self::Pin(args) => args.turned(mesh),
            Self::Unpin(args) => args.turned(mesh),
            Self::Move(args) => args.turned(mesh),
            Self::Hold(_)
            | Self::Release(_)
            | Self::Batch(_)
            | Self::Import(_)
            | Self::Register(_)
            | Self::RemoveModules(_)
            | Self::AddNode(_)
            | Self::SetNode(_)
            | Self::RenameNode(_)
            | Self::RemoveNode(_)
            | Self::AddSite(_)
            | Self::RenameSite(_)
            | Self::RemoveSite(_) => None,
        }
    }

    fn edits(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        match self {
            Self::Assign(args) => args.edit(editing),
            Self::Unassign(args) => args.edit(editing),
            Self::Pin(args) => args.edit(editing),
            Self::Unpin(args) => args.edit(editing),
            Self::Move(args) => args.edit(editing),
            Self::Hold(args) => args.edit(editing),
            Self::Release(args) => args.edit(editing),
            Self::RemoveModules(args) => args.edit(editing),
            Self::AddNode(args) => args.edit(editing),
            Self::SetNode(args) => args.edit(editing),
            Self::RenameNode(args) => args.edit(editing),
            Self::RemoveNode(args) => args.edit(editing),
            Self::AddSite(args) => args.edit(editing),
            Self::RenameSite(args) => args.edit(editing),
            Self::RemoveSite(args) => args.edit(editing),
            // These read something first and are never plain.
            Self::Register(_) | Self::Import(_) | Self::Batch(_) => Ok(()),
        }
    }
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
