//! `provost ack`

use clap::Args as Arguments;

use crate::{
    commands::cli::whole_number,
    model::{NodeName, kind},
    outcome::{Exit, Failure},
    report::acknowledgements::{self as words, Acknowledged},
    store::names::Noun,
    store::{
        Access, Session,
        access::Rights,
        acknowledgements::{Noted, acknowledge},
        generations,
    },
    terminal::committing,
};

use super::{
    complete::Completes,
    context::{Context, Making},
    declaration::unknown,
    selection::name,
    traits::Traits,
};

/// The most that is kept of what went wrong.
const MOST: usize = 4_000;

/// Say that a machine did what it was told, or why it could not.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::WRITES.near(&["declaration", "status", "push"]))]
#[command(after_help = "Examples:\n  provost ack laptop 1\n  provost ack laptop 1 --failed 'no space left on /etc'")]
pub struct Args {
    /// The node
    #[arg(value_name = "NODE", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
    /// The generation of the declaration that it carried out
    #[arg(value_name = "GENERATION", value_parser = whole_number)]
    pub generation: i64,
    /// It could not, and why
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub failed: Option<String>,
}

/// Writes down an acknowledgement.
///
/// # Errors
/// Where the node was not declared that generation, or the database fails.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let node = args.node.as_str();
    let failure = args.failed.as_deref().map(kept);
    let mut connected = context.connect(Making::No)?;
    let mut session = Session::begin(&mut connected.client, Access::Own)?;
    let seen = generations::seen(&mut session)?;
    let Some(id) = seen.node_called(&mut session, node, Rights::Change)? else {
        return Err(unknown(&mut session, node)?);
    };
    let noted = acknowledge(&mut session, &seen, id, args.generation, failure.as_deref())?;
    let late = match noted {
        Noted::NotDeclared(newest) => return Err(not_declared(node, args.generation, newest)),
        Noted::Late(later) => Some(later),
        Noted::New | Noted::Known => None,
    };
    committing(|| session.commit())?;
    let said =
        Acknowledged { node: &args.node, generation: args.generation, failure, changed: noted == Noted::New, late };
    if context.json() {
        context.terminal.print(&words::acknowledged_json(&said))?;
    } else if !context.global.quiet {
        context.say(&words::acknowledged(&said))?;
    }
    Ok(Exit::Done)
}

/// What is kept of why it failed: something, and no more than a person reads.
fn kept(text: &str) -> String {
    match text.trim() {
        "" => "no reason was given".to_owned(),
        text => text.chars().filter(|c| *c != '\0').take(MOST).collect(),
    }
}

fn not_declared(node: &str, generation: i64, newest: Option<i64>) -> Failure {
    let help = match newest {
        Some(newest) => format!("the newest generation that it was declared is {newest}"),
        None => "it was never declared: `provost push` declares every node".to_owned(),
    };
    Failure::usage("not-declared", format!("{node} was not declared in generation {generation}")).help(help)
}
