//! How it shows that a connection was lost, and why a role may not do something.

use std::fmt;

/// How it showed that the connection was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The server, the system or the driver said so.
    Said(String),
    /// The server closed it.
    Closed,
    /// What came is not what the server sends.
    Malformed(Malformed),
}

/// What is wrong with rows that are sent in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// They end within a row.
    Cut,
    /// They go on after their end.
    Longer,
    /// They do not begin as such rows do.
    NoCopy,
    /// A row has another number of fields.
    Fields,
    /// A row of a declaration has another shape.
    Declaration,
    /// A field is longer than any can be.
    TooLong,
}

/// Readers and writers hand it on as any error; people are told by its words, which are elsewhere.
impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Malformed {}

/// Why a role may not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The server said so, in its words.
    Said(String),
    /// The server said so, in its words, to the login of a machine.
    Machine {
        /// The node that it is.
        node: String,
        /// What the server said.
        said: String,
    },
    /// The tables are another's.
    NotOwner,
    /// What the role has it may not give to others.
    Grant {
        /// The right.
        right: &'static str,
        /// The table; `None` for the schema.
        on: Option<&'static str>,
    },
    /// It is the login of no node.
    NoLogin,
    /// It is the login of another node than was asked about.
    OtherLogin {
        /// The node that it is.
        node: String,
        /// The node that was asked about.
        asked: String,
    },
    /// It is the login of a node that went, of which another one has the name.
    Replaced {
        /// The name.
        node: String,
    },
}
