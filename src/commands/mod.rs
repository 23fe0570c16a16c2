//! One verb, one file; and the one path that all changes take ([`change`]).

pub mod access;
pub mod ack;
pub mod assign;
pub mod batch;
mod change;
pub mod claims;
pub mod cli;
mod committing;
pub mod complete;
pub mod completions;
mod context;
pub mod declaration;
mod differences;
mod editing;
pub mod explain;
pub mod export;
mod forecast;
pub mod graph;
pub mod hold;
pub mod import;
mod leave;
pub mod local;
pub mod log;
pub mod man;
pub mod migrate;
pub mod module;
pub mod move_modules;
pub mod node;
pub mod pin;
pub mod pins;
pub mod plan;
pub mod push;
pub mod schema;
pub mod selection;
pub mod site;
pub mod status;
pub mod tour;
pub mod traits;
pub mod unassign;
pub mod unpin;
mod verb;
pub mod why;

use std::ffi::OsString;

use clap::{
    Args, CommandFactory, Parser, ValueEnum,
    error::{ContextKind, ContextValue},
};

pub use context::Context;

use cli::{ChangeArgs, Changing, Cli, Command, Output};
use verb::Verb;

use crate::{
    environment::Environment,
    model::{nearest, text::shown},
    outcome::{Exit, Failure},
    report::style::{Ink, Style},
    terminal::{Color, Terminal},
};

/// Runs the program with these arguments, the first of which is its own name.
pub fn run(mut arguments: Vec<OsString>, environment: Environment) -> Exit {
    // Whatever file it was started from: what it says is to be pasted.
    if let Some(own) = arguments.first_mut() {
        *own = "provost".into();
    }
    let arguments = with_help(arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(mut error) => {
            nearest_first(&mut error);
            return usage(&error, &arguments, &environment);
        }
    };
    let terminal = Terminal::standard(cli.global.color, &environment);
    let mut context = Context::new(cli.global, environment, terminal);
    let done = match meant(cli.command) {
        Meant::Changes(verb, terms) => change::run(verb, &terms, &mut context),
        Meant::Runs(run) => run(&mut context),
    };
    let done = done.and_then(|exit| context.terminal.finish().map(|()| exit));
    match done {
        Ok(exit) => exit,
        Err(failure) => {
            // What was printed before it comes first.
            let _ = context.terminal.finish();
            context.fail(&failure);
            failure.exit
        }
    }
}

/// `help node add` is `node add --help`, and so is `node help add`.
fn with_help(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut command = Cli::command();
    for at in 1..arguments.len() {
        let word = arguments[at].to_string_lossy().into_owned();
        if word == "help" && command.has_subcommands() {
            arguments.remove(at);
            arguments.push("--help".into());
            break;
        }
        match command.find_subcommand(&word).cloned() {
            Some(sub) => command = sub,
            None if word.starts_with('-') => {}
            None => break,
        }
    }
    arguments
}

/// Of the commands that were probably meant, the nearest comes first.
fn nearest_first(error: &mut clap::Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let Some(ContextValue::Strings(near)) = error.get(ContextKind::SuggestedSubcommand) else { return };
    let nearest: Vec<String> = nearest(typed, near.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
    if !nearest.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(nearest));
    }
}

/// Help and versions are results; anything else that clap says is wrong usage.
fn usage(error: &clap::Error, arguments: &[OsString], environment: &Environment) -> Exit {
    let color = option(arguments, "--color").and_then(|color| Color::from_str(&color, false).ok());
    let mut terminal = Terminal::standard(color.unwrap_or_default(), environment);
    let json = option(arguments, "--output").is_some_and(|output| output == "json");
    if !error.use_stderr() {
        let text = error.render();
        let text = if terminal.style().color { text.ansi().to_string() } else { text.to_string() };
        return match terminal.print(&text).and_then(|()| terminal.finish()) {
            Ok(()) => Exit::Done,
            Err(failure) => failure.exit,
        };
    }
    // What was typed stands in it as it was typed.
    let text = error.render().to_string();
    let text: String = text.split_inclusive('\n').map(|line| shown(line.trim_end_matches('\n')) + "\n").collect();
    if json {
        let mut lines = text.trim().lines();
        let message = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let rest: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
        terminal.tell(&Failure::usage("usage", message).help(rest.join("\n")).json());
    } else {
        let text = wrapped(&text, terminal.error_style());
        terminal.tell(&text);
    }
    Exit::Usage
}

