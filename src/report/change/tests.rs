//! Accepted changes and pushes, as operators and programs see them.

use snapbox::{assert_data_eq, prelude::*, str};

use super::*;
use crate::{
    model::{Digest, Hold},
    plan::{Change, HeldTake, Holding},
    report::{
        json,
        push::{self, Pushed},
        sample as make,
    },
    resolver::Accepted,
};

const WIDE: Style = Style { width: 100, wrap: true, unicode: true, color: false };

fn nothing() -> Changed {
    Changed {
        changed: false,
        dry_run: false,
        accepted: Accepted::default(),
        digest: Digest::of(b"mesh"),
        holds: vec![],
        warnings: vec![],
        forecast: None,
    }
}

fn wanted(module: &str, requires: &str) -> Vec<WantedFor> {
    vec![WantedFor { module: make::name(module), requires: make::name(requires) }]
}

fn database(from: &str) -> Taken {
    Taken { provision: make::name("database"), from: make::name(from), module: make::name("postgres") }
}

fn unchanged(node: &str) -> NodeChange {
    NodeChange {
        node: make::name(node),
        site: None,
        gained: vec![],
        lost: vec![],
        takes_gained: vec![],
        takes_lost: vec![],
    }
}

fn laptop() -> NodeChange {
    let gained = vec![
        Gained { module: make::name("i3"), assigned: true, wanted_for: vec![] },
        Gained { module: make::name("xorg"), assigned: false, wanted_for: wanted("i3", "x-display") },
    ];
    NodeChange { gained, lost: make::names(&["sway"]), ..unchanged("laptop") }
}

/// A change in which everything happens that can.
fn much() -> Changed {
    let web = |node: &str| NodeChange {
        takes_gained: vec![database("db2")],
        takes_lost: vec![database("db1")],
        ..unchanged(node)
    };
    let moved = Moved {
        node: make::name("web1"),
        requirement: make::name("database"),
        by: make::names(&["webapp"]),
        from: make::name("db1"),
        from_module: make::name("postgres"),
        to: make::name("db2"),
        to_module: make::name("postgres"),
    };
    Changed {
        changed: true,
        accepted: Accepted {
            nodes: vec![laptop(), web("web1"), web("web2")],
            edits: vec![
                make::assign("laptop", "i3"),
                make::pin("web1", "database", "db2"),
                Edit::AllowMove {
                    node: make::name("web1"),
                    requirement: make::name("database"),
                    from: Box::new(make::name("db1")),
                    to: Box::new(make::name("db2")),
                },
            ],
            moved: vec![moved],
            stays: vec![Stays {
                node: make::name("laptop"),
                module: make::name("xorg"),
                wanted_for: wanted("i3", "x-display"),
            }],
            settled: vec![make::pin("web3", "database", "db1"), make::assign("pi", "zsh")],
            ..Accepted::default()
        },
        warnings: vec!["fish.json: no field is called provide; provides was probably meant".into()],
        ..nothing()
    }
}

