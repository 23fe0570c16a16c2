//! Names that lie in wait: before PostgreSQL's own functions and operators, and the mesh's tables, stand others, in the
//! search path of everybody. Every command says what it says without them.

use super::{Role, home};
use crate::support::Database;

/// Types that our statements have to do with.
const TYPES: &str = "'bool', 'bytea', 'char', 'name', 'int8', 'int2', 'int4', 'text', 'oid', 'json', 'jsonb', 'xid', \
    'timestamptz', 'interval', 'numeric', 'float8', 'uuid', 'regclass', 'regnamespace', 'varchar', '_text', '_int4', \
    '_uuid', '_name', 'tid', 'any', 'anyelement', 'anyarray', 'anynonarray', 'anycompatible', 'anycompatiblearray', \
    'record'";

/// A function for each of PostgreSQL's own that takes nothing else, and an operator for each of its own: all of them fail.
const TRAPS: &str = "
do $$
declare
    one record;
begin
    create schema trap;
    grant usage on schema trap to public;
    for one in
        select distinct p.proname, array_to_string(array(
            select case t.typname when 'any' then 'anyelement' else format_type(t.oid, null) end
            from unnest(p.proargtypes) with ordinality as a(type, place) join pg_type as t on t.oid = a.type
            order by a.place), ', ') as arguments
        from pg_proc as p
        where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind in ('f', 'a', 'w') and p.provariadic = 0
            and not exists (select from unnest(p.proargtypes) as a(type) join pg_type as t on t.oid = a.type
                where t.typname not in (TYPES))
    loop
        begin
            execute format('create function trap.%I(%s) returns bool language plpgsql as
                ''begin raise exception ''''trapped: %s''''; end''', one.proname, one.arguments, one.proname);
        exception when invalid_function_definition or duplicate_function then null;
        end;
    end loop;
    for one in
        select o.oprname, format_type(nullif(o.oprleft, 0), null) as l, format_type(o.oprright, null) as r
        from pg_operator as o where o.oprnamespace = 'pg_catalog'::regnamespace
            and coalesce((select typname from pg_type where oid = o.oprleft), 'text') in (TYPES)
            and (select typname from pg_type where oid = o.oprright) in (TYPES)
    loop
        begin
            if one.l is null then
                execute format('create function trap.op_%s(%s) returns bool language plpgsql as
                    ''begin raise exception ''''trapped: an operator''''; end''', md5(one.oprname), one.r);
                execute format('create operator trap.%s (function = trap.op_%s, rightarg = %s)', one.oprname,
                    md5(one.oprname), one.r);
            else
                execute format('create function trap.op_%s(%s, %s) returns bool language plpgsql as
                    ''begin raise exception ''''trapped: an operator''''; end''', md5(one.oprname), one.l, one.r);
                execute format('create operator trap.%s (function = trap.op_%s, leftarg = %s, rightarg = %s)',
                    one.oprname, md5(one.oprname), one.l, one.r);
            end if;
        exception when invalid_function_definition or duplicate_function then null;
        end;
    end loop;
    for one in select relname from pg_class where relkind in ('r', 'v')
        and relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace)
    loop
        execute format('create view trap.%I as select 1 as trapped', one.relname);
    end loop;
end
$$";

