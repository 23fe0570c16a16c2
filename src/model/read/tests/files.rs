//! What arguments name, and what of it cannot be read.

use std::{
    fs,
    path::{Path, PathBuf},
};

use snapbox::{IntoData, assert_data_eq, str};
use tempfile::TempDir;

use super::shown;
use crate::model::read::files;

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What becomes of arguments within a folder: the texts, one a line, or the faults, without the folder's own path.
fn given(folder: &TempDir, arguments: &[&str], input: &str) -> String {
    let arguments: Vec<PathBuf> = arguments
        .iter()
        .map(|argument| if *argument == "-" { PathBuf::from("-") } else { folder.path().join(argument) })
        .collect();
    let text = match files::manifests(&arguments, &mut input.as_bytes()) {
        Ok(given) => given.iter().map(|given| format!("{} {}\n", given.manifest.name, given.text.trim())).collect(),
        Err(faults) => shown(&faults),
    };
    text.replace(&format!("{}/", folder.path().display()), "").replace(&folder.path().display().to_string(), "FOLDER")
}

/// A manifest with a file from `from`.
fn with_content(name: &str, from: &str) -> String {
    format!(
        "{{\"name\": \"{name}\", \"resources\": [\
         {{\"id\": \"a\", \"type\": \"file\", \"path\": \"/a\", \"content_from\": \"{from}\", \"mode\": \"0644\"}}]}}"
    )
}

