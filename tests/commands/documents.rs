//! `export` and `import`.

use snapbox::str;

use super::{databases, rows, says};
use crate::support::{database, mesh};

#[test]
fn an_export_reads_back_to_the_same_bytes() {
    let db = databases().pin("web1", "database", "db1").database();
    let export = db.run("export").succeeds().stdout;
    let other = database();
    other.write("mesh.json", &export);
    other.run("import mesh.json").succeeds();
    assert_eq!(other.run("export").succeeds().stdout, export);
    says(
        &other,
        "import mesh.json
         import mesh.json --prune
         import mesh.json --output json",
        str![],
    );
}

#[test]
fn an_empty_mesh() {
    says(&database(), "export", str![]);
}

#[test]
fn importing_adds_and_changes() {
    let db = mesh().site("attic").node("a").at("attic").fact("arch", "arm").node("b").database();
    db.write("mesh.json", r#"{"sites": ["loft"], "nodes": [{"name": "a", "facts": {"cores": 4}}, {"name": "c", "site": "loft"}], "modules": [{"name": "m"}], "assignments": [["c", "m"]]}"#);
    says(
        &db,
        "import mesh.json --dry-run
         import mesh.json
         import mesh.json
         import mesh.json --prune
         export",
        str![],
    );
}

#[test]
fn what_a_document_lacks_is_left_under_prune_too() {
    let db = databases().pin("web1", "database", "db1").database();
    db.write("sites.json", r#"{"sites": []}"#).write("pins.json", r#"{"pins": []}"#).write("none.json", "{}");
    db.write("nodes.json", r#"{"nodes": [{"name": "db1"}, {"name": "web1"}]}"#);
    says(
        &db,
        "import none.json --prune
         import sites.json --prune
         import nodes.json --prune
         import sites.json --prune
         import pins.json --prune
         plan --all",
        str![],
    );
}

#[test]
fn an_id_says_which_node_it_is() {
    let db = mesh().node("a").node("b").module("m", |m| m).assign("a", "m").database();
    let id = db.sql("select id from node where name = 'a'").remove(0).remove(0);
    db.write("renamed.json", &format!(r#"{{"nodes": [{{"name": "z", "id": "{id}"}}]}}"#));
    db.write("taken.json", &format!(r#"{{"nodes": [{{"name": "b", "id": "{id}"}}]}}"#));
    says(
        &db,
        "import renamed.json
         import taken.json
         plan --all",
        str![],
    );
}

#[test]
fn nodes_may_swap_their_names() {
    let db = mesh().node("a").node("b").module("m", |m| m).assign("a", "m").database();
    let ids = db.sql("select id from node order by name");
    db.write(
        "swap.json",
        &format!(r#"{{"nodes": [{{"name": "b", "id": "{}"}}, {{"name": "a", "id": "{}"}}]}}"#, ids[0][0], ids[1][0]),
    );
    says(
        &db,
        "import swap.json
         plan --all",
        str![],
    );
    assert_eq!(db.sql("select id, name from node order by name desc"), [[&ids[0][0], "b"], [&ids[1][0], "a"]]);
}

#[test]
fn a_document_that_does_not_resolve_is_refused_whole() {
    let db = mesh().node("a").database();
    db.write(
        "bad.json",
        r#"{"nodes": [{"name": "n"}], "modules": [{"name": "m", "requires": ["x"]}], "assignments": [["n", "m"]]}"#,
    );
    let before = rows(&db);
    says(
        &db,
        "import bad.json
         import - < bad.json
         import bad.json --output json",
        str![],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_document_that_is_none() {
    let db = mesh().node("a").database();
    db.write("wrong.json", r#"{"sites": "attic", "nodes": [{"nme": "x"}], "assignments": [["a"]], "extra": 1}"#);
    db.write("ghost.json", r#"{"assignments": [["ghost", "m"]], "pins": [["a", "p", "b"]]}"#);
    db.write("twice.json", r#"{"nodes": [{"name": "x"}, {"name": "x"}], "sites": ["s", "s"]}"#);
    db.write("cut.json", "{\"nodes\": [");
    let before = rows(&db);
    says(
        &db,
        "import wrong.json
         import ghost.json
         import twice.json
         import cut.json
         import gone.json
         import wrong.json --output json",
        str![],
    );
    assert_eq!(rows(&db), before);
}
