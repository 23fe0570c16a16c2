//! `graph`: who takes what from whom, as a picture and as data.

use snapbox::str;

use super::shows;
use crate::support::{Database, Mesh, database, mesh};

/// Databases at two places, web servers that take from them, and a laptop that is refused.
fn troubled() -> Mesh {
    mesh()
        .site("attic")
        .site("cellar")
        .node("laptop")
        .at("attic")
        .node("web1")
        .at("attic")
        .node("web2")
        .at("attic")
        .node("db1")
        .at("cellar")
        .node("db2")
        .at("cellar")
        .node("old")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database").provides_site("web"))
        .module("browser", |m| m.requires("web").requires("mail"))
        .module("dovecot", |m| m.provides_mesh("mail"))
        .module("xorg", |m| m.provides("x-display").claims("the-seat"))
        .module("wayland", |m| m.claims("the-seat"))
        .module("i3", |m| m.requires("x-display"))
        .assign("db1", "postgres")
        .assign("db2", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .assign("laptop", "browser i3 wayland")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "old")
        .pin("laptop", "database", "db2")
        .pin("laptop", "web", "web1")
}

fn held() -> Database {
    let database = troubled().database();
    database.run("hold db2 --message 'a canary'").succeeds();
    database
}

#[test]
fn a_graph_says_who_takes_what_from_whom() {
    let database = held();
    shows(
        &database,
        &database.run("graph"),
        str![[r##"
$ provost graph
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="6 nodes at 2 sites.\lAn arrow leads from the node that takes to the node that gives.\l"
  n3 [label=<<b>old</b>>]
  n6 [label=<<b>?</b><br/>no other node in reach offers it>, style="rounded,filled,dashed", fillcolor="#fff5f5", color="#b3261e", fontcolor="#b3261e"]
  n7 [label=<<b>?</b><br/>pinned to old, which does not answer it>, style="rounded,filled,dashed", fillcolor="#fff5f5", color="#b3261e", fontcolor="#b3261e"]
  subgraph cluster_1 {
    label="site attic"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n2 [label=<<b>laptop</b><br/>browser, i3, wayland, xorg<br/>refused: claim-collision,<br/>no-node>, fillcolor="#fde4e4", color="#b3261e", penwidth=2]
    n4 [label=<<b>web1</b><br/>webapp>]
    n5 [label=<<b>web2</b><br/>webapp<br/>refused: pin-unanswered>, fillcolor="#fde4e4", color="#b3261e", penwidth=2]
  }
  subgraph cluster_2 {
    label="site cellar"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n0 [label=<<b>db1</b><br/>postgres>]
    n1 [label=<<b>db2</b><br/>postgres<br/>held by operator (role provost)>, style="rounded,filled,dashed", fillcolor="#fff4d1", color="#8a6a00"]
  }
  n2 -> n6 [label="mail", style=dashed, color="#b3261e", fontcolor="#b3261e"]
  n2 -> n1 [label="database (pin, idle)", style=dotted, color="#7b858e", fontcolor="#5b6570"]
  n2 -> n4 [label="web (pin)", penwidth=2.2, color="#1f4f9c", fontcolor="#1f4f9c"]
  n4 -> n0 [label="database (pin)", penwidth=2.2, color="#1f4f9c", fontcolor="#1f4f9c"]
  n5 -> n7 [label="database (pin)", style=dashed, color="#b3261e", fontcolor="#b3261e"]
}
--- exit 0

"##]],
    );
    shows(
        &database,
        &database.run("graph --output json"),
        str![[r#"
$ provost graph --output json
{"schema":"provost.graph/1","nodes":[
{"node":"db1","site":"cellar","asked":true,"modules":[{"name":"postgres","assigned":true}],"held":null,"refusals":[]},
{"node":"db2","site":"cellar","asked":true,"modules":[{"name":"postgres","assigned":true}],"held":{"by":"operator","db_user":"[ROLE]","os_user":"operator","at":"[TIME]","message":"a canary"},"refusals":[]},
{"node":"laptop","site":"attic","asked":true,"modules":[{"name":"browser","assigned":true},{"name":"i3","assigned":true},{"name":"wayland","assigned":true},{"name":"xorg","assigned":false}],"held":null,"refusals":["claim-collision","no-node"]},
{"node":"old","site":null,"asked":true,"modules":[],"held":null,"refusals":[]},
{"node":"web1","site":"attic","asked":true,"modules":[{"name":"webapp","assigned":true}],"held":null,"refusals":[]},
{"node":"web2","site":"attic","asked":true,"modules":[{"name":"webapp","assigned":true}],"held":null,"refusals":["pin-unanswered"]}],"edges":[
{"node":"laptop","provision":"database","for":[],"from":"db2","module":null,"scope":null,"pinned":true,"idle":true,"stale":false,"refusal":null},
{"node":"laptop","provision":"mail","for":["browser"],"from":null,"module":null,"scope":null,"pinned":false,"idle":false,"stale":false,"refusal":"no-node"},
{"node":"laptop","provision":"web","for":["browser"],"from":"web1","module":"webapp","scope":"site","pinned":true,"idle":false,"stale":false,"refusal":null},
{"node":"web1","provision":"database","for":["webapp"],"from":"db1","module":"postgres","scope":"mesh","pinned":true,"idle":false,"stale":false,"refusal":null},
{"node":"web2","provision":"database","for":["webapp"],"from":"old","module":null,"scope":null,"pinned":true,"idle":false,"stale":true,"refusal":"pin-unanswered"}]}
--- exit 0

"#]],
    );
}

#[test]
fn a_graph_of_some_nodes_has_those_beside_them() {
    let database = held();
    shows(
        &database,
        &database.run("graph db1,db2 --format mermaid"),
        str![[r#"
$ provost graph db1,db2 --format mermaid
---
title: "2 nodes at 1 site, and 2 beside them. An arrow leads from the node that takes to the node that gives."
config:
  theme: neutral
  flowchart:
    wrappingWidth: 400
---
flowchart LR
  subgraph s0 ["site attic"]
    n2("<b>laptop</b><br/>browser, i3, wayland, xorg<br/>refused: claim-collision,<br/>no-node"):::refused
    n3("<b>web1</b><br/>webapp"):::beside
  end
  class s0 site
  subgraph s1 ["site cellar"]
    n0("<b>db1</b><br/>postgres")
    n1("<b>db2</b><br/>postgres<br/>held by operator (role provost)"):::held
  end
  class s1 site
  n2 -.->|"database (pin, idle)"| n1
  n3 ==>|"database (pin)"| n0
  classDef default fill:#ffffff,stroke:#5b6570,color:#1b1f23
  classDef site fill:#f3f5f7,stroke:#c4ccd4,color:#1b1f23
  classDef beside fill:#f3f5f7,stroke:#aab4bd,color:#3d454c
  classDef held fill:#fff4d1,stroke:#8a6a00,color:#1b1f23,stroke-dasharray:5 4
  classDef refused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px
  classDef heldrefused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px,stroke-dasharray:5 4
  classDef missing fill:#fff5f5,stroke:#b3261e,color:#b3261e,stroke-dasharray:5 4
  linkStyle 1 stroke:#1f4f9c,color:#1f4f9c
  linkStyle 0 stroke:#7b858e,color:#5b6570
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("graph db1 old --output json"),
        str![[r#"
$ provost graph db1 old --output json
{"schema":"provost.graph/1","nodes":[
{"node":"db1","site":"cellar","asked":true,"modules":[{"name":"postgres","assigned":true}],"held":null,"refusals":[]},
{"node":"old","site":null,"asked":true,"modules":[],"held":null,"refusals":[]},
{"node":"web1","site":"attic","asked":false,"modules":[{"name":"webapp","assigned":true}],"held":null,"refusals":[]},
{"node":"web2","site":"attic","asked":false,"modules":[{"name":"webapp","assigned":true}],"held":null,"refusals":["pin-unanswered"]}],"edges":[
{"node":"web1","provision":"database","for":["webapp"],"from":"db1","module":"postgres","scope":"mesh","pinned":true,"idle":false,"stale":false,"refusal":null},
{"node":"web2","provision":"database","for":["webapp"],"from":"old","module":null,"scope":null,"pinned":true,"idle":false,"stale":true,"refusal":"pin-unanswered"}]}
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("graph nowhere"),
        str![[r#"
$ provost graph nowhere
--- standard error
error: there is no node nowhere
help: `provost node list` shows those there are
--- exit 2

"#]],
    );
}

#[test]
fn a_mesh_of_nothing_is_an_empty_graph() {
    let database = database();
    shows(
        &database,
        &database.run("graph --format mermaid"),
        str![[r#"
$ provost graph --format mermaid
---
title: "0 nodes. An arrow leads from the node that takes to the node that gives."
config:
  theme: neutral
  flowchart:
    wrappingWidth: 400
---
flowchart LR
  classDef default fill:#ffffff,stroke:#5b6570,color:#1b1f23
  classDef site fill:#f3f5f7,stroke:#c4ccd4,color:#1b1f23
  classDef beside fill:#f3f5f7,stroke:#aab4bd,color:#3d454c
  classDef held fill:#fff4d1,stroke:#8a6a00,color:#1b1f23,stroke-dasharray:5 4
  classDef refused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px
  classDef heldrefused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px,stroke-dasharray:5 4
  classDef missing fill:#fff5f5,stroke:#b3261e,color:#b3261e,stroke-dasharray:5 4
--- standard error
there are no nodes yet: `provost node add NAME` makes one
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("graph --output json"),
        str![[r#"
$ provost graph --output json
{"schema":"provost.graph/1","nodes":[],"edges":[]}
--- exit 0

"#]],
    );
}

#[test]
fn a_graph_is_the_same_bytes_whatever_the_order_of_rows() {
    let (one, other) = (database(), database());
    let document = troubled().document();
    let mut turned = document.clone();
    for part in ["sites", "nodes", "modules", "assignments", "pins"] {
        turned[part].as_array_mut().unwrap().reverse();
    }
    for (database, document) in [(&one, document), (&other, turned)] {
        database.call(["import", "-", "--leave-unresolved"]).stdin(document.to_string()).run().succeeds();
    }
    for line in ["graph", "graph --format mermaid", "graph --output json", "graph site:attic"] {
        assert_eq!(one.run(line).stdout, other.run(line).stdout);
    }
}

#[test]
fn a_thousand_nodes_are_few_boxes() {
    let mut mesh = mesh().module("postgres", |m| m.provides_mesh("database")).module("agent", |m| m.requires("log"));
    mesh = mesh.module("loki", |m| m.provides_mesh("log")).module("web", |m| m.requires("database").requires("log"));
    mesh = mesh.node("db").assign("db", "postgres agent").node("logs").assign("logs", "loki");
    mesh = mesh.site("site0").site("site1").site("site2");
    for at in 0..1000 {
        let (site, node) = (format!("site{}", at % 3), format!("n{at}"));
        mesh = mesh.node(&node).at(&site).assign(&node, if at % 4 == 0 { "agent" } else { "web" });
    }
    let database = mesh.database();
    shows(
        &database,
        &database.run("graph"),
        str![[r##"
$ provost graph
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="1002 nodes at 3 sites.\lAn arrow leads from the node that takes to the node that gives.\lNodes that are alike share a box.\l"
  n0 [label=<<b>db</b><br/>agent, postgres>]
  n1 [label=<<b>logs</b><br/>loki>]
  subgraph cluster_1 {
    label="site site0"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n2 [label=<<b>n0 … n996</b><br/>84 nodes<br/>agent>]
    n6 [label=<<b>n3 … n999</b><br/>250 nodes<br/>web>]
  }
  subgraph cluster_2 {
    label="site site1"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n3 [label=<<b>n1 … n997</b><br/>250 nodes<br/>web>]
    n4 [label=<<b>n4 … n988</b><br/>83 nodes<br/>agent>]
  }
  subgraph cluster_3 {
    label="site site2"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n5 [label=<<b>n2 … n998</b><br/>250 nodes<br/>web>]
    n7 [label=<<b>n8 … n992</b><br/>83 nodes<br/>agent>]
  }
  n0 -> n1 [label="log"]
  n2 -> n1 [label="log"]
  n3 -> n0 [label="database"]
  n3 -> n1 [label="log"]
  n4 -> n1 [label="log"]
  n5 -> n0 [label="database"]
  n5 -> n1 [label="log"]
  n6 -> n0 [label="database"]
  n6 -> n1 [label="log"]
  n7 -> n1 [label="log"]
}
--- exit 0

"##]],
    );
}
