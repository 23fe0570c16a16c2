//! The command line: what there is to type, and the help for it.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{
    commands::{
        access, assign, batch, claims, completions, declaration, explain, export, graph, hold, import, local, log, man,
        migrate, module, move_modules, node, pin, pins, plan, push, schema, site, status, tour, unassign, unpin, why,
    },
    terminal::Color,
};

/// Decides what every machine of a mesh runs, or refuses and says why.
#[derive(Debug, Parser)]
#[command(
    name = "provost",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "Begin with:  provost tour\nExit codes:  0 done · 1 failed · 2 wrong usage · 3 refused · \
                  4 plan --exit-code: a push would change something · 130 interrupted"
)]
pub struct Cli {
    /// The options of every command.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The options of every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// The database, as psql takes it [else PROVOST_DATABASE, the PG* variables, or the local database]
    #[arg(long, global = true, value_name = "URL")]
    pub database: Option<String>,
    /// Output for people, or as JSON for programs
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub output: Output,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
    /// Never ask, also where somebody is there to answer
    #[arg(long, global = true)]
    pub no_input: bool,
    /// Print results and failures alone
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say what is done and how long it takes
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// How long to wait for others who change the mesh
    #[arg(long, global = true, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub lock_timeout: std::time::Duration,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people; may change.
    #[default]
    Text,
    /// For programs: versioned by its `schema` field.
    Json,
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.trim_end_matches('s').parse().map_err(|_| "not a number of seconds".to_owned())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err("between 0.001 and 86400 seconds".to_owned());
    }
    Ok(std::time::Duration::from_secs_f64(seconds))
}

/// The options of every command that changes the mesh.
#[derive(Clone, Debug, Default, Args, PartialEq, Eq)]
#[command(next_help_heading = "Options of a change")]
pub struct ChangeArgs {
    /// Decide and print, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Keep what each node has today: pin what it takes, assign what was brought in
    #[arg(long)]
    pub keep: bool,
    /// Answers that move to another node are meant to
    #[arg(long)]
    pub allow_moves: bool,
    /// Change the mesh though it does not resolve then; push refuses until it does
    #[arg(long)]
    pub leave_unresolved: bool,
    /// Why, for the record of changes
    #[arg(long, value_name = "TEXT")]
    pub message: Option<String>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say that nodes run modules too
    Assign(Changing<assign::Args>),
    /// Say that nodes no longer run modules
    Unassign(Changing<unassign::Args>),
    /// Say from which node a provision is taken
    Pin(Changing<pin::Args>),
    /// Leave it to the mesh again from where a provision is taken
    Unpin(Changing<unpin::Args>),
    /// Hand modules over to another node, as one change
    Move(Changing<move_modules::Args>),
    /// Let nodes keep their last declaration for now
    Hold(Changing<hold::HoldArgs>),
    /// Let held nodes be declared again
    Release(Changing<hold::ReleaseArgs>),
    /// Make many changes as one: all or none
    Batch(Changing<batch::Args>),
    /// Show what each node runs, why, and how that differs from the last push
    Plan(plan::Args),
    /// Declare what every node is to be: all that changed, or none
    Push(push::Args),
    /// The catalogue of modules
    #[command(subcommand)]
    Module(module::Command),
    /// The machines
    #[command(subcommand)]
    Node(node::Command),
    /// The places
    #[command(subcommand)]
    Site(site::Command),
    /// Show who holds which claim where
    Claims(claims::Args),
    /// Show which node was told to take what from where
    Pins(pins::Args),
    /// Draw who takes what from whom
    Graph(graph::Args),
    /// Explain why something is on a node, or what answers it
    Why(why::Args),
    /// Show the database, the mesh, and what is pending
    Status(status::Args),
    /// Show the record of changes, newest first
    Log(log::Args),
    /// Print what a node was last told
    Declaration(declaration::Args),
    /// Print the whole mesh as a document
    Export(export::Args),
    /// Read a mesh document: adds and changes, all or none
    Import(Changing<import::Args>),
    /// Print the rights that a database role needs
    Access(access::Args),
    /// Bring the schema of the database up to date
    Migrate(migrate::Args),
    /// The local database
    Local(local::Args),
    /// See what it does, in a database that is thrown away
    Tour(tour::Args),
    /// Explain a refusal's code
    Explain(explain::Args),
    /// Print the JSON Schema of an output or of a manifest
    Schema(schema::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Print or write the manual pages
    Man(man::Args),
}

/// A command that changes the mesh, with its options.
#[derive(Clone, Debug, Args)]
pub struct Changing<A: Args> {
    /// What it is to do.
    #[command(flatten)]
    pub args: A,
    /// On which terms.
    #[command(flatten)]
    pub change: ChangeArgs,
}
