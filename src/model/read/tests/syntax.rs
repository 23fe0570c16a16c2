//! What is no JSON.

use snapbox::{assert_data_eq, str};

use super::read;

#[test]
fn a_comma_too_many_in_a_list() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "requires": ["x-display",]
}
"#), str![[r#"
  [31mx[0m nothing follows this comma before the ]
   ,-[[36;1;4mi3.json:3:27[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "requires": ["x-display",]
   : [35;1m                          |[0m
   :                           [35;1m`-- [35;1mone too many[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mJSON has no comma after the last entry

"#]]);
}

#[test]
fn a_comma_too_many_in_an_object() {
    assert_data_eq!(read(r#"{"name": "i3",}"#), str![[r#"
  [31mx[0m nothing follows this comma before the }
   ,-[[36;1;4mi3.json:1:14[0m]
 [2m1[0m | {"name": "i3",}
   : [35;1m             |[0m
   :              [35;1m`-- [35;1mone too many[0m[0m
   `----
[36m  help: [0mJSON has no comma after the last entry

"#]]);
}

#[test]
fn a_comma_that_is_missing() {
    assert_data_eq!(read(r#"{
  "name": "i3"
  "version": "4.23"
}
"#), str![[r#"
  [31mx[0m a , or the } of this object belongs here
   ,-[[36;1;4mi3.json:3:3[0m]
 [2m2[0m |   "name": "i3"
 [2m3[0m |   "version": "4.23"
   : [35;1m  |[0m
   :   [35;1m`-- [35;1minstead of this[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mis a comma missing before it?

"#]]);
}

#[test]
fn a_colon_that_is_missing() {
    assert_data_eq!(read(r#"{"name" "i3"}"#), str![[r#"
  [31mx[0m the : between a key and its value belongs here
   ,-[[36;1;4mi3.json:1:9[0m]
 [2m1[0m | {"name" "i3"}
   : [35;1m        |[0m
   :         [35;1m`-- [35;1minstead of this[0m[0m
   `----
[36m  help: [0mis a comma missing before it?

"#]]);
}

#[test]
fn two_commas() {
    assert_data_eq!(read(r#"{"name": "i3", "requires": ["a",, "b"]}"#), str![[r#"
  [31mx[0m a value belongs here
   ,-[[36;1;4mi3.json:1:33[0m]
 [2m1[0m | {"name": "i3", "requires": ["a",, "b"]}
   : [35;1m                                |[0m
   :                                 [35;1m`-- [35;1minstead of this[0m[0m
   `----
[36m  help: [0mis there one comma too many, or a value missing before it?

"#]]);
}

#[test]
fn a_comment() {
    assert_data_eq!(read(r#"{
  // the window manager
  "name": "i3"
}
"#), str![[r#"
  [31mx[0m JSON has no comments
   ,-[[36;1;4mi3.json:2:3[0m]
 [2m1[0m | {
 [2m2[0m |   // the window manager
   : [35;1m  |[0m
   :   [35;1m`-- [35;1mbegins here[0m[0m
 [2m3[0m |   "name": "i3"
   `----
[36m  help: [0msay it in a field: "description"

"#]]);
}

#[test]
fn single_quotes() {
    assert_data_eq!(read(r#"{'name': 'i3'}"#), str![[r#"
  [31mx[0m a key in double quotes belongs here
   ,-[[36;1;4mi3.json:1:2[0m]
 [2m1[0m | {'name': 'i3'}
   : [35;1m |[0m
   :  [35;1m`-- [35;1minstead of this[0m[0m
   `----
[36m  help: [0mJSON has double quotes only

"#]]);
}

#[test]
fn a_key_without_quotes() {
    assert_data_eq!(read(r#"{name: "i3"}"#), str![[r#"
  [31mx[0m a key in double quotes belongs here
   ,-[[36;1;4mi3.json:1:2[0m]
 [2m1[0m | {name: "i3"}
   : [35;1m |[0m
   :  [35;1m`-- [35;1minstead of this[0m[0m
   `----

"#]]);
}

#[test]
fn a_word_that_is_no_value() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "needs": {"display": True}
}
"#), str![[r#"
  [31mx[0m this is no value that JSON has
   ,-[[36;1;4mi3.json:3:24[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "needs": {"display": True}
   : [35;1m                       ^^|^[0m
   :                          [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0mdid you mean true?

"#]]);
}

#[test]
fn a_word_without_quotes() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "version": latest
}
"#), str![[r#"
  [31mx[0m this is no value that JSON has
   ,-[[36;1;4mi3.json:3:14[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "version": latest
   : [35;1m             ^^^|^^[0m
   :                 [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma text stands in double quotes

"#]]);
}

#[test]
fn a_number_with_a_leading_zero() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [{"id": "a", "type": "file", "path": "/a", "mode": 0644}]
}
"#), str![[r#"
  [31mx[0m this is no number that JSON has
   ,-[[36;1;4mi3.json:3:67[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "resources": [{"id": "a", "type": "file", "path": "/a", "mode": 0644}]
   : [35;1m                                                                  ^^|^[0m
   :                                                                     [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma number does not begin with 0; as a text it is "0644"

"#]]);
}

#[test]
fn a_number_that_is_none() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "needs": {"memory_mib": 0x200}
}
"#), str![[r#"
  [31mx[0m this is no number that JSON has
   ,-[[36;1;4mi3.json:3:27[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "needs": {"memory_mib": 0x200}
   : [35;1m                          ^^|^^[0m
   :                             [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma number is written as in 4, -0.5 or 1e3; a text stands in double
        quotes

"#]]);
}

#[test]
fn a_number_beyond_all() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "needs": {"memory_mib": 1e400, "cores": -1e-400}
}
"#), str![[r#"
  [31mx[0m this number is beyond what is kept
   ,-[[36;1;4mi3.json:3:27[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "needs": {"memory_mib": 1e400, "cores": -1e-400}
   : [35;1m                          ^^|^^[0m
   :                             [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma 64-bit floating point number must hold it: up to about 1e308, and
        not nearer to 0 than about 1e-323
  [31mx[0m this number is beyond what is kept
   ,-[[36;1;4mi3.json:3:43[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "needs": {"memory_mib": 1e400, "cores": -1e-400}
   : [35;1m                                          ^^^|^^^[0m
   :                                              [35;1m`-- [35;1mhere[0m[0m
 [2m4[0m | }
   `----
[36m  help: [0ma 64-bit floating point number must hold it: up to about 1e308, and
        not nearer to 0 than about 1e-323

"#]]);
}

#[test]
fn a_text_that_does_not_end() {
    assert_data_eq!(read(r#"{
  "name": "i3,
  "version": "4.23"
}
"#), str![[r#"
  [31mx[0m this text is not closed before the end of the line
   ,-[[36;1;4mi3.json:2:11[0m]
 [2m1[0m | {
 [2m2[0m |   "name": "i3,
   : [35;1m          ^^|^[0m
   :             [35;1m`-- [35;1mbegins here[0m[0m
 [2m3[0m |   "version": "4.23"
   `----
[36m  help: [0ma closing " is missing; a line break within a text is written /n

"#]]);
}

#[test]
fn a_tab_in_a_text() {
    assert_data_eq!(read(r#"{"name": "i3", "description": "a	b"}"#), str![[r#"
  [31mx[0m the control character U+0009 stands in a text
   ,-[[36;1;4mi3.json:1:33[0m]
 [2m1[0m | {"name": "i3", "description": "a    b"}
   : [35;1m                                ^^|^[0m
   :                                   [35;1m`-- [35;1mhere[0m[0m
   `----
[36m  help: [0mwrite /t

"#]]);
}

#[test]
fn an_escape_that_is_none() {
    assert_data_eq!(read(r#"{"name": "i3", "description": "C:\Users"}"#), str![[r#"
  [31mx[0m this is no escape that JSON has
   ,-[[36;1;4mi3.json:1:34[0m]
 [2m1[0m | {"name": "i3", "description": "C:/Users"}
   : [35;1m                                 ^|[0m
   :                                   [35;1m`-- [35;1mhere[0m[0m
   `----
[36m  help: [0mwrite // for a backslash; JSON has /" // // /n /t /r /b /f and /u0041

"#]]);
}

#[test]
fn an_escape_without_digits() {
    assert_data_eq!(read(r#"{"name": "i3", "description": "\u00g1"}"#), str![[r#"
  [31mx[0m four hexadecimal digits belong after /u
   ,-[[36;1;4mi3.json:1:32[0m]
 [2m1[0m | {"name": "i3", "description": "/u00g1"}
   : [35;1m                               ^|[0m
   :                                 [35;1m`-- [35;1mhere[0m[0m
   `----
[36m  help: [0mas in /u0041

"#]]);
}

#[test]
fn nul_and_half_characters() {
    assert_data_eq!(read(r#"{"name": "i3", "description": "a\u0000b \ud83d \ude00 \ud83d\ude00"}"#), str![[r#"
  [31mx[0m the character U+0000 cannot be kept
   ,-[[36;1;4mi3.json:1:33[0m]
 [2m1[0m | {"name": "i3", "description": "a/u0000b /ud83d /ude00 /ud83d/ude00"}
   : [35;1m                                ^^^|^^[0m
   :                                    [35;1m`-- [35;1mPostgreSQL stores no such text[0m[0m
   `----
  [31mx[0m this is half of a character
   ,-[[36;1;4mi3.json:1:41[0m]
 [2m1[0m | {"name": "i3", "description": "a/u0000b /ud83d /ude00 /ud83d/ude00"}
   : [35;1m                                        ^^^|^^[0m
   :                                            [35;1m`-- [35;1ma surrogate alone[0m[0m
   `----
[36m  help: [0mcharacters beyond U+FFFF take two such escapes, or none: JSON is UTF-8
  [31mx[0m this is half of a character
   ,-[[36;1;4mi3.json:1:48[0m]
 [2m1[0m | {"name": "i3", "description": "a/u0000b /ud83d /ude00 /ud83d/ude00"}
   : [35;1m                                               ^^^|^^[0m
   :                                                   [35;1m`-- [35;1ma surrogate alone[0m[0m
   `----
[36m  help: [0mcharacters beyond U+FFFF take two such escapes, or none: JSON is UTF-8

"#]]);
}

#[test]
fn a_file_that_is_cut_off() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "resources": [
    {"id": "package", "type": "package""#), str![[r#"
  [31mx[0m the file ends before this { is closed
   ,-[[36;1;4mi3.json:4:5[0m]
 [2m3[0m |   "resources": [
 [2m4[0m |     {"id": "package", "type": "package"
   : [35;1m    |[0m
   :     [35;1m`-- [35;1mopened here[0m[0m
   `----
[36m  help: [0mwas all of the file written, or copied?

"#]]);
}

#[test]
fn something_after_the_end() {
    assert_data_eq!(read(r#"{"name": "i3"}
{"name": "sway"}
"#), str![[r#"
  [31mx[0m something stands after the end of a manifest
   ,-[[36;1;4mi3.json:2:1[0m]
 [2m1[0m | {"name": "i3"}
 [2m2[0m | {"name": "sway"}
   : [35;1m|[0m
   : [35;1m`-- [35;1mfrom here on[0m[0m
   `----
[36m  help: [0mone file holds one JSON value; take away what follows, or a bracket
        that closes too early

"#]]);
}

#[test]
fn an_empty_file() {
    assert_data_eq!(read(r#""#), str![[r#"
  [31mx[0m i3.json is empty; a manifest is a JSON object

"#]]);
}

#[test]
fn a_file_of_white_space() {
    assert_data_eq!(read(r#" 
	
"#), str![[r#"
  [31mx[0m i3.json is empty; a manifest is a JSON object

"#]]);
}

#[test]
fn a_byte_order_mark() {
    assert_data_eq!(read("\u{feff}{\"name\": \"i3\"}"), str![[r#"
  [31mx[0m the file begins with a byte order mark (U+FEFF), which JSON does not have
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | ???{"name": "i3"}
   : [35;1m^|^[0m
   :  [35;1m`-- [35;1mthree bytes that no editor shows[0m[0m
   `----
[36m  help: [0msave the file as UTF-8 without it

"#]]);
}

#[test]
fn a_key_twice() {
    assert_data_eq!(read(r#"{
  "name": "i3",
  "requires": ["x-display"],
  "version": "4.23",
  "requires": []
}
"#), str![[r#"
  [31mx[0m "requires" stands twice in one object
   ,-[[36;1;4mi3.json:5:3[0m]
 [2m2[0m |   "name": "i3",
 [2m3[0m |   "requires": ["x-display"],
   : [35;1m  ^^^^^|^^^^[0m
   :        [35;1m`-- [35;1mhere first[0m[0m
 [2m4[0m |   "version": "4.23",
 [2m5[0m |   "requires": []
   : [33;1m  ^^^^^|^^^^[0m
   :        [33;1m`-- [33;1mhere again[0m[0m
 [2m6[0m | }
   `----

"#]]);
}

#[test]
fn a_key_twice_by_escapes_and_deep_down() {
    assert_data_eq!(read(r#"{"name": "i3", "provides": [{"name": "a", "port": 1, "\u0070ort": 2}]}"#), str![[r#"
  [31mx[0m "port" stands twice in one object
   ,-[[36;1;4mi3.json:1:54[0m]
 [2m1[0m | {"name": "i3", "provides": [{"name": "a", "port": 1, "/u0070ort": 2}]}
   : [35;1m                                          ^^^|^^[0m[33;1m     ^^^^^|^^^^^[0m
   :                                              [35;1m|[0m            [33;1m`-- [33;1mhere again[0m[0m
   :                                              [35;1m`-- [35;1mhere first[0m[0m
   `----

"#]]);
}

#[test]
fn an_object_that_is_a_list() {
    assert_data_eq!(read(r#"["i3"]"#), str![[r#"
  [31mx[0m a manifest is an object, and this is a list
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | ["i3"]
   : [35;1m^^^|^^[0m
   :    [35;1m`-- [35;1ma list[0m[0m
   `----

"#]]);
}

#[test]
fn a_bare_word() {
    assert_data_eq!(read(r#"i3"#), str![[r#"
  [31mx[0m this is no value that JSON has
   ,-[[36;1;4mi3.json:1:1[0m]
 [2m1[0m | i3
   : [35;1m^|[0m
   :  [35;1m`-- [35;1mhere[0m[0m
   `----
[36m  help: [0ma text stands in double quotes

"#]]);
}

#[test]
fn a_place_in_a_long_line() {
    assert_data_eq!(read(&format!("{{\"name\": \"i3\", \"description\": \"{}\", \"requires\": [7], \"x\": \"{}\"}}", "long ".repeat(500), "y".repeat(500))), str![[r#"
  [31mx[0m a requirement is text, and this is a number
   ,-[[36;1;4mi3.json:1:2548[0m]
 [2m1[0m | ong long long long long ", "requires": [7], "x": "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy
   : [35;1m                                        |[0m
   :                                         [35;1m`-- [35;1ma number[0m[0m
   `----
[36m  help: [0mwrite "7"

"#]]);
}

#[test]
fn characters_that_steer_a_terminal() {
    assert_data_eq!(read("{\"name\": \"i3\", \"version\": [\"\u{9b}2J\u{202e}\"], \u{1b}"), str![[r#"
  [31mx[0m a key in double quotes belongs here
   ,-[[36;1;4mi3.json:1:37[0m]
 [2m1[0m | {"name": "i3", "version": ["??2J???"], ?
   : [35;1m                                       |[0m
   :                                        [35;1m`-- [35;1minstead of this[0m[0m
   `----

"#]]);
}

#[test]
fn nesting_without_end() {
    assert_data_eq!(read(&"[".repeat(100_000)), str![[r#"
  [31mx[0m lists and objects stand in each other more than 100 deep
   ,-[[36;1;4mi3.json:1:101[0m]
 [2m1[0m | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
   : [35;1m                                        |[0m
   :                                         [35;1m`-- [35;1mthis is the 101st[0m[0m
   `----

"#]]);
}

#[test]
fn nesting_of_objects_without_end() {
    assert_data_eq!(read(&"{\"a\":".repeat(100_000)), str![[r#"
  [31mx[0m lists and objects stand in each other more than 100 deep
   ,-[[36;1;4mi3.json:1:501[0m]
 [2m1[0m | {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{
   : [35;1m                                        |[0m
   :                                         [35;1m`-- [35;1mthis is the 101st[0m[0m
   `----

"#]]);
}
