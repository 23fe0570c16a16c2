//! Plans as operators and programs see them.

mod made;

use snapbox::{assert_data_eq, prelude::*, str};

use self::made::{refused, small};
use super::*;
use crate::report::json;

const WIDE: Style = Style { width: 100, wrap: true, unicode: true, color: false };

fn text(told: &Plan, extent: Extent, style: &Style) -> String {
    let mut out = Vec::new();
    assert!(plan(told, extent, style, &mut out).is_ok());
    String::from_utf8_lossy(&out).into_owned()
}

fn json(told: &Plan) -> String {
    let mut out = Vec::new();
    assert!(json::plan(told, &mut out).is_ok());
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn each_node_with_what_why_and_how_it_differs() {
    assert_data_eq!(
        text(&small(), Extent::Nodes, &WIDE),
        str![[r#"
web1 (site attic): changed since generation 7
    metrics          assigned; the only one with metrics for webapp
  ~ webapp 1.2       assigned; was 1.1; changes config; brings unit
  + zsh              brought in: the only one with shell for webapp
  - nginx            no longer
  + takes database   from db1 (postgres), by a pin, for webapp
  - takes cache      no longer from redis1
    gives web        to proxy (webapp)
  ~ machine          renamed (was www1), site attic (was none) and no ram (was "8192")
  ~ restarts         webapp.service, since webapp/config changes

web2 (site attic): held
  held: web2 gets no declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
    it was never declared; after `provost release web2`, a push declares all of this
  + webapp 1.2       assigned
  + takes database   from db1 (postgres), the only one, for webapp

web3 (site attic): as it was last pushed
  runs nothing

web4 (site attic): gone; a push says so

held: web5 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  once released, a push declares: +zsh, -nginx, ~webapp (was 1.1; changes config; brings unit),
    takes database from db1, no longer takes cache from redis1, ~takes metrics from db1 (the module
    was collectd, the offer says something else and ram there is another), renamed (was www1), site
    attic (was none) and no ram (was "8192")
held: web6 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  refused: once released, that would stop every push
warning: web2 is held and was told to take database from db0, and no node is called that any more
3 nodes: 1 new, 1 changed, 1 unchanged, 1 held, 1 gone
provost push declares it; what would be told to a held node is kept back
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
}

#[test]
fn narrow() {
    assert_data_eq!(
        text(&small(), Extent::Nodes, &Style { width: 40, ..WIDE }),
        str![[r#"
web1 (site attic): changed since
  generation 7
    metrics
      assigned; the only one with
      metrics for webapp
  ~ webapp 1.2
      assigned; was 1.1; changes config;
      brings unit
  + zsh
      brought in: the only one with
      shell for webapp
  - nginx
      no longer
  + takes database
      from db1 (postgres), by a pin, for
      webapp
  - takes cache
      no longer from redis1
    gives web
      to proxy (webapp)
  ~ machine
      renamed (was www1), site attic
      (was none) and no ram (was "8192")
  ~ restarts
      webapp.service, since
      webapp/config changes

web2 (site attic): held
  held: web2 gets no declaration, by ann
    since 2023-11-14T22:13:20Z: stolen,
    sadly
    it was never declared; after
      `provost release web2`, a push
      declares all of this
  + webapp 1.2
      assigned
  + takes database
      from db1 (postgres), the only one,
      for webapp

web3 (site attic): as it was last pushed
  runs nothing

web4 (site attic): gone; a push says so

held: web5 keeps its last declaration,
  by ann since 2023-11-14T22:13:20Z:
  stolen, sadly
  once released, a push declares: +zsh,
    -nginx, ~webapp (was 1.1; changes
    config; brings unit), takes database
    from db1, no longer takes cache from
    redis1, ~takes metrics from db1 (the
    module was collectd, the offer says
    something else and ram there is
    another), renamed (was www1), site
    attic (was none) and no ram (was
    "8192")
held: web6 keeps its last declaration,
  by ann since 2023-11-14T22:13:20Z:
  stolen, sadly
  refused: once released, that would
    stop every push
warning: web2 is held and was told to
  take database from db0, and no node is
  called that any more
3 nodes: 1 new, 1 changed, 1 unchanged,
  1 held, 1 gone
provost push declares it; what would be
  told to a held node is kept back
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
}

#[test]
fn piped() {
    assert_data_eq!(
        text(&small(), Extent::Nodes, &Style::PIPED),
        str![[r#"
web1 (site attic): changed since generation 7
    metrics          assigned; the only one with metrics for webapp
  ~ webapp 1.2       assigned; was 1.1; changes config; brings unit
  + zsh              brought in: the only one with shell for webapp
  - nginx            no longer
  + takes database   from db1 (postgres), by a pin, for webapp
  - takes cache      no longer from redis1
    gives web        to proxy (webapp)
  ~ machine          renamed (was www1), site attic (was none) and no ram (was "8192")
  ~ restarts         webapp.service, since webapp/config changes

web2 (site attic): held
  held: web2 gets no declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
    it was never declared; after `provost release web2`, a push declares all of this
  + webapp 1.2       assigned
  + takes database   from db1 (postgres), the only one, for webapp

web3 (site attic): as it was last pushed
  runs nothing

web4 (site attic): gone; a push says so

held: web5 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  once released, a push declares: +zsh, -nginx, ~webapp (was 1.1; changes config; brings unit), takes database from db1, no longer takes cache from redis1, ~takes metrics from db1 (the module was collectd, the offer says something else and ram there is another), renamed (was www1), site attic (was none) and no ram (was "8192")
held: web6 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  refused: once released, that would stop every push
warning: web2 is held and was told to take database from db0, and no node is called that any more
3 nodes: 1 new, 1 changed, 1 unchanged, 1 held, 1 gone
provost push declares it; what would be told to a held node is kept back
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
}

#[test]
fn refusals_and_counts() {
    assert_data_eq!(
        text(&refused(), Extent::Nodes, &WIDE),
        str![[r#"
web1 (site attic): refused, see below; it was never declared
    webapp   assigned

refused: the mesh does not resolve

1  webapp requires database on web1, and db1 and db2 both offer it                       choose-node
     1. webapp is assigned to web1
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost pin web1 database db1   settles this

1 node: 1 refused
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
    assert_data_eq!(
        text(&small(), Extent::Summary, &WIDE),
        str![[r#"
held: web2 gets no declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  never declared; once released, a push does so
held: web5 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  once released, a push declares: +zsh, -nginx, ~webapp (was 1.1; changes config; brings unit),
    takes database from db1, no longer takes cache from redis1, ~takes metrics from db1 (the module
    was collectd, the offer says something else and ram there is another), renamed (was www1), site
    attic (was none) and no ram (was "8192")
held: web6 keeps its last declaration, by ann since 2023-11-14T22:13:20Z: stolen, sadly
  refused: once released, that would stop every push
warning: web2 is held and was told to take database from db0, and no node is called that any more
3 nodes: 1 new, 1 changed, 1 unchanged, 1 held, 1 gone
provost push declares it; what would be told to a held node is kept back
digest d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa

"#]]
        .raw()
    );
}

#[test]
fn an_empty_mesh_says_how_to_begin() {
    let plan = Plan { nodes: vec![], counts: Counts::default(), warnings: vec![], ..small() };
    assert_data_eq!(
        text(&plan, Extent::Nodes, &WIDE),
        str![[r#"
the mesh has no nodes yet; to begin:
  provost module register DIR    puts the manifests of a folder into the catalogue
  provost node add laptop        names a machine
  provost assign laptop MODULE   says what it is to run

"#]]
        .raw()
    );
}

#[test]
fn as_json() {
    assert_data_eq!(json(&small()), str![[r#"
{"schema":"provost.plan/1","digest":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","resolves":true,"mesh_resolves":true,"counts":{"nodes":3,"new":1,"changed":1,"unchanged":1,"removed":1,"refused":0,"held":1,"kept_back":1},"warnings":[{"node":"web2","provision":"database","from":"db0","there":false}],"holds":[
{"node":"web2","held":{"by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","message":"stolen, sadly"},"declared":false,"change":"new"},
{"node":"web5","held":{"by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","message":"stolen, sadly"},"declared":true,"change":"changed","difference":{"generation":7,"gained":["zsh"],"lost":["nginx"],"changed":["webapp"],"takes_gained":[["database","db1"]],"takes_lost":[["cache","redis1"]],"takes_changed":[["metrics","db1"]],"machine":true,"machine_changes":[{"what":"name","before":"www1","after":"web1"},{"what":"site","before":null,"after":"attic"},{"what":"fact","fact":"ram","before":"8192","after":null}],"module_changes":[{"module":"webapp","before":"1.1","after":"1.2","added":["unit"],"removed":[],"changed":["config"]}],"take_changes":[{"provision":"metrics","from":"db1","module_before":"collectd","offer":true,"facts":["ram"],"for":false}],"restarts":[{"resource":"webapp/service","key":"webapp.service","because":["webapp/config"]}]}},
{"node":"web6","held":{"by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","message":"stolen, sadly"},"declared":true,"change":null}],"acknowledgements":[],"nodes":[
{"node":"web1","site":"attic","resolves":true,"held":null,"change":"changed","modules":[{"name":"metrics","version":null,"assigned":true,"for":[{"module":"webapp","requires":"metrics"}]},{"name":"webapp","version":"1.2","assigned":true,"for":[]},{"name":"zsh","version":null,"assigned":false,"for":[{"module":"webapp","requires":"shell"}]}],"takes":[{"provision":"database","from":"db1","module":"postgres","scope":"mesh","pinned":true,"for":["webapp"]}],"gives":[{"provision":"web","scope":"mesh","module":"webapp","to":["proxy"]}],"difference":{"generation":7,"gained":["zsh"],"lost":["nginx"],"changed":["webapp"],"takes_gained":[["database","db1"]],"takes_lost":[["cache","redis1"]],"takes_changed":[["metrics","db1"]],"machine":true,"machine_changes":[{"what":"name","before":"www1","after":"web1"},{"what":"site","before":null,"after":"attic"},{"what":"fact","fact":"ram","before":"8192","after":null}],"module_changes":[{"module":"webapp","before":"1.1","after":"1.2","added":["unit"],"removed":[],"changed":["config"]}],"take_changes":[{"provision":"metrics","from":"db1","module_before":"collectd","offer":true,"facts":["ram"],"for":false}],"restarts":[{"resource":"webapp/service","key":"webapp.service","because":["webapp/config"]}]}},
{"node":"web2","site":"attic","resolves":true,"held":{"by":"ann","db_user":"ann","os_user":null,"at":"2023-11-14T22:13:20Z","message":"stolen, sadly"},"change":"new","modules":[{"name":"webapp","version":"1.2","assigned":true,"for":[]}],"takes":[{"provision":"database","from":"db1","module":"postgres","scope":"mesh","pinned":false,"for":["webapp"]}],"gives":[]},
{"node":"web3","site":"attic","resolves":true,"held":null,"change":"unchanged","modules":[],"takes":[],"gives":[]},
{"node":"web4","site":"attic","resolves":true,"held":null,"change":"removed","modules":[],"takes":[],"gives":[]}],"refusals":[]}

"#]].raw());
    assert_data_eq!(json(&refused()), str![[r#"
{"schema":"provost.plan/1","digest":"d30ca7a7a32bf5772dc5eb2a2e7bd35737eff795ad74f2479b359716b59abdfa","resolves":false,"mesh_resolves":false,"counts":{"nodes":1,"new":0,"changed":0,"unchanged":0,"removed":0,"refused":1,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"web1","site":"attic","resolves":false,"held":null,"change":null,"modules":[{"name":"webapp","version":null,"assigned":true,"for":[]}],"takes":[],"gives":[]}],"refusals":[
{"code":"choose-node","node":"web1","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on web1, and db1 and db2 both offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":"db1","site":"attic","module":"postgres","works":true,"why_not":null},{"node":"db2","site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","pin","web1","database","db1"]],"whole":false,"effect":"settles this"}]}]}

"#]].raw());
}
