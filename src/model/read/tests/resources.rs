//! What is no resource.

use snapbox::{IntoData, assert_data_eq, str};

use super::read;

#[test]
fn every_type_with_every_field() {
    assert_data_eq!(
        read(
            r#"{
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
"#
        ),
        str!["read"].raw()
    );
}

#[test]
fn a_resource_without_what_identifies_it() {
    assert_data_eq!(
        read(
            r#"{
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
"#
        ),
        str![[r#"
  x this file has no path
   ,-[i3.json:4:5]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "pth": "/a"},
   :     ^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^|
   :                         |                   `-- did you mean path?
   :                         `-- path is missing
 5 |     {"type": "package", "name": "d"},
   `----
  x this resource has no id
   ,-[i3.json:5:5]
 4 |     {"id": "a", "type": "file", "pth": "/a"},
 5 |     {"type": "package", "name": "d"},
   :     ^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^
   :                     `-- id is missing
 6 |     {"id": "c", "path": "/c"},
   `----
  x this resource has no type
   ,-[i3.json:6:5]
 5 |     {"type": "package", "name": "d"},
 6 |     {"id": "c", "path": "/c"},
   :     ^^^^^^^^^^^^|^^^^^^^^^^^^
   :                 `-- type is missing
 7 |     {"id": "d", "type": "port"},
   `----
  x this port has no port
   ,-[i3.json:7:5]
 6 |     {"id": "c", "path": "/c"},
 7 |     {"id": "d", "type": "port"},
   :     ^^^^^^^^^^^^^|^^^^^^^^^^^^^
   :                  `-- port is missing
 8 |     "e",
   `----
  x a resource is an object, and this is text
   ,-[i3.json:8:5]
 7 |     {"id": "d", "type": "port"},
 8 |     "e",
   :     ^|^
   :      `-- text
 9 |     {"id": "f", "type": "service",
   `----
  x this service has no unit
    ,-[i3.json:9:5]
  8 |     "e",
  9 |     {"id": "f", "type": "service",
    :     |
    :     `-- unit is missing
 10 |      "units": ["f.service"]}
    :      ^^^|^^^
    :         `-- did you mean unit?
 11 |   ]
    `----

"#]]
        .raw()
    );
}

#[test]
fn an_id_twice_or_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "package", "name": "x"},
    {"id": "a", "type": "package", "name": "y"},
    {"id": "a/b", "type": "package", "name": "z"}
  ]
}
"#
        ),
        str![[r#"
  x two resources have the id a
   ,-[i3.json:5:12]
 3 |   "resources": [
 4 |     {"id": "a", "type": "package", "name": "x"},
   :            ^|^
   :             `-- here first
 5 |     {"id": "a", "type": "package", "name": "y"},
   :            ^|^
   :             `-- here again
 6 |     {"id": "a/b", "type": "package", "name": "z"}
   `----
  help: an id is unique within its module
  x "a/b" is no name of a resource id: '/' is not allowed in it
   ,-[i3.json:6:12]
 5 |     {"id": "a", "type": "package", "name": "y"},
 6 |     {"id": "a/b", "type": "package", "name": "z"}
   :            ^^|^^
   :              `-- not a name
 7 |   ]
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ +

"#]]
        .raw()
    );
}

#[test]
fn paths_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "etc/motd"},
    {"id": "b", "type": "link", "path": "/etc/../motd"},
    {"id": "c", "type": "directory", "path": ""},
    {"id": "d", "type": "file", "path": null}
  ]
}
"#
        ),
        str![[r#"
  x "etc/motd" is not a path that a module can name: a path begins with /
   ,-[i3.json:4:41]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "etc/motd"},
   :                                         ^^^^^|^^^^
   :                                              `-- not a path
 5 |     {"id": "b", "type": "link", "path": "/etc/../motd"},
   `----
  help: a path is absolute and in no part .., as in /etc/motd
  x "/etc/../motd" is not a path that a module can name: a path has no part
  | that is ..
   ,-[i3.json:5:41]
 4 |     {"id": "a", "type": "file", "path": "etc/motd"},
 5 |     {"id": "b", "type": "link", "path": "/etc/../motd"},
   :                                         ^^^^^^^|^^^^^^
   :                                                `-- not a path
 6 |     {"id": "c", "type": "directory", "path": ""},
   `----
  help: a path is absolute and in no part .., as in /etc/motd
  x "" is not a path that a module can name: a path begins with /
   ,-[i3.json:6:46]
 5 |     {"id": "b", "type": "link", "path": "/etc/../motd"},
 6 |     {"id": "c", "type": "directory", "path": ""},
   :                                              ^|
   :                                               `-- not a path
 7 |     {"id": "d", "type": "file", "path": null}
   `----
  help: a path is absolute and in no part .., as in /etc/motd
  x path is text, and this is null
   ,-[i3.json:7:41]
 6 |     {"id": "c", "type": "directory", "path": ""},
 7 |     {"id": "d", "type": "file", "path": null}
   :                                         ^^|^
   :                                           `-- null
 8 |   ]
   `----
  help: leave it out where there is nothing to say

"#]]
        .raw()
    );
}