#[test]
fn reads_files_folders_and_standard_input_each_once() {
    let folder = folder(&[
        ("a.json", r#"{"name": "a"}"#),
        ("b.json", r#"{"name": "b"}"#),
        (".hidden.json", "{"),
        ("notes.txt", "{"),
        ("deeper/c.json", "{"),
        ("other/d.JSON", r#"{"name": "d"}"#),
    ]);
    fs::create_dir(folder.path().join("folder.json")).unwrap();
    assert_data_eq!(
        given(&folder, &["b.json", "", "-", "other/../a.json", "other/d.JSON", "-"], r#" {"name": "input"} "#),
        str![[r#"
b {"name": "b"}
a {"name": "a"}
input {"name": "input"}
d {"name": "d"}

"#]]
        .raw()
    );
}

#[test]
fn puts_content_in_place_of_the_file_that_is_named() {
    let folder = folder(&[
        ("a.json", &with_content("a", "files/motd")),
        ("b.json", &with_content("b", "data.json")),
        ("data.json", "{\"not\": \"a manifest\"}\n"),
        ("files/motd", "one \"line\"\n\ttwo\n"),
    ]);
    assert_data_eq!(given(&folder, &[""], ""), str![[r#"
a {"name": "a", "resources": [{"id": "a", "type": "file", "path": "/a", "content": "one \"line\"\n\ttwo\n", "mode": "0644"}]}
b {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content": "{\"not\": \"a manifest\"}\n", "mode": "0644"}]}

"#]].raw());
    let read = files::manifests(&[folder.path().join("a.json")], &mut std::io::empty()).unwrap();
    let fields = &read[0].manifest.resources[0].fields;
    assert_eq!(fields.get("content").and_then(|content| content.as_str()), Some("one \"line\"\n\ttwo\n"));
    assert!(!fields.contains_key("content_from"));
}

#[test]
fn loses_no_manifest_of_two_that_name_each_other() {
    let folder =
        folder(&[("a.json", &with_content("a", "b.json")), ("b.json", &with_content("b", "a.json")), ("c.json", "[")]);
    fs::write(folder.path().join("c.json"), with_content("c", "c.json")).unwrap();
    let read = files::manifests(&[folder.path().to_owned()], &mut std::io::empty()).unwrap();
    let names: Vec<&str> = read.iter().map(|given| given.manifest.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
}

#[test]
fn reads_what_is_named_itself_though_it_is_content_too() {
    let folder = folder(&[("a.json", &with_content("a", "b.json")), ("b.json", r#"{"name": "b"}"#)]);
    let arguments = [folder.path().join("b.json"), folder.path().to_owned()];
    assert_eq!(files::manifests(&arguments, &mut std::io::empty()).unwrap().len(), 2);
}

#[test]
fn refuses_content_from_elsewhere() {
    let folder = folder(&[
        ("above.txt", "x"),
        ("in/a.json", &with_content("a", "../above.txt")),
        ("in/b.json", &with_content("b", "link")),
        ("in/c.json", &with_content("c", "/etc/passwd")),
        ("in/d.json", &with_content("d", "missing")),
        ("in/e.json", &with_content("e", "sub")),
        ("in/f.json", &with_content("f", "nul")),
        ("in/g.json", &with_content("g", "latin1")),
        ("in/h.json", &with_content("h", "sub/../fine")),
        ("in/fine", "x"),
        ("in/nul", "a\0b"),
        ("in/sub/x", ""),
    ]);
    fs::write(folder.path().join("in/latin1"), b"caf\xe9").unwrap();
    std::os::unix::fs::symlink("../above.txt", folder.path().join("in/link")).unwrap();
    assert_data_eq!(given(&folder, &["in"], ""), str![[r#"
  x "../above.txt" is not below the folder of the manifest
   ,-[in/a.json:1:87]
 1 | {"name": "a", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "../above.txt", "mode": "0644"}]}
   :                                                                                       ^^^^^^^|^^^^^^
   :                                                                                              `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "link" is not below the folder of the manifest
   ,-[in/b.json:1:87]
 1 | {"name": "b", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "link", "mode": "0644"}]}
   :                                                                                       ^^^|^^
   :                                                                                          `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "/etc/passwd" is not below the folder of the manifest
   ,-[in/c.json:1:87]
 1 | {"name": "c", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "/etc/passwd", "mode": "0644"}]}
   :                                                                                       ^^^^^^|^^^^^^
   :                                                                                             `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "missing" cannot be read: No such file or directory (os error 2)
   ,-[in/d.json:1:87]
 1 | {"name": "d", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "missing", "mode": "0644"}]}
   :                                                                                       ^^^^|^^^^
   :                                                                                           `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "sub" is a folder, and a file belongs here
   ,-[in/e.json:1:87]
 1 | {"name": "e", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "sub", "mode": "0644"}]}
   :                                                                                       ^^|^^
   :                                                                                         `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "nul" holds U+0000 at byte 2, which PostgreSQL stores in no text
   ,-[in/f.json:1:87]
 1 | {"name": "f", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "nul", "mode": "0644"}]}
   :                                                                                       ^^|^^
   :                                                                                         `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed
  x "latin1" is not UTF-8 from byte 4 on
   ,-[in/g.json:1:87]
 1 | {"name": "g", "resources": [{"id": "a", "type": "file", "path": "/a", "content_from": "latin1", "mode": "0644"}]}
   :                                                                                       ^^^^|^^^
   :                                                                                           `-- named here
   `----
  help: content_from is a path from the folder of the manifest, at or below
        it; links are followed

"#]].raw());
}

#[test]
fn says_what_cannot_be_read() {
    let folder = folder(&[("i3.json", r#"{"name": "i3"}"#), ("empty/x.txt", ""), ("void.json", "")]);
    fs::write(folder.path().join("latin1.json"), b"{\n  \"name\": \"caf\xe9\"\n}").unwrap();
    fs::write(folder.path().join("utf16.json"), b"\xff\xfe{\0}\0").unwrap();
    let arguments = ["i4.json", "empty", "latin1.json", "utf16.json", "void.json", "i3.json/x", "-"];
    assert_data_eq!(
        given(&folder, &arguments, "{"),
        str![[r#"
  x i4.json cannot be read: No such file or directory (os
  | error 2)
  help: did you mean i3.json?
  x empty has no *.json directly in it
  help: name the files, or the folder that holds them; folders within it are
        not looked into
  x this is not UTF-8
   ,-[latin1.json:2:15]
 1 | {
 2 |   "name": "caf�"
   :               |
   :               `-- the byte 0xE9
 3 | }
   `----
  help: JSON is UTF-8; save the file as that
  x this is not UTF-8
   ,-[utf16.json:1:1]
 1 | ��{?}?
   : |
   : `-- the byte 0xFF
   `----
  help: the file is UTF-16; save it as UTF-8
  x i3.json/x cannot be read: Not a directory (os error 20)
  x void.json is empty; a manifest is a JSON object
  x the file ends before this { is closed
   ,-[standard input:1:1]
 1 | {
   : |
   : `-- opened here
   `----
  help: was all of the file written, or copied?

"#]]
        .raw()
    );
}

#[test]
fn says_where_both_are_that_have_one_name() {
    let folder = folder(&[("a.json", r#"{"name": "i3"}"#), ("b.json", "{\n  \"name\": \"i3\"\n}")]);
    assert_data_eq!(
        given(&folder, &["", "-"], r#"{"version": "1", "name": "i3"}"#),
        str![[r#"
  x two files give the module i3
   ,-[b.json:2:11]
 1 | {
 2 |   "name": "i3"
   :           ^^|^
   :             `-- here again
 3 | }
   `----
  help: it is in a.json:1:10 too; one module has one manifest
  x two files give the module i3
   ,-[standard input:1:26]
 1 | {"version": "1", "name": "i3"}
   :                          ^^|^
   :                            `-- here again
   `----
  help: it is in a.json:1:10 too; one module has one manifest

"#]]
        .raw()
    );
}

#[test]
fn opens_documents() {
    let folder = folder(&[("mesh.json", "{}")]);
    let open = |path: &Path| files::document(path, &mut "[]".as_bytes());
    assert_eq!(open(&folder.path().join("mesh.json")).unwrap().text(), "{}");
    assert_eq!(open(Path::new("-")).unwrap().text(), "[]");
    let faults = open(folder.path()).unwrap_err();
    assert_data_eq!(
        shown(&faults).replace(&folder.path().display().to_string(), "FOLDER"),
        str![[r#"
  x FOLDER is a folder, and a file belongs here
  help: name the file in it

"#]]
        .raw()
    );
}
