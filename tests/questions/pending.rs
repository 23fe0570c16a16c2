//! `plan`: how nodes differ from what they were last told, what files change, what restarts and why.

use serde_json::json;
use snapbox::str;

use super::{home, shows};
use crate::support::{Database, Manifest, mesh};

fn i3(version: &str, content: &str) -> Manifest {
    Manifest::new("i3")
        .with("version", version)
        .requires("x-display")
        .resource("file", json!({"path": "/etc/i3/config", "content": content}))
        .service("i3.service", &["file", "/etc/i3"])
        .port(80)
}

fn register(database: &Database, manifest: Manifest) {
    database.write("given.json", &manifest.value().to_string());
    database.run("module register given.json").succeeds();
}

#[test]
fn tells_how_nodes_differ_from_the_last_push() {
    let home = home().database();
    home.run("push").succeeds();
    register(&home, i3("2.0", "x\ny\n"));
    home.run("assign laptop fish").succeeds();
    home.run("unassign web1 dnsmasq").succeeds();
    home.run("node set db1 --fact rack=4").succeeds();
    shows(
        &home,
        &home.run("plan"),
        str![[r#"
$ provost plan
db1: changed since generation 1
    postgres 1.0     assigned
    gives database   to web1 (postgres)
  ~ machine          rack=4 (new)

laptop (site attic): changed since generation 1
    conky 1.0    assigned
    editor 1.0   assigned
  + fish 1.0     assigned
  ~ i3 2.0       assigned; was 1.0; changes file and service
    mesa 1.0     brought in: the only one with gpu for conky and gpu for xorg
    xorg 1.0     brought in: the only one with x-display for conky and x-display for i3
    zsh 1.0      assigned
  ~ restarts     i3.service, since i3/file changes

web1 (site attic): changed since generation 1
    webapp 1.0       assigned
  - dnsmasq          no longer
  ~ takes database   from db1 (postgres), by a pin, for webapp; rack there is another

4 nodes: 3 changed, 1 unchanged
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("plan laptop --output json"),
        str![[r#"
$ provost plan laptop --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":4,"new":0,"changed":3,"unchanged":1,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"laptop","site":"attic","resolves":true,"held":null,"change":"changed","modules":[{"name":"conky","version":"1.0","assigned":true,"for":[]},{"name":"editor","version":"1.0","assigned":true,"for":[]},{"name":"fish","version":"1.0","assigned":true,"for":[]},{"name":"i3","version":"2.0","assigned":true,"for":[]},{"name":"mesa","version":"1.0","assigned":false,"for":[{"module":"conky","requires":"gpu"},{"module":"xorg","requires":"gpu"}]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"conky","requires":"x-display"},{"module":"i3","requires":"x-display"}]},{"name":"zsh","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":["fish"],"lost":[],"changed":["i3"],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[{"module":"i3","before":"1.0","after":"2.0","added":[],"removed":[],"changed":["file","service"]}],"take_changes":[],"restarts":[{"resource":"i3/service","key":"i3.service","because":["i3/file"]}]}}],"refusals":[]}
--- exit 0

"#]],
    );
}

#[test]
fn shows_files_as_unified_diffs() {
    let home = home().node("desk").fact("arch", "x86_64").assign("desk", "i3").database();
    home.run("push").succeeds();
    let two =
        i3("1.0", "x\n\tsteered \u{1b}[31m\nlast").resource("file", json!({"path": "/etc/i3/more", "content": "m\n"}));
    register(&home, two);
    shows(
        &home,
        &home.run("plan --diff"),
        str![[r#"
$ provost plan --diff
desk: changed since generation 1
  ~ i3 1.0     assigned; changes file and service; brings file2
    mesa 1.0   brought in: the only one with gpu for xorg
    xorg 1.0   brought in: the only one with x-display for i3
  ~ restarts   i3.service, since i3/file and i3/file2 change

laptop (site attic): changed since generation 1
    conky 1.0    assigned
    editor 1.0   assigned
  ~ i3 1.0       assigned; changes file and service; brings file2
    mesa 1.0     brought in: the only one with gpu for conky and gpu for xorg
    xorg 1.0     brought in: the only one with x-display for conky and x-display for i3
    zsh 1.0      assigned
  ~ restarts     i3.service, since i3/file and i3/file2 change

/etc/i3/config (i3/file) on desk and laptop:
--- /etc/i3/config
+++ /etc/i3/config
@@ -1 +1,3 @@
 x
+	steered \u{1b}[31m
+last
\ No newline at end of file

/etc/i3/more (i3/file2) on desk and laptop:
--- /dev/null
+++ /etc/i3/more
@@ -0,0 +1 @@
+m

5 nodes: 2 changed, 3 unchanged
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("plan desk --diff --output json"),
        str![[r#"
$ provost plan desk --diff --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":5,"new":0,"changed":2,"unchanged":3,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"desk","site":null,"resolves":true,"held":null,"change":"changed","modules":[{"name":"i3","version":"1.0","assigned":true,"for":[]},{"name":"mesa","version":"1.0","assigned":false,"for":[{"module":"xorg","requires":"gpu"}]},{"name":"xorg","version":"1.0","assigned":false,"for":[{"module":"i3","requires":"x-display"}]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":[],"lost":[],"changed":["i3"],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[{"module":"i3","before":"1.0","after":"1.0","added":["file2"],"removed":[],"changed":["file","service"]}],"take_changes":[],"restarts":[{"resource":"i3/service","key":"i3.service","because":["i3/file","i3/file2"]}]}}],"files":[
{"resource":"i3/file","was":null,"path":"/etc/i3/config","nodes":["desk"],"fields":[],"diff":"--- /etc/i3/config\n+++ /etc/i3/config\n@@ -1 +1,3 @@\n x\n+\tsteered \u001b[31m\n+last\n\\ No newline at end of file\n"},
{"resource":"i3/file2","was":null,"path":"/etc/i3/more","nodes":["desk"],"fields":[],"diff":"--- /dev/null\n+++ /etc/i3/more\n@@ -0,0 +1 @@\n+m\n"}],"refusals":[]}
--- exit 0

"#]],
    );
    home.run("push").succeeds();
    register(&home, i3("1.0", "x\n"));
    home.run("node add pi").succeeds();
    shows(
        &home,
        &home.run("plan laptop,pi --diff"),
        str![[r#"
$ provost plan laptop,pi --diff
laptop (site attic): changed since generation 2
    conky 1.0    assigned
    editor 1.0   assigned
  ~ i3 1.0       assigned; changes file; no longer has file2
    mesa 1.0     brought in: the only one with gpu for conky and gpu for xorg
    xorg 1.0     brought in: the only one with x-display for conky and x-display for i3
    zsh 1.0      assigned
  ~ restarts     i3.service, since i3/file and i3/file2 change

pi: new
  runs nothing

/etc/i3/config (i3/file) on laptop:
--- /etc/i3/config
+++ /etc/i3/config
@@ -1,3 +1 @@
 x
-	steered \u{1b}[31m
-last
\ No newline at end of file

/etc/i3/more (i3/file2) on laptop:
--- /etc/i3/more
+++ /dev/null
@@ -1 +0,0 @@
-m

6 nodes: 1 new, 2 changed, 3 unchanged
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn a_file_that_others_fill_has_no_diff_and_what_goes_with_its_module_is_removed() {
    let database = mesh()
        .node("a")
        .module("secret", |m| m.resource("file", json!({"path": "/etc/key", "mode": "0600"})))
        .module("motd", |m| m.file("/etc/motd"))
        .assign("a", "secret motd")
        .database();
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: new
  + motd 1.0     assigned
  + secret 1.0   assigned

/etc/motd (motd/file) on a:
--- /dev/null
+++ /etc/motd
@@ -0,0 +1 @@
+x

1 node: 1 new
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    database.run("push").succeeds();
    database.run("unassign a motd").succeeds();
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: changed since generation 1
    secret 1.0   assigned
  - motd         no longer

/etc/motd (motd/file) on a:
--- /etc/motd
+++ /dev/null
@@ -1 +0,0 @@
-x

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn restarts_what_reflects_another_module_or_a_path_and_starts_what_is_new() {
    let conf =
        |content: &str| Manifest::new("conf").resource("file", json!({"path": "/etc/app/conf", "content": content}));
    let mut base = mesh().node("a");
    for (name, reflects) in [("by-id", "conf/file"), ("by-path", "/etc/app"), ("other", "/etc/other")] {
        base = base.module(name, |m| m.service(&format!("{name}.service"), &[reflects]));
    }
    let database = base
        .module("late", |m| m.service("late.service", &["/etc/app"]))
        .module("conf", |m| m.resource("file", json!({"path": "/etc/app/conf", "content": "one\n"})))
        .assign("a", "by-id by-path other conf")
        .database();
    database.run("push").succeeds();
    register(&database, conf("two\n"));
    database.run("assign a late").succeeds();
    shows(
        &database,
        &database.run("plan"),
        str![[r#"
$ provost plan
a: changed since generation 1
    by-id 1.0     assigned
    by-path 1.0   assigned
  ~ conf 1.0      assigned; changes file
  + late 1.0      assigned
    other 1.0     assigned
  ~ restarts      by-id.service, since conf/file changes
  ~ restarts      by-path.service, since conf/file changes

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    let plan = database.run("plan --output json").succeeds().json();
    assert_eq!(
        plan["nodes"][0]["difference"]["restarts"],
        json!([
            {"resource": "by-id/service", "key": "by-id.service", "because": ["conf/file"]},
            {"resource": "by-path/service", "key": "by-path.service", "because": ["conf/file"]},
        ])
    );
}

#[test]
fn a_description_alone_changes_nothing() {
    let home = home().database();
    home.run("push").succeeds();
    let dnsmasq = Manifest::new("dnsmasq").claims_site("dhcp").with("description", "hands out addresses");
    register(&home, dnsmasq);
    shows(
        &home,
        &home.run("plan --diff"),
        str![[r#"
$ provost plan --diff
4 nodes: 4 unchanged
nothing differs from what was last pushed
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn compares_files_by_path_whichever_module_has_them() {
    let file =
        |id: &str, path: &str, content: &str| json!({"id": id, "type": "file", "path": path, "content": content});
    let database = mesh()
        .node("a")
        .module("old", |m| {
            m.with(
                "resources",
                json!([file("c", "/etc/x", "same\n"), file("d", "/etc/y", "one\n"), file("e", "/e", "")]),
            )
        })
        .module("new", |m| m.with("resources", json!([file("c", "/etc/x", "same\n"), file("n", "/etc/y", "two\n")])))
        .assign("a", "old")
        .database();
    database.run("push").succeeds();
    database.run("batch -e 'unassign a old' -e 'assign a new'").succeeds();
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: changed since generation 1
  + new 1.0   assigned
  - old       no longer

/etc/y (new/n, was old/d) on a:
--- /etc/y
+++ /etc/y
@@ -1 +1 @@
-one
+two

/e (old/e) on a:
--- /e
+++ /dev/null

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("plan --diff --output json"),
        str![[r#"
$ provost plan --diff --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":1,"new":0,"changed":1,"unchanged":0,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"a","site":null,"resolves":true,"held":null,"change":"changed","modules":[{"name":"new","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":["new"],"lost":["old"],"changed":[],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[],"take_changes":[],"restarts":[]}}],"files":[
{"resource":"new/n","was":"old/d","path":"/etc/y","nodes":["a"],"fields":[],"diff":"--- /etc/y\n+++ /etc/y\n@@ -1 +1 @@\n-one\n+two\n"},
{"resource":"old/e","was":null,"path":"/e","nodes":["a"],"fields":[],"diff":"--- /e\n+++ /dev/null\n"}],"refusals":[]}
--- exit 0

"#]],
    );
    // A resource that is called otherwise, and another that has its name.
    database.run("push").succeeds();
    let moved = json!([file("n", "/etc/x", "same\n"), file("c", "/etc/y", "two\n")]);
    register(&database, Manifest::new("new").with("resources", moved));
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: changed since generation 2
  ~ new 1.0   assigned; changes c and n

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

#[test]
fn says_of_fields_from_what_to_what_they_change() {
    let manifest = |mode: &str, target: &str, content: &str| {
        Manifest::new("conf")
            .resource("file", json!({"path": "/etc/x", "content": "same\n", "mode": mode, "owner": "root"}))
            .resource("file", json!({"path": "/etc/y", "content": content, "mode": mode}))
            .resource("file", json!({"path": "/etc/z", "mode": mode}))
            .resource("link", json!({"path": "/etc/l", "target": target}))
            .directory("/etc/d", mode)
    };
    let database = mesh().node("a").module("conf", |_| manifest("0644", "/a", "one\n")).assign("a", "conf").database();
    database.run("push").succeeds();
    register(&database, manifest("0600", "/b", "two\n"));
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: changed since generation 1
  ~ conf 1.0   assigned; changes directory, file, file2, file3 and link

/etc/d (conf/directory) on a:
~ mode 0644 → 0600

/etc/x (conf/file) on a:
~ mode 0644 → 0600

/etc/y (conf/file2) on a:
~ mode 0644 → 0600
--- /etc/y
+++ /etc/y
@@ -1 +1 @@
-one
+two

/etc/z (conf/file3) on a:
~ mode 0644 → 0600

/etc/l (conf/link) on a:
~ target /a → /b

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &database,
        &database.run("plan --diff --output json"),
        str![[r#"
$ provost plan --diff --output json
{"schema":"provost.plan/1","digest":"[DIGEST]","resolves":true,"mesh_resolves":true,"counts":{"nodes":1,"new":0,"changed":1,"unchanged":0,"removed":0,"refused":0,"held":0,"kept_back":0},"warnings":[],"holds":[],"acknowledgements":[],"nodes":[
{"node":"a","site":null,"resolves":true,"held":null,"change":"changed","modules":[{"name":"conf","version":"1.0","assigned":true,"for":[]}],"takes":[],"gives":[],"difference":{"generation":1,"gained":[],"lost":[],"changed":["conf"],"takes_gained":[],"takes_lost":[],"takes_changed":[],"machine":false,"machine_changes":[],"module_changes":[{"module":"conf","before":"1.0","after":"1.0","added":[],"removed":[],"changed":["directory","file","file2","file3","link"]}],"take_changes":[],"restarts":[]}}],"files":[
{"resource":"conf/directory","was":null,"path":"/etc/d","nodes":["a"],"fields":[{"field":"mode","before":"0644","after":"0600"}],"diff":""},
{"resource":"conf/file","was":null,"path":"/etc/x","nodes":["a"],"fields":[{"field":"mode","before":"0644","after":"0600"}],"diff":""},
{"resource":"conf/file2","was":null,"path":"/etc/y","nodes":["a"],"fields":[{"field":"mode","before":"0644","after":"0600"}],"diff":"--- /etc/y\n+++ /etc/y\n@@ -1 +1 @@\n-one\n+two\n"},
{"resource":"conf/file3","was":null,"path":"/etc/z","nodes":["a"],"fields":[{"field":"mode","before":"0644","after":"0600"}],"diff":""},
{"resource":"conf/link","was":null,"path":"/etc/l","nodes":["a"],"fields":[{"field":"target","before":"/a","after":"/b"}],"diff":""}],"refusals":[]}
--- exit 0

"#]],
    );
    database.run("push").succeeds();
    let other = Manifest::new("conf")
        .resource("link", json!({"path": "/etc/x", "target": "/etc/y"}))
        .resource("file", json!({"path": "/etc/y", "content": "two\n", "group": "mail"}))
        .resource("file", json!({"path": "/etc/z", "mode": "0600", "content": "stated\n"}));
    register(&database, other);
    shows(
        &database,
        &database.run("plan --diff"),
        str![[r#"
$ provost plan --diff
a: changed since generation 2
  ~ conf 1.0   assigned; changes file, file2 and link; no longer has directory and file3

/etc/y (conf/file, was conf/file2) on a:
~ group not stated → mail
~ mode 0600 → not stated

/etc/z (conf/file2, was conf/file3) on a:
--- /etc/z
+++ /etc/z
@@ -0,0 +1 @@
+stated

/etc/x (conf/link, was conf/file) on a:
~ mode 0600 → not stated
~ owner root → not stated
~ target not stated → /etc/y
~ type file → link
--- /etc/x
+++ /dev/null
@@ -1 +0,0 @@
-same

1 node: 1 changed
provost push declares it
digest [DIGEST]
--- exit 0

"#]],
    );
}

/// `patch` carries out the diffs and passes over all else that a plan says.
#[test]
fn patch_reads_a_plan() {
    let conf = |mode: &str, content: &str| {
        Manifest::new("conf").resource("file", json!({"path": "/etc/x", "content": content, "mode": mode}))
    };
    let database = mesh().node("a").module("conf", |_| conf("0644", "one\ntwo\n")).assign("a", "conf").database();
    database.run("push").succeeds();
    register(&database, conf("0600", "one\n2\n"));
    let told = database.run("plan --diff").stdout;
    assert!(told.contains("~ mode 0644 → 0600\n--- /etc/x\n"), "{told}");
    database.write("etc-x", "one\ntwo\n");
    database.write("plan", &told);
    let patched =
        std::process::Command::new("patch").args(["--quiet", "etc-x", "plan"]).current_dir(database.work()).status();
    // Where there is none to ask.
    if let Ok(patched) = patched {
        assert!(patched.success());
        assert_eq!(std::fs::read_to_string(database.work().join("etc-x")).unwrap(), "one\n2\n");
    }
}
