//! A fresh database for each test, copied from a template that the program itself brought up to date.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::{process, thread};

use postgres::{Client, NoTls, SimpleQueryMessage};
use tempfile::TempDir;

use super::program::{Call, PROVOST, Ran};
use super::server::server;

/// One mesh of one test. It goes with the test; that of a failed test stays and is named.
pub(crate) struct Database {
    name: String,
    scratch: Arc<TempDir>,
}

/// A fresh database that `provost migrate` has been run on.
pub(crate) fn database() -> Database {
    Database::copy_of(template())
}

impl Database {
    /// A database without a schema.
    pub(crate) fn empty() -> Database {
        Database::copy_of("template1")
    }

    /// A copy of this one as it is now; the program runs in the same folder.
    pub(crate) fn copy(&self) -> Database {
        let name = create(&self.name);
        let scratch = Arc::clone(&self.scratch);
        Database { name, scratch }
    }

    fn copy_of(template: &str) -> Database {
        let name = create(template);
        let scratch = tempfile::Builder::new().prefix("provost-").tempdir();
        let scratch = scratch.expect("a scratch folder can be made");
        for folder in ["home", "work"] {
            fs::create_dir(scratch.path().join(folder)).expect("the scratch folder is writable");
        }
        let scratch = Arc::new(scratch);
        Database { name, scratch }
    }

    /// What `--database` takes.
    pub(crate) fn url(&self) -> String {
        url_of(&self.name)
    }

    /// What the database is called.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The home folder of whoever runs the program.
    pub(crate) fn home(&self) -> PathBuf {
        self.scratch.path().join("home")
    }

    /// The folder in which the program runs.
    pub(crate) fn work(&self) -> PathBuf {
        self.scratch.path().join("work")
    }

    /// Writes a file into the folder in which the program runs.
    pub(crate) fn write(&self, name: &str, content: &str) -> &Database {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// What `--database` takes, to log in as another role.
    pub(crate) fn url_as(&self, role: &str) -> String {
        let url = self.url();
        let (scheme, rest) = url.split_once("://").expect("a URL has a scheme");
        let place = rest.split_once('@').map_or(rest, |(_, place)| place);
        format!("{scheme}://{role}@{place}")
    }

    /// A connection of its own.
    pub(crate) fn connect(&self) -> Client {
        connect(&self.url())
    }

    /// Sees to it that there is a role of this name, which every test may share: roles belong to the whole server.
    pub(crate) fn role(&self, name: &str) {
        self.sql(&format!(
            "do $$ begin create role {name} login; exception when duplicate_object or unique_violation then null; end $$"
        ));
    }

    /// The rows of the last statement as text, as `psql` shows them: null is empty.
    #[track_caller]
    pub(crate) fn sql(&self, statements: &str) -> Vec<Vec<String>> {
        rows(&mut self.connect(), statements)
    }

    /// A call of the program that can still be given standard input or variables.
    pub(crate) fn call<A: AsRef<str>>(&self, args: impl IntoIterator<Item = A>) -> Call<'_> {
        Call::new(self, args)
    }

    /// Runs a line as an operator would type it, the program's name left out.
    #[track_caller]
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.call(shell_words::split(line).expect("the quotes close")).run()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("kept: psql '{}' ({})", self.url(), server().keep());
        } else {
            // The template's maker has given its database another name.
            maintain(&format!(r#"drop database if exists "{}" with (force)"#, self.name));
        }
    }
}

/// The migrated template, made once for each build of the program, whatever processes share the server.
fn template() -> &'static str {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let build = fs::metadata(PROVOST).expect("the program is built");
        let mut hasher = DefaultHasher::new();
        (PROVOST, build.len(), build.modified().ok()).hash(&mut hasher);
        let name = format!("provost_template_{:016x}", hasher.finish());
        make_template(&name);
        name
    })
}

fn make_template(name: &str) {
    let mut client = connect(&server().url);
    // Held until the connection closes: one process makes the template, the others wait for it.
    rows(&mut client, "select pg_advisory_lock(hashtext('provost template'))");
    let known = format!("select 1 from pg_database where datname = '{name}'");
    if !rows(&mut client, &known).is_empty() {
        return;
    }
    let making = Database::empty();
    making.run("migrate").succeeds();
    // By renaming it: a template that is there is whole.
    let finished = format!(r#"alter database "{}" rename to "{name}""#, making.name);
    rows(&mut client, &finished);
}

/// Makes a database like another one, to which nobody may be connected.
fn create(template: &str) -> String {
    let name = fresh_name();
    maintain(&format!(r#"create database "{name}" template "{template}""#));
    name
}

fn fresh_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let thread = thread::current();
    let test = thread.name().and_then(|path| path.rsplit("::").next());
    let test: String = test.unwrap_or("main").chars().take(40).collect();
    format!("{test}_{}_{number}", process::id())
}

fn maintain(statement: &str) {
    rows(&mut connect(&server().url), statement);
}

#[track_caller]
fn connect(url: &str) -> Client {
    Client::connect(url, NoTls).unwrap_or_else(|why| panic!("cannot connect to {url}: {why}"))
}

#[track_caller]
fn rows(client: &mut Client, statements: &str) -> Vec<Vec<String>> {
    let messages = client
        .simple_query(statements)
        .unwrap_or_else(|why| panic!("{statements}: {}", why.as_db_error().map_or(why.to_string(), |e| e.to_string())));
    let mut rows = Vec::new();
    for message in messages {
        match message {
            SimpleQueryMessage::Row(row) => {
                rows.push((0..row.len()).map(|at| row.get(at).unwrap_or_default().to_owned()).collect())
            }
            // The next statement's rows replace those of the one before.
            SimpleQueryMessage::RowDescription(_) => rows.clear(),
            SimpleQueryMessage::CommandComplete(_) | _ => {}
        }
    }
    rows
}

/// The server's URL with another database in it.
fn url_of(database: &str) -> String {
    let url = &server().url;
    let (place, options) = url.split_once('?').unwrap_or((url, ""));
    let authority = place.find("://").map_or(place, |scheme| &place[scheme + 3..]);
    let end = authority.find('/').unwrap_or(authority.len()) + place.len() - authority.len();
    let options = if options.is_empty() { String::new() } else { format!("?{options}") };
    format!("{}/{database}{options}", &place[..end])
}
