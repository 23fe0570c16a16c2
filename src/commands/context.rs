//! What every command is given: the options, the terminal, and the way to the database.

use std::time::Instant;

use serde::Serialize;

use crate::{
    commands::cli::{Global, Output},
    environment::{Environment, account_name},
    model::Mesh,
    outcome::Failure,
    report::{
        failure::{self, Worded},
        tables::Table,
        words,
    },
    store::{
        Access, Session, StoreError,
        connect::{ConnectError, ConnectOptions, Connected, connect, names_a_server},
        local::{Local, LocalError},
        migrate::{self, MIGRATIONS, MigrateError, SchemaState},
        watch,
    },
    terminal::{Terminal, beside},
};

/// What every command is given.
pub struct Context {
    /// The options of every command.
    pub global: Global,
    /// The environment of the process.
    pub environment: Environment,
    /// Where output goes.
    pub terminal: Terminal,
    /// Whether a connection was made: what there is to be said of it is said once.
    connected: bool,
}

/// Whether a command may make a local database where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// It may.
    Allowed,
    /// It says that there is none.
    No,
}

impl Context {
    /// With these options and this terminal.
    pub fn new(global: Global, environment: Environment, terminal: Terminal) -> Self {
        let mut context = Self { global, environment, terminal, connected: false };
        if context.global.verbose {
            watch(|statement, took| beside(&words::timed(statement, took)));
        }
        if context.global.verbose || context.global.quiet {
            context.terminal.unwatch();
        }
        context
    }

    /// Whether results are for programs.
    pub fn json(&self) -> bool {
        self.global.output == Output::Json
    }

    /// Whether somebody is there to be asked, and wants to be. Programs never are.
    pub fn asks(&self) -> bool {
        self.terminal.is_interactive() && !self.global.no_input && !self.json()
    }

    /// What says which database is meant.
    pub fn connect_options(&self) -> ConnectOptions {
        ConnectOptions { database: self.global.database.clone(), environment: self.environment.clone() }
    }

    /// Whether the local database is meant.
    pub fn is_local(&self) -> bool {
        !names_a_server(&self.connect_options())
    }

    /// A connection to the database that is meant. The local database is made where that is allowed, and brought up to
    /// date by itself.
    ///
    /// # Errors
    /// Where it is out of reach.
    pub fn connect(&mut self, making: Making) -> Result<Connected, Failure> {
        let begun = Instant::now();
        let connected = self.connected(making)?;
        self.trace(&format!("connected to {}", failure::server(&connected.server)), begun);
        Ok(connected)
    }

    fn connected(&mut self, making: Making) -> Result<Connected, Failure> {
        let options = self.connect_options();
        if names_a_server(&options) {
            let connected = connect(&options)?;
            if !std::mem::replace(&mut self.connected, true) {
                connected.warnings.iter().for_each(|warning| self.warn(&failure::warning(warning)));
            }
            return Ok(connected);
        }
        let local = Local::locate(&self.environment)?;
        let (mut connected, made) = local.connect(making == Making::Allowed)?;
        if let Some(folder) = made {
            self.note(&failure::made(&folder));
        }
        if matches!(migrate::state(&mut connected.client, MIGRATIONS)?, SchemaState::Absent | SchemaState::Older { .. })
        {
            migrate::migrate(&mut connected.client, MIGRATIONS)?;
        }
        Ok(connected)
    }

