//! `move`, and answers that move.

use snapbox::str;

use super::{databases, says};
use crate::support::{Mesh, mesh};

#[test]
fn a_hand_over() {
    let db = databases().pin("web2", "database", "db1").database();
    says(
        &db,
        "move db1 db2 postgres
         move db1 db2 postgres
         move db2 db1 --output json
         move db1 db1
         move db1 db2 webapp
         move db1 db9
         move db1 db2 postgress",
        str![[r#"
$ provost move db1 db2 postgres
db1 loses postgres
db2 gains postgres
web1 and web2 take database from db2 (postgres)
  and no longer take database from db1 (postgres)
moved: database of web1 and web2, for webapp, from db1 (postgres) to db2 (postgres); nothing moved along with it
--- exit 0
$ provost move db1 db2 postgres
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost move db2 db1 --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"db1","gained":["postgres"],"lost":[],"takes_gained":[],"takes_lost":[],"brought_in":[]},{"node":"db2","gained":[],"lost":["postgres"],"takes_gained":[],"takes_lost":[],"brought_in":[]},{"node":"web1","gained":[],"lost":[],"takes_gained":[{"provision":"database","from":"db1","module":"postgres"}],"takes_lost":[{"provision":"database","from":"db2","module":"postgres"}],"brought_in":[]},{"node":"web2","gained":[],"lost":[],"takes_gained":[{"provision":"database","from":"db1","module":"postgres"}],"takes_lost":[{"provision":"database","from":"db2","module":"postgres"}],"brought_in":[]}],"edits":[{"edit":"unassign","node":"db2","module":"postgres"},{"edit":"assign","node":"db1","module":"postgres"},{"edit":"pin","node":"web2","provision":"database","before":"db2","after":"db1"}],"digest":"[DIGEST]","moved":[{"node":"web1","requirement":"database","by":["webapp"],"from":"db2","from_module":"postgres","to":"db1","to_module":"postgres"},{"node":"web2","requirement":"database","by":["webapp"],"from":"db2","from_module":"postgres","to":"db1","to_module":"postgres"}],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0
$ provost move db1 db1
--- standard error
error: db1 is named as both ends of the move
--- exit 2
$ provost move db1 db2 webapp
--- standard error
error: webapp is assigned to neither db1 nor db2; nothing was changed
--- exit 2
$ provost move db1 db9
--- standard error
error: there is no node db9
help: did you mean db1 or db2?
--- exit 2
$ provost move db1 db2 postgress
--- standard error
error: there is no module postgress
help: did you mean postgres?
--- exit 2

"#]],
    );
}

