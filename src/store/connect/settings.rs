//! All sources of connection settings brought together: the option, then the service file, then the variables,
//! then what holds when nobody says anything. libpq's order and its defaults.

use std::{
    collections::BTreeMap,
    fmt,
    net::IpAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    ConnectOptions, account,
    environment::Environment,
    error::{ConnectError, Source},
    keyword::KEYWORDS,
    passfile::{self, Passfile, Wanted},
    service, text,
    tls::{Mode, TlsSettings},
};

/// How long to wait for a server when nobody says how long.
const PATIENCE: Duration = Duration::from_secs(10);
const PORT: u16 = 5432;
/// Folders in which a local server puts its socket, by distribution.
const SOCKET_FOLDERS: [&str; 3] = ["/var/run/postgresql", "/run/postgresql", "/tmp"];

/// A password. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Secret(pub(super) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The folder of its unix socket.
    Socket(PathBuf),
    /// A name or an address of a machine.
    Machine(String),
}

/// One server to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Server {
    pub(super) place: Place,
    /// The address to dial, where it was given beside the name.
    pub(super) address: Option<IpAddr>,
    pub(super) port: u16,
    pub(super) password: Option<Secret>,
}

/// A server as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Where it listens.
    pub place: Place,
    /// Its port.
    pub port: u16,
    /// The database asked for.
    pub database: String,
    /// The role asked for.
    pub user: String,
}

impl Endpoint {
    /// `db.example:5432`, `[::1]:5432`, or the path of the socket.
    pub fn address(&self) -> String {
        match &self.place {
            Place::Machine(name) if name.contains(':') => format!("[{name}]:{}", self.port),
            Place::Machine(name) => format!("{name}:{}", self.port),
            Place::Socket(folder) => folder.join(format!(".s.PGSQL.{}", self.port)).display().to_string(),
        }
    }
}

/// `server db.example:5432, database mesh, as anna`.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "server {}, database {}, as {}", self.address(), self.database, self.user)
    }
}

/// Which of several servers will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    Any,
    ReadWrite,
    ReadOnly,
    Primary,
    Standby,
    PreferStandby,
}

/// How a dead TCP connection is noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Liveness {
    pub(super) keepalives: bool,
    pub(super) idle: Option<Duration>,
    pub(super) interval: Option<Duration>,
    pub(super) count: Option<u32>,
    pub(super) user_timeout: Option<Duration>,
}

/// Everything that is needed to dial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) servers: Vec<Server>,
    pub(super) shuffle: bool,
    pub(super) session: Session,
    pub(super) user: String,
    pub(super) database: String,
    pub(super) application_name: String,
    pub(super) options: Option<String>,
    pub(super) patience: Option<Duration>,
    pub(super) liveness: Liveness,
    pub(super) tls: TlsSettings,
    pub(super) warnings: Vec<String>,
}

impl Settings {
    /// The settings that these options and this environment come to.
    pub(super) fn of(options: &ConnectOptions) -> Result<Self, ConnectError> {
        let given = Given::gather(options)?;
        given.refuse_what_is_not_done()?;
        let environment = &options.environment;
        let user = given.text("user").map(str::to_owned).or_else(account::own_name).ok_or_else(no_user)?;
        let database = given.text("dbname").unwrap_or(&user).to_owned();
        let mut settings = Self {
            servers: servers(&given)?,
            shuffle: given.one_of("load_balance_hosts", &[("disable", false), ("random", true)])?.unwrap_or(false),
            session: given.one_of("target_session_attrs", SESSIONS)?.unwrap_or(Session::Any),
            application_name: given.application_name(),
            options: given.session_options(environment),
            patience: given.patience()?,
            liveness: given.liveness()?,
            tls: given.tls(environment)?,
            warnings: Vec::new(),
            user,
            database,
        };
        settings.bring_in_passwords(&given, environment);
        Ok(settings)
    }

    /// What a server is called in messages.
    pub(super) fn endpoint(&self, server: &Server) -> Endpoint {
        Endpoint {
            place: server.place.clone(),
            port: server.port,
            database: self.database.clone(),
            user: self.user.clone(),
        }
    }

