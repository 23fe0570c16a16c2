//! `provost status --verify`: each promise is broken on purpose, and told.

use provost::store::{Access, Session, verify::schema_lines};
use snapbox::{file, str};

use super::home;
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
    let link = shown.stdout.lines().rev().nth(1).unwrap().to_owned();
    assert!(link.starts_with("the record's newest link is "), "{link}");
    shown.shows(str![[r#"
$ provost status --verify
holds   [..] parts of the schema
holds    15 references
holds     3 manifests of the catalogue
holds     3 manifests that were declared
holds     2 generations
holds     3 digests of declarations
holds     2 newest declarations
holds     1 newest acknowledgements
holds     4 changes of the record
holds     2 nodes of the mesh
the record's newest link is [..]
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
    let all = [
        ("schema", "alter table assignment drop constraint assignment_node_fkey"),
        ("schema", "alter table change disable trigger keep_history"),
        ("schema", "alter table assignment disable trigger all"),
        ("schema", "alter table node alter column facts drop not null"),
        ("schema", "alter view own_declaration set (security_barrier = false)"),
        ("schema", "alter function keep_last_acknowledgement() reset search_path"),
        ("schema", "drop trigger link_change on change"),
        ("schema", "drop table queue; create view queue as select"),
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
BROKEN    3 digests of declarations
          declaration 2 of web1 is another than was pushed
holds     2 newest declarations
holds     1 newest acknowledgements
BROKEN    4 changes of the record
          change 3 is not as it was recorded, or one before it is missing
holds     2 nodes of the mesh
the record's newest link is [..]
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
