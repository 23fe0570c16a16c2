//! Why there is no connection: what was tried, on which server, and what to do now. Never a password.

use super::Worded;
use crate::store::connect::{
    Attempt, ConnectError, Endpoint, FileKind, FileWrong, Kind, PassedOver, Source, TlsFault, Unknown, Warning, Why,
    Wrong,
};

/// How a URL is written.
const URL: &str = "a URL is postgresql://user@server:5432/database?sslmode=verify-full; in a user name or password, \
                   write @ as %40, / as %2F, : as %3A and % as %25";
/// How a list is.
const LIST: &str = "a list is written host=server dbname=mesh user=anna; a value with spaces stands in single quotes, \
                    in which \\ goes before ' and \\";

/// A server as messages name it: `server db.example:5432, database mesh, as anna`.
pub fn server(server: &Endpoint) -> String {
    format!("server {}, database {}, as {}", server.address(), server.database, server.user)
}

/// What was passed over on the way to a connection.
pub fn warning(warning: &Warning) -> String {
    let Warning::PasswordFile { path, why } = warning;
    let path = path.display();
    let why = match why {
        PassedOver::Unreadable(said) => said.clone(),
        PassedOver::NoFile => "it is not a plain file".to_owned(),
        PassedOver::Open => format!("others may read it; chmod 0600 {path}"),
    };
    format!("the password file {path} was passed over: {why}")
}

impl Worded for ConnectError {
    /// In one line for each server that was tried.
    fn message(&self) -> String {
        match self {
            Self::Setting { source: given, wrong } => format!("{} ({})", problem(wrong), source(given)),
            Self::File { kind: of, path, wrong } => {
                format!("the {} {} {}", kind(*of), path.display(), file_problem(wrong))
            }
            Self::Servers(attempts) => attempts.iter().map(message).collect::<Vec<_>>().join("\n"),
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Setting { wrong, .. } => remedy(wrong),
            Self::File { kind, path, wrong } => match (wrong, kind) {
                (FileWrong::Unreadable(_), FileKind::Service) => {
                    "check PGSERVICEFILE, and the file's permissions".to_owned()
                }
                (FileWrong::Unreadable(_), _) => "check the file's permissions".to_owned(),
                (FileWrong::Missing, _) => "check the PGSSL… variables".to_owned(),
                (FileWrong::NotPem(_), _) => "an encrypted key has to be decrypted first (openssl pkey)".to_owned(),
                (FileWrong::OtherKey(_), _) => "check sslcert and sslkey".to_owned(),
                (FileWrong::Wanted, _) => {
                    "put the authority's certificate there, name it in sslrootcert, or take the system's with \
                     sslrootcert=system"
                        .to_owned()
                }
                (FileWrong::Nothing, _) => "check sslrootcert".to_owned(),
                (FileWrong::Open, _) => format!("chmod 0600 {}", path.display()),
            },
            Self::Servers(attempts) => attempts.last().map(help).unwrap_or_default(),
        }
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Option => "--database".to_owned(),
        Source::Variable(name) => name.clone(),
        Source::Service { file, line } => format!("{}, line {line}", file.display()),
    }
}

/// What is wrong with a setting.
fn problem(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Scheme => "the URL begins with something else than postgresql://".to_owned(),
        Wrong::At => "the URL has an @ in an unexpected place".to_owned(),
        Wrong::OpenAddress => "an IPv6 address in the URL is not closed with ]".to_owned(),
        Wrong::EmptyAddress => "an IPv6 address in the URL is empty".to_owned(),
        Wrong::AfterAddress => "something other than a port follows an IPv6 address in the URL".to_owned(),
        Wrong::Parameter => "a parameter of the URL is not written name=value".to_owned(),
        Wrong::Percent => "the URL has a % that is not followed by two hexadecimal digits of a letter".to_owned(),
        Wrong::Bytes => "the URL holds bytes that are not UTF-8".to_owned(),
        Wrong::Unknown(Unknown { at, name, .. }) => {
            let what = at.map_or_else(|| "a parameter of the URL".to_owned(), place);
            match name {
                Some(name) => format!("{what} is called {name}, which is no setting"),
                None => format!("{what} is no setting that there is"),
            }
        }
        Wrong::NoEquals { at } => format!("no = follows {}", place(*at)),
        Wrong::OpenQuote => "a quoted value of the list is not closed with '".to_owned(),
        Wrong::Empty => "the database named is empty".to_owned(),
        Wrong::NoneOf { name, .. } => format!("{name} has a value that it cannot have"),
        Wrong::NoNumber { name } => format!("{name} is not a whole number"),
        Wrong::SystemRoots => "the system's root certificates need sslmode=verify-full".to_owned(),
        Wrong::Direct => "sslnegotiation=direct needs sslmode=require or stricter".to_owned(),
        Wrong::NotDone { name } => format!("{name} is not done here"),
        Wrong::Addresses { names, addresses } => {
            format!("{names} names and {addresses} addresses of servers are given")
        }
        Wrong::Ports { ports, servers } => format!("{ports} ports are given for {servers} servers"),
        Wrong::Port => "a port is not a number from 1 to 65535".to_owned(),
        Wrong::Address { text } => format!("{text} is not an address"),
        Wrong::Abstract => "an abstract socket cannot be dialled here".to_owned(),
        Wrong::NoUser => "no role is named, and the system has no name for this user".to_owned(),
        Wrong::ServiceInService => "a service cannot name another service".to_owned(),
        Wrong::ServiceLine => "the service file has a line that is no setting".to_owned(),
        Wrong::NoService { service, .. } => format!("the service {service} is defined nowhere"),
        Wrong::Tls(said) => format!("TLS cannot be set up: {said}"),
        Wrong::NoVersion => "no version of TLS is left to speak".to_owned(),
        Wrong::NoRoots => "this system has no root certificates in a usual place".to_owned(),
        Wrong::Authorities(said) => format!("the certificates to check against cannot be used: {said}"),
    }
}