    /// What a command that reads does with one state of the mesh.
    ///
    /// # Errors
    /// Where the database is out of reach, or `read` fails.
    pub fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Session<'_>, &mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut connected = self.connect(Making::No)?;
        let mut session = Session::begin(&mut connected.client, Access::Read)?;
        let result = read(&mut session, self);
        session.roll_back();
        result
    }

    /// Who the operating system says the operator is: behind sudo, whoever called it; without a login, the account of
    /// the process.
    pub fn os_user(&self) -> String {
        let named = ["SUDO_USER", "LOGNAME", "USER"].iter().find_map(|name| self.environment.get(name));
        named.map_or_else(account_name, ToOwned::to_owned)
    }

    /// What is printed from here on may be long, and is shown page by page where a person reads it.
    pub fn page(&mut self) {
        if !self.json() && !self.global.no_pager {
            self.terminal.page();
        }
    }

    /// Prints a result for programs, on a line.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn print_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        // Values of strings, numbers and lists always have a JSON form, so nothing is lost here.
        let value = serde_json::to_value(value).unwrap_or_default();
        self.terminal.print(&format!("{value}\n"))
    }

    /// Prints a list, or says why it is empty.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn print_table(&mut self, table: &Table, empty: &str) -> Result<(), Failure> {
        if table.is_empty() {
            self.note(empty);
            return Ok(());
        }
        let text = table.text(self.terminal.style());
        self.terminal.print(&text)
    }

    /// Prints a result that is a sentence or a few, a line each.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.terminal.style().lines("", text);
        self.terminal.print(&text)
    }

    /// Says with `--verbose` what was done and how long it took.
    pub fn trace(&mut self, done: &str, since: Instant) {
        if self.global.verbose {
            self.terminal.tell(&words::timed(done, since.elapsed()));
        }
    }

    /// Commands to paste do not repeat `--database`, which may hold a password: says so where it was given.
    pub fn remind_of_database(&mut self) {
        if self.global.database.is_some() {
            self.note(
                "add --database to the commands above, as here, or set PROVOST_DATABASE: else they mean another mesh",
            );
        }
    }

    /// Says something beside the result, unless it was asked to be quiet.
    pub fn note(&mut self, text: &str) {
        if !self.global.quiet {
            let text = self.terminal.error_style().lines("", text);
            self.terminal.tell(&text);
        }
    }

    /// Warns of the first of many things, and says how many more there are.
    pub fn warn_of(&mut self, texts: &[String]) {
        for text in texts.iter().take(WARNINGS) {
            self.warn(text);
        }
        if let untold @ 1.. = texts.len().saturating_sub(WARNINGS) {
            self.note(&format!("… and {untold} more like these"));
        }
    }

    /// Warns, unless it was asked to be quiet.
    pub fn warn(&mut self, text: &str) {
        if !self.global.quiet {
            let text = self.terminal.error_style().lines("warning: ", text);
            self.terminal.tell(&text);
        }
    }
}

/// The most warnings that are told one by one.
const WARNINGS: usize = 50;

/// What is done until nobody else changes the mesh.
pub(super) const WAITING: &str = "waiting for whoever changes the mesh";

/// What is done while a mesh is resolved.
pub(super) fn resolving(mesh: &Mesh) -> String {
    format!("resolving {}", words::count(mesh.size(), "node"))
}

impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        failed("database", &error)
    }
}

impl From<LocalError> for Failure {
    fn from(error: LocalError) -> Self {
        failed("database", &error)
    }
}

impl From<MigrateError> for Failure {
    fn from(error: MigrateError) -> Self {
        failed("schema", &error)
    }
}

fn failed(code: &'static str, error: &impl Worded) -> Failure {
    Failure::failed(code, error.message()).help(error.help())
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Locked { .. } => "locked",
            StoreError::Schema(_) | StoreError::Migrate(_) => "schema",
            StoreError::Lost { .. }
            | StoreError::Unknown { .. }
            | StoreError::Deadlock
            | StoreError::Forbidden { .. }
            | StoreError::ReadOnly
            | StoreError::Stored(_)
            | StoreError::Value { .. }
            | StoreError::Unstorable { .. }
            | StoreError::Astray { .. }
            | StoreError::Full { .. }
            | StoreError::Cancelled { .. }
            | StoreError::Violates { .. }
            | StoreError::Server { .. } => "database",
        };
        failed(code, &error)
    }
}
