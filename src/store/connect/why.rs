//! From the driver's error to the reason a person can act on.

use std::{error::Error, io};

use postgres::error::{DbError, SqlState};

use super::{
    error::{TlsFault, Why},
    tls,
};

/// Why one address did not let us in, and whether trying on makes sense.
pub(super) struct Failure {
    pub(super) why: Why,
    /// The server has decided: no other server is asked in its place.
    pub(super) is_final: bool,
    /// The other way about TLS might do, where the mode allows it.
    pub(super) other_tls_may_do: bool,
}

impl Failure {
    /// A failure after which the next server is tried.
    pub(super) fn passing(why: Why) -> Self {
        Self { why, is_final: false, other_tls_may_do: false }
    }
}

/// The reason in an error of the driver.
pub(super) fn of(error: &postgres::Error) -> Failure {
    if let Some(said) = error.as_db_error() {
        return of_server(said);
    }
    let cause = error.source();
    if error.to_string().contains("TLS") {
        let why = Why::Tls(cause.map_or_else(|| TlsFault::Said(String::new()), tls::fault));
        return Failure { why, is_final: true, other_tls_may_do: true };
    }
    if let Some(cause) = cause.and_then(|cause| cause.downcast_ref::<io::Error>()) {
        return Failure::passing(of_system(cause));
    }
    of_driver(error, cause)
}

/// What the server itself said.
fn of_server(said: &DbError) -> Failure {
    let text = said.message().to_owned();
    let code = said.code();
    let why = if *code == SqlState::INVALID_PASSWORD {
        Why::WrongPassword(text)
    } else if code.code().starts_with("28") {
        Why::NotAdmitted(text)
    } else if *code == SqlState::INVALID_CATALOG_NAME {
        Why::NoSuchDatabase
    } else if *code == SqlState::TOO_MANY_CONNECTIONS {
        Why::TooManyConnections(text)
    } else if *code == SqlState::CANNOT_CONNECT_NOW {
        Why::NotReady(text)
    } else {
        Why::Server(text)
    };
    let not_ready = matches!(why, Why::NotReady(_));
    Failure { why, is_final: !not_ready, other_tls_may_do: code.code().starts_with("28") }
}

/// What the system said about the socket.
fn of_system(error: &io::Error) -> Why {
    let kind = error.kind();
    if kind == io::ErrorKind::ConnectionRefused {
        Why::Refused
    } else if kind == io::ErrorKind::NotFound {
        Why::NoSocket
    } else if kind == io::ErrorKind::PermissionDenied {
        Why::SocketDenied
    } else if [io::ErrorKind::UnexpectedEof, io::ErrorKind::ConnectionReset, io::ErrorKind::BrokenPipe].contains(&kind)
    {
        Why::HungUp
    } else {
        Why::Network(error.to_string())
    }
}

/// What the driver found wrong itself; it has no types for these.
fn of_driver(error: &postgres::Error, cause: Option<&(dyn Error + 'static)>) -> Failure {
    let said = cause.map_or_else(|| error.to_string(), |cause| innermost(cause).to_string());
    let why = if said == "password missing" {
        Why::NoPassword
    } else if error.is_closed() {
        Why::HungUp
    } else {
        Why::NotAdmitted(said)
    };
    Failure { why, is_final: true, other_tls_may_do: false }
}

fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    error.source().map_or(error, innermost)
}
