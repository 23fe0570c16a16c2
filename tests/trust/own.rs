//! A machine's login with plain SQL, and with malice: it sees its own rows and nothing else, whatever it tries.

use postgres::{Client, SimpleQueryMessage, error::SqlState};

use super::{Role, home};
use crate::support::Database;

/// What plain SQL got: the rows as text, or the SQLSTATE.
fn tries(client: &mut Client, statement: &str) -> Result<Vec<String>, String> {
    let said = client.simple_query(statement);
    let rows = said.map_err(|error| error.code().map(SqlState::code).unwrap_or_default().to_owned())?;
    let text = |message: &SimpleQueryMessage| {
        let SimpleQueryMessage::Row(row) = message else { return None };
        Some((0..row.len()).map(|at| row.get(at).unwrap_or("-")).collect::<Vec<_>>().join(" "))
    };
    Ok(rows.iter().filter_map(text).collect())
}

fn refused(client: &mut Client, statement: &str) {
    assert_eq!(tries(client, statement), Err("42501".to_owned()), "{statement}");
    tries(client, "rollback").unwrap();
}

fn id(database: &Database, node: &str) -> String {
    database.sql(&format!("select id from node where name = '{node}'"))[0][0].clone()
}

#[test]
fn every_table_of_the_mesh_is_closed_to_it() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let mut client = agent.connect();
    let tables = database.sql(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' \
         and relname <> 'provost_migration' order by relname",
    );
    assert!(tables.len() > 12, "{tables:?}");
    for table in tables.iter().map(|row| &row[0]) {
        refused(&mut client, &format!("select from public.{table}"));
        refused(&mut client, &format!("copy public.{table} to stdout"));
        refused(&mut client, &format!("delete from public.{table}"));
        refused(&mut client, &format!("truncate public.{table}"));
        refused(&mut client, &format!("insert into public.{table} default values"));
        refused(&mut client, &format!("begin; lock table public.{table} in access share mode"));
        refused(&mut client, &format!("alter table public.{table} disable trigger all"));
        refused(
            &mut client,
            &format!("create trigger t after insert on public.{table} execute function public.keep_history()"),
        );
    }
    for view in ["own_login", "own_declaration", "own_manifest", "own_acknowledgement"] {
        refused(&mut client, &format!("delete from public.{view}"));
        refused(&mut client, &format!("create or replace view public.{view} as select 1"));
        refused(&mut client, &format!("alter view public.{view} set (security_barrier = false)"));
        refused(&mut client, &format!("begin; lock table public.{view} in share mode"));
    }
    refused(&mut client, "update public.own_acknowledgement set failure = null");
    refused(&mut client, "update public.own_declaration set name = 'x'");
    refused(&mut client, "insert into public.own_login (node) select node from public.own_login");
    refused(&mut client, "update public.provost_migration set number = 0");
    refused(&mut client, "create table public.x ()");
    refused(&mut client, "create function public.sha256(text) returns text language sql return 'x'");
    refused(
        &mut client,
        "create temp table t (node uuid, generation int8, at timestamptz, failure text, id int8); \
        create trigger t after insert on t referencing new table as told for each statement \
        execute function public.keep_last_acknowledgement()",
    );
}

#[test]
fn its_views_show_its_own_rows_alone() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let (web1, db1) = (id(&database, "web1"), id(&database, "db1"));
    let _other = Role::granted(&database, "other", "node", "--node db1");
    database.run("ack db1 1 --failed 'a secret of db1'").succeeds();
    let mut client = agent.connect();
    let mut sees = |statement: &str| tries(&mut client, statement).unwrap();
    assert_eq!(sees("select * from public.own_login"), [format!("{web1} web1 f")]);
    assert_eq!(sees("select node, generation, name from public.own_declaration"), [format!("{web1} 1 web1")]);
    assert_eq!(sees("select manifest ->> 'name' from public.own_manifest"), ["webapp"]);
    assert_eq!(sees("select * from public.own_acknowledgement"), [""; 0]);
    for condition in [format!("node = '{db1}'"), format!("node <> '{web1}'"), "name = 'db1'".to_owned()] {
        assert_eq!(sees(&format!("select * from public.own_declaration where {condition}")), [""; 0]);
    }
    // A condition that tells what it is tried on is tried on its own rows alone, however the rows are come by: it costs
    // next to nothing, so that it would be tried before what shuts the others out.
    sees(
        "create function pg_temp.leak(anything text) returns bool language plpgsql cost 0.0000001 as \
         $$ begin if anything !~ 'web' then raise exception 'leaked %', anything; end if; return true; end $$; \
         create operator pg_temp.<<< (function = pg_temp.leak, rightarg = text); \
         set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off",
    );
    for (view, column) in [("own_declaration", "name"), ("own_manifest", "manifest::text"), ("own_login", "name")] {
        for condition in [format!("pg_temp.leak({column})"), format!("operator(pg_temp.<<<) ({column})")] {
            let statement = format!("select * from public.{view} where {condition}");
            let said = client.simple_query(&statement).map(drop);
            assert!(said.is_ok(), "{statement}: {:?}", said.map_err(|error| error.to_string()));
        }
    }
    let failing = "select * from public.own_declaration where 1 / (generation - generation + (name = 'web1')::int) = 1";
    assert!(tries(&mut client, failing).is_ok(), "divided by zero on a row that is not its own");
}

