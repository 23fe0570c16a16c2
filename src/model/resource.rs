//! Resources: what a module puts on a node, and what two modules of one node may not both have.

use serde_json::{Map, Value};

use super::{
    name::{ModuleName, ResourceId},
    number::Number,
    path::AbsolutePath,
};

/// One thing that a module puts on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its id, unique within the module.
    pub id: ResourceId,
    /// Its type, with what identifies it on a machine.
    pub identity: Identity,
    /// The resources whose change restarts this one.
    pub reflects: Vec<Reflects>,
    /// Every field as the manifest states it; the content of a file may be left out where nobody looks at it.
    pub fields: Map<String, Value>,
}

/// The type of a resource, and what identifies it on a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// A file at a path; two modules never share one.
    File(AbsolutePath),
    /// A symbolic link at a path; two modules never share one.
    Link(AbsolutePath),
    /// A directory at a path; modules share one if they agree.
    Directory(AbsolutePath),
    /// A package; modules share one if they agree.
    Package(String),
    /// A user; modules share one if they agree.
    User(String),
    /// A group; modules share one if they agree.
    Group(String),
    /// A service by its unit; two modules never share one.
    Service(String),
    /// A port that is listened on.
    Port(Port),
    /// A type that Provost does not know: stored, passed on, excluding nothing.
    Other(String),
}

/// A port that is listened on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The protocol.
    pub protocol: Protocol,
    /// 1 to 65535.
    pub number: u16,
    /// The address; `None` is every address, however that was written.
    pub address: Option<String>,
}

/// The protocol of a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// The default.
    #[default]
    Tcp,
    /// Datagrams.
    Udp,
}

impl Protocol {
    /// As it stands in manifests and keys.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Udp => "udp",
        }
    }
}

/// What the change of which restarts a resource.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reflects {
    /// A resource of the same module.
    Own(ResourceId),
    /// A resource of another module; no effect where that module is not in the set.
    Other(ModuleName, ResourceId),
    /// Every file, link and directory of the set at or below a path, itself aside.
    Path(AbsolutePath),
}

impl Identity {
    /// The types that Provost knows.
    pub const TYPES: [&'static str; 8] = ["file", "link", "directory", "package", "user", "group", "service", "port"];

    /// The type, as manifests name it.
    pub fn kind(&self) -> &str {
        match self {
            Self::File(_) => "file",
            Self::Link(_) => "link",
            Self::Directory(_) => "directory",
            Self::Package(_) => "package",
            Self::User(_) => "user",
            Self::Group(_) => "group",
            Self::Service(_) => "service",
            Self::Port(_) => "port",
            Self::Other(kind) => kind,
        }
    }

    /// The key of what is identified: a path, a name, a unit, `tcp/80`; `None` where the type is not known.
    pub fn key(&self) -> Option<String> {
        match self {
            Self::File(path) | Self::Link(path) | Self::Directory(path) => Some(path.to_string()),
            Self::Package(name) | Self::User(name) | Self::Group(name) | Self::Service(name) => Some(name.clone()),
            Self::Port(port) => Some(format!("{}/{}", port.protocol.word(), port.number)),
            Self::Other(_) => None,
        }
    }

    /// The key with all that tells one holder's from another's: a port with its address.
    pub fn own_key(&self) -> Option<String> {
        match self {
            Self::Port(Port { protocol, number, address: Some(address) }) => {
                Some(format!("{}/{number} on {address}", protocol.word()))
            }
            Self::Port(_)
            | Self::File(_)
            | Self::Link(_)
            | Self::Directory(_)
            | Self::Package(_)
            | Self::User(_)
            | Self::Group(_)
            | Self::Service(_)
            | Self::Other(_) => self.key(),
        }
    }

    /// The path, for what is at one.
    pub fn path(&self) -> Option<&AbsolutePath> {
        match self {
            Self::File(path) | Self::Link(path) | Self::Directory(path) => Some(path),
            Self::Package(_) | Self::User(_) | Self::Group(_) | Self::Service(_) | Self::Port(_) | Self::Other(_) => {
                None
            }
        }
    }

    /// Whether modules share it where they agree.
    pub fn is_shared(&self) -> bool {
        match self {
            Self::Directory(_) | Self::Package(_) | Self::User(_) | Self::Group(_) => true,
            Self::File(_) | Self::Link(_) | Self::Service(_) | Self::Port(_) | Self::Other(_) => false,
        }
    }

    /// Whether nothing of another module may be at or below this path.
    pub fn owns_below(&self) -> bool {
        matches!(self, Self::File(_) | Self::Link(_))
    }

    /// The field that states the identity.
    pub fn identity_field(&self) -> &'static str {
        match self {
            Self::File(_) | Self::Link(_) | Self::Directory(_) => "path",
            Self::Package(_) | Self::User(_) | Self::Group(_) => "name",
            Self::Service(_) => "unit",
            Self::Port(_) => "port",
            Self::Other(_) => "type",
        }
    }
}

impl Port {
    /// Whether both cannot be listened on at once.
    pub fn meets(&self, other: &Self) -> bool {
        self.protocol == other.protocol
            && self.number == other.number
            && match (&self.address, &other.address) {
                (Some(a), Some(b)) => a == b,
                (None, _) | (_, None) => true,
            }
    }
}

impl Resource {
    /// Whether this resource and one of **another module** in the same set exclude each other.
    pub fn collides_with(&self, other: &Self) -> bool {
        match (&self.identity, &other.identity) {
            (Identity::Directory(a), Identity::Directory(b)) => a == b && !self.agrees_with(other),
            (Identity::Package(a), Identity::Package(b))
            | (Identity::User(a), Identity::User(b))
            | (Identity::Group(a), Identity::Group(b)) => a == b && !self.agrees_with(other),
            (Identity::Service(a), Identity::Service(b)) => a == b,
            (Identity::Port(a), Identity::Port(b)) => a.meets(b),
            (a, b) => match (a.path(), b.path()) {
                (Some(path), Some(over)) => {
                    (b.owns_below() && path.is_at_or_below(over)) || (a.owns_below() && over.is_at_or_below(path))
                }
                (None, _) | (_, None) => false,
            },
        }
    }

    /// Whether no field that both state differs, the id, the identity and `reflects` aside.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.says().all(|(name, value)| other.fields.get(name).is_none_or(|theirs| same_value(value, theirs)))
    }

    /// What it says of what it is: its fields, the id, the identity and `reflects` aside.
    pub fn says(&self) -> impl Iterator<Item = (&String, &Value)> {
        let aside = ["id", "reflects", "type", self.identity.identity_field()];
        self.fields.iter().filter(move |(name, _)| !aside.contains(&name.as_str()))
    }
}

/// Whether two JSON values are equal, numbers by value.
pub fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Number::new(a.clone()) == Number::new(b.clone()),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|theirs| same_value(value, theirs)))
        }
        (a, b) => a == b,
    }
}
