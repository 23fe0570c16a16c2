//! `module register`: what new manifests can never share a node with, what becomes a choice, what changes where.

use serde_json::json;
use snapbox::str;

use super::{home, shows};
use crate::support::{Database, Manifest, mesh};

fn write(database: &Database, manifests: &[Manifest]) {
    for (at, manifest) in manifests.iter().enumerate() {
        database.write(&format!("new/{at}.json"), &manifest.clone().value().to_string());
    }
}

#[test]
fn says_with_what_a_new_module_can_never_share_a_node() {
    let home = home().database();
    let bar = Manifest::new("bar").claims("the-seat").file("/etc/i3/config/deep").port(80).claims_site("dhcp");
    write(&home, &[bar]);
    shows(
        &home,
        &home.run("module register new --dry-run"),
        str![[r#"
$ provost module register new --dry-run
dry run: so it would be; nothing was changed
  bar is registered
bar can never share a site with dnsmasq: claim dhcp
bar can never share a node with i3: file /etc/i3/config/deep and port tcp/80
bar can never share a node with wayland and xorg: claim the-seat
digest [DIGEST]
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("module register new"),
        str![[r#"
$ provost module register new
bar is registered
bar can never share a site with dnsmasq: claim dhcp
bar can never share a node with i3: file /etc/i3/config/deep and port tcp/80
bar can never share a node with wayland and xorg: claim the-seat
--- exit 0

"#]],
    );
    shows(
        &home,
        &home.run("module register new --output json"),
        str![[r#"
$ provost module register new --output json
{"schema":"provost.changed/1","changed":false,"dry_run":false,"nodes":[],"edits":[],"digest":"[DIGEST]","moved":[],"stays":[],"settled":[],"warnings":[],"refusals":[],"forecast":{"never_with":[],"ambiguous":[],"changed":[]}}
--- exit 0

"#]],
    );
}

#[test]
fn ports_of_different_addresses_and_directories_that_agree_are_shared() {
    let database = mesh()
        .module("a", |m| m.resource("port", json!({"port": 53, "address": "10.0.0.1"})).directory("/srv", "0755"))
        .database();
    let port = |address| json!({"port": 53, "address": address});
    write(
        &database,
        &[
            Manifest::new("b").resource("port", port("10.0.0.2")).directory("/srv", "0755"),
            Manifest::new("c").resource("port", port("10.0.0.1")).directory("/srv", "0700"),
        ],
    );
    let changed = database.run("module register new --output json").succeeds().json();
    assert_eq!(
        changed["forecast"]["never_with"],
        json!([
            {"modules": ["b"], "with": ["c"], "scope": "node", "type": "directory", "key": "/srv",
                "differs": {"mode": ["0755", "0700"]}},
            {"modules": ["c"], "with": ["a"], "scope": "node", "type": "port", "key": "tcp/53 on 10.0.0.1"},
            {"modules": ["c"], "with": ["a", "b"], "scope": "node", "type": "directory", "key": "/srv",
                "differs": {"mode": ["0755", "0700"]}},
        ])
    );
    database.run("module remove b c").succeeds();
    shows(
        &database,
        &database.run("module register new"),
        str![[r#"
$ provost module register new
b is registered
c is registered
b and c can never share a node with each other: directory /srv (mode 0755 or 0700)
c can never share a node with a: port tcp/53 on 10.0.0.1 and directory /srv (mode 0755 or 0700)
--- exit 0

"#]],
    );
}

#[test]
fn several_new_modules_are_told_together() {
    let home = home().database();
    write(
        &home,
        &[
            Manifest::new("bar").claims("the-seat"),
            Manifest::new("baz").claims("the-seat").claims("bell"),
            Manifest::new("qux").claims("bell"),
        ],
    );
    shows(
        &home,
        &home.run("module register new"),
        str![[r#"
$ provost module register new
bar is registered
baz is registered
qux is registered
bar and baz can never share a node with each other or with wayland and xorg: claim the-seat
baz and qux can never share a node with each other: claim bell
--- exit 0

"#]],
    );
}

#[test]
fn says_what_becomes_a_choice_and_where_also_when_it_is_refused() {
    let home = home().database();
    write(&home, &[Manifest::new("xfree").provides("x-display")]);
    shows(
        &home,
        &home.run("module register new"),
        str![[r#"
$ provost module register new
--- standard error
x-display is a choice from now on: xfree or xorg, and no longer xorg alone; required by conky and i3; at once on laptop
refused: xfree cannot be registered like this; nothing was changed

1  conky and i3 require x-display on laptop, and xfree and xorg both provide it  choose-module
     1. conky is assigned to laptop
     2. i3 is assigned to laptop
     3. what is the only answer is brought in; among several a person decides
       xfree 1.0   would do
       xorg 1.0    would do
   help, tried, each by itself:
     provost module register new --keep   every node keeps the answers of today
     provost assign laptop xorg           then xfree can be registered like this
     provost batch -e 'module register new' -e 'assign laptop xfree'
         in one change: laptop loses xorg; laptop gains xfree
     provost unassign laptop conky && provost unassign laptop i3
         laptop loses conky, i3, mesa and xorg; then xfree can be registered like this
--- exit 3

"#]],
    );
    let refused = home.run("module register new --output json").exits(3).json();
    let ambiguous = json!([{
        "provision": "x-display", "before": ["xorg"], "now": ["xfree", "xorg"], "wide": false,
        "by": ["conky", "i3"], "nodes": ["laptop"],
    }]);
    assert_eq!(refused["forecast"]["ambiguous"], ambiguous);
    let kept = home.run("module register new --keep --output json").succeeds().json();
    assert_eq!(kept["forecast"]["ambiguous"], ambiguous);
}

#[test]
fn says_what_is_never_brought_in_any_more() {
    let database = mesh().module("bash", |m| m.provides("shell")).module("editor", |m| m.requires("shell")).database();
    write(&database, &[Manifest::new("ssh").provides_mesh("shell")]);
    shows(
        &database,
        &database.run("module register new"),
        str![[r#"
$ provost module register new
ssh is registered
shell is not brought in any more: bash or ssh has to be assigned, where bash came by itself; required by editor
--- exit 0

"#]],
    );
}

#[test]
fn a_changed_manifest_says_what_changes_on_which_nodes() {
    let home = home().node("desk").fact("arch", "x86_64").assign("desk", "i3").database();
    let i3 = Manifest::new("i3")
        .with("version", "2.0")
        .requires("x-display")
        .resource("file", json!({"path": "/etc/i3/config", "content": "another\n"}))
        .link("/etc/i3/link", "config");
    write(&home, &[i3, Manifest::new("fish").with("version", "2").provides("shell")]);
    shows(
        &home,
        &home.run("module register new --dry-run"),
        str![[r#"
$ provost module register new --dry-run
dry run: so it would be; nothing was changed
  i3 has a new manifest
  fish has a new manifest
fish: version 2, before 1.0; no node runs it
i3: version 2.0, before 1.0, link added, port and service removed, file changed; a push tells desk and laptop
digest [DIGEST]
--- exit 0

"#]],
    );
    let changed = home.run("module register new --output json").succeeds().json();
    assert_eq!(
        changed["forecast"]["changed"],
        json!([
            {"module": "fish", "before": "1.0", "after": "2", "added": [], "removed": [], "changed": [],
                "offers": [], "nodes": []},
            {"module": "i3", "before": "1.0", "after": "2.0", "added": ["link"], "removed": ["port", "service"],
                "changed": ["file"], "offers": [], "nodes": ["desk", "laptop"]},
        ])
    );
}

#[test]
fn warns_of_what_is_reflected_and_not_there() {
    let home = home().database();
    let bar = Manifest::new("bar").service("bar.service", &["gone/file", "i3/fil", "i3/file", "baz/file"]);
    write(&home, &[bar, Manifest::new("baz").file("/etc/baz")]);
    shows(
        &home,
        &home.run("module register new"),
        str![[r#"
$ provost module register new
bar is registered
baz is registered
--- standard error
warning: bar/service reflects gone/file: the catalogue has no module gone
warning: bar/service reflects i3/fil: i3 has no resource fil, so that no node can run both
--- exit 0

"#]],
    );
}
