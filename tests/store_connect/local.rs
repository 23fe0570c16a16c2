//! The local database: made once, found by everybody, back after anything.

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use crate::support::memory;
use provost::{
    environment::{Account, Environment},
    report::failure::{self, Worded},
    store::local::{Local, LocalError, LocalState},
};

/// A local database in a folder of its own, gone with the test.
pub(crate) struct Place {
    above: tempfile::TempDir,
    name: String,
    durable: bool,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self::named("local")
    }

    /// One that waits for the disk, as the real one does.
    fn durable() -> Self {
        let mut place = Self::new();
        place.durable = true;
        place
    }

    fn named(name: &str) -> Self {
        let above = tempfile::Builder::new().prefix("provost").tempdir_in(memory::folder()).unwrap();
        fs::set_permissions(above.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self { above, name: name.to_owned(), durable: false }
    }

    fn folder(&self) -> PathBuf {
        self.above.path().join(&self.name)
    }

    pub(crate) fn local(&self) -> Local {
        let environment = Environment::of_process().only(&["PATH", "HOME"]);
        let local = Local::at(&self.folder(), &environment).unwrap();
        if self.durable { local } else { local.throw_away() }
    }

    fn ask(&self, query: &str) -> String {
        self.local().connect(true).unwrap().0.client.query_one(query, &[]).unwrap().get(0)
    }

    fn process(&self) -> i32 {
        let state = self.local().status().state;
        let LocalState::Running { process } = state else { panic!("it is {state:?}") };
        process
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.local().destroy().unwrap();
    }
}

fn kill(process: i32) {
    let process = rustix::process::Pid::from_raw(process).unwrap();
    rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
}

const IDENTITY: &str = "select system_identifier::text from pg_catalog.pg_control_system()";

#[test]
fn the_first_use_makes_it_and_later_ones_find_it() {
    let place = Place::new();
    let local = place.local();
    assert_eq!(local.status().state, LocalState::Absent);
    assert_eq!(local.ensure_running(false), Err(LocalError::NoneYet { folder: place.folder() }));
    assert!(!place.folder().exists(), "asking makes nothing");
    assert_eq!(local.stop(), Ok(false));

    let (mut connected, made) = local.connect(true).unwrap();
    let folder = place.folder();
    let folder = folder.display();
    assert_eq!(
        failure::made(&made.unwrap()),
        format!(
            "made a local database in {folder}; to use a server instead, name it with --database URL or PROVOST_DATABASE"
        )
    );
    assert_eq!(
        failure::server(&connected.server),
        format!("server {folder}/.s.PGSQL.5432, database provost, as provost")
    );
    let query = "select pg_catalog.concat_ws(' ', current_user, current_database(), current_setting('data_checksums'),
        pg_catalog.quote_literal(current_setting('listen_addresses')), current_setting('server_encoding'), current_setting('lc_collate'),
        current_setting('application_name'))";
    let said: String = connected.client.query_one(query, &[]).unwrap().get(0);
    assert_eq!(said, "provost provost on '' UTF8 C provost");
    assert_eq!(fs::metadata(place.folder()).unwrap().permissions().mode() & 0o777, 0o700);

    assert_eq!(local.connect(false).unwrap().1, None);
    let process = place.process();
    let session = rustix::process::getsid(rustix::process::Pid::from_raw(process)).unwrap();
    assert_eq!(session.as_raw_nonzero().get(), process, "it outlives the terminal");
    assert_eq!(local.stop(), Ok(true));
    assert_eq!(local.stop(), Ok(false));
    assert_eq!(local.status().state, LocalState::Stopped);
    assert_eq!(local.connect(false).unwrap().1, None);
    assert_ne!(place.process(), process);
}

#[test]
fn many_first_uses_at_once_make_one() {
    let place = Place::new();
    let outcomes: Vec<_> = thread::scope(|scope| {
        let one = || {
            let (mut connected, made) = place.local().connect(true).unwrap();
            let identity: String = connected.client.query_one(IDENTITY, &[]).unwrap().get(0);
            (identity, made.is_some())
        };
        let all: Vec<_> = (0..6).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|(_, made)| *made).count(), 1, "{outcomes:?}");
    assert!(outcomes.iter().all(|(identity, _)| *identity == outcomes[0].0), "{outcomes:?}");
}

