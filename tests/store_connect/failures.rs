//! What is said when there is no session: which server, why, and what to do; never a password.

use std::{io::Read, net::TcpListener, thread};

use provost::{
    environment::Environment,
    report::failure::{Worded, warning},
    store::connect::{ConnectOptions, Why, connect, names_a_server},
};

use super::server::Server;

fn options(text: &str, variables: &[(&str, String)]) -> ConnectOptions {
    let environment = variables.iter().map(|(name, value)| (*name, value.clone()));
    let database = Some(text.to_owned()).filter(|text| !text.is_empty());
    ConnectOptions { database, environment: Environment::of(environment) }
}

/// Message and help of a failure, with what differs from run to run put back.
fn told(server: Option<&Server>, text: &str, variables: &[(&str, &str)]) -> String {
    let replacements = server.map(|server| [("<PORT>", server.port.to_string()), ("<DIR>/", server.text(""))]);
    let replacements = replacements.into_iter().flatten();
    let filled =
        |text: &str| replacements.clone().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value));
    let mut given: Vec<_> = variables.iter().map(|(name, value)| (*name, filled(value))).collect();
    given.push(("HOME", server.map_or("/nowhere".into(), |server| server.text("home"))));
    let options = options(&filled(text), &given);
    let error = connect(&options).unwrap_err();
    let debug = format!("{error:?} {options:?}");
    assert!(!debug.contains("hunter2"), "{debug}");
    let shown = format!("{}\n{}", error.message(), error.help());
    replacements.fold(shown, |shown, (name, value)| shown.replace(&value, name))
}

