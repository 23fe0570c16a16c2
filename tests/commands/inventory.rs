//! Sites and nodes.

use snapbox::str;

use super::{databases, laptop, says};
use crate::support::{database, mesh};

#[test]
fn to_set_nothing_is_wrong_usage() {
    says(
        &laptop().database(),
        "node set laptop
         node set laptop --dry-run
         batch -e 'node set laptop'",
        str![[r#"
$ provost node set laptop
--- standard error
error: the following required arguments were not provided:
  <--site <SITE>|--no-site|--fact <NAME=VALUE>|--no-fact <NAME>>

Usage: provost node set [OPTIONS] <NAME>

For more information, try '--help'.
--- exit 2
$ provost node set laptop --dry-run
--- standard error
error: the following required arguments were not provided:
  <--site <SITE>|--no-site|--fact <NAME=VALUE>|--no-fact <NAME>>

Usage: provost node set [OPTIONS] <NAME>

For more information, try '--help'.
--- exit 2
$ provost batch -e 'node set laptop'
--- standard error
error: -e 1: the following required arguments were not provided: <--site <SITE>|--no-site|--fact <NAME=VALUE>|--no-fact <NAME>>
help: usage: provost node set [OPTIONS] <NAME>
--- exit 2

"#]],
    );
}

#[test]
fn sites() {
    let db = database();
    says(
        &db,
        "site list
         site add attic
         site add attic
         site add cellar
         site list
         site list --output json
         site rename attic loft
         site rename attic loft
         site rename cellar loft
         site remove loft
         site remove lofty
         site list",
        str![[r#"
$ provost site list
--- standard error
there are no sites yet: `provost site add NAME` makes one
--- exit 0
$ provost site add attic
site attic is added
--- exit 0
$ provost site add attic
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost site add cellar
site cellar is added
--- exit 0
$ provost site list
site    nodes
attic   0
cellar  0
--- exit 0
$ provost site list --output json
{"schema":"provost.sites/1","sites":[{"nodes":0,"site":"attic"},{"nodes":0,"site":"cellar"}]}
--- exit 0
$ provost site rename attic loft
site attic is called loft
--- exit 0
$ provost site rename attic loft
--- standard error
error: there is no site attic
help: `provost site list` shows those there are
--- exit 2
$ provost site rename cellar loft
--- standard error
error: there is a site loft already; nothing was changed
help: `provost site list` shows those there are
--- exit 2
$ provost site remove loft
site loft is removed
--- exit 0
$ provost site remove lofty
--- standard error
error: there is no site lofty
help: `provost site list` shows those there are
--- exit 2
$ provost site list
site    nodes
cellar  0
--- exit 0

"#]],
    );
}

#[test]
fn a_site_with_nodes_cannot_be_removed() {
    let db = mesh().site("attic").node("a").at("attic").node("b").at("attic").database();
    says(
        &db,
        "site remove attic
         site remove attic --output json
         site remove attic --leave-unresolved
         batch -e 'site remove attic' -e 'node set a --no-site' -e 'node set b --no-site'
         site list",
        str![[r#"
$ provost site remove attic
--- standard error
refused: site attic cannot be removed; nothing was changed

1  a and b stand at site attic                                            in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site a && provost node set --no-site b
         a and b stand at no site; then site attic can be removed
--- exit 3
$ provost site remove attic --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"in-use","node":null,"subject":{"site":"attic"},"message":"a and b stand at site attic","parties":[{"node":"a","module":null,"resource":null,"chain":[],"assigned":false,"asked":false,"via":[],"scope":"site"},{"node":"b","module":null,"resource":null,"chain":[],"assigned":false,"asked":false,"via":[],"scope":"site"}],"candidates":[],"remedies":[{"commands":[["provost","node","set","--no-site","a"],["provost","node","set","--no-site","b"]],"whole":false,"effect":"a and b stand at no site; then site attic can be removed"}]}]}
--- exit 3
$ provost site remove attic --leave-unresolved
--- standard error
refused: site attic cannot be removed; nothing was changed

1  a and b stand at site attic                                            in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site a && provost node set --no-site b
         a and b stand at no site; then site attic can be removed
--- exit 3
$ provost batch -e 'site remove attic' -e 'node set a --no-site' -e 'node set b --no-site'
site attic is removed
a stands at no site
b stands at no site
--- exit 0
$ provost site list
--- standard error
there are no sites yet: `provost site add NAME` makes one
--- exit 0

"#]],
    );
}

#[test]
fn nodes() {
    let db = mesh().site("attic").database();
    says(
        &db,
        r#"node list
         node add laptop --site attic --fact arch=x86_64 --fact memory_mib=16384 --fact 'serial="42"' --fact display=true
         node add laptop --site attic --fact arch=x86_64 --fact memory_mib=16384 --fact 'serial="42"' --fact display=true
         node add laptop
         node add pi
         node list
         node list --output json
         node show laptop
         node show laptop --output json
         node set laptop --no-site --fact arch=aarch64 --no-fact serial
         node set laptop --fact arch=aarch64
         node set laptop --no-fact nothing
         node set laptop
         node show laptop"#,
        str![[r#"
$ provost node list
--- standard error
there are no nodes yet: `provost node add NAME` makes one
--- exit 0
$ provost node add laptop --site attic --fact 'arch=x86_64' --fact 'memory_mib=16384' --fact 'serial="42"' --fact 'display=true'
node laptop is added (site attic, arch=x86_64, display=true, memory_mib=16384, serial="42")
--- exit 0
$ provost node add laptop --site attic --fact 'arch=x86_64' --fact 'memory_mib=16384' --fact 'serial="42"' --fact 'display=true'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost node add laptop
--- standard error
error: there is a node laptop already; nothing was changed
help: `provost node list` shows those there are
--- exit 2
$ provost node add pi
node pi is added
--- exit 0
$ provost node list
node    site   assigned   facts
laptop  attic  0 modules  arch=x86_64 display=true memory_mib=16384 serial="42"
pi      -      0 modules  -
--- exit 0
$ provost node list --output json
{"nodes":[{"assigned":[],"facts":{"arch":"x86_64","display":true,"memory_mib":16384,"serial":"42"},"held":null,"id":"[ID]","node":"laptop","pins":[],"site":"attic"},{"assigned":[],"facts":{},"held":null,"id":"[ID]","node":"pi","pins":[],"site":null}],"schema":"provost.nodes/1"}
--- exit 0
$ provost node show laptop
id        [ID]
site      attic
facts     arch=x86_64 display=true memory_mib=16384 serial="42"
assigned  -
--- exit 0
$ provost node show laptop --output json
{"node":{"assigned":[],"facts":{"arch":"x86_64","display":true,"memory_mib":16384,"serial":"42"},"held":null,"id":"[ID]","node":"laptop","pins":[],"site":"attic"},"schema":"provost.node/1"}
--- exit 0
$ provost node set laptop --no-site --fact 'arch=aarch64' --no-fact serial
laptop stands at no site, before at site attic
laptop has arch=aarch64, before x86_64
laptop has no serial any more, before "42"
--- exit 0
$ provost node set laptop --fact 'arch=aarch64'
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost node set laptop --no-fact nothing
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost node set laptop
--- standard error
error: the following required arguments were not provided:
  <--site <SITE>|--no-site|--fact <NAME=VALUE>|--no-fact <NAME>>

Usage: provost node set [OPTIONS] <NAME>

For more information, try '--help'.
--- exit 2
$ provost node show laptop
id        [ID]
site      -
facts     arch=aarch64 display=true memory_mib=16384
assigned  -
--- exit 0

"#]],
    );
}

#[test]
fn a_node_that_is_renamed_keeps_what_was_decided() {
    let db = databases().pin("web1", "database", "db1").database();
    says(
        &db,
        "node rename db1 db9
         node rename db9 db9
         node rename web1 web2
         node rename db1 db7
         node show web1
         node rename db9 db1 --output json",
        str![[r#"
$ provost node rename db1 db9
node db1 is called db9
--- exit 0
$ provost node rename db9 db9
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost node rename web1 web2
--- standard error
error: there is a node web2 already; nothing was changed
help: `provost node list` shows those there are
--- exit 2
$ provost node rename db1 db7
--- standard error
error: there is no node db1
help: did you mean db2 or db9?
--- exit 2
$ provost node show web1
id        [ID]
site      -
facts     -
assigned  webapp
pinned    database from db9 since [TIME]
--- exit 0
$ provost node rename db9 db1 --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[],"edits":[{"edit":"rename-node","node":"db9","to":"db1"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0

"#]],
    );
    assert_eq!(db.sql("select count(*) from provision_pin"), [["1"]]);
}

#[test]
fn removing_a_node_with_takers() {
    let db = databases().database();
    says(
        &db,
        "node remove db1
         node remove web1
         node remove web1
         node remove db1 --leave-unresolved
         plan --summary",
        str![[r#"
$ provost node remove db1
--- standard error
refused: db1 cannot be removed; nothing was changed

1  webapp requires database on web1 and web2, and no node offers it      no-node
     1. webapp is assigned to each
     2. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost move db1 db2 postgres       db1 loses postgres; db2 gains postgres; web1 and web2 take database from db2; then db1 can be removed
     provost move db1 web1 postgres      db1 loses postgres; web1 gains postgres; web2 takes database from web1; web1 answers database itself, no longer from db1; then db1 can be removed
     provost move db1 web2 postgres      db1 loses postgres; web2 gains postgres; web1 takes database from web2; web2 answers database itself, no longer from db1; then db1 can be removed
     provost unassign web1,web2 webapp   web1 and web2 lose webapp; then db1 can be removed
--- exit 3
$ provost node remove web1
node web1 is removed
web1 loses webapp
  and no longer takes database from db1 (postgres)
--- exit 0
$ provost node remove web1
--- standard error
error: there is no node web1
help: did you mean web2?
--- exit 2
$ provost node remove db1 --leave-unresolved
node db1 is removed
db1 loses postgres
web2 no longer takes database from db1 (postgres)

unresolved: this is refused now, and push refuses until it resolves

1  webapp requires database on web2, and no node offers it               no-node
     1. webapp is assigned to web2
     2. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db2 mariadb     db2 gains mariadb; web2 takes database from db2
     provost assign web2 mariadb    web2 gains mariadb
     provost assign db2 postgres    db2 gains postgres; web2 takes database from db2
     provost assign web2 postgres   web2 gains postgres
     provost unassign web2 webapp   web2 loses webapp
--- exit 0
$ provost plan --summary
refused: the mesh does not resolve

1  webapp requires database on web2, and no node offers it               no-node
     1. webapp is assigned to web2
     2. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db2 mariadb     db2 gains mariadb; web2 takes database from db2
     provost assign web2 mariadb    web2 gains mariadb
     provost assign db2 postgres    db2 gains postgres; web2 takes database from db2
     provost assign web2 postgres   web2 gains postgres
     provost unassign web2 webapp   web2 loses webapp

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3

"#]],
    );
}

#[test]
fn a_node_of_no_site_there_is() {
    let db = mesh().site("attic").database();
    says(
        &db,
        "node add a --site atic
         node add a --site attic --fact nothing
         node add a --fact x=1 --fact x=2
         node add all
         node add -- -a
         node add 'a b'
         node add a/b
         node list",
        str![[r#"
$ provost node add a --site atic
--- standard error
error: there is no site atic
help: did you mean attic?
--- exit 2
$ provost node add a --site attic --fact nothing
--- standard error
error: invalid value 'nothing' for '--fact <NAME=VALUE>': a fact is given as NAME=VALUE

For more information, try '--help'.
--- exit 2
$ provost node add a --fact 'x=1' --fact 'x=2'
--- standard error
error: the fact x is given twice, with two values
--- exit 2
$ provost node add all
--- standard error
error: invalid value 'all' for '<NAME>': no node is called all: it stands for every node; one node is named here, by its own name

For more information, try '--help'.
--- exit 2
$ provost node add -- -a
--- standard error
error: invalid value '-a' for '<NAME>': "-a" is no name of a node: it begins with '-', not a letter or digit

For more information, try '--help'.
--- exit 2
$ provost node add 'a b'
--- standard error
error: invalid value 'a b' for '<NAME>': "a b" is no name of a node: a space is not allowed in it

For more information, try '--help'.
--- exit 2
$ provost node add a/b
--- standard error
error: invalid value 'a/b' for '<NAME>': "a/b" is no name of a node: '/' is not allowed in it

For more information, try '--help'.
--- exit 2
$ provost node list
--- standard error
there are no nodes yet: `provost node add NAME` makes one
--- exit 0

"#]],
    );
}

/// What is tried for a refusal is tried without the node too, which only the refused command adds.
#[test]
fn a_node_that_is_added_and_lacks_an_answer() {
    let db = mesh()
        .site("attic")
        .node("db1")
        .at("attic")
        .module("postgres", |m| m.provides_site("database"))
        .module("mariadb", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .database();
    says(
        &db,
        "batch -e 'site add cellar' -e 'node add web1 --site cellar' -e 'assign web1 webapp'",
        str![[r#"
$ provost batch -e 'site add cellar' -e 'node add web1 --site cellar' -e 'assign web1 webapp'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  webapp requires database on web1, and no node offers it within reach  no-node
     1. you assign webapp
     2. database is taken from another node: requiring it installs nothing
       mariadb            has to be assigned to a node first
       postgres           has to be assigned to a node first
       db1 (site attic)   postgres: offers it to site attic alone
   help, tried, each by itself:
     provost assign db1 mariadb   db1 gains mariadb; then these changes can be made together
     provost batch -e 'site add cellar' -e 'node add web1 --site cellar' -e 'assign web1 webapp' -e 'assign web1 mariadb'
         in one change: web1 gains mariadb
     provost batch -e 'site add cellar' -e 'node add web1 --site cellar' -e 'assign web1 webapp' -e 'assign web1 postgres'
         in one change: web1 gains postgres
--- exit 3

"#]],
    );
}
