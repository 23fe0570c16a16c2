//! What is no resource.

use snapbox::{assert_data_eq, str};

use super::read;

#[test]
fn every_type_with_every_field() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "content": "", "mode": "0644", "owner": "root", "group": "root"},
    {"id": "b", "type": "link", "path": "/b", "target": "a"},
    {"id": "c", "type": "directory", "path": "/c", "mode": "755", "owner": "root", "group": "root"},
    {"id": "d", "type": "package", "name": "d", "version": "1"},
    {"id": "e", "type": "user", "name": "e", "uid": 7},
    {"id": "f", "type": "group", "name": "e", "gid": 7},
    {"id": "g", "type": "service", "unit": "g.service", "reflects": ["a", "i3/b", "sway/c", "/c/", "f"]},
    {"id": "h", "type": "port", "port": 80},
    {"id": "i", "type": "port", "port": 80, "protocol": "udp", "address": "::1"},
    {"id": "j", "type": "container", "image": "x", "reflects": ["/"]}
  ]
}
"#), str!["read"]);
}

#[test]
fn a_resource_without_what_identifies_it() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "pth": "/a"},
    {"type": "package", "name": "d"},
    {"id": "c", "path": "/c"},
    {"id": "d", "type": "port"},
    "e",
    {"id": "f", "type": "service",
     "units": ["f.service"]}
  ]
}
"#), str![[r#"
  [31mx[0m this file has no path
   ,-[[36;1;4mi3.json:4:5[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "pth": "/a"},
   : [35;1m    ^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^[0m[33;1m|[0m
   :                         [35;1m|[0m                   [33;1m`-- [33;1mdid you mean path?[0m[0m
   :                         [35;1m`-- [35;1mpath is missing[0m[0m
 [2m5[0m |     {"type": "package", "name": "d"},
   `----
  [31mx[0m this resource has no id
   ,-[[36;1;4mi3.json:5:5[0m]
 [2m4[0m |     {"id": "a", "type": "file", "pth": "/a"},
 [2m5[0m |     {"type": "package", "name": "d"},
   : [35;1m    ^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^[0m
   :                     [35;1m`-- [35;1mid is missing[0m[0m
 [2m6[0m |     {"id": "c", "path": "/c"},
   `----
  [31mx[0m this resource has no type
   ,-[[36;1;4mi3.json:6:5[0m]
 [2m5[0m |     {"type": "package", "name": "d"},
 [2m6[0m |     {"id": "c", "path": "/c"},
   : [35;1m    ^^^^^^^^^^^^|^^^^^^^^^^^^[0m
   :                 [35;1m`-- [35;1mtype is missing[0m[0m
 [2m7[0m |     {"id": "d", "type": "port"},
   `----
  [31mx[0m this port has no port
   ,-[[36;1;4mi3.json:7:5[0m]
 [2m6[0m |     {"id": "c", "path": "/c"},
 [2m7[0m |     {"id": "d", "type": "port"},
   : [35;1m    ^^^^^^^^^^^^^|^^^^^^^^^^^^^[0m
   :                  [35;1m`-- [35;1mport is missing[0m[0m
 [2m8[0m |     "e",
   `----
  [31mx[0m a resource is an object, and this is text
   ,-[[36;1;4mi3.json:8:5[0m]
 [2m7[0m |     {"id": "d", "type": "port"},
 [2m8[0m |     "e",
   : [35;1m    ^|^[0m
   :      [35;1m`-- [35;1mtext[0m[0m
 [2m9[0m |     {"id": "f", "type": "service",
   `----
  [31mx[0m this service has no unit
    ,-[[36;1;4mi3.json:9:5[0m]
 [2m 8[0m |     "e",
 [2m 9[0m |     {"id": "f", "type": "service",
    : [35;1m    |[0m
    :     [35;1m`-- [35;1munit is missing[0m[0m
 [2m10[0m |      "units": ["f.service"]}
    : [33;1m     ^^^|^^^[0m
    :         [33;1m`-- [33;1mdid you mean unit?[0m[0m
 [2m11[0m |   ]
    `----

"#]]);
}

#[test]
fn an_id_twice_or_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "package", "name": "x"},
    {"id": "a", "type": "package", "name": "y"},
    {"id": "a/b", "type": "package", "name": "z"}
  ]
}
"#), str![[r#"
  [31mx[0m two resources have the id a
   ,-[[36;1;4mi3.json:5:12[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "package", "name": "x"},
   : [35;1m           ^|^[0m
   :             [35;1m`-- [35;1mhere first[0m[0m
 [2m5[0m |     {"id": "a", "type": "package", "name": "y"},
   : [33;1m           ^|^[0m
   :             [33;1m`-- [33;1mhere again[0m[0m
 [2m6[0m |     {"id": "a/b", "type": "package", "name": "z"}
   `----
[36m  help: [0man id is unique within its module
  [31mx[0m "a/b" is no name of a resource id: '/' is not allowed in it
   ,-[[36;1;4mi3.json:6:12[0m]
 [2m5[0m |     {"id": "a", "type": "package", "name": "y"},
 [2m6[0m |     {"id": "a/b", "type": "package", "name": "z"}
   : [35;1m           ^^|^^[0m
   :              [35;1m`-- [35;1mnot a name[0m[0m
 [2m7[0m |   ]
   `----
[36m  help: [0ma resource id is called by letters, digits and, after the first, . - _
        or +

"#]]);
}

#[test]
fn paths_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "etc/motd"},
    {"id": "b", "type": "link", "path": "/etc/../motd"},
    {"id": "c", "type": "directory", "path": ""},
    {"id": "d", "type": "file", "path": null}
  ]
}
"#), str![[r#"
  [31mx[0m "etc/motd" is no path that a module can name: a path begins with /
   ,-[[36;1;4mi3.json:4:41[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "etc/motd"},
   : [35;1m                                        ^^^^^|^^^^[0m
   :                                              [35;1m`-- [35;1mnot a path[0m[0m
 [2m5[0m |     {"id": "b", "type": "link", "path": "/etc/../motd"},
   `----
[36m  help: [0ma path is absolute and in no part .., as in /etc/motd
  [31mx[0m "/etc/../motd" is no path that a module can name: a path has no part that
  [31m|[0m is ..
   ,-[[36;1;4mi3.json:5:41[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "etc/motd"},
 [2m5[0m |     {"id": "b", "type": "link", "path": "/etc/../motd"},
   : [35;1m                                        ^^^^^^^|^^^^^^[0m
   :                                                [35;1m`-- [35;1mnot a path[0m[0m
 [2m6[0m |     {"id": "c", "type": "directory", "path": ""},
   `----
[36m  help: [0ma path is absolute and in no part .., as in /etc/motd
  [31mx[0m path is empty
   ,-[[36;1;4mi3.json:6:46[0m]
 [2m5[0m |     {"id": "b", "type": "link", "path": "/etc/../motd"},
 [2m6[0m |     {"id": "c", "type": "directory", "path": ""},
   : [35;1m                                             ^|[0m
   :                                               [35;1m`-- [35;1mhere[0m[0m
 [2m7[0m |     {"id": "d", "type": "file", "path": null}
   `----
  [31mx[0m "" is no path that a module can name: a path begins with /
   ,-[[36;1;4mi3.json:6:46[0m]
 [2m5[0m |     {"id": "b", "type": "link", "path": "/etc/../motd"},
 [2m6[0m |     {"id": "c", "type": "directory", "path": ""},
   : [35;1m                                             ^|[0m
   :                                               [35;1m`-- [35;1mnot a path[0m[0m
 [2m7[0m |     {"id": "d", "type": "file", "path": null}
   `----
[36m  help: [0ma path is absolute and in no part .., as in /etc/motd
  [31mx[0m path is text, and this is null
   ,-[[36;1;4mi3.json:7:41[0m]
 [2m6[0m |     {"id": "c", "type": "directory", "path": ""},
 [2m7[0m |     {"id": "d", "type": "file", "path": null}
   : [35;1m                                        ^^|^[0m
   :                                           [35;1m`-- [35;1mnull[0m[0m
 [2m8[0m |   ]
   `----
[36m  help: [0mleave it out where there is nothing to say

"#]]);
}

#[test]
fn modes_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "mode": 644},
    {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
    {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
  ]
}
"#), str![[r#"
  [31mx[0m mode is text, and this is a number
   ,-[[36;1;4mi3.json:4:55[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "mode": 644},
   : [35;1m                                                      ^|^[0m
   :                                                        [35;1m`-- [35;1ma number[0m[0m
 [2m5[0m |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
   `----
[36m  help: [0mthree or four octal digits in quotes, as in "0644"
  [31mx[0m "0888" is no mode
   ,-[[36;1;4mi3.json:5:55[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "mode": 644},
 [2m5[0m |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
   : [35;1m                                                      ^^^|^^[0m
   :                                                          [35;1m`-- [35;1mnot octal[0m[0m
 [2m6[0m |     {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
   `----
[36m  help: [0mthree or four octal digits in quotes, as in "0644"
  [31mx[0m "rwx" is no mode
   ,-[[36;1;4mi3.json:6:60[0m]
 [2m5[0m |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
 [2m6[0m |     {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
   : [35;1m                                                           ^^|^^[0m
   :                                                              [35;1m`-- [35;1mnot octal[0m[0m
 [2m7[0m |   ]
   `----
[36m  help: [0mthree or four octal digits in quotes, as in "0644"

"#]]);
}

#[test]
fn fields_of_another_type() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
    {"id": "b", "type": "package", "name": "", "version": 4.23},
    {"id": "c", "type": "link", "path": "/c", "target": false},
    {"id": "d", "type": 7}
  ]
}
"#), str![[r#"
  [31mx[0m owner is text, and this is a number
   ,-[[36;1;4mi3.json:4:56[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
   : [35;1m                                                       |[0m
   :                                                        [35;1m`-- [35;1ma number[0m[0m
 [2m5[0m |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   `----
[36m  help: [0mwrite "0"
  [31mx[0m content is text, and this is a list
   ,-[[36;1;4mi3.json:4:70[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
   : [35;1m                                                                     ^^|^^[0m
   :                                                                        [35;1m`-- [35;1ma list[0m[0m
 [2m5[0m |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   `----
  [31mx[0m name is empty
   ,-[[36;1;4mi3.json:5:44[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
 [2m5[0m |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   : [35;1m                                           ^|[0m
   :                                             [35;1m`-- [35;1mhere[0m[0m
 [2m6[0m |     {"id": "c", "type": "link", "path": "/c", "target": false},
   `----
  [31mx[0m version is text, and this is a number
   ,-[[36;1;4mi3.json:5:59[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
 [2m5[0m |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   : [35;1m                                                          ^^|^[0m
   :                                                             [35;1m`-- [35;1ma number[0m[0m
 [2m6[0m |     {"id": "c", "type": "link", "path": "/c", "target": false},
   `----
[36m  help: [0mwrite "4.23"
  [31mx[0m target is text, and this is false
   ,-[[36;1;4mi3.json:6:57[0m]
 [2m5[0m |     {"id": "b", "type": "package", "name": "", "version": 4.23},
 [2m6[0m |     {"id": "c", "type": "link", "path": "/c", "target": false},
   : [35;1m                                                        ^^|^^[0m
   :                                                           [35;1m`-- [35;1mfalse[0m[0m
 [2m7[0m |     {"id": "d", "type": 7}
   `----
  [31mx[0m the type of a resource is text, and this is a number
   ,-[[36;1;4mi3.json:7:25[0m]
 [2m6[0m |     {"id": "c", "type": "link", "path": "/c", "target": false},
 [2m7[0m |     {"id": "d", "type": 7}
   : [35;1m                        |[0m
   :                         [35;1m`-- [35;1ma number[0m[0m
 [2m8[0m |   ]
   `----
[36m  help: [0mwrite "7"

"#]]);
}

#[test]
fn ports_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "port", "port": 0},
    {"id": "b", "type": "port", "port": 65536},
    {"id": "c", "type": "port", "port": "80"},
    {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
    {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
    {"id": "f", "type": "port", "port": 81, "address": "localhost"}
  ]
}
"#), str![[r#"
  [31mx[0m this is the number of no port
   ,-[[36;1;4mi3.json:4:41[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "port", "port": 0},
   : [35;1m                                        |[0m
   :                                         [35;1m`-- [35;1mnot a port[0m[0m
 [2m5[0m |     {"id": "b", "type": "port", "port": 65536},
   `----
[36m  help: [0ma whole number from 1 to 65535
  [31mx[0m this is the number of no port
   ,-[[36;1;4mi3.json:5:41[0m]
 [2m4[0m |     {"id": "a", "type": "port", "port": 0},
 [2m5[0m |     {"id": "b", "type": "port", "port": 65536},
   : [35;1m                                        ^^|^^[0m
   :                                           [35;1m`-- [35;1mnot a port[0m[0m
 [2m6[0m |     {"id": "c", "type": "port", "port": "80"},
   `----
[36m  help: [0ma whole number from 1 to 65535
  [31mx[0m port is a number, and this is text
   ,-[[36;1;4mi3.json:6:41[0m]
 [2m5[0m |     {"id": "b", "type": "port", "port": 65536},
 [2m6[0m |     {"id": "c", "type": "port", "port": "80"},
   : [35;1m                                        ^^|^[0m
   :                                           [35;1m`-- [35;1mtext[0m[0m
 [2m7[0m |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   `----
[36m  help: [0ma whole number from 1 to 65535, without quotes
  [31mx[0m this is the number of no port
   ,-[[36;1;4mi3.json:7:41[0m]
 [2m6[0m |     {"id": "c", "type": "port", "port": "80"},
 [2m7[0m |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   : [35;1m                                        ^^|^[0m
   :                                           [35;1m`-- [35;1mnot a port[0m[0m
 [2m8[0m |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   `----
[36m  help: [0ma whole number from 1 to 65535
  [31mx[0m "TCP" is no protocol of a port
   ,-[[36;1;4mi3.json:7:59[0m]
 [2m6[0m |     {"id": "c", "type": "port", "port": "80"},
 [2m7[0m |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   : [35;1m                                                          ^^|^^[0m
   :                                                             [35;1m`-- [35;1mnot a protocol[0m[0m
 [2m8[0m |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   `----
[36m  help: [0mdid you mean tcp? a protocol is tcp, the default, or udp
  [31mx[0m "sctp" is no protocol of a port
   ,-[[36;1;4mi3.json:8:57[0m]
 [2m7[0m |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
 [2m8[0m |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   : [35;1m                                                        ^^^|^^[0m
   :                                                            [35;1m`-- [35;1mnot a protocol[0m[0m
 [2m9[0m |     {"id": "f", "type": "port", "port": 81, "address": "localhost"}
   `----
[36m  help: [0ma protocol is tcp, the default, or udp
  [31mx[0m "localhost" is no IP address
    ,-[[36;1;4mi3.json:9:56[0m]
 [2m 8[0m |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
 [2m 9[0m |     {"id": "f", "type": "port", "port": 81, "address": "localhost"}
    : [35;1m                                                       ^^^^^|^^^^^[0m
    :                                                             [35;1m`-- [35;1mnot an address[0m[0m
 [2m10[0m |   ]
    `----
[36m  help: [0mas in 127.0.0.1 or ::1; without one, every address is meant

"#]]);
}

#[test]
fn one_identity_twice() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/etc/x"},
    {"id": "b", "type": "directory", "path": "/etc//x/"},
    {"id": "c", "type": "package", "name": "x"},
    {"id": "d", "type": "package", "name": "x"},
    {"id": "e", "type": "port", "port": 80},
    {"id": "f", "type": "port", "port": 80, "address": "0.0.0.0"},
    {"id": "g", "type": "port", "port": 80, "address": "127.0.0.1"},
    {"id": "h", "type": "user", "name": "x"}
  ]
}
"#), str![[r#"
  [31mx[0m a and b are both path /etc/x
   ,-[[36;1;4mi3.json:5:46[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/etc/x"},
   : [35;1m                                        ^^^^|^^^[0m
   :                                             [35;1m`-- [35;1mhere first[0m[0m
 [2m5[0m |     {"id": "b", "type": "directory", "path": "/etc//x/"},
   : [33;1m                                             ^^^^^|^^^^[0m
   :                                                   [33;1m`-- [33;1mhere again[0m[0m
 [2m6[0m |     {"id": "c", "type": "package", "name": "x"},
   `----
  [31mx[0m c and d are both package x
   ,-[[36;1;4mi3.json:7:44[0m]
 [2m5[0m |     {"id": "b", "type": "directory", "path": "/etc//x/"},
 [2m6[0m |     {"id": "c", "type": "package", "name": "x"},
   : [35;1m                                           ^|^[0m
   :                                             [35;1m`-- [35;1mhere first[0m[0m
 [2m7[0m |     {"id": "d", "type": "package", "name": "x"},
   : [33;1m                                           ^|^[0m
   :                                             [33;1m`-- [33;1mhere again[0m[0m
 [2m8[0m |     {"id": "e", "type": "port", "port": 80},
   `----
  [31mx[0m e and f are both port tcp/80
    ,-[[36;1;4mi3.json:9:41[0m]
 [2m 7[0m |     {"id": "d", "type": "package", "name": "x"},
 [2m 8[0m |     {"id": "e", "type": "port", "port": 80},
    : [35;1m                                        ^|[0m
    :                                          [35;1m`-- [35;1mhere first[0m[0m
 [2m 9[0m |     {"id": "f", "type": "port", "port": 80, "address": "0.0.0.0"},
    : [33;1m                                        ^|[0m
    :                                          [33;1m`-- [33;1mhere again[0m[0m
 [2m10[0m |     {"id": "g", "type": "port", "port": 80, "address": "127.0.0.1"},
    `----

"#]]);
}

#[test]
fn a_path_below_its_own_file() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/etc/x/y/z"},
    {"id": "b", "type": "link", "path": "/etc/x"},
    {"id": "c", "type": "directory", "path": "/etc"}
  ]
}
"#), str![[r#"
  [31mx[0m /etc/x/y/z is below a link of the same module
   ,-[[36;1;4mi3.json:4:41[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/etc/x/y/z"},
   : [35;1m                                        ^^^^^^|^^^^^[0m
   :                                               [35;1m`-- [35;1mcannot be there[0m[0m
 [2m5[0m |     {"id": "b", "type": "link", "path": "/etc/x"},
   : [33;1m                                        ^^^^|^^^[0m
   :                                             [33;1m`-- [33;1mis a link[0m[0m
 [2m6[0m |     {"id": "c", "type": "directory", "path": "/etc"}
   `----

"#]]);
}

#[test]
fn reflects_that_are_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "config", "type": "file", "path": "/a"},
    {"id": "service", "type": "service", "unit": "a.service",
     "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
    {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
    {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
  ]
}
"#), str![[r#"
  [31mx[0m no resource of this module has the id confg
   ,-[[36;1;4mi3.json:6:19[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                  ^^^|^^^[0m
   :                      [35;1m`-- [35;1mreflects nothing[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0mdid you mean config?
  [31mx[0m no resource of this module has the id nothing
   ,-[[36;1;4mi3.json:6:28[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                           ^^^^^^|^^^^^[0m
   :                                  [35;1m`-- [35;1mreflects nothing[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0mits resources are config, other, service, third
  [31mx[0m reflects names "i3/config" twice
   ,-[[36;1;4mi3.json:6:52[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                         ^^^^|^^^[0m[33;1m  ^^^^^|^^^^^[0m
   :                                              [35;1m|[0m          [33;1m`-- [33;1mhere again[0m[0m
   :                                              [35;1m`-- [35;1mhere first[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  [31mx[0m reflects names "/etc/" twice
   ,-[[36;1;4mi3.json:6:73[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                ^^^|^^[0m[33;1m  ^^^|^^^[0m
   :                                                                    [35;1m|[0m       [33;1m`-- [33;1mhere again[0m[0m
   :                                                                    [35;1m`-- [35;1mhere first[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  [31mx[0m "/a/../b" is no path that a module can name: a path has no part that is ..
   ,-[[36;1;4mi3.json:6:82[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                                 ^^^^|^^^^[0m
   :                                                                                      [35;1m`-- [35;1mnot a path[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0ma path is absolute and in no part .., as in /etc/motd
  [31mx[0m "x/y" is no name of a resource id: '/' is not allowed in it
   ,-[[36;1;4mi3.json:6:93[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                                            ^^^^^|^^^^[0m
   :                                                                                                  [35;1m`-- [35;1mnot a name[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0ma resource id is called by letters, digits and, after the first, . - _
        or +
  [31mx[0m what a resource reflects is text, and this is a number
   ,-[[36;1;4mi3.json:6:105[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                                                        |[0m
   :                                                                                                         [35;1m`-- [35;1ma number[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0mwrite "7"
  [31mx[0m what a resource reflects is empty
   ,-[[36;1;4mi3.json:6:108[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                                                           ^|[0m
   :                                                                                                             [35;1m`-- [35;1mhere[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  [31mx[0m a resource id needs a name, and this one is empty
   ,-[[36;1;4mi3.json:6:108[0m]
 [2m5[0m |     {"id": "service", "type": "service", "unit": "a.service",
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   : [35;1m                                                                                                           ^|[0m
   :                                                                                                             [35;1m`-- [35;1mnot a name[0m[0m
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
[36m  help: [0ma resource id is called by letters, digits and, after the first, . - _
        or +
  [31mx[0m reflects is a list, and this is null
   ,-[[36;1;4mi3.json:7:73[0m]
 [2m6[0m |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   : [35;1m                                                                        ^^|^[0m
   :                                                                           [35;1m`-- [35;1mnull[0m[0m
 [2m8[0m |     {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
   `----
[36m  help: [0mleave it out, or write []
  [31mx[0m reflects is a list, and this is text
   ,-[[36;1;4mi3.json:8:73[0m]
 [2m7[0m |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
 [2m8[0m |     {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
   : [35;1m                                                                        ^^^^|^^^[0m
   :                                                                             [35;1m`-- [35;1mtext[0m[0m
 [2m9[0m |   ]
   `----
[36m  help: [0mwrite ["config"]

"#]]);
}

#[test]
fn content_from_where_no_file_can_be() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
    {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
  ]
}
"#), str![[r#"
  [31mx[0m content_from stands where no file can be read in
   ,-[[36;1;4mi3.json:4:47[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
   : [35;1m                                              ^^^^^^^|^^^^^^[0m
   :                                                      [35;1m`-- [35;1mneeds a folder[0m[0m
 [2m5[0m |     {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
   `----
[36m  help: [0mon standard input and in a mesh document, give the content itself as
        content
  [31mx[0m this file has both content and content_from
   ,-[[36;1;4mi3.json:5:62[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
 [2m5[0m |     {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
   : [35;1m                                              ^^^^|^^^^[0m[33;1m      ^^^^^^^|^^^^^^[0m
   :                                                   [35;1m|[0m                 [33;1m`-- [33;1mand this[0m[0m
   :                                                   [35;1m`-- [35;1mthis[0m[0m
 [2m6[0m |   ]
   `----
[36m  help: [0mone of them says what the file holds

"#]]);
}

#[test]
fn fields_and_types_that_nobody_knows() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
    {"id": "b", "type": "fille", "path": "/b"},
    {"id": "c", "type": "service", "unit": "c", "reflect": []},
    {"id": "d", "type": "user", "name": "d", "shell": "/bin/sh"},
    {"id": "e", "type": "container", "content_from": "kept"}
  ]
}
"#), str![[r#"
  [33m![0m "contents" is no field of a file; it is kept as it is
   ,-[[36;1;4mi3.json:4:47[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
   : [35;1m                                              ^^^^^|^^^^[0m
   :                                                    [35;1m`-- [35;1mhere[0m[0m
 [2m5[0m |     {"id": "b", "type": "fille", "path": "/b"},
   `----
[36m  help: [0mdid you mean content?
  [33m![0m "colour" is no field of a file; it is kept as it is
   ,-[[36;1;4mi3.json:4:64[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
   : [35;1m                                                               ^^^^|^^^[0m
   :                                                                    [35;1m`-- [35;1mhere[0m[0m
 [2m5[0m |     {"id": "b", "type": "fille", "path": "/b"},
   `----
  [33m![0m "fille" is no type that Provost knows; it is passed on and excludes
  [33m|[0m nothing
   ,-[[36;1;4mi3.json:5:25[0m]
 [2m4[0m |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
 [2m5[0m |     {"id": "b", "type": "fille", "path": "/b"},
   : [35;1m                        ^^^|^^^[0m
   :                            [35;1m`-- [35;1mhere[0m[0m
 [2m6[0m |     {"id": "c", "type": "service", "unit": "c", "reflect": []},
   `----
[36m  help: [0mdid you mean file?
  [33m![0m "reflect" is no field of a service; it is kept as it is
   ,-[[36;1;4mi3.json:6:49[0m]
 [2m5[0m |     {"id": "b", "type": "fille", "path": "/b"},
 [2m6[0m |     {"id": "c", "type": "service", "unit": "c", "reflect": []},
   : [35;1m                                                ^^^^|^^^^[0m
   :                                                     [35;1m`-- [35;1mhere[0m[0m
 [2m7[0m |     {"id": "d", "type": "user", "name": "d", "shell": "/bin/sh"},
   `----
[36m  help: [0mdid you mean reflects?

"#]]);
}
