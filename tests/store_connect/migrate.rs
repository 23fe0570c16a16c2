//! Migrations: what a database has, what it gets, and what it says when it cannot have it.

use std::{thread, time::Duration};

use postgres::Client;
use provost::{
    environment::Environment,
    report::failure::Worded,
    store::{
        connect::{ConnectOptions, connect},
        migrate::{Applied, MIGRATIONS, MigrateError, Migration, SchemaState, migrate, migrate_within, state},
    },
};

use super::local::Place;

const ONE: Migration = Migration { number: 1, name: "one", sql: "create table public.one (n pg_catalog.int4);\n" };
const TWO: Migration = Migration {
    number: 2,
    name: "two",
    sql: "-- a second\ninsert into public.one values (2);\nalter table public.one add m text;\n",
};
const BROKEN: Migration = Migration {
    number: 3,
    name: "broken",
    sql: "create table public.three ();\n-- é\ninsert into\n  public.nowhere values (3);\n",
};

/// A server with databases for one test.
struct Databases {
    /// Goes with the test, and its server with it.
    _place: Place,
    url: String,
}

impl Databases {
    fn new() -> Self {
        let place = Place::new();
        let url = place.local().ensure_running(true).unwrap().url;
        Self { _place: place, url }
    }

    fn open(&self, database: &str, options: &str) -> Client {
        let url = self.url.replace("@/provost?", &format!("@/{database}?"));
        let environment = Environment::of([("PGOPTIONS", options), ("PGAPPNAME", "a test")]);
        connect(&ConnectOptions { database: Some(url), environment }).unwrap().client
    }

    fn fresh(&self, database: &str) -> Client {
        self.open("provost", "").batch_execute(&format!("create database {database}")).unwrap();
        self.open(database, "")
    }
}

fn rows(client: &mut Client) -> String {
    let query = "select pg_catalog.string_agg(number || ' ' || name || ' ' || pg_catalog.length(checksum), ', ' order by number)
        from public.provost_migration";
    client.query_one(query, &[]).unwrap().get::<_, Option<String>>(0).unwrap_or_default()
}

#[test]
fn a_database_goes_from_absent_to_current_and_stays_there() {
    let databases = Databases::new();
    let mut client = databases.fresh("fresh");
    assert_eq!(state(&mut client, &[ONE, TWO]), Ok(SchemaState::Absent));
    assert_eq!(migrate(&mut client, &[ONE]), Ok(Applied { from: 0, to: 1, names: vec!["one"] }));
    assert_eq!(state(&mut client, &[ONE, TWO]), Ok(SchemaState::Older { have: 1, want: 2 }));
    assert_eq!(migrate(&mut client, &[ONE, TWO]), Ok(Applied { from: 1, to: 2, names: vec!["two"] }));
    assert_eq!(state(&mut client, &[ONE, TWO]), Ok(SchemaState::Current));
    assert_eq!(migrate(&mut client, &[ONE, TWO]), Ok(Applied { from: 2, to: 2, names: vec![] }));
    assert_eq!(rows(&mut client), "1 one 64, 2 two 64");
    let mut transaction = client.transaction().unwrap();
    assert_eq!(state(&mut transaction, &[ONE, TWO]), Ok(SchemaState::Current));
    drop(transaction);

    // A later program's database, and another's.
    let newer = SchemaState::Newer { have: 2, want: 1 };
    assert_eq!(state(&mut client, &[ONE]), Ok(newer.clone()));
    assert_eq!(migrate(&mut client, &[ONE]), Err(MigrateError::Unsuitable(newer)));
    let edited = Migration { sql: "select 2;\n", ..TWO };
    let divergent = SchemaState::Divergent { number: 2, name: "two".into() };
    assert_eq!(state(&mut client, &[ONE, edited]), Ok(divergent.clone()));
    assert_eq!(migrate(&mut client, &[ONE, edited]), Err(MigrateError::Unsuitable(divergent.clone())));
    assert_eq!(divergent.message(), "migration 2 (two) of the database is not the one that this program has");
    let other_ends = Migration { sql: TWO.sql.replace('\n', "\r\n").leak(), ..TWO };
    assert_eq!(state(&mut client, &[ONE, other_ends]), Ok(SchemaState::Current), "line ends do not count");
    client.batch_execute("delete from public.provost_migration where number = 1").unwrap();
    assert_eq!(state(&mut client, &[ONE, TWO]), Ok(SchemaState::Divergent { number: 1, name: "one".into() }));

    let mut real = databases.fresh("real");
    migrate(&mut real, MIGRATIONS).unwrap();
    assert_eq!(state(&mut real, MIGRATIONS), Ok(SchemaState::Current));
}

