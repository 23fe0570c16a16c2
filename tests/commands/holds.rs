//! `hold` and `release`.

use snapbox::str;

use super::{laptop, says};
use crate::support::{Manifest, mesh};

#[test]
fn holding_and_releasing() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "push
         hold laptop
         hold laptop --message 'at the repair shop'
         hold laptop --message 'at the repair shop'
         hold laptop,pi --message 'moving house' --output json
         assign laptop bash
         plan
         plan laptop --output json
         push --output json
         release laptop
         release laptop
         push",
        str![[r#"
$ provost push
generation 1
declared: laptop and pi
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost hold laptop
--- standard error
error: a hold says why, for whoever meets it later
help: add --message 'WHY'
--- exit 2
$ provost hold laptop --message 'at the repair shop'
laptop is held: at the repair shop
laptop: nothing differs from the last declaration yet
--- exit 0
$ provost hold laptop --message 'at the repair shop'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost hold laptop,pi --message 'moving house' --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"hold","node":"laptop","before":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"at the repair shop"},"after":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"}},{"edit":"hold","node":"pi","before":null,"after":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"}}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"holds":[{"node":"laptop","held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"declared":true,"change":"unchanged"},{"node":"pi","held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"declared":true,"change":"unchanged"}],"warnings":[],"refusals":[]}
--- exit 0
$ provost assign laptop bash
laptop gains bash
--- exit 0
$ provost plan
held: laptop keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +bash
held: pi keeps its last declaration, by operator (role provost) since [TIME]: moving house
2 nodes: 2 held
a push has nothing to declare; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0
$ provost plan laptop --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":2,"new":0,"changed":0,"unchanged":0,"removed":0,"refused":0,"held":2,"kept_back":1},"warnings":[],"holds":[
{"node":"laptop","held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"declared":true,"change":"changed","difference":{"generation":1,"gained":["bash"],"lost":[],"changed":[],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[],"restarts":[]}}],"acknowledgements":[],"nodes":[
{"node":"laptop","site":"attic","resolves":true,"held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"change":"unchanged","modules":[{"name":"bash","version":"1.0","assigned":true,"for":[]},{"name":"i3","version":"1.0","assigned":true,"for":[]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"i3","requires":"x-display"}]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":["bash"],"lost":[],"changed":[],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[],"restarts":[]}}],"refusals":[]}
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":1,"declared":[],"removed":[],"held":["laptop","pi"],"unchanged":0,"holds":[{"node":"laptop","by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house","declared":true,"change":"changed"},{"node":"pi","by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house","declared":true,"change":"unchanged"}],"stale":[]}
--- exit 0
$ provost release laptop
laptop is released
laptop: the next push declares: +bash
--- exit 0
$ provost release laptop
nothing to do: it is so already; nothing was changed
--- standard error
warning: laptop was not held
--- exit 0
$ provost push
generation 2
declared: laptop
held: pi keeps its last declaration, by operator (role provost) since [TIME]: moving house
declaring is all it does: machines follow by what reads their declarations
--- exit 0

"#]],
    );
}

#[test]
fn a_held_node_does_not_stop_a_push() {
    let db = laptop().assign("laptop", "i3 sway").assign("pi", "bash").database();
    says(
        &db,
        "push
         plan
         hold laptop --message canary
         plan
         plan laptop
         push
         release laptop
         push",
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
$ provost plan
laptop (site attic): refused, see below; it was never declared
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: the mesh does not resolve

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

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost hold laptop --message canary
laptop is held: canary
laptop: refused: once released, that would stop every push
--- exit 0
$ provost plan
laptop (site attic): held and refused, see below
  held: laptop gets no declaration, by operator (role provost) since [TIME]: canary
    it was never declared, and does not resolve: released as it is, it would stop every push
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: held nodes do not resolve; they are told nothing new and stop no push

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

2 nodes: 1 new, 1 held
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan laptop
laptop (site attic): held and refused, see below
  held: laptop gets no declaration, by operator (role provost) since [TIME]: canary
    it was never declared, and does not resolve: released as it is, it would stop every push
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

refused: held nodes do not resolve; they are told nothing new and stop no push

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

2 nodes: 1 new, 1 held
provost push declares it
digest [DIGEST]
--- exit 3
$ provost push
generation 1
declared: pi
held: laptop gets no declaration, by operator (role provost) since [TIME]: canary
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost release laptop
laptop is released
laptop: refused, and a push refuses until that is settled
--- exit 0
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

"#]],
    );
}