#[test]
fn it_is_back_with_its_data_after_a_kill() {
    let place = Place::durable();
    let (mut connected, _) = place.local().connect(true).unwrap();
    connected.client.batch_execute("create table public.kept (n int); insert into public.kept values (42)").unwrap();
    for _ in 0..3 {
        kill(place.process());
        assert_eq!(place.ask("select n::text from public.kept"), "42");
    }
}

#[test]
fn a_reboot_leaves_a_file_that_names_a_stranger() {
    let place = Place::new();
    let identity = place.ask(IDENTITY);
    let file = place.folder().join("data/postmaster.pid");
    let left = fs::read_to_string(&file).unwrap();
    place.local().stop().unwrap();
    // Owned as the server is, and of its account, so that the server itself would give way to it.
    let mut stranger = Command::new("sleep");
    if rustix::process::geteuid().is_root() {
        let owner = fs::metadata(place.folder()).unwrap();
        stranger.uid(owner.uid()).gid(owner.gid());
    }
    let mut stranger = stranger.arg("60").stdin(Stdio::null()).spawn().unwrap();
    let (_, rest) = left.split_once('\n').unwrap();
    fs::write(&file, format!("{}\n{rest}", stranger.id())).unwrap();
    assert_eq!(place.local().status().state, LocalState::Stopped);
    assert_eq!(place.ask(IDENTITY), identity);
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

#[test]
fn what_a_kill_left_half_made_is_made_anew() {
    let place = Place::new();
    fs::create_dir(place.folder()).unwrap();
    place.local().ensure_running(true).unwrap_or_else(|error| panic!("{error:?}"));
    place.local().stop().unwrap();
    fs::remove_dir_all(place.folder().join("data")).unwrap();
    fs::create_dir_all(place.folder().join("making-by-the-dead/base/1")).unwrap();
    assert_eq!(place.ask("select 'there'"), "there");
    let names = fs::read_dir(place.folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, [".s.PGSQL.5432", ".s.PGSQL.5432.lock", "access", "data", "lock", "log", "server.conf"]);
}

#[test]
fn a_server_that_lost_its_socket_is_started_again() {
    let place = Place::new();
    let identity = place.ask(IDENTITY);
    let process = place.process();
    fs::remove_file(place.folder().join(".s.PGSQL.5432")).unwrap();
    assert_eq!(place.ask(IDENTITY), identity);
    assert_ne!(place.process(), process);
}

#[test]
fn a_long_path_has_its_socket_elsewhere() {
    let place = Place::named(&"x".repeat(120));
    let (connected, _) = place.local().connect(true).unwrap();
    let socket = connected.server.address();
    let folder = Path::new(&socket).parent().unwrap();
    assert!(socket.len() <= 107, "{socket}");
    assert!(!socket.contains("xxxxx"), "{socket}");
    assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
    place.local().destroy().unwrap();
    assert!(!folder.exists(), "{}", folder.display());
}

#[test]
fn any_name_of_a_folder_will_do() {
    let place = Place::named("it's \"100%\" $HOME `a`\\b");
    assert_eq!(place.ask("select 'there'"), "there");
    let url = place.local().status().url;
    let psql = Command::new("psql").args(["-XAtc", "select 'psql too'", &url]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&psql.stdout), "psql too\n", "{url} {}", String::from_utf8_lossy(&psql.stderr));
}

#[test]
fn a_comma_in_the_path_does_not_make_two_of_it() {
    let place = Place::named("one,two");
    assert_eq!(place.ask("select 'there'"), "there");
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let local = Local::at(Path::new("/proc/provost"), &Environment::of_process()).unwrap();
    let error = local.ensure_running(true).unwrap_err();
    assert_eq!(
        error.message(),
        "making the folder of the local database /proc/provost: No such file or directory (os error 2)"
    );
    assert_eq!(
        error.help(),
        "see to the folder's owner, permissions and free space, or name a server with --database URL or PROVOST_DATABASE"
    );
}

