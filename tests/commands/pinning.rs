//! `pin`, `unpin` and `assign --from`.

use snapbox::str;

use super::{databases, says};
use crate::support::mesh;

#[test]
fn what_stays_on_its_node_cannot_be_pinned() {
    let db = mesh()
        .nodes(&["web1", "desktop"])
        .module("gpu-driver", |m| m.provides("gpu"))
        .assign("desktop", "gpu-driver")
        .database();
    says(
        &db,
        "pin web1 gpu desktop
         pin web1 gpu desktop --output json",
        str![[r#"
$ provost pin web1 gpu desktop
--- standard error
refused: web1 cannot take gpu from desktop; nothing was changed

1  web1 takes gpu from desktop by a pin, and desktop does not offer it  pin-unanswered
     1. you pin web1 now
     2. desktop runs gpu-driver
     3. what gpu-driver provides stays on its node: gpu is never taken over the network
   help: no command was found that settles this; no pin can name gpu: what requires it takes it from its own node alone
--- exit 3
$ provost pin web1 gpu desktop --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"pin-unanswered","node":"web1","subject":{"requirement":"gpu","by":[],"from":"desktop","pinned_at":null,"runs":["gpu-driver"],"stays":["gpu-driver"]},"message":"web1 takes gpu from desktop by a pin, and desktop does not offer it","parties":[],"candidates":[],"remedies":[],"advice":"no pin can name gpu: what requires it takes it from its own node alone"}]}
--- exit 3

"#]],
    );
}