    /// A password that was given goes to every server; else each has its own line in the password file.
    fn bring_in_passwords(&mut self, given: &Given, environment: &Environment) {
        if let Some(password) = given.text("password") {
            self.servers.iter_mut().for_each(|server| server.password = Some(Secret(password.to_owned())));
            return;
        }
        let path = given.text("passfile").map(PathBuf::from);
        let Some(path) = path.or_else(|| passfile::default_path(environment.home())) else { return };
        match passfile::read(&path) {
            Passfile::Absent => {}
            Passfile::PassedOver(why) => self.warnings.push(why),
            Passfile::Text(text) => {
                let (database, user) = (self.database.as_str(), self.user.as_str());
                for server in &mut self.servers {
                    let wanted = Wanted { host: host_in_passfile(server), port: server.port, database, user };
                    server.password = passfile::password(&text, &wanted).map(Secret);
                }
            }
        }
    }
}

/// The default socket's folder goes by `localhost` there.
fn host_in_passfile(server: &Server) -> &str {
    match &server.place {
        Place::Machine(name) => name,
        Place::Socket(folder) if SOCKET_FOLDERS.iter().any(|known| folder == Path::new(known)) => "localhost",
        Place::Socket(folder) => folder.to_str().unwrap_or_default(),
    }
}

const SESSIONS: &[(&str, Session)] = &[
    ("any", Session::Any),
    ("read-write", Session::ReadWrite),
    ("read-only", Session::ReadOnly),
    ("primary", Session::Primary),
    ("standby", Session::Standby),
    ("prefer-standby", Session::PreferStandby),
];

