//! What is no JSON.

use snapbox::{IntoData, assert_data_eq, str};

use super::read;

#[test]
fn a_comma_too_many_in_a_list() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "requires": ["x-display",]
}
"#
        ),
        str![[r#"
  x nothing follows this comma before the ]
   ,-[i3.json:3:27]
 2 |   "name": "i3",
 3 |   "requires": ["x-display",]
   :                           |
   :                           `-- one too many
 4 | }
   `----
  help: JSON has no comma after the last entry

"#]]
        .raw()
    );
}

#[test]
fn a_comma_too_many_in_an_object() {
    assert_data_eq!(
        read(r#"{"name": "i3",}"#),
        str![[r#"
  x nothing follows this comma before the }
   ,-[i3.json:1:14]
 1 | {"name": "i3",}
   :              |
   :              `-- one too many
   `----
  help: JSON has no comma after the last entry

"#]]
        .raw()
    );
}

#[test]
fn a_comma_that_is_missing() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3"
  "version": "4.23"
}
"#
        ),
        str![[r#"
  x a comma or } belongs here
   ,-[i3.json:3:3]
 2 |   "name": "i3"
 3 |   "version": "4.23"
   :   |
   :   `-- instead of this
 4 | }
   `----
  help: is a comma missing before it?

"#]]
        .raw()
    );
}

