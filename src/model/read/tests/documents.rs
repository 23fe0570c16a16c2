//! What is no mesh document.

use snapbox::{assert_data_eq, str};

use super::read_document;

#[test]
fn the_document_of_the_model() {
    assert_data_eq!(read_document(r#"{
  "sites": ["attic"],
  "nodes": [{"name": "laptop", "site": "attic", "facts": {"arch": "x86_64"}}],
  "modules": [{"name": "i3"}],
  "assignments": [["laptop", "i3"]],
  "pins": [["web1", "database", "db1"]]
}"#), str!["read"]);
}

#[test]
fn parts_that_are_no_lists() {
    assert_data_eq!(read_document(r#"{"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}"#), str![[r#"
  [31mx[0m sites is a list, and this is null
   ,-[[36;1;4mmesh.json:1:11[0m]
 [2m1[0m | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   : [35;1m          ^^|^[0m
   :             [35;1m`-- [35;1mnull[0m[0m
   `----
[36m  help: [0mleave it out, or write []
  [31mx[0m nodes is a list, and this is an object
   ,-[[36;1;4mmesh.json:1:26[0m]
 [2m1[0m | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   : [35;1m                         ^|[0m
   :                           [35;1m`-- [35;1man object[0m[0m
   `----
  [31mx[0m modules is a list, and this is text
   ,-[[36;1;4mmesh.json:1:41[0m]
 [2m1[0m | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   : [35;1m                                        ^^|^[0m
   :                                           [35;1m`-- [35;1mtext[0m[0m
   `----
[36m  help: [0mwrite ["i3"]
  [31mx[0m assignments is a list, and this is a number
   ,-[[36;1;4mmesh.json:1:62[0m]
 [2m1[0m | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   : [35;1m                                                             |[0m
   :                                                              [35;1m`-- [35;1ma number[0m[0m
   `----
  [31mx[0m pins is a list, and this is true
   ,-[[36;1;4mmesh.json:1:73[0m]
 [2m1[0m | {"sites": null, "nodes": {}, "modules": "i3", "assignments": 7, "pins": true}
   : [35;1m                                                                        ^^|^[0m
   :                                                                           [35;1m`-- [35;1mtrue[0m[0m
   `----

"#]]);
}

#[test]
fn nodes_that_are_none() {
    assert_data_eq!(read_document(r#"{"nodes": [
  {"name": "all"},
  {"site": "attic"},
  "laptop",
  {"name": "a", "id": "7"},
  {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
  {"name": "c", "facts": []},
  {"name": "d", "fact": {"arch": "x86_64"}},
  {"name": "e f"}
]}"#), str![[r#"
  [31mx[0m no node is called all: it stands for every node
   ,-[[36;1;4mmesh.json:2:12[0m]
 [2m1[0m | {"nodes": [
 [2m2[0m |   {"name": "all"},
   : [35;1m           ^^|^^[0m
   :              [35;1m`-- [35;1mnot a name[0m[0m
 [2m3[0m |   {"site": "attic"},
   `----
[36m  help: [0ma node is called by letters, digits and, after the first, . - _ or +
  [31mx[0m this node has no name
   ,-[[36;1;4mmesh.json:3:3[0m]
 [2m2[0m |   {"name": "all"},
 [2m3[0m |   {"site": "attic"},
   : [35;1m  ^^^^^^^^|^^^^^^^^[0m
   :           [35;1m`-- [35;1mname is missing[0m[0m
 [2m4[0m |   "laptop",
   `----
  [31mx[0m a node is an object, and this is text
   ,-[[36;1;4mmesh.json:4:3[0m]
 [2m3[0m |   {"site": "attic"},
 [2m4[0m |   "laptop",
   : [35;1m  ^^^^|^^^[0m
   :       [35;1m`-- [35;1mtext[0m[0m
 [2m5[0m |   {"name": "a", "id": "7"},
   `----
  [31mx[0m "7" is no id of a node
   ,-[[36;1;4mmesh.json:5:23[0m]
 [2m4[0m |   "laptop",
 [2m5[0m |   {"name": "a", "id": "7"},
   : [35;1m                      ^|^[0m
   :                        [35;1m`-- [35;1mnot a UUID[0m[0m
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   `----
[36m  help: [0mas `provost export` writes it; without an id the name says which node
        it is
  [31mx[0m the site of a node is text, and this is null
   ,-[[36;1;4mmesh.json:6:25[0m]
 [2m5[0m |   {"name": "a", "id": "7"},
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   : [35;1m                        ^^|^[0m
   :                           [35;1m`-- [35;1mnull[0m[0m
 [2m7[0m |   {"name": "c", "facts": []},
   `----
[36m  help: [0mleave it out where there is nothing to say
  [31mx[0m a fact is text, a number, true or false, and this is null
   ,-[[36;1;4mmesh.json:6:46[0m]
 [2m5[0m |   {"name": "a", "id": "7"},
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   : [35;1m                                             ^^|^[0m
   :                                                [35;1m`-- [35;1mnull[0m[0m
 [2m7[0m |   {"name": "c", "facts": []},
   `----
  [31mx[0m a fact is text, a number, true or false, and this is a list
   ,-[[36;1;4mmesh.json:6:57[0m]
 [2m5[0m |   {"name": "a", "id": "7"},
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   : [35;1m                                                        ^|^[0m
   :                                                          [35;1m`-- [35;1ma list[0m[0m
 [2m7[0m |   {"name": "c", "facts": []},
   `----
  [31mx[0m a fact is text, a number, true or false, and this is an object
   ,-[[36;1;4mmesh.json:6:67[0m]
 [2m5[0m |   {"name": "a", "id": "7"},
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
   : [35;1m                                                                  ^|[0m
   :                                                                    [35;1m`-- [35;1man object[0m[0m
 [2m7[0m |   {"name": "c", "facts": []},
   `----
  [31mx[0m the facts of a node is an object, and this is a list
   ,-[[36;1;4mmesh.json:7:26[0m]
 [2m6[0m |   {"name": "b", "site": null, "facts": {"x": null, "y": [1], "z": {}}},
 [2m7[0m |   {"name": "c", "facts": []},
   : [35;1m                         ^|[0m
   :                           [35;1m`-- [35;1ma list[0m[0m
 [2m8[0m |   {"name": "d", "fact": {"arch": "x86_64"}},
   `----
  [31mx[0m "fact" is no part of a node
   ,-[[36;1;4mmesh.json:8:17[0m]
 [2m7[0m |   {"name": "c", "facts": []},
 [2m8[0m |   {"name": "d", "fact": {"arch": "x86_64"}},
   : [35;1m                ^^^|^^[0m
   :                    [35;1m`-- [35;1mnot known[0m[0m
 [2m9[0m |   {"name": "e f"}
   `----
[36m  help: [0mdid you mean facts?
  [31mx[0m "e f" is no name of a node: U+0020 is not allowed in it
    ,-[[36;1;4mmesh.json:9:12[0m]
 [2m 8[0m |   {"name": "d", "fact": {"arch": "x86_64"}},
 [2m 9[0m |   {"name": "e f"}
    : [35;1m           ^^|^^[0m
    :              [35;1m`-- [35;1mnot a name[0m[0m
 [2m10[0m | ]}
    `----
[36m  help: [0ma node is called by letters, digits and, after the first, . - _ or +

"#]]);
}

#[test]
fn what_stands_twice() {
    assert_data_eq!(read_document(r#"{
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
}"#), str![[r#"
  [31mx[0m the site attic stands twice
   ,-[[36;1;4mmesh.json:2:22[0m]
 [2m1[0m | {
 [2m2[0m |   "sites": ["attic", "attic"],
   : [35;1m            ^^^|^^^[0m[33;1m  ^^^|^^^[0m
   :                [35;1m|[0m        [33;1m`-- [33;1mhere again[0m[0m
   :                [35;1m`-- [35;1mhere first[0m[0m
 [2m3[0m |   "nodes": [
   `----
  [31mx[0m two nodes are called a
   ,-[[36;1;4mmesh.json:5:14[0m]
 [2m3[0m |   "nodes": [
 [2m4[0m |     {"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"},
   : [35;1m             ^|^[0m
   :               [35;1m`-- [35;1mhere first[0m[0m
 [2m5[0m |     {"name": "a"},
   : [33;1m             ^|^[0m
   :               [33;1m`-- [33;1mhere again[0m[0m
 [2m6[0m |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   `----
  [31mx[0m two nodes have the id 6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10
   ,-[[36;1;4mmesh.json:6:25[0m]
 [2m3[0m |   "nodes": [
 [2m4[0m |     {"name": "a", "id": "6f1c0b8e-1c1e-4f6e-9f43-0d6f4a3f6d10"},
   : [35;1m                        ^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^[0m
   :                                            [35;1m`-- [35;1mhere first[0m[0m
 [2m5[0m |     {"name": "a"},
 [2m6[0m |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   : [33;1m                        ^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^[0m
   :                                            [33;1m`-- [33;1mhere again[0m[0m
 [2m7[0m |   ],
   `----
  [31mx[0m "x" stands twice in one object
   ,-[[36;1;4mmesh.json:6:83[0m]
 [2m5[0m |     {"name": "a"},
 [2m6[0m |     {"name": "b", "id": "6F1C0B8E-1C1E-4F6E-9F43-0D6F4A3F6D10", "facts": {"x": 1, "x": 2}}
   : [35;1m                                                                          ^|^[0m[33;1m     ^|^[0m
   :                                                                            [35;1m|[0m       [33;1m`-- [33;1mhere again[0m[0m
   :                                                                            [35;1m`-- [35;1mhere first[0m[0m
 [2m7[0m |   ],
   `----
  [31mx[0m two modules are called i3
   ,-[[36;1;4mmesh.json:8:40[0m]
 [2m7[0m |   ],
 [2m8[0m |   "modules": [{"name": "i3"}, {"name": "i3"}],
   : [35;1m                       ^^|^[0m[33;1m            ^^|^[0m
   :                          [35;1m|[0m               [33;1m`-- [33;1mhere again[0m[0m
   :                          [35;1m`-- [35;1mhere first[0m[0m
 [2m9[0m |   "assignments": [["a", "i3"], ["a", "i3"]],
   `----
  [31mx[0m a is assigned i3 twice
    ,-[[36;1;4mmesh.json:9:32[0m]
 [2m 8[0m |   "modules": [{"name": "i3"}, {"name": "i3"}],
 [2m 9[0m |   "assignments": [["a", "i3"], ["a", "i3"]],
    : [35;1m                  ^^^^^|^^^^^[0m[33;1m  ^^^^^|^^^^^[0m
    :                        [35;1m|[0m            [33;1m`-- [33;1mhere again[0m[0m
    :                        [35;1m`-- [35;1mhere first[0m[0m
 [2m10[0m |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
    `----
  [31mx[0m a has two pins for database
    ,-[[36;1;4mmesh.json:10:36[0m]
 [2m 9[0m |   "assignments": [["a", "i3"], ["a", "i3"]],
 [2m10[0m |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
    : [35;1m           ^^^^^^^^^^^|^^^^^^^^^^[0m[33;1m  ^^^^^^^^^^^|^^^^^^^^^^[0m
    :                       [35;1m|[0m                       [33;1m`-- [33;1mhere again[0m[0m
    :                       [35;1m`-- [35;1mhere first[0m[0m
 [2m11[0m |   "sites": []
    `----
  [31mx[0m "sites" stands twice in one object
   ,-[[36;1;4mmesh.json:2:3[0m]
 [2m1[0m | {
 [2m2[0m |   "sites": ["attic", "attic"],
   : [35;1m  ^^^|^^^[0m
   :      [35;1m`-- [35;1mhere first[0m[0m
 [2m3[0m |   "nodes": [
   `----
    ,-[[36;1;4mmesh.json:11:3[0m]
 [2m10[0m |   "pins": [["a", "database", "b"], ["a", "database", "c"]],
 [2m11[0m |   "sites": []
    : [33;1m  ^^^|^^^[0m
    :      [33;1m`-- [33;1mhere again[0m[0m
 [2m12[0m | }
    `----

"#]]);
}

#[test]
fn pairs_and_pins_that_are_none() {
    assert_data_eq!(read_document(r#"{"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}"#), str![[r#"
  [31mx[0m an assignment is a list of a node and a module
   ,-[[36;1;4mmesh.json:1:18[0m]
 [2m1[0m | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   : [35;1m                 ^^|^^[0m
   :                    [35;1m`-- [35;1m1 instead of 2[0m[0m
   `----
  [31mx[0m an assignment is a list of a node and a module, and this is text
   ,-[[36;1;4mmesh.json:1:25[0m]
 [2m1[0m | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   : [35;1m                        ^|^[0m
   :                          [35;1m`-- [35;1mtext[0m[0m
   `----
  [31mx[0m the module is text, and this is null
   ,-[[36;1;4mmesh.json:1:36[0m]
 [2m1[0m | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   : [35;1m                                   ^^|^[0m
   :                                      [35;1m`-- [35;1mnull[0m[0m
   `----
[36m  help: [0mleave it out where there is nothing to say
  [31mx[0m a pin is a list of a node, a provision and the node that answers it
   ,-[[36;1;4mmesh.json:1:53[0m]
 [2m1[0m | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   : [35;1m                                                    ^^^^^|^^^^[0m
   :                                                          [35;1m`-- [35;1m2 instead of 3[0m[0m
   `----
  [31mx[0m "b c" is no name of a provision: U+0020 is not allowed in it
   ,-[[36;1;4mmesh.json:1:71[0m]
 [2m1[0m | {"assignments": [["a"], "b", ["a", null]], "pins": [["a", "b"], ["a", "b c", "d"]]}
   : [35;1m                                                                      ^^|^^[0m
   :                                                                         [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma provision is called by letters, digits and, after the first, . - _
        + / : or @

"#]]);
}

#[test]
fn modules_that_are_none() {
    assert_data_eq!(read_document(r#"{"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}"#), str![[r#"
  [31mx[0m requires is a list, and this is null
   ,-[[36;1;4mmesh.json:1:40[0m]
 [2m1[0m | {"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}
   : [35;1m                                       ^^|^[0m
   :                                          [35;1m`-- [35;1mnull[0m[0m
   `----
[36m  help: [0mleave it out, or write []
  [31mx[0m content_from stands where no file can be read in
   ,-[[36;1;4mmesh.json:1:117[0m]
 [2m1[0m | {"modules": [{"name": "a", "requires": null}, {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "x"}]}]}
   : [35;1m                                                                                                                    ^^^^^^^|^^^^^^[0m
   :                                                                                                                            [35;1m`-- [35;1mneeds a folder[0m[0m
   `----
[36m  help: [0mon standard input and in a mesh document, give the content itself as
        content

"#]]);
}

#[test]
fn parts_that_nobody_knows() {
    assert_data_eq!(read_document(r#"{"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}"#), str![[r#"
  [33m![0m "made_by" is no part of a mesh document, and is not kept
   ,-[[36;1;4mmesh.json:1:2[0m]
 [2m1[0m | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   : [35;1m ^^^^|^^^^[0m
   :      [35;1m`-- [35;1mhere[0m[0m
   `----
  [33m![0m "note" is no part of a node, and is not kept
   ,-[[36;1;4mmesh.json:1:45[0m]
 [2m1[0m | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   : [35;1m                                            ^^^|^^[0m
   :                                                [35;1m`-- [35;1mhere[0m[0m
   `----
  [33m![0m "colour" is no field of a manifest; it is kept as it is
   ,-[[36;1;4mmesh.json:1:89[0m]
 [2m1[0m | {"made_by": "hand", "nodes": [{"name": "a", "note": "mine"}], "modules": [{"name": "b", "colour": 1}]}
   : [35;1m                                                                                        ^^^^|^^^[0m
   :                                                                                             [35;1m`-- [35;1mhere[0m[0m
   `----

"#]]);
}

#[test]
fn a_part_that_is_nearly_one() {
    assert_data_eq!(read_document(r#"{"asignments": []}"#), str![[r#"
  [31mx[0m "asignments" is no part of a mesh document
   ,-[[36;1;4mmesh.json:1:2[0m]
 [2m1[0m | {"asignments": []}
   : [35;1m ^^^^^^|^^^^^[0m
   :        [35;1m`-- [35;1mnot known[0m[0m
   `----
[36m  help: [0mdid you mean assignments?

"#]]);
}

#[test]
fn a_document_that_is_a_list() {
    assert_data_eq!(read_document(r#"[]"#), str![[r#"
  [31mx[0m a mesh document is an object, and this is a list
   ,-[[36;1;4mmesh.json:1:1[0m]
 [2m1[0m | []
   : [35;1m^|[0m
   :  [35;1m`-- [35;1ma list[0m[0m
   `----

"#]]);
}

#[test]
fn faults_before_the_text_breaks() {
    assert_data_eq!(read_document(r#"{"sites": ["a b"], "nodes": [{"name": }]}"#), str![[r#"
  [31mx[0m "a b" is no name of a site: U+0020 is not allowed in it
   ,-[[36;1;4mmesh.json:1:12[0m]
 [2m1[0m | {"sites": ["a b"], "nodes": [{"name": }]}
   : [35;1m           ^^|^^[0m
   :              [35;1m`-- [35;1mnot a name[0m[0m
   `----
[36m  help: [0ma site is called by letters, digits and, after the first, . - _ or +
  [31mx[0m a value belongs here
   ,-[[36;1;4mmesh.json:1:39[0m]
 [2m1[0m | {"sites": ["a b"], "nodes": [{"name": }]}
   : [35;1m                                      |[0m
   :                                       [35;1m`-- [35;1minstead of this[0m[0m
   `----

"#]]);
}
