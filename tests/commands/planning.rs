//! `plan` in all its forms.

use snapbox::str;

use super::{databases, laptop, says};

#[test]
fn a_plan_before_and_after_a_push() {
    let db = databases().database();
    says(
        &db,
        "plan
         plan --output json
         plan --exit-code
         push
         plan
         plan --exit-code
         plan --all
         assign db1 mariadb --allow-moves
         plan
         plan --exit-code
         plan --summary
         plan --summary --output json
         plan web1 db1
         plan web1 --output json
         plan site:attic
         plan web9
         plan --all web1",
        str![[r#"
$ provost plan
db1 (site attic): new
  + postgres 1.0     assigned
    gives database   to web1 and web2 (postgres)

db2: new
  runs nothing

web1: new
  + webapp 1.0       assigned
  + takes database   from db1 (postgres), the only one, for webapp

web2: new
  + webapp 1.0       assigned
  + takes database   from db1 (postgres), the only one, for webapp

4 nodes: 4 new
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":4,"new":4,"changed":0,"unchanged":0,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"db1","site":"attic","resolves":true,"held":null,"change":"new","modules":[{"name":"postgres","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[{"provision":"database","scope":"mesh","module":"postgres","to":["web1","web2"]}]},
{"node":"db2","site":null,"resolves":true,"held":null,"change":"new","modules":[],"takes":[],"gives":[]},
{"node":"web1","site":null,"resolves":true,"held":null,"change":"new","modules":[{"name":"webapp","version":"1.0","assigned":true,"for":[]}],"takes":[{"provision":"database","from":"db1","module":"postgres","scope":"mesh","pinned":false,"for":["webapp"]}],"gives":[]},
{"node":"web2","site":null,"resolves":true,"held":null,"change":"new","modules":[{"name":"webapp","version":"1.0","assigned":true,"for":[]}],"takes":[{"provision":"database","from":"db1","module":"postgres","scope":"mesh","pinned":false,"for":["webapp"]}],"gives":[]}],"refusals":[]}
--- exit 0
$ provost plan --exit-code
db1 (site attic): new
  + postgres 1.0     assigned
    gives database   to web1 and web2 (postgres)

db2: new
  runs nothing

web1: new
  + webapp 1.0       assigned
  + takes database   from db1 (postgres), the only one, for webapp

web2: new
  + webapp 1.0       assigned
  + takes database   from db1 (postgres), the only one, for webapp

4 nodes: 4 new
provost push declares it
digest [DIGEST]
--- exit 4
$ provost push
generation 1
declared: db1, db2, web1 and web2
declaring is all it does: machines follow by what reads their declarations
--- exit 0
$ provost plan
4 nodes: 4 unchanged
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0
$ provost plan --exit-code
4 nodes: 4 unchanged
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0
$ provost plan --all
db1 (site attic): as it was last pushed
    postgres 1.0     assigned
    gives database   to web1 and web2 (postgres)

db2: as it was last pushed
  runs nothing

web1: as it was last pushed
    webapp 1.0       assigned
    takes database   from db1 (postgres), the only one, for webapp

web2: as it was last pushed
    webapp 1.0       assigned
    takes database   from db1 (postgres), the only one, for webapp

4 nodes: 4 unchanged
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0
$ provost assign db1 mariadb --allow-moves
db1 gains mariadb
web1 and web2 take database from db1 (mariadb)
  and no longer take database from db1 (postgres)
moved: database of web1 and web2, for webapp, from db1 (postgres) to db1 (mariadb); nothing moved along with it
--- exit 0
$ provost plan
db1 (site attic): changed since generation 1
  + mariadb 1.0      assigned
    postgres 1.0     assigned
    gives database   to web1 and web2 (mariadb)

web1: changed since generation 1
    webapp 1.0       assigned
  ~ takes database   from db1 (mariadb), the only one, for webapp; the module was postgres

web2: changed since generation 1
    webapp 1.0       assigned
  ~ takes database   from db1 (mariadb), the only one, for webapp; the module was postgres

4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan --exit-code
db1 (site attic): changed since generation 1
  + mariadb 1.0      assigned
    postgres 1.0     assigned
    gives database   to web1 and web2 (mariadb)

web1: changed since generation 1
    webapp 1.0       assigned
  ~ takes database   from db1 (mariadb), the only one, for webapp; the module was postgres

web2: changed since generation 1
    webapp 1.0       assigned
  ~ takes database   from db1 (mariadb), the only one, for webapp; the module was postgres

4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 4
$ provost plan --summary
4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan --summary --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":4,"new":0,"changed":3,"unchanged":1,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[],"refusals":[]}
--- exit 0
$ provost plan web1 db1
db1 (site attic): changed since generation 1
  + mariadb 1.0      assigned
    postgres 1.0     assigned
    gives database   to web1 and web2 (mariadb)

web1: changed since generation 1
    webapp 1.0       assigned
  ~ takes database   from db1 (mariadb), the only one, for webapp; the module was postgres

4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan web1 --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":4,"new":0,"changed":3,"unchanged":1,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"web1","site":null,"resolves":true,"held":null,"change":"changed","modules":[{"name":"webapp","version":"1.0","assigned":true,"for":[]}],"takes":[{"provision":"database","from":"db1","module":"mariadb","scope":"mesh","pinned":false,"for":["webapp"]}],"gives":[],"difference":{"generation":1,"gained":[],"lost":[],"changed":[],"takes_gained":[],"takes_lost":[],"takes_changed":[["database","db1"]],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[{"provision":"database","from":"db1","module_before":"postgres","offer":false,"facts":[],"for":false}],"restarts":[]}}],"refusals":[]}
--- exit 0
$ provost plan site:attic
db1 (site attic): changed since generation 1
  + mariadb 1.0      assigned
    postgres 1.0     assigned
    gives database   to web1 and web2 (mariadb)

4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost plan web9
--- standard error
error: there is no node web9
help: did you mean web1 or web2?
--- exit 2
$ provost plan --all web1
--- standard error
error: NODE and --all are not used together
help: `provost plan web1` shows those and their refusals, `provost plan --all` every node
--- exit 2

"#]],
    );
}