#[test]
fn what_stays_behind_is_printed() {
    let db = mesh()
        .nodes(&["a", "b"])
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("a", "bash editor")
        .database();
    says(
        &db,
        "move a b bash
         plan --all",
        str![[r#"
$ provost move a b bash
bash is no longer assigned to a
b gains bash
stays: bash on a: the only one with shell for editor
--- exit 0
$ provost plan --all
a: new
  + bash 1.0     brought in: the only one with shell for editor
  + editor 1.0   assigned

b: new
  + bash 1.0   assigned

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn a_hub_goes_from_one_node_to_another() {
    let db = mesh().nodes(&["nas", "vps"]).module("hub", |m| m.claims_mesh("the-hub")).assign("vps", "hub").database();
    says(
        &db,
        "assign nas hub
         assign nas hub --output json
         move vps nas hub",
        str![[r#"
$ provost assign nas hub
--- standard error
refused: hub cannot join nas; nothing was changed

1  hub on vps and nas both claim the-hub in the mesh             claim-collision
     1. hub is assigned to vps
     2. you assign hub to nas
     3. one mesh has one the-hub
   help, tried, each by itself:
     provost unassign vps hub   vps loses hub; then hub can join nas
     provost move vps nas hub   in one change: vps loses hub
--- exit 3
$ provost assign nas hub --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"claim-collision","node":null,"subject":{"claim":"the-hub","scope":"mesh","site":null},"message":"hub on vps and nas both claim the-hub in the mesh","parties":[{"node":"nas","module":"hub","resource":null,"chain":["hub"],"assigned":true,"asked":true,"via":[],"scope":"mesh"},{"node":"vps","module":"hub","resource":null,"chain":["hub"],"assigned":true,"asked":false,"via":[],"scope":"mesh"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","vps","hub"]],"whole":false,"effect":"vps loses hub; then hub can join nas"},{"commands":[["provost","move","vps","nas","hub"]],"whole":true,"effect":"in one change: vps loses hub"}]}]}
--- exit 3
$ provost move vps nas hub
nas gains hub
vps loses hub
--- exit 0

"#]],
    );
}

#[test]
fn a_swap_moves_data() {
    let db = databases().database();
    db.write("swap.txt", "assign db2 postgres\nunassign db1 postgres # the old one\n");
    says(
        &db,
        "batch swap.txt
         batch swap.txt --output json
         batch swap.txt --allow-moves",
        str![[r#"
$ provost batch swap.txt
--- standard error
refused: these changes cannot be made together; nothing was changed

1  webapp on web1 and web2 would take database from postgres on db2, no longer from postgres on db1  answer-moved
     1. webapp is assigned to each
     2. nothing moves along: what postgres on db1 keeps for each stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost move db1 db2 postgres          in one change: web1 and web2 take database from db2
     provost unassign web1,web2 webapp      web1 and web2 lose webapp; then these changes can be made together
     provost batch swap.txt --allow-moves   the moves are meant: web1 and web2 take database from db2
--- exit 3
$ provost batch swap.txt --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"answer-moved","node":"web1","subject":{"requirement":"database","by":["webapp"],"from":"db1","from_module":"postgres","to":"db2","to_module":"postgres"},"message":"webapp on web1 would take database from postgres on db2, no longer from postgres on db1","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","move","db1","db2","postgres"]],"whole":true,"effect":"in one change: web1 and web2 take database from db2"},{"commands":[["provost","unassign","web1,web2","webapp"]],"whole":false,"effect":"web1 and web2 lose webapp; then these changes can be made together"},{"commands":[["provost","batch","swap.txt","--allow-moves"]],"whole":true,"effect":"the moves are meant: web1 and web2 take database from db2"}]},{"code":"answer-moved","node":"web2","subject":{"requirement":"database","by":["webapp"],"from":"db1","from_module":"postgres","to":"db2","to_module":"postgres"},"message":"webapp on web2 would take database from postgres on db2, no longer from postgres on db1","parties":[{"node":"web2","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","move","db1","db2","postgres"]],"whole":true,"effect":"in one change: web1 and web2 take database from db2"},{"commands":[["provost","unassign","web1,web2","webapp"]],"whole":false,"effect":"web1 and web2 lose webapp; then these changes can be made together"},{"commands":[["provost","batch","swap.txt","--allow-moves"]],"whole":true,"effect":"the moves are meant: web1 and web2 take database from db2"}]}]}
--- exit 3
$ provost batch swap.txt --allow-moves
db1 loses postgres
db2 gains postgres
web1 and web2 take database from db2 (postgres)
  and no longer take database from db1 (postgres)
moved: database of web1 and web2, for webapp, from db1 (postgres) to db2 (postgres); nothing moved along with it
--- exit 0

"#]],
    );
}

#[test]
fn a_database_of_its_own() {
    says(
        &databases().database(),
        "assign web1 postgres
         assign web1 postgres --keep",
        str![[r#"
$ provost assign web1 postgres
--- standard error
refused: postgres cannot join web1; nothing was changed

1  webapp on web1 would take database from postgres on web1 itself, no longer from postgres on db1  answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost pin web1 database db1   settles this one
     provost unassign web1 webapp    web1 loses webapp

2  webapp requires database on web2, and db1 and web1 both offer it  choose-node
     1. webapp is assigned to web2
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       web1 (no site)     postgres
   help, tried, each by itself:
     provost pin web2 database db1   settles this one
     provost unassign web2 webapp    web2 loses webapp

   help for all of them, tried, each by itself:
     provost assign web1 postgres --keep   every node keeps the answers of today
     provost move db1 web1 postgres        in one change: db1 loses postgres; web2 takes database from web1; web1 answers database itself, no longer from db1
--- exit 3
$ provost assign web1 postgres --keep
web1 gains postgres
kept as it was, by 2 decisions that can be taken back:
  web1 and web2 are pinned to db1 for database
--- exit 0

"#]],
    );
}

#[test]
fn another_module_on_the_same_node() {
    says(
        &databases().database(),
        "batch -e 'unassign db1 postgres' -e 'assign db1 mariadb'",
        str![[r#"
$ provost batch -e 'unassign db1 postgres' -e 'assign db1 mariadb'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  webapp on web1 and web2 would take database from mariadb on db1, no longer from postgres on db1  answer-moved
     1. webapp is assigned to each
     2. nothing moves along: what postgres on db1 keeps for each stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost unassign web1,web2 webapp   web1 and web2 lose webapp; then these changes can be made together
     provost batch -e 'unassign db1 postgres' -e 'assign db1 mariadb' --allow-moves
         the moves are meant: web1 and web2 take database from db1
--- exit 3

"#]],
    );
}

#[test]
fn a_module_that_would_be_answered_from_elsewhere_where_it_goes() {
    let db = databases()
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "db1")
        .pin("db2", "database", "db2")
        .database();
    says(
        &db,
        "move web1 db2 webapp
         move web1 db2 webapp --allow-moves",
        str![[r#"
$ provost move web1 db2 webapp
--- standard error
refused: web1 cannot hand webapp over to db2; nothing was changed

1  webapp on db2 would take database from postgres on db2 itself, no longer from postgres on db1  answer-moved
     1. you assign webapp
     2. nothing moves along: what postgres on db1 keeps for db2 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost pin db2 database db1                 then web1 can hand webapp over to db2
     provost batch -e 'pin db2 database db2' -e 'move web1 db2 webapp'
         in one change: db2 is pinned to db2 for database
     provost batch -e 'unpin db2 database' -e 'move web1 db2 webapp'
         in one change: db2 is no longer pinned for database
     provost move web1 db2 webapp --allow-moves   the moves are meant
--- exit 3
$ provost move web1 db2 webapp --allow-moves
web1 is no longer pinned for database
db2 gains webapp
web1 loses webapp
  and no longer takes database from db1 (postgres)
moved: database of db2, for webapp, from db1 (postgres) to db2 (postgres); nothing moved along with it
--- exit 0

"#]],
    );
}

#[test]
fn forty_takers_are_one_text() {
    let names: Vec<String> = (10..50).map(|number| format!("web{number}")).collect();
    let mesh = mesh()
        .nodes(&["db1", "db2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres");
    let db = names.iter().fold(mesh, |mesh, name| mesh.node(name).assign(name, "webapp")).database();
    says(
        &db,
        "assign db2 postgres
         unassign db1 postgres",
        str![[r#"
$ provost assign db2 postgres
--- standard error
refused: postgres cannot join db2; nothing was changed

1  webapp requires database on each of 40 nodes, and db1 and db2 both offer it  choose-node
     web10, web11, web12, web13, web14, web15, web16, web17, web18, web19, web20, web21, web22, web23, web24, web25, web26, web27, web28, web29, web30, web31, web32, web33, web34, web35, web36, web37, web38, web39, web40, web41, web42, web43, web44, web45, web46, web47, web48 and web49
     1. webapp is assigned to each
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (no site)   postgres
       db2 (no site)   postgres
   help, tried, each by itself:
     provost assign db2 postgres --keep   every node keeps the answers of today
     provost move db1 db2 postgres        in one change: db1 loses postgres; these 40 nodes take database from db2
--- exit 3
$ provost unassign db1 postgres
--- standard error
refused: db1 cannot lose postgres; nothing was changed

1  webapp requires database on each of 40 nodes, and no node offers it   no-node
     web10, web11, web12, web13, web14, web15, web16, web17, web18, web19, web20, web21, web22, web23, web24, web25, web26, web27, web28, web29, web30, web31, web32, web33, web34, web35, web36, web37, web38, web39, web40, web41, web42, web43, web44, web45, web46, web47, web48 and web49
     41 nodes without a site could offer it
     1. you unassign postgres from db1
     2. webapp is assigned to each
     3. database is taken from another node: requiring it installs nothing
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost move db1 db2 postgres     in one change: db2 gains postgres; these 40 nodes take database from db2
     provost move db1 web10 postgres   in one change: web10 gains postgres; the 39 others take database from web10; web10 answers database itself, no longer from db1
--- exit 3

"#]],
    );
    let refused = db.run("assign db2 postgres --output json").exits(3).json();
    let refusals = refused["refusals"].as_array().unwrap();
    assert_eq!(refusals.len(), 40);
    for refusal in refusals {
        assert_eq!(
            refusal["remedies"][0]["commands"],
            serde_json::json!([["provost", "assign", "db2", "postgres", "--keep"]])
        );
    }
    says(
        &db,
        "assign db2 postgres --keep -q",
        str![[r#"
$ provost assign db2 postgres --keep -q
--- exit 0

"#]],
    );
    assert_eq!(db.sql("select count(*) from provision_pin"), [["40"]]);
}

/// The pin of the giver is for what goes along; what the receiver ran before has an answer of its own.
#[test]
fn a_pin_that_goes_along_moves_nothing_of_what_was_there() {
    let db = mesh()
        .nodes(&["db1", "web1", "web2"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .module("crm", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "postgres")
        .assign("web2", "crm")
        .pin("web1", "database", "db1")
        .database();
    says(
        &db,
        "move web1 web2 webapp\nmove web1 web2 webapp --allow-moves",
        str![[r#"
$ provost move web1 web2 webapp
--- standard error
refused: web1 cannot hand webapp over to web2; nothing was changed

1  crm on web2 would take database from postgres on db1, no longer from postgres on web2 itself  answer-moved
     1. crm is assigned to web2
     2. nothing moves along: what postgres on web2 itself keeps for web2 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost pin web2 database db1                 web2 takes database from db1; then web1 can hand webapp over to web2
     provost unassign web2 crm                     web2 loses crm; then web1 can hand webapp over to web2
     provost move web1 web2 webapp --allow-moves   the moves are meant: web2 takes database from db1
--- exit 3
$ provost move web1 web2 webapp --allow-moves
web1 is no longer pinned for database
web1 loses webapp
  and no longer takes database from db1 (postgres)
web2 gains webapp
  and takes database from db1 (postgres)
moved: database of web2, for crm, from web2 (postgres) to db1 (postgres); nothing moved along with it
--- exit 0

"#]],
    );
}

/// A database for the mesh, and a pooler that would stand in front of it at a site.
fn pooled() -> Mesh {
    mesh()
        .nodes(&["db1"])
        .site("attic")
        .node("web1")
        .at("attic")
        .node("web2")
        .at("attic")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("pooler", |m| m.provides_site("database").requires("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .assign("web2", "webapp")
}

#[test]
fn that_moves_are_meant_beside_what_settles_the_others() {
    let db = pooled().database();
    super::remedies::settles(&db, "assign web1 pooler");
    super::remedies::settles(&db, "assign web1,web2 pooler");
    says(
        &db,
        "assign web1 pooler
         assign web1,web2 pooler",
        str![[r#"
$ provost assign web1 pooler
--- standard error
refused: pooler cannot join web1; nothing was changed

1  webapp on web1 would take database from pooler on web1 itself, no longer from postgres on db1  answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried:
     provost unassign web1 webapp   web1 loses webapp

2  webapp requires database on web2, and db1 and web1 both offer it  choose-node
     1. webapp is assigned to web2
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (no site)       postgres
       web1 (site attic)   pooler
   help, tried, each by itself:
     provost pin web2 database db1   settles this one
     provost unassign web2 webapp    web2 loses webapp

   help for all of them, tried, each by itself:
     provost batch -e 'unassign web1 webapp' -e 'assign web1 pooler' --keep
         in one change, and every node keeps the answers of today: web1 loses webapp
     provost batch -e 'pin web2 database db1' -e 'assign web1 pooler' --allow-moves
         in one change, and the moves are meant: web2 is pinned to db1 for database
--- exit 3
$ provost assign web1,web2 pooler
--- standard error
refused: pooler cannot join web1 and web2; nothing was changed

1  webapp on web1 and web2 would take database from pooler on each itself, no longer from postgres on db1  answer-moved
     1. webapp is assigned to each
     2. nothing moves along: what postgres on db1 keeps for each stays where it is
     3. no answer moves unless a person says so
   help, tried:
     provost unassign web1,web2 webapp   web1 and web2 lose webapp

2  pooler requires database on web1, and db1 and web2 both offer it  choose-node
     1. you assign pooler
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (no site)       postgres
       web2 (site attic)   pooler

3  pooler requires database on web2, and db1 and web1 both offer it  choose-node
     you assign pooler
       db1 (no site)       postgres
       web1 (site attic)   pooler
   help for 2 and 3, tried:
     provost pin web1,web2 database db1   settles this one

   help for all of them, tried:
     provost batch -e 'pin web1,web2 database db1' -e 'assign web1,web2 pooler' --allow-moves
         in one change, and the moves are meant: web1 and web2 are pinned to db1 for database
--- exit 3

"#]],
    );
}

#[test]
fn that_moves_are_meant_where_others_stand_that_nothing_settles() {
    let db = pooled().module("odd", |m| m.requires("nobody")).database();
    says(
        &db,
        "batch -e 'assign web1 pooler' -e 'assign db1 odd'",
        str![[r#"
$ provost batch -e 'assign web1 pooler' -e 'assign db1 odd'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  odd requires nobody on db1, and no module provides it             no-provider
     you assign odd
   help: no command was found that settles this; a module has to be registered that provides nobody, or the manifest of odd to be corrected

2  webapp on web1 would take database from pooler on web1 itself, no longer from postgres on db1  answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost batch -e 'assign web1 pooler' -e 'assign db1 odd' --allow-moves
         the moves are meant: settles this one, and is refused until the others are settled too
     provost unassign web1 webapp   web1 loses webapp

3  webapp requires database on web2, and db1 and web1 both offer it  choose-node
     1. webapp is assigned to web2
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (no site)       postgres
       web1 (site attic)   pooler
   help, tried, each by itself:
     provost pin web2 database db1   settles this one
     provost unassign web2 webapp    web2 loses webapp
--- exit 3

"#]],
    );
}

#[test]
fn what_only_the_option_would_pin_is_not_there_to_be_unpinned() {
    let db = pooled().database();
    db.run("unassign web2 webapp").succeeds();
    super::remedies::settles(&db, "assign web1 pooler --keep");
    says(
        &db,
        "assign web1 pooler --keep",
        str![[r#"
$ provost assign web1 pooler --keep
--- standard error
refused: pooler cannot join web1; nothing was changed

1  webapp on web1 would take database from pooler on web1 itself, no longer from postgres on db1  answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost unassign web1 webapp                      web1 loses webapp; then pooler can join web1
     provost assign web1 pooler --keep --allow-moves   the moves are meant
--- exit 3

"#]],
    );
}
