//! `provost log`

use clap::Args as Arguments;

use crate::{
    commands::cli::number,
    model::{Author, NodeName, Person, kind},
    outcome::{Exit, Failure},
    report::log::{Entry, Log, MOST, Push, Rename},
    store::names::Noun,
    store::{generations, log, snapshot},
};

use super::{
    complete::Completes,
    context::Context,
    selection::{Offer, name, some_node},
    traits::Traits,
};

/// Show the record of changes and pushes, newest first: who, when, by which command, and what changed.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["claims", "pins", "why", "status", "log", "plan"]))]
#[command(after_help = "Examples:\n  provost log\n  provost log web1 --limit 5")]
pub struct Args {
    /// Those alone that were about this node, by the name that it had then
    #[arg(value_name = "NODE", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: Option<NodeName>,
    /// At most so many changes and pushes; 0 is all of them
    #[arg(long, value_name = "N", default_value = "20", allow_negative_numbers = true, value_parser = number)]
    pub limit: i64,
}

/// Shows the record.
///
/// # Errors
/// Where no node is or was called so, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let (limit, node) = ((args.limit > 0).then_some(args.limit), args.node.as_ref().map(|node| node.as_str()));
    // One more tells that there are more.
    let one_more = limit.map(|limit| limit.saturating_add(1));
    let wanted = log::Wanted {
        limit: one_more,
        edits: context.json(),
        first_edits: Some(MOST as i64),
        node,
        ..Default::default()
    };
    let (changes, pushes, renames) = context.read(|session, _| {
        let (changes, pushes) = (log::read(session, &wanted)?, generations::pushes(session, one_more, node)?);
        if let Some(node) = args.node.as_ref().filter(|_| changes.is_empty() && pushes.is_empty()) {
            // One that is gone or was called otherwise has changes that were about it.
            some_node(&snapshot::load(session)?.mesh, node, Offer::List)?;
        }
        let renames = node.map_or_else(|| Ok(Vec::new()), |node| log::renames(session, node))?;
        Ok((changes, pushes, renames))
    })?;
    let limit = limit.and_then(|limit| usize::try_from(limit).ok());
    let mut log = Log::new(changes.into_iter().map(entry).collect(), pushes.into_iter().map(push).collect(), limit);
    if let Some(node) = &args.node {
        log = log.about(node.clone(), renames.into_iter().map(rename).collect());
    }
    if context.json() {
        context.terminal.print(&log.json())?;
    } else if log.is_empty() {
        context.note(
            &args.node.as_ref().map_or_else(
                || "nothing was changed yet".to_owned(),
                |node| format!("no change was about a node {node}"),
            ),
        );
    } else {
        let text = log.text(context.terminal.style());
        context.terminal.print(&text)?;
    }
    Ok(Exit::Done)
}

fn rename(renamed: log::Renamed) -> Rename {
    let log::Renamed { id, at, from, to } = renamed;
    Rename { change: id, at, from, to }
}

fn push(pushed: generations::Pushed) -> Push {
    let generations::Pushed { generation, declared, removed } = pushed;
    let generations::Newest { generation, pushed: at, db_user, os_user, message, digest } = generation;
    Push { generation, at, by: Person { db_user, os_user }, message, digest, declared, removed }
}

fn entry(recorded: log::Recorded) -> Entry {
    let log::Recorded { id, at, db_user, os_user, command, message, steps, digest, edits, moved, settled, unresolved } =
        recorded;
    let author = Author { person: Person { db_user, os_user }, command, message };
    Entry { id, at, author, steps, edits, moved, settled, refusals: unresolved, digest }
}
