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
        str![[r#"
$ provost import mesh.json
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost import mesh.json --prune
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost import mesh.json --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0

"#]],
    );
}

#[test]
fn an_empty_mesh() {
    says(
        &database(),
        "export",
        str![[r#"
$ provost export
{
"sites": [],
"nodes": [],
"modules": [],
"assignments": [],
"pins": []
}
--- exit 0

"#]],
    );
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
        str![[r#"
$ provost import mesh.json --dry-run
dry run: so it would be; nothing was changed
  site loft is added
  a stands at no site, before at site attic
  a has no arch any more, before arm
  a has cores=4, before nothing
  node c is added (site loft)
  m is registered
  m is assigned to c
c gains m
digest [DIGEST]
--- exit 0
$ provost import mesh.json
site loft is added
a stands at no site, before at site attic
a has no arch any more, before arm
a has cores=4, before nothing
node c is added (site loft)
m is registered
c gains m
--- exit 0
$ provost import mesh.json
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost import mesh.json --prune
node b is removed
site attic is removed
--- exit 0
$ provost export
{
"sites": [
  "loft"
],
"nodes": [
  {"name": "a", "id": "[ID]", "facts": {"cores": 4}},
  {"name": "c", "id": "[ID]", "site": "loft", "facts": {}}
],
"modules": [
  {"name": "m"}
],
"assignments": [
  ["c", "m"]
],
"pins": []
}
--- exit 0

"#]],
    );
}

#[test]
fn a_document_that_speaks_of_nothing_is_none() {
    let db = mesh().node("a").module("web", |m| m).assign("a", "web").database();
    db.write("empty.json", "{}").write("nulls.json", r#"{"node": []}"#).write("none.json", r#"{"pins": []}"#);
    says(
        &db,
        "import --prune --dry-run empty.json
         import nulls.json
         import --prune none.json",
        str![[r#"
$ provost import --prune --dry-run empty.json
--- standard error
error: the document speaks of no part of a mesh; nothing was imported
help: it may have sites, nodes, modules, assignments and pins: a part that it lacks is left as it is
--- exit 2
$ provost import nulls.json
--- standard error
error: nulls.json:1:2: "node" is no part of a mesh document; nothing was imported
   ╭─[nulls.json:1:2]
 1 │ {"node": []}
   ·  ───┬──
   ·     ╰── not known
   ╰────
  help: did you mean nodes?
--- exit 2
$ provost import --prune none.json
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
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
        str![[r#"
$ provost import none.json --prune
--- standard error
error: the document speaks of no part of a mesh; nothing was imported
help: it may have sites, nodes, modules, assignments and pins: a part that it lacks is left as it is
--- exit 2
$ provost import sites.json --prune
--- standard error
refused: the document cannot be imported; nothing was changed

1  db1 stands at site attic                                               in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site db1   db1 stands at no site; then the document can be imported
--- exit 3
$ provost import nodes.json --prune
node db2 is removed
node web2 is removed
db1 stands at no site, before at site attic
web2 loses webapp
  and no longer takes database from db1 (postgres)
--- exit 0
$ provost import sites.json --prune
site attic is removed
--- exit 0
$ provost import pins.json --prune
web1 is no longer pinned for database
--- exit 0
$ provost plan --all
db1: new
  + postgres 1.0     assigned
    gives database   to web1 (postgres)

web1: new
  + webapp 1.0       assigned
  + takes database   from db1 (postgres), the only one, for webapp

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
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
        str![[r#"
$ provost import renamed.json
node a is called z
--- exit 0
$ provost import taken.json
--- standard error
error: there is a node b already; nothing was changed
help: `provost node list` shows those there are
--- exit 2
$ provost plan --all
b: new
  runs nothing

z: new
  + m 1.0   assigned

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
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
        str![[r#"
$ provost import swap.json
node a is called renaming-0
node b is called a
node renaming-0 is called b
--- exit 0
$ provost plan --all
a: new
  runs nothing

b: new
  + m 1.0   assigned

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
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
        str![[r#"
$ provost import bad.json
--- standard error
refused: the document cannot be imported; nothing was changed

1  m requires x on n, and no module provides it                      no-provider
     you assign m
   help: no command was found that settles this; a module has to be registered that provides x, or the manifest of m to be corrected
--- exit 3
$ provost import -
--- standard error
refused: the document cannot be imported; nothing was changed

1  m requires x on n, and no module provides it                      no-provider
     you assign m
   help: no command was found that settles this; a module has to be registered that provides x, or the manifest of m to be corrected
--- exit 3
$ provost import bad.json --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"no-provider","node":"n","subject":{"requirement":"x","by":["m"],"near":[],"module_of_that_name":false},"message":"m requires x on n, and no module provides it","parties":[{"node":"n","module":"m","resource":null,"chain":["m"],"assigned":true,"asked":true,"via":[]}],"candidates":[],"remedies":[],"advice":"a module has to be registered that provides x, or the manifest of m to be corrected"}]}
--- exit 3

"#]],
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
        str![[r#"
$ provost import wrong.json
--- standard error
error: 4 faults; nothing was imported
  × sites is a list, and this is text
   ╭─[wrong.json:1:11]
 1 │ {"sites": "attic", "nodes": [{"nme": "x"}], "assignments": [["a"]], "extra": 1}
   ·           ───┬───
   ·              ╰── text
   ╰────
  help: write ["attic"]
  × this node has no name
   ╭─[wrong.json:1:30]
 1 │ {"sites": "attic", "nodes": [{"nme": "x"}], "assignments": [["a"]], "extra": 1}
   ·                              ──────┬─────┬
   ·                                    │     ╰── did you mean name?
   ·                                    ╰── name is missing
   ╰────
  × "nme" is no part of a node
   ╭─[wrong.json:1:31]
 1 │ {"sites": "attic", "nodes": [{"nme": "x"}], "assignments": [["a"]], "extra": 1}
   ·                               ──┬──
   ·                                 ╰── not known
   ╰────
  help: did you mean name?
  × an assignment is a list of a node and a module
   ╭─[wrong.json:1:61]
 1 │ {"sites": "attic", "nodes": [{"nme": "x"}], "assignments": [["a"]], "extra": 1}
   ·                                                             ──┬──
   ·                                                               ╰── 1 instead of 2
   ╰────
--- exit 2
$ provost import ghost.json
--- standard error
error: there is no node ghost
help: `provost node list` shows those there are, `provost node add ghost` adds one
--- exit 2
$ provost import twice.json
--- standard error
error: 2 faults; nothing was imported
  × two nodes are called x
   ╭─[twice.json:1:36]
 1 │ {"nodes": [{"name": "x"}, {"name": "x"}], "sites": ["s", "s"]}
   ·                     ─┬─            ─┬─
   ·                      │              ╰── here again
   ·                      ╰── here first
   ╰────
  × the site s stands twice
   ╭─[twice.json:1:58]
 1 │ {"nodes": [{"name": "x"}, {"name": "x"}], "sites": ["s", "s"]}
   ·                                                     ─┬─  ─┬─
   ·                                                      │    ╰── here again
   ·                                                      ╰── here first
   ╰────
--- exit 2
$ provost import cut.json
--- standard error
error: cut.json:1:11: the file ends before this [ is closed; nothing was imported
   ╭─[cut.json:1:11]
 1 │ {"nodes": [
   ·           ┬
   ·           ╰── opened here
   ╰────
  help: was all of the file written, or copied?
--- exit 2
$ provost import gone.json
--- standard error
error: gone.json cannot be read: No such file or directory (os error 2); nothing was imported
help: did you mean ghost.json or wrong.json?
--- exit 2
$ provost import wrong.json --output json
--- standard error
{"schema":"provost.error/1","code":"input","message":"4 faults; nothing was imported","help":null,"details":"  × sites is a list, and this is text\n   ╭─[wrong.json:1:11]\n 1 │ {\"sites\": \"attic\", \"nodes\": [{\"nme\": \"x\"}], \"assignments\": [[\"a\"]], \"extra\": 1}\n   ·           ───┬───\n   ·              ╰── text\n   ╰────\n  help: write [\"attic\"]\n  × this node has no name\n   ╭─[wrong.json:1:30]\n 1 │ {\"sites\": \"attic\", \"nodes\": [{\"nme\": \"x\"}], \"assignments\": [[\"a\"]], \"extra\": 1}\n   ·                              ──────┬─────┬\n   ·                                    │     ╰── did you mean name?\n   ·                                    ╰── name is missing\n   ╰────\n  × \"nme\" is no part of a node\n   ╭─[wrong.json:1:31]\n 1 │ {\"sites\": \"attic\", \"nodes\": [{\"nme\": \"x\"}], \"assignments\": [[\"a\"]], \"extra\": 1}\n   ·                               ──┬──\n   ·                                 ╰── not known\n   ╰────\n  help: did you mean name?\n  × an assignment is a list of a node and a module\n   ╭─[wrong.json:1:61]\n 1 │ {\"sites\": \"attic\", \"nodes\": [{\"nme\": \"x\"}], \"assignments\": [[\"a\"]], \"extra\": 1}\n   ·                                                             ──┬──\n   ·                                                               ╰── 1 instead of 2\n   ╰────\n"}
--- exit 2

"#]],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_byte_order_mark_is_no_part_of_what_is_read() {
    let database = crate::support::database();
    let mark = |text: &str| format!("\u{feff}{text}");
    let (manifest, lines) = (r#"{"name": "zsh"}"#, "site add loft\n# and no more");
    database.write("zsh.json", &mark(manifest)).write("lines.txt", &mark(lines));
    database.write("mesh.json", &mark(r#"{"sites": ["attic"]}"#));
    for line in ["module check zsh.json", "module register zsh.json", "import mesh.json", "batch lines.txt"] {
        database.run(line).succeeds();
    }
    assert_eq!(database.sql("select name from site order by 1"), [["attic"], ["loft"]]);
    assert_eq!(database.sql("select manifest::text from module"), [[manifest]]);
    let inputs = [
        ("module register -", r#"{"name": "fish"}"#),
        ("import -", r#"{"sites": ["attic", "cellar", "loft"]}"#),
        ("batch -", "site add shed"),
    ];
    for (line, text) in inputs {
        database.call(line.split(' ')).stdin(mark(text)).run().succeeds();
    }
    assert_eq!(database.sql("select count(*) from site"), [["4"]]);
    // Nor is it one of the record.
    assert_eq!(database.run("log --limit 0 --output json").stdout.matches('\u{feff}').count(), 0);
    // What a manifest takes from a file is what is in the file.
    database.write("motd", &mark("hello"));
    database.write(
        "motd.json",
        r#"{"name": "motd", "resources": [{"id": "a", "type": "file", "path": "/etc/motd", "content_from": "motd"}]}"#,
    );
    database.run("module register motd.json").succeeds();
    let content = "select manifest #>> '{resources,0,content}' from module where name = 'motd'";
    assert_eq!(database.sql(content), [[mark("hello")]]);
}
