//! What is no mesh document.

use snapbox::{IntoData, assert_data_eq, str};

use super::read_document;

#[test]
fn the_document_of_the_model() {
    assert_data_eq!(
        read_document(
            r#"{
  "sites": ["attic"],
  "nodes": [{"name": "laptop", "site": "attic", "facts": {"arch": "x86_64"}}],
  "modules": [{"name": "i3"}],
  "assignments": [["laptop", "i3"]],
  "pins": [["web1", "database", "db1"]]
}"#
        ),
        str!["read"].raw()
    );
}

#[test]
fn parts_that_are_no_lists() {
    assert_data_eq!(
        read_document(r#"{"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}"#),
        str![[r#"
  x sites is a list, and this is null
   ,-[mesh.json:1:11]
 1 | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   :           ^^|^
   :             `-- null
   `----
  help: leave it out, or write []
  x nodes is a list, and this is an object
   ,-[mesh.json:1:26]
 1 | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   :                          ^|
   :                           `-- an object
   `----
  help: write [{}]
  x modules is a list, and this is text
   ,-[mesh.json:1:41]
 1 | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   :                                         ^^|^
   :                                           `-- text
   `----
  help: write ["i3"]
  x assignments is a list, and this is a number
   ,-[mesh.json:1:62]
 1 | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   :                                                              |
   :                                                              `-- a number
   `----
  x pins is a list, and this is true
   ,-[mesh.json:1:73]
 1 | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   :                                                                         ^^|^
   :                                                                           `-- true
   `----

"#]]
        .raw()
    );
}

#[test]
fn nodes_that_are_none() {
    assert_data_eq!(
        read_document(
            r#"{"nodes": [
  {"name": "all"},
  {"site": "attic"},
  "laptop",
  {"name": "a", "id": "7"},
  {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
  {"name": "c", "facts": []},
  {"name": "d", "fact": {"arch": "x86_64"}},
  {"name": "e f"}
]}"#
        ),
        str![[r#"
  x no node is called all: it stands for every node; one node is named here,
  | by its own name
   ,-[mesh.json:2:12]
 1 | {"nodes": [
 2 |   {"name": "all"},
   :            ^^|^^
   :              `-- not a name
 3 |   {"site": "attic"},
   `----
  x this node has no name
   ,-[mesh.json:3:3]
 2 |   {"name": "all"},
 3 |   {"site": "attic"},
   :   ^^^^^^^^|^^^^^^^^
   :           `-- name is missing
 4 |   "laptop",
   `----
  x a node is an object, and this is text
   ,-[mesh.json:4:3]
 3 |   {"site": "attic"},
 4 |   "laptop",
   :   ^^^^|^^^
   :       `-- text
 5 |   {"name": "a", "id": "7"},
   `----
  x "7" is no id of a node
   ,-[mesh.json:5:23]
 4 |   "laptop",
 5 |   {"name": "a", "id": "7"},
   :                       ^|^
   :                        `-- not a UUID
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   `----
  help: as `provost export` writes it; without an id the name says which node
        it is
  x the site of a node is a name, and this is null
   ,-[mesh.json:6:25]
 5 |   {"name": "a", "id": "7"},
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   :                         ^^|^
   :                           `-- null
 7 |   {"name": "c", "facts": []},
   `----
  help: leave it out where there is nothing to say
  x a fact is text, a number, true or false, and this is null
   ,-[mesh.json:6:46]
 5 |   {"name": "a", "id": "7"},
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   :                                              ^^|^
   :                                                `-- null
 7 |   {"name": "c", "facts": []},
   `----
  x a fact is text, a number, true or false, and this is a list
   ,-[mesh.json:6:57]
 5 |   {"name": "a", "id": "7"},
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   :                                                         ^|^
   :                                                          `-- a list
 7 |   {"name": "c", "facts": []},
   `----
  x a fact is text, a number, true or false, and this is an object
   ,-[mesh.json:6:67]
 5 |   {"name": "a", "id": "7"},
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   :                                                                   ^|
   :                                                                    `-- an object
 7 |   {"name": "c", "facts": []},
   `----
  x facts is an object, and this is a list
   ,-[mesh.json:7:26]
 6 |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
 7 |   {"name": "c", "facts": []},
   :                          ^|
   :                           `-- a list
 8 |   {"name": "d", "fact": {"arch": "x86_64"}},
   `----
  x "fact" is no part of a node
   ,-[mesh.json:8:17]
 7 |   {"name": "c", "facts": []},
 8 |   {"name": "d", "fact": {"arch": "x86_64"}},
   :                 ^^^|^^
   :                    `-- not known
 9 |   {"name": "e f"}
   `----
  help: did you mean facts?
  x "e f" is no name of a node: a space is not allowed in it
    ,-[mesh.json:9:12]
  8 |   {"name": "d", "fact": {"arch": "x86_64"}},
  9 |   {"name": "e f"}
    :            ^^|^^
    :              `-- not a name
 10 | ]}
    `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ +

"#]]
        .raw()
    );
}

#[test]
fn what_stands_twice() {
    assert_data_eq!(
        read_document(
            r#"{
  "sites": ["attic", "attic"],
  "nodes": [
    {"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"},
    {"name": "a"},
    {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
  ],
  "modules": [{"name": "i3"}, {"name": "i3"}],
  "assignments": [["a", "i3"], ["a", "i3"]],
  "pins": [["a", "database", "b"], ["a", "database", "c"]],
  "sites": []
}"#
        ),
        str![[r#"
  x the site attic stands twice
   ,-[mesh.json:2:22]
 1 | {
 2 |   "sites": ["attic", "attic"],
   :             ^^^|^^^  ^^^|^^^
   :                |        `-- here again
   :                `-- here first
 3 |   "nodes": [
   `----
  x two nodes are called a
   ,-[mesh.json:5:14]
 3 |   "nodes": [
 4 |     {"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"},
   :              ^|^
   :               `-- here first
 5 |     {"name": "a"},
   :              ^|^
   :               `-- here again
 6 |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   `----
  x two nodes have the id 6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10
   ,-[mesh.json:6:25]
 3 |   "nodes": [
 4 |     {"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"},
   :                         ^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^
   :                                            `-- here first
 5 |     {"name": "a"},
 6 |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   :                         ^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^
   :                                            `-- here again
 7 |   ],
   `----
  x "x" stands twice in one object
   ,-[mesh.json:6:83]
 5 |     {"name": "a"},
 6 |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   :                                                                           ^|^     ^|^
   :                                                                            |       `-- here again
   :                                                                            `-- here first
 7 |   ],
   `----
  x two modules are called i3
   ,-[mesh.json:8:40]
 7 |   ],
 8 |   "modules": [{"name": "i3"}, {"name": "i3"}],
   :                        ^^|^            ^^|^
   :                          |               `-- here again
   :                          `-- here first
 9 |   "assignments": [["a", "i3"], ["a", "i3"]],
   `----
  x a is assigned i3 twice
    ,-[mesh.json:9:32]
  8 |   "modules": [{"name": "i3"}, {"name": "i3"}],
  9 |   "assignments": [["a", "i3"], ["a", "i3"]],
    :                   ^^^^^|^^^^^  ^^^^^|^^^^^
    :                        |            `-- here again
    :                        `-- here first
 10 |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
    `----
  x a has two pins for database
    ,-[mesh.json:10:36]
  9 |   "assignments": [["a", "i3"], ["a", "i3"]],
 10 |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
    :            ^^^^^^^^^^^|^^^^^^^^^^  ^^^^^^^^^^^|^^^^^^^^^^
    :                       |                       `-- here again
    :                       `-- here first
 11 |   "sites": []
    `----
  x "sites" stands twice in one object
   ,-[mesh.json:2:3]
 1 | {
 2 |   "sites": ["attic", "attic"],
   :   ^^^|^^^
   :      `-- here first
 3 |   "nodes": [
   `----
    ,-[mesh.json:11:3]
 10 |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
 11 |   "sites": []
    :   ^^^|^^^
    :      `-- here again
 12 | }
    `----

"#]]
        .raw()
    );
}

#[test]
fn pairs_and_pins_that_are_none() {
    assert_data_eq!(
        read_document(r#"{"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}"#),
        str![[r#"
  x an assignment is a list of a node and a module
   ,-[mesh.json:1:18]
 1 | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   :                  ^^|^^
   :                    `-- 1 instead of 2
   `----
  x an assignment is a list of a node and a module, and this is text
   ,-[mesh.json:1:25]
 1 | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   :                         ^|^
   :                          `-- text
   `----
  x the module is a name, and this is null
   ,-[mesh.json:1:36]
 1 | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   :                                    ^^|^
   :                                      `-- null
   `----
  help: leave it out where there is nothing to say
  x a pin is a list of a node, a provision and the node that answers it
   ,-[mesh.json:1:53]
 1 | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   :                                                     ^^^^^|^^^^
   :                                                          `-- 2 instead of 3
   `----
  x "b c" is no name of a provision: a space is not allowed in it
   ,-[mesh.json:1:71]
 1 | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   :                                                                       ^^|^^
   :                                                                         `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ + / : @

"#]]
        .raw()
    );
}

#[test]
fn modules_that_are_none() {
    assert_data_eq!(
        read_document(
            r#"{"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}"#
        ),
        str![[r#"
  x requires is a list, and this is null
   ,-[mesh.json:1:40]
 1 | {"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}
   :                                        ^^|^
   :                                          `-- null
   `----
  help: leave it out, or write []
  x content_from stands where no file can be read in
   ,-[mesh.json:1:117]
 1 | {"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}
   :                                                                                                                     ^^^^^^^|^^^^^^
   :                                                                                                                            `-- needs a folder
   `----
  help: on standard input and in a mesh document, give the content itself as
        content

"#]].raw()
    );
}

#[test]
fn parts_that_nobody_knows() {
    assert_data_eq!(
        read_document(
            r#"{"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}"#
        ),
        str![[r#"
  ! "made_by" is no part of a mesh document, and is not kept
   ,-[mesh.json:1:2]
 1 | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   :  ^^^^|^^^^
   :      `-- not known
   `----
  ! "note" is no part of a node, and is not kept
   ,-[mesh.json:1:45]
 1 | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   :                                             ^^^|^^
   :                                                `-- not known
   `----
  ! "colour" is no field of a manifest; it is kept as it is
   ,-[mesh.json:1:89]
 1 | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   :                                                                                         ^^^^|^^^
   :                                                                                             `-- not known
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_part_that_is_nearly_one() {
    assert_data_eq!(
        read_document(r#"{"asignments": []}"#),
        str![[r#"
  x "asignments" is no part of a mesh document
   ,-[mesh.json:1:2]
 1 | {"asignments": []}
   :  ^^^^^^|^^^^^
   :        `-- not known
   `----
  help: did you mean assignments?

"#]]
        .raw()
    );
}

#[test]
fn a_document_that_is_a_list() {
    assert_data_eq!(
        read_document(r#"[]"#),
        str![[r#"
  x a mesh document is an object, and this is a list
   ,-[mesh.json:1:1]
 1 | []
   : ^|
   :  `-- a list
   `----

"#]]
        .raw()
    );
}

#[test]
fn faults_before_the_text_breaks() {
    assert_data_eq!(
        read_document(r#"{"sites": ["a b"], "nodes": [{"name": }]}"#),
        str![[r#"
  x "a b" is no name of a site: a space is not allowed in it
   ,-[mesh.json:1:12]
 1 | {"sites": ["a b"], "nodes": [{"name": }]}
   :            ^^|^^
   :              `-- not a name
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ +
  x a value belongs here
   ,-[mesh.json:1:39]
 1 | {"sites": ["a b"], "nodes": [{"name": }]}
   :                                       |
   :                                       `-- instead of this
   `----

"#]]
        .raw()
    );
}