#[test]
fn a_server_that_says_no_is_quoted_and_help_is_given() {
    let server = Server::start();
    let told = |text: &str, variables: &[(&str, &str)]| told(Some(&server), text, variables);
    assert_eq!(
        told("postgresql://anna:hunter2@127.0.0.1:<PORT>/mesh", &[]),
        "the server 127.0.0.1:<PORT>, database mesh, as anna, does not take the password: password authentication failed for user \"anna\"\n\
         give anna's password in PGPASSWORD, or in ~/.pgpass as 127.0.0.1:<PORT>:mesh:anna:PASSWORD (mode 0600)"
    );
    assert_eq!(
        told("postgresql://anna@127.0.0.1:<PORT>/mesh", &[]),
        "the server 127.0.0.1:<PORT>, database mesh, as anna, wants a password, and none was given\n\
         give anna's password in PGPASSWORD, or in ~/.pgpass as 127.0.0.1:<PORT>:mesh:anna:PASSWORD (mode 0600)"
    );
    assert_eq!(
        told("postgresql://stranger@127.0.0.1:<PORT>/mesh?sslmode=disable", &[("PGPASSWORD", "hunter2")]),
        "the server 127.0.0.1:<PORT>, database mesh, as stranger, does not admit this connection: \
         no pg_hba.conf entry for host \"127.0.0.1\", user \"stranger\", database \"mesh\", no encryption\n\
         ask who runs the server for a line in pg_hba.conf that admits stranger to mesh"
    );
    assert_eq!(
        told("postgresql://bob@/absent?host=<DIR>/server&port=<PORT>", &[]),
        "there is no such database on the server <DIR>/server/.s.PGSQL.<PORT>, database absent, as bob\n\
         make it with createdb absent, or name another with --database"
    );
    assert_eq!(
        told("postgresql://few@/mesh?host=<DIR>/server&port=<PORT>", &[]),
        "the server <DIR>/server/.s.PGSQL.<PORT>, database mesh, as few, has no connection left: too many connections for role \"few\"\n\
         wait for others to finish, or ask for a higher max_connections"
    );
    assert_eq!(
        told("postgresql://tina@127.0.0.1:<PORT>/mesh?sslmode=verify-full&sslrootcert=<DIR>/ca.crt", &[]),
        "no TLS with the server 127.0.0.1:<PORT>, database mesh, as tina: \
         the certificate is for localhost, and not for 127.0.0.1\n\
         check sslmode, sslrootcert, sslcert and sslkey, or their PGSSL… variables"
    );
    assert_eq!(
        told("postgresql://tina@localhost:<PORT>/mesh?sslmode=verify-full&sslrootcert=<DIR>/other.crt", &[]),
        "no TLS with the server localhost:<PORT>, database mesh, as tina: \
         the certificate is signed by none of the authorities in sslrootcert\n\
         check sslmode, sslrootcert, sslcert and sslkey, or their PGSSL… variables"
    );
    assert_eq!(
        told("postgresql://tina@localhost:<PORT>/mesh?sslmode=verify-full", &[]),
        "the root certificate <DIR>/home/.postgresql/root.crt is not there, and sslmode wants it\n\
         put the authority's certificate there, name it in sslrootcert, or take the system's with sslrootcert=system"
    );
    assert_eq!(
        told("postgresql://bob@/mesh?host=<DIR>/server&port=<PORT>", &[("PGTARGETSESSIONATTRS", "standby")]),
        "the server <DIR>/server/.s.PGSQL.<PORT>, database mesh, as bob, is not the standby server that was asked for\n\
         name the other servers too, or another target_session_attrs"
    );
    server.file("open", "*:*:*:*:hunter2\n");
    std::fs::set_permissions(server.path("open"), std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let given = [("PGPASSFILE", server.text("open")), ("PGPORT", server.port.to_string()), ("PGHOST", server.socket())];
    let connected = connect(&options("user=bob dbname=mesh", &given)).unwrap();
    let path = server.text("open");
    assert_eq!(
        connected.warnings.iter().map(warning).collect::<Vec<_>>(),
        [format!("the password file {path} was passed over: others may read it; chmod 0600 {path}")]
    );
}

#[test]
fn a_server_that_is_not_there_is_told_from_one_that_is_silent() {
    assert_eq!(
        told(None, "postgresql://anna:hunter2@127.0.0.1:1,[::1]:1/mesh", &[]),
        "nothing listens at the server 127.0.0.1:1, database mesh, as anna\n\
         nothing listens at the server [::1]:1, database mesh, as anna\n\
         start the server, or name another with --database or PROVOST_DATABASE"
    );
    assert_eq!(
        told(None, "postgresql://anna@/mesh?host=/nowhere", &[]),
        "there is no socket of the server /nowhere/.s.PGSQL.5432, database mesh, as anna\n\
         start the server, or name another with --database or PROVOST_DATABASE"
    );
    assert_eq!(
        told(None, "postgresql://anna@a.name.invalid/mesh", &[]).lines().nth(1),
        Some("check the spelling in --database, PROVOST_DATABASE, PGHOST or the service file")
    );
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let url = format!("postgresql://anna@127.0.0.1:{port}/mesh?connect_timeout=1");
    let error = connect(&options(&url, &[])).unwrap_err();
    assert_eq!(
        error.message(),
        format!("the server 127.0.0.1:{port}, database mesh, as anna, did not answer within 1 s")
    );
    drop(silent);

    let rude = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = rude.local_addr().unwrap().port();
    let hanging_up = thread::spawn(move || {
        for stream in rude.incoming().take(1) {
            let _ = stream.unwrap().read(&mut [0; 8]);
        }
    });
    let error = connect(&options(&format!("postgresql://anna@127.0.0.1:{port}/mesh"), &[])).unwrap_err();
    assert_eq!(error.why(), Some(&Why::HungUp), "{error:?}");
    hanging_up.join().unwrap();
}

#[test]
fn a_wrong_setting_is_told_with_its_source() {
    let table = [
        ("", ("PGSSLMODE", "sometimes"), "sslmode has a value that it cannot have (PGSSLMODE)"),
        ("", ("PROVOST_DATABASE", ""), "the database named is empty (PROVOST_DATABASE)"),
        (
            "",
            ("PROVOST_DATABASE", "postgresql://anna:hunter2@/?x=1"),
            "a parameter of the URL is called x, which is no setting (PROVOST_DATABASE)",
        ),
        (" ", ("A", ""), "the database named is empty (--database)"),
        ("postgresql://a:hunter2/1@b/m", ("A", ""), "the URL has an @ in an unexpected place (--database)"),
        ("postgresql://db:hunter2/m", ("A", ""), "a port is not a number from 1 to 65535 (--database)"),
        ("host=a,b port=1,2,3", ("A", ""), "3 ports are given for 2 servers (--database)"),
        ("host=a", ("PGHOSTADDR", "127.0.0.1,127.0.0.2"), "1 names and 2 addresses of servers are given (PGHOSTADDR)"),
        ("host=a", ("PGREQUIREPEER", "postgres"), "requirepeer is not done here (PGREQUIREPEER)"),
        ("host=a", ("PGGSSENCMODE", "require"), "gssencmode is not done here (PGGSSENCMODE)"),
        (
            "host=a sslrootcert=system",
            ("PGSSLMODE", "require"),
            "the system's root certificates need sslmode=verify-full (PGSSLMODE)",
        ),
        (
            "host=a sslnegotiation=direct",
            ("A", ""),
            "sslnegotiation=direct needs sslmode=require or stricter (--database)",
        ),
        ("host=a", ("PGCONNECT_TIMEOUT", "soon"), "connect_timeout is not a whole number (PGCONNECT_TIMEOUT)"),
        ("service=none", ("PGSERVICEFILE", "/dev/null"), "the service none is defined nowhere (PGSERVICE)"),
        (
            "service=none",
            ("PGSERVICEFILE", "/nowhere"),
            "the service file /nowhere cannot be read: No such file or directory (os error 2)",
        ),
    ];
    for (text, variable, expected) in table {
        assert_eq!(told(None, text, &[variable]).lines().next(), Some(expected), "{text} {variable:?}");
    }
}

#[test]
fn only_what_names_a_server_names_one() {
    let names = |text: &str, name: &str, value: &str| names_a_server(&options(text, &[(name, value.to_owned())]));
    for name in ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE", "PROVOST_DATABASE"] {
        assert!(names("", name, "x"), "{name}");
    }
    for name in ["PGUSER", "PGPASSWORD", "PGSSLMODE", "PGAPPNAME", "PGSERVICEFILE", "HOME"] {
        assert!(!names("", name, "x"), "{name}");
    }
    assert!(names("mesh", "HOME", "/"));
    assert!(!names("", "PGHOST", ""), "an empty variable is not set");
    assert!(names("", "PROVOST_DATABASE", ""), "a script that meant to name one must not get the local one");
}
