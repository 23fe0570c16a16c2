//! Dialling: one server after the other, each with its addresses, until one lets us in.

use std::{
    hash::{BuildHasher, RandomState},
    net::{IpAddr, ToSocketAddrs},
    sync::mpsc,
    thread,
};

use postgres::{Client, Config, NoTls, config};
use rustls::ClientConfig;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    Connected,
    error::{Attempt, ConnectError, Kind, Why},
    server::Server,
    settings::{Place, Session, Settings},
    tls::{Binding, Mode},
    why::{self, Failure},
};

/// A session with the first server that will do.
pub(super) fn dial(settings: &Settings) -> Result<Connected, ConnectError> {
    let tls = tls_config(settings)?;
    let dialling = Dialling { settings, tls };
    let mut attempts = Vec::new();
    for session in passes(settings.session) {
        for server in in_order(settings) {
            match dialling.server(server, session)? {
                Ok(client) => {
                    let (server, warnings) = (settings.endpoint(server), settings.warnings.clone());
                    return Ok(Connected { client, server, warnings });
                }
                Err(failure) => {
                    let last = failure.is_final;
                    attempts.push(Attempt { server: settings.endpoint(server), why: failure.why });
                    if last {
                        return Err(ConnectError::Servers(attempts));
                    }
                }
            }
        }
    }
    attempts.dedup();
    Err(ConnectError::Servers(attempts))
}

/// Files are read once, and only if some server is reached by TCP.
fn tls_config(settings: &Settings) -> Result<Option<ClientConfig>, ConnectError> {
    let by_tcp =
        settings.servers.iter().any(|server| server.address.is_some() || matches!(server.place, Place::Machine(_)));
    if by_tcp && settings.tls.mode != Mode::Disable { settings.tls.client_config().map(Some) } else { Ok(None) }
}

fn passes(session: Session) -> Vec<Session> {
    if session == Session::PreferStandby { vec![Session::Standby, Session::Any] } else { vec![session] }
}

fn in_order(settings: &Settings) -> Vec<&Server> {
    let mut servers: Vec<_> = settings.servers.iter().collect();
    if settings.shuffle {
        // The hasher's keys are drawn anew for each, which is all the chance that spreading a load needs.
        servers.sort_by_cached_key(|_| RandomState::new().hash_one(0));
    }
    servers
}

struct Dialling<'a> {
    settings: &'a Settings,
    tls: Option<ClientConfig>,
}

