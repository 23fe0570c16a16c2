//! The `provost` program: parses, runs, exits.

use std::process::ExitCode;

use provost::{commands, outcome::Exit, store::connect::Environment};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(provost::terminal::panicked));
    provost::terminal::ended_by(|| std::process::exit(i32::from(Exit::Interrupted.number())));
    let run = || {
        let (arguments, environment) = (std::env::args_os().collect::<Vec<_>>(), Environment::of_process());
        commands::complete::answer(&arguments, &environment).unwrap_or_else(|| commands::run(arguments, environment))
    };
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or(Exit::Failed).number())
}
