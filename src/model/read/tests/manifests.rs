//! What is no manifest.

use snapbox::{IntoData, assert_data_eq, str};

use super::read;

#[test]
fn the_manifest_of_the_model() {
    assert_data_eq!(
        read(
            r#"{
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
}"#
        ),
        str!["read"].raw()
    );
}

#[test]
fn no_name() {
    assert_data_eq!(
        read(r#"{"version": "4.23"}"#),
        str![[r#"
  x this manifest has no name
   ,-[i3.json:1:1]
 1 | {"version": "4.23"}
   : ^^^^^^^^^|^^^^^^^^^
   :          `-- name is missing
   `----

"#]]
        .raw()
    );
}

#[test]
fn no_name_but_one_like_it() {
    assert_data_eq!(
        read(
            r#"{
  "nmae": "i3"
}
"#
        ),
        str![[r#"
  x this manifest has no name
   ,-[i3.json:1:1]
 1 | {
   : |
   : `-- name is missing
 2 |   "nmae": "i3"
   :   ^^^|^^
   :      `-- did you mean name?
 3 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_mesh_document() {
    assert_data_eq!(
        read(r#"{"nodes": [], "modules": []}"#),
        str![[r#"
  x this manifest has no name
   ,-[i3.json:1:1]
 1 | {"nodes": [], "modules": []}
   : ^^^^^^^^^^^^^^|^^^^^^^^^^^^^
   :               `-- name is missing
   `----
  help: this looks like a mesh document; `provost import` reads those

"#]]
        .raw()
    );
}

#[test]
fn a_version_that_is_a_number() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "version": 4.23
}
"#
        ),
        str![[r#"
  x version is text, and this is a number
   ,-[i3.json:3:14]
 2 |   "name": "i3",
 3 |   "version": 4.23
   :              ^^|^
   :                `-- a number
 4 | }
   `----
  help: write "4.23"

"#]]
        .raw()
    );
}

#[test]
fn a_description_that_is_null() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "description": null
}
"#
        ),
        str![[r#"
  x description is text, and this is null
   ,-[i3.json:3:18]
 2 |   "name": "i3",
 3 |   "description": null
   :                  ^^|^
   :                    `-- null
 4 | }
   `----
  help: leave it out where there is nothing to say

"#]]
        .raw()
    );
}

#[test]
fn names_that_are_none() {
    assert_data_eq!(
        read(r#"{"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}"#),
        str![[r#"
  x "-i3" is no name of a module: it begins with '-', not a letter or digit
   ,-[i3.json:1:10]
 1 | {"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   :          ^^|^^
   :            `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ +
  x "a b" is no name of a provision: a space is not allowed in it
   ,-[i3.json:1:30]
 1 | {"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   :                              ^^|^^
   :                                `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ + / : @
  x a provision needs a name, and this one is empty
   ,-[i3.json:1:37]
 1 | {"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   :                                     ^|
   :                                      `-- not a name
   `----
  x "x\u{202e}y" is no name of a provision: U+202E is not allowed in it
   ,-[i3.json:1:55]
 1 | {"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   :                                                       ^^^^^|^^^^
   :                                                            `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ + / : @
  x "é!" is no name of a claim: '!' is not allowed in it
   ,-[i3.json:1:79]
 1 | {"name": "-i3", "provides": ["a b", ""], "requires": ["x\u202ey"], "claims": ["é!", "ok/fine:x@y"]}
   :                                                                               ^^|^
   :                                                                                 `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ + / : @

"#]]
        .raw()
    );
}

#[test]
fn a_name_that_is_too_long() {
    assert_data_eq!(read(&format!("{{\"name\": \"{}\"}}", "x".repeat(129))), str![[r#"
  x the name of a module has at most 128 characters, and this one has 129
   ,-[i3.json:1:10]
 1 | {"name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
   :          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   :                                             `-- not a name
   `----

"#]].raw());
}

#[test]
fn a_name_that_is_null() {
    assert_data_eq!(
        read(r#"{"name": null}"#),
        str![[r#"
  x the name of a module is a name, and this is null
   ,-[i3.json:1:10]
 1 | {"name": null}
   :          ^^|^
   :            `-- null
   `----
  help: leave it out where there is nothing to say

"#]]
        .raw()
    );
}

#[test]
fn a_scope_that_is_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "provides": [{"name": "database", "scope": "galaxy"}]
}
"#
        ),
        str![[r#"
  x "galaxy" is no scope
   ,-[i3.json:3:46]
 2 |   "name": "i3",
 3 |   "provides": [{"name": "database", "scope": "galaxy"}]
   :                                              ^^^^|^^^
   :                                                  `-- not a scope
 4 | }
   `----
  help: a scope is node, site or mesh

"#]]
        .raw()
    );
}

#[test]
fn a_scope_that_is_nearly_one() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
}
"#
        ),
        str![[r#"
  x "Site" is no scope
   ,-[i3.json:3:40]
 2 |   "name": "i3",
 3 |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   :                                        ^^^|^^
   :                                           `-- not a scope
 4 | }
   `----
  help: did you mean site? a scope is node, site or mesh
  x "msh" is no scope
   ,-[i3.json:3:74]
 2 |   "name": "i3",
 3 |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   :                                                                          ^^|^^
   :                                                                            `-- not a scope
 4 | }
   `----
  help: did you mean mesh? a scope is node, site or mesh
  x a scope is text, and this is null
   ,-[i3.json:3:105]
 2 |   "name": "i3",
 3 |   "claims": [{"name": "dhcp", "scope": "Site"}, {"name": "hub", "scope": "msh"}, {"name": "x", "scope": null}]
   :                                                                                                         ^^|^
   :                                                                                                           `-- null
 4 | }
   `----
  help: leave it out where there is nothing to say

"#]]
        .raw()
    );
}

#[test]
fn lists_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "provides": "shell",
  "requires": null,
  "claims": {"name": "dhcp"},
  "resources": true
}
"#
        ),
        str![[r#"
  x provides is a list, and this is text
   ,-[i3.json:3:15]
 2 |   "name": "i3",
 3 |   "provides": "shell",
   :               ^^^|^^^
   :                  `-- text
 4 |   "requires": null,
   `----
  help: write ["shell"]
  x requires is a list, and this is null
   ,-[i3.json:4:15]
 3 |   "provides": "shell",
 4 |   "requires": null,
   :               ^^|^
   :                 `-- null
 5 |   "claims": {"name": "dhcp"},
   `----
  help: leave it out, or write []
  x claims is a list, and this is an object
   ,-[i3.json:5:13]
 4 |   "requires": null,
 5 |   "claims": {"name": "dhcp"},
   :             ^^^^^^^^|^^^^^^^
   :                     `-- an object
 6 |   "resources": true
   `----
  help: write [{"name": "dhcp"}]
  x resources is a list, and this is true
   ,-[i3.json:6:16]
 5 |   "claims": {"name": "dhcp"},
 6 |   "resources": true
   :                ^^|^
   :                  `-- true
 7 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn entries_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "provides": [null, 1, ["a"]],
  "requires": [null, {"name": "database", "scope": "mesh"}],
  "claims": [{"scope": "site"}]
}
"#
        ),
        str![[r#"
  x a provision is a name, or an object with a name and a scope, and this is
  | null
   ,-[i3.json:3:16]
 2 |   "name": "i3",
 3 |   "provides": [null, 1, ["a"]],
   :                ^^|^
   :                  `-- null
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  x a provision is a name, or an object with a name and a scope, and this is a
  | number
   ,-[i3.json:3:22]
 2 |   "name": "i3",
 3 |   "provides": [null, 1, ["a"]],
   :                      |
   :                      `-- a number
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  x a provision is a name, or an object with a name and a scope, and this is a
  | list
   ,-[i3.json:3:25]
 2 |   "name": "i3",
 3 |   "provides": [null, 1, ["a"]],
   :                         ^^|^^
   :                           `-- a list
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
   `----
  x a requirement is a name, and this is null
   ,-[i3.json:4:16]
 3 |   "provides": [null, 1, ["a"]],
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
   :                ^^|^
   :                  `-- null
 5 |   "claims": [{"scope": "site"}]
   `----
  help: leave it out where there is nothing to say
  x a requirement is a plain name, and this is an object
   ,-[i3.json:4:22]
 3 |   "provides": [null, 1, ["a"]],
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
   :                      ^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^
   :                                        `-- an object
 5 |   "claims": [{"scope": "site"}]
   `----
  help: write the name alone: how far a provision reaches is said by who
        provides it
  x a claim has no name
   ,-[i3.json:5:14]
 4 |   "requires": [null, {"name": "database", "scope": "mesh"}],
 5 |   "claims": [{"scope": "site"}]
   :              ^^^^^^^^|^^^^^^^^
   :                      `-- name is missing
 6 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn names_twice() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "provides": ["shell", {"name": "shell", "scope": "mesh"}],
  "requires": ["a", "b", "a"],
  "claims": ["the-seat", {"name": "the-seat"}]
}
"#
        ),
        str![[r#"
  x provides names shell with two scopes, node and mesh
   ,-[i3.json:3:34]
 2 |   "name": "i3",
 3 |   "provides": ["shell", {"name": "shell", "scope": "mesh"}],
   :                ^^^|^^^           ^^^|^^^
   :                   |                 `-- here again
   :                   `-- here first
 4 |   "requires": ["a", "b", "a"],
   `----
  help: a name has one scope within a module
  x requires names a twice
   ,-[i3.json:4:26]
 3 |   "provides": ["shell", {"name": "shell", "scope": "mesh"}],
 4 |   "requires": ["a", "b", "a"],
   :                ^|^       ^|^
   :                 |         `-- here again
   :                 `-- here first
 5 |   "claims": ["the-seat", {"name": "the-seat"}]
   `----
  x claims names the-seat twice
   ,-[i3.json:5:35]
 4 |   "requires": ["a", "b", "a"],
 5 |   "claims": ["the-seat", {"name": "the-seat"}]
   :              ^^^^^|^^^^           ^^^^^|^^^^
   :                   |                    `-- here again
   :                   `-- here first
 6 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_name_twice_in_two_normal_forms() {
    assert_data_eq!(
        read(
            "{\"name\": \"i3\", \"requires\": [\"caf\u{e9}\", \"cafe\u{301}\"], \"needs\": {\"\u{e9}\": 1, \"e\u{301}\": 1}}"
        ),
        str![[r#"
  x requires names café twice
   ,-[i3.json:1:37]
 1 | {"name": "i3", "requires": ["café", "café"], "needs": {"é": 1, "é": 1}}
   :                             ^^^|^^  ^^^|^^
   :                                |       `-- here again
   :                                `-- here first
   `----
  x needs has é twice, written in two ways
   ,-[i3.json:1:65]
 1 | {"name": "i3", "requires": ["café", "café"], "needs": {"é": 1, "é": 1}}
   :                                                        ^|^     ^|^
   :                                                         |       `-- the same fact
   :                                                         `-- here first
   `----

"#]]
        .raw()
    );
}

#[test]
fn needs_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
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
"#
        ),
        str![[r#"
  x this list is empty, so that no machine would do
   ,-[i3.json:4:13]
 3 |   "needs": {
 4 |     "arch": [],
   :             ^|
   :              `-- no value
 5 |     "display": null,
   `----
  help: name the values that will do, or leave the fact out
  x a need is text, a number, true or false, a list of those, or a range, and
  | this is null
   ,-[i3.json:5:16]
 4 |     "arch": [],
 5 |     "display": null,
   :                ^^|^
   :                  `-- null
 6 |     "gpu": [["a"], null],
   `----
  x a value of a need is text, a number, true or false, and this is a list
   ,-[i3.json:6:13]
 5 |     "display": null,
 6 |     "gpu": [["a"], null],
   :             ^^|^^
   :               `-- a list
 7 |     "memory_mib": {"at_lest": 512},
   `----
  x a value of a need is text, a number, true or false, and this is null
   ,-[i3.json:6:20]
 5 |     "display": null,
 6 |     "gpu": [["a"], null],
   :                    ^^|^
   :                      `-- null
 7 |     "memory_mib": {"at_lest": 512},
   `----
  x "at_lest" is no bound of a range
   ,-[i3.json:7:20]
 6 |     "gpu": [["a"], null],
 7 |     "memory_mib": {"at_lest": 512},
   :                    ^^^^|^^^^
   :                        `-- neither at_least nor at_most
 8 |     "cores": {"at_least": "4"},
   `----
  help: did you mean at_least or at_most? a range is {"at_least": n},
        {"at_most": n} or both
  x at_least is a number, and this is text
   ,-[i3.json:8:27]
 7 |     "memory_mib": {"at_lest": 512},
 8 |     "cores": {"at_least": "4"},
   :                           ^|^
   :                            `-- text
 9 |     "disk_gib": {"at_least": 8, "at_most": 4},
   `----
  help: write 4
  x no number is at least 8 and at most 4
    ,-[i3.json:9:44]
  8 |     "cores": {"at_least": "4"},
  9 |     "disk_gib": {"at_least": 8, "at_most": 4},
    :                              |             |
    :                              |             `-- less than at_least
    :                              `-- at least this
 10 |     "swap": {},
    `----
  x this range has no bound
    ,-[i3.json:10:13]
  9 |     "disk_gib": {"at_least": 8, "at_most": 4},
 10 |     "swap": {},
    :             ^|
    :              `-- neither at_least nor at_most
 11 |     "a b": 1
    `----
  help: a range is {"at_least": n}, {"at_most": n} or both
  x "a b" is no name of a fact: a space is not allowed in it
    ,-[i3.json:11:5]
 10 |     "swap": {},
 11 |     "a b": 1
    :     ^^|^^
    :       `-- not a name
 12 |   }
    `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ + / : @

"#]]
        .raw()
    );
}

#[test]
fn needs_that_are_requirements() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "needs": ["x-display"]
}
"#
        ),
        str![[r#"
  x needs is an object, and this is a list
   ,-[i3.json:3:12]
 2 |   "name": "i3",
 3 |   "needs": ["x-display"]
   :            ^^^^^^|^^^^^^
   :                  `-- a list
 4 | }
   `----
  help: needs is about facts of the machine, as in {"arch": "x86_64"}; other
        modules belong in requires

"#]]
        .raw()
    );
}

#[test]
fn fields_that_nobody_knows() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "require": ["x-display"],
  "conflicts": [],
  "$schema": "provost.json",
  "provides": [{"name": "web", "scop": "mesh", "port": 80}],
  "claims": [{"name": "x", "socpe": "site", "why": "…"}]
}
"#
        ),
        str![[r#"
  ! "require" is no field of a manifest; it is kept as it is
   ,-[i3.json:3:3]
 2 |   "name": "i3",
 3 |   "require": ["x-display"],
   :   ^^^^|^^^^
   :       `-- not known
 4 |   "conflicts": [],
   `----
  help: did you mean requires?
  ! "conflicts" is no field of a manifest; it is kept as it is
   ,-[i3.json:4:3]
 3 |   "require": ["x-display"],
 4 |   "conflicts": [],
   :   ^^^^^|^^^^^
   :        `-- not known
 5 |   "$schema": "provost.json",
   `----
  ! "scop" is no field of a provision that Provost reads; it is kept as it is
   ,-[i3.json:6:32]
 5 |   "$schema": "provost.json",
 6 |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
   :                                ^^^|^^
   :                                   `-- not known
 7 |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   `----
  help: did you mean scope?
  ! "socpe" is no field of a claim; it is kept as it is
   ,-[i3.json:7:28]
 6 |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
 7 |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   :                            ^^^|^^^
   :                               `-- not known
 8 | }
   `----
  help: did you mean scope?
  ! "why" is no field of a claim; it is kept as it is
   ,-[i3.json:7:45]
 6 |   "provides": [{"name": "web", "scop": "mesh", "port": 80}],
 7 |   "claims": [{"name": "x", "socpe": "site", "why": "…"}]
   :                                             ^^|^^
   :                                               `-- not known
 8 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn everything_wrong_at_once() {
    assert_data_eq!(
        read(
            r#"{
  "version": 1,
  "requires": [{}],
  "claims": null,
  "version": 2
}
"#
        ),
        str![[r#"
  x this manifest has no name
   ,-[i3.json:1:1]
 1 | {
   : |
   : `-- name is missing
 2 |   "version": 1,
   `----
  x version is text, and this is a number
   ,-[i3.json:2:14]
 1 | {
 2 |   "version": 1,
   :              |
   :              `-- a number
 3 |   "requires": [{}],
   `----
  help: write "1"
  x a requirement is a plain name, and this is an object
   ,-[i3.json:3:16]
 2 |   "version": 1,
 3 |   "requires": [{}],
   :                ^|
   :                 `-- an object
 4 |   "claims": null,
   `----
  help: write the name alone: how far a provision reaches is said by who
        provides it
  x claims is a list, and this is null
   ,-[i3.json:4:13]
 3 |   "requires": [{}],
 4 |   "claims": null,
   :             ^^|^
   :               `-- null
 5 |   "version": 2
   `----
  help: leave it out, or write []
  x "version" stands twice in one object
   ,-[i3.json:5:3]
 1 | {
 2 |   "version": 1,
   :   ^^^^|^^^^
   :       `-- here first
 3 |   "requires": [{}],
 4 |   "claims": null,
 5 |   "version": 2
   :   ^^^^|^^^^
   :       `-- here again
 6 | }
   `----
  x version is text, and this is a number
   ,-[i3.json:5:14]
 4 |   "claims": null,
 5 |   "version": 2
   :              |
   :              `-- a number
 6 | }
   `----
  help: write "2"

"#]]
        .raw()
    );
}
