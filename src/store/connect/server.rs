//! The servers to try, from the lists that name them.

use std::{
    net::IpAddr,
    path::{Path, PathBuf},
};

use super::{
    error::{ConnectError, Wrong},
    given::Given,
    settings::{Place, Secret},
};

const PORT: u16 = 5432;
/// Folders in which a server of this machine puts its socket, by distribution.
const SOCKET_FOLDERS: [&str; 3] = ["/var/run/postgresql", "/run/postgresql", "/tmp"];

/// One server to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Server {
    pub(super) place: Place,
    /// The address to dial, where it was given beside the name.
    pub(super) address: Option<IpAddr>,
    pub(super) port: u16,
    pub(super) password: Option<Secret>,
}

impl Server {
    /// What a password file calls it. The default socket's folder goes by `localhost` there.
    pub(super) fn name_in_passfile(&self) -> &str {
        match &self.place {
            Place::Machine(name) => name,
            Place::Socket(folder) if SOCKET_FOLDERS.iter().any(|known| folder == Path::new(known)) => "localhost",
            Place::Socket(folder) => folder.to_str().unwrap_or_default(),
        }
    }
}

/// The servers, in the order given: `host`, `hostaddr` and `port` are lists that run in step.
pub(super) fn servers(given: &Given) -> Result<Vec<Server>, ConnectError> {
    let list = |name: &str| {
        given.text(name).map(|text| text.split(',').map(str::trim).collect::<Vec<_>>()).unwrap_or_default()
    };
    let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"));
    let count = hosts.len().max(addresses.len()).max(1);
    if !addresses.is_empty() && !hosts.is_empty() && addresses.len() != hosts.len() {
        let (names, addresses) = (hosts.len(), addresses.len());
        return Err(given.wrong("hostaddr", Wrong::Addresses { names, addresses }));
    }
    if ports.len() > 1 && ports.len() != count {
        return Err(given.wrong("port", Wrong::Ports { ports: ports.len(), servers: count }));
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
    number.ok_or_else(|| given.wrong("port", Wrong::Port))
}

fn address(given: &Given, text: &str) -> Result<Option<IpAddr>, ConnectError> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| given.wrong("hostaddr", Wrong::Address { text: text.to_owned() }))
}

fn place(given: &Given, host: &str, address: Option<IpAddr>, port: u16) -> Result<Place, ConnectError> {
    match (host, address) {
        ("", Some(address)) => Ok(Place::Machine(address.to_string())),
        ("", None) => Ok(default_place(port)),
        (path, _) if path.starts_with('/') => Ok(Place::Socket(path.into())),
        (path, _) if path.starts_with('@') => Err(given.wrong("host", Wrong::Abstract)),
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
