//! The same words reach the same database here as in `psql`, or reach nothing in both.

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt, process::Command};

use provost::{
    environment::Environment,
    report::failure::Worded,
    store::connect::{ConnectOptions, connect},
};

use super::server::Server;

const QUERY: &str = "select pg_catalog.concat_ws(' ', current_user, current_database(),
    case when inet_server_addr() is null then 'socket' else host(inet_server_addr()) end,
    (select case when ssl then 'tls' else 'plain' end from pg_catalog.pg_stat_ssl where pid = pg_backend_pid()),
    nullif(current_setting('application_name'), (case current_setting('application_name') when 'psql' then 'psql' else 'provost' end)),
    current_setting('timezone'), current_setting('geqo'), current_setting('work_mem'), current_setting('client_encoding'))";

const NOTHING: &str = "nothing";

/// What is given, as in a shell: `NAME=value` …, then the text that names the database, if any.
struct Row(&'static str, Option<&'static str>, &'static str);

fn psql(text: Option<&str>, environment: &BTreeMap<String, String>) -> String {
    let mut command = Command::new("psql");
    command.args(["-X", "-A", "-t", "-w", "-c", QUERY]).args(text.iter().flat_map(|text| ["-d", *text]));
    command.env_clear().env("PATH", std::env::var("PATH").unwrap()).env("LC_ALL", "C.UTF-8").envs(environment);
    let output = command.output().unwrap();
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        return NOTHING.into();
    }
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn provost(text: Option<&str>, environment: &BTreeMap<String, String>) -> (String, String) {
    let options =
        ConnectOptions { database: text.map(str::to_owned), environment: Environment::of(environment.clone()) };
    match connect(&options) {
        Err(error) => (NOTHING.into(), error.message()),
        Ok(mut connected) => (connected.client.query_one(QUERY, &[]).unwrap().get(0), String::new()),
    }
}

/// Puts the server's own port, paths and a dead port into a row's text.
fn filled(text: &str, server: &Server) -> String {
    let replacements = [
        ("PORT", server.port.to_string()),
        ("DEAD", "1".into()),
        ("SOCKET", server.socket()),
        ("ENCODED", server.socket().replace('/', "%2F")),
        ("DIR", server.text("")),
    ];
    replacements.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("<{name}>"), value))
}

