//! Servers of one test alone: to be killed, started again, followed by another one, and stood behind by a pooler.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use postgres::{Client, NoTls};
use tempfile::TempDir;

use super::memory;
use super::server::{account, binaries};
use super::until::until;

/// A server, or one that follows another.
pub(crate) struct Cluster {
    folder: TempDir,
    port: u16,
}

impl Cluster {
    /// A server that is running.
    pub(crate) fn start() -> Cluster {
        let cluster = Cluster::empty();
        cluster.run("initdb", &["-D", "data", "-U", "provost", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]);
        cluster.set("fsync = off\nmax_connections = 50\n");
        cluster.again();
        cluster
    }

    /// A copy that follows this one, and without which nothing is acknowledged there.
    pub(crate) fn follower(&self) -> Cluster {
        let follower = Cluster::empty();
        let from = self.server();
        follower.run("pg_basebackup", &["-D", "data", "-R", "-X", "stream", "-c", "fast", "-d", &from]);
        follower.set("");
        follower.again();
        let mut client = self.connect("postgres");
        client.batch_execute("alter system set synchronous_standby_names = '*'").unwrap();
        client.batch_execute("select pg_reload_conf()").unwrap();
        let follows = "select from pg_stat_replication where sync_state = 'sync'";
        until("it is followed", || !client.query(follows, &[]).unwrap().is_empty());
        follower
    }

    fn empty() -> Cluster {
        // Short: a socket's path has little room.
        let folder = tempfile::Builder::new().prefix("provost").tempdir_in(memory::folder()).unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        if let Some((user, group)) = owner() {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Cluster { folder, port }
    }

    fn set(&self, settings: &str) {
        let own = format!(
            "port = {}\nlisten_addresses = ''\nunix_socket_directories = '{}'\n",
            self.port,
            self.folder.path().display()
        );
        let path = self.folder.path().join("data/postgresql.conf");
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{before}\n{settings}{own}")).unwrap();
    }

    /// Starts it where it was stopped or killed.
    pub(crate) fn again(&self) {
        self.run("pg_ctl", &["-D", "data", "-l", "log", "-w", "-s", "start"]);
    }

    /// Ends all its processes at once, as a power cut does.
    pub(crate) fn kill(&self) {
        self.run("pg_ctl", &["-D", "data", "-m", "immediate", "-s", "stop"]);
    }

    /// Makes one that followed the one that is written to.
    pub(crate) fn promote(&self) {
        let mut client = self.connect("postgres");
        // The one that it followed is gone, and nobody follows it.
        self.run("pg_ctl", &["-D", "data", "-w", "-s", "promote"]);
        client.batch_execute("alter system reset synchronous_standby_names").unwrap();
        client.batch_execute("select pg_reload_conf()").unwrap();
    }

    pub(crate) fn connect(&self, database: &str) -> Client {
        Client::connect(&self.address(database), NoTls).unwrap()
    }

    /// What `--database` takes.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("{} dbname={database}", self.server())
    }

    /// Where its socket is, and its port.
    pub(crate) fn place(&self) -> (PathBuf, u16) {
        (self.folder.path().to_owned(), self.port)
    }

    fn server(&self) -> String {
        format!("host={} port={} user=provost", self.folder.path().display(), self.port)
    }

    #[track_caller]
    fn run(&self, program: &str, args: &[&str]) {
        let output = as_owner(&binaries().join(program)).args(args).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut stop = as_owner(&binaries().join("pg_ctl"));
        // Best effort: it may be stopped already.
        let _ = stop.args(["-D", "data", "-m", "immediate", "-s", "stop"]).current_dir(self.folder.path()).output();
    }
}

fn owner() -> Option<(u32, u32)> {
    rustix::process::geteuid().is_root().then(account)
}

/// A server refuses to run as root, and so does a pooler.
fn as_owner(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = owner() {
        command.uid(user).gid(group);
    }
    // What it starts goes on without it, and keeps none of its pipes open.
    command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// A pooler before a server.
pub(crate) struct Pooler {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl Pooler {
    /// In this mode: `session` or `transaction`. `None` where none is installed, which the tests of a change must not
    /// put up with.
    pub(crate) fn start(cluster: &Cluster, mode: &str) -> Option<Pooler> {
        let searched = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        let folders = searched.into_iter().chain(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
        let program = folders.map(|folder| folder.join("pgbouncer")).find(|program| program.exists());
        assert!(program.is_some() || env::var_os("CI").is_none(), "the tests need pgbouncer: install it");
        let (folder, server) = cluster.place();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let settings = format!(
            "[databases]\n* = host={0} port={server} user=provost\n[pgbouncer]\nlisten_addr =\nlisten_port = {port}\n\
             unix_socket_dir = {0}\nauth_type = any\npool_mode = {mode}\ndefault_pool_size = 3\nlogfile = pooler.log\n",
            folder.display()
        );
        let path = folder.join(format!("{mode}.ini"));
        fs::write(&path, settings).unwrap();
        let child = as_owner(&program?).arg(&path).current_dir(&folder).stderr(Stdio::null()).spawn().unwrap();
        let pooler = Pooler { child, port, folder };
        until("the pooler answers", || Client::connect(&pooler.address("postgres"), NoTls).is_ok());
        Some(pooler)
    }

    /// What `--database` takes.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("host={} port={} user=provost dbname={database}", self.folder.display(), self.port)
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // It keeps nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