/// Lays the traps in a database, for whoever connects to it from now on.
fn trapped(database: &Database) {
    database.sql(&TRAPS.replace("TYPES", TYPES));
    let name = &database.sql("select current_database()")[0][0];
    let laid = database.sql(
        "select count(*) > 1000, (select count(*) > 200 from pg_operator where oprnamespace = 'trap'::regnamespace), \
         (select count(*) > 100 from pg_class where relnamespace = 'trap'::regnamespace) \
         from pg_proc where pronamespace = 'trap'::regnamespace",
    );
    assert_eq!(laid, [["t", "t", "t"]]);
    database.sql(&format!(r#"alter database "{name}" set search_path = trap, pg_catalog, public"#));
    // The traps are live: plain SQL falls into them.
    let fallen = database.connect().simple_query("select lower('A')").unwrap_err();
    assert!(fallen.as_db_error().unwrap().message().starts_with("trapped"), "{fallen:?}");
}

const LINES: &[&str] = &[
    "migrate",
    "migrate --status",
    "status --verify",
    "plan --all --diff",
    "why web1 database",
    "why web1 shell",
    "claims",
    "pins",
    "graph",
    "node list",
    "module list",
    "module show webapp",
    "site list",
    "declaration web1",
    "assign web1 zsh --dry-run",
    "assign web1 zsh",
    "pin web1 database db1",
    "unassign web1 zsh",
    "batch -e 'site add loft' -e 'node add pi --site loft --fact a=1' -e 'assign pi zsh'",
    "hold pi --message x",
    "module register fish.json",
    "assign db1 fish",
    "push",
    "ack web1 2",
    "ack pi 2 --failed x",
    "ack web1 1 --failed no",
    "release pi",
    "node rename pi tau",
    "site rename loft shed",
    "move db1 tau postgres",
    "node set tau --fact b=2",
    "push --message again",
    "node remove tau",
    "module remove fish",
    "assign web1 nothing",
    "plan",
    "export",
    "status --verify --output json",
    "push --expect 00",
    "access reader x",
];

#[test]
fn every_command_says_what_it_says_without_them() {
    let plain = home();
    let caught = plain.copy();
    trapped(&caught);
    plain.write(
        "fish.json",
        r#"{"name": "fish", "provides": ["shell"], "resources": [{"id": "a", "type": "file", "path": "/a"}]}"#,
    );
    let mut wrong = Vec::new();
    for line in LINES {
        let [expected, found] = [&plain, &caught].map(|database| database.run(line));
        let kept = |ran: &crate::support::Ran| {
            let whole = ran.whole();
            // Ids of the nodes that are added, times, and links of changes with those in them.
            let lines = whole.lines().filter(|line| !line.contains("newest link") && !line.contains("\"link\""));
            let lines = lines.map(|line| line.split("\"id\": \"").next().unwrap_or_default().to_owned());
            lines.collect::<Vec<_>>()
        };
        let times =
            |lines: Vec<String>| lines.into_iter().filter(|line| !line.contains(" was pinned at ")).collect::<Vec<_>>();
        if (expected.code, times(kept(&expected))) != (found.code, times(kept(&found))) {
            wrong.push(format!("{}\n{}", expected.whole(), found.whole()));
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
}

#[test]
fn a_machine_a_grant_and_a_wait_do_not_meet_them_either() {
    let database = home();
    let agent = Role::new(&database, "agent");
    trapped(&database);
    database.run(&format!("access grant node {} --node web1", agent.name)).succeeds();
    agent.run("declaration web1").succeeds();
    agent.run("ack web1 1").succeeds();
    let mut following = super::following::Following::of(&agent.call("declaration web1 --follow --after 0"));
    assert_eq!(following.generation(), 1);
    database.run("node set web1 --fact step=1").succeeds();
    database.run("push").succeeds();
    assert_eq!(following.generation(), 2);
    database.run("access").succeeds();
    // Who holds the mesh is asked for outside of the transaction that waited.
    let mut holding = database.connect();
    holding.batch_execute("begin; insert into public.site values ('held')").unwrap();
    let waited = database.run("site add attic2 --lock-timeout 0.1").exits(1);
    assert!(waited.stderr.contains("insert into public.site values ('held')"), "{}", waited.whole());
    drop(holding);
    database.run(&format!("access revoke {}", agent.name)).succeeds();
}

#[test]
fn a_schema_is_made_and_brought_up_to_date_among_them() {
    let database = Database::empty();
    trapped(&database);
    database.run("migrate").succeeds();
    database.run("status --verify").succeeds();
    for older in super::older::all() {
        trapped(&older);
        older.run("migrate").succeeds();
        super::older::is_whole(&older);
    }
}