fn compare(server: &Server, rows: &[Row]) {
    let mut wrong = String::new();
    for Row(variables, text, expected) in rows {
        let pairs = filled(variables, server);
        let pairs: Vec<(&str, String)> = pairs
            .split(';')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.trim(), value.to_owned()))
            .collect();
        let environment = server.environment(&pairs);
        let text = text.map(|text| filled(text, server));
        let theirs = psql(text.as_deref(), &environment);
        let (ours, why) = provost(text.as_deref(), &environment);
        if ours != theirs || ours != *expected {
            wrong +=
                &format!("{variables} {text:?}\n  expected {expected}\n  psql     {theirs}\n  provost  {ours} {why}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn files(server: &Server) {
    let port = server.port;
    let password = "p@ss\\: w/o%";
    server.file("pass", &format!("# ours\nlocalhost:{port}:mesh:anna:{password}\n127.0.0.1:*:*:anna:{password}\n"));
    server.file("pass-socket", &format!("{}:{port}:*:anna:{password}\n", server.socket()));
    server.file("pass-open", &format!("*:*:*:anna:{password}\n"));
    fs::set_permissions(server.path("pass-open"), fs::Permissions::from_mode(0o644)).unwrap();
    server.file("home/.pgpass", &format!("*:*:still:anna:{password}\n"));
    let services =
        format!("[mesh]\nhost={}\nport={port}\ndbname=mesh\nuser=bob\n\n[wrong]\nhost = x\n", server.socket());
    server.file("services", &services);
    server.file("home/.pg_service.conf", &services.replace("[mesh]", "[home]"));
    fs::create_dir(server.path("sys")).unwrap();
    server.file("sys/pg_service.conf", &services.replace("[mesh]", "[sys]"));
}

#[test]
fn settings_come_from_the_same_places() {
    let server = Server::start();
    files(&server);
    let own = provost::environment::Account::own().unwrap().name;
    let default = format!("{own} {own} socket plain UTC on 4MB UTF8").leak();
    const BOB: &str = "bob mesh socket plain UTC on 4MB UTF8";
    const ANNA: &str = "anna mesh 127.0.0.1 tls UTC on 4MB UTF8";
    compare(
        &server,
        &[
            // Where.
            Row("PGHOST=<SOCKET>;PGPORT=<PORT>", None, default),
            Row("PGHOST=<SOCKET>;PGPORT=<PORT>;PGUSER=bob;PGDATABASE=mesh", None, BOB),
            Row("PGHOST=<SOCKET>;PGPORT=<PORT>;PGUSER=bob", Some("mesh"), BOB),
            Row("PGHOST=<SOCKET>;PGPORT=<PORT>;PGUSER=bob", None, NOTHING),
            Row("", Some("postgresql://bob@/mesh?host=<SOCKET>&port=<PORT>"), BOB),
            Row("", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), BOB),
            Row("", Some("host=<SOCKET> port = <PORT> user='bob' dbname=mesh"), BOB),
            Row(
                "PGPORT=<PORT>",
                Some("host=<SOCKET> user=bob dbname='odd name'"),
                "bob odd name socket plain UTC on 4MB UTF8",
            ),
            Row("PGHOST=/nowhere;PGPORT=<PORT>", None, NOTHING),
            Row("PGHOST=<SOCKET>", Some("user=bob dbname=mesh port=<DEAD>"), NOTHING),
            Row("PGHOST=<SOCKET>;PGPORT=<PORT>;PGUSER=bob;PGDATABASE=mesh;PGPASSWORD=unneeded", None, BOB),
            // The order: text, service, variable, default.
            Row(
                "PGHOST=/nowhere;PGPORT=<DEAD>;PGUSER=tina",
                Some("postgresql://bob@/mesh?host=<SOCKET>&port=<PORT>"),
                BOB,
            ),
            Row("PGSERVICE=mesh;PGSERVICEFILE=<DIR>services", None, BOB),
            Row("PGSERVICE=mesh;PGSERVICEFILE=<DIR>services;PGUSER=tina;PGPORT=<DEAD>", None, BOB),
            Row(
                "PGSERVICE=mesh;PGSERVICEFILE=<DIR>services",
                Some("dbname=still"),
                "bob still socket plain UTC on 4MB UTF8",
            ),
            Row("PGSERVICEFILE=<DIR>services", Some("postgresql:///?service=mesh"), BOB),
            Row("PGSERVICEFILE=<DIR>services;PGSERVICE=other", Some("service=mesh"), BOB),
            Row("PGSERVICE=home", None, BOB),
            Row("PGSERVICE=sys;PGSYSCONFDIR=<DIR>sys", None, BOB),
            Row("PGSERVICE=sys;PGSYSCONFDIR=<DIR>sys;PGSERVICEFILE=<DIR>services", None, BOB),
            Row("PGSERVICE=wrong;PGSERVICEFILE=<DIR>services", None, NOTHING),
            Row("PGSERVICE=none;PGSERVICEFILE=<DIR>services", None, NOTHING),
            Row("PGSERVICE=mesh;PGSERVICEFILE=<DIR>absent", None, NOTHING),
            // The password.
            Row("PGPASSWORD=p@ss: w/o%", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), ANNA),
            Row("PGPASSWORD=wrong", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), NOTHING),
            Row("PGPASSWORD=wrong", Some("postgresql://anna:p%40ss%3A%20w%2Fo%25@127.0.0.1:<PORT>/mesh"), ANNA),
            Row(
                "PGPASSWORD=wrong",
                Some(r"host=127.0.0.1 port=<PORT> user=anna dbname=mesh password='p@ss: w/o%'"),
                ANNA,
            ),
            Row("", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), NOTHING),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), ANNA),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@localhost:<PORT>/mesh"), ANNA),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@localhost:<PORT>/still"), NOTHING),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@localhost:<PORT>/mesh?hostaddr=127.0.0.1"), ANNA),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@/mesh?hostaddr=127.0.0.1&port=<PORT>"), ANNA),
            Row("", Some("postgresql://anna@/mesh?hostaddr=127.0.0.1&port=<PORT>&passfile=<DIR>pass"), ANNA),
            Row(
                "PGPASSFILE=<DIR>pass-socket",
                Some("postgresql://anna@<ENCODED>:<PORT>/mesh"),
                "anna mesh socket plain UTC on 4MB UTF8",
            ),
            Row("PGPASSFILE=<DIR>pass-open", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), NOTHING),
            Row("PGPASSFILE=<DIR>absent", Some("postgresql://anna@127.0.0.1:<PORT>/still"), NOTHING),
            Row("", Some("postgresql://anna@127.0.0.1:<PORT>/still"), "anna still 127.0.0.1 tls UTC on 4MB UTF8"),
            Row(
                "PGPASSWORD=mark",
                Some("postgresql://mark@127.0.0.1:<PORT>/mesh"),
                "mark mesh 127.0.0.1 tls UTC on 4MB UTF8",
            ),
            Row(
                "PGPASSWORD=clear",
                Some("postgresql://cleo@127.0.0.1:<PORT>/mesh"),
                "cleo mesh 127.0.0.1 tls UTC on 4MB UTF8",
            ),
            // What the session is like.
            Row(
                "PGAPPNAME=mine;PGTZ=Europe/Oslo;PGGEQO=off;PGOPTIONS=-c work_mem=5MB",
                Some("postgresql://bob@<ENCODED>:<PORT>/mesh"),
                "bob mesh socket plain mine Europe/Oslo off 5MB UTF8",
            ),
            Row(
                "PGAPPNAME=mine",
                Some("postgresql://bob@<ENCODED>:<PORT>/mesh?application_name=other%20name"),
                "bob mesh socket plain other name UTC on 4MB UTF8",
            ),
            Row(
                "PGOPTIONS=-c work_mem=5MB",
                Some("postgresql://bob@<ENCODED>:<PORT>/mesh?options=-c%20geqo%3Doff"),
                "bob mesh socket plain UTC off 4MB UTF8",
            ),
            Row("PGOPTIONS=-c nonsense=5MB", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), NOTHING),
            Row(
                "PGCLIENTENCODING=UTF8;PGCONNECT_TIMEOUT=3",
                Some("postgresql://bob@<ENCODED>:<PORT>/mesh?keepalives=0&tcp_user_timeout=10"),
                BOB,
            ),
            Row("PGCONNECT_TIMEOUT=soon", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), NOTHING),
            // Several servers.
            Row("PGUSER=bob", Some("postgresql://<ENCODED>:<DEAD>,<ENCODED>:<PORT>/mesh"), BOB),
            Row("PGPASSFILE=<DIR>pass", Some("postgresql://anna@127.0.0.1:<DEAD>,localhost:<PORT>/mesh"), ANNA),
            Row("PGHOST=/nowhere,<SOCKET>;PGPORT=<PORT>;PGUSER=bob;PGDATABASE=mesh", None, BOB),
            Row("PGHOST=/nowhere,<SOCKET>;PGPORT=<DEAD>,<PORT>;PGUSER=bob;PGDATABASE=mesh", None, BOB),
            Row("PGHOST=a,b,<SOCKET>;PGPORT=1,2;PGUSER=bob;PGDATABASE=mesh", None, NOTHING),
            Row("PGHOST=a;PGHOSTADDR=127.0.0.1,127.0.0.1;PGPORT=<PORT>;PGUSER=tina;PGDATABASE=mesh", None, NOTHING),
            Row("PGTARGETSESSIONATTRS=read-write", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), BOB),
            Row("PGTARGETSESSIONATTRS=primary", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), BOB),
            Row("PGTARGETSESSIONATTRS=prefer-standby", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), BOB),
            Row("PGTARGETSESSIONATTRS=any", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), BOB),
            Row("PGTARGETSESSIONATTRS=standby", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), NOTHING),
            Row("PGTARGETSESSIONATTRS=read-only", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), NOTHING),
            Row(
                "PGTARGETSESSIONATTRS=read-only",
                Some("postgresql://bob@<ENCODED>:<PORT>/still"),
                "bob still socket plain UTC on 4MB UTF8",
            ),
            Row("PGTARGETSESSIONATTRS=read-write", Some("postgresql://bob@<ENCODED>:<PORT>/still"), NOTHING),
            Row("PGTARGETSESSIONATTRS=some", Some("postgresql://bob@<ENCODED>:<PORT>/mesh"), NOTHING),
            // What is no setting, and no port.
            Row("", Some("postgresql://bob@<ENCODED>:<PORT>/mesh?colour=blue"), NOTHING),
            Row("", Some("host=<SOCKET> colour=blue"), NOTHING),
            Row("PGPORT=70000;PGHOST=<SOCKET>", None, NOTHING),
            Row("PGPORT=x;PGHOST=<SOCKET>", None, NOTHING),
            Row("PGHOSTADDR=localhost;PGPORT=<PORT>;PGUSER=tina;PGDATABASE=mesh", None, NOTHING),
        ],
    );
}

