//! The `provost` program: parses, runs, exits.

use std::process::ExitCode;

use provost::{commands, outcome::Exit, store::connect::Environment};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(provost::terminal::panicked));
    let run = || commands::run(std::env::args_os().collect(), Environment::of_process());
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or(Exit::Failed).number())
}