#[test]
fn what_a_hold_keeps_back_is_marked() {
    let page = |content: &str| serde_json::json!({"path": "/srv/page", "content": content});
    let web = |content: &str| {
        let manifest = Manifest::new("web").resource("file", page(content)).service("web.service", &["/srv/page"]);
        serde_json::json!(manifest.value()).to_string()
    };
    let db = mesh()
        .node("web1")
        .node("web2")
        .node("web3")
        .module("web", |m| m.resource("file", page("one\ntwo\n")).service("web.service", &["/srv/page"]))
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .assign("web1", "web bash")
        .assign("web2", "web")
        .database();
    db.write("web.json", &web("one\n2\n"));
    says(
        &db,
        "push
         node add web4
         assign web4 bash
         hold web1,web3,web4 --message 'moving house' --quiet
         unassign web1 bash
         assign web1 zsh
         plan
         plan --summary
         module register web.json
         plan
         plan web1 web3 web4
         plan --diff
         plan web1 --diff --output json
         push
         plan
         release web1
         plan web1",
        str![[r#"
$ provost push
generation 1
declared: web1, web2 and web3
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost node add web4
node web4 is added
--- exit 0
$ provost assign web4 bash
web4 gains bash
--- exit 0
$ provost hold web1,web3,web4 --message 'moving house' --quiet
--- exit 0
$ provost unassign web1 bash
web1 loses bash
--- exit 0
$ provost assign web1 zsh
web1 gains zsh
--- exit 0
$ provost plan
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +zsh and -bash
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
  never declared; once released, a push does so
4 nodes: 1 unchanged, 3 held
a push has nothing to declare; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost plan --summary
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +zsh and -bash
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
  never declared; once released, a push does so
4 nodes: 1 unchanged, 3 held
a push has nothing to declare; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost module register web.json
web has a new manifest
web: file changed; a push tells web1 and web2
--- exit 0
$ provost plan
web2: changed since generation 1
  ~ web 1.0    assigned; changes file
  ~ restarts   web.service, since web/file changes

held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +zsh, -bash and ~web (changes file)
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
  never declared; once released, a push does so
4 nodes: 1 changed, 3 held
provost push declares it; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost plan web1 web3 web4
web1: held
  held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
    that is generation 1; after `provost release web1`, a push declares what is marked
  ~ web 1.0    assigned; changes file
  + zsh 1.0    assigned
  - bash       no longer
  ~ restarts   web.service, since web/file changes

web3: held
  held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
    nothing differs from that declaration
  runs nothing

web4: held
  held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
    it was never declared; after `provost release web4`, a push declares all of this
  + bash 1.0   assigned

4 nodes: 1 changed, 3 held
provost push declares it; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost plan --diff
web2: changed since generation 1
  ~ web 1.0    assigned; changes file
  ~ restarts   web.service, since web/file changes

/srv/page (web/file) on web2; kept back on web1, which is held:
--- /srv/page
+++ /srv/page
@@ -1,2 +1,2 @@
 one
-two
+2

held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +zsh, -bash and ~web (changes file)
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
  never declared; once released, a push does so
4 nodes: 1 changed, 3 held
provost push declares it; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost plan web1 --diff --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":4,"new":0,"changed":1,"unchanged":0,"removed":0,"refused":0,"held":3,"kept_back":2},"warnings":[],"holds":[
{"node":"web1","held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"declared":true,"change":"changed","difference":{"generation":1,"gained":["zsh"],"lost":["bash"],"changed":["web"],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[{"module":"web","before":"1.0","after":"1.0","added":[],"removed":[],"changed":["file"]}],"take_changes":[],"restarts":[{"resource":"web/service","key":"web.service","because":["web/file"]}]}}],"acknowledgements":[],"nodes":[
{"node":"web1","site":null,"resolves":true,"held":{"by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house"},"change":"unchanged","modules":[{"name":"web","version":"1.0","assigned":true,"for":[]},{"name":"zsh","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":["zsh"],"lost":["bash"],"changed":["web"],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[{"module":"web","before":"1.0","after":"1.0","added":[],"removed":[],"changed":["file"]}],"take_changes":[],"restarts":[{"resource":"web/service","key":"web.service","because":["web/file"]}]}}],"files":[
{"resource":"web/file","was":null,"path":"/srv/page","nodes":[],"held":["web1"],"fields":[],"diff":"--- /srv/page\n+++ /srv/page\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"}],"refusals":[]}
--- exit 0
$ provost push
generation 2
declared: web2
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost plan
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: +zsh, -bash and ~web (changes file)
held: web3 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: web4 gets no declaration, by operator (role provost) since [TIME]: moving house
  never declared; once released, a push does so
4 nodes: 1 unchanged, 3 held
a push has nothing to declare; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost release web1
web1 is released
web1: the next push declares: +zsh, -bash and ~web (changes file)
--- exit 0
$ provost plan web1
web1: changed since generation 1
  ~ web 1.0    assigned; changes file
  + zsh 1.0    assigned
  - bash       no longer
  ~ restarts   web.service, since web/file changes

4 nodes: 1 changed, 1 unchanged, 2 held
provost push declares it; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0

"#]],
    );
    db.run("unassign web1 web").succeeds();
    let (text, json) = (db.run("status").stdout, db.run("status --output json").json());
    let pending = text.lines().find(|line| line.starts_with("pending"));
    assert_eq!(
        pending,
        Some(
            "pending    1 changed, 2 held, 1 unchanged; provost push declares it; a hold keeps back what 1 node would be told"
        )
    );
    assert_eq!((&json["pending"]["held"], &json["pending"]["kept_back"]), (&2.into(), &1.into()));
}

#[test]
fn what_a_held_node_takes_from_may_be_gone_or_have_another_name() {
    let db = mesh()
        .nodes(&["db1", "web1", "web2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
        .database();
    says(
        &db,
        "push --quiet
         hold web1,web2 --message 'moving house'
         node rename db1 store
         plan --summary
         push --output json
         node rename store db1
         unassign db1 postgres --leave-unresolved --quiet
         plan --summary
         release all --dry-run --leave-unresolved",
        str![[r#"
$ provost push --quiet
--- exit 0
$ provost hold web1,web2 --message 'moving house'
web1 is held: moving house
web2 is held: moving house
web1 and web2: nothing differs from the last declaration yet
--- exit 0
$ provost node rename db1 store
node db1 is called store
--- exit 0
$ provost plan --summary
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: takes database from store and no longer takes database from db1
held: web2 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  once released, a push declares: takes database from store and no longer takes database from db1
warning: web1 is held and was told to take database from db1, and no node is called that any more
warning: web2 is held and was told to take database from db1, and no node is called that any more
3 nodes: 1 changed, 2 held
provost push declares it; what would be told to 2 held nodes is kept back
digest [DIGEST]
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":2,"declared":["store"],"removed":[],"held":["web1","web2"],"unchanged":0,"holds":[{"node":"web1","by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house","declared":true,"change":"changed"},{"node":"web2","by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"moving house","declared":true,"change":"changed"}],"stale":[{"node":"web1","provision":"database","from":"db1","there":false},{"node":"web2","provision":"database","from":"db1","there":false}]}
--- exit 0
$ provost node rename store db1
node store is called db1
--- exit 0
$ provost unassign db1 postgres --leave-unresolved --quiet
--- exit 0
$ provost plan --summary
refused: held nodes do not resolve; they are told nothing new and stop no push

1  webapp requires database on web1 and web2, and no node offers it      no-node
     1. webapp is assigned to each
     2. database is taken from another node: requiring it installs nothing
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db1 postgres         db1 gains postgres; web1 and web2 take database from db1
     provost assign web1 postgres        web1 gains postgres; web2 takes database from web1
     provost assign web2 postgres        web2 gains postgres; web1 takes database from web2
     provost unassign web1,web2 webapp   web1 and web2 lose webapp

held: web1 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  refused: once released, that would stop every push
held: web2 keeps its last declaration, by operator (role provost) since [TIME]: moving house
  refused: once released, that would stop every push
warning: web1 is held and was told to take database from db1, which does not offer it any more
warning: web2 is held and was told to take database from db1, which does not offer it any more
3 nodes: 1 changed, 2 held
provost push declares it
digest [DIGEST]
--- exit 0
$ provost release all --dry-run --leave-unresolved
dry run: so it would be; nothing was changed
  web1 is released
  web2 is released
web1 and web2: refused, and a push refuses until that is settled
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn a_node_that_was_never_declared_keeps_nothing() {
    let database = mesh().node("a").database();
    says(
        &database,
        "hold a --message x
         push
         push --output json
         plan
         plan a",
        str![[r#"
$ provost hold a --message x
a is held: x
a: never declared; once released, a push does so
--- exit 0
$ provost push
nothing to declare: every node of the mesh is held
held: a gets no declaration, by operator (role provost) since [TIME]: x
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":null,"declared":[],"removed":[],"held":["a"],"unchanged":0,"holds":[{"node":"a","by":"operator","db_user":"provost","os_user":"operator","at":"[TIME]","message":"x","declared":false,"change":"new"}],"stale":[]}
--- exit 0
$ provost plan
held: a gets no declaration, by operator (role provost) since [TIME]: x
  never declared; once released, a push does so
1 node: 1 held
a push has nothing to declare; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0
$ provost plan a
a: held
  held: a gets no declaration, by operator (role provost) since [TIME]: x
    it was never declared; after `provost release a`, a push declares all of this
  runs nothing

1 node: 1 held
a push has nothing to declare; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0

"#]],
    );
    let told = database.run("status --output json").json();
    assert_eq!((&told["held"][0]["node"], &told["held"][0]["declared"]), (&"a".into(), &false.into()));
}

#[test]
fn a_push_says_that_it_holds_something_back() {
    says(
        &mesh().node("a").node("b").module("bash", |m| m.provides("shell")).database(),
        "push
         hold a --message x
         push
         assign a bash
         push
         node add c
         hold c --message x
         push",
        str![[r#"
$ provost push
generation 1
declared: a and b
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost hold a --message x
a is held: x
a: nothing differs from the last declaration yet
--- exit 0
$ provost push
nothing to declare: generation 1 says it all
unchanged: 1 node
held: a keeps its last declaration, by operator (role provost) since [TIME]: x
--- exit 0
$ provost assign a bash
a gains bash
--- exit 0
$ provost push
nothing to declare: but for what is held, generation 1 says it all
unchanged: 1 node
held: a keeps its last declaration, by operator (role provost) since [TIME]: x
--- exit 0
$ provost node add c
node c is added
--- exit 0
$ provost hold c --message x
c is held: x
c: never declared; once released, a push does so
--- exit 0
$ provost push
nothing to declare: but for what is held, generation 1 says it all
unchanged: 1 node
held: a keeps its last declaration, by operator (role provost) since [TIME]: x
held: c gets no declaration, by operator (role provost) since [TIME]: x
--- exit 0

"#]],
    );
}

#[test]
fn of_very_many_held_nodes_the_first_are_named_everywhere() {
    let names: Vec<String> = (1..=13).map(|number| format!("node{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let db = mesh().nodes(&names).database();
    db.run("push").succeeds();
    db.run("hold all --message 'moving house'").succeeds();
    says(
        &db,
        "push
         plan",
        str![[r#"
$ provost push
nothing to declare: generation 1 says it all
held: node01 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node02 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node03 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node04 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node05 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node06 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node07 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node08 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node09 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node10 keeps its last declaration, by operator (role provost) since [TIME]: moving house
… and 3 more that are held; --output json has them all
--- exit 0
$ provost plan
held: node01 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node02 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node03 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node04 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node05 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node06 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node07 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node08 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node09 keeps its last declaration, by operator (role provost) since [TIME]: moving house
held: node10 keeps its last declaration, by operator (role provost) since [TIME]: moving house
… and 3 more that are held; --output json has them all
13 nodes: 13 held
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0

"#]],
    );
    let status = db.run("status").succeeds().stdout;
    assert_eq!(status.matches("held: node").count(), 10, "{status}");
    assert!(status.contains("\n           … and 3 more that are held; --output json has them all\n"), "{status}");
    for line in ["status --output json", "push --output json"] {
        assert_eq!(db.run(line).json()["held"].as_array().map(Vec::len), Some(13), "{line}");
    }
}