/// What was given, by setting, with where it was given.
struct Given(BTreeMap<&'static str, (String, Source)>);

impl Given {
    fn gather(options: &ConnectOptions) -> Result<Self, ConnectError> {
        let environment = &options.environment;
        let mut given = Self(BTreeMap::new());
        given.take_text(options)?;
        let service = given.text("service").or_else(|| environment.get("PGSERVICE")).map(str::to_owned);
        for (name, value, source) in
            service.map_or(Ok(Vec::new()), |service| service::settings(&service, environment))?
        {
            given.0.entry(name).or_insert((value, source));
        }
        for keyword in KEYWORDS {
            let Some(variable) = keyword.variable else { continue };
            if let Some(value) = environment.get(variable) {
                given.0.entry(keyword.name).or_insert_with(|| (value.to_owned(), Source::Variable(variable.into())));
            }
        }
        if environment.get("PGREQUIRESSL").is_some_and(|value| value.starts_with('1')) {
            let required = || ("require".to_owned(), Source::Variable("PGREQUIRESSL".into()));
            given.0.entry("sslmode").or_insert_with(required);
        }
        Ok(given)
    }

    fn take_text(&mut self, options: &ConnectOptions) -> Result<(), ConnectError> {
        let Some((text, source)) = options.text() else { return Ok(()) };
        let fault = |problem: String, help: String| ConnectError::Setting { source: source.clone(), problem, help };
        if text.trim().is_empty() {
            let help = "name a database, such as postgresql://user@server/mesh, or leave it out";
            return Err(fault("the database named is empty".into(), help.into()));
        }
        for (name, value) in text::parse(text).map_err(|wrong| fault(wrong.problem, wrong.help))? {
            self.0.insert(name, (value, source.clone()));
        }
        Ok(())
    }

    /// A setting that is given and not empty.
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|(value, _)| value.as_str()).filter(|value| !value.is_empty())
    }

    fn wrong(&self, name: &str, problem: impl Into<String>, help: impl Into<String>) -> ConnectError {
        let source = self.0.get(name).map_or(Source::Option, |(_, source)| source.clone());
        ConnectError::Setting { source, problem: problem.into(), help: help.into() }
    }

    /// What a setting may be called, and what each name means.
    fn one_of<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, ConnectError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        let found = choices.iter().find(|(choice, _)| *choice == value).map(|(_, meaning)| *meaning);
        let names = || choices.iter().map(|(choice, _)| *choice).collect::<Vec<_>>().join(", ");
        found.map(Some).ok_or_else(|| {
            self.wrong(name, format!("{name} has a value that it cannot have"), format!("{name} is one of {}", names()))
        })
    }

    fn number(&self, name: &str) -> Result<Option<i32>, ConnectError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        let wrong = || self.wrong(name, format!("{name} is not a whole number"), format!("write {name} as digits"));
        value.trim().parse().map(Some).map_err(|_| wrong())
    }

    fn duration(&self, name: &str, unit: fn(u64) -> Duration) -> Result<Option<Duration>, ConnectError> {
        let positive = |number: i32| u64::try_from(number).ok().filter(|number| *number > 0);
        Ok(self.number(name)?.and_then(positive).map(unit))
    }

    /// Zero and less: as long as it takes.
    fn patience(&self) -> Result<Option<Duration>, ConnectError> {
        let given = self.text("connect_timeout").is_some();
        Ok(if given { self.duration("connect_timeout", Duration::from_secs)? } else { Some(PATIENCE) })
    }

    fn liveness(&self) -> Result<Liveness, ConnectError> {
        Ok(Liveness {
            keepalives: self.number("keepalives")? != Some(0),
            idle: self.duration("keepalives_idle", Duration::from_secs)?,
            interval: self.duration("keepalives_interval", Duration::from_secs)?,
            count: self
                .number("keepalives_count")?
                .and_then(|count| u32::try_from(count).ok())
                .filter(|count| *count > 0),
            user_timeout: self.duration("tcp_user_timeout", Duration::from_millis)?,
        })
    }

    fn application_name(&self) -> String {
        let fallback = || self.text("fallback_application_name").unwrap_or("provost");
        self.text("application_name").unwrap_or_else(fallback).to_owned()
    }

    /// The options of the session, and the three settings that libpq takes from variables of their own.
    fn session_options(&self, environment: &Environment) -> Option<String> {
        let own = [("PGDATESTYLE", "datestyle"), ("PGTZ", "timezone"), ("PGGEQO", "geqo")];
        let escaped = |value: &str| value.replace('\\', "\\\\").replace(' ', "\\ ");
        let own = own.iter().filter_map(|(variable, setting)| {
            let value = environment.get(variable).filter(|value| !value.eq_ignore_ascii_case("default"))?;
            Some(format!("-c {setting}={}", escaped(value)))
        });
        let all: Vec<String> = self.text("options").map(str::to_owned).into_iter().chain(own).collect();
        Some(all.join(" ")).filter(|options| !options.is_empty())
    }

    fn tls(&self, environment: &Environment) -> Result<TlsSettings, ConnectError> {
        let folder = environment.home().map(|home| home.join(".postgresql"));
        let file = |setting: &str, name: &str| {
            let default = || folder.as_ref().map(|folder| folder.join(name));
            self.text(setting).map(PathBuf::from).or_else(default)
        };
        let system_roots = self.text("sslrootcert") == Some("system");
        let mode = self.one_of("sslmode", Mode::NAMES)?;
        if system_roots && mode.is_some_and(|mode| mode != Mode::VerifyFull) {
            return Err(self.wrong(
                "sslmode",
                "the system's root certificates need sslmode=verify-full",
                "leave sslmode out",
            ));
        }
        let direct = self.one_of("sslnegotiation", &[("postgres", false), ("direct", true)])?.unwrap_or(false);
        let mode = mode.unwrap_or(if system_roots { Mode::VerifyFull } else { Mode::Prefer });
        if direct && mode < Mode::Require {
            return Err(self.wrong(
                "sslnegotiation",
                "sslnegotiation=direct needs sslmode=require or stricter",
                "set sslmode",
            ));
        }
        Ok(TlsSettings {
            mode,
            direct,
            system_roots,
            root: file("sslrootcert", "root.crt"),
            crl: file("sslcrl", "root.crl"),
            crl_folder: self.text("sslcrldir").map(PathBuf::from),
            certificate: file("sslcert", "postgresql.crt").filter(|_| self.text("sslcertmode") != Some("disable")),
            key: file("sslkey", "postgresql.key"),
            names_the_server: self.text("sslsni") != Some("0"),
            oldest: self.one_of("ssl_min_protocol_version", VERSIONS)?.unwrap_or(2),
            newest: self.one_of("ssl_max_protocol_version", VERSIONS)?.unwrap_or(3),
            binding: self.one_of("channel_binding", super::tls::BINDINGS)?.unwrap_or(super::tls::Binding::Prefer),
        })
    }

    /// Passing these over would be weaker than what was asked for.
    fn refuse_what_is_not_done(&self) -> Result<(), ConnectError> {
        let not_done = |name: &str| self.wrong(name, format!("{name} is not done here"), format!("leave {name} out"));
        let asked = [
            ("requirepeer", self.text("requirepeer").is_some()),
            ("require_auth", self.text("require_auth").is_some()),
            ("gssencmode", self.text("gssencmode") == Some("require")),
            ("sslcertmode", self.text("sslcertmode") == Some("require")),
            (
                "replication",
                self.text("replication").is_some_and(|value| !["0", "no", "off", "false"].contains(&value)),
            ),
        ];
        asked.iter().find(|(_, asked)| *asked).map_or(Ok(()), |(name, _)| Err(not_done(name)))
    }
}

