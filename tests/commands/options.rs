//! The options of every change, and of every command.

use snapbox::str;

use super::{databases, laptop, rows, says};

#[test]
fn a_dry_run_decides_and_writes_nothing() {
    let db = laptop().assign("laptop", "i3").database();
    let before = rows(&db);
    says(
        &db,
        "assign pi i3 --dry-run
         assign pi i3 --dry-run --output json
         assign laptop sway --dry-run
         assign laptop sway --dry-run --output json
         assign laptop i3 --dry-run",
        str![[r#"
$ provost assign pi i3 --dry-run
dry run: so it would be; nothing was changed
  i3 is assigned to pi
pi gains i3 and xorg (the only one with x-display for i3)
digest [DIGEST]
--- exit 0
$ provost assign pi i3 --dry-run --output json
{"schema":"provost.changed/1","changed":true,"dry_run":true,"nodes":[{"node":"pi","gained":["i3","xorg"],"lost":[],"takes_gained":[],"takes_lost":[],"brought_in":[{"module":"xorg","for":[{"module":"i3","requires":"x-display"}]}]}],"edits":[{"edit":"assign","node":"pi","module":"i3"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0
$ provost assign laptop sway --dry-run
--- standard error
refused: sway cannot join laptop; nothing was changed

1  xorg and wayland both claim the-seat on laptop                claim-collision
     1. i3 is assigned to laptop and requires x-display; only xorg provides it
     2. you assign sway, which requires wayland-display; only wayland provides it
     3. one node has one the-seat

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help for 1 and 2, tried:
     provost unassign laptop i3   laptop loses i3 and xorg; then sway can join laptop
--- exit 3
$ provost assign laptop sway --dry-run --output json
{"schema":"provost.refused/1","changed":false,"dry_run":true,"refusals":[{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"xorg and wayland both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":true,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg; then sway can join laptop"}]},{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":true,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg; then sway can join laptop"}]}]}
--- exit 3
$ provost assign laptop i3 --dry-run
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_dry_run_needs_a_readers_rights_alone() {
    let db = laptop().database();
    let name = db.sql("select current_database()").remove(0).remove(0);
    let role = format!("reader_{name}");
    db.sql(&format!(
        r#"create role "{role}" login; grant usage on schema public to "{role}";
           grant select on all tables in schema public to "{role}""#
    ));
    let url = db.url().replace("//provost@", &format!("//{role}@"));
    if url != db.url() {
        let ran = db.call(["assign", "pi", "bash", "--dry-run", "-q", "--database", &url]).run();
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
        let ran = db.call(["assign", "pi", "bash", "--database", &url]).run();
        assert_eq!(ran.code, Some(1), "{}", ran.whole());
    }
    db.sql(&format!(r#"drop owned by "{role}"; drop role "{role}""#));
}

#[test]
fn keep_is_printed_and_recorded() {
    let db = databases().database();
    says(
        &db,
        "assign db2 postgres --keep --output json
         assign db2 postgres --keep",
        str![[r#"
$ provost assign db2 postgres --keep --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"db2","gained":["postgres"],"lost":[],"takes_gained":[],"takes_lost":[],"brought_in":[]}],"edits":[{"edit":"assign","node":"db2","module":"postgres"},{"edit":"pin","node":"web1","provision":"database","before":null,"after":"db1"},{"edit":"pin","node":"web2","provision":"database","before":null,"after":"db1"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[{"pin":["web1","database","db1"]},{"pin":["web2","database","db1"]}],"warnings":[],"refusals":[]}
--- exit 0
$ provost assign db2 postgres --keep
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
}

#[test]
fn left_unresolved_is_printed_and_push_refuses() {
    let db = databases().database();
    says(
        &db,
        "node remove db1 --leave-unresolved --message 'stolen at the fair'
         push
         assign db2 postgres
         push",
        str![[r#"
$ provost node remove db1 --leave-unresolved --message 'stolen at the fair'
node db1 is removed
db1 loses postgres
web1 and web2 no longer take database from db1 (postgres)

unresolved: this is refused now, and push refuses until it resolves

1  webapp requires database on web1 and web2, and no node offers it      no-node
     1. webapp is assigned to each
     2. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db2 mariadb     db2 gains mariadb; web1 and web2 take database from db2
     provost assign web1 mariadb    web1 gains mariadb; web2 takes database from web1
     provost assign web2 mariadb    web2 gains mariadb; web1 takes database from web2
     provost assign db2 postgres    db2 gains postgres; web1 and web2 take database from db2
     provost assign web1 postgres   web1 gains postgres; web2 takes database from web1
--- exit 0
$ provost push
--- standard error
refused: the mesh does not resolve; nothing was declared

1  webapp requires database on web1 and web2, and no node offers it      no-node
     1. webapp is assigned to each
     2. database is taken from another node: requiring it installs nothing
       mariadb    has to be assigned to a node first
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db2 mariadb     db2 gains mariadb; web1 and web2 take database from db2
     provost assign web1 mariadb    web1 gains mariadb; web2 takes database from web1
     provost assign web2 mariadb    web2 gains mariadb; web1 takes database from web2
     provost assign db2 postgres    db2 gains postgres; web1 and web2 take database from db2
     provost assign web1 postgres   web1 gains postgres; web2 takes database from web1
--- exit 3
$ provost assign db2 postgres
db2 gains postgres
web1 and web2 take database from db2 (postgres)
--- exit 0
$ provost push
generation 1
declared: db2, web1 and web2
declaring is all it does: machines follow by what reads their declarations
--- exit 0

"#]],
    );
    assert_eq!(
        db.sql("select message, unresolved is not null from change order by id desc offset 1 limit 1"),
        [["stolen at the fair", "t"]]
    );
}

#[test]
fn left_unresolved_as_json() {
    says(
        &databases().database(),
        "node remove db1 --leave-unresolved --output json",
        str![[r#"
$ provost node remove db1 --leave-unresolved --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"db1","gained":[],"lost":["postgres"],"takes_gained":[],"takes_lost":[],"brought_in":[]},{"node":"web1","gained":[],"lost":[],"takes_gained":[],"takes_lost":[{"provision":"database","from":"db1","module":"postgres"}],"brought_in":[]},{"node":"web2","gained":[],"lost":[],"takes_gained":[],"takes_lost":[{"provision":"database","from":"db1","module":"postgres"}],"brought_in":[]}],"edits":[{"edit":"remove-node","node":"db1"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[{"code":"no-node","node":"web1","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on web1, and no node offers it","parties":[{"node":"web1","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":null,"site":null,"module":"mariadb","works":true,"why_not":null},{"node":null,"site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","db2","mariadb"]],"whole":false,"effect":"db2 gains mariadb; web1 and web2 take database from db2"},{"commands":[["provost","assign","web1","mariadb"]],"whole":false,"effect":"web1 gains mariadb; web2 takes database from web1"},{"commands":[["provost","assign","web2","mariadb"]],"whole":false,"effect":"web2 gains mariadb; web1 takes database from web2"},{"commands":[["provost","assign","db2","postgres"]],"whole":false,"effect":"db2 gains postgres; web1 and web2 take database from db2"},{"commands":[["provost","assign","web1","postgres"]],"whole":false,"effect":"web1 gains postgres; web2 takes database from web1"}]},{"code":"no-node","node":"web2","subject":{"requirement":"database","by":["webapp"]},"message":"webapp requires database on web2, and no node offers it","parties":[{"node":"web2","module":"webapp","resource":null,"chain":["webapp"],"assigned":true,"asked":false,"via":[]}],"candidates":[{"node":null,"site":null,"module":"mariadb","works":true,"why_not":null},{"node":null,"site":null,"module":"postgres","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","db2","mariadb"]],"whole":false,"effect":"db2 gains mariadb; web1 and web2 take database from db2"},{"commands":[["provost","assign","web1","mariadb"]],"whole":false,"effect":"web1 gains mariadb; web2 takes database from web1"},{"commands":[["provost","assign","web2","mariadb"]],"whole":false,"effect":"web2 gains mariadb; web1 takes database from web2"},{"commands":[["provost","assign","db2","postgres"]],"whole":false,"effect":"db2 gains postgres; web1 and web2 take database from db2"},{"commands":[["provost","assign","web1","postgres"]],"whole":false,"effect":"web1 gains postgres; web2 takes database from web1"}]}]}
--- exit 0

"#]],
    );
}

#[test]
fn quiet_prints_failures_alone() {
    says(
        &laptop().assign("laptop", "i3").database(),
        "assign pi bash -q
         assign pi bash -q
         assign laptop sway -q
         assign ghost sway -q
         plan pi -q
         site list -q",
        str![[r#"
$ provost assign pi bash -q
--- exit 0
$ provost assign pi bash -q
--- exit 0
$ provost assign laptop sway -q
--- standard error
refused: sway cannot join laptop; nothing was changed

1  xorg and wayland both claim the-seat on laptop                claim-collision
     1. i3 is assigned to laptop and requires x-display; only xorg provides it
     2. you assign sway, which requires wayland-display; only wayland provides it
     3. one node has one the-seat

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help for 1 and 2, tried:
     provost unassign laptop i3   laptop loses i3 and xorg; then sway can join laptop
--- exit 3
$ provost assign ghost sway -q
--- standard error
error: there is no node ghost
help: `provost node list` shows those there are, `provost node add ghost` adds one
--- exit 2
$ provost plan pi -q
pi: new
  + bash 1.0   assigned

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0
$ provost site list -q
site   nodes
attic  1
--- exit 0

"#]],
    );
}

#[test]
fn what_was_typed_wrong_is_told_in_words() {
    says(
        &laptop().database(),
        "log --limit x
         log --limit -1
         log --limit 1.5
         log --limit 99999999999999999999
         ack laptop x
         declaration laptop --generation one
         declaration laptop --follow --after ''
         node set all --site attic
         node set laptop,pi --site attic
         node set site:attic --no-site
         move all pi
         module remove 'bad name'
         node add \"bad\tname\"",
        str![[r#"
$ provost log --limit x
--- standard error
error: invalid value 'x' for '--limit <N>': a whole number is wanted, like 3

For more information, try '--help'.
--- exit 2
$ provost log --limit -1
--- standard error
error: invalid value '-1' for '--limit <N>': a whole number is wanted, 0 or more

For more information, try '--help'.
--- exit 2
$ provost log --limit 1.5
--- standard error
error: invalid value '1.5' for '--limit <N>': a whole number is wanted, like 3

For more information, try '--help'.
--- exit 2
$ provost log --limit 99999999999999999999
--- standard error
error: invalid value '99999999999999999999' for '--limit <N>': no number is so large here

For more information, try '--help'.
--- exit 2
$ provost ack laptop x
--- standard error
error: invalid value 'x' for '<GENERATION>': a whole number is wanted, like 3

For more information, try '--help'.
--- exit 2
$ provost declaration laptop --generation one
--- standard error
error: invalid value 'one' for '--generation <N>': a whole number is wanted, like 3

For more information, try '--help'.
--- exit 2
$ provost declaration laptop --follow --after ''
--- standard error
error: invalid value '' for '--after <N>': a whole number is wanted, like 3

For more information, try '--help'.
--- exit 2
$ provost node set all --site attic
--- standard error
error: invalid value 'all' for '<NAME>': no node is called all: it stands for every node; one node is named here, by its own name

For more information, try '--help'.
--- exit 2
$ provost node set laptop,pi --site attic
--- standard error
error: invalid value 'laptop,pi' for '<NAME>': "laptop,pi" is no name of a node: ',' is not allowed in it; one node is named here, by its own name

For more information, try '--help'.
--- exit 2
$ provost node set site:attic --no-site
--- standard error
error: invalid value 'site:attic' for '<NAME>': "site:attic" is no name of a node: ':' is not allowed in it; one node is named here, by its own name

For more information, try '--help'.
--- exit 2
$ provost move all pi
--- standard error
error: invalid value 'all' for '<FROM>': no node is called all: it stands for every node; one node is named here, by its own name

For more information, try '--help'.
--- exit 2
$ provost module remove 'bad name'
--- standard error
error: invalid value 'bad name' for '<NAME>...': "bad name" is no name of a module: a space is not allowed in it

For more information, try '--help'.
--- exit 2
$ provost node add 'bad	name'
--- standard error
error: invalid value 'bad\tname' for '<NAME>': "bad\tname" is no name of a node: a tab is not allowed in it

For more information, try '--help'.
--- exit 2

"#]],
    );
}

#[test]
fn usage_as_text_and_json() {
    says(
        &laptop().database(),
        "assign
         assign --output json
         frobnicate
         assign laptop i3 --kep
         assign laptop i3 --output yaml
         --output json assign ghost i3",
        str![[r#"
$ provost assign
--- standard error
error: the following required arguments were not provided:
  <NODE>
  <MODULE>...

Usage: provost assign <NODE> <MODULE>...

For more information, try '--help'.
--- exit 2
$ provost assign --output json
--- standard error
{"schema":"provost.error/1","code":"usage","message":"the following required arguments were not provided:","help":"<NODE>\n<MODULE>...\nUsage: provost assign --output <FORMAT> <NODE> <MODULE>...\nFor more information, try '--help'."}
--- exit 2
$ provost frobnicate
--- standard error
error: unrecognized subcommand 'frobnicate'

Usage: provost [OPTIONS] <COMMAND>

For more information, try '--help'.
--- exit 2
$ provost assign laptop i3 --kep
--- standard error
error: unexpected argument '--kep' found

  tip: a similar argument exists: '--keep'

Usage: provost assign --keep <NODE> <MODULE>...

For more information, try '--help'.
--- exit 2
$ provost assign laptop i3 --output yaml
--- standard error
error: invalid value 'yaml' for '--output <FORMAT>'
  [possible values: text, json]

For more information, try '--help'.
--- exit 2
$ provost --output json assign ghost i3
--- standard error
{"schema":"provost.error/1","code":"no-such-name","message":"there is no node ghost","help":"`provost node list` shows those there are, `provost node add ghost` adds one"}
--- exit 2

"#]],
    );
}
