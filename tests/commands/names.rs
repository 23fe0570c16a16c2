//! Names: what may be one, and what was probably meant.

use std::os::unix::process::CommandExt;

use snapbox::str;

use super::{laptop, rows, says};
use crate::support::mesh;

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
help: `provost node list` shows those there are, `provost node add lappy` adds one
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