/// TLS versions by their minor number; what is older than 1.2 exists in names only.
const VERSIONS: &[(&str, u8)] = &[("TLSv1", 0), ("TLSv1.1", 1), ("TLSv1.2", 2), ("TLSv1.3", 3)];

fn no_user() -> ConnectError {
    ConnectError::Setting {
        source: Source::Variable("PGUSER".into()),
        problem: "no role is named, and the system has no name for this user".into(),
        help: "name the role: PGUSER, or postgresql://USER@…".into(),
    }
}

/// The servers, in the order given: `host`, `hostaddr` and `port` are lists that run in step.
fn servers(given: &Given) -> Result<Vec<Server>, ConnectError> {
    let list = |name: &str| {
        given.text(name).map(|text| text.split(',').map(str::trim).collect::<Vec<_>>()).unwrap_or_default()
    };
    let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"));
    let count = hosts.len().max(addresses.len()).max(1);
    if !addresses.is_empty() && !hosts.is_empty() && addresses.len() != hosts.len() {
        let problem = format!("{} names and {} addresses of servers are given", hosts.len(), addresses.len());
        return Err(given.wrong("hostaddr", problem, "give as many addresses (hostaddr) as names (host), or none"));
    }
    if ports.len() > 1 && ports.len() != count {
        let problem = format!("{} ports are given for {count} servers", ports.len());
        return Err(given.wrong("port", problem, "give one port for all servers, or one for each"));
    }
    (0..count)
        .map(|index| {
            let port = port(given, ports.get(index).or(ports.first()).copied().unwrap_or(""))?;
            let address = address(given, addresses.get(index).copied().unwrap_or(""))?;
            let place = place(given, hosts.get(index).copied().unwrap_or(""), address, port)?;
            Ok(Server { place, address, port, password: None })
        })
        .collect()
}

fn port(given: &Given, text: &str) -> Result<u16, ConnectError> {
    let number = if text.is_empty() { Some(PORT) } else { text.parse().ok().filter(|port| *port > 0) };
    let help = "a port is written as digits; in a URL's user name or password, / is written %2F and @ is written %40";
    number.ok_or_else(|| given.wrong("port", "a port is not a number from 1 to 65535", help))
}

fn address(given: &Given, text: &str) -> Result<Option<IpAddr>, ConnectError> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = |_| {
        given.wrong(
            "hostaddr",
            format!("{text} is not an address"),
            "hostaddr takes 192.0.2.1 or 2001:db8::1; a name belongs in host",
        )
    };
    text.parse().map(Some).map_err(wrong)
}

fn place(given: &Given, host: &str, address: Option<IpAddr>, port: u16) -> Result<Place, ConnectError> {
    match (host, address) {
        ("", Some(address)) => Ok(Place::Machine(address.to_string())),
        ("", None) => Ok(default_place(port)),
        (path, _) if path.starts_with('/') => Ok(Place::Socket(path.into())),
        (path, _) if path.starts_with('@') => Err(given.wrong(
            "host",
            "an abstract socket cannot be dialled here",
            "name a socket's folder, or an address",
        )),
        (name, _) => Ok(Place::Machine(name.to_owned())),
    }
}

/// Where a server of this machine most likely is: a socket that is there, else the first usual folder.
fn default_place(port: u16) -> Place {
    let folders = SOCKET_FOLDERS.map(Path::new);
    let socket = folders.iter().find(|folder| folder.join(format!(".s.PGSQL.{port}")).exists());
    let folder = socket.or_else(|| folders.iter().find(|folder| folder.is_dir()));
    Place::Socket(folder.map_or_else(|| "/tmp".into(), PathBuf::from))
}
