//! Pictures of graphs made by hand: what names may hold, and how many boxes there are.

use std::collections::BTreeSet;

use snapbox::{assert_data_eq, prelude::*, str};

use super::{dot::dot, mermaid::mermaid, *};
use crate::{
    model::{Hold, Moment, NodeId, Person, Scope},
    plan::GraphModule,
    report::sample::{name, names},
    resolver::{Code, Fault},
};

fn node(node: &str, site: &str, modules: &[&str]) -> GraphNode {
    let modules = modules.iter().map(|module| GraphModule { name: name(module), assigned: true });
    GraphNode {
        node: name(node),
        site: (!site.is_empty()).then(|| name(site)),
        asked: true,
        modules: modules.collect(),
        held: None,
        refusals: BTreeSet::new(),
    }
}

fn take(node: &str, provision: &str, from: &str) -> GraphEdge {
    GraphEdge {
        node: name(node),
        provision: name(provision),
        wanted_for: names(&["webapp"]),
        from: (!from.is_empty()).then(|| name(from)),
        module: (!from.is_empty()).then(|| name("postgres")),
        scope: (!from.is_empty()).then_some(Scope::Mesh),
        pinned: false,
        idle: false,
        stale: false,
        refusal: None,
    }
}

fn missing(node: &str, provision: &str, from: &str, fault: Fault) -> GraphEdge {
    let stale = !from.is_empty();
    GraphEdge { pinned: stale, stale, module: None, scope: None, refusal: Some(fault), ..take(node, provision, from) }
}

/// A small mesh in which something is pinned, held, refused and missing.
fn troubled() -> Graph {
    let hold = Hold { by: Person { db_user: "ann".into(), os_user: None }, at: Moment(0), message: "a canary".into() };
    let web3 = node("web3", "attic", &["webapp"]);
    let refused = BTreeSet::from([Code::NoNode, Code::PinUnanswered]);
    Graph {
        nodes: vec![
            node("db1", "cellar", &["postgres", "redis"]),
            GraphNode { held: Some(hold.clone()), ..node("db2", "cellar", &["postgres"]) },
            GraphNode { asked: false, ..node("web1", "", &["webapp"]) },
            node("web2", "attic", &["webapp"]),
            GraphNode { held: Some(hold), refusals: refused, ..web3 },
        ],
        edges: vec![
            take("web1", "cache", "db1"),
            GraphEdge { pinned: true, ..take("web1", "database", "db1") },
            GraphEdge { pinned: true, idle: true, ..take("web2", "database", "db1") },
            GraphEdge { pinned: true, idle: true, stale: true, ..take("web2", "web", "web1") },
            missing("web3", "cache", "", Fault::NoNode),
            missing("web3", "database", "db2", Fault::Pin(NodeId(0))),
        ],
    }
}