#[test]
fn what_nodes_gain_lose_and_take() {
    assert_data_eq!(
        changed(&much(), &WIDE),
        str![[r#"
laptop gains i3 and xorg (the only one with x-display for i3)
  and loses sway
web1 and web2 take database from db2 (postgres)
  and no longer take database from db1 (postgres)
moved: database of web1, for webapp, from db1 (postgres) to db2 (postgres); nothing moved along with
  it
stays: xorg on laptop: the only one with x-display for i3
kept as it was, by 2 decisions that can be taken back:
  web3 is pinned to db1 for database
  pi keeps zsh, which is assigned now
warning: fish.json: no field is called provide; provides was probably meant

"#]]
        .raw()
    );
}

#[test]
fn narrow() {
    assert_data_eq!(
        changed(&much(), &Style { width: 40, ..WIDE }),
        str![[r#"
laptop gains i3 and xorg (the only one
    with x-display for i3)
  and loses sway
web1 and web2 take database from db2
    (postgres)
  and no longer take database from db1
    (postgres)
moved: database of web1, for webapp,
  from db1 (postgres) to db2 (postgres);
  nothing moved along with it
stays: xorg on laptop: the only one with
  x-display for i3
kept as it was, by 2 decisions that can
  be taken back:
  web3 is pinned to db1 for database
  pi keeps zsh, which is assigned now
warning: fish.json: no field is called
  provide; provides was probably meant

"#]]
        .raw()
    );
}

#[test]
fn nothing_to_do() {
    assert_data_eq!(
        changed(&nothing(), &WIDE),
        str![[r#"
nothing to do: it is so already; nothing was changed

"#]]
        .raw()
    );
}

#[test]
fn a_dry_run_prints_its_edits_and_the_digest() {
    let accepted = Accepted { nodes: vec![laptop()], edits: much().accepted.edits, ..Accepted::default() };
    let dry = Changed { dry_run: true, changed: true, accepted, ..nothing() };
    assert_data_eq!(
        changed(&dry, &WIDE),
        str![[r#"
dry run: so it would be; nothing was changed
  i3 is assigned to laptop
  web1 is pinned to db2 for database
laptop gains i3 and xorg (the only one with x-display for i3)
  and loses sway
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
}

#[test]
fn what_changes_no_node_says_what_it_did() {
    let edits = vec![Edit::AddSite { site: make::name("attic") }];
    let accepted = Accepted { edits, ..Accepted::default() };
    assert_data_eq!(
        changed(&Changed { changed: true, accepted, ..nothing() }, &WIDE),
        str![[r#"
site attic is added

"#]]
        .raw()
    );
}

#[test]
fn what_is_left_unresolved_is_told() {
    let lost = NodeChange { lost: make::names(&["postgres"]), ..unchanged("db1") };
    let accepted = Accepted { nodes: vec![lost], refusals: vec![make::no_node()], ..Accepted::default() };
    let left = Changed { changed: true, accepted, ..nothing() };
    assert_data_eq!(
        changed(&left, &WIDE),
        str![[r#"
db1 loses postgres

unresolved: this is refused now, and push refuses until it resolves

1  webapp requires database on web1, and no node offers it within reach                      no-node
     2 nodes without a site and 9 nodes at site attic could offer it
     1. you assign webapp
     2. database is taken from another node: requiring it installs nothing
       mariadb             has to be assigned to a node first
       db3 (site cellar)   postgres: offers it to site cellar alone
       web1 itself         sqlite-server, once assigned there
   help: mariadb, postgres or sqlite-server has to be assigned to a node within reach: provost
     assign NODE mariadb

"#]]
        .raw()
    );
}

#[test]
fn as_json() {
    assert_data_eq!(json::changed(&much()), str![[r#"
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"laptop","gained":["i3","xorg"],"lost":["sway"],"takes_gained":[],"takes_lost":[],"brought_in":[{"module":"xorg","for":[{"module":"i3","requires":"x-display"}]}]},{"node":"web1","gained":[],"lost":[],"takes_gained":[{"provision":"database","from":"db2","module":"postgres"}],"takes_lost":[{"provision":"database","from":"db1","module":"postgres"}],"brought_in":[]},{"node":"web2","gained":[],"lost":[],"takes_gained":[{"provision":"database","from":"db2","module":"postgres"}],"takes_lost":[{"provision":"database","from":"db1","module":"postgres"}],"brought_in":[]}],"edits":[{"edit":"assign","node":"laptop","module":"i3"},{"edit":"pin","node":"web1","provision":"database","before":null,"after":"db2"},{"edit":"allow-move","node":"web1","requirement":"database","from":"db1","to":"db2"}],"digest":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","moved":[{"node":"web1","requirement":"database","by":["webapp"],"from":"db1","from_module":"postgres","to":"db2","to_module":"postgres"}],"stays":[{"node":"laptop","module":"xorg","for":[{"module":"i3","requires":"x-display"}]}],"settled":[{"pin":["web3","database","db1"]},{"assign":["pi","zsh"]}],"warnings":["fish.json: no field is called provide; provides was probably meant"],"refusals":[]}

"#]].raw());
    assert_data_eq!(json::changed(&nothing()), str![[r#"
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}

"#]].raw());
}

fn pushed() -> Pushed {
    let hold = Hold { by: make::person("ann"), at: make::moment(), message: "a canary".into() };
    Pushed {
        generation: Some(7),
        declared: make::names(&["web1", "web2"]),
        removed: make::names(&["old"]),
        held: vec![Holding {
            node: make::name("pi"),
            held: Some(hold),
            declared: true,
            change: Some(Change::Unchanged),
            difference: None,
        }],
        unchanged: 41,
        warnings: vec![HeldTake {
            node: make::name("pi"),
            provision: make::name("database"),
            from: make::name("db0"),
            there: true,
        }],
    }
}

#[test]
fn a_push() {
    assert_data_eq!(
        push::pushed(&pushed(), &WIDE),
        str![[r#"
generation 7
declared: web1 and web2
gone: old
unchanged: 41 nodes
held: pi keeps its last declaration, by ann since 2023-11-14T22:13:20Z: a canary
warning: pi is held and was told to take database from db0, which does not offer it any more
declaring is all it does: machines follow by what reads their declarations

"#]]
        .raw()
    );
    let again = Pushed { declared: vec![], removed: vec![], held: vec![], warnings: vec![], ..pushed() };
    assert_data_eq!(
        push::pushed(&again, &WIDE),
        str![[r#"
nothing to declare: generation 7 says it all
unchanged: 41 nodes

"#]]
        .raw()
    );
    assert_data_eq!(
        push::pushed(&Pushed::default(), &WIDE),
        str![[r#"
nothing to declare: the mesh has no nodes yet

"#]]
        .raw()
    );
}

#[test]
fn a_push_as_json() {
    assert_data_eq!(json::pushed(&pushed()), str![[r#"
{"schema":"provost.push/1","generation":7,"declared":["web1","web2"],"removed":["old"],"held":["pi"],"unchanged":41,"holds":[{"node":"pi","by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","message":"a canary","declared":true,"change":"unchanged"}],"stale":[{"node":"pi","provision":"database","from":"db0","there":true}]}

"#]].raw());
    assert_data_eq!(
        json::pushed(&Pushed::default()),
        str![[r#"
{"schema":"provost.push/1","generation":null,"declared":[],"removed":[],"held":[],"unchanged":0,"holds":[],"stale":[]}

"#]]
        .raw()
    );
}

#[test]
fn of_very_many_nodes_that_differ_their_numbers_are_told() {
    let gains = |number: usize| NodeChange {
        gained: vec![Gained { module: make::name(&format!("module-{number}")), assigned: true, wanted_for: vec![] }],
        takes_gained: if number == 0 { vec![database("db1")] } else { vec![] },
        ..unchanged(&format!("node-{number}"))
    };
    let accepted = Accepted { nodes: (0..41).map(gains).collect(), ..Accepted::default() };
    let each = Changed { changed: true, accepted, ..nothing() };
    assert_data_eq!(
        changed(&each, &WIDE),
        str![[r#"
41 nodes gain modules: 41 assigned, 0 brought in
1 node takes from other nodes
--output json says what each of them gains, loses and takes

"#]]
        .raw()
    );
}