/// What clap says, as wide as there is room.
fn wrapped(text: &str, style: &Style) -> String {
    let line = |line: &str| {
        let said = line.trim_start();
        let indent = " ".repeat(line.len() - said.len());
        let lines = style.wrapped(&indent, &format!("{indent}  "), said);
        lines.into_iter().map(|line| line + "\n").collect::<String>()
    };
    text.lines().map(line).collect::<String>().replacen("error:", &style.ink(Ink::No, "error:"), 1)
}

/// What an option says where the command line as a whole says nothing.
fn option(arguments: &[OsString], option: &str) -> Option<String> {
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let apart = arguments.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1].to_string());
    apart.or_else(|| {
        arguments.iter().find_map(|argument| Some(argument.strip_prefix(option)?.strip_prefix('=')?.to_owned()))
    })
}

/// What a command comes to.
enum Meant {
    /// It changes the mesh, on these terms.
    Changes(Box<dyn Verb>, ChangeArgs),
    /// It is run by itself.
    Runs(Box<Run>),
}

type Run = dyn FnOnce(&mut Context) -> Result<Exit, Failure>;

fn changes<V: Verb + Args + 'static>(Changing { args, change }: Changing<V>) -> Meant {
    Meant::Changes(Box::new(args), change)
}

fn runs<A: 'static>(args: A, run: fn(&A, &mut Context) -> Result<Exit, Failure>) -> Meant {
    Meant::Runs(Box::new(move |context| run(&args, context)))
}

fn meant(command: Command) -> Meant {
    match command {
        Command::Assign(verb) => changes(verb),
        Command::Unassign(verb) => changes(verb),
        Command::Pin(verb) => changes(verb),
        Command::Unpin(verb) => changes(verb),
        Command::Move(verb) => changes(verb),
        Command::Hold(verb) => changes(verb),
        Command::Release(verb) => changes(verb),
        Command::Batch(verb) => changes(verb),
        Command::Plan(args) => runs(args, plan::run),
        Command::Push(args) => runs(args, push::run),
        Command::Module(module::Command::Register(verb)) => changes(verb),
        Command::Module(module::Command::Remove(verb)) => changes(verb),
        Command::Module(module::Command::List(args)) => runs(args, module::list),
        Command::Module(module::Command::Show(args)) => runs(args, module::show),
        Command::Module(module::Command::Check(args)) => runs(args, module::check),
        Command::Node(node::Command::Add(verb)) => changes(verb),
        Command::Node(node::Command::Set(verb)) => changes(verb),
        Command::Node(node::Command::Rename(verb)) => changes(verb),
        Command::Node(node::Command::Remove(verb)) => changes(verb),
        Command::Node(node::Command::List(args)) => runs(args, node::list),
        Command::Node(node::Command::Show(args)) => runs(args, node::show),
        Command::Site(site::Command::Add(verb)) => changes(verb),
        Command::Site(site::Command::Rename(verb)) => changes(verb),
        Command::Site(site::Command::Remove(verb)) => changes(verb),
        Command::Site(site::Command::List(args)) => runs(args, site::list),
        Command::Claims(args) => runs(args, claims::run),
        Command::Pins(args) => runs(args, pins::run),
        Command::Graph(args) => runs(args, graph::run),
        Command::Why(args) => runs(args, why::run),
        Command::Status(args) => runs(args, status::run),
        Command::Log(args) => runs(args, log::run),
        Command::Declaration(args) => runs(args, declaration::run),
        Command::Ack(args) => runs(args, ack::run),
        Command::Export(args) => runs(args, export::run),
        Command::Import(verb) => changes(verb),
        Command::Access(args) => runs(args, access::run),
        Command::Migrate(args) => runs(args, migrate::run),
        Command::Local(args) => runs(args, local::run),
        Command::Tour(args) => runs(args, tour::run),
        Command::Explain(args) => runs(args, explain::run),
        Command::Schema(args) => runs(args, schema::run),
        Command::Completions(args) => runs(args, completions::run),
        Command::Man(args) => runs(args, man::run),
    }
}

impl Context {
    /// Says why a command could not be carried out.
    pub fn fail(&mut self, failure: &Failure) {
        let text = match self.global.output {
            Output::Json => failure.json(),
            Output::Text => failure.text(self.terminal.error_style()),
        };
        self.terminal.tell(&text);
    }
}