#[test]
fn draws_pins_holds_refusals_and_what_is_missing() {
    let picture = picture(&troubled());
    assert_data_eq!(dot(&picture), str![[r##"
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="4 nodes at 2 sites, and 1 beside them.\lAn arrow leads from the node that takes to the node that gives.\l"
  n2 [label=<<b>web1</b><br/>webapp>, fillcolor="#f3f5f7", color="#aab4bd", fontcolor="#3d454c"]
  n5 [label=<<b>?</b><br/>cache: no other node in reach offers it<br/>database: pinned to db2, which does not answer it>, style="rounded,filled,dashed", fillcolor="#fff5f5", color="#b3261e", fontcolor="#b3261e"]
  subgraph cluster_1 {
    label="site attic"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n3 [label=<<b>web2</b><br/>webapp>]
    n4 [label=<<b>web3</b><br/>webapp<br/>held by ann<br/>refused: no-node,<br/>pin-unanswered>, style="rounded,filled,dashed", fillcolor="#fde4e4", color="#b3261e", penwidth=2]
  }
  subgraph cluster_2 {
    label="site cellar"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n0 [label=<<b>db1</b><br/>postgres, redis>]
    n1 [label=<<b>db2</b><br/>postgres<br/>held by ann>, style="rounded,filled,dashed", fillcolor="#fff4d1", color="#8a6a00"]
  }
  n2 -> n0 [label="cache, database (pin)", penwidth=2.2, color="#1f4f9c", fontcolor="#1f4f9c"]
  n3 -> n0 [label="database (pin, idle)", style=dotted, color="#7b858e", fontcolor="#5b6570"]
  n3 -> n2 [label="web (pin, idle, not offered)", style=dotted, color="#7b858e", fontcolor="#5b6570"]
  n4 -> n5 [label="cache, database (pin)", style=dashed, color="#b3261e", fontcolor="#b3261e"]
}

"##]].raw());
    assert_data_eq!(
        mermaid(&picture),
        str![[r#"
---
title: "4 nodes at 2 sites, and 1 beside them. An arrow leads from the node that takes to the node that gives."
config:
  theme: neutral
  flowchart:
    wrappingWidth: 400
---
flowchart LR
  n2("<b>web1</b><br/>webapp"):::beside
  n5("<b>?</b><br/>cache: no other node in reach offers it<br/>database: pinned to db2, which does not answer it"):::missing
  subgraph s1 ["site attic"]
    n3("<b>web2</b><br/>webapp")
    n4("<b>web3</b><br/>webapp<br/>held by ann<br/>refused: no-node,<br/>pin-unanswered"):::heldrefused
  end
  class s1 site
  subgraph s2 ["site cellar"]
    n0("<b>db1</b><br/>postgres, redis")
    n1("<b>db2</b><br/>postgres<br/>held by ann"):::held
  end
  class s2 site
  n2 ==>|"cache, database (pin)"| n0
  n3 -.->|"database (pin, idle)"| n0
  n3 -.->|"web (pin, idle, not offered)"| n2
  n4 -.->|"cache, database (pin)"| n5
  classDef default fill:#ffffff,stroke:#5b6570,color:#1b1f23
  classDef site fill:#f3f5f7,stroke:#c4ccd4,color:#1b1f23
  classDef beside fill:#f3f5f7,stroke:#aab4bd,color:#3d454c
  classDef held fill:#fff4d1,stroke:#8a6a00,color:#1b1f23,stroke-dasharray:5 4
  classDef refused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px
  classDef heldrefused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px,stroke-dasharray:5 4
  classDef missing fill:#fff5f5,stroke:#b3261e,color:#b3261e,stroke-dasharray:5 4
  linkStyle 0 stroke:#1f4f9c,color:#1f4f9c
  linkStyle 1,2 stroke:#7b858e,color:#5b6570
  linkStyle 3 stroke:#b3261e,color:#b3261e

"#]]
        .raw()
    );
}

#[test]
fn what_is_in_a_name_is_never_part_of_the_language() {
    let hostile =
        ["a\\Nb\"c", "end", "%%{init}%%", "<b>&amp;#quot;", "a\u{202e}\u{1b}[2J\n", "$$x$$ fa:fa-user", "1. `_*_`"];
    let nodes = hostile.map(|hostile| node(hostile, "\"]\\l", &[]));
    let edges = vec![take(hostile[0], "\" -> n9 |\"| \\N", hostile[1])];
    let picture = picture(&Graph { nodes: nodes.into(), edges });
    assert_data_eq!(dot(&picture), str![[r##"
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="7 nodes at 1 site.\lAn arrow leads from the node that takes to the node that gives.\l"
  subgraph cluster_0 {
    label="site \"]\\l"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n0 [label=<<b>a\\Nb&quot;c</b>>]
    n1 [label=<<b>end</b>>]
    n2 [label=<<b>%%{init}%%</b>>]
    n3 [label=<<b>&lt;b&gt;&amp;amp;#quot;</b>>]
    n4 [label=<<b>a\\u{202e}\\u{1b}[2J\\n</b>>]
    n5 [label=<<b>$$x$$ fa:fa-user</b>>]
    n6 [label=<<b>1. `_*_`</b>>]
  }
  n0 -> n1 [label="\" -> n9 |\"| \\N"]
}

"##]].raw());
    assert_data_eq!(
        mermaid(&picture),
        str![[r##"
---
title: "7 nodes at 1 site. An arrow leads from the node that takes to the node that gives."
config:
  theme: neutral
  flowchart:
    wrappingWidth: 400
---
flowchart LR
  subgraph s0 ["site #34;#93;#92;<i></i>l"]
    n0("<b>a#92;<i></i>Nb#34;c</b>")
    n1("<b>end</b>")
    n2("<b>#37;#37;#123;init#125;#37;#37;</b>")
    n3("<b>#60;b#62;#38;amp#59;#35;quot#59;</b>")
    n4("<b>a#92;<i></i>u#123;202e#125;#92;<i></i>u#123;1b#125;#91;2J#92;<i></i>n</b>")
    n5("<b>#36;<i></i>#36;<i></i>x#36;<i></i>#36;<i></i> fa#58;<i></i>fa-user</b>")
    n6("<b>1#46; #96;#95;#42;#95;#96;</b>")
  end
  class s0 site
  n0 -->|"#34; #45;#62; n9 #124;#34;#124; #92;<i></i>N"| n1
  classDef default fill:#ffffff,stroke:#5b6570,color:#1b1f23
  classDef site fill:#f3f5f7,stroke:#c4ccd4,color:#1b1f23
  classDef beside fill:#f3f5f7,stroke:#aab4bd,color:#3d454c
  classDef held fill:#fff4d1,stroke:#8a6a00,color:#1b1f23,stroke-dasharray:5 4
  classDef refused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px
  classDef heldrefused fill:#fde4e4,stroke:#b3261e,color:#1b1f23,stroke-width:2px,stroke-dasharray:5 4
  classDef missing fill:#fff5f5,stroke:#b3261e,color:#b3261e,stroke-dasharray:5 4

"##]]
        .raw()
    );
}

/// `count` web servers at each of so many sites, each of which takes a database from one of a few, and what its site gives.
fn many(sites: usize, count: usize, differ: bool) -> Graph {
    let mut graph = Graph::default();
    for db in 0..4 {
        graph.nodes.push(node(&format!("db{db}"), "site0", &["postgres"]));
    }
    for site in 0..sites {
        let place = format!("site{site}");
        graph.nodes.push(node(&format!("dhcp-{site}"), &place, &["dhcp"]));
        for at in 0..count {
            let web = format!("web-{site}-{at}");
            graph.nodes.push(node(&web, &place, &["webapp"]));
            let db = if differ { at % 4 } else { site % 4 };
            graph.edges.push(take(&web, "database", &format!("db{db}")));
            graph.edges.push(take(&web, "dhcp", &format!("dhcp-{site}")));
            if differ {
                graph.edges.push(take(&web, &format!("own-{}", at % 50), &format!("db{}", at % 3)));
            }
        }
    }
    graph.nodes.sort_by(|a, b| a.node.cmp(&b.node));
    graph.edges.sort_by(|a, b| (&a.node, &a.provision).cmp(&(&b.node, &b.provision)));
    graph
}

#[test]
fn a_large_mesh_is_few_boxes_that_hold_every_node() {
    for (sites, count, differ) in [(2, 5, false), (3, 40, false), (3, 40, true), (20, 50, true), (200, 50, true)] {
        let graph = many(sites, count, differ);
        let picture = picture(&graph);
        let size = (picture.boxes.len(), picture.arrows.len());
        assert!(size.0 <= 60 && size.1 <= 60, "{sites} sites of {count} nodes are {size:?} boxes and arrows");
        let counted = format!("{} nodes at {sites} sites.", graph.nodes.len());
        assert_eq!(picture.title[0], counted);
    }
    assert_data_eq!(dot(&picture(&many(3, 40, false))), str![[r##"
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="127 nodes at 3 sites.\lAn arrow leads from the node that takes to the node that gives.\lNodes that are alike share a box.\l"
  subgraph cluster_0 {
    label="site site0"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n0 [label=<<b>db0</b><br/>postgres>]
    n1 [label=<<b>db1</b><br/>postgres>]
    n2 [label=<<b>db2</b><br/>postgres>]
    n3 [label=<<b>db3</b><br/>postgres>]
    n4 [label=<<b>dhcp-0</b><br/>dhcp>]
    n7 [label=<<b>web-0-0 … web-0-39</b><br/>40 nodes<br/>webapp>]
  }
  subgraph cluster_1 {
    label="site site1"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n5 [label=<<b>dhcp-1</b><br/>dhcp>]
    n8 [label=<<b>web-1-0 … web-1-39</b><br/>40 nodes<br/>webapp>]
  }
  subgraph cluster_2 {
    label="site site2"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n6 [label=<<b>dhcp-2</b><br/>dhcp>]
    n9 [label=<<b>web-2-0 … web-2-39</b><br/>40 nodes<br/>webapp>]
  }
  n7 -> n0 [label="database"]
  n7 -> n4 [label="dhcp"]
  n8 -> n1 [label="database"]
  n8 -> n5 [label="dhcp"]
  n9 -> n2 [label="database"]
  n9 -> n6 [label="dhcp"]
}

"##]].raw());
    assert_data_eq!(dot(&picture(&many(20, 50, true))), str![[r##"
digraph mesh {
  graph [rankdir=LR, fontname="Helvetica,Arial,sans-serif", fontsize=12, labelloc=b, labeljust=l, nodesep=0.25, ranksep=0.9, pad=0.3]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=11, margin="0.14,0.08"]
  edge [color="#5b6570", fontname="Helvetica,Arial,sans-serif", fontsize=10, arrowsize=0.7]
  label="1024 nodes at 20 sites.\lAn arrow leads from the node that takes to the node that gives.\lOn the right is each node once more that gives, and those that give the same.\l"
  n0 [label=<<b>db0 … web-9-49</b><br/>1024 nodes at 20 sites>]
  n5 [label=<<b>dhcp-0 … dhcp-19</b><br/>20 nodes at 20 sites>]
  subgraph cluster_1 {
    label="site site0"; labelloc=t; labeljust=l; style="rounded,filled"; color="#c4ccd4"; fillcolor="#f3f5f7"
    n1 [label=<<b>db0</b>>]
    n2 [label=<<b>db1</b>>]
    n3 [label=<<b>db2</b>>]
    n4 [label=<<b>db3</b>>]
  }
  n0 -> n1 [label="database (260 of 1024),\nown-0 (20 of 1024),\nown-12 (20 of 1024),\nown-15 (20 of 1024),\nand 14 more"]
  n0 -> n2 [label="database (260 of 1024),\nown-1 (20 of 1024),\nown-10 (20 of 1024),\nown-13 (20 of 1024),\nand 14 more"]
  n0 -> n3 [label="database (240 of 1024),\nown-11 (20 of 1024),\nown-14 (20 of 1024),\nown-17 (20 of 1024),\nand 13 more"]
  n0 -> n4 [label="database (240 of 1024)"]
  n0 -> n5 [label="dhcp (1000 of 1024)"]
}

"##]].raw());
}

#[test]
fn every_node_is_in_a_box_at_every_level() {
    let graph = many(5, 30, true);
    for level in Level::ALL {
        let grouping = Grouping::of(&graph, level);
        let taking = grouping.groups.iter().filter(|group| group.side != Side::Gives).flat_map(|group| &group.nodes);
        let mut nodes: Vec<usize> = taking.copied().collect();
        nodes.sort_unstable();
        assert_eq!(nodes, (0..graph.nodes.len()).collect::<Vec<_>>(), "{level:?}");
        let edges: usize = grouping.bundles.iter().map(|bundle| bundle.edges.len()).sum();
        assert_eq!(edges, graph.edges.len(), "{level:?}");
    }
}

#[test]
fn nodes_are_listed_by_number() {
    let nodes: Vec<GraphNode> = (1..=12).map(|at| node(&format!("web{at}"), "", &[])).collect();
    let nodes: Vec<&GraphNode> = nodes.iter().collect();
    assert_eq!(labels::names(&nodes), ["web1 … web12"]);
    assert_eq!(labels::names(&nodes[8..]), ["web9, web10, web11, web12"]);
}
