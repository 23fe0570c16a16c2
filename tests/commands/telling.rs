//! What is told is so: whose it is, of what it is said, what differs in the end.

use serde_json::json;
use snapbox::str;

use super::says;
use crate::support::{Manifest, mesh};

/// A module of two that provide `r` brings in another, which cannot be there.
#[test]
fn a_candidate_would_not_do_for_what_it_brings() {
    let database = mesh()
        .nodes(&["a", "b"])
        .module("app", |m| m.requires("r"))
        .module("w", |m| m.provides("r"))
        .module("x", |m| m.provides("r").requires("s"))
        .module("y", |m| m.provides("r").requires("t"))
        .module("z", |m| m.provides("r").requires("u").claims("seat"))
        .module("sub", |m| m.provides("s").claims_mesh("d"))
        .module("files", |m| m.provides("t").file("/etc/x"))
        .module("both", |m| m.provides("u").claims("seat"))
        .module("etc", |m| m.file("/etc/x"))
        .assign("a", "etc")
        .assign("b", "sub")
        .database();
    says(
        &database,
        "assign a app
         assign a app --output json",
        str![[r#"
$ provost assign a app
--- standard error
refused: app cannot join a; nothing was changed

1  app requires r on a, and w, x, y and z all provide it           choose-module
     1. you assign app
     2. what is the only answer is brought in; among several a person decides
       w 1.0   would do
       x 1.0   brings sub, which claims d, which sub on b holds
       y 1.0   brings files, which would write /etc/x, as etc does
       z 1.0   claims seat, as both does, which comes along
   help, tried:
     provost assign a w   a gains w; then app can join a
--- exit 3
$ provost assign a app --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"choose-module","node":"a","subject":{"requirement":"r","by":["app"]},"message":"app requires r on a, and w, x, y and z all provide it","parties":[{"node":"a","module":"app","resource":null,"chain":["app"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"module":"w","version":"1.0","works":true,"why_not":null},{"module":"x","version":"1.0","works":false,"why_not":"brings sub, which claims d, which sub on b holds"},{"module":"y","version":"1.0","works":false,"why_not":"brings files, which would write /etc/x, as etc does"},{"module":"z","version":"1.0","works":false,"why_not":"claims seat, as both does, which comes along"}],"remedies":[{"commands":[["provost","assign","a","w"]],"whole":false,"effect":"a gains w; then app can join a"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn a_module_that_provides_what_it_requires_is_not_answered_by_itself() {
    let database = mesh()
        .nodes(&["a", "b"])
        .module("pool", |m| m.provides_mesh("db").requires("db"))
        .module("web", |m| m.requires("db"))
        .module("selfy", |m| m.provides("q").requires("q"))
        .assign("a", "pool")
        .assign("b", "web")
        .database();
    says(
        &database,
        "plan
         plan a --output json
         pin a db a
         pin a db a --leave-unresolved --quiet
         plan a
         plan a --output json
         why a db
         assign b selfy
         assign b selfy --output json",
        str![[r#"
$ provost plan
a: refused, see below; it was never declared
    pool 1.0   assigned
    gives db   to b (pool)

b: new
  + web 1.0    assigned
  + takes db   from a (pool), the only one, for web

refused: the mesh does not resolve

1  pool requires db on a, and no other node offers it                    no-node
     1. pool is assigned to a
     2. a module never answers its own requirement
     3. db is taken from another node: requiring it installs nothing
       pool   has to be assigned to another node first
   help, tried, each by itself:
     provost unassign b web && provost assign b pool
         b loses web; b gains pool; a takes db from b; b takes db from a
     provost unassign b web && provost unassign a pool
         a loses pool; b loses web

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan a --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":false,"mesh_resolves":false,"counts":{"nodes":2,"new":1,"changed":0,"unchanged":0,"removed":0,"refused":1,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"a","site":null,"resolves":false,"held":null,"change":null,"modules":[{"name":"pool","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[{"provision":"db","scope":"mesh","module":"pool","to":["b"]}]}],"refusals":[
{"code":"no-node","node":"a","subject":{"requirement":"db","by":["pool"],"itself":true},"message":"pool requires db on a, and no other node offers it","parties":[{"node":"a","module":"pool","resource":null,"chain":["pool"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":null,"site":null,"module":"pool","works":true,"why_not":null}],"remedies":[{"commands":[["provost","unassign","b","web"],["provost","assign","b","pool"]],"whole":false,"effect":"b loses web; b gains pool; a takes db from b; b takes db from a"},{"commands":[["provost","unassign","b","web"],["provost","unassign","a","pool"]],"whole":false,"effect":"a loses pool; b loses web"}]}]}
--- exit 3
$ provost pin a db a
--- standard error
refused: a cannot take db from a; nothing was changed

1  pool on a takes db from a by a pin, and only pool itself offers it there  pin-unanswered
     1. you pin a now
     2. a runs pool
     3. pool is assigned to a
     4. a module never answers its own requirement
     5. a pin decides alone: nothing else takes its place quietly
   help: no command was found that settles this; a has to offer db by another module first, or a node that does to be named
--- exit 3
$ provost pin a db a --leave-unresolved --quiet
--- exit 0
$ provost plan a
a: refused, see below; it was never declared
    pool 1.0   assigned
    gives db   to b (pool)

refused: the mesh does not resolve

1  pool on a takes db from a by a pin, and only pool itself offers it there  pin-unanswered
     1. a was pinned at [TIME]
     2. a runs pool
     3. pool is assigned to a
     4. a module never answers its own requirement
     5. a pin decides alone: nothing else takes its place quietly
   help, tried:
     provost unassign b web && provost unassign a pool
         a loses pool; b loses web

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan a --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":false,"mesh_resolves":false,"counts":{"nodes":2,"new":1,"changed":0,"unchanged":0,"removed":0,"refused":1,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"a","site":null,"resolves":false,"held":null,"change":null,"modules":[{"name":"pool","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[{"provision":"db","scope":"mesh","module":"pool","to":["b"]}]}],"refusals":[
{"code":"pin-unanswered","node":"a","subject":{"requirement":"db","by":["pool"],"from":"a","pinned_at":"[TIME]","runs":["pool"],"itself":true},"message":"pool on a takes db from a by a pin, and only pool itself offers it there","parties":[{"node":"a","module":"pool","resource":null,"chain":["pool"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","b","web"],["provost","unassign","a","pool"]],"whole":false,"effect":"a loses pool; b loses web"}]}]}
--- exit 3
$ provost why a db
db on a is not answered: pool on a takes db from a by a pin, and only pool itself offers it there
  pool is assigned to a
  `provost plan a` shows what settles it
  a is pinned to a for db: no other module there offers it

decided at [TIME] by operator (role provost): import - --leave-unresolved
  pool is assigned to a
decided at [TIME] by operator (role provost): pin a db a --leave-unresolved
  a is pinned to a for db
--- exit 0
$ provost assign b selfy
--- standard error
refused: selfy cannot join b; nothing was changed

1  selfy requires q on b, and no other module provides it            no-provider
     1. you assign selfy
     2. a module never answers its own requirement
   help: no command was found that settles this; another module has to be registered that provides q, or the manifest of selfy to be corrected
--- exit 3
$ provost assign b selfy --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"no-provider","node":"b","subject":{"requirement":"q","by":["selfy"],"near":[],"module_of_that_name":false,"itself":true},"message":"selfy requires q on b, and no other module provides it","parties":[{"node":"b","module":"selfy","resource":null,"chain":["selfy"],"assigned":true,"asked":true,"via":[]}],"candidates":[],"remedies":[],"advice":"another module has to be registered that provides q, or the manifest of selfy to be corrected"}]}
--- exit 3

"#]],
    );
}

#[test]
fn the_log_has_facts_as_they_are_typed() {
    says(
        &mesh().node("a").database(),
        r#"node set a --fact x=
         node set a --fact 'x="1"'
         node set a --fact x=1
         node set a --fact x=nothing
         node set a --no-fact x
         node show a
         log"#,
        str![[r#"
$ provost node set a --fact 'x='
a has x="", before nothing
--- exit 0
$ provost node set a --fact 'x="1"'
a has x="1", before ""
--- exit 0
$ provost node set a --fact 'x=1'
a has x=1, before "1"
--- exit 0
$ provost node set a --fact 'x=nothing'
a has x="nothing", before 1
--- exit 0
$ provost node set a --no-fact x
a has no x any more, before "nothing"
--- exit 0
$ provost node show a
id        [ID]
site      -
facts     -
assigned  -
--- exit 0
$ provost log
change 6  [TIME]  by operator (role provost)
    node set a --no-fact x
      a has no x any more, before "nothing"

change 5  [TIME]  by operator (role provost)
    node set a --fact 'x="nothing"'
      a has x="nothing", before 1

change 4  [TIME]  by operator (role provost)
    node set a --fact x=1
      a has x=1, before "1"

change 3  [TIME]  by operator (role provost)
    node set a --fact 'x="1"'
      a has x="1", before ""

change 2  [TIME]  by operator (role provost)
    node set a --fact 'x=""'
      a has x="", before nothing

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      node a is added
--- exit 0

"#]],
    );
}

#[test]
fn a_changed_offer_is_told_to_who_takes_it() {
    let database = mesh()
        .nodes(&["a", "b", "c"])
        .module("pg", |m| m.provides_mesh("db"))
        .module("web", |m| m.requires("db"))
        .assign("a", "pg")
        .assign("b", "web")
        .database();
    let pg = |port: u16| json!({"name": "pg", "version": "1.0", "provides": [{"name": "db", "scope": "mesh", "port": port}]});
    database.write("pg9.json", &pg(9).to_string());
    let mut more = pg(10);
    more["resources"] = json!([{"id": "p", "type": "port", "port": 5432}]);
    database.write("pg10.json", &more.to_string());
    database.write("pg11.json", &pg(11).to_string());
    says(
        &database,
        "push
         module register pg9.json
         module register pg9.json --dry-run --output json
         plan --summary
         module register pg10.json
         module register pg10.json --output json
         unassign b web
         module register pg11.json --output json",
        str![[r#"
$ provost push
generation 1
declared: a, b and c
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost module register pg9.json
pg has a new manifest
pg: the offer of db says something else; a push tells b
--- exit 0
$ provost module register pg9.json --dry-run --output json
{"schema":"provost.changed/1","changed":false,"dry_run":true,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[],"ambiguous":[],"changed":[]}}
--- exit 0
$ provost plan --summary
3 nodes: 1 changed, 2 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost module register pg10.json
pg has a new manifest
pg: p added, the offer of db says something else; a push tells a and b
--- exit 0
$ provost module register pg10.json --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[],"ambiguous":[],"changed":[]}}
--- exit 0
$ provost unassign b web
b loses web
  and no longer takes db from a (pg)
--- exit 0
$ provost module register pg11.json --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"register","module":"pg","before":"[DIGEST]","after":"[DIGEST]"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[],"ambiguous":[],"changed":[{"module":"pg","before":"1.0","after":"1.0","added":[],"removed":["p"],"changed":[],"offers":["db"],"nodes":["a"]}]}}
--- exit 0

"#]],
    );
}

#[test]
fn two_modules_that_can_never_meet_are_told_in_a_line() {
    let database = mesh()
        .node("a")
        .module("hub1", |m| m.claims_mesh("hub").claims("seat"))
        .module("www", |m| m.directory("/var/www", "0755"))
        .assign("a", "www")
        .database();
    let port = |manifest: Manifest, address: &str| manifest.resource("port", json!({"port": 123, "address": address}));
    let chrony = Manifest::new("chrony").claims("system-clock").claims_site("time");
    let chrony = port(port(chrony, "127.0.0.1"), "127.0.0.2");
    let ntpd = Manifest::new("ntpd").claims("system-clock").claims("time").port(123);
    let hub2 = Manifest::new("hub2").claims("hub").claims("seat");
    let web = Manifest::new("web").directory("/var/www", "0775");
    for manifest in [chrony, ntpd, hub2, web] {
        let value = manifest.value();
        database.write(&format!("new/{}.json", value["name"].as_str().unwrap()), &value.to_string());
    }
    says(
        &database,
        "module register new --dry-run
         module register new --output json
         assign a web
         assign a web --output json",
        str![[r#"
$ provost module register new --dry-run
dry run: so it would be; nothing was changed
  chrony is registered
  hub2 is registered
  ntpd is registered
  web is registered
chrony and ntpd can never share a site with each other: claim time; nor a node: port tcp/123 on 127.0.0.1, port tcp/123 on 127.0.0.2, claim system-clock and port tcp/123
hub2 can never share a mesh with hub1: claim hub; nor a node: claim seat
web can never share a node with www: directory /var/www (mode 0755 or 0775)
digest [DIGEST]
--- exit 0
$ provost module register new --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"register","module":"chrony","before":null,"after":"[DIGEST]"},{"edit":"register","module":"hub2","before":null,"after":"[DIGEST]"},{"edit":"register","module":"ntpd","before":null,"after":"[DIGEST]"},{"edit":"register","module":"web","before":null,"after":"[DIGEST]"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[{"modules":["chrony"],"with":["ntpd"],"scope":"node","type":"port","key":"tcp/123 on 127.0.0.1"},{"modules":["chrony"],"with":["ntpd"],"scope":"node","type":"port","key":"tcp/123 on 127.0.0.2"},{"modules":["chrony","ntpd"],"with":[],"scope":"node","type":"claim","key":"system-clock"},{"modules":["chrony","ntpd"],"with":[],"scope":"site","type":"claim","key":"time"},{"modules":["hub2"],"with":["hub1"],"scope":"node","type":"claim","key":"seat"},{"modules":["hub2"],"with":["hub1"],"scope":"mesh","type":"claim","key":"hub"},{"modules":["ntpd"],"with":["chrony"],"scope":"node","type":"port","key":"tcp/123"},{"modules":["web"],"with":["www"],"scope":"node","type":"directory","key":"/var/www","differs":{"mode":["0755","0775"]}}],"ambiguous":[],"changed":[]}}
--- exit 0
$ provost assign a web
--- standard error
refused: web cannot join a; nothing was changed

1  www and web both make the directory /var/www on a          resource-collision
     www/directory (mode 0755), web/directory (mode 0775)
     1. www is assigned to a
     2. you assign web
     3. two modules share one only where what they say of it agrees
   help, tried:
     provost unassign a www   a loses www; then web can join a
--- exit 3
$ provost assign a web --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"resource-collision","node":"a","subject":{"resource":"directory","key":"/var/www"},"message":"www and web both make the directory /var/www on a","parties":[{"node":"a","module":"web","resource":"web/directory","chain":["web"],"assigned":true,"asked":true,"via":[],"key":"/var/www","says":{"mode":"0775"}},{"node":"a","module":"www","resource":"www/directory","chain":["www"],"assigned":true,"asked":false,"via":[],"key":"/var/www","says":{"mode":"0755"}}],"candidates":[],"remedies":[{"commands":[["provost","unassign","a","www"]],"whole":false,"effect":"a loses www; then web can join a"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn a_batch_tells_what_differs_in_the_end() {
    let database = mesh()
        .nodes(&["a", "b", "c"])
        .module("pg", |m| m.provides_mesh("db"))
        .module("web", |m| m.requires("db"))
        .assign("c", "pg")
        .assign("b", "web")
        .database();
    says(
        &database,
        "batch -e 'unassign c pg' -e 'assign c pg'
         batch -e 'unassign c pg' -e 'assign c pg' --output json
         batch -e 'node set a --fact x=1' -e 'node set a --fact x=2' -e 'pin b db c' -e 'unpin b db'
         batch -e 'node add d' -e 'assign d web' -e 'unassign d web' -e 'node rename d e' -e 'assign e web'
         log",
        str![[r#"
$ provost batch -e 'unassign c pg' -e 'assign c pg'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost batch -e 'unassign c pg' -e 'assign c pg' --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0
$ provost batch -e 'node set a --fact x=1' -e 'node set a --fact x=2' -e 'pin b db c' -e 'unpin b db'
a has x=2, before nothing
--- exit 0
$ provost batch -e 'node add d' -e 'assign d web' -e 'unassign d web' -e 'node rename d e' -e 'assign e web'
node d is added
node d is called e
e gains web
  and takes db from c (pg)
--- exit 0
$ provost log
change 3  [TIME]  by operator (role provost)
    batch -e 'node add d' -e 'assign d web' -e 'unassign d web' -e 'node rename d e' -e 'assign e web'
      node d is added
      node d is called e
      web is assigned to e

change 2  [TIME]  by operator (role provost)
    batch -e 'node set a --fact x=1' -e 'node set a --fact x=2' -e 'pin b db c' -e 'unpin b db'
      a has x=2, before nothing

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      node a is added
      node b is added
      node c is added
      pg is registered
      web is registered
      web is assigned to b
      pg is assigned to c
--- exit 0

"#]],
    );
}

#[test]
fn a_document_that_prunes_has_to_say_who_answers() {
    let database = mesh()
        .nodes(&["a", "b", "c", "d", "e", "f", "g", "h"])
        .module("pg", |m| m.provides_mesh("db").needs("disk", json!({"at_least": 5})))
        .module("web", |m| m.requires("db"))
        .assign("b", "web")
        .database();
    database.write("web.json", &json!({"assignments": [["b", "web"], ["c", "web"]]}).to_string());
    says(
        &database,
        "import --prune web.json
         import --prune web.json --output json
         import web.json",
        str![[r#"
$ provost import --prune web.json
--- standard error
refused: the document cannot be imported; nothing was changed

1  web requires db on c, and no node offers it                           no-node
     1. you assign web
     2. db is taken from another node: requiring it installs nothing
       pg   has to be assigned to a node first
   help: no command was found that settles this; pg has to be assigned to a node within reach by the document, which takes away the rest
--- exit 3
$ provost import --prune web.json --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"no-node","node":"c","subject":{"requirement":"db","by":["web"]},"message":"web requires db on c, and no node offers it","parties":[{"node":"c","module":"web","resource":null,"chain":["web"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"node":null,"site":null,"module":"pg","works":true,"why_not":null}],"remedies":[],"advice":"pg has to be assigned to a node within reach by the document, which takes away the rest"}]}
--- exit 3
$ provost import web.json
--- standard error
refused: the document cannot be imported; nothing was changed

1  web requires db on c, and no node offers it                           no-node
     1. you assign web
     2. db is taken from another node: requiring it installs nothing
       pg   has to be assigned to a node first
   help, tried, each by itself:
     provost node set --fact disk=5 c && provost assign c pg
         only where that is what the machine is: c gains pg; b takes db from c; then the document can be imported
     provost node set --fact disk=5 a && provost assign a pg
         only where that is what the machine is: a gains pg; b takes db from a; then the document can be imported
--- exit 3

"#]],
    );
}