#[test]
fn what_a_change_takes_off_is_told_as_that() {
    let db = databases().module("cache", |m| m).database();
    says(
        &db,
        "unassign db1 postgres
         pin web1,web2 database db1
         batch -e 'unassign db1 postgres' -e 'assign db1 cache'
         unassign db1 postgres --output json",
        str![[r#"
$ provost unassign db1 postgres
--- standard error
refused: db1 cannot lose postgres; nothing was changed

1  webapp requires database on web1 and web2, and no node offers it      no-node
     1. you unassign postgres from db1
     2. webapp is assigned to each
     3. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost move db1 db2 postgres       in one change: db2 gains postgres; web1 and web2 take database from db2
     provost move db1 web1 postgres      in one change: web1 gains postgres; web2 takes database from web1; web1 answers database itself, no longer from db1
     provost move db1 web2 postgres      in one change: web2 gains postgres; web1 takes database from web2; web2 answers database itself, no longer from db1
     provost unassign web1,web2 webapp   web1 and web2 lose webapp; then db1 can lose postgres
--- exit 3
$ provost pin web1,web2 database db1
web1 is pinned to db1 for database
web2 is pinned to db1 for database
--- exit 0
$ provost batch -e 'unassign db1 postgres' -e 'assign db1 cache'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  webapp on web1 and web2 takes database from db1 by a pin, and db1 does not offer it  pin-unanswered
     1. each was pinned at [TIME]
     2. you unassign postgres from db1, which then runs cache
     3. webapp is assigned to each
     4. a pin decides alone: nothing else takes its place quietly
   help, tried, each by itself:
     provost move db1 db2 postgres       db1 loses postgres; db2 gains postgres; web1 and web2 take database from db2; then these changes can be made together
     provost move db1 web1 postgres      db1 loses postgres; web1 gains postgres; web2 takes database from web1; web1 answers database itself, no longer from db1; then these changes can be made together
     provost move db1 web2 postgres      db1 loses postgres; web2 gains postgres; web1 takes database from web2; web2 answers database itself, no longer from db1; then these changes can be made together
     provost unassign web1,web2 webapp   web1 and web2 lose webapp; then these changes can be made together
--- exit 3
$ provost unassign db1 postgres --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"pin-unanswered","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db1","pinned_at":"[TIME]","runs":[],"leaving":["postgres"]},"message":"webapp on web1 takes database from db1 by a pin, and db1 does not offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","move","db1","db2","postgres"]],"whole":true,"effect":"in one change: db2 gains postgres; web1 and web2 take database from db2"},{"commands":[["provost","move","db1","web1","postgres"]],"whole":true,"effect":"in one change: web1 gains postgres; web2 takes database from web1; web1 answers database itself, no longer from db1"},{"commands":[["provost","move","db1","web2","postgres"]],"whole":true,"effect":"in one change: web2 gains postgres; web1 takes database from web2; web2 answers database itself, no longer from db1"},{"commands":[["provost","unassign","web1,web2","webapp"]],"whole":false,"effect":"web1 and web2 lose webapp; then db1 can lose postgres"}]},{"code":"pin-unanswered","node":"web2","subject":{"requirement":"database","by":["webapp"],"from":"db1","pinned_at":"[TIME]","runs":[],"leaving":["postgres"]},"message":"webapp on web2 takes database from db1 by a pin, and db1 does not offer it","parties":[{"node":"web2","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","move","db1","db2","postgres"]],"whole":true,"effect":"in one change: db2 gains postgres; web1 and web2 take database from db2"},{"commands":[["provost","move","db1","web1","postgres"]],"whole":true,"effect":"in one change: web1 gains postgres; web2 takes database from web1; web1 answers database itself, no longer from db1"},{"commands":[["provost","move","db1","web2","postgres"]],"whole":true,"effect":"in one change: web2 gains postgres; web1 takes database from web2; web2 answers database itself, no longer from db1"},{"commands":[["provost","unassign","web1,web2","webapp"]],"whole":false,"effect":"web1 and web2 lose webapp; then db1 can lose postgres"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn pinning_and_unpinning() {
    let db =
        databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1").database();
    says(
        &db,
        "pin web1 database db1
         pin web1 database db2
         pin web1 database db2 --output json
         unpin web1 database
         unpin web1 database --leave-unresolved
         unpin web1 database
         unpin web1 database --output json
         pin web1 database db1 --output json",
        str![[r#"
$ provost pin web1 database db1
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost pin web1 database db2
web1 takes database from db2 (postgres)
  and no longer takes database from db1 (postgres)
moved: database of web1, for webapp, from db1 (postgres) to db2 (postgres); nothing moved along with it
--- exit 0
$ provost pin web1 database db2 --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0
$ provost unpin web1 database
--- standard error
refused: web1 cannot go without a pin of database; nothing was changed

1  webapp requires database on web1, and db1 and db2 both offer it   choose-node
     1. webapp is assigned to web1
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried:
     provost unassign web1 webapp   web1 loses webapp; then web1 can go without a pin of database
--- exit 3
$ provost unpin web1 database --leave-unresolved
web1 is no longer pinned for database
web1 no longer takes database from db2 (postgres)

unresolved: this is refused now, and push refuses until it resolves

1  webapp requires database on web1, and db1 and db2 both offer it   choose-node
     1. webapp is assigned to web1
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried, each by itself:
     provost pin web1 database db1   web1 takes database from db1
     provost pin web1 database db2   web1 takes database from db2
     provost unassign web1 webapp    web1 loses webapp
--- exit 0
$ provost unpin web1 database
nothing to do: it is so already; nothing was changed
--- standard error
warning: web1 was not pinned for database
--- exit 0
$ provost unpin web1 database --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":["web1 was not pinned for database"],"refusals":[]}
--- exit 0
$ provost pin web1 database db1 --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"web1","gained":[],"lost":[],"takes_gained":[{"provision":"database","from":"db1","module":"postgres"}],"takes_lost":[],"brought_in":[]}],"edits":[{"edit":"pin","node":"web1","provision":"database","before":null,"after":"db1"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0

"#]],
    );
}

#[test]
fn a_pin_must_be_answered() {
    says(
        &databases().database(),
        "pin web1 database db2
         pin web1 database db2 --output json
         pin web1 datbase db2
         pin web1 database db3
         pin web9 database db1
         pin all database db1",
        str![[r#"
$ provost pin web1 database db2
--- standard error
refused: web1 cannot take database from db2; nothing was changed

1  webapp on web1 takes database from db2 by a pin, and db2 does not offer it  pin-unanswered
     1. you pin web1 now
     2. db2 runs nothing
     3. webapp is assigned to web1
     4. a pin decides alone: nothing else takes its place quietly
       db1 (site attic)   postgres
   help, tried, each by itself:
     provost batch -e 'assign db2 mariadb' -e 'pin web2 database db1' -e 'pin web1 database db2'
         in one change: db2 gains mariadb; web1 takes database from db2
     provost batch -e 'assign db2 postgres' -e 'pin web2 database db1' -e 'pin web1 database db2'
         in one change: db2 gains postgres; web1 takes database from db2
--- exit 3
$ provost pin web1 database db2 --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"pin-unanswered","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db2","pinned_at":null,"runs":[]},"message":"webapp on web1 takes database from db2 by a pin, and db2 does not offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":"db1","site":"attic","module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","batch","-e","assign db2 mariadb","-e","pin web2 database db1","-e","pin web1 database db2"]],"whole":true,"effect":"in one change: db2 gains mariadb; web1 takes database from db2"},{"commands":[["provost","batch","-e","assign db2 postgres","-e","pin web2 database db1","-e","pin web1 database db2"]],"whole":true,"effect":"in one change: db2 gains postgres; web1 takes database from db2"}]}]}
--- exit 3
$ provost pin web1 datbase db2
--- standard error
error: no module provides datbase; nothing was changed
help: did you mean database?
--- exit 2
$ provost pin web1 database db3
--- standard error
error: there is no node db3
help: did you mean db1 or db2?
--- exit 2
$ provost pin web9 database db1
--- standard error
error: there is no node web9
help: did you mean web1 or web2?
--- exit 2
$ provost pin all database db1
db1 is pinned to db1 for database
db2 is pinned to db1 for database
web1 is pinned to db1 for database
web2 is pinned to db1 for database
--- exit 0

