//! What goes wrong around the program: one clear message, the right exit code, nothing half done.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use snapbox::str;

use super::{databases, laptop, rows, says};
use crate::support::{Database, database, mesh};

/// The last line that a command said on standard error, and its exit code, with another database.
#[track_caller]
fn fails_on(url: &str, line: &str) -> (Option<i32>, String) {
    let db = Database::empty();
    let mut args = shell_words::split(line).unwrap();
    args.extend(["--database".to_owned(), url.to_owned()]);
    let ran = db.call(args).run();
    assert_eq!(ran.stdout, "", "{}", ran.whole());
    (ran.code, ran.stderr)
}

#[test]
fn no_server() {
    let (code, said) = fails_on("postgresql://provost@127.0.0.1:1/mesh", "plan");
    assert_eq!(code, Some(1));
    snapbox::assert_data_eq!(
        said,
        str![[r#"
...
error: [..]127.0.0.1[..]
...
"#]]
    );
}

#[test]
fn a_database_that_is_not_there() {
    let db = Database::empty();
    let name = db.sql("select current_database()").remove(0).remove(0);
    let (code, said) = fails_on(&db.url().replace(&name, "nowhere"), "assign a b");
    assert_eq!(code, Some(1));
    let place = "database nowhere, as provost\nhelp: make it with createdb nowhere, or name another with --database\n";
    assert!(said.starts_with("error: there is no such database on the server ") && said.ends_with(place), "{said}");
}

#[test]
fn a_url_that_is_none() {
    let db = Database::empty();
    says(
        &db,
        "plan --database postgresql://host:notaport/x
         plan --database mysql://host/x
         plan --database 'host=/nowhere dbname=x user=y'",
        str![[r#"
$ provost plan --database postgresql://host:notaport/x
--- standard error
error: a port is not a number from 1 to 65535 (--database)
help: a port is written as digits; in a URL's user name or password, / is written %2F and @ is written %40
--- exit 1
$ provost plan --database mysql://host/x
--- standard error
error: the URL begins with something else than postgresql:// (--database)
help: a URL is postgresql://user@server:5432/database?sslmode=verify-full; in a user name or password, write @ as %40, / as %2F, : as %3A and % as %25
--- exit 1
$ provost plan --database 'host=/nowhere dbname=x user=y'
--- standard error
error: there is no socket of the server /nowhere/.s.PGSQL.5432, database x, as y
help: start the server, or name another with --database or PROVOST_DATABASE
--- exit 1

"#]],
    );
}

#[test]
fn a_database_named_by_nothing_at_all() {
    let db = laptop().database();
    let ran = db.call(["plan"]).env("PROVOST_DATABASE", "").run();
    ran.shows(str![[r#"
$ provost plan
--- standard error
error: the database named is empty (PROVOST_DATABASE)
help: name a database, such as postgresql://user@server/mesh, or leave it out
--- exit 1

"#]]);
}

#[test]
fn a_database_named_by_the_variable() {
    let db = laptop().database();
    assert_eq!(db.call(["site", "list", "-q"]).run().stdout, "site   nodes\nattic  1\n");
    let empty = Database::empty();
    let url = db.url();
    assert_eq!(empty.call(["site", "list", "-q", "--database", &url]).run().stdout, "site   nodes\nattic  1\n");
}

/// Runs a command with standard output on a device, and says its exit code and what it said on standard error.
fn onto(db: &Database, line: &str, device: &str) -> (Option<i32>, String) {
    let output = OpenOptions::new().write(true).open(device).unwrap();
    let mut command = db.call(shell_words::split(line).unwrap()).command();
    let ran = command.stdin(Stdio::null()).stdout(output).stderr(Stdio::piped()).output().unwrap();
    (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
}

#[test]
fn a_full_disk_under_standard_output() {
    let db = databases().database();
    for line in ["plan", "plan --output json", "export", "node list", "module list", "site list", "declaration --help"]
    {
        let (code, said) = onto(&db, line, "/dev/full");
        assert_eq!(code, Some(1), "{line}: {said}");
        assert!(line.ends_with("--help") || said.contains("No space left on device"), "{line}: {said}");
    }
}

#[test]
fn a_change_that_cannot_be_told_says_whether_it_was_made() {
    let db = laptop().database();
    let (code, said) = onto(&db, "assign laptop bash", "/dev/full");
    let made = db.sql("select count(*) from assignment") == [["1"]];
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("No space left on device"), "{said}");
    assert!(made, "what was decided is made before it is told");
}

#[test]
fn a_reader_that_closes_the_pipe_ends_it_quietly() {
    let names: Vec<String> = (0..3_000).map(|number| format!("node-{number:04}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let db = mesh().nodes(&names).database();
    for line in ["node list", "plan", "plan --output json", "export"] {
        let mut command = db.call(shell_words::split(line).unwrap()).command();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let ran = child.wait_with_output().unwrap();
        assert_eq!((ran.status.code(), String::from_utf8(ran.stderr).unwrap().as_str()), (Some(0), ""), "{line}");
    }
    let mut command = db.call(["assign", "all", "ghost"]).command();
    let ran = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
}

/// Runs a command with bytes on standard input.
fn fed(db: &Database, line: &str, bytes: &[u8]) -> (Option<i32>, String, String) {
    let mut command = db.call(shell_words::split(line).unwrap()).command();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(bytes).unwrap();
    let ran = child.wait_with_output().unwrap();
    (ran.status.code(), String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap())
}

#[test]
fn standard_input_that_is_no_text() {
    let db = laptop().database();
    let before = rows(&db);
    for line in ["import -", "module register -", "batch -"] {
        let (code, out, said) = fed(&db, line, b"{\"name\": \"\xff\xfe\"}");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {said}");
        assert!(said.contains("UTF-8"), "{line}: {said}");
    }
    assert_eq!(rows(&db), before);
}

#[test]
fn nesting_without_end() {
    let db = laptop().database();
    let deep = format!("{{\"name\": \"a\", \"x\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for line in ["import -", "module register -"] {
        let (code, out, said) = fed(&db, line, deep.as_bytes());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{line}: {}", &said[..said.len().min(300)]);
        assert!(said.len() < 4_000, "{line}: {} bytes of message", said.len());
    }
}

/// Half a megabyte of anything is read or refused in little more than the program takes by itself.
#[test]
fn no_input_takes_memory_beyond_a_small_multiple_of_its_size() {
    const LIMIT: usize = 100_000; // KiB, of which the program itself takes a third
    let db = laptop().database();
    let times = |count: usize, entry: &dyn Fn(usize) -> String| (0..count).map(entry).collect::<Vec<_>>().join(",");
    let listed = |key: &str, entries: String| format!(r#"{{"name": "a", "{key}": [{entries}]}}"#);
    let inputs = [
        "[".repeat(500_000),
        r#"{"a":"#.repeat(100_000),
        format!(r#"{{"name": "{}"}}"#, "x".repeat(500_000)),
        format!(r#"{{"name": "a", "x": {}}}"#, "9".repeat(500_000)),
        format!("{{{}}}", times(40_000, &|number| format!(r#""key{number}": 1"#))),
        format!("{{{}}}", times(40_000, &|_| r#""name": "a""#.to_owned())),
        listed("provides", times(50_000, &|_| "0".to_owned())),
        listed("requires", times(40_000, &|number| format!(r#""p{number}""#))),
        listed(
            "resources",
            times(5_000, &|number| {
                format!(r#"{{"type": "file", "id": "f{number}", "path": "/a/{number}", "content": "x"}}"#)
            }),
        ),
        listed(
            "resources",
            times(5_000, &|_| r#"{"type": "file", "id": "f", "path": "/a", "content": "x"}"#.to_owned()),
        ),
    ];
    for (number, input) in inputs.iter().enumerate() {
        db.write("input.json", input);
        for line in ["module check input.json", "import input.json --dry-run"] {
            let call = db.call(shell_words::split(line).unwrap()).command();
            let mut command = Command::new("sh");
            command.args(["-c", "ulimit -v $0 && exec \"$@\"", &LIMIT.to_string()]).arg(call.get_program());
            command.args(call.get_args()).current_dir(db.work()).env_clear();
            command.envs(call.get_envs().filter_map(|(name, value)| Some((name, value?))));
            let output = command.stdin(Stdio::null()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let begins: String = said.chars().take(300).collect();
            assert!(matches!(output.status.code(), Some(0 | 2)), "{number}, {line}: {}: {begins}", output.status);
            assert!(said.len() < 40_000, "{number}, {line}: {} bytes of message", said.len());
        }
    }
}

#[test]
fn files_that_cannot_be_read() {
    let db = laptop().database();
    std::fs::create_dir(db.work().join("folder")).unwrap();
    says(
        &db,
        "import folder
         module register gone.json
         module register folder
         batch folder
         module check folder/gone.json",
        str![[r#"
$ provost import folder
--- standard error
error: folder is a folder, and a file belongs here; nothing was imported
help: name the file in it
--- exit 2
$ provost module register gone.json
--- standard error
error: gone.json cannot be read: No such file or directory (os error 2); nothing was registered
--- exit 2
$ provost module register folder
--- standard error
error: folder has no *.json directly in it; nothing was registered
help: name the files, or the folder that holds them; folders within it are not looked into
--- exit 2
$ provost batch folder
--- standard error
error: folder cannot be read: Is a directory (os error 21)
--- exit 2
$ provost module check folder/gone.json
--- standard error
error: folder/gone.json cannot be read: No such file or directory (os error 2); this cannot be registered
--- exit 2

"#]],
    );
}

#[test]
fn nul_and_control_characters_are_shown_escaped() {
    let db = database();
    db.write("a.json", r#"{"name": "a", "version": "1\u001b[31m", "description": "x\u0007"}"#);
    db.write("b.json", r#"{"name": "b", "description": "\u0000"}"#);
    says(
        &db,
        "module register a.json
         module register b.json
         node add 'a\u{1b}[0m'
         module list",
        str![[r#"
$ provost module register a.json
a is registered
--- exit 0
$ provost module register b.json
--- standard error
error: b.json:1:31: the character U+0000 cannot be kept; nothing was registered
   ╭─[b.json:1:31]
 1 │ {"name": "b", "description": "\u0000"}
   ·                               ───┬──
   ·                                  ╰── PostgreSQL stores no such text
   ╰────
--- exit 2
$ provost node add 'a[0m'
--- standard error
error: invalid value 'a' for '<NAME>': "a\u{1b}[0m" is no name of a node: U+001B is not allowed in it

For more information, try '--help'.
--- exit 2
$ provost module list
module  version      assigned to  provides  requires
a       1\u{1b}[31m  0 nodes      -         -
--- exit 0

"#]],
    );
}

#[test]
fn somebody_else_is_changing_the_mesh() {
    let db = laptop().database();
    let before = rows(&db);
    let mut other = db.connect();
    let mut transaction = other.transaction().unwrap();
    transaction
        .batch_execute("insert into assignment (node, module) select id, 'bash' from node where name = 'pi'")
        .unwrap();
    let ran = db.run("assign laptop bash --lock-timeout 0.2");
    assert_eq!(ran.code, Some(1), "{}", ran.whole());
    assert!(ran.stderr.contains("provost"), "who holds it is named: {}", ran.stderr);
    db.run("plan laptop -q").succeeds();
    db.run("assign laptop bash --dry-run -q").succeeds();
    transaction.rollback().unwrap();
    assert_eq!(rows(&db), before);
    db.run("assign laptop bash -q").succeeds();
}

#[test]
fn a_refused_command_changes_no_row() {
    let db = laptop().assign("laptop", "i3").database();
    let before = rows(&db);
    for line in [
        "assign laptop sway",
        "batch -e 'node add tv' -e 'assign laptop sway'",
        "module remove i3",
        "site remove attic",
        "unassign laptop xorg",
    ] {
        db.run(line).exits(3);
    }
    assert_eq!(rows(&db), before);
}
