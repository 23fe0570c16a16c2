//! The same through the real program: registering, assigning, asking why, and all of it as JSON.

use std::fs;

use serde_json::Value;
use snapbox::str;

use super::{
    SIZE,
    distribution::{DEEP, distribution, nodes},
};
use crate::commands::says;
use crate::support::{Database, Manifest, database, provost};

/// A database with a distribution's catalogue, registered from a folder, and two nodes.
fn registered() -> Database {
    let database = database();
    let folder = database.work().join("catalogue");
    fs::create_dir(&folder).unwrap();
    for manifest in distribution(SIZE) {
        let name = manifest["name"].as_str().unwrap();
        fs::write(folder.join(format!("{name}.json")), manifest.to_string()).unwrap();
    }
    let document = serde_json::json!({"sites": ["attic", "cellar"], "nodes": nodes(2)});
    fs::write(database.work().join("nodes.json"), document.to_string()).unwrap();
    let rival = Manifest::new("rival").provides("rival").claims("smtp").file("/usr/bin/tool-00");
    fs::write(database.work().join("rival.json"), rival.value().to_string()).unwrap();
    database
}

#[test]
fn a_distribution_is_registered_and_told_of_in_a_screenful() {
    let database = registered();
    says(
        &database,
        "module register catalogue
         module register catalogue
         import nodes.json
         assign n00 haskell-000
         assign n00,n01 task-desktop
         why n00 haskell-300
         why n00 libc
         module register rival.json
         unassign n00 task-desktop haskell-000",
        str![[r#"
$ provost module register catalogue
choice-00-0 is registered
choice-00-1 is registered
choice-00-2 is registered
choice-00-3 is registered
choice-01-0 is registered
choice-01-1 is registered
choice-01-2 is registered
choice-02-0 is registered
choice-02-1 is registered
choice-03-0 is registered
… and 2990 more like these; --output json has them all
choice-00-1, choice-00-2 and choice-00-3 can never share a node with each other: claim choice-00
choice-03-0 and choice-03-3 can never share a node with each other: claim choice-03
choice-04-1 and choice-04-2 can never share a node with each other: claim choice-04
choice-05-0 and choice-05-3 can never share a node with each other: claim choice-05
choice-11-0 and choice-11-2 can never share a node with each other: claim choice-11
choice-12-1 and choice-12-2 can never share a node with each other: claim choice-12
choice-16-0, choice-16-2 and choice-16-3 can never share a node with each other: claim choice-16
choice-22-0 and choice-22-1 can never share a node with each other: claim choice-22
choice-36-0 and choice-36-2 can never share a node with each other: claim choice-36
choice-38-2 and choice-38-3 can never share a node with each other: claim choice-38
… and 64 more like these; --output json has them all
--- exit 0
$ provost module register catalogue
nothing to do: it is so already; nothing was changed
--- exit 0
$ provost import nodes.json
site attic is added
site cellar is added
node n00 is added (site attic, arch=x86_64, memory_mib=4096)
node n01 is added (site cellar, arch=x86_64, memory_mib=4096)
--- exit 0
$ provost assign n00 haskell-000
n00 gains haskell-000, haskell-001, haskell-002, haskell-003, haskell-004, haskell-005 and 395 more
--- exit 0
$ provost assign n00,n01 task-desktop
n00 gains task-desktop, lib00001, lib00002, lib00003, lib00004, lib00005 and 123 more
n01 gains task-desktop, lib00001, lib00002, lib00003, lib00004, lib00005 and 124 more
--- exit 0
$ provost why n00 haskell-300
haskell-300 1.0 is on n00: brought in
  haskell-000 is assigned to n00 and requires haskell-001; only haskell-001 provides it, and haskell-001 requires haskell-002; only haskell-002 provides it, and so on by 296 steps to haskell-298, which requires haskell-299; only haskell-299 provides it, and haskell-299 requires haskell-300; only haskell-300 provides it
  requires haskell-301, answered by haskell-301 on n00 itself

haskell-300 on n00 is answered by haskell-300, which is on the node itself, for haskell-299
  haskell-000 is assigned to n00 and requires haskell-001; only haskell-001 provides it, and haskell-001 requires haskell-002; only haskell-002 provides it, and so on by 295 steps to haskell-297, which requires haskell-298; only haskell-298 provides it, and haskell-298 requires haskell-299; only haskell-299 provides it

haskell-300/package (package haskell-300) is on n00: its module is there

decided at [TIME] by operator (role provost): assign n00 haskell-000
  haskell-000 is assigned to n00
--- exit 0
$ provost why n00 libc
libc 1.0 is on n00: brought in
  1. task-desktop is assigned to n00 and requires libc; only libc provides it
  2. task-desktop is assigned to n00 and requires lib00013; only lib00013 provides it, and lib00013 requires libc; only libc provides it
  3. task-desktop is assigned to n00 and requires lib00028; only lib00028 provides it, and lib00028 requires libc; only libc provides it
  4. task-desktop is assigned to n00 and requires lib00037; only lib00037 provides it, and lib00037 requires libc; only libc provides it
  5. task-desktop is assigned to n00 and requires lib00040; only lib00040 provides it, and lib00040 requires libc; only libc provides it
  6. task-desktop is assigned to n00 and requires lib00062; only lib00062 provides it, and lib00062 requires libc; only libc provides it
  7. task-desktop is assigned to n00 and requires lib00077; only lib00077 provides it, and lib00077 requires libc; only libc provides it
  8. task-desktop is assigned to n00 and requires lib00113; only lib00113 provides it, and lib00113 requires libc; only libc provides it
  there are more ways than can be told; these are the shortest

libc on n00 is answered by libc, which is on the node itself, for haskell-399, lib00001, lib00002, lib00003, lib00004, lib00005 and 124 more
  haskell-000 is assigned to n00 and requires haskell-001; only haskell-001 provides it, and haskell-001 requires haskell-002; only haskell-002 provides it, and so on by 395 steps to haskell-397, which requires haskell-398; only haskell-398 provides it, and haskell-398 requires haskell-399; only haskell-399 provides it
  task-desktop is assigned to n00 and requires lib00013; only lib00013 provides it, and lib00013 requires lib00001; only lib00001 provides it
  task-desktop is assigned to n00 and requires lib00013; only lib00013 provides it, and lib00013 requires lib00002; only lib00002 provides it
  task-desktop is assigned to n00 and requires lib00013; only lib00013 provides it, and lib00013 requires lib00003; only lib00003 provides it
  task-desktop is assigned to n00 and requires lib00181; only lib00181 provides it, and lib00181 requires lib00004; only lib00004 provides it
  task-desktop is assigned to n00 and requires lib00062; only lib00062 provides it, and lib00062 requires lib00005; only lib00005 provides it
  … and 124 more that require it; --output json has them all

libc/package (package libc) is on n00: its module is there

decided at [TIME] by operator (role provost): assign n00 haskell-000
  haskell-000 is assigned to n00
decided at [TIME] by operator (role provost): assign n00,n01 task-desktop
  task-desktop is assigned to n00
--- exit 0
$ provost module register rival.json
rival is registered
rival can never share a node with mta-000, mta-001, mta-002 and 197 more: claim smtp
rival can never share a node with writes-a-00 and writes-b-00: file /usr/bin/tool-00
--- exit 0
$ provost unassign n00 task-desktop haskell-000
n00 loses haskell-000, haskell-001, haskell-002, haskell-003, haskell-004, haskell-005 and 524 more
--- exit 0

"#]],
    );
}

#[test]
fn json_has_all_of_it() {
    let database = registered();
    let length = |value: &Value| value.as_array().map_or(0, Vec::len);
    let changed = provost(&database, ["module", "register", "catalogue", "--output", "json"]).succeeds().json();
    assert_eq!(length(&changed["edits"]), distribution(SIZE).len());
    provost(&database, ["import", "nodes.json"]).succeeds();
    let changed = provost(&database, ["assign", "n00", "haskell-000", "--output", "json"]).succeeds().json();
    assert_eq!(length(&changed["nodes"][0]["gained"]), DEEP + 1);
    let why = provost(&database, ["why", "n00", "haskell-300", "--output", "json"]).succeeds().json();
    assert_eq!(length(&why["answers"][0]["placed"]["paths"][0]), 301);
    let changed = provost(&database, ["unassign", "n00", "haskell-000", "--output", "json"]).succeeds().json();
    assert_eq!(length(&changed["nodes"][0]["lost"]), DEEP + 1);
    let exported = provost(&database, ["export"]).succeeds().json();
    assert_eq!(length(&exported["modules"]), distribution(SIZE).len());
}