#[test]
fn a_colon_that_is_missing() {
    assert_data_eq!(
        read(r#"{"name" "i3"}"#),
        str![[r#"
  x a : between this key and its value belongs here
   ,-[i3.json:1:9]
 1 | {"name" "i3"}
   :         |
   :         `-- instead of this
   `----

"#]]
        .raw()
    );
}

#[test]
fn two_commas() {
    assert_data_eq!(
        read(r#"{"name": "i3", "requires": ["a",, "b"]}"#),
        str![[r#"
  x a value belongs here
   ,-[i3.json:1:33]
 1 | {"name": "i3", "requires": ["a",, "b"]}
   :                                 |
   :                                 `-- instead of this
   `----
  help: is there one comma too many, or a value missing before it?

"#]]
        .raw()
    );
}

#[test]
fn a_comment() {
    assert_data_eq!(
        read(
            r#"{
  // the window manager
  "name": "i3"
}
"#
        ),
        str![[r#"
  x JSON has no comments
   ,-[i3.json:2:3]
 1 | {
 2 |   // the window manager
   :   |
   :   `-- begins here
 3 |   "name": "i3"
   `----
  help: say it in a field: "description"

"#]]
        .raw()
    );
}

#[test]
fn single_quotes() {
    assert_data_eq!(
        read(r#"{'name': 'i3'}"#),
        str![[r#"
  x a key in double quotes belongs here
   ,-[i3.json:1:2]
 1 | {'name': 'i3'}
   :  |
   :  `-- instead of this
   `----
  help: JSON has double quotes only

"#]]
        .raw()
    );
}

#[test]
fn a_key_without_quotes() {
    assert_data_eq!(
        read(r#"{name: "i3"}"#),
        str![[r#"
  x a key in double quotes belongs here
   ,-[i3.json:1:2]
 1 | {name: "i3"}
   :  |
   :  `-- instead of this
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_word_that_is_no_value() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "needs": {"display": True}
}
"#
        ),
        str![[r#"
  x this is no value that JSON has
   ,-[i3.json:3:24]
 2 |   "name": "i3",
 3 |   "needs": {"display": True}
   :                        ^^|^
   :                          `-- here
 4 | }
   `----
  help: did you mean true?

"#]]
        .raw()
    );
}

#[test]
fn a_word_without_quotes() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "version": latest
}
"#
        ),
        str![[r#"
  x this is no value that JSON has
   ,-[i3.json:3:14]
 2 |   "name": "i3",
 3 |   "version": latest
   :              ^^^|^^
   :                 `-- here
 4 | }
   `----
  help: a text stands in double quotes

"#]]
        .raw()
    );
}

#[test]
fn a_number_with_a_leading_zero() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [{"id": "a", "type": "file", "path": "/a", "mode": 0644}]
}
"#
        ),
        str![[r#"
  x this is no number that JSON has
   ,-[i3.json:3:67]
 2 |   "name": "i3",
 3 |   "resources": [{"id": "a", "type": "file", "path": "/a", "mode": 0644}]
   :                                                                   ^^|^
   :                                                                     `-- here
 4 | }
   `----
  help: a number does not begin with 0; as a text it is "0644"

"#]]
        .raw()
    );
}

#[test]
fn a_number_that_is_none() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "needs": {"memory_mib": 0x200}
}
"#
        ),
        str![[r#"
  x this is no number that JSON has
   ,-[i3.json:3:27]
 2 |   "name": "i3",
 3 |   "needs": {"memory_mib": 0x200}
   :                           ^^|^^
   :                             `-- here
 4 | }
   `----
  help: a number is written as in 4, -0.5 or 1e3; a text stands in double
        quotes

"#]]
        .raw()
    );
}

#[test]
fn a_number_beyond_all() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "needs": {"memory_mib": 1e400, "cores": -1e-400}
}
"#
        ),
        str![[r#"
  x this number is beyond what is kept
   ,-[i3.json:3:27]
 2 |   "name": "i3",
 3 |   "needs": {"memory_mib": 1e400, "cores": -1e-400}
   :                           ^^|^^
   :                             `-- here
 4 | }
   `----
  help: a 64-bit floating point number must hold it: up to about 1e308, and
        not nearer to 0 than about 1e-323
  x this number is beyond what is kept
   ,-[i3.json:3:43]
 2 |   "name": "i3",
 3 |   "needs": {"memory_mib": 1e400, "cores": -1e-400}
   :                                           ^^^|^^^
   :                                              `-- here
 4 | }
   `----
  help: a 64-bit floating point number must hold it: up to about 1e308, and
        not nearer to 0 than about 1e-323

"#]]
        .raw()
    );
}

#[test]
fn a_text_that_does_not_end() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3,
  "version": "4.23"
}
"#
        ),
        str![[r#"
  x this text is not closed before the end of the line
   ,-[i3.json:2:11]
 1 | {
 2 |   "name": "i3,
   :           ^^|^
   :             `-- begins here
 3 |   "version": "4.23"
   `----
  help: a closing " is missing; a line break within a text is written \n

"#]]
        .raw()
    );
}

#[test]
fn a_tab_in_a_text() {
    assert_data_eq!(
        read(r#"{"name": "i3", "description": "a	b"}"#),
        str![[r#"
  x the control character U+0009 stands in a text
   ,-[i3.json:1:33]
 1 | {"name": "i3", "description": "a    b"}
   :                                 ^^|^
   :                                   `-- here
   `----
  help: write \t

"#]]
        .raw()
    );
}

#[test]
fn an_escape_that_is_none() {
    assert_data_eq!(
        read(r#"{"name": "i3", "description": "C:\Users"}"#),
        str![[r#"
  x this is no escape that JSON has
   ,-[i3.json:1:34]
 1 | {"name": "i3", "description": "C:\Users"}
   :                                  ^|
   :                                   `-- here
   `----
  help: write \\ for a backslash; JSON has \" \\ \/ \n \t \r \b \f and \u0041

"#]]
        .raw()
    );
}

#[test]
fn an_escape_without_digits() {
    assert_data_eq!(
        read(r#"{"name": "i3", "description": "\u00g1"}"#),
        str![[r#"
  x four hexadecimal digits belong after \u
   ,-[i3.json:1:32]
 1 | {"name": "i3", "description": "\u00g1"}
   :                                ^|
   :                                 `-- here
   `----
  help: as in \u0041

"#]]
        .raw()
    );
}

#[test]
fn nul_and_half_characters() {
    assert_data_eq!(
        read(r#"{"name": "i3", "description": "a\u0000b \ud83d \ude00 \ud83d\ude00"}"#),
        str![[r#"
  x the character U+0000 cannot be kept
   ,-[i3.json:1:33]
 1 | {"name": "i3", "description": "a\u0000b \ud83d \ude00 \ud83d\ude00"}
   :                                 ^^^|^^
   :                                    `-- PostgreSQL stores no such text
   `----
  x this is half of a character
   ,-[i3.json:1:41]
 1 | {"name": "i3", "description": "a\u0000b \ud83d \ude00 \ud83d\ude00"}
   :                                         ^^^|^^
   :                                            `-- a surrogate alone
   `----
  help: characters beyond U+FFFF take two such escapes, or none: JSON is UTF-8
  x this is half of a character
   ,-[i3.json:1:48]
 1 | {"name": "i3", "description": "a\u0000b \ud83d \ude00 \ud83d\ude00"}
   :                                                ^^^|^^
   :                                                   `-- a surrogate alone
   `----
  help: characters beyond U+FFFF take two such escapes, or none: JSON is UTF-8

"#]]
        .raw()
    );
}

#[test]
fn a_file_that_is_cut_off() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "resources": [
    {"id": "package", "type": "package""#
        ),
        str![[r#"
  x the file ends before this { is closed
   ,-[i3.json:4:5]
 3 |   "resources": [
 4 |     {"id": "package", "type": "package"
   :     |
   :     `-- opened here
   `----
  help: was all of the file written, or copied?

"#]]
        .raw()
    );
}

#[test]
fn something_after_the_end() {
    assert_data_eq!(
        read(
            r#"{"name": "i3"}
{"name": "sway"}
"#
        ),
        str![[r#"
  x something stands after the end of a manifest
   ,-[i3.json:2:1]
 1 | {"name": "i3"}
 2 | {"name": "sway"}
   : |
   : `-- from here on
   `----
  help: one file holds one JSON value; take away what follows, or a bracket
        that closes too early

"#]]
        .raw()
    );
}

#[test]
fn an_empty_file() {
    assert_data_eq!(
        read(r#""#),
        str![[r#"
  x i3.json is empty; a manifest is a JSON object

"#]]
        .raw()
    );
}

#[test]
fn a_file_of_white_space() {
    assert_data_eq!(
        read(
            r#" 
	
"#
        ),
        str![[r#"
  x i3.json is empty; a manifest is a JSON object

"#]]
        .raw()
    );
}

#[test]
fn a_byte_order_mark() {
    assert_data_eq!(
        read("\u{feff}{\"name\": \"i3\"}"),
        str![[r#"
  x the file begins with a byte order mark (U+FEFF), which JSON does not have
   ,-[i3.json:1:1]
 1 | ???{"name": "i3"}
   : ^|^
   :  `-- three bytes that no editor shows
   `----
  help: save the file as UTF-8 without it

"#]]
        .raw()
    );
}

#[test]
fn a_key_twice() {
    assert_data_eq!(
        read(
            r#"{
  "name": "i3",
  "requires": ["x-display"],
  "version": "4.23",
  "requires": []
}
"#
        ),
        str![[r#"
  x "requires" stands twice in one object
   ,-[i3.json:5:3]
 2 |   "name": "i3",
 3 |   "requires": ["x-display"],
   :   ^^^^^|^^^^
   :        `-- here first
 4 |   "version": "4.23",
 5 |   "requires": []
   :   ^^^^^|^^^^
   :        `-- here again
 6 | }
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_key_twice_by_escapes_and_deep_down() {
    assert_data_eq!(
        read(r#"{"name": "i3", "provides": [{"name": "a", "port": 1, "\u0070ort": 2}]}"#),
        str![[r#"
  x "port" stands twice in one object
   ,-[i3.json:1:54]
 1 | {"name": "i3", "provides": [{"name": "a", "port": 1, "\u0070ort": 2}]}
   :                                           ^^^|^^     ^^^^^|^^^^^
   :                                              |            `-- here again
   :                                              `-- here first
   `----

"#]]
        .raw()
    );
}

#[test]
fn an_object_that_is_a_list() {
    assert_data_eq!(
        read(r#"["i3"]"#),
        str![[r#"
  x a manifest is an object, and this is a list
   ,-[i3.json:1:1]
 1 | ["i3"]
   : ^^^|^^
   :    `-- a list
   `----

"#]]
        .raw()
    );
}

#[test]
fn a_bare_word() {
    assert_data_eq!(
        read(r#"i3"#),
        str![[r#"
  x this is no value that JSON has
   ,-[i3.json:1:1]
 1 | i3
   : ^|
   :  `-- here
   `----
  help: a text stands in double quotes

"#]]
        .raw()
    );
}

#[test]
fn a_place_in_a_long_line() {
    assert_data_eq!(
        read(&format!(
            "{{\"name\": \"i3\", \"description\": \"{}\", \"requires\": [7], \"x\": \"{}\"}}",
            "long ".repeat(500),
            "y".repeat(500)
        )),
        str![[r#"
  x a requirement is a name, and this is a number
   ,-[i3.json:1:2548]
 1 | ong long long long long ", "requires": [7], "x": "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy
   :                                         |
   :                                         `-- a number
   `----
  help: write "7"

"#]]
        .raw()
    );
}

#[test]
fn characters_that_steer_a_terminal() {
    assert_data_eq!(
        read("{\"name\": \"i3\", \"version\": [\"\u{9b}2J\u{202e}\"], \u{1b}"),
        str![[r#"
  x a key in double quotes belongs here
   ,-[i3.json:1:37]
 1 | {"name": "i3", "version": ["??2J???"], ?
   :                                        |
   :                                        `-- instead of this
   `----

"#]]
        .raw()
    );
}

#[test]
fn nesting_without_end() {
    assert_data_eq!(
        read(&"[".repeat(100_000)),
        str![[r#"
  x lists and objects stand in each other more than 100 deep
   ,-[i3.json:1:101]
 1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
   :                                         |
   :                                         `-- this is the 101st
   `----

"#]]
        .raw()
    );
}

#[test]
fn nesting_of_objects_without_end() {
    assert_data_eq!(
        read(&"{\"a\":".repeat(100_000)),
        str![[r#"
  x lists and objects stand in each other more than 100 deep
   ,-[i3.json:1:501]
 1 | {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{
   :                                         |
   :                                         `-- this is the 101st
   `----

"#]]
        .raw()
    );
}
