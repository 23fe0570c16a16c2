//! Where the tour takes place: a folder with a local database of its own, and nothing of it left afterwards.
//!
//! Whoever shows a tour holds a lock in its folder. So what a killed tour left can be told from what another one uses,
//! and the next tour takes it away.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{files, script::Step};
use crate::{
    commands::context::Context,
    environment::Environment,
    outcome::{Exit, Failure},
    report::failure::server_package,
    store::{
        local::{Local, LocalError, NO_LINKS},
        migrate::{MIGRATIONS, migrate},
    },
};

/// What the folder of a tour begins with.
const NAME: &str = "provost-tour-";
/// What the program's children may know of the environment: where programs are, who we are, and how text is shown.
const KNOWN: [&str; 8] = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"];

/// The place of a tour.
pub(super) struct Stage {
    folder: PathBuf,
    local: Local,
    url: String,
    program: PathBuf,
    environment: Environment,
    interrupted: Arc<AtomicBool>,
    /// Says that the folder is in use, for as long as we live.
    _lock: File,
    stands: bool,
}

/// What a command said, and how it ended.
pub(super) struct Said {
    /// Both streams, in the order in which they were written.
    pub(super) text: String,
    /// The exit code.
    pub(super) exit: Option<i32>,
}

impl Stage {
    /// Sets the stage: takes away what killed tours left, and starts a database.
    pub(super) fn set(context: &mut Context) -> Result<Self, Failure> {
        let interrupted = interruption();
        let above = context.environment.path("TMPDIR").unwrap_or_else(|| "/tmp".into());
        clear(&above, &context.environment);
        let (folder, lock) = make(&above).map_err(unwritten(&above))?;
        let mut stage = Self {
            local: Local::at(&folder.join("database"), &context.environment)?.throw_away(),
            folder,
            url: String::new(),
            program: std::env::current_exe().map_err(|error| unstarted(&error))?,
            environment: context.environment.only(&KNOWN),
            interrupted,
            _lock: lock,
            stands: true,
        };
        context.note(&format!(
            "starting a PostgreSQL server for the tour in {}; it is thrown away at the end",
            stage.folder.display()
        ));
        stage.open().map_err(|failure| if stage.is_interrupted() { Failure::interrupted() } else { failure })?;
        Ok(stage)
    }

    fn open(&mut self) -> Result<(), Failure> {
        files().write(&self.folder).map_err(unwritten(&self.folder))?;
        let (mut connected, _) = self.local.connect(true).map_err(unserved)?;
        migrate(&mut connected.client, MIGRATIONS)?;
        self.url = self.local.url();
        Ok(())
    }

    /// Runs a command of the tour as it would be typed.
    pub(super) fn run(&self, step: &Step, color: bool) -> Result<Said, Failure> {
        if self.is_interrupted() {
            return Err(Failure::interrupted());
        }
        let (mut reader, mut command) = self.command(step, color).map_err(|error| unstarted(&error))?;
        let mut child = command.spawn().map_err(|error| unstarted(&error))?;
        // Our ends of the pipe have to go, or reading it would never end.
        drop(command);
        let mut text = String::new();
        reader.read_to_string(&mut text).map_err(|error| unstarted(&error))?;
        let exit = child.wait().map_err(|error| unstarted(&error))?.code();
        if self.is_interrupted() {
            return Err(Failure::interrupted());
        }
        let expected = if step.is_refused { Exit::Refused } else { Exit::Done };
        if exit != Some(i32::from(expected.number())) {
            return Err(Failure::failed("fault", format!("{} ended otherwise than it should on the tour", step.typed))
                .details(text)
                .help("please report this"));
        }
        Ok(Said { text, exit })
    }

    fn command(&self, step: &Step, color: bool) -> io::Result<(io::PipeReader, Command)> {
        let (reader, writer) = io::pipe()?;
        let mut command = Command::new(&self.program);
        command.args(step.words().iter().skip(1)).current_dir(&self.folder).env_clear();
        for name in KNOWN {
            command.envs(self.environment.get(name).map(|value| (name, value)));
        }
        command.env("PROVOST_DATABASE", &self.url);
        if color {
            command.env("CLICOLOR_FORCE", "1");
        }
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        Ok((reader, command))
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Takes all of it away.
    pub(super) fn strike(mut self) -> Result<(), Failure> {
        self.stands = false;
        take_away(&self.folder, &self.local)
    }
}

impl Drop for Stage {
    /// Where the stage could not even be set; why says more than what was left behind.
    fn drop(&mut self) {
        if self.stands {
            let _ = take_away(&self.folder, &self.local);
        }
    }
}

fn take_away(folder: &Path, local: &Local) -> Result<(), Failure> {
    local.destroy()?;
    fs::remove_dir_all(folder).map_err(|error| {
        Failure::failed("output", format!("the tour's folder {} cannot be removed: {error}", folder.display()))
            .help("remove it by hand; nothing in it is needed")
    })
}

/// A signal only leaves a mark, so that whatever it ends, the database is taken away.
fn interruption() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // Where it cannot be, the signal ends us there, and the next tour takes away what was left.
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
    }
    interrupted
}

/// A folder for a tour, locked before it has a name by which others would look into it.
fn make(above: &Path) -> io::Result<(PathBuf, File)> {
    let name = uuid::Uuid::new_v4().simple().to_string();
    let name = &name[..12];
    let (making, folder) = (above.join(format!(".{NAME}{name}")), above.join(format!("{NAME}{name}")));
    // As root the server runs as another account, which has to get through.
    let mode = if rustix::process::geteuid().is_root() { 0o755 } else { 0o700 };
    DirBuilder::new().mode(mode).create(&making)?;
    let lock = OpenOptions::new().write(true).create_new(true).mode(0o600).open(making.join("lock"))?;
    lock.lock()?;
    fs::rename(&making, &folder)?;
    Ok((folder, lock))
}

/// Takes away what killed tours of this user left. What cannot be taken away is no reason to show none.
fn clear(above: &Path, environment: &Environment) {
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let folder = entry.path();
        if !entry.file_name().to_string_lossy().starts_with(NAME) || !is_ours(&folder) {
            continue;
        }
        let lock = OpenOptions::new().write(true).custom_flags(NO_LINKS).open(folder.join("lock"));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok())
            && let Ok(local) = Local::at(&folder.join("database"), environment)
        {
            let _ = take_away(&folder, &local);
        }
    }
}

fn is_ours(folder: &Path) -> bool {
    let own = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir() && found.uid() == own)
}

/// Another database that could be named is of no use to a tour.
fn unserved(error: LocalError) -> Failure {
    let LocalError::NoPrograms { install } = &error else { return error.into() };
    Failure::failed("database", "no PostgreSQL server is installed here, and the tour starts one of its own")
        .help(format!("install one: {}", server_package(*install)))
}

fn unwritten(folder: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| {
        Failure::failed("output", format!("the tour has no place in {}: {error}", folder.display()))
            .help("make room there, or name another folder in TMPDIR")
    }
}

fn unstarted(error: &io::Error) -> Failure {
    Failure::failed("fault", format!("the program cannot run itself for the tour: {error}"))
        .help("run it from where it was built or installed")
}