fn place(at: usize) -> String {
    format!("what stands at character {at} of the list")
}

/// What to do about a setting.
fn remedy(wrong: &Wrong) -> String {
    let fixed = match wrong {
        Wrong::Unknown(Unknown { meant: Some(meant), .. }) => return format!("did you mean {meant}?"),
        Wrong::NoneOf { name, choices } => return format!("{name} is one of {}", choices.join(", ")),
        Wrong::NoNumber { name } => return format!("write {name} as digits"),
        Wrong::NotDone { name } => return format!("leave {name} out"),
        Wrong::NoService { service, files } => {
            let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            return format!("define [{service}] in one of {}", files.join(", "));
        }
        Wrong::Scheme
        | Wrong::At
        | Wrong::OpenAddress
        | Wrong::EmptyAddress
        | Wrong::AfterAddress
        | Wrong::Parameter
        | Wrong::Percent
        | Wrong::Bytes
        | Wrong::Unknown(_) => URL,
        Wrong::NoEquals { .. } | Wrong::OpenQuote => LIST,
        Wrong::Empty => "name a database, such as postgresql://user@server/mesh, or leave it out",
        Wrong::SystemRoots => "leave sslmode out",
        Wrong::Direct => "set sslmode",
        Wrong::Addresses { .. } => "give as many addresses (hostaddr) as names (host), or none",
        Wrong::Ports { .. } => "give one port for all servers, or one for each",
        Wrong::Port => {
            "a port is written as digits; in a URL's user name or password, / is written %2F and @ is written %40"
        }
        Wrong::Address { .. } => "hostaddr takes 192.0.2.1 or 2001:db8::1; a name belongs in host",
        Wrong::Abstract => "name a socket's folder, or an address",
        Wrong::NoUser => "name the role: PGUSER, or postgresql://USER@…",
        Wrong::ServiceInService => "write its settings out",
        Wrong::ServiceLine => "a setting is written key=value, without spaces around the equals sign",
        Wrong::Tls(_) => "check ssl_min_protocol_version",
        Wrong::NoVersion => "TLS 1.2 and 1.3 are there: check ssl_min_protocol_version and ssl_max_protocol_version",
        Wrong::NoRoots => "name a file in sslrootcert",
        Wrong::Authorities(_) => "check sslrootcert and sslcrl",
    };
    fixed.to_owned()
}

const fn kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Service => "service file",
        FileKind::Root => "root certificate",
        FileKind::Client => "client certificate",
        FileKind::Revocations => "revocation list",
        FileKind::Key => "private key",
    }
}

fn file_problem(wrong: &FileWrong) -> String {
    match wrong {
        FileWrong::Unreadable(said) => format!("cannot be read: {said}"),
        FileWrong::Missing => "is not there".to_owned(),
        FileWrong::NotPem(said) => format!("is not PEM that can be read: {said}"),
        FileWrong::OtherKey(said) => format!("does not go with its key: {said}"),
        FileWrong::Wanted => "is not there, and sslmode wants it".to_owned(),
        FileWrong::Nothing => "holds no certificate that can be used".to_owned(),
        FileWrong::Open => "can be read by others".to_owned(),
    }
}

fn message(attempt: &Attempt) -> String {
    let server = server(&attempt.server);
    match &attempt.why {
        Why::Refused => format!("nothing listens at the {server}"),
        Why::NoSocket => format!("there is no socket of the {server}"),
        Why::SocketDenied => format!("the socket of the {server}, may not be opened by you"),
        Why::UnknownName(said) => format!("the name of the {server}, is not known: {said}"),
        Why::NoAddress => format!("the name of the {server}, is not known: it has no address"),
        Why::TimedOut(after) => format!("the {server}, did not answer within {} s", after.as_secs()),
        Why::Network(said) => format!("the {server}, is out of reach: {said}"),
        Why::HungUp => format!("the {server}, closed the connection before the session began"),
        Why::WrongPassword(said) => format!("the {server}, does not take the password: {said}"),
        Why::NoPassword => format!("the {server}, wants a password, and none was given"),
        Why::NotAdmitted(said) => format!("the {server}, does not admit this connection: {said}"),
        Why::NoSuchDatabase => format!("there is no such database on the {server}"),
        Why::TooManyConnections(said) => format!("the {server}, has no connection left: {said}"),
        Why::NotReady(said) => format!("the {server}, is not ready: {said}"),
        Why::Tls(fault) => format!("no TLS with the {server}: {}", tls(fault)),
        Why::OtherKind(wanted) => {
            let wanted = match wanted {
                Kind::Any => "any",
                Kind::Writable => "writable",
                Kind::ReadOnly => "read-only",
                Kind::Primary => "primary",
                Kind::Standby => "standby",
            };
            format!("the {server}, is not the {wanted} server that was asked for")
        }
        Why::Server(said) => format!("the {server}, refuses the session: {said}"),
    }
}

