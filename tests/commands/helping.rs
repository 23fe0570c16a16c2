//! What helps where a name, a selector or a value is not what was meant.

use snapbox::str;

use super::says;
use crate::support::mesh;

#[test]
fn selectors_that_match_nothing() {
    let db = mesh().site("attic").site("loft").node("web1").at("attic").fact("arch", "riscv64").nodes(&["db1"]);
    let db = db.fact("ram", "8192").database();
    says(
        &db,
        "plan arch=riscv
         plan arhc=riscv64
         plan gpu=true
         plan ram=8192
         plan site:loft
         plan site:cellar
         plan attic
         log nobody
         log web1 --limit 1",
        str![[r#"
$ provost plan 'arch=riscv'
--- standard error
error: arch=riscv matches no node
help: did you mean arch=riscv64?
      there is arch=riscv64 (1 node)
--- exit 2
$ provost plan 'arhc=riscv64'
--- standard error
error: arhc=riscv64 matches no node
help: did you mean arch?
--- exit 2
$ provost plan 'gpu=true'
--- standard error
error: gpu=true matches no node
help: no node has a gpu; the facts there are: arch and ram
--- exit 2
$ provost plan 'ram=8192'
--- standard error
error: ram=8192 matches no node
help: there is ram="8192" (1 node)
--- exit 2
$ provost plan site:loft
--- standard error
error: site:loft matches no node
help: no node stands at loft: `provost node set NODE --site loft` puts one there
--- exit 2
$ provost plan site:cellar
--- standard error
error: there is no site cellar
help: `provost site list` shows those there are
--- exit 2
$ provost plan attic
--- standard error
error: there is no node attic: it is a site
help: site:attic means the nodes at site attic
--- exit 2
$ provost log nobody
--- standard error
error: there is no node nobody
help: `provost node list` shows those there are
--- exit 2
$ provost log web1 --limit 1
change 1  [TIME]  by operator (role provost)
    import - --leave-unresolved
      site attic is added
      site loft is added
      node web1 is added (site attic, arch=riscv64)
      node db1 is added (ram="8192")
--- exit 0

"#]],
    );
}

#[test]
fn help_is_a_word_as_well() {
    let db = mesh().database();
    for (asked, long) in [
        ("help", "--help"),
        ("help assign", "assign --help"),
        ("help node add", "node add --help"),
        ("node help add", "node add --help"),
        ("node help", "node --help"),
        ("access help", "access --help"),
        ("-q help push", "push --help"),
    ] {
        assert_eq!(db.run(asked).succeeds().stdout, db.run(long).succeeds().stdout, "{asked}");
    }
    says(
        &db,
        "help asign
         explain help",
        str![[r#"
$ provost help asign
--- standard error
error: unrecognized subcommand 'asign'

  tip: a similar subcommand exists: 'assign'

Usage: provost [OPTIONS] <COMMAND>

For more information, try '--help'.
--- exit 2
$ provost explain help
--- standard error
error: invalid value 'help' for '[PAGE]': there is no such page; provost explain lists all

For more information, try '--help'.
--- exit 2

"#]],
    );
}

#[test]
fn a_fact_of_another_kind_than_is_needed() {
    let db = mesh().node("pi").module("big", |m| m.needs("ram", serde_json::json!({"at_least": 4096}))).database();
    says(
        &db,
        r#"node set pi --fact 'ram="8192"'
         assign pi big
         node set pi --fact ram=8192
         assign pi big"#,
        str![[r#"
$ provost node set pi --fact 'ram="8192"'
pi has ram="8192", before nothing
--- standard error
warning: ram="8192" is a text, and big needs ram to be a number
--- exit 0
$ provost assign pi big
--- standard error
refused: big cannot join pi; nothing was changed

1  big cannot run on pi: it needs ram at least 4096                   need-unmet
     pi has ram the text "8192", not the number 8192
     1. you assign big
     2. a module runs only where every fact is as it needs it; no value is converted
   help, tried:
     provost node set --fact ram=8192 pi   only where that is what the machine is: then big can join pi
--- exit 3
$ provost node set pi --fact 'ram=8192'
pi has ram=8192, before "8192"
--- exit 0
$ provost assign pi big
pi gains big
--- exit 0

"#]],
    );
}

#[test]
fn what_a_hold_keeps_back() {
    let db = mesh()
        .site("attic")
        .nodes(&["web1"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .node("db1")
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .database();
    db.run("push").succeeds();
    says(
        &db,
        "hold web1 --message 'a canary'
         node set web1 --site attic --fact ram=4096
         assign web1 postgres --allow-moves
         plan
         plan web1
         release web1
         plan web1
         why web1 webapp
         why web1 postgres",
        str![[r#"
$ provost hold web1 --message 'a canary'
web1 is held: a canary
web1: nothing differs from the last declaration yet
--- exit 0
$ provost node set web1 --site attic --fact 'ram=4096'
web1 stands at site attic, before at no site
web1 has ram=4096, before nothing
--- exit 0
$ provost assign web1 postgres --allow-moves
web1 gains postgres
  and no longer takes database from db1 (postgres)
moved: database of web1, for webapp, from db1 (postgres) to web1 (postgres); nothing moved along with it
--- exit 0
$ provost plan
held: web1 keeps its last declaration, by operator (role provost) since [TIME]: a canary
  once released, a push declares: +postgres, no longer takes database from db1, site attic (was none) and ram=4096 (new)
2 nodes: 1 unchanged, 1 held
a push has nothing to declare; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0
$ provost plan web1
web1 (site attic): held
  held: web1 keeps its last declaration, by operator (role provost) since [TIME]: a canary
    that is generation 1; after `provost release web1`, a push declares what is marked
  + postgres 1.0       assigned
    webapp 1.0         assigned
  - takes database     no longer from db1
    answers database   by postgres on web1 itself, for webapp
  ~ machine            site attic (was none) and ram=4096 (new)

2 nodes: 1 unchanged, 1 held
a push has nothing to declare; what would be told to a held node is kept back
digest [DIGEST]
--- exit 0
$ provost release web1
web1 is released
web1: the next push declares: +postgres, no longer takes database from db1, site attic (was none) and ram=4096 (new)
--- exit 0
$ provost plan web1
web1 (site attic): changed since generation 1
  + postgres 1.0       assigned
    webapp 1.0         assigned
  - takes database     no longer from db1
    answers database   by postgres on web1 itself, for webapp
  ~ machine            site attic (was none) and ram=4096 (new)

2 nodes: 1 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0
$ provost why web1 webapp
webapp 1.0 is on web1: assigned
  webapp is assigned to web1
  requires database, answered by postgres on web1 itself

decided at [TIME] by operator (role provost): import - --leave-unresolved
  webapp is assigned to web1
--- exit 0
$ provost why web1 postgres
postgres 1.0 is on web1: assigned
  postgres is assigned to web1
  answers database on web1 itself, for webapp

decided at [TIME] by operator (role provost): assign web1 postgres --allow-moves
  postgres is assigned to web1
--- exit 0

"#]],
    );
}

#[test]
fn every_manual_page_is_printed_by_its_name() {
    let db = mesh().database();
    let pages = [
        (&["local"][..], "provost-local 1"),
        (&["provost-local"], "provost-local 1"),
        (&["module", "register"], "provost-module-register 1"),
        (&["provost-manifest(5)"], "provost-manifest 5"),
        (&["refusals"], "provost-refusals 7"),
        (&["provost"], "provost 1"),
        (&[], "provost 1"),
    ];
    for (words, title) in pages {
        let ran = db.call([&["man"], words].concat()).run().succeeds();
        assert!(ran.stdout.starts_with(&format!(".TH {title} ")), "{words:?}: {}", ran.stdout);
    }
    says(
        &db,
        "man lokal
         man module regster",
        str![[r#"
$ provost man lokal
--- standard error
error: there is no manual page lokal
help: did you mean local?
--- exit 2
$ provost man module regster
--- standard error
error: there is no manual page module-regster
help: did you mean module-register?
--- exit 2

"#]],
    );
}

#[test]
fn without_a_login_the_account_is_recorded() {
    let db = mesh().database();
    let call = db.call(["site", "add", "attic"]).without("USER").without("LOGNAME");
    call.run().succeeds();
    let account = std::process::Command::new("id").arg("-un").output().expect("id tells who we are");
    let account = String::from_utf8(account.stdout).unwrap();
    assert_eq!(db.sql("select os_user from change"), [[account.trim()]]);
}

#[test]
fn as_root_the_local_database_is_where_it_always_is() {
    let db = mesh().database();
    let call = db.call(["local"]).without("PROVOST_DATABASE").env("XDG_DATA_HOME", "/nowhere/at/all");
    let said = call.run().succeeds().stdout;
    let ignored = said.contains("XDG_DATA_HOME=/nowhere/at/all has no effect");
    assert_eq!(ignored, rustix::process::geteuid().is_root(), "{said}");
}