#[test]
fn tls_is_asked_for_and_checked_alike() {
    let server = Server::start();
    const TINA: &str = "tina mesh 127.0.0.1 tls UTC on 4MB UTF8";
    const NORA: &str = "nora mesh 127.0.0.1 plain UTC on 4MB UTF8";
    const CAROL: &str = "carol mesh 127.0.0.1 tls UTC on 4MB UTF8";
    const ANNA: &str = "anna mesh 127.0.0.1 tls UTC on 4MB UTF8";
    let rows = [
        Row("", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGSSLMODE=disable", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=allow", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGSSLMODE=prefer", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGSSLMODE=require", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGREQUIRESSL=1", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=sometimes", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        // A role that is admitted without TLS only.
        Row("PGSSLMODE=disable", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NORA),
        Row("PGSSLMODE=allow", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NORA),
        Row("PGSSLMODE=prefer", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NORA),
        Row("PGSSLMODE=require", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NOTHING),
        // Certificates of authorities.
        Row("PGSSLMODE=verify-ca", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=verify-full", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=verify-ca;PGSSLROOTCERT=<DIR>ca.crt", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row(
            "PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt",
            Some("postgresql://tina@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row("PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt", Some("postgresql://tina@localhost:<PORT>/mesh"), TINA),
        Row(
            "PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt",
            Some("postgresql://tina@localhost:<PORT>/mesh?hostaddr=127.0.0.1"),
            TINA,
        ),
        Row(
            "PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt",
            Some("postgresql://tina@elsewhere:<PORT>/mesh?hostaddr=127.0.0.1"),
            NOTHING,
        ),
        Row(
            "PGSSLMODE=verify-ca;PGSSLROOTCERT=<DIR>other.crt",
            Some("postgresql://tina@localhost:<PORT>/mesh"),
            NOTHING,
        ),
        Row("PGSSLMODE=require;PGSSLROOTCERT=<DIR>other.crt", Some("postgresql://tina@localhost:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=require;PGSSLROOTCERT=<DIR>ca.crt", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGSSLMODE=prefer;PGSSLROOTCERT=<DIR>other.crt", Some("postgresql://nora@127.0.0.1:<PORT>/mesh"), NORA),
        Row("PGSSLMODE=prefer;PGSSLROOTCERT=<DIR>other.crt", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=verify-ca;PGSSLROOTCERT=<DIR>absent", Some("postgresql://tina@localhost:<PORT>/mesh"), NOTHING),
        Row("PGSSLMODE=require;PGSSLROOTCERT=<DIR>absent", Some("postgresql://tina@localhost:<PORT>/mesh"), TINA),
        // Our own certificate.
        Row(
            "PGSSLMODE=require;PGSSLCERT=<DIR>carol.crt;PGSSLKEY=<DIR>carol.key",
            Some("postgresql://carol@127.0.0.1:<PORT>/mesh"),
            CAROL,
        ),
        Row("PGSSLMODE=require", Some("postgresql://carol@127.0.0.1:<PORT>/mesh"), NOTHING),
        Row(
            "PGSSLMODE=require;PGSSLCERT=<DIR>carol.crt;PGSSLKEY=<DIR>open.key",
            Some("postgresql://carol@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row(
            "PGSSLMODE=require;PGSSLCERT=<DIR>carol.crt;PGSSLKEY=<DIR>ca.key",
            Some("postgresql://carol@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row(
            "PGSSLMODE=require;PGSSLCERT=<DIR>carol.crt;PGSSLKEY=<DIR>absent",
            Some("postgresql://carol@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row(
            "PGSSLMODE=require;PGSSLCERT=<DIR>absent;PGSSLKEY=<DIR>absent",
            Some("postgresql://tina@127.0.0.1:<PORT>/mesh"),
            TINA,
        ),
        // Versions of TLS.
        Row("PGSSLMODE=require;PGSSLMINPROTOCOLVERSION=TLSv1.3", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row("PGSSLMODE=require;PGSSLMAXPROTOCOLVERSION=TLSv1.2", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
        Row(
            "PGSSLMODE=require;PGSSLMINPROTOCOLVERSION=TLSv9",
            Some("postgresql://tina@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row("PGSSLSNI=0", Some("postgresql://tina@localhost:<PORT>/mesh"), TINA),
        // The password tied to the session.
        Row("PGPASSWORD=p@ss: w/o%;PGCHANNELBINDING=require", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), ANNA),
        Row("PGPASSWORD=p@ss: w/o%;PGCHANNELBINDING=disable", Some("postgresql://anna@127.0.0.1:<PORT>/mesh"), ANNA),
        Row(
            "PGPASSWORD=p@ss: w/o%;PGCHANNELBINDING=require;PGSSLMODE=disable",
            Some("postgresql://anna@127.0.0.1:<PORT>/mesh"),
            NOTHING,
        ),
        Row("PGCHANNELBINDING=require", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
        // A socket has no TLS, whatever is asked for.
        Row(
            "PGSSLMODE=require",
            Some("postgresql://bob@<ENCODED>:<PORT>/mesh"),
            "bob mesh socket plain UTC on 4MB UTF8",
        ),
        Row(
            "PGSSLMODE=verify-full",
            Some("postgresql://bob@<ENCODED>:<PORT>/mesh"),
            "bob mesh socket plain UTC on 4MB UTF8",
        ),
    ];
    fs::copy(server.path("carol.key"), server.path("open.key")).unwrap();
    fs::set_permissions(server.path("open.key"), fs::Permissions::from_mode(0o644)).unwrap();
    compare(&server, &rows);
    fs::create_dir(server.path("home/.postgresql")).unwrap();
    for (from, to) in [("ca.crt", "root.crt"), ("carol.crt", "postgresql.crt"), ("carol.key", "postgresql.key")] {
        fs::copy(server.path(from), server.path("home/.postgresql").join(to)).unwrap();
    }
    compare(
        &server,
        &[
            Row("PGSSLMODE=verify-full", Some("postgresql://carol@localhost:<PORT>/mesh"), CAROL),
            Row("PGSSLMODE=verify-full", Some("postgresql://carol@127.0.0.1:<PORT>/mesh"), NOTHING),
        ],
    );
}

#[test]
fn certificates_made_by_the_manual_are_taken() {
    let server = Server::start();
    server.certificates_by_the_manual();
    const TINA: &str = "tina mesh 127.0.0.1 tls UTC on 4MB UTF8";
    for (name, root) in [("self", "self.crt"), ("first", "ca.crt")] {
        server.present(name);
        let root = format!("PGSSLROOTCERT=<DIR>{root};PGSSLMODE=");
        let mode = |mode: &str| -> &'static str { format!("{root}{mode}").leak() };
        compare(
            &server,
            &[
                Row("PGSSLMODE=require", Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
                Row(
                    "PGSSLMODE=require;PGSSLMAXPROTOCOLVERSION=TLSv1.2",
                    Some("postgresql://tina@127.0.0.1:<PORT>/mesh"),
                    TINA,
                ),
                Row(mode("verify-ca"), Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), TINA),
                Row(mode("verify-full"), Some("postgresql://tina@localhost:<PORT>/mesh"), TINA),
                Row(mode("verify-full"), Some("postgresql://tina@127.0.0.1:<PORT>/mesh"), NOTHING),
                Row(
                    "PGSSLMODE=verify-ca;PGSSLROOTCERT=<DIR>other.crt",
                    Some("postgresql://tina@localhost:<PORT>/mesh"),
                    NOTHING,
                ),
            ],
        );
    }
    server.present("late");
    compare(
        &server,
        &[
            Row(
                "PGSSLMODE=verify-ca;PGSSLROOTCERT=<DIR>ca.crt",
                Some("postgresql://tina@localhost:<PORT>/mesh"),
                NOTHING,
            ),
            Row("PGSSLMODE=require", Some("postgresql://tina@localhost:<PORT>/mesh"), TINA),
        ],
    );
}

#[test]
fn a_certificate_that_was_revoked_is_not_taken() {
    let server = Server::start();
    server.revocations();
    const TINA: &str = "tina mesh 127.0.0.1 tls UTC on 4MB UTF8";
    let text = Some("postgresql://tina@localhost:<PORT>/mesh");
    compare(
        &server,
        &[
            Row("PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt;PGSSLCRL=<DIR>none.crl", text, TINA),
            Row("PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt;PGSSLCRL=<DIR>revoked.crl", text, NOTHING),
            Row("PGSSLMODE=verify-full;PGSSLROOTCERT=<DIR>ca.crt;PGSSLCRL=<DIR>absent", text, TINA),
            Row("PGSSLMODE=require;PGSSLCRL=<DIR>revoked.crl", text, TINA),
        ],
    );
}
