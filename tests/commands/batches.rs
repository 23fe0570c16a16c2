//! `batch`.

use snapbox::str;

use super::{laptop, says};
use crate::support::mesh;

#[test]
fn many_changes_are_one() {
    let db = laptop().database();
    db.write(
        "new.txt",
        "# a new machine\nprovost node add tv --site attic --fact arch=x86_64\n\nassign tv i3 # for films\nassign tv editor zsh\n",
    );
    says(
        &db,
        "batch new.txt
         batch new.txt
         batch - < new.txt
         batch -e 'assign pi bash' -e 'unassign pi bash'",
        str![[r#"
$ provost batch new.txt
node tv is added (site attic, arch=x86_64)
tv gains editor, i3, xorg (the only one with x-display for i3) and zsh
--- exit 0
$ provost batch new.txt
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost batch -
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost batch -e 'assign pi bash' -e 'unassign pi bash'
nothing to do: it is so already; nothing was changed
--- exit 0

"#]],
    );
}

#[test]
fn all_or_none() {
    let db = laptop().database();
    db.write("a.txt", "assign pi bash\nassign laptop i3 sway\n");
    says(
        &db,
        "batch a.txt
         batch a.txt --output json
         batch -e 'assign pi bash' -e 'assign ghost bash'
         batch -e 'assign pi bash' -e 'frobnicate'
         batch -e 'assign pi bash' -e 'import x.json'
         batch -e 'assign pi bash' -e 'plan'
         batch -e 'assign pi \"bash'
         batch -e 'assign pi bash --keep'
         batch
         batch gone.txt",
        str![[r#"
$ provost batch a.txt
--- standard error
refused: these changes cannot be made together; nothing was changed

1  wayland and xorg both claim the-seat on laptop                claim-collision
     1. you assign sway, which requires wayland-display; only wayland provides it
     2. you assign i3, which requires x-display; only xorg provides it
     3. one node has one the-seat
   help: no command was found that settles this; only one of them can stay, or a manifest has to stop claiming the-seat

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help: no command was found that settles this; only one of i3 and sway can stay on laptop, or a manifest has to change
--- exit 3
$ provost batch a.txt --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"claim-collision","node":"laptop","subject":{"claim":"the-seat","scope":"node","site":null},"message":"wayland and xorg both claim the-seat on laptop","parties":[{"node":"laptop","module":"wayland","resource":null,"chain":["sway","wayland"],"assigned":false,"asked":true,"via":["wayland-display"],"scope":"node"},{"node":"laptop","module":"xorg","resource":null,"chain":["i3","xorg"],"assigned":false,"asked":true,"via":["x-display"],"scope":"node"}],"candidates":[],"remedies":[],"advice":"only one of them can stay, or a manifest has to stop claiming the-seat"},{"code":"resource-collision","node":"laptop","subject":{"resource":"file","key":"/usr/share/xsessions/default.desktop"},"message":"i3 and sway both write /usr/share/xsessions/default.desktop on laptop","parties":[{"node":"laptop","module":"i3","resource":"i3/file","chain":["i3"],"assigned":true,"asked":true,"via":[],"key":"/usr/share/xsessions/default.desktop"},{"node":"laptop","module":"sway","resource":"sway/file","chain":["sway"],"assigned":true,"asked":true,"via":[],"key":"/usr/share/xsessions/default.desktop"}],"candidates":[],"remedies":[],"advice":"only one of i3 and sway can stay on laptop, or a manifest has to change"}]}
--- exit 3
$ provost batch -e 'assign pi bash' -e 'assign ghost bash'
--- standard error
error: -e 2: there is no node ghost
help: `provost node list` shows those there are, `provost node add ghost` adds one
--- exit 2
$ provost batch -e 'assign pi bash' -e frobnicate
--- standard error
error: -e 2: unrecognized subcommand 'frobnicate'
help: `provost --help` lists the commands
--- exit 2
$ provost batch -e 'assign pi bash' -e 'import x.json'
--- standard error
error: -e 2: only commands that change the mesh can stand in a batch, and neither import nor batch itself
--- exit 2
$ provost batch -e 'assign pi bash' -e plan
--- standard error
error: -e 2: only commands that change the mesh can stand in a batch, and neither import nor batch itself
--- exit 2
$ provost batch -e 'assign pi "bash'
--- standard error
error: -e 1: a quote is not closed
help: a quote within words is typed as \' or \"
--- exit 2
$ provost batch -e 'assign pi bash --keep'
--- standard error
error: -e 1: the options of a change stand on batch itself, not on a line
--- exit 2
$ provost batch
--- standard error
error: the following required arguments were not provided:
  <-e <LINE>|FILE>

Usage: provost batch <-e <LINE>|FILE>

For more information, try '--help'.
--- exit 2
$ provost batch gone.txt
--- standard error
error: gone.txt cannot be read: No such file or directory (os error 2)
--- exit 2

"#]],
    );
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn options_stand_on_batch_itself() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'assign pi bash' -e 'hold pi' --message 'the pi first'
         batch -e 'assign pi zsh' --dry-run",
        str![[r#"
$ provost batch -e 'assign pi bash' -e 'hold pi' --message 'the pi first'
pi is held: the pi first
pi gains bash
pi: never declared; once released, a push does so
--- exit 0
$ provost batch -e 'assign pi zsh' --dry-run
dry run: so it would be; nothing was changed
  zsh is assigned to pi
pi gains zsh
digest [DIGEST]
--- exit 0

"#]],
    );
    assert_eq!(db.sql("select why from hold"), [["the pi first"]]);
}

#[test]
fn what_a_line_does_the_next_one_sees() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'node rename pi berry' -e 'assign berry bash' -e 'site add cellar' -e 'node set berry --site cellar'
         batch -e 'node add tv' -e 'node remove tv'
         batch -e 'node remove berry' -e 'node add berry'
         plan --all",
        str![[r#"
$ provost batch -e 'node rename pi berry' -e 'assign berry bash' -e 'site add cellar' -e 'node set berry --site cellar'
node pi is called berry
site cellar is added
berry stands at site cellar, before at no site
berry gains bash
--- exit 0
$ provost batch -e 'node add tv' -e 'node remove tv'
node tv is added
node tv is removed
--- exit 0
$ provost batch -e 'node remove berry' -e 'node add berry'
node berry is removed
node berry is added
berry loses bash
--- exit 0
$ provost plan --all
berry: new
  runs nothing

laptop (site attic): new
  runs nothing

2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn what_is_stated_of_a_node_is_stated_of_it_under_its_new_name() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'node set pi --fact arch=x86_64' -e 'assign pi fish'
         batch -e 'node set pi --fact arch=x86_64' -e 'node rename pi berry' -e 'assign berry fish'",
        str![[r#"
$ provost batch -e 'node set pi --fact arch=x86_64' -e 'assign pi fish'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  fish cannot run on pi: it needs arch riscv64                       need-unmet
     pi has arch x86_64
     1. you assign fish
     2. a module runs only where every fact is as it needs it; no value is converted
   help: no command was found that settles this; fish has to go elsewhere, or the facts of pi to change where they are wrong
--- exit 3
$ provost batch -e 'node set pi --fact arch=x86_64' -e 'node rename pi berry' -e 'assign berry fish'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  fish cannot run on berry: it needs arch riscv64                    need-unmet
     berry has arch x86_64
     1. you assign fish
     2. a module runs only where every fact is as it needs it; no value is converted
   help: no command was found that settles this; fish has to go elsewhere, or the facts of berry to change where they are wrong
--- exit 3

"#]],
    );
}

#[test]
fn a_wrong_line_is_judged_though_one_before_would_have_made_a_part_of_its_words() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'node add a --site nowhere' -e 'assign laptopp,a bash' -e 'assign a bash' -e 'assign pi a'",
        str![[r#"
$ provost batch -e 'node add a --site nowhere' -e 'assign laptopp,a bash' -e 'assign a bash' -e 'assign pi a'
--- standard error
error: 3 lines of the batch are wrong; nothing was changed
  -e 1: there is no site nowhere; `provost site list` shows those there are, `provost site add nowhere` adds one
  -e 2: there is no node laptopp; did you mean laptop?
  -e 3: not judged: it speaks of what -e 1 was to make
  -e 4: there is no module a; `provost module list` shows those there are, `provost module register FILE` adds one
--- exit 2

"#]],
    );
}

#[test]
fn every_wrong_line_is_told_at_once() {
    let db = laptop().database();
    db.write(
        "wrong.txt",
        "asign pi bash\nassign pi bash\nassign pi\nassign ghost bash\nnode add tv --site nowhere\nassign tv bash\n\
         assign pi basch\nassign pi bash --keep\nnode add 'a b'\nplan\nassign pi 'bash\nhold pi\nmodule register gone.json\n\
         assign pi gone\nassign pi bash\n",
    );
    db.write("two.txt", "assign pi bash\nassign ghost bash\nassign pi basch\n");
    says(
        &db,
        "batch wrong.txt
         batch wrong.txt --output json
         batch two.txt --message WHY
         batch two.txt --dry-run
         batch -e 'node add tv --site nowhere' -e 'assign tv bash'
         plan --summary
         batch wrong.txt --database postgresql://nobody@127.0.0.1:1/none",
        str![[r#"
$ provost batch wrong.txt
--- standard error
error: 11 lines of the batch are wrong; nothing was changed
  wrong.txt:1: unrecognized subcommand 'asign'; a similar subcommand exists: 'assign'
  wrong.txt:3: the following required arguments were not provided: <MODULE>...; usage: provost assign <NODE> <MODULE>...
  wrong.txt:4: there is no node ghost; `provost node list` shows those there are, `provost node add ghost` adds one
  wrong.txt:5: there is no site nowhere; `provost site list` shows those there are, `provost site add nowhere` adds one
  wrong.txt:6: not judged: it speaks of what wrong.txt:5 was to make
  wrong.txt:7: there is no module basch; did you mean bash?
  wrong.txt:8: the options of a change stand on batch itself, not on a line
  wrong.txt:9: invalid value 'a b' for '<NAME>': "a b" is no name of a node: a space is not allowed in it
  wrong.txt:10: only commands that change the mesh can stand in a batch, and neither import nor batch itself
  wrong.txt:11: a quote is not closed; a quote within words is typed as \' or \"
  wrong.txt:12: a hold says why, for whoever meets it later; add --message 'WHY'
  wrong.txt:13: gone.json cannot be read: No such file or directory (os error 2)
  wrong.txt:14: not judged: it speaks of what wrong.txt:13 was to make
--- exit 2
$ provost batch wrong.txt --output json
--- standard error
{"schema":"provost.error/1","code":"usage","message":"11 lines of the batch are wrong; nothing was changed\nwrong.txt:1: unrecognized subcommand 'asign'; a similar subcommand exists: 'assign'\nwrong.txt:3: the following required arguments were not provided: <MODULE>...; usage: provost assign <NODE> <MODULE>...\nwrong.txt:4: there is no node ghost; `provost node list` shows those there are, `provost node add ghost` adds one\nwrong.txt:5: there is no site nowhere; `provost site list` shows those there are, `provost site add nowhere` adds one\nwrong.txt:6: not judged: it speaks of what wrong.txt:5 was to make\nwrong.txt:7: there is no module basch; did you mean bash?\nwrong.txt:8: the options of a change stand on batch itself, not on a line\nwrong.txt:9: invalid value 'a b' for '<NAME>': \"a b\" is no name of a node: a space is not allowed in it\nwrong.txt:10: only commands that change the mesh can stand in a batch, and neither import nor batch itself\nwrong.txt:11: a quote is not closed; a quote within words is typed as \\' or \\\"\nwrong.txt:12: a hold says why, for whoever meets it later; add --message 'WHY'\nwrong.txt:13: gone.json cannot be read: No such file or directory (os error 2)\nwrong.txt:14: not judged: it speaks of what wrong.txt:13 was to make","help":null}
--- exit 2
$ provost batch two.txt --message WHY
--- standard error
error: 2 lines of the batch are wrong; nothing was changed
  two.txt:2: there is no node ghost; `provost node list` shows those there are, `provost node add ghost` adds one
  two.txt:3: there is no module basch; did you mean bash?
--- exit 2
$ provost batch two.txt --dry-run
--- standard error
error: 2 lines of the batch are wrong; nothing was changed
  two.txt:2: there is no node ghost; `provost node list` shows those there are, `provost node add ghost` adds one
  two.txt:3: there is no module basch; did you mean bash?
--- exit 2
$ provost batch -e 'node add tv --site nowhere' -e 'assign tv bash'
--- standard error
error: a line of the batch is wrong; nothing was changed
  -e 1: there is no site nowhere; `provost site list` shows those there are, `provost site add nowhere` adds one
  -e 2: not judged: it speaks of what -e 1 was to make
--- exit 2
$ provost plan --summary
2 nodes: 2 new
provost push declares it
digest [DIGEST]
--- exit 0
$ provost batch wrong.txt --database postgresql://nobody@127.0.0.1:1/none
--- standard error
error: 7 lines of the batch are wrong; nothing was changed
  wrong.txt:1: unrecognized subcommand 'asign'; a similar subcommand exists: 'assign'
  wrong.txt:3: the following required arguments were not provided: <MODULE>...; usage: provost assign <NODE> <MODULE>...
  wrong.txt:8: the options of a change stand on batch itself, not on a line
  wrong.txt:9: invalid value 'a b' for '<NAME>': "a b" is no name of a node: a space is not allowed in it
  wrong.txt:10: only commands that change the mesh can stand in a batch, and neither import nor batch itself
  wrong.txt:11: a quote is not closed; a quote within words is typed as \' or \"
  wrong.txt:13: gone.json cannot be read: No such file or directory (os error 2)
--- exit 2

"#]],
    );
}

#[test]
fn what_is_removed_is_in_use_where_its_own_nodes_are() {
    let db = mesh().site("empty").site("attic").node("a").at("attic").site("cellar").node("b").at("cellar").database();
    says(
        &db,
        "batch -e 'site remove empty' -e 'site remove cellar' -e 'site remove attic'
         batch -e 'site remove empty' -e 'site remove attic' --output json
         batch -e 'site rename attic loft' -e 'site remove loft' -e 'site remove empty'
         batch -e 'site remove empty' -e 'site add empty' -e 'site remove empty'",
        str![[r#"
$ provost batch -e 'site remove empty' -e 'site remove cellar' -e 'site remove attic'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  a stands at site attic                                                 in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site a   a stands at no site

2  b stands at site cellar                                                in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site b   b stands at no site
--- exit 3
$ provost batch -e 'site remove empty' -e 'site remove attic' --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"in-use","node":null,"subject":{"site":"attic"},"message":"a stands at site attic","parties":[{"node":"a","module":null,"resource":null,"chain":[],"assigned":false,"asked":false,"via":[],"scope":"site"}],"candidates":[],"remedies":[{"commands":[["provost","node","set","--no-site","a"]],"whole":false,"effect":"a stands at no site; then these changes can be made together"}]}]}
--- exit 3
$ provost batch -e 'site rename attic loft' -e 'site remove loft' -e 'site remove empty'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  a stands at site loft                                                  in-use
     a site stays while a node stands there
   help, tried:
     provost node set --no-site a   a stands at no site; then these changes can be made together
--- exit 3
$ provost batch -e 'site remove empty' -e 'site add empty' -e 'site remove empty'
site empty is removed
site empty is added
site empty is removed
--- exit 0

"#]],
    );
    let db = mesh().module("spare", |m| m).module("web", |m| m).module("db", |m| m).node("a").node("b");
    let db = db.assign("a", "web").assign("b", "db web").database();
    says(
        &db,
        "batch -e 'module remove spare' -e 'module remove web' -e 'module remove db'
         batch -e 'module remove spare' -e 'module remove db' --output json
         batch -e 'module remove web' -e 'module remove web'",
        str![[r#"
$ provost batch -e 'module remove spare' -e 'module remove web' -e 'module remove db'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  db is assigned to b                                                    in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost unassign b db   b loses db

2  web is assigned to a and b                                             in-use
     a module stays in the catalogue while a node is told to run it
   help, tried:
     provost unassign a,b web   a and b lose web
--- exit 3
$ provost batch -e 'module remove spare' -e 'module remove db' --output json
{"schema":"provost.refused/1","changed":false,"dry_run":false,"refusals":[{"code":"in-use","node":null,"subject":{"module":"db"},"message":"db is assigned to b","parties":[{"node":"b","module":"db","resource":null,"chain":["db"],"assigned":true,"asked":false,"via":[]}],"candidates":[],"remedies":[{"commands":[["provost","unassign","b","db"]],"whole":false,"effect":"b loses db; then these changes can be made together"}]}]}
--- exit 3
$ provost batch -e 'module remove web' -e 'module remove web'
--- standard error
error: -e 2: there is no module web
help: `provost module list` shows those there are
--- exit 2

"#]],
    );
}