#[test]
fn a_run_that_fails_changes_nothing_and_says_where() {
    let databases = Databases::new();
    let mut client = databases.fresh("failing");
    let error = migrate(&mut client, &[ONE, TWO, BROKEN]).unwrap_err();
    assert_eq!(
        error.message(),
        "migration 3 (broken, line 4) failed, and nothing was changed: relation \"public.nowhere\" does not exist"
    );
    assert_eq!(state(&mut client, &[ONE]), Ok(SchemaState::Absent));

    // A name without a schema would land wherever a search path says.
    let astray = Migration { sql: "create table astray ()", ..ONE };
    let error = migrate(&mut client, &[astray]).unwrap_err().message();
    assert_eq!(
        error,
        "migration 1 (one) failed, and nothing was changed: permission denied to create \"pg_catalog.astray\"; System catalog modifications are currently disallowed."
    );

    // A schema in front of everything, with a table and functions of ours in it, changes nothing.
    let mut hostile = databases.fresh("hostile");
    hostile
        .batch_execute(
            "create schema evil; create table evil.provost_migration (number int, name text, checksum text);
        insert into evil.provost_migration values (99, 'evil', 'evil'); create table evil.one (n int);
        create function evil.now() returns timestamptz language sql as $$ select pg_catalog.timestamptz 'epoch' $$",
        )
        .unwrap();
    let mut hostile =
        databases.open("hostile", "-c search_path=evil,pg_catalog -c default_transaction_isolation=serializable");
    assert_eq!(state(&mut hostile, &[ONE]), Ok(SchemaState::Absent));
    assert_eq!(migrate(&mut hostile, &[ONE, TWO]), Ok(Applied { from: 0, to: 2, names: vec!["one", "two"] }));
    assert_eq!(rows(&mut hostile), "1 one 64, 2 two 64");
}

#[test]
fn a_right_that_is_missing_is_named() {
    let databases = Databases::new();
    let mut client = databases.fresh("guarded");
    client.batch_execute("create role guest login").unwrap();
    let mut guest = databases.open("guarded", "");
    guest.batch_execute("set role guest").unwrap();
    let error = migrate(&mut guest, &[ONE]).unwrap_err();
    assert_eq!(error.message(), "the role guest lacks a right: permission denied for schema public");
    assert_eq!(error.help(), "let an owner of the database run: grant create on schema public to guest");
    migrate(&mut client, &[ONE]).unwrap();
    let error = state(&mut guest, &[ONE]).unwrap_err();
    assert_eq!(error.message(), "the role guest lacks a right: permission denied for table provost_migration");
    assert_eq!(error.help(), "let an owner of the database run: grant select on public.provost_migration to guest");

    let mut reading = databases.open("guarded", "-c default_transaction_read_only=on");
    assert_eq!(state(&mut reading, &[ONE]), Ok(SchemaState::Current));
}

#[test]
fn runners_take_turns() {
    let databases = Databases::new();
    let mut client = databases.fresh("busy");
    let outcomes: Vec<_> = thread::scope(|scope| {
        let all: Vec<_> =
            (0..6).map(|_| scope.spawn(|| migrate(&mut databases.open("busy", ""), &[ONE, TWO]).unwrap())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|applied| applied.names == ["one", "two"]).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|applied| applied.names.is_empty()).count(), 5, "{outcomes:?}");

    // Somebody who does not let go is named.
    let mut slow = databases.open("busy", "");
    let mut transaction = slow.transaction().unwrap();
    transaction.batch_execute("select pg_catalog.pg_advisory_xact_lock(x'70726f766f737401'::int8)").unwrap();
    let error = migrate_within(&mut client, &[ONE, TWO], Duration::from_millis(50)).unwrap_err();
    assert!(error.message().starts_with("the schema is being changed by provost (a test, process "), "{error:?}");
    transaction.rollback().unwrap();
    let mut transaction = slow.transaction().unwrap();
    transaction.batch_execute("lock table public.provost_migration in access exclusive mode").unwrap();
    let error = migrate_within(&mut client, &[ONE, TWO], Duration::from_millis(50)).unwrap_err();
    assert!(error.message().starts_with("the schema is being changed by provost (a test, process "), "{error:?}");
}
