//! `provost status --verify`: each promise is broken on purpose, and told.

use provost::store::{Access, Session, verify::schema_lines};
use snapbox::{file, prelude::*, str};

use super::{Role, home};
use crate::support::Database;

/// A mesh in which every promise has something to be about.
fn full() -> Database {
    let database = home();
    for line in ["pin web1 database db1", "hold db1 --message x", "node set web1 --fact a=1", "push", "ack web1 2"] {
        database.run(line).succeeds();
    }
    database
}

/// By the owner of the tables, with everything switched off that would stand in the way.
const UNWATCHED: &str = "set session_replication_role = replica; ";

#[test]
fn what_holds_is_said() {
    let database = full();
    let shown = database.run("status --verify").succeeds();
    let link = shown.stdout.lines().rev().nth(2).unwrap().to_owned();
    assert!(link.starts_with("the record's newest link is "), "{link}");
    shown.shows(str![[r#"
$ provost status --verify
holds   [..] parts of the schema
holds    15 references
holds     3 manifests of the catalogue
holds     3 manifests that were declared
holds     2 generations
holds     2 pushes with what they declared
holds     3 digests of declarations
holds     2 newest declarations
holds     1 newest acknowledgements
holds     4 changes of the record
holds     2 nodes of the mesh
the record's newest link is [..]
the newest push's is [..]
the database keeps what it promises
--- exit 0

"#]]);
    let verified = database.run("status --verify --output json").succeeds().json();
    assert_eq!(verified["holds"], true);
    assert_eq!(database.run("status --verify --output json").json(), verified);
    // A mesh of nothing promises as much.
    crate::support::database().run("status --verify").succeeds();
}

#[test]
fn each_promise_that_is_broken_is_named() {
    let full = full();
    let agent = Role::granted(&full, "agent", "node", "--node web1");
    let all = [
        ("schema", "alter table assignment drop constraint assignment_node_fkey"),
        ("schema", "alter table change disable trigger keep_history"),
        ("schema", "alter table node alter column facts drop not null"),
        ("schema", "alter view own_declaration set (security_barrier = false)"),
        ("schema", "alter function keep_last_acknowledgement() reset search_path"),
        ("schema", "drop trigger link_change on change"),
        ("schema", "drop table queue; create view queue as select"),
        (
            "schema",
            "alter table assignment drop constraint assignment_node_fkey, \
            add constraint assignment_node_fkey foreign key (node) references node on delete restrict",
        ),
        (
            "schema",
            "alter table assignment drop constraint assignment_node_fkey, \
            add constraint assignment_node_fkey foreign key (node) references node on delete cascade not valid",
        ),
        (
            "schema",
            "alter table assignment drop constraint assignment_node_fkey, add constraint \
            assignment_node_fkey foreign key (node) references node on delete cascade deferrable initially deferred",
        ),
        ("schema", "alter table node drop constraint node_facts_check, add constraint node_facts_check check (true)"),
        ("schema", "alter table push add constraint late check (generation < 9)"),
        ("schema", "alter table hold disable trigger all"),
        ("schema", "alter table change enable replica trigger link_change"),
        (
            "schema",
            "drop trigger keep_history on change; create trigger keep_history before delete on change \
            for each statement execute function keep_history()",
        ),
        (
            "schema",
            "create function nothing() returns trigger language plpgsql as 'begin return null; end'; \
            create trigger first before insert on change for each row execute function nothing()",
        ),
        ("schema", "create rule nothing as on insert to acknowledgement do instead nothing"),
        ("schema", "create rule nothing as on insert to own_acknowledgement do instead nothing"),
        (
            "schema",
            "create or replace function keep_history() returns trigger language plpgsql \
            set search_path = pg_catalog, pg_temp as 'begin return null; end'",
        ),
        (
            "schema",
            "create or replace function manifest_digest(manifest jsonb) returns bytea \
            language sql immutable strict parallel safe return sha256('')",
        ),
        ("schema", "alter function manifest_digest(jsonb) volatile"),
        ("schema", "alter function link_change() security definer"),
        ("schema", "alter function keep_last_acknowledgement() security invoker"),
        ("schema", "alter function link_change() set search_path = public"),
        ("schema", "grant execute on function seal_push() to public"),
        ("schema", "alter function seal_push() owner to pg_monitor"),
        ("schema", "alter view own_declaration owner to pg_monitor"),
        ("schema", "alter table seal owner to pg_monitor"),
        ("schema", "create or replace view own_declaration with (security_barrier) as select * from declaration"),
        (
            "schema",
            "create schema other; create table other.declaration (like declaration); \
            create or replace view own_declaration with (security_barrier) as select told.node, told.generation, \
            told.name, told.site, told.modules, told.facts, told.takes, told.digest, told.removed \
            from other.declaration as told where told.node = (select login.node from own_login as login)",
        ),
        ("schema", "alter view own_acknowledgement reset (check_option)"),
        ("schema", "alter table hold alter column who set default 'somebody'"),
        ("schema", "alter table change alter column db_user drop default"),
        ("schema", "alter table provision_pin alter column name type text collate \"POSIX\""),
        ("schema", "alter table change alter column id drop identity"),
        ("schema", "alter table change alter column id set generated by default"),
        ("schema", "alter sequence change_id_seq cycle maxvalue 9"),
        ("schema", "alter table hold add column later text"),
        ("schema", "alter table hold drop column why"),
        ("schema", "drop index change_digest"),
        ("schema", "create unique index one on hold (why)"),
        ("schema", "alter table acknowledgement set unlogged"),
        ("schema", "alter table hold enable row level security"),
        ("schema", "create policy nobody on hold using (false)"),
        ("schema", "create table more () inherits (hold)"),
        ("schema", "drop function change_link(bytea, change) cascade"),
        ("schema", "drop table seal cascade"),
        ("schema", "drop table change cascade"),
        ("schema", "alter table declaration rename column takes to took"),
        ("references", "update node_login set role = 'nobody_at_all'"),
        ("references", "update node_login set role_id = 1"),
        ("references", "update node_login set node = gen_random_uuid()"),
        ("pushes", "update push set message = 'it was not me' where generation = 1"),
        ("pushes", "update push set os_user = 'somebody else' where generation = 1"),
        ("pushes", "update push set db_user = 'somebody else' where generation = 1"),
        ("pushes", "update push set pushed = pushed - interval '1 microsecond' where generation = 1"),
        ("pushes", "update push set digest = sha256('') where generation = 1"),
        ("pushes", "delete from declaration where generation = 1 and name = 'web1'"),
        (
            "pushes",
            "insert into declaration select gen_random_uuid(), 1, name, site, modules, facts, takes, digest, \
            removed from declaration where generation = 1 limit 1",
        ),
        ("pushes", "update declaration set node = gen_random_uuid() where generation = 1 and name = 'web1'"),
        (
            "pushes",
            "insert into declaration (node, generation, name, removed) values (gen_random_uuid(), 1, 'x', true)",
        ),
        ("pushes", "delete from seal where generation = 1"),
        ("pushes", "delete from seal where generation = 2"),
        ("pushes", "update seal set digest = push_digest(2) where generation = 1"),
        (
            "pushes",
            "update push set message = 'x' where generation = 1; \
            update seal set digest = push_digest(1) where generation = 1",
        ),
        // All of it made to fit, but for what came after it.
        (
            "pushes",
            "update push set message = 'x' where generation = 1; \
             update seal set digest = push_digest(1), link = seal_link(null, 1, push_digest(1)) where generation = 1",
        ),
        ("references", "delete from node where name = 'db1'"),
        ("references", "delete from site"),
        ("references", "delete from module where name = 'postgres'"),
        ("references", "delete from push where generation = 2"),
        ("references", "update last_acknowledgement set generation = 9"),
        ("catalogue", "alter table module alter column digest drop expression; update module set digest = sha256('')"),
        ("manifests", "delete from manifest_version where id = 1"),
        (
            "manifests",
            "alter table manifest_version drop constraint manifest_version_has_its_digest; \
             update manifest_version set manifest = manifest || '{\"x\": 1}'",
        ),
        ("generations", "delete from declaration where generation = 1"),
        ("generations", "update push set generation = 5 where generation = 2"),
        ("declarations", "update declaration set facts = '{\"a\": 2}' where generation = 2"),
        ("declarations", "update declaration set site = 'cellar' where generation = 2"),
        ("declarations", "update declaration set name = 'web7' where generation = 2"),
        ("declarations", "update declaration set modules = '{}' where generation = 2"),
        ("declarations", "update declaration set takes = '[]' where generation = 2"),
        ("declarations", "update declaration set takes = '[{}]' where generation = 2"),
        (
            "declarations",
            "update declaration set takes = jsonb_set(takes, '{0,facts}', '{\"load\": 0.7}') where generation = 2",
        ),
        ("declarations", "update declaration set digest = sha256('') where generation = 2"),
        ("last", "update last_declaration set generation = 1"),
        ("last", "delete from last_declaration where name = 'web1'"),
        ("last", "update last_declaration set digest = sha256('')"),
        ("acknowledgements", "update last_acknowledgement set failure = 'x'"),
        ("acknowledgements", "delete from acknowledgement"),
        ("log", "update change set os_user = 'somebody else' where id = 1"),
        ("log", "update change set at = at - interval '1 microsecond' where id = 1"),
        ("log", "update change set edits = '[]', steps = 0 where id = 1"),
        ("log", "delete from change where id = 2"),
        ("log", "insert into change (command, edits, steps, link) values ('x', '[]', 0, sha256(''))"),
        ("log", "update change set digest = sha256('') where id = 2"),
        ("mesh", "update node set name = 'all' || name; update module set manifest = manifest || '{\"provides\": 1}'"),
    ];
    let mut wrong = Vec::new();
    for (promise, statement) in all {
        let database = full.copy();
        database.sql(&format!("{UNWATCHED}{statement}"));
        let verified = database.run("status --verify --output json");
        let told = verified.json();
        let broken = told["promises"].as_array().unwrap().iter();
        let broken: Vec<&str> = broken
            .filter(|promise| promise["broken"] != serde_json::json!([]))
            .filter_map(|promise| promise["promise"].as_str())
            .collect();
        if verified.code != Some(3) || !broken.contains(&promise) {
            wrong.push(format!("{promise}: {statement}: {:?} {broken:?}", verified.code));
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    drop(agent);
}

#[test]
fn what_is_broken_is_told_where_it_is() {
    let database = full();
    database.sql(&format!(
        "{UNWATCHED}update declaration set facts = '{{}}' where generation = 2; \
         update change set message = 'it was not me' where id = 3; delete from site"
    ));
    database.run("status --verify").exits(3).shows(str![[r#"
$ provost status --verify
holds   [..] parts of the schema
BROKEN   15 references
          node web1 is at site attic, which is not there
holds     3 manifests of the catalogue
holds     3 manifests that were declared
holds     2 generations
holds     2 pushes with what they declared
BROKEN    3 digests of declarations
          declaration 2 of web1 is another than was pushed
holds     2 newest declarations
holds     1 newest acknowledgements
BROKEN    4 changes of the record
          change 3 is not as it was recorded, or one before it is missing
holds     2 nodes of the mesh
the record's newest link is [..]
the newest push's is [..]
the database does not keep what it promises: somebody wrote to it by other means than provost
--- exit 3

"#]]);
}

#[test]
fn nothing_is_written_and_a_reader_may_look() {
    let database = full();
    let before = database.run("export").stdout;
    database.sql(
        "alter database current set default_transaction_read_only = on".replace("current", &quoted(&database)).as_str(),
    );
    database.run("status --verify").succeeds();
    assert_eq!(database.run("export").stdout, before);
}

#[test]
fn what_somebody_has_beside_is_theirs() {
    let database = full();
    database.sql(
        "create table own (node uuid references node on delete cascade, module text references module); \
         create view seen as select * from declaration; create index quicker on declaration (name); \
         create statistics two on node, generation from declaration; create publication all_of_it for table change; \
         create function counted() returns bigint language sql stable return (select count(*) from public.node); \
         create materialized view kept as select * from change; alter table change set (autovacuum_enabled = off); \
         comment on table change is 'what happened'; create schema told; create schema login; create sequence own_number",
    );
    database.run("status --verify").succeeds();
}

#[test]
fn a_push_by_plain_sql_is_sealed_as_a_whole() {
    let database = full();
    database.sql("insert into push (generation, digest) values (3, sha256(''))");
    let gone = "insert into declaration (node, generation, name, removed) values (gen_random_uuid(), 3, 'x', true)";
    for statement in [gone, gone] {
        database.sql(statement);
        database.run("status --verify").succeeds();
    }
    assert_eq!(database.sql("select count(*) from seal"), [["4"]]);
    database.sql(&format!(
        "{UNWATCHED}delete from declaration where ctid = (select min(ctid) from declaration where generation = 3)"
    ));
    let verified = database.run("status --verify --output json").exits(3).json();
    let broken = verified["promises"].as_array().unwrap().iter().find(|promise| promise["promise"] == "pushes");
    assert_eq!(
        broken.unwrap()["broken"],
        serde_json::json!(["generation 3, or what it declared, is not as it was pushed"])
    );
}

#[test]
fn each_break_of_the_schema_is_told_in_a_line() {
    let database = full();
    database.sql(
        "alter table assignment drop constraint assignment_node_fkey, \
         add constraint assignment_node_fkey foreign key (node) references node on delete restrict not valid; \
         create rule nothing as on insert to acknowledgement do instead nothing; \
         alter table hold alter column who set default 'somebody', disable trigger all; alter table hold set unlogged; \
         create policy nobody on hold using (false); drop index change_digest; \
         alter function seal_push() owner to pg_monitor; alter table node alter column facts drop not null",
    );
    let shown = database.run("status --verify").exits(3).stdout.clone();
    let told: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("          ")).collect();
    snapbox::assert_data_eq!(
        told.join("\n"),
        str![[r#"
function seal_push() is for its owner owned by another role, and was for its owner
table assignment constraint assignment_node_fkey is foreign key not valid by 4, and was foreign key by 4
it lacks table change index change_digest
table hold is not kept over a crash, and was kept
table hold column who is defined otherwise than it was
table hold constraint hold_node_fkey is foreign key by 2, and was foreign key by 4
table node column facts is jsonb, and was jsonb not null
it also has table acknowledgement rule nothing
it also has table hold policy nobody on public.hold
"#]]
        .raw()
    );
}

fn quoted(database: &Database) -> String {
    format!("\"{}\"", database.sql("select current_database()")[0][0])
}

#[test]
fn the_schema_that_is_promised_is_the_one_that_is_made() {
    let database = crate::support::database();
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let lines = schema_lines(&mut session).unwrap().join("\n") + "\n";
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(lines, file!["../../src/store/verify/schema.txt"].raw());
}

#[test]
fn a_plan_beside_what_cannot_be_read_is_none() {
    let database = full();
    database.run("node set web1 --fact b=2").succeeds();
    let takes = r#"[{"provision": "database", "from": "db1"}]"#;
    database.sql(&format!("{UNWATCHED} update declaration set takes = '{takes}' where name = 'web1'"));
    database.run("plan").exits(1).shows(str![[r#"
$ provost plan
--- standard error
error: declaration 2 of web1 cannot be read: its takes: one of them lacks something
help: somebody wrote it by other means than provost: put it right in the database
--- exit 1

"#]]);
}
