//! `provost completions`

use clap::Args as Arguments;
use clap_complete::{Shell, env::Shells};
use serde_json::json;

use crate::outcome::{Exit, Failure};

use super::{complete::VARIABLE, context::Context, traits::Traits};

/// Print completions for a shell.
///
/// They ask the program itself, so that names of nodes, modules, sites and provisions complete from the database as it
/// is at that moment.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::APART.near(&["completions", "man"]))]
#[command(after_help = "Example:\n  provost completions bash > ~/.local/share/bash-completion/completions/provost")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Of our own: what is made for bash elsewhere does not put together the words that it breaks.
const BASH: &str = include_str!("completions/provost.bash");

/// Prints completions.
///
/// # Errors
/// Where they cannot be written.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let shell = args.shell.to_string();
    let text = script(args.shell, &shell)?;
    if context.json() {
        context.print_json(&json!({"schema": "provost.completions/1", "shell": shell, "text": text}))?;
    } else {
        context.terminal.print(&text)?;
    }
    Ok(Exit::Done)
}

fn script(shell: Shell, name: &str) -> Result<String, Failure> {
    if shell == Shell::Bash {
        return Ok(BASH.to_owned());
    }
    let shells = Shells::builtins();
    let unknown = || Failure::usage("usage", format!("there are no completions for {name}"));
    let completer = shells.completer(name).ok_or_else(unknown)?;
    let mut text = Vec::new();
    completer
        .write_registration(VARIABLE, "provost", "provost", "provost", &mut text)
        .map_err(|error| Failure::failed("output", format!("completions cannot be written: {error}")))?;
    if shell == Shell::Zsh {
        // Loaded from the function path, the file is the function, and this first call of it has to answer.
        text.extend(b"[[ ${funcstack[1]} == _provost ]] && _clap_dynamic_completer_provost \"$@\"\n");
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}