#[test]
fn a_folder_out_of_the_servers_reach_is_told() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let place = Place::new();
    let above = place.folder().parent().unwrap().to_owned();
    fs::set_permissions(&above, fs::Permissions::from_mode(0o700)).unwrap();
    let status = place.local().status();
    let error = place.local().ensure_running(true).unwrap_err();
    let account = status.account.unwrap();
    assert_eq!(
        error.message(),
        format!("{} does not let {account} through, which runs the local database", above.display())
    );
    fs::set_permissions(&above, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(place.ask("select 'there'"), "there");
}

#[test]
fn what_is_no_database_is_left_alone() {
    let place = Place::new();
    let data = place.folder().join("data");
    fs::create_dir_all(&data).unwrap();
    let error = place.local().ensure_running(true).unwrap_err();
    assert_eq!(error.message(), format!("{} is there and is no database", data.display()));
    fs::remove_dir(data).unwrap();
    fs::remove_dir(place.folder()).unwrap();
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let place = Place::new();
    place.local().ensure_running(true).unwrap();
    place.local().stop().unwrap();
    let file = place.folder().join("data/postgresql.conf");
    let good = fs::read_to_string(&file).unwrap();
    fs::write(&file, "work_mem = lots\n").unwrap();
    let message = place.local().ensure_running(false).unwrap_err().message();
    assert!(message.starts_with("starting the local database failed; it said:\n"), "{message}");
    assert!(message.contains(r#"invalid value for parameter "work_mem": "lots""#), "{message}");
    fs::write(&file, good).unwrap();
    place.local().ensure_running(false).unwrap();
}

/// What a command of the program does, in a process that can be killed. Only the test below gives it a folder.
#[test]
fn one_command() {
    let Some(folder) = std::env::var_os("LOCAL_FOLDER") else { return };
    let environment = Environment::of_process().only(&["PATH", "HOME"]);
    Local::at(Path::new(&folder), &environment).unwrap().throw_away().connect(true).unwrap();
}

/// What it is called, and how a folder shows that it has come.
type Moment = (&'static str, fn(&Path) -> bool);

#[test]
fn a_kill_at_any_moment_leaves_nothing_that_the_next_command_minds() {
    let moments: [Moment; 5] = [
        ("at the lock", |folder| folder.join("lock").exists()),
        ("at the start of making", |folder| making(folder).is_some()),
        ("in the middle of making", |folder| {
            making(folder).is_some_and(|making| making.join("base/1/PG_VERSION").exists())
        }),
        ("when it was made", |folder| folder.join("data").exists()),
        ("when it was starting", |folder| folder.join("data/postmaster.pid").exists()),
    ];
    for (moment, has_come) in moments {
        for whole_group in [false, true] {
            let place = Place::new();
            kill_at(&place.folder(), has_come, whole_group);
            let identity = place.ask(IDENTITY);
            assert_eq!(place.ask(IDENTITY), identity, "{moment}");
            assert!(making(&place.folder()).is_none() || !whole_group, "{moment}");
        }
    }
}

/// What the test runner calls a test of this file.
fn tests_here(name: &str) -> String {
    let (_, module) = module_path!().split_once("::").unwrap();
    format!("{module}::{name}")
}

fn making(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("/making-"))
}

/// Kills a command, or it and what it started, at the moment when something has come about.
fn kill_at(folder: &Path, has_come: fn(&Path) -> bool, whole_group: bool) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([&tests_here("one_command"), "--exact"]).env("LOCAL_FOLDER", folder).stdout(Stdio::null());
    let mut child = command.process_group(0).spawn().unwrap();
    while !has_come(folder) {
        thread::yield_now();
    }
    if whole_group {
        let group = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
    } else {
        child.kill().unwrap();
    }
    child.wait().unwrap();
}

/// Root runs everything above as another account; here an ordinary user runs it as himself.
#[test]
fn an_ordinary_user_has_the_same() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let nobody = Account::named("nobody").unwrap();
    let folder = tempfile::Builder::new().prefix("provost").tempdir_in("/tmp").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let tests = folder.path().join("tests");
    fs::copy(std::env::current_exe().unwrap(), &tests).unwrap();
    let mut command = Command::new(&tests);
    command
        .args([&tests_here(""), "--test-threads=2"])
        .env("HOME", folder.path())
        .current_dir("/tmp")
        .uid(nobody.uid)
        .gid(nobody.gid);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