"#]],
    );
}

#[test]
fn one_command_answers_what_a_person_would_be_asked() {
    let db = databases()
        .node("web3")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "db1")
        .database();
    says(
        &db,
        "assign web3 webapp
         assign web3 webapp --output json
         assign web3 webapp --from database=db2
         assign web3 webapp --from database=db2
         assign web3 webapp --from database
         assign web3 webapp --from database=db9",
        str![[r#"
$ provost assign web3 webapp
--- standard error
refused: webapp cannot join web3; nothing was changed

1  webapp requires database on web3, and db1 and db2 both offer it   choose-node
     1. you assign webapp
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
   help, tried, each by itself:
     provost pin web3 database db1   then webapp can join web3
     provost pin web3 database db2   then webapp can join web3
--- exit 3
$ provost assign web3 webapp --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"choose-node","node":"web3","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on web3, and db1 and db2 both offer it","parties":[{"node":"web3","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"node":"db1","site":"attic","module":"postgres","works":true,"why_not":null},{"node":"db2","site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","pin","web3","database","db1"]],"whole":false,"effect":"then webapp can join web3"},{"commands":[["provost","pin","web3","database","db2"]],"whole":false,"effect":"then webapp can join web3"}]}]}
--- exit 3
$ provost assign web3 webapp --from 'database=db2'
web3 gains webapp
  and takes database from db2 (postgres)
--- exit 0
$ provost assign web3 webapp --from 'database=db2'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost assign web3 webapp --from database
--- standard error
error: invalid value 'database' for '--from <PROVISION=NODE>': from where a provision is taken is given as PROVISION=NODE

For more information, try '--help'.
--- exit 2
$ provost assign web3 webapp --from 'database=db9'
--- standard error
error: there is no node db9
help: did you mean db1 or db2?
--- exit 2

"#]],
    );
}

#[test]
fn taking_the_provider_of_a_pin_away() {
    let db =
        databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db2").database();
    says(
        &db,
        "unassign db1 postgres
         unassign db1 postgres --output json",
        str![[r#"
$ provost unassign db1 postgres
--- standard error
refused: db1 cannot lose postgres; nothing was changed

1  webapp on web1 takes database from db1 by a pin, and db1 does not offer it  pin-unanswered
     1. web1 was pinned at [TIME]
     2. you unassign postgres from db1, which then runs nothing
     3. webapp is assigned to web1
     4. a pin decides alone: nothing else takes its place quietly
       db2 (no site)   postgres
   help, tried, each by itself:
     provost pin web1 database db2    web1 takes database from db2; then db1 can lose postgres
     provost move db1 web1 postgres   in one change: web1 gains postgres; web1 answers database itself, no longer from db1
     provost move db1 web2 postgres   in one change: web2 gains postgres; web1 takes database from web2
     provost batch -e 'unpin web1 database' -e 'unassign db1 postgres'
         in one change: web1 takes database from db2
     provost unassign web1 webapp     web1 loses webapp; then db1 can lose postgres
--- exit 3
$ provost unassign db1 postgres --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"pin-unanswered","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db1","pinned_at":"[TIME]","runs":[],"leaving":["postgres"]},"message":"webapp on web1 takes database from db1 by a pin, and db1 does not offer it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":"db2","site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","pin","web1","database","db2"]],"whole":false,"effect":"web1 takes database from db2; then db1 can lose postgres"},{"commands":[["provost","move","db1","web1","postgres"]],"whole":true,"effect":"in one change: web1 gains postgres; web1 answers database itself, no longer from db1"},{"commands":[["provost","move","db1","web2","postgres"]],"whole":true,"effect":"in one change: web2 gains postgres; web1 takes database from web2"},{"commands":[["provost","batch","-e","unpin web1 database","-e","unassign db1 postgres"]],"whole":true,"effect":"in one change: web1 takes database from db2"},{"commands":[["provost","unassign","web1","webapp"]],"whole":false,"effect":"web1 loses webapp; then db1 can lose postgres"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn pins_that_would_have_gone_are_not_told_where_nothing_was_changed() {
    let pinned = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1");
    let database = pinned.database();
    let ran = database.run("node remove db1").exits(3);
    assert!(!ran.stderr.contains("no longer\n"), "{}", ran.whole());
    let ran = database.run("node remove db1 --leave-unresolved").succeeds();
    assert!(
        ran.stderr.contains("warning: web1 and web2 were pinned to db1 for database, and are no longer\n"),
        "{}",
        ran.whole()
    );
}

/// By whichever command a node goes.
#[test]
fn pins_that_go_with_their_node_are_told() {
    let mesh = databases().pin("web2", "database", "db2");
    let database = mesh.database();
    let told = "warning: web2 was pinned to db2 for database, and is no longer\n";
    let ran = database.run("node remove db2 --dry-run --leave-unresolved");
    assert!(ran.stderr.contains(told), "{}", ran.whole());
    let mut document = mesh.document();
    let nodes = document["nodes"].as_array_mut().expect("a document has nodes");
    nodes.retain(|node| node["name"] != "db2");
    let pruned = serde_json::json!({"nodes": document["nodes"]}).to_string();
    let call = database.call(["import", "-", "--prune", "--leave-unresolved"]).stdin(pruned);
    let ran = call.run().succeeds();
    assert!(ran.stderr.contains(told), "{}", ran.whole());
}

#[test]
fn to_a_node_that_can_have_the_answer_only_in_place_of_another() {
    let hub = mesh()
        .nodes(&["laptop", "nas", "router", "vps"])
        .module("hub", |m| m.provides_mesh("vpn-hub").claims_mesh("the-hub"))
        .module("client", |m| m.requires("vpn-hub"))
        .assign("vps", "hub")
        .assign("nas", "client")
        .assign("laptop", "client");
    let db = hub.database();
    super::remedies::settles(&db, "pin nas vpn-hub router");
    says(
        &db,
        "pin nas vpn-hub router",
        str![[r#"
$ provost pin nas vpn-hub router
--- standard error
refused: nas cannot take vpn-hub from router; nothing was changed

1  client on nas takes vpn-hub from router by a pin, and router does not offer it  pin-unanswered
     1. you pin nas now
     2. router runs nothing
     3. client is assigned to nas
     4. a pin decides alone: nothing else takes its place quietly
       vps (no site)   hub
   help, tried:
     provost move vps router hub   vps loses hub; router gains hub; laptop and nas take vpn-hub from router; then nas can take vpn-hub from router
--- exit 3

"#]],
    );
}
