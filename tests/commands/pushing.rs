//! `push` and `declaration`.

use serde_json::json;
use snapbox::str;

use super::{databases, laptop, says};
use crate::support::mesh;

#[test]
fn pushing_declares_what_changed() {
    let db = databases().database();
    says(
        &db,
        "declaration web1
         push
         push
         push --output json
         declaration web1
         assign db1 mariadb --allow-moves
         node remove web1
         push --output json
         declaration web1
         declaration web2 --generation 1
         declaration web2 --generation 2
         declaration web9",
        str![[r#"
$ provost declaration web1
--- standard error
error: web1 was not declared
help: `provost push` declares every node
--- exit 2
$ provost push
generation 1
declared: db1, db2, web1 and web2
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost push
nothing to declare: generation 1 says it all
unchanged: 4 nodes
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":1,"declared":[],"removed":[],"held":[],"unchanged":4,"holds":[],"stale":[]}
--- exit 0
$ provost declaration web1
{
  "facts": {},
  "generation": 1,
  "modules": [
    {"name": "webapp", "version": "1.0"}
  ],
  "node": "web1",
  "resources": [],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": [
    {"facts": {}, "for": ["webapp"], "from": "db1", "module": "postgres", "offer": {"name": "database", "scope": "mesh"}, "provision": "database"}
  ]
}
--- exit 0
$ provost assign db1 mariadb --allow-moves
db1 gains mariadb
web1 and web2 take database from db1 (mariadb)
  and no longer take database from db1 (postgres)
moved: database of web1 and web2, for webapp, from db1 (postgres) to db1 (mariadb); nothing moved along with it
--- exit 0
$ provost node remove web1
node web1 is removed
web1 loses webapp
  and no longer takes database from db1 (mariadb)
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":2,"declared":["db1","web2"],"removed":["web1"],"held":[],"unchanged":1,"holds":[],"stale":[]}
--- exit 0
$ provost declaration web1
{
  "facts": {},
  "generation": 2,
  "modules": [],
  "node": "web1",
  "removed": true,
  "resources": [],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": []
}
--- exit 0
$ provost declaration web2 --generation 1
{
  "facts": {},
  "generation": 1,
  "modules": [
    {"name": "webapp", "version": "1.0"}
  ],
  "node": "web2",
  "resources": [],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": [
    {"facts": {}, "for": ["webapp"], "from": "db1", "module": "postgres", "offer": {"name": "database", "scope": "mesh"}, "provision": "database"}
  ]
}
--- exit 0
$ provost declaration web2 --generation 2
{
  "facts": {},
  "generation": 2,
  "modules": [
    {"name": "webapp", "version": "1.0"}
  ],
  "node": "web2",
  "resources": [],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": [
    {"facts": {}, "for": ["webapp"], "from": "db1", "module": "mariadb", "offer": {"name": "database", "scope": "mesh"}, "provision": "database"}
  ]
}
--- exit 0
$ provost declaration web9
--- standard error
error: there is no node web9, and none was ever declared
help: did you mean web2?
--- exit 2

"#]],
    );
}

#[test]
fn a_declaration_has_the_offer_whole() {
    let provides = json!([{"name": "database", "scope": "mesh", "port": 5432}]);
    let db = mesh()
        .node("db1")
        .fact("address", "10.0.0.3")
        .node("web1")
        .module("postgres", |m| m.with("provides", provides).file("/etc/pg.conf").service("pg.service", &["file"]))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .database();
    db.run("push").succeeds();
    says(
        &db,
        "declaration web1
         declaration db1",
        str![[r#"
$ provost declaration web1
{
  "facts": {},
  "generation": 1,
  "modules": [
    {"name": "webapp", "version": "1.0"}
  ],
  "node": "web1",
  "resources": [],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": [
    {"facts": {"address": "10.0.0.3"}, "for": ["webapp"], "from": "db1", "module": "postgres", "offer": {"name": "database", "port": 5432, "scope": "mesh"}, "provision": "database"}
  ]
}
--- exit 0
$ provost declaration db1
{
  "facts": {"address": "10.0.0.3"},
  "generation": 1,
  "modules": [
    {"name": "postgres", "version": "1.0"}
  ],
  "node": "db1",
  "resources": [
    {"content": "x\n", "id": "postgres/file", "path": "/etc/pg.conf", "type": "file"},
    {"id": "postgres/service", "reflects": ["postgres/file"], "type": "service", "unit": "pg.service"}
  ],
  "schema": "provost.declaration/1",
  "site": null,
  "takes": []
}
--- exit 0

"#]],
    );
}

#[test]
fn one_refusal_anywhere_and_nothing_is_written() {
    let db = laptop().assign("laptop", "i3 sway").assign("pi", "bash").database();
    says(
        &db,
        "push
         push --output json",
        str![[r#"
$ provost push
--- standard error
refused: the mesh does not resolve; nothing was declared

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg
--- exit 3
$ provost push --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"wayland and xorg both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":false,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"},{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"}]},{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"},{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]}]}
--- exit 3

"#]],
    );
    assert_eq!(db.sql("select count(*) from declaration"), [["0"]]);
}

#[test]
fn a_push_of_what_was_reviewed() {
    let db = databases().database();
    let reviewed = db.run("plan --output json").json()["digest"].as_str().unwrap().to_owned();
    db.run("node set web1 --fact role=web").succeeds();
    says(
        &db,
        &format!("push --expect {reviewed}\npush --expect {reviewed} --output json"),
        str![[r#"
$ provost push --expect [DIGEST]
--- standard error
refused: this was not reviewed; nothing was declared

1  the mesh is not the one that was reviewed                     not-as-reviewed
     expected [DIGEST]
     found    [DIGEST]
     one change came since
       [TIME] operator (role provost)   node set web1 --fact role=web
   help: review provost plan again, and push --expect with the digest that it prints
--- exit 3
$ provost push --expect [DIGEST] --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"not-as-reviewed","node":null,"subject":{"expected":"[DIGEST]","found":"[DIGEST]","between":[{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","command":"node set web1 --fact role=web"}]},"message":"the mesh is not the one that was reviewed","parties":[],"candidates":[],"remedies":[],"advice":"review provost plan again, and push --expect with the digest that it prints"}]}
--- exit 3

"#]],
    );
    says(
        &db,
        &format!("push --expect {}", "5f".repeat(32)),
        str![[r#"
$ provost push --expect [DIGEST]
--- standard error
refused: this was not reviewed; nothing was declared

1  the mesh is not the one that was reviewed                     not-as-reviewed
     expected [DIGEST]
     found    [DIGEST]
     no change that is recorded led to the digest that was expected
   help: review provost plan again, and push --expect with the digest that it prints
--- exit 3

"#]],
    );
    let reviewed = db.run("plan --output json").json()["digest"].as_str().unwrap().to_owned();
    says(
        &db,
        &format!("push --expect {reviewed} --message 'as reviewed'"),
        str![[r#"
$ provost push --expect [DIGEST] --message 'as reviewed'
generation 1
declared: db1, db2, web1 and web2
declaring is all it does: machines follow by what reads their declarations
--- exit 0

"#]],
    );
}