impl Dialling<'_> {
    /// Every address of one server, until one answers.
    fn server(&self, server: &Server, session: Session) -> Result<Result<Client, Failure>, ConnectError> {
        let addresses = match addresses(server) {
            Ok(addresses) => addresses,
            Err(why) => return Ok(Err(Failure::passing(why))),
        };
        let mut failure = Failure::passing(Why::NoAddress);
        for address in addresses {
            match self.address(server, address).and_then(|client| suits(client, session)) {
                Ok(client) => return Ok(Ok(client)),
                Err(other) => failure = other,
            }
            if failure.is_final {
                break;
            }
        }
        Ok(Err(failure))
    }

    /// One address, with and without TLS as the mode has it.
    fn address(&self, server: &Server, address: Option<IpAddr>) -> Result<Client, Failure> {
        let (first, second) = match (address, self.settings.tls.mode) {
            (None, _) | (_, Mode::Disable) => (false, None),
            (_, Mode::Allow) => (false, Some(true)),
            (_, Mode::Prefer) => (true, Some(false)),
            (_, Mode::Require | Mode::VerifyCa | Mode::VerifyFull) => (true, None),
        };
        let failure = match self.once(server, address, first) {
            Ok(client) => return Ok(client),
            Err(failure) => failure,
        };
        match second.filter(|_| failure.other_tls_may_do) {
            None => Err(failure),
            // What the first way failed of says more than what the second did, unless TLS itself was missing.
            Some(tls) => self.once(server, address, tls).map_err(|other| if tls { other } else { failure }),
        }
    }

    fn once(&self, server: &Server, address: Option<IpAddr>, with_tls: bool) -> Result<Client, Failure> {
        let config = self.config(server, address, with_tls);
        let tls = self.tls.clone().filter(|_| with_tls);
        let connect = move || match tls {
            Some(tls) => config.connect(MakeRustlsConnect::new(tls)),
            None => config.connect(NoTls),
        };
        let Some(patience) = self.settings.patience else { return connect().map_err(|e| why::of(&e)) };
        // The driver's own time limit ends when the connection is open; a server that then says nothing would
        // hold us for ever. So it dials in a thread of its own, which is left behind if the time is over.
        let (sender, receiver) = mpsc::channel();
        let spawned = thread::Builder::new().name("dial".into()).spawn(move || drop(sender.send(connect())));
        spawned.map_err(|e| Failure::passing(Why::Network(e.to_string())))?;
        match receiver.recv_timeout(patience) {
            Ok(outcome) => outcome.map_err(|e| why::of(&e)),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(Failure::passing(Why::TimedOut(patience))),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(Failure::passing(Why::HungUp)),
        }
    }

    fn config(&self, server: &Server, address: Option<IpAddr>, with_tls: bool) -> Config {
        let settings = self.settings;
        let mut config = Config::new();
        config.user(&settings.user).dbname(&settings.database).port(server.port);
        config.application_name(&settings.application_name);
        match (&server.place, address) {
            (Place::Machine(name), _) => config.host(name),
            (Place::Socket(folder), _) => config.host_path(folder),
        };
        if let Some(address) = address {
            config.hostaddr(address);
        }
        if let Some(password) = &server.password {
            config.password(&password.0);
        }
        if let Some(options) = &settings.options {
            config.options(options);
        }
        if let Some(patience) = settings.patience {
            config.connect_timeout(patience);
        }
        self.tls_of(&mut config, with_tls);
        self.liveness_of(&mut config);
        config
    }

    fn tls_of(&self, config: &mut Config, with_tls: bool) {
        let tls = &self.settings.tls;
        config.ssl_mode(match (with_tls, tls.mode) {
            (false, _) => config::SslMode::Disable,
            (true, Mode::Prefer) => config::SslMode::Prefer,
            (true, _) => config::SslMode::Require,
        });
        if tls.direct && with_tls {
            config.ssl_negotiation(config::SslNegotiation::Direct);
        }
        config.channel_binding(match tls.binding {
            Binding::Disable => config::ChannelBinding::Disable,
            Binding::Prefer => config::ChannelBinding::Prefer,
            Binding::Require => config::ChannelBinding::Require,
        });
    }

    fn liveness_of(&self, config: &mut Config) {
        let liveness = &self.settings.liveness;
        config.keepalives(liveness.keepalives);
        if let Some(idle) = liveness.idle {
            config.keepalives_idle(idle);
        }
        if let Some(interval) = liveness.interval {
            config.keepalives_interval(interval);
        }
        if let Some(count) = liveness.count {
            config.keepalives_retries(count);
        }
        if let Some(timeout) = liveness.user_timeout {
            config.tcp_user_timeout(timeout);
        }
    }
}

/// The addresses of a server; a socket has none.
fn addresses(server: &Server) -> Result<Vec<Option<IpAddr>>, Why> {
    match (&server.place, server.address) {
        (_, Some(address)) => Ok(vec![Some(address)]),
        (Place::Socket(_), None) => Ok(vec![None]),
        (Place::Machine(name), None) => {
            let found = (name.as_str(), server.port).to_socket_addrs();
            let mut addresses: Vec<_> =
                found.map_err(|e| Why::UnknownName(e.to_string()))?.map(|found| Some(found.ip())).collect();
            addresses.dedup();
            Ok(addresses)
        }
    }
}

/// Whether the server is of the kind that was asked for.
fn suits(mut client: Client, session: Session) -> Result<Client, Failure> {
    if session == Session::Any {
        return Ok(client);
    }
    let query = "select pg_catalog.pg_is_in_recovery(), pg_catalog.current_setting('transaction_read_only')";
    let row = client.query_one(query, &[]).map_err(|e| why::of(&e))?;
    let (recovering, read_only) = (row.get::<_, bool>(0), row.get::<_, &str>(1) == "on");
    let (suits, wanted) = match session {
        Session::Any | Session::PreferStandby => (true, Kind::Any),
        Session::ReadWrite => (!read_only, Kind::Writable),
        Session::ReadOnly => (read_only, Kind::ReadOnly),
        Session::Primary => (!recovering, Kind::Primary),
        Session::Standby => (recovering, Kind::Standby),
    };
    if suits { Ok(client) } else { Err(Failure::passing(Why::OtherKind(wanted))) }
}
