//! Names: what may be one, and what was probably meant.

use std::os::unix::process::CommandExt;

use snapbox::str;

use super::{laptop, rows, says};
use crate::support::{Mesh, mesh};

#[test]
fn did_you_mean_of_every_kind_of_name() {
    let db = laptop().database();
    let before = rows(&db);
    says(
        &db,
        "assgin laptop i3
         assign lptop i3
         assign laptop i33
         assign laptop,piu i3
         assign site:atic i3
         pin laptop shel pi
         unpin laptop shel
         node show lapto
         node set laptopp --fact x=1
         node set laptop --site attik
         site rename atic loft
         module show xorq
         module remove waylan
         explain claim-colision
         declaration latop
         hold lappy --message x
         hold laptop
         hold",
        str![[r#"
$ provost assgin laptop i3
--- standard error
error: unrecognized subcommand 'assgin'

  tip: a similar subcommand exists: 'assign'

Usage: provost [OPTIONS] <COMMAND>

For more information, try '--help'.
--- exit 2
$ provost assign lptop i3
--- standard error
error: there is no node lptop
help: did you mean laptop?
--- exit 2
$ provost assign laptop i33
--- standard error
error: there is no module i33
help: did you mean i3?
--- exit 2
$ provost assign laptop,piu i3
--- standard error
error: there is no node piu
help: did you mean pi?
--- exit 2
$ provost assign site:atic i3
--- standard error
error: there is no site atic
help: did you mean attic?
--- exit 2
$ provost pin laptop shel pi
--- standard error
error: no module provides shel; nothing was changed
help: did you mean shell?
--- exit 2
$ provost unpin laptop shel
--- standard error
error: no module provides shel; nothing was changed
help: did you mean shell?
--- exit 2
$ provost node show lapto
--- standard error
error: there is no node lapto
help: did you mean laptop?
--- exit 2
$ provost node set laptopp --fact 'x=1'
--- standard error
error: there is no node laptopp
help: did you mean laptop?
--- exit 2
$ provost node set laptop --site attik
--- standard error
error: there is no site attik
help: did you mean attic?
--- exit 2
$ provost site rename atic loft
--- standard error
error: there is no site atic
help: did you mean attic?
--- exit 2
$ provost module show xorq
--- standard error
error: there is no module xorq
help: did you mean xorg?
--- exit 2
$ provost module remove waylan
--- standard error
error: there is no module waylan
help: did you mean wayland?
--- exit 2
$ provost explain claim-colision
--- standard error
error: invalid value 'claim-colision' for '[PAGE]': there is no such page; did you mean claim-collision? provost explain lists all

For more information, try '--help'.
--- exit 2
$ provost declaration latop
--- standard error
error: there is no node latop, and none was ever declared
help: did you mean laptop?
--- exit 2
$ provost hold lappy --message x
--- standard error
error: there is no node lappy
help: `provost node list` shows those there are
--- exit 2
$ provost hold laptop
--- standard error
error: a hold says why, for whoever meets it later
help: add --message 'WHY'
--- exit 2
$ provost hold
--- standard error
error: the following required arguments were not provided:
  <NODE>

Usage: provost hold [OPTIONS] --message <TEXT> <NODE>

For more information, try '--help'.
--- exit 2

"#]],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_name_far_from_all_is_answered_by_where_names_are_listed() {
    says(
        &laptop().database(),
        "assign zzzzzzzz i3",
        str![[r#"
$ provost assign zzzzzzzz i3
--- standard error
error: there is no node zzzzzzzz
help: `provost node list` shows those there are, `provost node add zzzzzzzz` adds one
--- exit 2

"#]],
    );
}

#[test]
fn nothing_is_done_for_the_others_either() {
    let db = laptop().database();
    db.run("assign laptop,ghost bash").exits(2);
    db.run("assign laptop bash ghost").exits(2);
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn letters_of_other_scripts_are_brought_to_one_form() {
    let db = mesh().node("büro").module("g++", |m| m.provides("c++")).database();
    says(
        &db,
        "assign bu\u{308}ro g++
         assign büro g++
         node add офис
         node add 事務所
         node add büro
         plan --all",
        str![[r#"
$ provost assign büro g++
büro gains g++
--- exit 0
$ provost assign büro g++
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost node add офис
node офис is added
--- exit 0
$ provost node add 事務所
node 事務所 is added
--- exit 0
$ provost node add büro
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost plan --all
büro: new
  + g++ 1.0   assigned

офис: new
  runs nothing

事務所: new
  runs nothing

3 nodes: 3 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

/// Two nodes, and modules and a provision that are called like no node.
fn cellar() -> Mesh {
    mesh()
        .site("cellar")
        .node("mini")
        .at("cellar")
        .node("nas")
        .module("nginx", |m| m)
        .module("ca", |m| m)
        .module("postgres", |m| m.provides_mesh("sql"))
        .assign("nas", "postgres")
        .assign("nas", "ca")
}

#[test]
fn arguments_that_stand_the_wrong_way_round_are_told_with_the_command_that_was_meant() {
    let db = cellar().database();
    let before = rows(&db);
    says(
        &db,
        "assign nginx mini
         assign nginx ca mini nas
         unassign ca nas
         move nas ca mini
         pin mini nas sql
         pin sql mini nas
         unpin sql mini
         why ca nas
         batch -e 'assign nginx mini' -e 'assign nas nginx'",
        str![[r#"
$ provost assign nginx mini
--- standard error
error: there is no node nginx: it is a module
help: the other way round: `provost assign mini nginx`
--- exit 2
$ provost assign nginx ca mini nas
--- standard error
error: there is no node nginx: it is a module
help: the other way round: `provost assign mini,nas nginx ca`
--- exit 2
$ provost unassign ca nas
--- standard error
error: there is no node ca: it is a module
help: the other way round: `provost unassign nas ca`
--- exit 2
$ provost move nas ca mini
--- standard error
error: there is no node ca: it is a module
help: the other way round: `provost move nas mini ca`
--- exit 2
$ provost pin mini nas sql
--- standard error
error: no module provides nas: it is a node; nothing was changed
help: the other way round: `provost pin mini sql nas`
--- exit 2
$ provost pin sql mini nas
--- standard error
error: there is no node sql: it is a provision
help: the other way round: `provost pin mini sql nas`
--- exit 2
$ provost unpin sql mini
--- standard error
error: there is no node sql: it is a provision
help: the other way round: `provost unpin mini sql`
--- exit 2
$ provost why ca nas
--- standard error
error: there is no node ca: it is a module
help: the other way round: `provost why nas ca`
--- exit 2
$ provost batch -e 'assign nginx mini' -e 'assign nas nginx'
--- standard error
error: -e 1: there is no node nginx: it is a module
help: the other way round: `provost assign mini nginx`
--- exit 2

"#]],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_name_of_something_else_is_said_to_be_that() {
    says(
        &cellar().database(),
        "assign nginx ghost
         assign cellar nginx
         plan postgres
         hold sql --message x
         module show mini
         pin mini ca nas
         node show cellar",
        str![[r#"
$ provost assign nginx ghost
--- standard error
error: there is no node nginx: it is a module
help: `provost node list` shows those there are
--- exit 2
$ provost assign cellar nginx
--- standard error
error: there is no node cellar: it is a site
help: site:cellar means the nodes at site cellar
--- exit 2
$ provost plan postgres
--- standard error
error: there is no node postgres: it is a module
help: `provost node list` shows those there are
--- exit 2
$ provost hold sql --message x
--- standard error
error: there is no node sql: it is a provision
help: `provost node list` shows those there are
--- exit 2
$ provost module show mini
--- standard error
error: there is no module mini: it is a node
help: `provost module list` shows those there are
--- exit 2
$ provost pin mini ca nas
--- standard error
error: no module provides ca: it is a module; nothing was changed
help: `provost module list` shows those there are
--- exit 2
$ provost node show cellar
--- standard error
error: there is no node cellar: it is a site
help: `provost node list` shows those there are
--- exit 2

"#]],
    );
}

#[test]
fn to_make_what_is_not_there_is_offered_where_that_is_of_use() {
    let db = cellar().database();
    let makes = |line: &str| db.run(line).exits(2).stderr.contains(" adds one");
    for line in ["assign zzzz nginx", "assign mini zzzz", "pin zzzz sql nas", "move nas zzzz", "node add x --site zzzz"]
    {
        assert!(makes(line), "{line}");
    }
    for line in [
        "plan zzzz",
        "plan site:zzzz",
        "graph zzzz",
        "claims zzzz",
        "pins zzzz",
        "why zzzz ca",
        "log zzzz",
        "declaration zzzz",
        "node show zzzz",
        "module show zzzz",
        "assign all,-zzzz nginx",
        "assign site:zzzz nginx",
        "unassign zzzz ca",
        "unassign nas zzzz",
        "unpin zzzz sql",
        "unpin mini zzzz",
        "move zzzz nas",
        "hold zzzz --message x",
        "release zzzz",
        "node rename zzzz yyyy",
        "node remove zzzz",
        "module remove zzzz",
        "site rename zzzz yyyy",
        "site remove zzzz",
    ] {
        assert!(!makes(line), "{line}");
    }
}

#[test]
fn case_counts() {
    says(
        &laptop().database(),
        "assign Laptop bash",
        str![[r#"
$ provost assign Laptop bash
--- standard error
error: there is no node Laptop
help: did you mean laptop?
--- exit 2

"#]],
    );
}

#[test]
fn what_is_to_be_pasted_has_the_name_of_the_program_whatever_file_it_was_started_from() {
    let db = laptop().database();
    for line in ["assign laptop", "--help", "plan --what", "explain nothing"] {
        let call = || db.call(line.split(' ')).command();
        let (own, other) = (call().output().unwrap(), call().arg0("/opt/tools/pv-1.2").output().unwrap());
        assert_eq!((own.stdout, own.stderr), (other.stdout, other.stderr), "{line}");
    }
}
