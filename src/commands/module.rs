//! `provost module …`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::{
    commands::cli::Changing,
    model::{Edit, Mesh, ModuleName, kind, read, text::shown},
    outcome::{Exit, Failure},
    plan,
    report::{
        Act,
        command::command,
        faults,
        module::{Checked, ModuleShown, Modules},
    },
    resolver::World,
    store::names::Noun,
    store::{catalogue::manifests, snapshot},
};

use super::{
    complete::Completes,
    context::Context,
    editing::Editing,
    selection::{Offer, distinct, name, some_module},
    traits::Traits,
    verb::{Plain, Ready, Verb},
};

/// The catalogue of modules.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Put manifests into the catalogue, new or changed, all or none
    Register(Changing<RegisterArgs>),
    /// Take modules out of the catalogue
    Remove(Changing<RemoveArgs>),
    /// List the catalogue
    List(ListArgs),
    /// Show a module: its manifest, and where it runs
    Show(ShowArgs),
    /// Check manifests without a database
    Check(CheckArgs),
}

/// `module register`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES.near(&["manifest(5)"]))]
#[command(after_help = "Examples:\n  provost module register i3.json\n  provost module register catalogue/")]
pub struct RegisterArgs {
    /// Manifests, folders of them (the *.json directly in each), or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// `module remove`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES.near(&["manifest(5)"]))]
#[command(after_help = "Example:\n  provost module remove fish")]
pub struct RemoveArgs {
    /// The modules
    #[arg(
        value_name = "NAME",
        required = true,
        value_parser = name::<kind::Module>,
        add = Completes::Name(Noun::Module),
    )]
    pub modules: Vec<ModuleName>,
}

/// `module list`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::READS.near(&["manifest(5)"]))]
#[command(after_help = "Example:\n  provost module list")]
pub struct ListArgs {}

/// `module show`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::READS.near(&["manifest(5)"]))]
#[command(after_help = "Example:\n  provost module show i3")]
pub struct ShowArgs {
    /// The module
    #[arg(value_name = "NAME", value_parser = name::<kind::Module>, add = Completes::Name(Noun::Module))]
    pub module: ModuleName,
}

/// `module check`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::APART.near(&["manifest(5)"]))]
#[command(after_help = "Example:\n  provost module check i3.json")]
pub struct CheckArgs {
    /// Manifests, folders of them, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// Reads manifests from files. Where something is wrong with them, `outcome` says what comes of it.
///
/// # Errors
/// With everything that is wrong in all of them.
pub(super) fn read_given(
    files: &[PathBuf],
    outcome: &'static str,
    context: &mut Context,
) -> Result<Vec<read::Given>, Failure> {
    let given = read::files::manifests(files, &mut context.terminal.input());
    given.map_err(|wrong| faulty(&wrong, outcome, context))
}

/// Faults of inputs as a failure that shows each of them.
pub(super) fn faulty(wrong: &[read::Fault], outcome: &'static str, context: &Context) -> Failure {
    let message = match wrong {
        // What is wrong with a file as a whole has no place to be shown.
        [one] if one.span.is_none() => {
            let failure = Failure::usage("input", shown(&one.message)).so(outcome);
            return one.help.iter().fold(failure, |failure, help| failure.help(shown(help)));
        }
        [one] => format!("{}: {}", one.place(), shown(&one.message)),
        several => format!("{} faults", several.len()),
    };
    let details = match wrong {
        [one] => faults::place(one, context.terminal.error_style()),
        several => faults::text(several, context.terminal.error_style()),
    };
    Failure::usage("input", message).so(outcome).details(details)
}

/// A warning about a manifest in a line.
pub(super) fn warning(warning: &read::Warning) -> String {
    let help = warning.help.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
    shown(&format!("{}: {}{help}", warning.place(), warning.message))
}

impl Verb for RegisterArgs {
    fn ready(&self, context: &mut Context) -> Result<Ready, Failure> {
        read_given(&self.files, "nothing was registered", context).map(Ready::Register)
    }

    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        if self.files.iter().any(|file| file.as_os_str() == "-") {
            return (Act::Register(Vec::new()), Vec::new());
        }
        let files = self.files.iter().map(|file| file.display().to_string());
        (Act::Register(Vec::new()), command(&["module", "register"], files, []))
    }
}

impl Plain for RemoveArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let modules = self.modules.iter().map(ToString::to_string);
        (Act::RemoveModules(self.modules.clone()), command(&["module", "remove"], modules, []))
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        for module in &distinct(&self.modules) {
            let id = some_module(&editing.world.mesh, module, Offer::List)?;
            if let Some(before) = editing.world.mesh.catalogue.get(id).map(|module| module.registered.digest) {
                editing.edit(Edit::RemoveModule { module: module.clone(), before });
            }
        }
        Ok(())
    }
}

/// `module list`
///
/// # Errors
/// Where the database is out of reach.
pub fn list(_: &ListArgs, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let loaded = context.read(|session, _| Ok(snapshot::load(session)?))?;
    let world = World::new(loaded.mesh, loaded.now);
    let modules = Modules::of(&world.mesh, &plan::spread(&world));
    if context.json() {
        context.print_json(&modules)?;
    } else {
        context.print_table(&modules.table(), "the catalogue is empty: `provost module register FILE…` fills it")?;
    }
    Ok(Exit::Done)
}

/// `module show`
///
/// # Errors
/// Where there is no such module, or the database is out of reach.
pub fn show(args: &ShowArgs, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let module = &args.module;
    let (runs, text) = context.read(|session, _| {
        let loaded = snapshot::load(session)?;
        let world = World::new(loaded.mesh, loaded.now);
        let runs = plan::runs(&world, some_module(&world.mesh, module, Offer::List)?);
        let text = manifests(session, Some(std::slice::from_ref(module)))?.pop();
        let text = text.map(|stored| stored.manifest.to_string()).unwrap_or_default();
        Ok((runs, text))
    })?;
    let manifest = serde_json::from_str(&text)
        .map_err(|error| Failure::failed("fault", format!("the manifest of {module} is no JSON: {error}")))?;
    let shown = ModuleShown::new(runs, manifest);
    if context.json() {
        context.print_json(&shown)?;
        return Ok(Exit::Done);
    }
    context.terminal.print(&shown.manifest())?;
    // Standard output is a manifest that can be registered.
    context.note(&shown.runs());
    Ok(Exit::Done)
}

/// `module check`
///
/// # Errors
/// With everything that is wrong in all of them.
pub fn check(args: &CheckArgs, context: &mut Context) -> Result<Exit, Failure> {
    let given = read_given(&args.files, "this cannot be registered", context)?;
    let warnings = given.iter().flat_map(|given| &given.warnings).map(warning).collect();
    let checked = Checked::new(given.into_iter().map(|given| given.manifest.name).collect(), warnings);
    if context.json() {
        context.print_json(&checked)?;
        return Ok(Exit::Done);
    }
    context.warn_of(checked.warnings());
    context.say(&checked.text())?;
    Ok(Exit::Done)
}
