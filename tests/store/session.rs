//! Sessions: one at a time changes, nobody reads half of it, and nothing in the way of a name is met.

use std::{sync::mpsc, thread, time::Duration};

use postgres::{Client, Config, NoTls};
use provost::model::{Edit, FactName, NodeName, Scalar};
use provost::report::failure::Worded;
use provost::store::{
    Access, Denied, Doing, Session, StoreError, access::Rights, edits, migrate::SchemaState, snapshot::load,
};

use super::support::{CHANGE, add_node, add_site, change, empty_mesh, loaded};
use crate::support::{Database, until};

const AT_ONCE: Access = Access::Change { lock_timeout: Duration::from_millis(1) };

fn as_role(database: &Database, role: &str) -> Client {
    let mut config: Config = database.url().parse().unwrap();
    config.user(role).connect(NoTls).unwrap()
}

/// A role of this test alone: roles belong to the whole server.
fn role(database: &Database, what: &str) -> String {
    let name = format!("{what} \"{}", database.sql("select current_database()")[0][0]);
    database.sql(&format!("create role {} login", quoted(&name)));
    name
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn drop_role(database: &Database, role: &str) {
    database.sql(&format!("drop owned by {0}; drop role {0}", quoted(role)));
}

#[test]
fn a_change_sees_what_the_one_before_it_committed() {
    let database = empty_mesh();
    let (mut first, mut second) = (database.connect(), database.connect());
    let mut holding = Session::begin(&mut first, CHANGE).unwrap();
    edits::write(&mut holding, &[add_site("attic")], |_| ()).unwrap();
    let (begins, begun) = mpsc::channel();
    let waiting = thread::spawn(move || {
        begins.send(()).unwrap();
        let mut session = Session::begin(&mut second, CHANGE).unwrap();
        load(&mut session).unwrap().mesh.sites().count()
    });
    begun.recv().unwrap();
    let waits = "select 1 from pg_locks where not granted and database = \
                 (select oid from pg_database where datname = current_database())";
    while database.sql(waits).is_empty() {
        thread::yield_now();
    }
    holding.commit().unwrap();
    assert_eq!(waiting.join().unwrap(), 1);
}

#[test]
fn readers_wait_for_nobody_and_see_one_state() {
    let database = empty_mesh();
    let (mut first, mut second) = (database.connect(), database.connect());
    let mut reading = Session::begin(&mut first, Access::Read).unwrap();
    assert_eq!(load(&mut reading).unwrap().mesh.sites().count(), 0);
    let mut changing = Session::begin(&mut second, CHANGE).unwrap();
    edits::write(&mut changing, &[add_site("attic")], |_| ()).unwrap();
    assert_eq!(load(&mut reading).unwrap().mesh.sites().count(), 0);
    changing.commit().unwrap();
    assert_eq!(load(&mut reading).unwrap().mesh.sites().count(), 0);
    drop(reading);
    assert_eq!(loaded(&mut first).mesh.sites().count(), 1);
}

#[test]
fn what_is_not_committed_is_taken_back() {
    let database = empty_mesh();
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    edits::write(&mut session, &[add_site("attic")], |_| ()).unwrap();
    drop(session);
    assert_eq!(loaded(&mut client).mesh.sites().count(), 0);
}

#[test]
fn nothing_outlives_a_session() {
    let database = empty_mesh();
    let mut client = database.connect();
    change(&mut client, &[add_site("attic")]).unwrap();
    loaded(&mut client);
    let left = "select current_setting('search_path'), current_setting('jit'), current_setting('lock_timeout'), \
                (select count(*) from pg_prepared_statements)::text, (select count(*) from pg_locks \
                where locktype = 'relation' and pid = pg_backend_pid() and mode like '%Share%Exclusive%')::text";
    let row = client.query_typed(left, &[]).unwrap().remove(0);
    let row: Vec<String> = (0..5).map(|column| row.get(column)).collect();
    assert_eq!(row, ["\"$user\", public", "on", "0", "0", "0"]);
}

#[test]
fn what_the_server_says_is_told_apart() {
    let database = empty_mesh();
    let mut client = database.connect();
    let web = super::support::register(&mut client, r#"{"name": "web"}"#);
    let Edit::Register { module, after, .. } = &web else { unreachable!() };
    let remove = Edit::RemoveModule { module: module.clone(), before: after.digest };
    change(&mut client, &[web.clone(), add_node("a", None), super::support::assign("a", "web")]).unwrap();
    let mut refused = |edit: Edit| change(&mut client, &[edit]).unwrap_err();
    assert!(
        matches!(refused(remove), StoreError::Violates { constraint, .. } if constraint == "assignment_module_fkey")
    );
    assert!(matches!(refused(add_node("a", None)), StoreError::Violates { .. }));
    let fact = |value: &str| Edit::Fact {
        node: NodeName::stored("a"),
        fact: FactName::stored("f"),
        before: None,
        after: Some(Scalar::Text(value.to_owned()).into()),
    };
    assert!(matches!(refused(fact("\0")), StoreError::Value { .. }));
    client.batch_execute("set statement_timeout = 1").unwrap();
    let mut session = Session::begin(&mut client, CHANGE);
    let cancelled = session.as_mut().map(|session| {
        let many: Vec<Edit> = (0..20_000).map(|number| add_site(&format!("site{number}"))).collect();
        edits::write(session, &many, |_| ())
    });
    // Where even the beginning took longer, that was cancelled.
    let error = match cancelled {
        Ok(written) => written.unwrap_err(),
        Err(error) => error.clone(),
    };
    assert!(matches!(error, StoreError::Cancelled { .. }), "{error:?}");
}

#[test]
fn who_holds_the_mesh_is_named() {
    let database = empty_mesh();
    let (mut client, mut second) = (database.connect(), database.connect());
    client
        .batch_execute("set application_name = 'night shift'; begin; insert into public.site values ('attic')")
        .unwrap();
    let process: i32 = client.query_one("select pg_backend_pid()", &[]).unwrap().get(0);
    let error = Session::begin(&mut second, AT_ONCE).err().unwrap();
    let StoreError::Locked { waited, holders } = &error else { panic!("{error:?}") };
    assert_eq!(*waited, Duration::from_millis(1));
    let [holder] = &holders[..] else { panic!("{holders:?}") };
    assert_eq!(holder.process, Some(process));
    assert_eq!((holder.application.as_str(), holder.role.as_str()), ("night shift", "provost"));
    assert_eq!(holder.statement, "select pg_backend_pid()");
    let since = holder.since.unwrap();
    assert_eq!(
        error.message(),
        format!(
            "the mesh was being changed for longer than the 0.001 s that were waited, by provost with night shift \
             (process {process}, since {since}, last: select pg_backend_pid())"
        )
    );
    client.batch_execute("rollback").unwrap();
    Session::begin(&mut second, AT_ONCE).unwrap().commit().unwrap();
}

/// Whoever writes several tables, in whatever order, is never in a ring with an operator.
#[test]
fn who_writes_plain_sql_never_waits_for_who_waits_for_them() {
    let database = empty_mesh();
    let (mut writer, mut looking) = (database.connect(), database.connect());
    for (first, then) in [
        ("public.hold", "insert into public.site values ('attic')"),
        ("public.node", "insert into public.site values ('cellar')"),
        ("public.site", "insert into public.node (name) values ('laptop')"),
    ] {
        // In a ring, the writer would be who is turned away.
        writer.batch_execute("set deadlock_timeout = '1ms'; begin").unwrap();
        writer.batch_execute(&format!("lock table {first} in row exclusive mode")).unwrap();
        thread::scope(|scope| {
            let operator = scope.spawn(|| {
                let mut client = database.connect();
                Session::begin(&mut client, CHANGE).unwrap().commit().unwrap();
            });
            let waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
            until("the operator waits", || !looking.query(waits, &[]).unwrap().is_empty());
            writer.batch_execute(then).unwrap();
            writer.batch_execute("commit").unwrap();
            operator.join().unwrap();
        });
    }
}

/// One after the other, in the order in which they came, whoever writes beside them.
#[test]
fn operators_queue() {
    let database = empty_mesh();
    let mut writer = database.connect();
    writer.batch_execute("begin; insert into public.site values ('attic')").unwrap();
    let (said, heard) = mpsc::channel();
    let mut looking = database.connect();
    thread::scope(|scope| {
        for operator in 0..4 {
            let (said, database) = (said.clone(), &database);
            scope.spawn(move || {
                let mut client = database.connect();
                let session = Session::begin(&mut client, CHANGE).unwrap();
                said.send(operator).unwrap();
                session.commit().unwrap();
            });
            let waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
            until("it waits", || looking.query(waits, &[]).unwrap().len() == operator + 1);
        }
        writer.batch_execute("commit").unwrap();
    });
    drop(said);
    assert_eq!(heard.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn a_database_without_the_schema_or_with_another_is_told() {
    let database = Database::empty();
    let mut client = database.connect();
    for access in [Access::Read, CHANGE] {
        let error = Session::begin(&mut client, access).err().unwrap();
        assert_eq!(error, StoreError::Schema(SchemaState::Absent));
    }
    let database = empty_mesh();
    database.sql("insert into provost_migration (number, name, checksum) values (999, 'later', '')");
    let error = Session::begin(&mut database.connect(), CHANGE).err().unwrap();
    assert!(matches!(error, StoreError::Schema(SchemaState::Newer { have: 999, .. })), "{error:?}");
}

#[test]
fn a_session_that_only_reads_changes_nothing() {
    let database = empty_mesh();
    let mut client = database.connect();
    client.batch_execute("set default_transaction_read_only = on").unwrap();
    assert_eq!(Session::begin(&mut client, CHANGE).err(), Some(StoreError::ReadOnly));
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    assert_eq!(edits::write(&mut session, &[add_site("attic")], |_| ()), Err(StoreError::ReadOnly));
}

#[test]
fn a_lost_connection_is_told_before_and_at_the_commit() {
    let database = empty_mesh();
    let mut client = database.connect();
    let process: i32 = client.query_one("select pg_backend_pid()", &[]).unwrap().get(0);
    let gone = format!("select pg_terminate_backend({process}, 10000)");
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    assert_eq!(database.sql(&gone), [["t"]]);
    let lost = edits::write(&mut session, &[add_site("attic")], |_| ()).unwrap_err();
    assert!(matches!(lost, StoreError::Lost { .. }), "{lost:?}");
    drop(session);

    let mut client = database.connect();
    let process: i32 = client.query_one("select pg_backend_pid()", &[]).unwrap().get(0);
    let gone = format!("select pg_terminate_backend({process}, 10000)");
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    edits::write(&mut session, &[add_site("attic")], |_| ()).unwrap();
    assert_eq!(database.sql(&gone), [["t"]]);
    let unknown = session.commit().unwrap_err();
    assert!(matches!(unknown, StoreError::Unknown { .. }), "{unknown:?}");
    assert_eq!(database.sql("select count(*) from site"), [["0"]]);
}

#[test]
fn nothing_in_the_way_of_a_name_is_met() {
    let database = empty_mesh();
    // Tables, functions and operators that lie in wait before PostgreSQL's own and the mesh's.
    database.sql(
        "create schema trap; create table trap.node (like public.node); create table trap.site (name text); \
         create table trap.module (x int)",
    );
    let trap = |signature: &str, returns: &str| {
        database.sql(&format!(
            "create function trap.{signature} returns {returns} language plpgsql as $$ begin raise exception 'trapped'; end $$"
        ));
    };
    for (signature, returns) in [
        ("sha256(bytea)", "bytea"),
        ("convert_to(text, name)", "bytea"),
        ("jsonb_typeof(jsonb)", "text"),
        ("clock_timestamp()", "timestamptz"),
        ("now()", "timestamptz"),
        ("char_length(text)", "int"),
        ("arrow(jsonb, text)", "jsonb"),
        ("minus(jsonb, text)", "jsonb"),
        ("equal(text, text)", "bool"),
        ("unequal(text, text)", "bool"),
        ("same_id(uuid, uuid)", "bool"),
    ] {
        trap(signature, returns);
    }
    database.sql(
        "create operator trap.-> (function = trap.arrow, leftarg = jsonb, rightarg = text);
         create operator trap.- (function = trap.minus, leftarg = jsonb, rightarg = text);
         create operator trap.= (function = trap.equal, leftarg = text, rightarg = text);
         create operator trap.= (function = trap.same_id, leftarg = uuid, rightarg = uuid);
         create operator trap.<> (function = trap.unequal, leftarg = text, rightarg = text)",
    );
    let mut client = database.connect();
    client
        .batch_execute("set search_path = trap, pg_catalog, public; create temp table node (like public.node)")
        .unwrap();
    let web = super::support::register(&mut client, r#"{"name": "web", "resources": [{"id": "a", "type": "x"}]}"#);
    let steps = [add_site("attic"), web, add_node("a", Some("attic")), super::support::assign("a", "web")];
    change(&mut client, &steps).unwrap();
    assert_eq!(loaded(&mut client).mesh.size(), 1);
    // Plain SQL from such a session meets its own traps, and not those in the schema's own code.
    let plain = "insert into public.module (name, manifest) values ('b', '{\"name\": \"b\", \"resources\": []}')";
    client.batch_execute(plain).unwrap();
    assert_eq!(database.sql("select count(*) from public.module"), [["2"]]);
}

#[test]
fn a_role_without_rights_is_told_which() {
    let database = empty_mesh();
    let nobody = role(&database, "nobody");
    let mut client = as_role(&database, &nobody);
    let error = Session::begin(&mut client, Access::Read).err().unwrap();
    let why = Denied::Said("permission denied for table provost_migration".to_owned());
    assert_eq!(
        error,
        StoreError::Forbidden { role: nobody.clone(), doing: Doing::LookingAtSchema, why, needs: Some(Rights::Read) }
    );
    database.sql(&Rights::Read.grants(&nobody));
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    load(&mut session).unwrap();
    assert_eq!(Rights::Read.lacking(&mut session, &nobody).unwrap(), []);
    assert_eq!(Rights::Change.lacking(&mut session, &nobody).unwrap().len(), 26);
    drop(session);
    let error = Session::begin(&mut client, CHANGE).err().unwrap();
    assert_eq!(
        error,
        StoreError::Forbidden {
            role: nobody.clone(),
            doing: Doing::Beginning,
            why: Denied::Said("permission denied for table queue".to_owned()),
            needs: Some(Rights::Change),
        }
    );
    drop(client);
    drop_role(&database, &nobody);
}

#[test]
fn the_rights_that_are_told_suffice() {
    let database = empty_mesh();
    let operator = role(&database, "operator");
    database.sql(&Rights::Change.grants(&operator));
    let mut client = as_role(&database, &operator);
    let web = super::support::register(&mut client, r#"{"name": "web"}"#);
    change(&mut client, &[web, add_node("a", None), super::support::assign("a", "web")]).unwrap();
    super::history::push_all(&mut client);
    assert_eq!(database.sql("select count(*) from last_declaration"), [["1"]]);
    drop(client);
    drop_role(&database, &operator);
}
