//! `provost tour`

mod script;
mod stage;

use std::path::PathBuf;

use clap::Args as Arguments;
use serde_json::json;

use crate::{
    outcome::{Exit, Failure},
    report::style::Ink,
};

use self::{
    script::Line,
    stage::{Said, Stage},
};
use super::{context::Context, leave::Files, traits::Traits};

/// See what provost does: two conversations with it, run for real in a database that is thrown away.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::APART.exits(&[Exit::Done, Exit::Failed, Exit::Usage, Exit::Interrupted]).near(&["explain", "tour"]))]
#[command(after_help = "Examples:\n  provost tour\n  provost tour --write tour")]
pub struct Args {
    /// Leave the tour's manifests in this folder, to copy and edit, instead
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
}

/// Shows the tour, or leaves its files.
///
/// # Errors
/// Where there is no PostgreSQL server to start, a step ends otherwise than it should, or it is interrupted.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    match &args.write {
        Some(folder) => files().leave(folder, context),
        None => show(context),
    }
}

/// The files that the commands of the tour read.
fn files() -> Files<'static> {
    const REGISTER: &[&str] = &["module", "register"];
    let begin = script::FOLDERS.map(|folder| (REGISTER, folder)).to_vec();
    Files { of: "tour", files: script::FILES.to_vec(), begin }
}

fn show(context: &mut Context) -> Result<Exit, Failure> {
    if context.global.database.is_some() {
        return Err(Failure::usage("usage", "the tour has a database of its own, which is thrown away afterwards")
            .help("leave --database out: no other database is looked at or changed"));
    }
    let stage = Stage::set(context)?;
    let shown = if context.json() { steps(&stage, context) } else { transcript(&stage, context) };
    // What ended the tour early says more than what was left behind by it.
    let struck = stage.strike();
    shown.and(struck)?;
    Ok(Exit::Done)
}

/// Each command as it would be typed, then what it said.
fn transcript(stage: &Stage, context: &mut Context) -> Result<(), Failure> {
    let style = *context.terminal.style();
    for line in script::lines() {
        let text = match line {
            Line::Blank => "\n".to_owned(),
            Line::Remark(text) => format!("{}\n", style.ink(Ink::Faint, text)),
            Line::Step(step) => {
                context.terminal.print(&format!("$ {}\n", style.ink(Ink::Strong, step.typed)))?;
                context.terminal.finish()?;
                stage.run(&step, style.color)?.text
            }
        };
        context.terminal.print(&text)?;
        context.terminal.finish()?;
    }
    Ok(())
}

/// The same for programs.
fn steps(stage: &Stage, context: &mut Context) -> Result<(), Failure> {
    let mut steps = Vec::new();
    for line in script::lines() {
        if let Line::Step(step) = line {
            let Said { text, exit } = stage.run(&step, false)?;
            steps.push(json!({"command": step.words(), "exit": exit, "output": text}));
        }
    }
    context.print_json(&json!({"schema": "provost.tour/1", "steps": steps}))
}
