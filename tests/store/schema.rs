//! What holds in the schema itself, tried with plain SQL, as whoever writes it might.

use postgres::{Client, error::SqlState};

use super::support::empty_mesh;
use crate::support::Database;

/// The code and the constraint, or else the message, with which a statement fails.
#[track_caller]
fn refused(client: &mut Client, statement: &str) -> (SqlState, String) {
    let error = client.batch_execute(statement).expect_err(statement);
    let said = error.as_db_error().expect("the server says why");
    (said.code().clone(), said.constraint().unwrap_or(said.message()).to_owned())
}

/// PostgreSQL 18 gave `on delete restrict` a code of its own.
fn is_restricted(code: &SqlState) -> bool {
    ["23503", "23001"].contains(&code.code())
}

fn mesh() -> Database {
    let database = empty_mesh();
    database.sql(
        r#"insert into site values ('attic');
           insert into node (name, site) values ('web1', 'attic'), ('web2', null), ('db1', null);
           insert into module (name, manifest) values ('web', '{"name": "web"}'), ('postgres', '{"name": "postgres"}');
           insert into assignment (node, module) select id, 'web' from node where name like 'web%';
           insert into assignment (node, module) select id, 'postgres' from node where name = 'db1';
           insert into provision_pin (node, name, provider)
               select n.id, 'database', p.id from node n, node p where n.name like 'web%' and p.name = 'db1';
           insert into hold (node, why) select id, 'stolen' from node where name = 'web1'"#,
    );
    database
}

fn counts(database: &Database) -> Vec<String> {
    let tables = ["node", "assignment", "provision_pin", "hold", "module"];
    tables.iter().map(|table| database.sql(&format!("select count(*) from {table}"))[0][0].clone()).collect()
}

#[test]
fn a_node_takes_what_was_decided_for_it_along() {
    let database = mesh();
    assert_eq!(counts(&database), ["3", "3", "2", "1", "2"]);
    database.sql("delete from node where name = 'web1'");
    assert_eq!(counts(&database), ["2", "2", "1", "0", "2"]);
}

#[test]
fn a_provider_takes_the_pins_to_it_along() {
    let database = mesh();
    database.sql("delete from node where name = 'db1'");
    assert_eq!(counts(&database), ["2", "2", "0", "1", "2"]);
}

#[test]
fn an_assigned_module_and_a_site_with_nodes_stay() {
    let database = mesh();
    let mut client = database.connect();
    let (code, constraint) = refused(&mut client, "delete from module where name = 'web'");
    assert!(is_restricted(&code), "{code:?}");
    assert_eq!(constraint, "assignment_module_fkey");
    let (code, constraint) = refused(&mut client, "delete from site");
    assert!(is_restricted(&code), "{code:?}");
    assert_eq!(constraint, "node_site_fkey");
    database.sql("delete from assignment where module = 'web'; delete from module where name = 'web'");
    database.sql("update node set site = null; delete from site");
    assert_eq!(counts(&database), ["3", "1", "2", "1", "1"]);
}

#[test]
fn the_nodes_of_a_site_follow_when_it_is_renamed() {
    let database = mesh();
    database.sql("update site set name = 'loft'");
    assert_eq!(database.sql("select name, site from node where site is not null"), [["web1", "loft"]]);
}

#[test]
fn times_default_to_now() {
    let database = mesh();
    let times = "select bool_and(registered between now() - interval '1 minute' and now()), \
                 (select bool_and(assigned <= now()) from assignment), \
                 (select bool_and(pinned_at <= now()) from provision_pin), \
                 (select bool_and(held <= now()) from hold) from module";
    assert_eq!(database.sql(times), [["t", "t", "t", "t"]]);
}