fn tls(fault: &TlsFault) -> String {
    match fault {
        TlsFault::UnknownIssuer => "the certificate is signed by none of the authorities in sslrootcert".to_owned(),
        TlsFault::Expired => "the certificate has expired".to_owned(),
        TlsFault::OtherName => "the certificate is for another name".to_owned(),
        TlsFault::Revoked => "the certificate has been revoked".to_owned(),
        TlsFault::Names { presented, wanted } => {
            let names = if presented.is_empty() { "no name".to_owned() } else { presented.join(", ") };
            format!("the certificate is for {names}, and not for {wanted}")
        }
        TlsFault::Said(said) => said.clone(),
    }
}

fn help(attempt: &Attempt) -> String {
    let server @ Endpoint { user, database, .. } = &attempt.server;
    match &attempt.why {
        Why::Refused | Why::NoSocket => "start the server, or name another with --database or PROVOST_DATABASE".into(),
        Why::SocketDenied => "ask who runs the server for access to its socket, or name its address".into(),
        Why::UnknownName(_) | Why::NoAddress => {
            "check the spelling in --database, PROVOST_DATABASE, PGHOST or the service file".into()
        }
        Why::TimedOut(_) | Why::Network(_) => {
            "check address, port and firewall; PGCONNECT_TIMEOUT says how many seconds to wait".into()
        }
        Why::HungUp => "look into the server's log; something else than PostgreSQL may be listening there".into(),
        Why::WrongPassword(_) | Why::NoPassword => format!(
            "give {user}'s password in PGPASSWORD, or in ~/.pgpass as \
             {}:{database}:{user}:PASSWORD (mode 0600)",
            server.address()
        ),
        Why::NotAdmitted(_) => {
            format!("ask who runs the server for a line in pg_hba.conf that admits {user} to {database}")
        }
        Why::NoSuchDatabase => format!("make it with createdb {database}, or name another with --database"),
        Why::TooManyConnections(_) => "wait for others to finish, or ask for a higher max_connections".into(),
        Why::NotReady(_) => "try again in a moment".into(),
        Why::Tls(_) => "check sslmode, sslrootcert, sslcert and sslkey, or their PGSSL… variables".into(),
        Why::OtherKind(_) => "name the other servers too, or another target_session_attrs".into(),
        Why::Server(_) => "look into the server's log".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(wrong: Wrong) -> (String, String) {
        let error = ConnectError::Setting { source: Source::Option, wrong };
        (error.message(), error.help())
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said_without_any_of_it() {
        let unknown = |at, name: Option<&str>, meant| Wrong::Unknown(Unknown { at, name: name.map(Into::into), meant });
        let table = [
            (Wrong::Scheme, "the URL begins with something else than postgresql://", URL),
            (Wrong::At, "the URL has an @ in an unexpected place", URL),
            (Wrong::OpenAddress, "an IPv6 address in the URL is not closed with ]", URL),
            (Wrong::EmptyAddress, "an IPv6 address in the URL is empty", URL),
            (Wrong::AfterAddress, "something other than a port follows an IPv6 address in the URL", URL),
            (Wrong::Parameter, "a parameter of the URL is not written name=value", URL),
            (Wrong::Percent, "the URL has a % that is not followed by two hexadecimal digits of a letter", URL),
            (Wrong::Bytes, "the URL holds bytes that are not UTF-8", URL),
            (unknown(None, None, None), "a parameter of the URL is no setting that there is", URL),
            (unknown(None, Some("colour"), None), "a parameter of the URL is called colour, which is no setting", URL),
            (
                unknown(None, Some("ssl_mode"), Some("sslmode")),
                "a parameter of the URL is called ssl_mode, which is no setting",
                "did you mean sslmode?",
            ),
            (unknown(Some(23), None, None), "what stands at character 23 of the list is no setting that there is", URL),
            (Wrong::NoEquals { at: 23 }, "no = follows what stands at character 23 of the list", LIST),
            (Wrong::OpenQuote, "a quoted value of the list is not closed with '", LIST),
        ];
        for (wrong, message, help) in table {
            assert_eq!(told(wrong), (format!("{message} (--database)"), help.to_owned()));
        }
    }

    #[test]
    fn a_line_of_a_service_is_told_by_its_number() {
        let source = Source::Service { file: "/f".into(), line: 2 };
        let error = ConnectError::Setting { source, wrong: Wrong::ServiceLine };
        assert_eq!(error.message(), "the service file has a line that is no setting (/f, line 2)");
    }
}