#[test]
fn modes_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "mode": 644},
    {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
    {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
  ]
}
"#
        ),
        str![[r#"
  x mode is text, and this is a number
   ,-[i3.json:4:55]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "mode": 644},
   :                                                       ^|^
   :                                                        `-- a number
 5 |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
   `----
  help: three or four octal digits in quotes, as in "0644"
  x "0888" is no mode
   ,-[i3.json:5:55]
 4 |     {"id": "a", "type": "file", "path": "/a", "mode": 644},
 5 |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
   :                                                       ^^^|^^
   :                                                          `-- not octal
 6 |     {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
   `----
  help: three or four octal digits in quotes, as in "0644"
  x "rwx" is no mode
   ,-[i3.json:6:60]
 5 |     {"id": "b", "type": "file", "path": "/b", "mode": "0888"},
 6 |     {"id": "c", "type": "directory", "path": "/c", "mode": "rwx"}
   :                                                            ^^|^^
   :                                                              `-- not octal
 7 |   ]
   `----
  help: three or four octal digits in quotes, as in "0644"

"#]]
        .raw()
    );
}

#[test]
fn fields_of_another_type() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
    {"id": "b", "type": "package", "name": "", "version": 4.23},
    {"id": "c", "type": "link", "path": "/c", "target": false},
    {"id": "d", "type": 7}
  ]
}
"#
        ),
        str![[r#"
  x owner is text, and this is a number
   ,-[i3.json:4:56]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
   :                                                        |
   :                                                        `-- a number
 5 |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   `----
  help: write "0"
  x content is text, and this is a list
   ,-[i3.json:4:70]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
   :                                                                      ^^|^^
   :                                                                        `-- a list
 5 |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   `----
  x name is empty
   ,-[i3.json:5:44]
 4 |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
 5 |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   :                                            ^|
   :                                             `-- nothing
 6 |     {"id": "c", "type": "link", "path": "/c", "target": false},
   `----
  x version is text, and this is a number
   ,-[i3.json:5:59]
 4 |     {"id": "a", "type": "file", "path": "/a", "owner": 0, "content": ["x"]},
 5 |     {"id": "b", "type": "package", "name": "", "version": 4.23},
   :                                                           ^^|^
   :                                                             `-- a number
 6 |     {"id": "c", "type": "link", "path": "/c", "target": false},
   `----
  help: write "4.23"
  x target is text, and this is false
   ,-[i3.json:6:57]
 5 |     {"id": "b", "type": "package", "name": "", "version": 4.23},
 6 |     {"id": "c", "type": "link", "path": "/c", "target": false},
   :                                                         ^^|^^
   :                                                           `-- false
 7 |     {"id": "d", "type": 7}
   `----
  x the type of a resource is text, and this is a number
   ,-[i3.json:7:25]
 6 |     {"id": "c", "type": "link", "path": "/c", "target": false},
 7 |     {"id": "d", "type": 7}
   :                         |
   :                         `-- a number
 8 |   ]
   `----
  help: write "7"

"#]]
        .raw()
    );
}

