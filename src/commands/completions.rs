//! `provost completions`

use clap::Args as Arguments;
use clap_complete::{Shell, env::Shells};
use serde_json::json;

use crate::outcome::{Exit, Failure};

use super::{complete::VARIABLE, context::Context};

/// Print completions for a shell.
///
/// They ask the program itself, so that names of nodes, modules, sites and provisions complete from the database as it
/// is at that moment.
#[derive(Clone, Debug, Arguments)]
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
    let mut text = Vec::new();
    if args.shell == Shell::Bash {
        return context.terminal.print(BASH).map(|()| Exit::Done);
    }
    let name = args.shell.to_string();
    let unknown = || Failure::usage("usage", format!("there are no completions for {name}"));
    let shells = Shells::builtins();
    let shell = shells.completer(&name).ok_or_else(unknown)?;
    shell
        .write_registration(VARIABLE, "provost", "provost", "provost", &mut text)
        .map_err(|error| Failure::failed("output", format!("completions cannot be written: {error}")))?;
    if args.shell == Shell::Zsh {
        // Loaded from the function path, the file is the function, and this first call of it has to answer.
        text.extend(b"[[ ${funcstack[1]} == _provost ]] && _clap_dynamic_completer_provost \"$@\"\n");
    }
    if context.json() {
        let text = String::from_utf8_lossy(&text);
        context.print_json(&json!({"schema": "provost.completions/1", "shell": name, "text": text}))?;
    } else {
        context.terminal.stream(|out| out.write_all(&text))?;
    }
    Ok(Exit::Done)
}