#[test]
fn names_and_values_are_checked() {
    let database = mesh();
    let mut client = database.connect();
    let long = "x".repeat(129);
    let checks = [
        ("insert into node (name) values ('all')".to_owned(), "node_is_not_all"),
        ("insert into node (name) values ('')".to_owned(), "node_name_check"),
        ("insert into node (name) values (E'a\\nb')".to_owned(), "node_name_check"),
        ("insert into node (name) values (E'a\\u009fb')".to_owned(), "node_name_check"),
        (format!("insert into node (name) values ('{long}')"), "node_name_check"),
        ("insert into node (name, facts) values ('a', '[]')".to_owned(), "node_facts_check"),
        ("insert into site values (E'\\x7f')".to_owned(), "site_name_check"),
        (
            format!(r#"insert into module (name, manifest) values ('{long}', '{{"name": "{long}"}}')"#),
            "module_name_check",
        ),
        (
            r#"insert into module (name, manifest) values ('a', '{"name": "b"}')"#.to_owned(),
            "module_is_named_as_its_manifest",
        ),
        ("insert into module (name, manifest) values ('a', '{}')".to_owned(), "module_is_named_as_its_manifest"),
        (
            r#"insert into module (name, manifest) values ('a', '["name"]')"#.to_owned(),
            "module_is_named_as_its_manifest",
        ),
        (
            r#"insert into module (name, manifest, version) values ('a', '{"name": "a", "version": "2"}', '1')"#
                .to_owned(),
            "module_has_the_version_of_its_manifest",
        ),
        (
            r#"insert into module (name, manifest, version) values ('a', '{"name": "a"}', '1')"#.to_owned(),
            "module_has_the_version_of_its_manifest",
        ),
        (
            "insert into provision_pin (node, name, provider) select id, '', id from node".to_owned(),
            "provision_pin_name_check",
        ),
    ];
    for (statement, constraint) in checks {
        assert_eq!(refused(&mut client, &statement), (SqlState::CHECK_VIOLATION, constraint.to_owned()), "{statement}");
    }
}

#[test]
fn keys_are_kept() {
    let database = mesh();
    let mut client = database.connect();
    for (statement, constraint) in [
        ("insert into node (name) values ('web1')", "node_name_key"),
        ("insert into site values ('attic')", "site_pkey"),
        ("insert into assignment select * from assignment", "assignment_pkey"),
        ("insert into provision_pin select * from provision_pin", "provision_pin_pkey"),
        ("insert into hold select * from hold", "hold_pkey"),
    ] {
        assert_eq!(refused(&mut client, statement), (SqlState::UNIQUE_VIOLATION, constraint.to_owned()), "{statement}");
    }
    for (statement, constraint) in [
        ("insert into node (name, site) values ('a', 'nowhere')", "node_site_fkey"),
        ("insert into assignment (node, module) select id, 'nothing' from node", "assignment_module_fkey"),
        ("insert into assignment (node, module) values (gen_random_uuid(), 'web')", "assignment_node_fkey"),
    ] {
        let expected = (SqlState::FOREIGN_KEY_VIOLATION, constraint.to_owned());
        assert_eq!(refused(&mut client, statement), expected, "{statement}");
    }
}

#[test]
fn a_version_is_filled_in_and_follows_the_manifest() {
    let database = mesh();
    database.sql(
        r#"insert into module (name, manifest) values ('i3', '{"name": "i3", "version": "4.23"}');
           insert into module (name, manifest, version) values ('sway', '{"name": "sway", "version": "1"}', '1')"#,
    );
    let version = "select version, manifest ->> 'version' from module where name = 'i3'";
    assert_eq!(database.sql(version), [["4.23", "4.23"]]);
    database.sql(r#"update module set manifest = '{"name": "i3", "version": "4.24"}' where name = 'i3'"#);
    assert_eq!(database.sql(version), [["4.24", "4.24"]]);
    database.sql(r#"update module set manifest = '{"name": "i3"}' where name = 'i3'"#);
    assert_eq!(database.sql(version), [["", ""]]);
}

#[test]
fn what_is_computed_of_a_manifest_leaves_out_what_nothing_decides_on() {
    let database = empty_mesh();
    database.sql(
        r#"insert into module (name, manifest) values ('a', '{"name": "a", "description": "long", "resources": [
            {"id": "f", "type": "file", "path": "/f", "content": "secret"},
            {"id": "x", "type": "note", "content": "kept"}, 7]}')"#,
    );
    let outline = r#"{"name": "a", "resources": [{"id": "f", "path": "/f", "type": "file"}, {"id": "x", "type": "note", "content": "kept"}, 7]}"#;
    assert_eq!(database.sql("select outline from module"), [[outline]]);
    let digest = "select digest = sha256(convert_to(manifest::text, 'UTF8')) from module";
    assert_eq!(database.sql(digest), [["t"]]);
}

#[test]
fn the_declared_digest_is_of_what_a_declaration_prints() {
    let database = empty_mesh();
    let same = |a: &str, b: &str| {
        let asked = format!("select manifest_declared('{a}') = manifest_declared('{b}')");
        database.sql(&asked)[0][0] == "t"
    };
    let resources = |list: &str| format!(r#"{{"name": "a", "resources": [{list}]}}"#);
    let (one, two) = (r#"{"id": "one", "type": "x"}"#, r#"{"id": "two", "type": "x", "reflects": ["one", "b/c"]}"#);
    let both = resources(&format!("{one}, {two}"));
    assert!(same(&both, &resources(&format!("{two}, {one}"))));
    assert!(same(&both, &both.replace(r#""name""#, r#""description": "d", "requires": ["x"], "name""#)));
    assert!(same(&both, &both.replace(r#"["one", "b/c"]"#, r#"["b/c", "a/one"]"#)));
    assert!(!same(&both, &both.replace(r#""b/c""#, r#""b/d""#)));
    assert!(!same(&both, &both.replace(r#""name""#, r#""version": "1", "name""#)));
    assert!(!same(&both, &resources(one)));
}

/// JSON that is no manifest, and yet may stand in one's place.
const SHAPES: &[&str] = &[
    "null",
    "1",
    "\"x\"",
    "[]",
    "[\"description\"]",
    "{}",
    r#"{"resources": null}"#,
    r#"{"resources": {"a": 1}}"#,
    r#"{"resources": "x"}"#,
    r#"{"resources": [null, 1, "a", [], ["content"], {}, {"type": 1}, {"type": "file", "content": {}}]}"#,
    r#"{"name": 1, "version": [], "resources": [{"reflects": [1, null, {}, "a"]}, {"reflects": "x"}]}"#,
];

#[test]
fn no_shape_of_a_manifest_fails() {
    let database = empty_mesh();
    for shape in SHAPES {
        let all = format!(
            "select octet_length(manifest_digest('{shape}')), octet_length(manifest_declared('{shape}')), \
             jsonb_typeof(manifest_outline('{shape}')) = jsonb_typeof('{shape}')"
        );
        assert_eq!(database.sql(&all), [["32", "32", "t"]], "{shape}");
    }
}

#[test]
fn a_later_way_to_compute_what_is_kept_of_a_manifest_gives_the_same() {
    let database = empty_mesh();
    let first = include_str!("../../migrations/0001_mesh.sql");
    for function in ["manifest_outline", "manifest_declared"] {
        let start = first.find(&format!("create function public.{function}")).unwrap();
        let end = start + first[start..].find("comment on").unwrap();
        database.sql(&first[start..end].replace(&format!("public.{function}"), &format!("public.first_{function}")));
    }
    let manifests = [
        r#"{"name": "a", "description": "d", "resources": [{"id": "x", "type": "package", "name": "a"}]}"#,
        r#"{"name": "a", "resources": [{"id": "x", "type": "file", "path": "/a", "content": "c"}]}"#,
        r#"{"name": "a", "resources": [{"id": "x", "type": "link", "content": "c"}], "description": 1}"#,
        r#"{"name": "a", "resources": [{"id": "b"}, {"id": "a", "content": "c"}, {"id": "a", "type": "file"}]}"#,
        r#"{"name": "a", "version": "1", "resources": [{"id": "x", "type": "service", "reflects": ["z", "b/y", "/a"]}]}"#,
        r#"{"name": "a", "resources": [[{"reflects": ["x"]}]]}"#,
        r#"{"name": "a", "resources": ["reflects", "content", {"reflects": null}]}"#,
    ];
    for manifest in SHAPES.iter().chain(&manifests) {
        let same = format!(
            "select manifest_outline(m) = first_manifest_outline(m), manifest_declared(m) = first_manifest_declared(m) \
             from (select '{manifest}'::jsonb) as given(m)"
        );
        assert_eq!(database.sql(&same), [["t", "t"]], "{manifest}");
    }
}

#[test]
fn history_is_only_added_to() {
    let database = empty_mesh();
    database.sql(
        r#"insert into change (command, edits, steps) values ('assign', '[]', 0);
           insert into push (generation, digest) values (1, sha256(''));
           insert into manifest_version (digest, manifest) values (manifest_digest('{}'), '{}');
           insert into declaration (node, generation, name, digest) values (gen_random_uuid(), 1, 'a', sha256(''))"#,
    );
    let mut client = database.connect();
    for (table, set) in [
        ("change", "command = ''"),
        ("push", "message = ''"),
        ("manifest_version", "digest = ''"),
        ("declaration", "name = ''"),
    ] {
        let kept = format!("{table} is only ever added to: its rows are neither changed nor deleted");
        let expected = (SqlState::INTEGRITY_CONSTRAINT_VIOLATION, kept);
        assert_eq!(refused(&mut client, &format!("update {table} set {set}")), expected);
        assert_eq!(refused(&mut client, &format!("update {table} set {set} where false")), expected);
        assert_eq!(refused(&mut client, &format!("delete from {table}")), expected);
        assert_eq!(refused(&mut client, &format!("truncate {table} cascade")), expected);
        assert_eq!(database.sql(&format!("select count(*) from {table}")), [["1"]]);
    }
}

#[test]
fn declarations_are_whole_or_tombstones() {
    let database = empty_mesh();
    database.sql("insert into push (generation, digest) values (1, sha256(''))");
    let mut client = database.connect();
    let insert = "insert into declaration (node, generation, name, digest, removed, modules) values";
    for (values, constraint) in [
        ("(gen_random_uuid(), 1, 'a', null, false, '{}')", "declaration_says_something"),
        ("(gen_random_uuid(), 1, 'a', sha256(''), true, '{}')", "declaration_says_something"),
        ("(gen_random_uuid(), 1, 'a', null, true, '{1}')", "removed_node_runs_nothing"),
        ("(gen_random_uuid(), 1, 'a', 'x', false, '{}')", "declaration_digest_check"),
    ] {
        let expected = (SqlState::CHECK_VIOLATION, constraint.to_owned());
        assert_eq!(refused(&mut client, &format!("{insert} {values}")), expected, "{values}");
    }
    let other = refused(&mut client, &format!("{insert} (gen_random_uuid(), 2, 'a', sha256(''), false, '{{}}')"));
    assert_eq!(other, (SqlState::FOREIGN_KEY_VIOLATION, "declaration_generation_fkey".to_owned()));
    let unlike = refused(&mut client, "insert into manifest_version (digest, manifest) values (sha256(''), '{}')");
    assert_eq!(unlike, (SqlState::CHECK_VIOLATION, "manifest_version_has_its_digest".to_owned()));
}

#[test]
fn the_last_declaration_follows_whatever_writes() {
    let database = empty_mesh();
    database.sql(
        "insert into push (generation, digest) values (1, sha256('')), (2, sha256('')), (3, sha256(''));
         insert into node (id, name) values ('00000000-0000-0000-0000-000000000001', 'a');
         insert into declaration (node, generation, name, digest) select id, 2, 'a', sha256('2') from node;
         insert into declaration (node, generation, name, digest) select id, 1, 'older', sha256('1') from node",
    );
    let last = "select generation, name, removed, digest = sha256('2') from last_declaration";
    assert_eq!(database.sql(last), [["2", "a", "f", "t"]]);
    database.sql("insert into declaration (node, generation, name, removed) select id, 3, 'a', true from node");
    database.sql("delete from node");
    assert_eq!(database.sql(last), [["3", "a", "t", ""]]);
    assert_eq!(database.sql("select count(*) from declaration"), [["3"]]);
}

#[test]
fn every_table_and_function_says_what_it_is() {
    let silent = "select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace \
        and c.relkind in ('r', 'v') and obj_description(c.oid, 'pg_class') is null and c.relname <> 'provost_migration' \
        union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace \
        and p.prorettype <> 'trigger'::regtype and obj_description(p.oid, 'pg_proc') is null";
    assert_eq!(empty_mesh().sql(silent), Vec::<Vec<String>>::new());
}
