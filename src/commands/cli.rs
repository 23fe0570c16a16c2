//! The command line: what there is to type, and the help for it.

use std::num::{IntErrorKind, ParseIntError};

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{
    access, ack, assign, batch, claims, completions, declaration, explain, export, graph, hold, import, local, log,
    man, migrate, module, move_modules, node, pin, pins, plan, push, schema, site, status, tour, traits::Traits,
    unassign, unpin, why,
};
use crate::terminal::Color;

/// Decides what every machine of a mesh runs, or refuses and says why
///
/// Operators say what they want where; modules say, in a manifest each, what they provide, require, claim and need of
/// the machine. Provost works out the whole of it. Where two things cannot be together, or a choice is a person's to
/// make, nothing is changed, and it prints commands that were tried and would help. The mesh is in PostgreSQL. push
/// declares there what each machine is to be; machines follow by what reads their declarations.
#[derive(Debug, Parser)]
#[command(
    name = "provost",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "Examples:\n  provost tour\n  provost explain manifest\n  provost status\n\n\
                  Exit codes:  0 done, 1 failed, 2 wrong usage, 3 refused, \
                  4 plan --exit-code: a push would change something, 130 interrupted"
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
    /// Never ask where a choice is missing, also where somebody is there to answer (as with CI set)
    #[arg(long, global = true)]
    pub no_input: bool,
    /// Print long results as they are, not page by page (PROVOST_PAGER or PAGER, else less)
    #[arg(long, global = true)]
    pub no_pager: bool,
    /// Print results and failures alone
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say what is done, with every statement and how long it takes
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// How long to wait for others who change the mesh
    #[arg(long, global = true, value_name = "SECONDS", default_value = "30", allow_negative_numbers = true, value_parser = seconds)]
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

/// A whole number that was typed.
///
/// # Errors
/// Where it is none, or is too large.
pub fn whole_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|error: ParseIntError| {
        let is_large = matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow);
        let wrong = if is_large { "no number is so large here" } else { "a whole number is wanted, like 3" };
        wrong.to_owned()
    })
}

