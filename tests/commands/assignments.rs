//! `assign` and `unassign`.

use snapbox::str;

use super::{laptop, says};

#[test]
fn assigning_brings_in_the_only_answer() {
    says(
        &laptop().database(),
        "assign laptop i3
         assign laptop i3
         assign laptop i3 --output json
         plan laptop",
        str![[r#"
$ provost assign laptop i3
laptop gains i3 and xorg (the only one with x-display for i3)
--- exit 0
$ provost assign laptop i3
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost assign laptop i3 --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0
$ provost plan laptop
laptop (site attic): new
  + i3 1.0     assigned
  + xorg 1.0   brought in: the only one with x-display for i3

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn an_accepted_change_as_json() {
    says(
        &laptop().database(),
        "assign laptop i3 --output json",
        str![[r#"
$ provost assign laptop i3 --output json
{"schema":"provost.changed/1","changed":true,"dry_run":false,"nodes":[{"node":"laptop","gained":["i3","xorg"],"lost":[],"takes_gained":[],"takes_lost":[],"brought_in":[{"module":"xorg","for":[{"module":"i3","requires":"x-display"}]}]}],"edits":[{"edit":"assign","node":"laptop","module":"i3"}],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[]}
--- exit 0

"#]],
    );
}

#[test]
fn a_refused_change_as_text_and_json() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "assign laptop sway
         assign laptop sway --output json",
        str![[r#"
$ provost assign laptop sway
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
$ provost assign laptop sway --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"xorg and wayland both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":true,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":false,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg; then sway can join laptop"}]},{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":false,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":true,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg; then sway can join laptop"}]}]}
--- exit 3

"#]],
    );
}

#[test]
fn a_choice_is_named_beside_the_others() {
    says(
        &laptop().database(),
        "assign laptop editor
         assign laptop editor --output json
         assign laptop editor zsh",
        str![[r#"
$ provost assign laptop editor
--- standard error
refused: editor cannot join laptop; nothing was changed

1  editor requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash   laptop gains bash; then editor can join laptop
     provost assign laptop zsh    laptop gains zsh; then editor can join laptop
--- exit 3
$ provost assign laptop editor --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"choose-module","node":"laptop","subject":{"requirement":"shell","by":["editor"]},"message":"editor requires shell on laptop, and bash, fish and zsh all provide it","parties":[{"node":"laptop","module":"editor","resource":null,"chain":["editor"],"assigned":true,"asked":true,"via":[]}],"candidates":[{"module":"bash","version":"1.0","works":true,"why_not":null},{"module":"fish","version":"1.0","works":false,"why_not":"needs arch riscv64, and laptop has arch x86_64"},{"module":"zsh","version":"1.0","works":true,"why_not":null}],"remedies":[{"commands":[["provost","assign","laptop","bash"]],"whole":false,"effect":"laptop gains bash; then editor can join laptop"},{"commands":[["provost","assign","laptop","zsh"]],"whole":false,"effect":"laptop gains zsh; then editor can join laptop"}]}]}
--- exit 3
$ provost assign laptop editor zsh
laptop gains editor and zsh
--- exit 0

"#]],
    );
}

#[test]
fn unassigning() {
    let db = laptop().assign("laptop", "i3").database();
    says(
        &db,
        "unassign laptop xorg
         unassign laptop xorg --output json
         assign laptop xorg
         unassign laptop xorg
         unassign laptop bash
         unassign laptop i3
         unassign laptop i3
         unassign laptop i3 --output json",
        str![[r#"
$ provost unassign laptop xorg
--- standard error
refused: laptop cannot lose xorg; nothing was changed

1  i3 brings xorg in on laptop; nobody assigned it                    brought-in
     1. i3 is assigned to laptop
     2. what is brought in goes when nothing requires it any more
   help, tried:
     provost unassign laptop i3   laptop loses i3 and xorg
--- exit 3
$ provost unassign laptop xorg --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"brought-in","node":"laptop","subject":{"module":"xorg"},"message":"i3 brings xorg in on laptop; nobody assigned it","parties":[{"node":"laptop","module":"i3","resource":null,"chain":["i3"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","laptop","i3"]],"whole":false,"effect":"laptop loses i3 and xorg"}]}]}
--- exit 3
$ provost assign laptop xorg
xorg is assigned to laptop
--- exit 0
$ provost unassign laptop xorg
xorg is no longer assigned to laptop
stays: xorg on laptop: the only one with x-display for i3
--- exit 0
$ provost unassign laptop bash
nothing to do: it is so already; nothing was changed
--- standard error
warning: bash was not assigned to laptop
--- exit 0
$ provost unassign laptop i3
laptop loses i3 and xorg
--- exit 0
$ provost unassign laptop i3
nothing to do: it is so already; nothing was changed
--- standard error
warning: i3 was not assigned to laptop
--- exit 0
$ provost unassign laptop i3 --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":["i3 was not assigned to laptop"],"refusals":[]}
--- exit 0

"#]],
    );
}

#[test]
fn what_was_not_there_to_end_is_said_of_whom_it_was_named() {
    let db = laptop().assign("laptop", "bash").assign("pi", "zsh").database();
    says(
        &db,
        "unassign laptop,pi bash zsh fish --dry-run
         unassign all bash fish --dry-run
         unassign laptop bash zsh
         unassign laptop bash
         unassign laptop bash --output json
         unassign laptop bash -q
         batch -e 'unassign pi bash zsh' -e 'release pi' -e 'unpin pi shell'
         release all
         unpin all shell",
        str![[r#"
$ provost unassign laptop,pi bash zsh fish --dry-run
dry run: so it would be; nothing was changed
  bash is no longer assigned to laptop
  zsh is no longer assigned to pi
laptop loses bash
pi loses zsh
digest [DIGEST]
--- standard error
warning: bash was not assigned to pi
warning: zsh was not assigned to laptop
warning: fish was not assigned to laptop and pi
--- exit 0
$ provost unassign all bash fish --dry-run
dry run: so it would be; nothing was changed
  bash is no longer assigned to laptop
laptop loses bash
digest [DIGEST]
--- exit 0
$ provost unassign laptop bash zsh
laptop loses bash
--- standard error
warning: zsh was not assigned to laptop
--- exit 0
$ provost unassign laptop bash
nothing to do: it is so already; nothing was changed
--- standard error
warning: bash was not assigned to laptop
--- exit 0
$ provost unassign laptop bash --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":["bash was not assigned to laptop"],"refusals":[]}
--- exit 0
$ provost unassign laptop bash -q
--- exit 0
$ provost batch -e 'unassign pi bash zsh' -e 'release pi' -e 'unpin pi shell'
pi loses zsh
--- standard error
warning: bash was not assigned to pi
warning: pi was not held
warning: pi was not pinned for shell
--- exit 0
$ provost release all
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost unpin all shell
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
}

#[test]
fn selectors() {
    let db = laptop()
        .node("web1")
        .fact("role", "web")
        .node("web2")
        .fact("role", "web")
        .fact("cores", 4)
        .module("backup", |m| m)
        .database();
    says(
        &db,
        "assign site:attic backup
         assign role=web,-web2 backup
         assign cores=4 backup
         assign all,-pi backup
         unassign all backup
         assign role=mail backup
         assign site:cellar backup
         assign pi,-pi backup
         assign all,-role=mail backup
         assign pi,ghost backup",
        str![[r#"
$ provost assign site:attic backup
laptop gains backup
--- exit 0
$ provost assign 'role=web,-web2' backup
web1 gains backup
--- exit 0
$ provost assign 'cores=4' backup
web2 gains backup
--- exit 0
$ provost assign all,-pi backup
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost unassign all backup
laptop, web1 and web2 lose backup
--- exit 0
$ provost assign 'role=mail' backup
--- standard error
error: role=mail matches no node
help: there is role=web (2 nodes)
--- exit 2
$ provost assign site:cellar backup
--- standard error
error: there is no site cellar
help: `provost site list` shows those there are
--- exit 2
$ provost assign pi,-pi backup
--- standard error
error: pi,-pi takes out every node that it names; nothing is left to act on
--- exit 2
$ provost assign 'all,-role=mail' backup
--- standard error
error: role=mail matches no node
help: there is role=web (2 nodes)
--- exit 2
$ provost assign pi,ghost backup
--- standard error
error: there is no node ghost
help: `provost node list` shows those there are, `provost node add ghost` adds one
--- exit 2

"#]],
    );
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn ten_nodes_with_the_same_refusal_are_told_once() {
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mesh = names.iter().fold(laptop(), |mesh, name| mesh.node(name));
    says(
        &mesh.database(),
        "assign all,-laptop,-pi editor",
        str![[r#"
$ provost assign all,-laptop,-pi editor
--- standard error
refused: editor cannot join n0, n1, n2, n3, n4, n5, n6, n7, n8 and n9; nothing was changed

1  editor requires shell on each of 10 nodes, and bash, fish and zsh all provide it  choose-module
     n0, n1, n2, n3, n4, n5, n6, n7, n8 and n9
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and each has no arch
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign all,-laptop,-pi bash   these 10 nodes gain bash; then editor can join n0, n1, n2, n3, n4, n5, n6, n7, n8 and n9
     provost assign all,-laptop,-pi zsh    these 10 nodes gain zsh; then editor can join n0, n1, n2, n3, n4, n5, n6, n7, n8 and n9
--- exit 3

"#]],
    );
}

#[test]
fn what_is_named_twice_is_meant_once_and_contradictions_are_wrong_usage() {
    let db = super::databases().node("web3").module("tools", |m| m).database();
    db.run("assign web3,web3 tools tools").succeeds();
    db.run("unassign web3 tools tools").succeeds();
    db.run("module remove tools tools").succeeds();
    db.run("move web1 web3 webapp webapp").succeeds();
    db.run("assign web1 webapp --from database=db1 --from database=db1").succeeds();
    let wrong = [
        "assign web2 webapp --from database=db1 --from database=db2",
        "node set web2 --fact rack=1 --no-fact rack",
        "node set web2 --fact rack=1 --fact rack=2",
    ];
    for line in wrong {
        let before = db.run("export").stdout;
        let ran = db.run(line).exits(2);
        assert!(ran.stderr.contains("database") || ran.stderr.contains("rack"), "{}", ran.whole());
        assert_eq!(db.run("export").stdout, before, "{line}");
    }
}
