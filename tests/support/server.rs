//! The PostgreSQL server of a run: the one that `PROVOST_TEST_SERVER` names, else a private one on a unix socket.
//!
//! A private server belongs to one process under `cargo test` and to the whole run under `cargo nextest run`, where
//! each test is a process of its own. A supervisor outside of the tests stops it, so that a killed run leaves nothing.

use std::fs::{self, DirBuilder, File};
use std::io::Read as _;
use std::os::unix::fs::{DirBuilderExt as _, chown};
use std::os::unix::process::{CommandExt as _, parent_id};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::{env, process};

use super::memory;

/// Where the databases of this run are made.
pub(super) struct Server {
    /// The maintenance database, as a URL.
    pub(super) url: String,
    /// The folder of a private server.
    home: Option<PathBuf>,
}

/// The server of this run, started the first time it is asked for.
pub(super) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| match env::var("PROVOST_TEST_SERVER") {
        Ok(url) => Server { url, home: None },
        Err(_) => private(),
    })
}

impl Server {
    /// Marks that a database must outlive the run, and says what that takes.
    pub(super) fn keep(&self) -> String {
        let Some(home) = &self.home else {
            return "it stays on that server".to_owned();
        };
        // Best effort: this runs while a failed test unwinds.
        let _ = File::create(home.join("kept"));
        if env::var_os("PROVOST_TEST_KEEP").is_none() {
            return "it goes with the run; set PROVOST_TEST_KEEP=1 to keep its server".to_owned();
        }
        format!(
            "its server stays; stop it with: kill -QUIT $(head -n 1 {home}/data/postmaster.pid); rm -rf {home}",
            home = home.display()
        )
    }
}

/// A server for the whole nextest run, or for this process alone.
#[allow(clippy::zombie_processes)] // the supervisor outlives this process on purpose
fn private() -> Server {
    let (run, watched) = match env::var("NEXTEST_RUN_ID") {
        Ok(run) => (run.chars().take(18).collect(), parent_id()),
        Err(_) => (format!("p{}", process::id()), process::id()),
    };
    // Looked for first: without them there is nothing to make a folder for.
    let (binaries, account) = (binaries(), rustix::process::geteuid().is_root().then(account));
    let home = memory::folder().join(format!("provost-test-{run}"));
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&home)
        .unwrap_or_else(|why| panic!("cannot make {}: {why}", home.display()));
    // Whoever holds the lock starts the server; the lock goes with the process, the server does not.
    let lock = File::create(home.join("lock")).expect("the server's folder takes a lock file");
    lock.lock().expect("the server's lock is granted");
    if !home.join("ready").exists() {
        start(&home, watched, &binaries, account);
        File::create(home.join("ready")).expect("the server's folder takes a marker");
    }
    Server { url: format!("postgresql://provost@/postgres?host={}", home.display()), home: Some(home) }
}

/// A server of its own, for a test that stops it.
pub(crate) struct Lone {
    /// Its maintenance database, as a URL.
    pub(crate) url: String,
    watched: Child,
    supervisor: Child,
}

/// Starts a server that one test has for itself.
pub(crate) fn lone() -> Lone {
    let watched = Command::new("cat").stdin(Stdio::piped()).spawn().expect("cat can be started");
    let home = tempfile::tempdir_in(memory::folder()).expect("there is room for a server").keep();
    let account = rustix::process::geteuid().is_root().then(account);
    let supervisor = start(&home, watched.id(), &binaries(), account);
    Lone { url: format!("postgresql://provost@/postgres?host={}", home.display()), watched, supervisor }
}

impl Lone {
    /// Stops it and takes it away.
    pub(crate) fn stops(&mut self) {
        self.watched.kill().expect("what is watched can be killed");
        self.watched.wait().expect("what was killed ends");
        self.supervisor.wait().expect("the supervisor ends");
    }
}

/// Starts the supervisor, as another account where the tests run as root, and waits until it says that the server
/// answers.
fn start(home: &Path, watched: u32, binaries: &Path, account: Option<(u32, u32)>) -> Child {
    let mut supervisor = Command::new("sh");
    supervisor
        .args(["-c", include_str!("supervisor.sh"), "supervisor"])
        .arg(watched.to_string())
        .arg(home)
        .arg(binaries)
        .process_group(0) // Ctrl-C is for the tests
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some((user, group)) = account {
        // PostgreSQL refuses to run as root.
        chown(home, Some(user), Some(group)).expect("the server's folder goes to its account");
        supervisor.uid(user).gid(group);
    }
    let mut child = supervisor.spawn().expect("sh can be started");
    let mut said = String::new();
    let mut output = child.stdout.take().expect("the supervisor's output is piped");
    output.read_to_string(&mut said).expect("the supervisor speaks UTF-8");
    assert_eq!(said, "ready\n", "the tests' PostgreSQL server did not start");
    child
}

/// The account that a server runs as when the tests run as root.
pub(super) fn account() -> (u32, u32) {
    let number = |flag: &str, name: &str| -> Option<u32> {
        let said = Command::new("id").args([flag, name]).output().ok()?;
        String::from_utf8(said.stdout).ok()?.trim().parse().ok()
    };
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| Some((number("-u", name)?, number("-g", name)?)))
        .expect("as root the server needs an account: neither postgres nor nobody exists")
}

/// The folder with `initdb` and `pg_ctl`.
pub(crate) fn binaries() -> PathBuf {
    let has_server = |folder: &PathBuf| folder.join("initdb").exists() && folder.join("pg_ctl").exists();
    let configured = Command::new("pg_config").arg("--bindir").output();
    let configured = configured.ok().and_then(|said| String::from_utf8(said.stdout).ok());
    let configured = configured.map(|folder| PathBuf::from(folder.trim()));
    let mut installed: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    installed.sort();
    let searched = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    configured.into_iter().chain(installed.into_iter().rev()).chain(searched).find(has_server).expect(
        "the tests need a PostgreSQL server: install one (Debian: apt-get install postgresql) \
             or name one in PROVOST_TEST_SERVER=postgresql://…",
    )
}

#[test]
fn the_server_goes_with_what_it_is_for() {
    let mut watched = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
    let home = tempfile::tempdir().unwrap().keep();
    let mut supervisor = start(&home, watched.id(), &binaries(), rustix::process::geteuid().is_root().then(account));
    assert!(home.join("data/postmaster.pid").exists());
    watched.kill().unwrap(); // and nobody reaps it until the end
    assert!(supervisor.wait().unwrap().success());
    assert!(!home.exists());
    watched.wait().unwrap();
}
