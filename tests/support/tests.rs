//! The support itself: what other tests rely on without looking.

use serde_json::json;

use super::{Database, mesh, provost};

#[test]
fn each_database_is_its_own() {
    let (one, other) = (Database::empty(), Database::empty());
    one.sql("create table here (name text); insert into here values ('oslo'), (null)");
    assert_eq!(one.sql("select name, 1 from here order by name nulls last"), [["oslo", "1"], ["", "1"]]);
    assert_eq!(other.sql("select to_regclass('here')"), [[""]]);
}

#[test]
fn a_copy_starts_from_what_is_there() {
    let one = Database::empty();
    one.sql("create table here as select 7 as seven");
    let copy = one.copy();
    copy.sql("update here set seven = 8");
    assert_eq!(one.sql("select * from here"), [["7"]]);
    assert_eq!(copy.sql("select * from here"), [["8"]]);
}

#[test]
fn a_database_goes_with_its_test() {
    let stays = Database::empty();
    let gone = Database::empty();
    let query = format!("select count(*) from pg_database where datname = '{}'", name(&gone));
    assert_eq!(stays.sql(&query), [["1"]]);
    drop(gone);
    assert_eq!(stays.sql(&query), [["0"]]);
}

#[test]
fn a_database_of_a_failed_test_stays() {
    let watch = Database::empty();
    let kept = Database::empty();
    let name = name(&kept);
    let failed = std::thread::spawn(move || {
        let _kept = kept;
        std::panic::resume_unwind(Box::new("a failed test"));
    });
    assert!(failed.join().is_err());
    let drop = format!(r#"drop database "{name}""#);
    watch.sql(&drop); // it is there, else this fails
}

fn name(database: &Database) -> String {
    database.sql("select current_database()").remove(0).remove(0)
}

#[test]
fn a_document_is_written_in_the_domains_words() {
    let document = mesh()
        .site("oslo")
        .node("a")
        .at("oslo")
        .fact("arch", "x86")
        .node("b")
        .module("web", |m| {
            m.requires("tls")
                .provides_mesh("www")
                .claims_site("dhcp")
                .needs("arch", json!(["x86", "arm"]))
                .file("/etc/x")
                .file("/etc/y")
                .service("web.service", &["file", "file2"])
        })
        .assign("a", "web")
        .pin("a", "tls", "b")
        .document();
    let expected = json!({
        "sites": ["oslo"],
        "nodes": [
            {"name": "a", "site": "oslo", "facts": {"arch": "x86"}},
            {"name": "b", "facts": {}},
        ],
        "modules": [{
            "name": "web",
            "version": "1.0",
            "requires": ["tls"],
            "provides": [{"name": "www", "scope": "mesh"}],
            "claims": [{"name": "dhcp", "scope": "site"}],
            "needs": {"arch": ["x86", "arm"]},
            "resources": [
                {"id": "file", "type": "file", "path": "/etc/x", "content": "x\n"},
                {"id": "file2", "type": "file", "path": "/etc/y", "content": "x\n"},
                {"id": "service", "type": "service", "unit": "web.service", "reflects": ["file", "file2"]},
            ],
        }],
        "assignments": [["a", "web"]],
        "pins": [["a", "tls", "b"]],
    });
    assert_eq!(document, expected);
}

#[test]
fn a_call_is_told_whole() {
    let database = Database::empty();
    let ran = provost(&database, ["assign", "no such node"]).exits(2);
    assert_eq!(ran.whole(), format!("$ provost assign 'no such node'\n--- standard error\n{}--- exit 2\n", ran.stderr));
    assert_eq!(ran.stdout, "");
}

#[test]
fn a_mesh_is_put_into_a_database_of_its_own() {
    let database = mesh().site("oslo").node("a").at("oslo").module("web", |m| m).assign("a", "web").database();
    let assigned = "select n.name, s.name, a.module from assignment a join node n on n.id = a.node join site s on true";
    assert_eq!(database.sql(assigned), [["a", "oslo", "web"]]);
    database.run("unassign a web").succeeds();
    assert_eq!(database.sql("select * from assignment"), Vec::<Vec<String>>::new());
}