#[test]
fn ports_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
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
"#
        ),
        str![[r#"
  x this is not the number of a port
   ,-[i3.json:4:41]
 3 |   "resources": [
 4 |     {"id": "a", "type": "port", "port": 0},
   :                                         |
   :                                         `-- not a port
 5 |     {"id": "b", "type": "port", "port": 65536},
   `----
  help: a whole number from 1 to 65535
  x this is not the number of a port
   ,-[i3.json:5:41]
 4 |     {"id": "a", "type": "port", "port": 0},
 5 |     {"id": "b", "type": "port", "port": 65536},
   :                                         ^^|^^
   :                                           `-- not a port
 6 |     {"id": "c", "type": "port", "port": "80"},
   `----
  help: a whole number from 1 to 65535
  x port is a number, and this is text
   ,-[i3.json:6:41]
 5 |     {"id": "b", "type": "port", "port": 65536},
 6 |     {"id": "c", "type": "port", "port": "80"},
   :                                         ^^|^
   :                                           `-- text
 7 |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   `----
  help: a whole number from 1 to 65535, without quotes
  x this is not the number of a port
   ,-[i3.json:7:41]
 6 |     {"id": "c", "type": "port", "port": "80"},
 7 |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   :                                         ^^|^
   :                                           `-- not a port
 8 |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   `----
  help: a whole number from 1 to 65535
  x "TCP" is no protocol of a port
   ,-[i3.json:7:59]
 6 |     {"id": "c", "type": "port", "port": "80"},
 7 |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
   :                                                           ^^|^^
   :                                                             `-- not a protocol
 8 |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   `----
  help: did you mean tcp? a protocol is tcp, the default, or udp
  x "sctp" is no protocol of a port
   ,-[i3.json:8:57]
 7 |     {"id": "d", "type": "port", "port": 80.5, "protocol": "TCP"},
 8 |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
   :                                                         ^^^|^^
   :                                                            `-- not a protocol
 9 |     {"id": "f", "type": "port", "port": 81, "address": "localhost"}
   `----
  help: a protocol is tcp, the default, or udp
  x "localhost" is no IP address
    ,-[i3.json:9:56]
  8 |     {"id": "e", "type": "port", "port": 80, "protocol": "sctp"},
  9 |     {"id": "f", "type": "port", "port": 81, "address": "localhost"}
    :                                                        ^^^^^|^^^^^
    :                                                             `-- not an address
 10 |   ]
    `----
  help: as in 127.0.0.1 or ::1; without one, every address is meant

"#]]
        .raw()
    );
}

#[test]
fn one_identity_twice() {
    assert_data_eq!(
        read(
            r#"{
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
"#
        ),
        str![[r#"
  x a and b are both path /etc/x
   ,-[i3.json:5:46]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/etc/x"},
   :                                         ^^^^|^^^
   :                                             `-- here first
 5 |     {"id": "b", "type": "directory", "path": "/etc//x/"},
   :                                              ^^^^^|^^^^
   :                                                   `-- here again
 6 |     {"id": "c", "type": "package", "name": "x"},
   `----
  x c and d are both package x
   ,-[i3.json:7:44]
 5 |     {"id": "b", "type": "directory", "path": "/etc//x/"},
 6 |     {"id": "c", "type": "package", "name": "x"},
   :                                            ^|^
   :                                             `-- here first
 7 |     {"id": "d", "type": "package", "name": "x"},
   :                                            ^|^
   :                                             `-- here again
 8 |     {"id": "e", "type": "port", "port": 80},
   `----
  x e and f are both port tcp/80
    ,-[i3.json:9:41]
  7 |     {"id": "d", "type": "package", "name": "x"},
  8 |     {"id": "e", "type": "port", "port": 80},
    :                                         ^|
    :                                          `-- here first
  9 |     {"id": "f", "type": "port", "port": 80, "address": "0.0.0.0"},
    :                                         ^|
    :                                          `-- here again
 10 |     {"id": "g", "type": "port", "port": 80, "address": "127.0.0.1"},
    `----

"#]]
        .raw()
    );
}

#[test]
fn a_path_below_its_own_file() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/etc/x/y/z"},
    {"id": "b", "type": "link", "path": "/etc/x"},
    {"id": "c", "type": "directory", "path": "/etc"}
  ]
}
"#
        ),
        str![[r#"
  x /etc/x/y/z is below a link of the same module
   ,-[i3.json:4:41]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/etc/x/y/z"},
   :                                         ^^^^^^|^^^^^
   :                                               `-- cannot be there
 5 |     {"id": "b", "type": "link", "path": "/etc/x"},
   :                                         ^^^^|^^^
   :                                             `-- is a link
 6 |     {"id": "c", "type": "directory", "path": "/etc"}
   `----

"#]]
        .raw()
    );
}

#[test]
fn reflects_that_are_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "config", "type": "file", "path": "/a"},
    {"id": "service", "type": "service", "unit": "a.service",
     "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
    {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
    {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
  ]
}
"#
        ),
        str![[r#"
  x no resource of this module has the id confg
   ,-[i3.json:6:19]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                   ^^^|^^^
   :                      `-- reflects nothing
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  help: did you mean config?
  x no resource of this module has the id nothing
   ,-[i3.json:6:28]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                            ^^^^^^|^^^^^
   :                                  `-- reflects nothing
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  help: its resources are config, other, service, third
  x reflects names "i3/config" twice
   ,-[i3.json:6:52]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                          ^^^^|^^^  ^^^^^|^^^^^
   :                                              |          `-- here again
   :                                              `-- here first
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  x reflects names "/etc/" twice
   ,-[i3.json:6:73]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                 ^^^|^^  ^^^|^^^
   :                                                                    |       `-- here again
   :                                                                    `-- here first
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  x "/a/../b" is not a path that a module can name: a path has no part that
  | is ..
   ,-[i3.json:6:82]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                                  ^^^^|^^^^
   :                                                                                      `-- not a path
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  help: a path is absolute and in no part .., as in /etc/motd
  x "x/y" is no name of a resource id: '/' is not allowed in it
   ,-[i3.json:6:93]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                                             ^^^^^|^^^^
   :                                                                                                  `-- not a name
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  help: a name begins with a letter or digit; after that, these are allowed
        too: . - _ +
  x what a resource reflects is text, and this is a number
   ,-[i3.json:6:105]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                                                         |
   :                                                                                                         `-- a number
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  help: write "7"
  x what a resource reflects is empty
   ,-[i3.json:6:108]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                                                            ^|
   :                                                                                                             `-- nothing
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  x a resource id needs a name, and this one is empty
   ,-[i3.json:6:108]
 5 |     {"id": "service", "type": "service", "unit": "a.service",
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
   :                                                                                                            ^|
   :                                                                                                             `-- not a name
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   `----
  x reflects is a list, and this is null
   ,-[i3.json:7:73]
 6 |      "reflects": ["confg", "i3/nothing", "config", "i3/config", "/etc", "/etc/", "/a/../b", "sway/x/y", 7, ""]},
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
   :                                                                         ^^|^
   :                                                                           `-- null
 8 |     {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
   `----
  help: leave it out, or write []
  x reflects is a list, and this is text
   ,-[i3.json:8:73]
 7 |     {"id": "other", "type": "service", "unit": "b.service", "reflects": null},
 8 |     {"id": "third", "type": "service", "unit": "c.service", "reflects": "config"}
   :                                                                         ^^^^|^^^
   :                                                                             `-- text
 9 |   ]
   `----
  help: write ["config"]

"#]].raw()
    );
}

#[test]
fn content_from_where_no_file_can_be() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
    {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
  ]
}
"#
        ),
        str![[r#"
  x content_from stands where no file can be read in
   ,-[i3.json:4:47]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
   :                                               ^^^^^^^|^^^^^^
   :                                                      `-- needs a folder
 5 |     {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
   `----
  help: on standard input and in a mesh document, give the content itself as
        content
  x this file has both content and content_from
   ,-[i3.json:5:62]
 4 |     {"id": "a", "type": "file", "path": "/a", "content_from": "a.txt"},
 5 |     {"id": "b", "type": "file", "path": "/b", "content": "", "content_from": "a.txt"}
   :                                               ^^^^|^^^^      ^^^^^^^|^^^^^^
   :                                                   |                 `-- and this
   :                                                   `-- this
 6 |   ]
   `----
  help: one of them says what the file holds

"#]]
        .raw()
    );
}

#[test]
fn fields_and_types_that_nobody_knows() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
    {"id": "b", "type": "fille", "path": "/b"},
    {"id": "c", "type": "service", "unit": "c", "reflect": []},
    {"id": "d", "type": "user", "name": "d", "shell": "/bin/sh"},
    {"id": "e", "type": "container", "content_from": "kept"}
  ]
}
"#
        ),
        str![[r#"
  ! "contents" is no field of a file; it is kept as it is
   ,-[i3.json:4:47]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
   :                                               ^^^^^|^^^^
   :                                                    `-- not known
 5 |     {"id": "b", "type": "fille", "path": "/b"},
   `----
  help: did you mean content?
  ! "colour" is no field of a file; it is kept as it is
   ,-[i3.json:4:64]
 3 |   "resources": [
 4 |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
   :                                                                ^^^^|^^^
   :                                                                    `-- not known
 5 |     {"id": "b", "type": "fille", "path": "/b"},
   `----
  ! "fille" is no type that Provost knows; it is passed on and excludes
  | nothing
   ,-[i3.json:5:25]
 4 |     {"id": "a", "type": "file", "path": "/a", "contents": "x", "colour": "red"},
 5 |     {"id": "b", "type": "fille", "path": "/b"},
   :                         ^^^|^^^
   :                            `-- not known
 6 |     {"id": "c", "type": "service", "unit": "c", "reflect": []},
   `----
  help: did you mean file?
  ! "reflect" is no field of a service; it is kept as it is
   ,-[i3.json:6:49]
 5 |     {"id": "b", "type": "fille", "path": "/b"},
 6 |     {"id": "c", "type": "service", "unit": "c", "reflect": []},
   :                                                 ^^^^|^^^^
   :                                                     `-- not known
 7 |     {"id": "d", "type": "user", "name": "d", "shell": "/bin/sh"},
   `----
  help: did you mean reflects?

"#]]
        .raw()
    );
}