#[test]
fn a_plan_of_what_is_refused() {
    let db = laptop().assign("laptop", "i3 sway editor").assign("pi", "bash").database();
    says(
        &db,
        "plan
         plan --summary
         plan pi
         plan laptop
         plan --exit-code
         plan --output json",
        str![[r#"
$ provost plan
laptop (site attic): refused, see below; it was never declared
    editor 1.0    assigned
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: the mesh does not resolve

1  editor requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. editor is assigned to laptop
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash       laptop gains bash
     provost assign laptop zsh        laptop gains zsh
     provost unassign laptop editor   laptop loses editor

2  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

3  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan --summary
refused: the mesh does not resolve

1  editor requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. editor is assigned to laptop
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash       laptop gains bash
     provost assign laptop zsh        laptop gains zsh
     provost unassign laptop editor   laptop loses editor

2  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

3  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan pi
pi: new
  + bash 1.0   assigned

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 0
$ provost plan laptop
laptop (site attic): refused, see below; it was never declared
    editor 1.0    assigned
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

refused: the mesh does not resolve

1  editor requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. editor is assigned to laptop
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash       laptop gains bash
     provost assign laptop zsh        laptop gains zsh
     provost unassign laptop editor   laptop loses editor

2  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

3  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan --exit-code
laptop (site attic): refused, see below; it was never declared
    editor 1.0    assigned
    i3 1.0        assigned
    sway 1.0      assigned
    wayland 1.0   brought in: the only one with wayland-display for sway
    xorg 1.0      brought in: the only one with x-display for i3

pi: new
  + bash 1.0   assigned

refused: the mesh does not resolve

1  editor requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. editor is assigned to laptop
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash       laptop gains bash
     provost assign laptop zsh        laptop gains zsh
     provost unassign laptop editor   laptop loses editor

2  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

3  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

2 nodes: 1 new, 1 refused
digest [DIGEST]
--- exit 3
$ provost plan --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":false,"mesh_resolves":false,"counts":{"nodes":2,"new":1,"changed":0,"unchanged":0,"removed":0,"refused":1,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"laptop","site":"attic","resolves":false,"held":null,"change":null,"modules":[{"name":"editor","version":"1.0","assigned":true,"for":[]},{"name":"i3","version":"1.0","assigned":true,"for":[]},{"name":"sway","version":"1.0","assigned":true,"for":[]},{"name":"wayland","version":"1.0","assigned":false,"for":[{"module":"sway","requires":"wayland-display"}]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"i3","requires":"x-display"}]}],"takes":[],"gives":[]},
{"node":"pi","site":null,"resolves":true,"held":null,"change":"new","modules":[{"name":"bash","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[]}],"refusals":[
{"code":"choose-module","node":"laptop","subject":{"requirement":"shell","by":["editor"]},"message":"editor requires shell on laptop, and bash, fish and zsh all provide it","parties":[{"node":"laptop","module":"editor","resource":null,"chain":["editor"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"module":"bash","version":"1.0","works":true,"why_not":null},{"module":"fish","version":"1.0","works":false,"why_not":"needs arch riscv64, and laptop has arch x86_64"},{"module":"zsh","version":"1.0","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","laptop","bash"]],"whole":false,"effect":"laptop gains bash"},{"commands":[["provost","assign","laptop","zsh"]],"whole":false,"effect":"laptop gains zsh"},{"commands":[["provost","unassign","laptop","editor"]],"whole":false,"effect":"laptop loses editor"}]},
{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"wayland and xorg both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":false,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"},{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"}]},
{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"},{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn a_plan_of_nothing() {
    says(
        &crate::support::database(),
        "plan
         plan --output json
         push
         push --output json",
        str![[r#"
$ provost plan
the mesh has no nodes yet; to begin:
  provost module register DIR    puts the manifests of a folder into the catalogue
  provost node add laptop        names a machine
  provost assign laptop MODULE   says what it is to run
--- exit 0
$ provost plan --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":0,"new":0,"changed":0,"unchanged":0,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[],"refusals":[]}
--- exit 0
$ provost push
nothing to declare: the mesh has no nodes yet
--- exit 0
$ provost push --output json
{"schema":"provost.push/1","generation":null,"declared":[],"removed":[],"held":[],"unchanged":0,"holds":[],"stale":[]}
--- exit 0

"#]],
    );
}

#[test]
fn the_digest_is_the_same_for_every_form() {
    let db = databases().database();
    let digest = |line: &str| db.run(line).json()["digest"].clone();
    let plain = digest("plan --output json");
    for form in ["plan --all --output json", "plan web1 --output json", "plan --summary --output json"] {
        assert_eq!(digest(form), plain, "{form}");
    }
    assert_eq!(digest("assign db1 postgres --dry-run --output json"), plain);
    let then = digest("assign db2 mariadb --keep --dry-run --output json");
    db.run("assign db2 mariadb --keep").succeeds();
    assert_eq!(digest("plan --output json"), then);
}

#[test]
fn a_refused_node_is_marked_against_what_it_was_last_told() {
    let db = laptop()
        .node("db1")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("laptop", "i3 zsh webapp")
        .assign("db1", "postgres")
        .database();
    says(
        &db,
        "push --quiet
         assign laptop sway --leave-unresolved --quiet
         unassign laptop zsh
         assign pi i3 wayland --leave-unresolved --quiet
         unassign db1 postgres --leave-unresolved --quiet
         plan
         plan laptop --output json
         unassign laptop sway --quiet
         unassign laptop webapp --quiet
         plan laptop
         assign laptop sway zsh --leave-unresolved --quiet
         hold laptop --message 'in repair' --quiet
         plan laptop",
        str![[r#"
$ provost push --quiet
--- exit 0
$ provost assign laptop sway --leave-unresolved --quiet
--- exit 0
$ provost unassign laptop zsh
laptop loses zsh
--- exit 0
$ provost assign pi i3 wayland --leave-unresolved --quiet
--- exit 0
$ provost unassign db1 postgres --leave-unresolved --quiet
--- exit 0
$ provost plan
db1: changed since generation 1
  - postgres   no longer

laptop (site attic): refused, see below; marked against generation 1
    i3 1.0           assigned
  + sway 1.0         assigned
  + wayland 1.0      brought in: the only one with wayland-display for sway
    webapp 1.0       assigned
    xorg 1.0         brought in: the only one with x-display for i3
  - zsh              no longer
  - takes database   was told to, from db1

pi: refused, see below; marked against generation 1
  + i3 1.0        assigned
  + wayland 1.0   assigned
  + xorg 1.0      brought in: the only one with x-display for i3

refused: the mesh does not resolve

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. sway is assigned to laptop and requires wayland-display; only wayland provides it
     2. i3 is assigned to laptop and requires x-display; only xorg provides it
     3. one node has one the-seat
   help, tried, each by itself:
     provost unassign laptop i3     laptop loses i3 and xorg
     provost unassign laptop sway   laptop loses sway and wayland

2  webapp requires database on laptop, and no node offers it             no-node
     1. webapp is assigned to laptop
     2. database is taken from another node: requiring it installs nothing
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db1 postgres      db1 gains postgres; laptop takes database from db1
     provost assign laptop postgres   laptop gains postgres
     provost assign pi postgres       pi gains postgres; laptop takes database from pi
     provost unassign laptop webapp   laptop loses webapp

3  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help, tried, each by itself:
     provost unassign laptop sway   laptop loses sway and wayland
     provost unassign laptop i3     laptop loses i3 and xorg

4  wayland and xorg both claim the-seat on pi                    claim-collision
     1. wayland is assigned to pi
     2. i3 is assigned to pi and requires x-display; only xorg provides it
   help, tried, each by itself:
     provost unassign pi wayland   pi loses wayland
     provost unassign pi i3        pi loses i3 and xorg

3 nodes: 1 changed, 2 refused
digest [DIGEST]
--- exit 3
$ provost plan laptop --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":false,"mesh_resolves":false,"counts":{"nodes":3,"new":0,"changed":1,"unchanged":0,"removed":0,"refused":2,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"laptop","site":"attic","resolves":false,"held":null,"change":null,"modules":[{"name":"i3","version":"1.0","assigned":true,"for":[]},{"name":"sway","version":"1.0","assigned":true,"for":[]},{"name":"wayland","version":"1.0","assigned":false,"for":[{"module":"sway","requires":"wayland-display"}]},{"name":"webapp","version":"1.0","assigned":true,"for":[]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"i3","requires":"x-display"}]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":["sway","wayland"],"lost":["zsh"],"changed":[],"takes_gained":[],"takes_lost":[["database","db1"]],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[],"restarts":[]}}],"refusals":[
{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"wayland and xorg both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":false,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"},{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"}]},
{"code":"no-node","node":"laptop","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on laptop, and no node offers it","parties":[{"node":"laptop","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":null,"site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","db1","postgres"]],"whole":false,"effect":"db1 gains postgres; laptop takes database from db1"},{"commands":[["provost","assign","laptop","postgres"]],"whole":false,"effect":"laptop gains postgres"},{"commands":[["provost","assign","pi","postgres"]],"whole":false,"effect":"pi gains postgres; laptop takes database from pi"},{"commands":[["provost","unassign","laptop","webapp"]],"whole":false,"effect":"laptop loses webapp"}]},
{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","sway"]],"whole":false,"effect":"laptop loses sway and wayland"},{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]}]}
--- exit 3
$ provost unassign laptop sway --quiet
--- exit 0
$ provost unassign laptop webapp --quiet
--- exit 0
$ provost plan laptop
laptop (site attic): changed since generation 1
    i3 1.0           assigned
    xorg 1.0         brought in: the only one with x-display for i3
  - webapp           no longer
  - zsh              no longer
  - takes database   no longer from db1

3 nodes: 2 changed, 1 refused
digest [DIGEST]
--- exit 0
$ provost assign laptop sway zsh --leave-unresolved --quiet
--- exit 0
$ provost hold laptop --message 'in repair' --quiet
--- exit 0
$ provost plan laptop
laptop (site attic): held and refused, see below
  held: laptop keeps its last declaration, by operator (role provost) since [TIME]: in repair
    it does not resolve: released as it is, it would stop every push; marked against generation 1
    i3 1.0           assigned
  + sway 1.0         assigned
  + wayland 1.0      brought in: the only one with wayland-display for sway
    xorg 1.0         brought in: the only one with x-display for i3
    zsh 1.0          assigned
  - webapp           no longer
  - takes database   was told to, from db1

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

warning: laptop is held and was told to take database from db1, which does not offer it any more
3 nodes: 1 changed, 1 refused, 1 held
digest [DIGEST]
--- exit 3

"#]],
    );
}