#[test]
fn it_becomes_nobody_else() {
    let database = home();
    let (agent, other) = (
        Role::granted(&database, "agent", "node", "--node web1"),
        Role::granted(&database, "other", "node", "--node db1"),
    );
    let mut client = agent.connect();
    for statement in [
        format!("set role {}", other.name),
        format!("set session authorization {}", other.name),
        "set role provost".to_owned(),
        "set session authorization provost".to_owned(),
        format!("alter role {} rename to x", other.name),
        format!("drop role {}", other.name),
        format!("grant {} to {}", other.name, agent.name),
        "set session_replication_role = replica".to_owned(),
        "create role x".to_owned(),
        "alter system set fsync = off".to_owned(),
        "copy (select 1) to program 'true'".to_owned(),
        "select pg_read_file('/etc/hosts')".to_owned(),
    ] {
        refused(&mut client, &statement);
    }
    // Whatever it sets for itself, the views ask for the role that it is.
    database.sql("create schema trap; grant usage on schema trap to public");
    database.sql(&format!("grant create on schema trap to {}", agent.name));
    tries(
        &mut client,
        "create function trap.session_user() returns name language sql return 'provost'; \
         create table trap.node_login (role text, node uuid); create table trap.declaration (node uuid); \
         create function trap.equal(text, text) returns bool language sql return true; \
         create function trap.same(uuid, uuid) returns bool language sql return true; \
         create operator trap.= (function = trap.equal, leftarg = text, rightarg = text); \
         create operator trap.= (function = trap.same, leftarg = uuid, rightarg = uuid); \
         set search_path = trap, pg_temp, pg_catalog, public; set row_security = off",
    )
    .unwrap();
    assert_eq!(tries(&mut client, "select name from public.own_declaration").unwrap(), ["web1"]);
    assert_eq!(tries(&mut client, "select name from public.own_login").unwrap(), ["web1"]);
    let own = id(&database, "db1");
    refused_by(
        &mut client,
        &format!("insert into public.own_acknowledgement (node, generation) values ('{own}', 1)"),
        "44000",
    );
    tries(&mut client, "reset all").unwrap();
    drop(client);
    database.sql("drop schema trap cascade");
}

fn refused_by(client: &mut Client, statement: &str, code: &str) {
    assert_eq!(tries(client, statement), Err(code.to_owned()), "{statement}");
}

#[test]
fn it_acknowledges_for_itself_alone_and_what_it_was_told() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let (web1, db1) = (id(&database, "web1"), id(&database, "db1"));
    let mut client = agent.connect();
    let insert = |node: &str, generation: i64| {
        format!("insert into public.own_acknowledgement (node, generation) values ('{node}', {generation})")
    };
    refused_by(&mut client, &insert(&db1, 1), "44000");
    // Neither does the error tell whether that node was told so.
    refused_by(&mut client, &insert(&db1, 9), "44000");
    refused_by(&mut client, &insert(&web1, 9), "23503");
    refused_by(&mut client, "insert into public.own_acknowledgement (generation) values (1)", "23502");
    let long = "insert into public.own_acknowledgement (node, generation, failure) \
                select node, 1, repeat('x', 4001) from public.own_login";
    refused_by(&mut client, long, "23514");
    // What everybody's plan would stumble over.
    for at in ["infinity", "-infinity", "294276-12-31", "4713-01-01 BC"] {
        let late = format!(
            "insert into public.own_acknowledgement (node, generation, at) select node, 1, '{at}' from public.own_login"
        );
        refused_by(&mut client, &late, "23514");
    }
    tries(&mut client, &insert(&web1, 1)).unwrap();
    assert_eq!(
        database.sql("select node, generation, db_user from acknowledgement"),
        [[web1, "1".to_owned(), agent.name.clone()]]
    );
    assert_eq!(database.sql("select count(*) from last_acknowledgement"), [["1"]]);
    database.run("status --verify").succeeds();
}

#[test]
fn what_it_holds_open_stops_neither_a_change_nor_a_push() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let mut client = agent.connect();
    tries(
        &mut client,
        "begin; select * from public.own_declaration; \
         insert into public.own_acknowledgement (node, generation) select node, 1 from public.own_login; \
         lock table public.own_acknowledgement in row exclusive mode; \
         select pg_advisory_lock(key) from unnest(array[x'70726f766f7374'::int8, 0, 1]) as key; listen provost_push",
    )
    .unwrap();
    for line in ["assign db1 zsh", "push", "ack db1 2", "status", "node rename web1 web9", "node remove web9", "push"] {
        database.run(&format!("{line} --lock-timeout 20")).succeeds();
    }
    tries(&mut client, "rollback").unwrap();
}
