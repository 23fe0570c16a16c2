//! The program as an operator runs it: a clean environment, and everything it said.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;
use snapbox::{Assert, Redactions};

use super::database::Database;
use super::schemas;

/// The program that was built for this test run.
pub(super) const PROVOST: &str = env!("CARGO_BIN_EXE_provost");

/// Runs the program on a database.
#[track_caller]
pub(crate) fn provost<A: AsRef<str>>(database: &Database, args: impl IntoIterator<Item = A>) -> Ran {
    database.call(args).run()
}

/// A call that has not been made yet.
pub(crate) struct Call<'d> {
    database: &'d Database,
    args: Vec<String>,
    stdin: Option<String>,
    env: Vec<(String, Option<String>)>,
}

impl<'d> Call<'d> {
    pub(super) fn new<A: AsRef<str>>(database: &'d Database, args: impl IntoIterator<Item = A>) -> Call<'d> {
        let args = args.into_iter().map(|arg| arg.as_ref().to_owned());
        Call { database, args: args.collect(), stdin: None, env: Vec::new() }
    }

    /// What the program reads; without it, nothing.
    pub(crate) fn stdin(mut self, text: impl Into<String>) -> Call<'d> {
        self.stdin = Some(text.into());
        self
    }

    /// Sets a variable on top of the clean environment.
    pub(crate) fn env(mut self, name: &str, value: impl Into<String>) -> Call<'d> {
        self.env.push((name.to_owned(), Some(value.into())));
        self
    }

    /// Takes a variable out of the clean environment.
    pub(crate) fn without(mut self, name: &str) -> Call<'d> {
        self.env.push((name.to_owned(), None));
        self
    }

    /// The process to start, for tests that need more than its outcome (a terminal, a signal).
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(PROVOST);
        command
            .args(&self.args)
            .current_dir(self.database.work())
            .env_clear()
            .env("PROVOST_DATABASE", self.database.url())
            .env("HOME", self.database.home())
            .env("LANG", "C.UTF-8")
            .env("USER", "operator")
            .env("LOGNAME", "operator");
        // PATH finds a server's binaries; coverage writes where it was told to.
        for kept in ["PATH", "LLVM_PROFILE_FILE"] {
            if let Some(value) = std::env::var_os(kept) {
                command.env(kept, value);
            }
        }
        for (name, value) in &self.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// Runs it to its end.
    #[track_caller]
    pub(crate) fn run(self) -> Ran {
        let mut command = self.command();
        let input = match self.stdin {
            Some(_) => Stdio::piped(),
            None => Stdio::null(),
        };
        let mut child =
            command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let pipe = child.stdin.take();
        let output = thread::scope(|scope| {
            // Beside reading: both pipes may be longer than they hold. A program that stops reading is its business.
            let input = self.stdin.as_deref().unwrap_or_default();
            scope.spawn(move || pipe.map(|mut pipe| pipe.write_all(input.as_bytes())));
            child.wait_with_output().expect("the program ends")
        });
        let stdout = String::from_utf8(output.stdout).expect("standard output is UTF-8");
        let stderr = String::from_utf8(output.stderr).expect("standard error is UTF-8");
        let code = output.status.code();
        schemas::hold(&self.args, self.stdin.as_deref(), code, &stdout, &stderr);
        Ran { line: shell_words::join(&self.args), code, stdout, stderr, places: places(self.database) }
    }
}

/// What a test's own database and folders are called in a snapshot.
fn places(database: &Database) -> Redactions {
    let mut places = Redactions::new();
    let known = [
        ("[DATABASE]", database.url()),
        ("[HOME]", database.home().display().to_string()),
        ("[WORK]", database.work().display().to_string()),
    ];
    for (placeholder, value) in known {
        places.insert(placeholder, value).expect("a placeholder is in brackets");
    }
    places
}

/// What a call of the program came to.
pub(crate) struct Ran {
    line: String,
    /// The exit code; none after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    places: Redactions,
}

impl Ran {
    /// Standard output as JSON, else standard error (where errors go).
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let text = match self.stdout.trim() {
            "" => self.stderr.trim(),
            text => text,
        };
        serde_json::from_str(text).unwrap_or_else(|why| panic!("no JSON: {why}\n{}", self.whole()))
    }

    /// Fails unless the exit code is this one.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "another exit code\n{}", self.whole());
        self
    }

    /// Fails unless it was done.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Ran {
        self.exits(0)
    }

    /// Compares all that was said, and the exit code, with an inline snapshot (`SNAPSHOTS=overwrite` writes it anew).
    #[track_caller]
    pub(crate) fn shows(&self, expected: impl snapbox::IntoData) -> &Ran {
        Assert::new().action_env("SNAPSHOTS").redact_with(self.places.clone()).eq(self.whole(), expected);
        self
    }

    /// The call and its whole outcome, as a snapshot has it.
    pub(crate) fn whole(&self) -> String {
        let mut text = format!("$ provost {}\n{}", self.line, self.stdout);
        if !self.stderr.is_empty() {
            text.push_str("--- standard error\n");
            text.push_str(&self.stderr);
        }
        match self.code {
            Some(code) => text.push_str(&format!("--- exit {code}\n")),
            None => text.push_str("--- ended by a signal\n"),
        }
        text
    }
}