/// How many of something.
///
/// # Errors
/// Where it is no whole number, is too large, or is less than none.
pub fn number(text: &str) -> Result<i64, String> {
    match whole_number(text)? {
        number @ 0.. => Ok(number),
        _ => Err("a whole number is wanted, 0 or more".to_owned()),
    }
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
    /// Answers that move to another node, or to another module there (mariadb for postgres), are meant to
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
    ///
    /// What a module requires on its own machine comes along where one module alone provides it. Where several do,
    /// where another node has to be chosen, or where two things cannot be together, it is refused, with commands that
    /// were tried and would help.
    Assign(Changing<assign::Args>),
    /// Say that nodes no longer run modules
    ///
    /// What was brought in for them goes along. A module that others still bring in stays, and it is said for whom.
    Unassign(Changing<unassign::Args>),
    /// Say from which node a provision is taken
    ///
    /// A pin decides alone: the node named has to offer the provision within reach, and no other node ever takes its
    /// place quietly.
    Pin(Changing<pin::Args>),
    /// Leave it to the mesh again from where a provision is taken
    ///
    /// One node that offers it answers then; among several a person decides, so that is refused.
    Unpin(Changing<unpin::Args>),
    /// Hand modules over to another node, as one change
    ///
    /// All that is assigned to FROM, or the modules named, is assigned to TO instead. Pins to FROM follow, for what
    /// TO offers then and FROM no longer does. What stays behind is told.
    Move(Changing<move_modules::Args>),
    /// Let nodes keep their last declaration for now
    ///
    /// A held node resolves and offers like any other, but a push leaves it as it was last declared, and what is
    /// refused on held nodes alone stops no push. Why has to be said: it is shown wherever the node is.
    Hold(Changing<hold::HoldArgs>),
    /// Let held nodes be declared again
    Release(Changing<hold::ReleaseArgs>),
    /// Make many changes as one: all or none
    ///
    /// The lines are done in order and resolved once, at the end, so that nothing in between has to hold by itself.
    /// The options of a change stand on batch and not on a line.
    Batch(Changing<batch::Args>),
    /// Show what each node runs, why, and how that differs from the last push
    ///
    /// Without NODE: the nodes that differ from the last push or are refused, all refusals, and the counts. The digest
    /// stands for the whole mesh; push --expect takes it. Where what is shown does not resolve, it exits with 3.
    Plan(plan::Args),
    /// Declare what every node is to be: all that changed, or none
    ///
    /// Every node is resolved first, and one refusal on a node that is not held stops all of it. Declaring writes to
    /// the database and notifies the channel provost_push; machines follow by what reads their declarations.
    Push(push::Args),
    /// The catalogue of modules
    ///
    /// A module is what a machine can run. Its manifest, a JSON object, says what it provides, requires, claims, needs
    /// and puts there: see provost explain manifest.
    #[command(add = Traits::CHANGES.near(&["manifest(5)"]))]
    #[command(subcommand, after_help = "Examples:\n  provost module check i3.json\n  provost module register i3.json")]
    Module(module::Command),
    /// The machines
    ///
    /// A node has a name, at most one site, and facts: what somebody said of it. Nothing is discovered.
    #[command(add = Traits::CHANGES)]
    #[command(subcommand, after_help = "Examples:\n  provost node add tablet --site attic\n  provost node list")]
    Node(node::Command),
    /// The places
    ///
    /// The nodes of a site share a local network: what is offered to a site reaches them. A node without a site is one
    /// of its own.
    #[command(add = Traits::CHANGES)]
    #[command(subcommand, after_help = "Examples:\n  provost site add loft\n  provost site list")]
    Site(site::Command),
    /// Show who holds which claim where
    Claims(claims::Args),
    /// Show which node was told to take what from where
    ///
    /// With who said so and when, and whether it still matters.
    Pins(pins::Args),
    /// Draw who takes what from whom
    Graph(graph::Args),
    /// Explain why something is on a node, or what answers it
    ///
    /// The chain is told down to a person's decision. For what is not there: what assigning it would do.
    Why(why::Args),
    /// Show the database, the mesh, and what is pending
    Status(status::Args),
    /// Show the record of changes, newest first
    Log(log::Args),
    /// Print what a node was last told
    ///
    /// It is JSON in both outputs: with --output json on one line, else a line for each entry. What carries it out
    /// reads its modules, its resources, the facts of the node, and what it takes from whom. With --follow it goes on:
    /// one line for each declaration, from the last one that was acknowledged on, whatever becomes of the connection.
    Declaration(declaration::Args),
    /// Say that a machine did what it was told, or why it could not
    ///
    /// What carries declarations out calls it, as the login of the node or as an operator. status and plan show who
    /// failed, and who has said nothing since a push.
    Ack(ack::Args),
    /// Print the whole mesh as a document
    ///
    /// A JSON object with sites, nodes, modules, assignments and pins, sorted: two exports of one mesh are the same
    /// bytes.
    Export(export::Args),
    /// Read a mesh document: adds and changes, all or none
    ///
    /// What export writes. A node stands in it whole: no site there means no site, and its facts are replaced. A part
    /// that the document lacks (no "pins" at all) is left as it is, under --prune too; an empty list means none. Holds
    /// are not in it and stay.
    Import(Changing<import::Args>),
    /// Show who may do what, and give or take it
    ///
    /// Roles are PostgreSQL's, and so is what enforces this: an operator changes the mesh and pushes it, a reader sees
    /// everything, and a node is the login of one machine, which reads what that was told, says what became of it, and
    /// sees nothing else.
    Access(access::Args),
    /// Bring the schema of the database up to date
    ///
    /// Nothing else does, but on the local database. Other commands refuse a schema that is older or newer than they
    /// know.
    Migrate(migrate::Args),
    /// The local database
    ///
    /// The one that is used where nothing names a server. The first change makes it, in $XDG_DATA_HOME/provost or
    /// ~/.local/share/provost; as root always in /var/lib/provost.
    Local(local::Args),
    /// See what it does, in a database that is thrown away
    Tour(tour::Args),
    /// Explain a refusal's code, or how to write a manifest
    ///
    /// A page for each code, with an example and ways out, and the guide to manifests, with ten of a home network.
    /// Without a page: the list of them.
    Explain(explain::Args),
    /// Print the JSON Schema of an output or of a manifest
    Schema(schema::Args),
    /// Print completions for a shell
    ///
    /// They ask the program itself, so that names of nodes, modules, sites and provisions complete from the database
    /// as it is at that moment.
    Completions(completions::Args),
    /// Print a manual page, or write all of them
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
