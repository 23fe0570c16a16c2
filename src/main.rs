//! The `provost` program: parses, runs, exits.

use std::process::ExitCode;

use provost::{
    commands,
    environment::Environment,
    outcome::Exit,
    report::words,
    terminal::{self, Interruption},
};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(terminal::panicked));
    terminal::ended_by(|found| {
        if let Some(exit) = interrupted(found) {
            std::process::exit(i32::from(exit.number()));
        }
    });
    let run = || {
        let (arguments, environment) = (std::env::args_os().collect::<Vec<_>>(), Environment::of_process());
        commands::complete::answer(&arguments, &environment).unwrap_or_else(|| commands::run(arguments, environment))
    };
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or(Exit::Failed).number())
}

/// What comes of a signal: how the program ends, if it does. That of a change that was made never says that nothing was
/// changed.
fn interrupted(found: Interruption) -> Option<Exit> {
    let (text, exit) = match found {
        Interruption::Unchanged => ("", Some(Exit::Interrupted)),
        Interruption::Unanswered => (words::UNANSWERED, None),
        Interruption::Unknown => (words::UNKNOWN, Some(Exit::Failed)),
        Interruption::Done => (words::MADE, Some(Exit::Done)),
        Interruption::Ended => ("", Some(Exit::Interrupted)),
    };
    terminal::beside(text);
    exit
}
