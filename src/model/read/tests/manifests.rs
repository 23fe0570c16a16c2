//! What is no manifest.

use snapbox::{assert_data_eq, str};

use super::read;

#[test]
fn the_manifest_of_the_model() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "version": "4.23",
  "description": "tiling window manager",
  "provides": ["window-manager", {"name": "screen-share", "scope": "mesh"}],
  "requires": ["x-display"],
  "claims": ["keybindings", {"name": "dhcp", "scope": "site"}],
  "needs": {"arch": ["x86_64", "aarch64"], "display": true, "memory_mib": {"at_least": 512}},
  "resources": [
    {"id": "package", "type": "package", "name": "i3"},
    {"id": "config", "type": "file", "path": "/etc/i3/config", "content": "…", "mode": "0644"},
    {"id": "service", "type": "service", "unit": "i3.service", "reflects": ["config"]}
  ]
}"#), str!["read"]);
}

#[test]
fn no_name() {
    assert_data_eq!(read(r#"{"version": "4.23"}"#), str![[r#"
  [31mx[0m this manifest has no name
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | {"version": "4.23"}
   : [35;1m^^^^^^^^^|^^^^^^^^^[0m
   :          [35;1m`-- [35;1mname is missing[0m[0m
   `----

"#]]);
}

#[test]
fn no_name_but_one_like_it() {
    assert_data_eq!(read(r#"{
  "nmae": "i3"
}
"#), str![[r#"
  [31mx[0m this manifest has no name
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | {
   : [35;1m|[0m
   : [35;1m`-- [35;1mname is missing[0m[0m
 [2m2[0m |   "nmae": "i3"
   : [33;1m  ^^^|^^[0m
   :      [33;1m`-- [33;1mdid you mean name?[0m[0m
 [2m3[0m | }
   `----

"#]]);
}

#[test]
fn a_mesh_document() {
    assert_data_eq!(read(r#"{"nodes": [], "modules": []}"#), str![[r#"
  [31mx[0m this manifest has no name
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | {"nodes": [], "modules": []}
   : [35;1m^^^^^^^^^^^^^^|^^^^^^^^^^^^^[0m
   :               [35;1m`-- [35;1mname is missing[0m[0m
   `----
[36m  help: [0mthis looks like a mesh document; `provost import` reads those

"#]]);
}

#[test]
fn a_version_that_is_a_number() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "version": 4.23
}
"#), str![[r#"
  [31mx[0m version is text, and this is a number
   ,-[[36;1;4mi3.json:3:14[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "version": 4.23
   : [35;1m             ^^|^[0m
   :                [35;1m`-- [35;1ma number[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mwrite "4.23"

"#]]);
}

#[test]
fn a_description_that_is_null() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "description": null
}
"#), str![[r#"
  [31mx[0m description is text, and this is null
   ,-[[36;1;4mi3.json:3:18[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "description": null
   : [35;1m                 ^^|^[0m
   :                    [35;1m`-- [35;1mnull[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mleave it out where there is nothing to say

"#]]);
}

#[test]
fn names_that_are_none() {
    assert_data_eq!(read(r#"{"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}"#), str![[r#"
  [31mx[0m "-i3" is no name of a module: it begins with '-', not a letter or digit
   ,-[[36;1;4mi3.json:1:10[0m]
 [2m1[0m | {"name": "-i3", "provides": ["a b", ""], "requires": ["x/u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   : [35;1m         ^^|^^[0m
   :            [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma module is called by letters, digits and, after the first, . - _ or +
  [31mx[0m "a b" is no name of a provision: U+0020 is not allowed in it
   ,-[[36;1;4mi3.json:1:30[0m]
 [2m1[0m | {"name": "-i3", "provides": ["a b", ""], "requires": ["x/u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   : [35;1m                             ^^|^^[0m
   :                                [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma provision is called by letters, digits and, after the first, . - _
        + / : or @
  [31mx[0m a provision needs a name, and this one is empty
   ,-[[36;1;4mi3.json:1:37[0m]
 [2m1[0m | {"name": "-i3", "provides": ["a b", ""], "requires": ["x/u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   : [35;1m                                    ^|[0m
   :                                      [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma provision is called by letters, digits and, after the first, . - _
        + / : or @
  [31mx[0m "x/u{202e}y" is no name of a provision: U+202E is not allowed in it
   ,-[[36;1;4mi3.json:1:55[0m]
 [2m1[0m | {"name": "-i3", "provides": ["a b", ""], "requires": ["x/u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   : [35;1m                                                      ^^^^^|^^^^[0m
   :                                                            [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma provision is called by letters, digits and, after the first, . - _
        + / : or @
  [31mx[0m "é!" is no name of a claim: '!' is not allowed in it
   ,-[[36;1;4mi3.json:1:79[0m]
 [2m1[0m | {"name": "-i3", "provides": ["a b", ""], "requires": ["x/u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   : [35;1m                                                                              ^^|^[0m
   :                                                                                 [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma claim is called by letters, digits and, after the first, . - _ + / :
        or @

"#]]);
}

#[test]
fn a_name_that_is_too_long() {
    assert_data_eq!(read(&format!("{{\"name\": \"{}\"}}", "x".repeat(129))), str![[r#"
  [31mx[0m the name of a module has at most 128 characters, and this one has 129
   ,-[[36;1;4mi3.json:1:10[0m]
 [2m1[0m | {"name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
   : [35;1m         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^[0m
   :                                             [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma module is called by letters, digits and, after the first, . - _ or +

"#]]);
}

#[test]
fn a_name_that_is_null() {
    assert_data_eq!(read(r#"{"name": null}"#), str![[r#"
  [31mx[0m the name of a module is text, and this is null
   ,-[[36;1;4mi3.json:1:10[0m]
 [2m1[0m | {"name": null}
   : [35;1m         ^^|^[0m
   :            [35;1m`-- [35;1mnull[0m[0m
   `----
[36m  help: [0mleave it out where there is nothing to say

"#]]);
}

#[test]
fn a_scope_that_is_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "provides": [{"name": "database", "scope": "galaxy"}]
}
"#), str![[r#"
  [31mx[0m "galaxy" is no scope
   ,-[[36;1;4mi3.json:3:46[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": [{"name": "database", "scope": "galaxy"}]
   : [35;1m                                             ^^^^|^^^[0m
   :                                                  [35;1m`-- [35;1mnot a scope[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma scope is node, site or mesh

"#]]);
}

#[test]
fn a_scope_that_is_nearly_one() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
}
"#), str![[r#"
  [31mx[0m "Site" is no scope
   ,-[[36;1;4mi3.json:3:40[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   : [35;1m                                       ^^^|^^[0m
   :                                           [35;1m`-- [35;1mnot a scope[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mdid you mean site? a scope is node, site or mesh
  [31mx[0m "msh" is no scope
   ,-[[36;1;4mi3.json:3:74[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   : [35;1m                                                                         ^^|^^[0m
   :                                                                            [35;1m`-- [35;1mnot a scope[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mdid you mean mesh? a scope is node, site or mesh
  [31mx[0m a scope is text, and this is null
   ,-[[36;1;4mi3.json:3:105[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   : [35;1m                                                                                                        ^^|^[0m
   :                                                                                                           [35;1m`-- [35;1mnull[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mleave it out where there is nothing to say

"#]]);
}

#[test]
fn lists_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "provides": "shell",
  "requires": null,
  "claims": {"name": "dhcp"},
  "resources": true
}
"#), str![[r#"
  [31mx[0m provides is a list, and this is text
   ,-[[36;1;4mi3.json:3:15[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": "shell",
   : [35;1m              ^^^|^^^[0m
   :                  [35;1m`-- [35;1mtext[0m[0m
 [2m4[0m |   "requires": null,
   `----
[36m  help: [0mwrite ["shell"]
  [31mx[0m requires is a list, and this is null
   ,-[[36;1;4mi3.json:4:15[0m]
 [2m3[0m |   "provides": "shell",
 [2m4[0m |   "requires": null,
   : [35;1m              ^^|^[0m
   :                 [35;1m`-- [35;1mnull[0m[0m
 [2m5[0m |   "claims": {"name": "dhcp"},
   `----
[36m  help: [0mleave it out, or write []
  [31mx[0m claims is a list, and this is an object
   ,-[[36;1;4mi3.json:5:13[0m]
 [2m4[0m |   "requires": null,
 [2m5[0m |   "claims": {"name": "dhcp"},
   : [35;1m            ^^^^^^^^|^^^^^^^[0m
   :                     [35;1m`-- [35;1man object[0m[0m
 [2m6[0m |   "resources": true
   `----
  [31mx[0m resources is a list, and this is true
   ,-[[36;1;4mi3.json:6:16[0m]
 [2m5[0m |   "claims": {"name": "dhcp"},
 [2m6[0m |   "resources": true
   : [35;1m               ^^|^[0m
   :                  [35;1m`-- [35;1mtrue[0m[0m
 [2m7[0m | }
   `----

"#]]);
}

#[test]
fn entries_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "provides": [null, 1, ["a"]],
  "requires": [null, {"name": "database", "scope": "mesh"}],
  "claims": [{"scope": "site"}]
}
"#), str![[r#"
  [31mx[0m a provision is a name, or an object with a name and a scope, and this is
  [31m|[0m null
   ,-[[36;1;4mi3.json:3:16[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": [null, 1, ["a"]],
   : [35;1m               ^^|^[0m
   :                  [35;1m`-- [35;1mnull[0m[0m
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  [31mx[0m a provision is a name, or an object with a name and a scope, and this is a
  [31m|[0m number
   ,-[[36;1;4mi3.json:3:22[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": [null, 1, ["a"]],
   : [35;1m                     |[0m
   :                      [35;1m`-- [35;1ma number[0m[0m
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  [31mx[0m a provision is a name, or an object with a name and a scope, and this is a
  [31m|[0m list
   ,-[[36;1;4mi3.json:3:25[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": [null, 1, ["a"]],
   : [35;1m                        ^^|^^[0m
   :                           [35;1m`-- [35;1ma list[0m[0m
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  [31mx[0m a requirement is text, and this is null
   ,-[[36;1;4mi3.json:4:16[0m]
 [2m3[0m |   "provides": [null, 1, ["a"]],
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
   : [35;1m               ^^|^[0m
   :                  [35;1m`-- [35;1mnull[0m[0m
 [2m5[0m |   "claims": [{"scope": "site"}]
   `----
[36m  help: [0mleave it out where there is nothing to say
  [31mx[0m a requirement is a plain name, and this is an object
   ,-[[36;1;4mi3.json:4:22[0m]
 [2m3[0m |   "provides": [null, 1, ["a"]],
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
   : [35;1m                     ^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^[0m
   :                                        [35;1m`-- [35;1man object[0m[0m
 [2m5[0m |   "claims": [{"scope": "site"}]
   `----
[36m  help: [0mwrite the name alone: how far a provision reaches is said by who
        provides it
  [31mx[0m a claim has no name
   ,-[[36;1;4mi3.json:5:14[0m]
 [2m4[0m |   "requires": [null, {"name": "database", "scope": "mesh"}],
 [2m5[0m |   "claims": [{"scope": "site"}]
   : [35;1m             ^^^^^^^^|^^^^^^^^[0m
   :                      [35;1m`-- [35;1mname is missing[0m[0m
 [2m6[0m | }
   `----

"#]]);
}

#[test]
fn names_twice() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "provides": ["shell", {"name": "shell", "scope": "mesh"}],
  "requires": ["a", "b", "a"],
  "claims": ["the-seat", {"name": "the-seat"}]
}
"#), str![[r#"
  [31mx[0m provides names shell with two scopes, node and mesh
   ,-[[36;1;4mi3.json:3:34[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "provides": ["shell", {"name": "shell", "scope": "mesh"}],
   : [35;1m               ^^^|^^^[0m[33;1m           ^^^|^^^[0m
   :                   [35;1m|[0m                 [33;1m`-- [33;1mhere again[0m[0m
   :                   [35;1m`-- [35;1mhere first[0m[0m
 [2m4[0m |   "requires": ["a", "b", "a"],
   `----
[36m  help: [0ma name has one scope within a module
  [31mx[0m requires names a twice
   ,-[[36;1;4mi3.json:4:26[0m]
 [2m3[0m |   "provides": ["shell", {"name": "shell", "scope": "mesh"}],
 [2m4[0m |   "requires": ["a", "b", "a"],
   : [35;1m               ^|^[0m[33;1m       ^|^[0m
   :                 [35;1m|[0m         [33;1m`-- [33;1mhere again[0m[0m
   :                 [35;1m`-- [35;1mhere first[0m[0m
 [2m5[0m |   "claims": ["the-seat", {"name": "the-seat"}]
   `----
  [31mx[0m claims names the-seat twice
   ,-[[36;1;4mi3.json:5:35[0m]
 [2m4[0m |   "requires": ["a", "b", "a"],
 [2m5[0m |   "claims": ["the-seat", {"name": "the-seat"}]
   : [35;1m             ^^^^^|^^^^[0m[33;1m           ^^^^^|^^^^[0m
   :                   [35;1m|[0m                    [33;1m`-- [33;1mhere again[0m[0m
   :                   [35;1m`-- [35;1mhere first[0m[0m
 [2m6[0m | }
   `----

"#]]);
}

#[test]
fn a_name_twice_in_two_normal_forms() {
    assert_data_eq!(read("{\"name\": \"i3\", \"requires\": [\"caf\u{e9}\", \"cafe\u{301}\"], \"needs\": {\"\u{e9}\": 1, \"e\u{301}\": 1}}"), str![[r#"
  [31mx[0m requires names café twice
   ,-[[36;1;4mi3.json:1:37[0m]
 [2m1[0m | {"name": "i3", "requires": ["café", "café"], "needs": {"é": 1, "é": 1}}
   : [35;1m                            ^^^|^^[0m[33;1m  ^^^|^^[0m
   :                                [35;1m|[0m       [33;1m`-- [33;1mhere again[0m[0m
   :                                [35;1m`-- [35;1mhere first[0m[0m
   `----
  [31mx[0m needs has é twice, written in two ways
   ,-[[36;1;4mi3.json:1:65[0m]
 [2m1[0m | {"name": "i3", "requires": ["café", "café"], "needs": {"é": 1, "é": 1}}
   : [35;1m                                                       ^|^[0m[33;1m     ^|^[0m
   :                                                         [35;1m|[0m       [33;1m`-- [33;1mthe same fact[0m[0m
   :                                                         [35;1m`-- [35;1mhere first[0m[0m
   `----

"#]]);
}

#[test]
fn needs_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "needs": {
    "arch": [],
    "display": null,
    "gpu": [["a"], null],
    "memory_mib": {"at_lest": 512},
    "cores": {"at_least": "4"},
    "disk_gib": {"at_least": 8, "at_most": 4},
    "swap": {},
    "a b": 1
  }
}
"#), str![[r#"
  [31mx[0m this list is empty, so that no machine would do
   ,-[[36;1;4mi3.json:4:13[0m]
 [2m3[0m |   "needs": {
 [2m4[0m |     "arch": [],
   : [35;1m            ^|[0m
   :              [35;1m`-- [35;1mno value[0m[0m
 [2m5[0m |     "display": null,
   `----
[36m  help: [0mname the values that will do, or leave the fact out
  [31mx[0m a need is text, a number, true or false, a list of those, or a range, and
  [31m|[0m this is null
   ,-[[36;1;4mi3.json:5:16[0m]
 [2m4[0m |     "arch": [],
 [2m5[0m |     "display": null,
   : [35;1m               ^^|^[0m
   :                  [35;1m`-- [35;1mnull[0m[0m
 [2m6[0m |     "gpu": [["a"], null],
   `----
  [31mx[0m a value of a need is text, a number, true or false, and this is a list
   ,-[[36;1;4mi3.json:6:13[0m]
 [2m5[0m |     "display": null,
 [2m6[0m |     "gpu": [["a"], null],
   : [35;1m            ^^|^^[0m
   :               [35;1m`-- [35;1ma list[0m[0m
 [2m7[0m |     "memory_mib": {"at_lest": 512},
   `----
  [31mx[0m a value of a need is text, a number, true or false, and this is null
   ,-[[36;1;4mi3.json:6:20[0m]
 [2m5[0m |     "display": null,
 [2m6[0m |     "gpu": [["a"], null],
   : [35;1m                   ^^|^[0m
   :                      [35;1m`-- [35;1mnull[0m[0m
 [2m7[0m |     "memory_mib": {"at_lest": 512},
   `----
  [31mx[0m "at_lest" is no bound of a range
   ,-[[36;1;4mi3.json:7:20[0m]
 [2m6[0m |     "gpu": [["a"], null],
 [2m7[0m |     "memory_mib": {"at_lest": 512},
   : [35;1m                   ^^^^|^^^^[0m
   :                        [35;1m`-- [35;1mneither at_least nor at_most[0m[0m
 [2m8[0m |     "cores": {"at_least": "4"},
   `----
[36m  help: [0mdid you mean at_least or at_most? a range is {"at_least": n},
        {"at_most": n} or both
  [31mx[0m at_least is a number, and this is text
   ,-[[36;1;4mi3.json:8:27[0m]
 [2m7[0m |     "memory_mib": {"at_lest": 512},
 [2m8[0m |     "cores": {"at_least": "4"},
   : [35;1m                          ^|^[0m
   :                            [35;1m`-- [35;1mtext[0m[0m
 [2m9[0m |     "disk_gib": {"at_least": 8, "at_most": 4},
   `----
  [31mx[0m no number is at least 8 and at most 4
    ,-[[36;1;4mi3.json:9:44[0m]
 [2m 8[0m |     "cores": {"at_least": "4"},
 [2m 9[0m |     "disk_gib": {"at_least": 8, "at_most": 4},
    : [35;1m                             |[0m[33;1m             |[0m
    :                              [35;1m|[0m             [33;1m`-- [33;1mless than at_least[0m[0m
    :                              [35;1m`-- [35;1mat least this[0m[0m
 [2m10[0m |     "swap": {},
    `----
  [31mx[0m this range has no bound
    ,-[[36;1;4mi3.json:10:13[0m]
 [2m 9[0m |     "disk_gib": {"at_least": 8, "at_most": 4},
 [2m10[0m |     "swap": {},
    : [35;1m            ^|[0m
    :              [35;1m`-- [35;1mneither at_least nor at_most[0m[0m
 [2m11[0m |     "a b": 1
    `----
[36m  help: [0ma range is {"at_least": n}, {"at_most": n} or both
  [31mx[0m "a b" is no name of a fact: U+0020 is not allowed in it
    ,-[[36;1;4mi3.json:11:5[0m]
 [2m10[0m |     "swap": {},
 [2m11[0m |     "a b": 1
    : [35;1m    ^^|^^[0m
    :       [35;1m`-- [35;1mnot a name[0m[0m
 [2m12[0m |   }
    `----
[36m  help: [0ma fact is called by letters, digits and, after the first, . - _ + / :
        or @

"#]]);
}

#[test]
fn needs_that_are_requirements() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "needs": ["x-display"]
}
"#), str![[r#"
  [31mx[0m needs is an object, and this is a list
   ,-[[36;1;4mi3.json:3:12[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "needs": ["x-display"]
   : [35;1m           ^^^^^^|^^^^^^[0m
   :                  [35;1m`-- [35;1ma list[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mneeds is about facts of the machine, as in {"arch": "x86_64"}; other
        modules belong in requires

"#]]);
}

#[test]
fn fields_that_nobody_knows() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "require": ["x-display"],
  "conflicts": [],
  "$schema": "provost.json",
  "provides": [{"name": "web", "scop": "mesh", "port": 80}],
  "claims": [{"name": "x", "socpe": "site", "why": "…"}]
}
"#), str![[r#"
  [33m![0m "require" is no field of a manifest; it is kept as it is
   ,-[[36;1;4mi3.json:3:3[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "require": ["x-display"],
   : [35;1m  ^^^^|^^^^[0m
   :       [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m |   "conflicts": [],
   `----
[36m  help: [0mdid you mean requires?
  [33m![0m "conflicts" is no field of a manifest; it is kept as it is
   ,-[[36;1;4mi3.json:4:3[0m]
 [2m3[0m |   "require": ["x-display"],
 [2m4[0m |   "conflicts": [],
   : [35;1m  ^^^^^|^^^^^[0m
   :        [35;1m`-- [35;1mhere[0m[0m
 [2m5[0m |   "$schema": "provost.json",
   `----
  [33m![0m "scop" is no field of a provision that Provost reads; it is kept as it is
   ,-[[36;1;4mi3.json:6:32[0m]
 [2m5[0m |   "$schema": "provost.json",
 [2m6[0m |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
   : [35;1m                               ^^^|^^[0m
   :                                   [35;1m`-- [35;1mhere[0m[0m
 [2m7[0m |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   `----
[36m  help: [0mdid you mean scope?
  [33m![0m "socpe" is no field of a claim; it is kept as it is
   ,-[[36;1;4mi3.json:7:28[0m]
 [2m6[0m |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
 [2m7[0m |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   : [35;1m                           ^^^|^^^[0m
   :                               [35;1m`-- [35;1mhere[0m[0m
 [2m8[0m | }
   `----
[36m  help: [0mdid you mean scope?
  [33m![0m "why" is no field of a claim; it is kept as it is
   ,-[[36;1;4mi3.json:7:45[0m]
 [2m6[0m |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
 [2m7[0m |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   : [35;1m                                            ^^|^^[0m
   :                                               [35;1m`-- [35;1mhere[0m[0m
 [2m8[0m | }
   `----

"#]]);
}

#[test]
fn everything_wrong_at_once() {
    assert_data_eq!(read(r#"{
  "version": 1,
  "requires": [{}],
  "claims": null,
  "version": 2
}
"#), str![[r#"
  [31mx[0m this manifest has no name
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | {
   : [35;1m|[0m
   : [35;1m`-- [35;1mname is missing[0m[0m
 [2m2[0m |   "version": 1,
   `----
  [31mx[0m version is text, and this is a number
   ,-[[36;1;4mi3.json:2:14[0m]
 [2m1[0m | {
 [2m2[0m |   "version": 1,
   : [35;1m             |[0m
   :              [35;1m`-- [35;1ma number[0m[0m
 [2m3[0m |   "requires": [{}],
   `----
[36m  help: [0mwrite "1"
  [31mx[0m a requirement is a plain name, and this is an object
   ,-[[36;1;4mi3.json:3:16[0m]
 [2m2[0m |   "version": 1,
 [2m3[0m |   "requires": [{}],
   : [35;1m               ^|[0m
   :                 [35;1m`-- [35;1man object[0m[0m
 [2m4[0m |   "claims": null,
   `----
[36m  help: [0mwrite the name alone: how far a provision reaches is said by who
        provides it
  [31mx[0m claims is a list, and this is null
   ,-[[36;1;4mi3.json:4:13[0m]
 [2m3[0m |   "requires": [{}],
 [2m4[0m |   "claims": null,
   : [35;1m            ^^|^[0m
   :               [35;1m`-- [35;1mnull[0m[0m
 [2m5[0m |   "version": 2
   `----
[36m  help: [0mleave it out, or write []
  [31mx[0m "version" stands twice in one object
   ,-[[36;1;4mi3.json:5:3[0m]
 [2m1[0m | {
 [2m2[0m |   "version": 1,
   : [35;1m  ^^^^|^^^^[0m
   :       [35;1m`-- [35;1mhere first[0m[0m
 [2m3[0m |   "requires": [{}],
 [2m4[0m |   "claims": null,
 [2m5[0m |   "version": 2
   : [33;1m  ^^^^|^^^^[0m
   :       [33;1m`-- [33;1mhere again[0m[0m
 [2m6[0m | }
   `----
  [31mx[0m version is text, and this is a number
   ,-[[36;1;4mi3.json:5:14[0m]
 [2m4[0m |   "claims": null,
 [2m5[0m |   "version": 2
   : [35;1m             |[0m
   :              [35;1m`-- [35;1ma number[0m[0m
 [2m6[0m | }
   `----
[36m  help: [0mwrite "2"

"#]]);
}
