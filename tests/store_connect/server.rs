//! A private server with TCP, TLS and every way to log in, for as long as a test holds it.

use std::{
    collections::BTreeMap,
    fs,
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
};

use provost::{
    environment::{Account, Environment},
    store::connect::ConnectOptions,
};

/// The running server and its folder, which also holds certificates and files for clients.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    pub(crate) port: u16,
    account: Option<Account>,
}

const RULES: &str = "\
local   all   anna    scram-sha-256
local   all   all     trust
local   replication all trust
hostssl all   carol   127.0.0.1/32 cert
hostssl all   anna    127.0.0.1/32 scram-sha-256
host    all   anna    ::1/128      scram-sha-256
hostssl all   tina    127.0.0.1/32 trust
hostnossl all nora    127.0.0.1/32 trust
host    all   mark    127.0.0.1/32 md5
host    all   cleo    127.0.0.1/32 password
";

const ROLES: &str = "\
create role anna login password 'p@ss: w/o%'; create role carol login; create role tina login; create role nora login;
create role bob login; create role few login connection limit 0;
set password_encryption = md5; create role mark login password 'mark';
create role cleo login password 'clear';
create database mesh; create database \"odd name\"; create database still;
alter database still set default_transaction_read_only = on;
";

impl Server {
    pub(crate) fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("provost").tempdir_in("/tmp").unwrap();
        let account = rustix::process::geteuid()
            .is_root()
            .then(|| Account::named("postgres").or(Account::named("nobody")).unwrap());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Self { folder, port, account };
        server.certificates();
        fs::create_dir(server.path("server")).unwrap();
        server.give(&server.path("server"));
        server.run("initdb", &["-D", "server/data", "-U", "provost", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]);
        server.configure();
        server.run("pg_ctl", &["-D", "server/data", "-l", "server/log", "-w", "-s", "start"]);
        let admin = [("PGHOST", server.socket()), ("PGPORT", port.to_string()), ("PGUSER", "provost".into())];
        let options = ConnectOptions { database: Some("postgres".into()), environment: Environment::of(admin) };
        let mut client = provost::store::connect::connect(&options).unwrap().client;
        let own = Account::own().unwrap().name;
        let statements = format!("{ROLES} create role \"{own}\" login; create database \"{own}\"");
        for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
            client.batch_execute(statement).unwrap();
        }
        server
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Stops it at once and starts it again.
    pub(crate) fn restart(&self) {
        self.run("pg_ctl", &["-D", "server/data", "-l", "server/log", "-m", "fast", "-w", "-s", "restart"]);
    }

    /// A second server that follows this one, in the same folder of sockets; its port.
    pub(crate) fn standby(&self) -> u16 {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let (socket, own) = (self.socket(), self.port.to_string());
        self.run(
            "pg_basebackup",
            &["-D", "server/standby", "-h", &socket, "-p", &own, "-U", "provost", "-R", "-c", "fast"],
        );
        let settings = format!("port = {port}\n");
        let path = self.path("server/standby/postgresql.auto.conf");
        fs::write(&path, fs::read_to_string(&path).unwrap() + &settings).unwrap();
        self.run("pg_ctl", &["-D", "server/standby", "-l", "server/standby.log", "-w", "-s", "start"]);
        port
    }

    /// It is gone at once, once the standby has what it had, and that takes over.
    pub(crate) fn fail_over(&self) {
        self.run("pg_ctl", &["-D", "server/data", "-m", "fast", "-w", "-s", "stop"]);
        self.run("pg_ctl", &["-D", "server/standby", "-w", "-s", "promote"]);
    }

    /// The folder of its socket.
    pub(crate) fn socket(&self) -> String {
        self.text("server")
    }

    /// A file for clients, 0600.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).unwrap();
        self.text(name)
    }

    /// A clean environment in which a client of this server runs, and these variables.
    pub(crate) fn environment(&self, variables: &[(&str, String)]) -> BTreeMap<String, String> {
        let mut environment = BTreeMap::from([("HOME".to_owned(), self.text("home"))]);
        environment.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        environment
    }

    fn configure(&self) {
        let settings = format!(
            "port = {}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\nssl = on\nssl_cert_file = '../server.crt'\n\
             ssl_key_file = '../server.key'\nssl_ca_file = '../ca.crt'\ntimezone = UTC\nfsync = off\nmax_connections = 20\n",
            self.port,
            self.socket()
        );
        for (name, text) in [("pg_hba.conf", RULES), ("postgresql.auto.conf", settings.as_str())] {
            let path = self.path("server/data").join(name);
            fs::write(&path, text).unwrap();
        }
        for name in ["server.crt", "server.key", "ca.crt"] {
            let copy = self.path("server").join(name);
            fs::copy(self.path(name), &copy).unwrap();
            fs::set_permissions(&copy, fs::Permissions::from_mode(0o600)).unwrap();
            self.give(&copy);
        }
    }

    /// An authority, the server's certificate, a client's, and an authority that signed neither.
    fn certificates(&self) {
        fs::create_dir(self.path("home")).unwrap();
        for name in ["ca", "other"] {
            let subject = format!("/CN={name}");
            self.openssl(&[
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                "2",
                "-subj",
                &subject,
                "-keyout",
                &format!("{name}.key"),
                "-out",
                &format!("{name}.crt"),
            ]);
        }
        for (name, subject, extension) in [
            ("server", "/CN=localhost", "subjectAltName=DNS:localhost"),
            ("carol", "/CN=carol", "keyUsage=digitalSignature"),
        ] {
            fs::write(self.path("extensions"), format!("{extension}\nbasicConstraints=CA:FALSE\n")).unwrap();
            self.openssl(&[
                "req",
                "-new",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-subj",
                subject,
                "-keyout",
                &format!("{name}.key"),
                "-out",
                "request",
            ]);
            self.openssl(&[
                "x509",
                "-req",
                "-in",
                "request",
                "-days",
                "2",
                "-CA",
                "ca.crt",
                "-CAkey",
                "ca.key",
                "-CAcreateserial",
                "-extfile",
                "extensions",
                "-out",
                &format!("{name}.crt"),
            ]);
        }
    }

    /// Certificates as the manual of PostgreSQL has them made: of version 1, or self-signed, the name in the subject.
    pub(crate) fn certificates_by_the_manual(&self) {
        let named = ["req", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost"];
        self.openssl(&[&named[..], &["-x509", "-days", "2", "-keyout", "self.key", "-out", "self.crt"]].concat());
        self.openssl(&[&named[..], &["-new", "-keyout", "first.key", "-out", "request"]].concat());
        self.openssl(&[
            "x509",
            "-req",
            "-in",
            "request",
            "-days",
            "2",
            "-CA",
            "ca.crt",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-out",
            "first.crt",
        ]);
        self.openssl(&[
            "x509", "-req", "-in", "request", "-days", "-1", "-CA", "ca.crt", "-CAkey", "ca.key", "-out", "late.crt",
        ]);
        fs::copy(self.path("first.key"), self.path("late.key")).unwrap();
    }

    /// Starts again with another certificate.
    pub(crate) fn present(&self, name: &str) {
        for (from, to) in [("crt", "server/server.crt"), ("key", "server/server.key")] {
            fs::copy(self.path(&format!("{name}.{from}")), self.path(to)).unwrap();
        }
        self.run("pg_ctl", &["-D", "server/data", "-l", "server/log", "-w", "-s", "-m", "fast", "restart"]);
    }

    /// The authority's lists of revoked certificates: one that is empty, and one with the server's on it.
    pub(crate) fn revocations(&self) {
        fs::write(
            self.path("ca.conf"),
            "[ca]\ndefault_ca=own\n[own]\ndatabase=index\ndefault_md=sha256\ndefault_crl_days=1\ncrlnumber=number\ncrl_extensions=list\n[list]\nauthorityKeyIdentifier=keyid\n").unwrap();
        fs::write(self.path("number"), "01\n").unwrap();
        fs::write(self.path("index"), "").unwrap();
        let authority = ["ca", "-config", "ca.conf", "-cert", "ca.crt", "-keyfile", "ca.key"];
        self.openssl(&[&authority[..], &["-gencrl", "-out", "none.crl"]].concat());
        self.openssl(&[&authority[..], &["-revoke", "server.crt"]].concat());
        self.openssl(&[&authority[..], &["-gencrl", "-out", "revoked.crl"]].concat());
    }

    fn openssl(&self, arguments: &[&str]) {
        let output = Command::new("openssl").args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn give(&self, path: &Path) {
        if let Some(account) = &self.account {
            std::os::unix::fs::chown(path, Some(account.uid), Some(account.gid)).unwrap();
        }
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let bindir = Command::new("pg_config").arg("--bindir").output().unwrap().stdout;
        let mut command = Command::new(Path::new(String::from_utf8(bindir).unwrap().trim()).join(program));
        command.args(arguments).current_dir(self.folder.path());
        if let Some(account) = &self.account {
            command.uid(account.uid).gid(account.gid);
        }
        // The server that is started keeps what it inherits, so nothing may wait for its standard output to end.
        let log = fs::File::create(self.path("commands.log")).unwrap();
        let status = command.stdout(log.try_clone().unwrap()).stderr(log).status().unwrap();
        let said = || fs::read_to_string(self.path("commands.log")).unwrap();
        assert!(status.success(), "{program} {arguments:?}: {}", said());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for data in ["server/data", "server/standby"] {
            if self.path(data).join("postmaster.pid").exists() {
                self.run("pg_ctl", &["-D", data, "-m", "immediate", "-s", "stop"]);
            }
        }
    }
}
