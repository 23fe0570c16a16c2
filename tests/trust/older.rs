//! Every older schema, with the data of its day, is brought up to date and loses nothing.

use std::{
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use provost::store::migrate::{MIGRATIONS, SchemaState, migrate, state};
use serde_json::Value;

use super::Role;
use crate::support::{Database, binaries, tried, until};

/// What a mesh had that was written by the program of the day of that migration, as `pg_dump` has it; what triggers
/// keep aside.
const DATA: [(usize, &str); 4] = [(1, SOONER), (2, SOONER), (3, TRUST), (4, TRUST)];
/// No table of then has another column in the schemas after it, but for what is filled in.
const SOONER: &str = include_str!("older/0002_sooner.sql");
/// The same with what machines acknowledged, which the schemas before do not have.
const TRUST: &str = concat!(include_str!("older/0002_sooner.sql"), include_str!("older/0003_trust.sql"));
/// The digest that the mesh of that data had.
const DIGEST: &str = "efe881932f58d99ae68182a7261e04d0157311a66118a4343b74b1fa88787116";

/// A database with the first migrations alone, and data.
fn older(migrations: usize, data: &str) -> Database {
    let database = Database::empty();
    migrate(&mut database.connect(), &MIGRATIONS[..migrations]).unwrap();
    database.sql(data);
    database
}

pub(super) fn all() -> impl Iterator<Item = Database> {
    DATA.into_iter().map(|(migrations, data)| older(migrations, data))
}

/// Whatever was there is there, and is as it was.
#[track_caller]
pub(super) fn is_whole(database: &Database) {
    database.run("status --verify").succeeds();
    let plan = database.run("plan --output json").succeeds().json();
    assert_eq!(plan["digest"], DIGEST);
    assert_eq!((&plan["counts"]["changed"], &plan["counts"]["held"]), (&1.into(), &1.into()));
    let log = database.run("log --limit 0 --output json").succeeds().json();
    // Roles may have been given rights since.
    let is_of_mesh = |change: &&Value| change["edits"][0]["edit"] != "access";
    let log: Vec<&Value> = log["changes"].as_array().unwrap().iter().filter(is_of_mesh).collect();
    assert_eq!(log.len(), 13);
    assert_eq!(
        (&log[12]["command"], &log[8]["message"]),
        (&"module register a.json b.json c.json".into(), &"the first".into())
    );
    let told = database.run("declaration old --generation 1 --output json").succeeds().json();
    assert_eq!(told["modules"][0]["name"], "zsh");
    assert_eq!(database.run("declaration old --output json").succeeds().json()["removed"], true);
    // And it goes on from there.
    database.run("push").succeeds();
    assert_eq!(database.run("declaration db3 --output json").succeeds().json()["generation"], 4);
    database.run("status --verify").succeeds();
}

#[test]
fn every_older_schema_is_tried() {
    let tried: Vec<usize> = DATA.iter().map(|(migrations, _)| *migrations).collect();
    assert_eq!(tried, (1..MIGRATIONS.len()).collect::<Vec<_>>());
}

#[test]
fn every_older_schema_is_brought_up_to_date_by_four_at_once() {
    for database in all().chain([Database::empty()]) {
        database.run("status").exits(1);
        let ran: Vec<_> = thread::scope(|scope| {
            let four: Vec<_> = (0..4).map(|_| scope.spawn(|| database.run("migrate --output json"))).collect();
            four.into_iter().map(|one| one.join().unwrap().succeeds().json()["applied"].as_u64().unwrap()).collect()
        });
        let applied: Vec<&u64> = ran.iter().filter(|applied| **applied > 0).collect();
        assert_eq!(applied.len(), 1, "{ran:?}");
        if database.sql("select count(*) from node") == [["4"]] {
            is_whole(&database);
        }
    }
}

#[test]
fn who_could_read_or_change_still_can() {
    // From the third schema on, rights are given by the program.
    for database in DATA[..2].iter().map(|(migrations, data)| older(*migrations, data)) {
        let (anna, ben) = (Role::new(&database, "anna"), Role::new(&database, "ben"));
        let before = "grant usage on schema public to ANNA, BEN; \
            grant select on site, node, module, assignment, provision_pin, hold, push, manifest_version, declaration, \
            change, last_declaration, provost_migration to ANNA, BEN; \
            grant insert, update, delete on site, node, module, assignment, provision_pin, hold to ANNA; \
            grant insert on push, manifest_version, declaration, change, last_declaration to ANNA; \
            grant update on last_declaration to ANNA";
        database.sql(&before.replace("ANNA", &anna.name).replace("BEN", &ben.name));
        database.run("migrate").succeeds();
        ben.run("status").succeeds();
        ben.run("status --verify").succeeds();
        anna.run("push").succeeds();
        anna.run("ack db1 1").succeeds();
        let roles = database.run("access --output json").succeeds().json();
        let may: Vec<_> =
            roles["roles"].as_array().unwrap().iter().map(|role| (&role["may"], &role["lacks"])).collect();
        let nothing = serde_json::json!([]);
        assert_eq!(may, [(&"operator".into(), &nothing), (&"reader".into(), &nothing)]);
    }
}

#[test]
fn a_login_and_what_was_acknowledged_stay() {
    for database in DATA[2..].iter().map(|(migrations, data)| older(*migrations, data)) {
        let (agent, gone) = (Role::new(&database, "agent"), Role::new(&database, "gone"));
        database.sql(&format!(
            "grant usage on schema public to {0}; grant insert on own_acknowledgement to {0}; grant select on \
             own_login, own_declaration, own_manifest, own_acknowledgement, provost_migration to {0}; \
             insert into node_login (role, node) select '{0}', id from node where name = 'web1'; \
             insert into node_login (role, node) select '{1}', id from node where name = 'db1'; drop role {1}",
            agent.name, gone.name
        ));
        database.run("migrate").succeeds();
        assert_eq!(agent.run("declaration web1 --output json").succeeds().json()["generation"], 3);
        assert_eq!(
            database.sql("select generation, failure from last_acknowledgement order by generation"),
            [["1", ""], ["3", "no space left on /etc"]]
        );
        agent.run("ack web1 3").succeeds();
        let astray = database.run("access --output json").succeeds().json();
        assert_eq!(astray["astray"][0]["role"], gone.name.as_str());
        database.run(&format!("access revoke {}", gone.name)).succeeds();
        is_whole(&database);
        database.sql(&format!("create role {}", gone.name));
    }
}

fn migrating(database: &Database) -> Child {
    let mut command = database.call(["migrate"]).command();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_run_that_is_killed_midway_leaves_the_schema_as_it_was() {
    for (migrations, data) in DATA {
        let database = older(migrations, data);
        let mut holding = database.connect();
        // The newest migration makes a table of this name: everything before it is done by then, and waits.
        holding.batch_execute("begin; create table public.seal ()").unwrap();
        let mut killed = migrating(&database);
        let waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        until("the newest migration waits", || !database.sql(waits).is_empty());
        killed.kill().unwrap();
        killed.wait().unwrap();
        holding.batch_execute("rollback").unwrap();
        let have = migrations as i32;
        let want = MIGRATIONS.len() as i32;
        assert_eq!(state(&mut database.connect(), MIGRATIONS), Ok(SchemaState::Older { have, want }));
        database.run("migrate").succeeds();
        is_whole(&database);
    }
}

/// At moments spread over the time that a run takes; `make endurance` tries many more of them.
#[test]
fn endurance_of_runs_that_are_killed_at_any_moment() {
    let rounds = 6 * crate::support::times();
    let (mut before, mut after) = (0, 0);
    for round in 0..rounds {
        let (migrations, data) = DATA[round as usize % DATA.len()];
        let database = older(migrations, data);
        let mut killed = migrating(&database);
        let (never, wait) = mpsc::channel::<()>();
        let _ = wait.recv_timeout(Duration::from_micros(120_000 * round / rounds));
        drop(never);
        killed.kill().unwrap();
        killed.wait().unwrap();
        match state(&mut database.connect(), MIGRATIONS) {
            Ok(SchemaState::Older { .. }) => before += 1,
            Ok(SchemaState::Current) => after += 1,
            other => panic!("{other:?}"),
        }
        database.run("migrate").succeeds();
        is_whole(&database);
    }
    tried(rounds, &format!("runs killed: {before} left the schema as it was, {after} had brought it up to date"));
}

#[test]
fn a_newer_database_is_left_alone() {
    let database = crate::support::database();
    database.sql("insert into provost_migration (number, name, checksum) values (999, 'later', '')");
    for line in
        ["migrate", "status", "plan", "site add attic", "declaration web1", "ack web1 1", "status --verify", "access"]
    {
        let ran = database.run(line).exits(1);
        assert!(ran.stderr.contains("999"), "{}", ran.whole());
    }
}

#[test]
fn a_dump_is_restored_whole() {
    let (_, data) = DATA[DATA.len() - 1];
    let database = older(DATA.len(), data);
    database.run("migrate").succeeds();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    agent.run("ack web1 3 --failed 'no space'").succeeds();
    let restored = Database::empty();
    for format in ["plain", "custom"] {
        let file = database.work().join(format!("mesh.{format}"));
        let run = |command: &mut Command| {
            let ran = command.output().unwrap();
            assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
        };
        let of = |program: &str| Command::new(binaries().join(program));
        run(of("pg_dump").args(["-F", format, "-f"]).arg(&file).arg(database.url()));
        restored.sql("drop schema public cascade; create schema public");
        match format {
            "plain" => run(of("psql").args(["-q", "-X", "-v", "ON_ERROR_STOP=1", "-f"]).arg(&file).arg(restored.url())),
            _ => run(of("pg_restore").args(["--exit-on-error", "-d"]).arg(restored.url()).arg(&file)),
        }
        restored.run("status --verify").succeeds();
        assert_eq!(restored.run("export").stdout, database.run("export").stdout);
        assert_eq!(
            restored.run("log --limit 0 --output json").stdout,
            database.run("log --limit 0 --output json").stdout
        );
        let verified = |database: &Database| database.run("status --verify --output json").succeeds().json();
        assert_eq!(verified(&restored), verified(&database));
        // The machine's login is in it.
        let there = restored.call(["declaration", "web1", "--output", "json"]);
        let there = there.env("PROVOST_DATABASE", restored.url_as(&agent.name)).run().succeeds().json();
        assert_eq!(there["generation"], 3);
    }
    is_whole(&restored);
    restored.sql(&format!("drop owned by {}", agent.name));
}
