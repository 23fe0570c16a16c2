//! `claims`, `pins`, `log`, `status`.

use snapbox::str;

use super::{home, shows};
use crate::support::mesh;

#[test]
fn claims_say_who_holds_what_where_and_who_collides() {
    let home = home().assign("laptop", "dnsmasq sway").database();
    shows(
        &home,
        &home.run("claims"),
        str![[r#"
$ provost claims
claim     one per  held by  on node  at site  state
dhcp      site     dnsmasq  laptop   attic    collides
dhcp      site     dnsmasq  web1     attic    collides
the-seat  node     wayland  laptop   attic    collides
the-seat  node     xorg     laptop   attic    collides
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("claims web1 --output json"),
        str![[r#"
$ provost claims web1 --output json
{"schema":"provost.claims/1","claims":[{"claim":"dhcp","holders":[{"node":"web1","site":"attic","module":"dnsmasq","scope":"site","collides":true}]}]}
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("claims db1"),
        str![[r#"
$ provost claims db1
--- standard error
no module there claims anything
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("claims nowhere"),
        str![[r#"
$ provost claims nowhere
--- standard error
error: there is no node nowhere
help: `provost node list` shows those there are
--- exit 2

"#]],
    );
}

#[test]
fn pins_say_whether_they_still_matter() {
    let home = home()
        .nodes(&["web2", "web3", "web4", "cache1"])
        .module("redis", |m| m.provides_mesh("cache"))
        .module("app", |m| m.requires("cache"))
        .assign("web2", "webapp")
        .assign("web3", "app")
        .assign("cache1", "redis")
        .pin("web2", "database", "cache1")
        .pin("web3", "cache", "cache1")
        .pin("web4", "database", "cache1")
        .database();
    shows(
        &home,
        &home.run("pins"),
        str![[r#"
$ provost pins
node    provision  from    since                 by                       state
laptop  database   db2     [TIME]  operator (role provost)  idle: nothing requires it
web1    database   db1     [TIME]  operator (role provost)  decides for webapp
web2    database   cache1  [TIME]  operator (role provost)  stale: cache1 does not offer it to webapp
web3    cache      cache1  [TIME]  operator (role provost)  answers app, as the mesh would without it
web4    database   cache1  [TIME]  operator (role provost)  idle and stale: nothing requires it, and cache1 does not offer it
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("pins web4,web2 --output json"),
        str![[r#"
$ provost pins web4,web2 --output json
{"schema":"provost.pins/1","pins":[{"node":"web2","provision":"database","from":"cache1","for":["webapp"],"idle":false,"stale":true,"decides":true,"at":"[TIME]","by":{"by":"operator","db_user":"[ROLE]","os_user":"operator","command":"import - --leave-unresolved","message":null}},{"node":"web4","provision":"database","from":"cache1","for":[],"idle":true,"stale":true,"decides":false,"at":"[TIME]","by":{"by":"operator","db_user":"[ROLE]","os_user":"operator","command":"import - --leave-unresolved","message":null}}]}
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("pins db1"),
        str![[r#"
$ provost pins db1
--- standard error
nothing is pinned there: `provost pin NODE PROVISION FROM` does
--- exit 0

"#]],
    );
    let bare = mesh().node("laptop").database();
    shows(
        &bare,
        &bare.run("pins"),
        str![[r#"
$ provost pins
--- standard error
nothing is pinned: `provost pin NODE PROVISION FROM` does
--- exit 0

"#]],
    );
}

#[test]
fn a_pin_of_plain_sql_has_no_author() {
    let home = home().database();
    home.sql("update provision_pin set pinned_at = '2020-01-02T03:04:05Z' where name = 'database'");
    let pins = home.run("pins web1 --output json").succeeds().json();
    assert_eq!(pins["pins"][0]["at"], "2020-01-02T03:04:05Z");
    assert_eq!(pins["pins"][0]["by"], serde_json::Value::Null);
}

#[test]
fn the_record_is_told_newest_first() {
    let database = mesh().site("attic").node("a").module("zsh", |m| m.provides("shell")).database();
    database.run("node set a --site attic --fact arch=arm --message 'it moved'").succeeds();
    database.call(["assign", "a", "zsh"]).env("USER", "ann").env("LOGNAME", "ann").run().succeeds();
    database.run("hold a --message stolen").succeeds();
    database.run("release a").succeeds();
    database.run("node rename a b").succeeds();
    shows(
        &database,
        &database.run("log"),
        str![[r#"
$ provost log
change 6  [TIME]  by operator (role provost)
    node rename a b
      node a is called b

change 5  [TIME]  by operator (role provost)
    release a
      a is released

change 4  [TIME]  by operator (role provost)
    hold a --message stolen
    because: stolen
      a is held

change 3  [TIME]  by ann (role provost)
    assign a zsh
      zsh is assigned to a

change 2  [TIME]  by operator (role provost)
    node set a --site attic --fact arch=arm --message 'it moved'
    because: it moved
      a stands at site attic, before at no site
      a has arch=arm, before nothing

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      site attic is added
      node a is added
      zsh is registered
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log --limit 2 --output json"),
        str![[r#"
$ provost log --limit 2 --output json
{"schema":"provost.log/1","changes":[{"id":6,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"node rename a b","message":null,"steps":1,"edits":[{"edit":"rename-node","node":"a","to":"b"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"},{"id":5,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"release a","message":null,"steps":1,"edits":[{"edit":"hold","node":"a","before":{"by":"operator","db_user":"[ROLE]","os_user":"operator","at":"[TIME]","message":"stolen"},"after":null}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"}],"pushes":[],"more":true,"renames":[]}
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log b"),
        str![[r#"
$ provost log b
change 6  [TIME]  by operator (role provost)
    node rename a b
      node a is called b

until change 6 it was called a: `provost log a` tells of it
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log nobody"),
        str![[r#"
$ provost log nobody
--- standard error
error: there is no node nobody
help: `provost node list` shows those there are
--- exit 2

"#]],
    );
}

#[test]
fn pushes_stand_between_the_changes() {
    let database = mesh().node("a").module("zsh", |m| m.provides("shell")).database();
    for line in ["push --message 'the first'", "node add b", "node remove a", "push", "assign b zsh"] {
        database.run(line).succeeds();
    }
    shows(
        &database,
        &database.run("log"),
        str![[r#"
$ provost log
change 4  [TIME]  by operator (role provost)
    assign b zsh
      zsh is assigned to b

generation 2  [TIME]  by operator (role provost)
    push
      1 node declared
      1 node declared to be gone

change 3  [TIME]  by operator (role provost)
    node remove a
      node a is removed

change 2  [TIME]  by operator (role provost)
    node add b
      node b is added

generation 1  [TIME]  by operator (role provost)
    push
    because: the first
      1 node declared

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      node a is added
      zsh is registered
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log --limit 2 --output json"),
        str![[r#"
$ provost log --limit 2 --output json
{"schema":"provost.log/1","changes":[{"id":4,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"assign b zsh","message":null,"steps":1,"edits":[{"edit":"assign","node":"b","module":"zsh"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"}],"pushes":[{"generation":2,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","message":null,"digest":"[DIGEST]","declared":1,"removed":1}],"more":true,"renames":[]}
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log a"),
        str![[r#"
$ provost log a
generation 2  [TIME]  by operator (role provost)
    push
      1 node declared
      1 node declared to be gone

change 3  [TIME]  by operator (role provost)
    node remove a
      node a is removed

generation 1  [TIME]  by operator (role provost)
    push
    because: the first
      1 node declared

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      node a is added
      zsh is registered
--- exit 0

"#]],
    );
}

#[test]
fn every_edit_is_told_of_in_words() {
    let database = mesh().site("attic").node("a").node("b").database();
    let manifest = r#"{"name": "db", "provides": [{"name": "database", "scope": "mesh"}]}"#;
    database.write("db.json", manifest).write("db2.json", &manifest.replace(r#""db""#, r#""db", "version": "2""#));
    for line in [
        "site add cellar",
        "site rename cellar loft",
        "site remove loft",
        "node add c --site attic --fact arch=arm --fact 'rack=\"4\"'",
        "node remove c",
        "node set a --site attic",
        "node set a --no-site",
        "node set a --fact rack=4",
        "node set a --no-fact rack",
        "module register db.json",
        "module register db2.json",
        "assign b db",
        "pin a database b",
        "unpin a database",
        "unassign b db",
        "module remove db",
    ] {
        database.run(line).succeeds();
    }
    shows(
        &database,
        &database.run("log"),
        str![[r#"
$ provost log
change 17  [TIME]  by operator (role provost)
    module remove db
      db is no longer in the catalogue

change 16  [TIME]  by operator (role provost)
    unassign b db
      db is no longer assigned to b

change 15  [TIME]  by operator (role provost)
    unpin a database
      a is no longer pinned for database

change 14  [TIME]  by operator (role provost)
    pin a database b
      a is pinned to b for database

change 13  [TIME]  by operator (role provost)
    assign b db
      db is assigned to b

change 12  [TIME]  by operator (role provost)
    module register db2.json
      db has a new manifest

change 11  [TIME]  by operator (role provost)
    module register db.json
      db is registered

change 10  [TIME]  by operator (role provost)
    node set a --no-fact rack
      a has no rack any more, before 4

change 9  [TIME]  by operator (role provost)
    node set a --fact rack=4
      a has rack=4, before nothing

change 8  [TIME]  by operator (role provost)
    node set a --no-site
      a stands at no site, before at site attic

change 7  [TIME]  by operator (role provost)
    node set a --site attic
      a stands at site attic, before at no site

change 6  [TIME]  by operator (role provost)
    node remove c
      node c is removed

change 5  [TIME]  by operator (role provost)
    node add c --site attic --fact arch=arm --fact 'rack="4"'
      node c is added (site attic, arch=arm, rack="4")

change 4  [TIME]  by operator (role provost)
    site remove loft
      site loft is removed

change 3  [TIME]  by operator (role provost)
    site rename cellar loft
      site cellar is called loft

change 2  [TIME]  by operator (role provost)
    site add cellar
      site cellar is added

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      site attic is added
      node a is added
      node b is added
--- exit 0

"#]],
    );
}

#[test]
fn a_long_change_is_cut_and_a_move_that_was_meant_is_told() {
    let home = home().nodes(&["db3"]).database();
    home.run("pin web1 database db2 --message 'db1 goes'").succeeds();
    home.run("batch -e 'unpin web1 database' -e 'unassign db2 postgres' --allow-moves").succeeds();
    shows(
        &home,
        &home.run("log"),
        str![[r#"
$ provost log
change 3  [TIME]  by operator (role provost)
    batch -e 'unpin web1 database' -e 'unassign db2 postgres' --allow-moves
      web1 is no longer pinned for database
      postgres is no longer assigned to db2
      moved: database of web1 from db2 to db1

change 2  [TIME]  by operator (role provost)
    pin web1 database db2 --message 'db1 goes'
    because: db1 goes
      web1 is pinned to db2 for database (before to db1)
      moved: database of web1 from db1 to db2

change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      site attic is added
      node laptop is added (site attic, arch=x86_64)
      node web1 is added (site attic)
      node db1 is added
      node db2 is added
      node db3 is added
      xorg is registered
      wayland is registered
      mesa is registered
      i3 is registered
      and 18 more edits; --output json has all of them
--- exit 0

"#]],
    );
}

#[test]
fn status_says_what_there_is_and_what_is_pending() {
    let home = home().database();
    shows(
        &home,
        &home.run("status"),
        str![[r#"
$ provost status
database   [NAME] on [SERVER] as [ROLE], PostgreSQL [VERSION], schema 5
mesh       4 nodes, 1 site, 12 modules, 8 assignments, 2 pins
refusals   none: the mesh resolves
pushed     nothing yet
pending    4 new; provost push declares it
digest     [DIGEST]
--- exit 0

"#]],
    );
    home.run("push --message first").succeeds();
    shows(
        &home,
        &home.run("status"),
        str![[r#"
$ provost status
database   [NAME] on [SERVER] as [ROLE], PostgreSQL [VERSION], schema 5
mesh       4 nodes, 1 site, 12 modules, 8 assignments, 2 pins
refusals   none: the mesh resolves
pushed     generation 1 at [TIME] by operator (role provost): first
pending    nothing, 4 unchanged
digest     [DIGEST]
--- exit 0

"#]],
    );
    home.run("hold db2 --message 'in repair'").succeeds();
    home.run("node add pi").succeeds();
    home.run("assign web1 i3 --leave-unresolved").succeeds();
    shows(
        &home,
        &home.run("status"),
        str![[r#"
$ provost status
database   [NAME] on [SERVER] as [ROLE], PostgreSQL [VERSION], schema 5
mesh       5 nodes, 1 site, 12 modules, 9 assignments, 2 pins
refusals   1 no-provider; provost plan tells them
pushed     generation 1 at [TIME] by operator (role provost): first
pending    1 new, 1 refused, 1 held, 2 unchanged
           held: db2 keeps its last declaration, by operator (role provost) since [TIME]: in repair
digest     [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("status --output json"),
        str![[r#"
$ provost status --output json
{"schema":"provost.status/1","database":{"name":"[NAME]","server":"[SERVER]","server_version":"[VERSION]","role":"[ROLE]","local":false,"schema_version":5},"mesh":{"sites":1,"nodes":5,"modules":12,"assignments":9,"pins":2},"resolves":false,"refusals":{"no-provider":1},"pushed":{"generation":1,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","message":"first","digest":"[DIGEST]"},"pending":{"nodes":5,"new":1,"changed":0,"unchanged":2,"removed":0,"refused":1,"held":1,"kept_back":0},"held":[{"node":"db2","by":"operator","db_user":"[ROLE]","os_user":"operator","at":"[TIME]","message":"in repair","declared":true}],"acknowledgements":[],"digest":"[DIGEST]"}
--- exit 0

"#]],
    );
    let plan = home.run("plan --summary --output json").exits(3).json();
    assert_eq!(home.run("status --output json").json()["digest"], plan["digest"]);
}

#[test]
fn a_log_says_that_there_is_more_and_what_a_node_was_called() {
    let database = mesh().node("web1").module("zsh", |m| m).module("bash", |m| m).database();
    for line in ["assign web1 zsh", "node rename web1 www", "assign www bash", "push", "node rename www web2"] {
        database.run(line).succeeds();
    }
    shows(
        &database,
        &database.run("log --limit 1"),
        str![[r#"
$ provost log --limit 1
change 5  [TIME]  by operator (role provost)
    node rename www web2
      node www is called web2

there are older ones: `provost log --limit 0` shows all
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log --limit 1 --output json"),
        str![[r#"
$ provost log --limit 1 --output json
{"schema":"provost.log/1","changes":[{"id":5,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"node rename www web2","message":null,"steps":1,"edits":[{"edit":"rename-node","node":"www","to":"web2"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"}],"pushes":[],"more":true,"renames":[]}
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log www"),
        str![[r#"
$ provost log www
change 5  [TIME]  by operator (role provost)
    node rename www web2
      node www is called web2

generation 1  [TIME]  by operator (role provost)
    push
      1 node declared

change 4  [TIME]  by operator (role provost)
    assign www bash
      bash is assigned to www

change 3  [TIME]  by operator (role provost)
    node rename web1 www
      node web1 is called www

since change 5 it is called web2: `provost log web2` tells of it
until change 3 it was called web1: `provost log web1` tells of it
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log www --limit 1"),
        str![[r#"
$ provost log www --limit 1
change 5  [TIME]  by operator (role provost)
    node rename www web2
      node www is called web2

since change 5 it is called web2: `provost log web2` tells of it
until change 3 it was called web1: `provost log web1` tells of it
there are older ones: `provost log www --limit 0` shows all
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log web1 --output json"),
        str![[r#"
$ provost log web1 --output json
{"schema":"provost.log/1","changes":[{"id":3,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"node rename web1 www","message":null,"steps":1,"edits":[{"edit":"rename-node","node":"web1","to":"www"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"},{"id":2,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"assign web1 zsh","message":null,"steps":1,"edits":[{"edit":"assign","node":"web1","module":"zsh"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"},{"id":1,"at":"[TIME]","by":"operator","db_user":"[ROLE]","os_user":"operator","command":"import - --leave-unresolved","message":null,"steps":3,"edits":[{"edit":"add-node","node":"web1","id":"[ID]","site":null,"facts":{}},{"edit":"register","module":"zsh","before":null,"after":"[DIGEST]"},{"edit":"register","module":"bash","before":null,"after":"[DIGEST]"}],"moved":[],"settled":[],"refusals":[],"digest":"[DIGEST]"}],"pushes":[],"more":false,"renames":[{"change":3,"at":"[TIME]","from":"web1","to":"www"}]}
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("log web2"),
        str![[r#"
$ provost log web2
change 5  [TIME]  by operator (role provost)
    node rename www web2
      node www is called web2

until change 5 it was called www: `provost log www` tells of it
--- exit 0

"#]],
    );
}
