//! What two modules of one node may not both have.

use serde_json::{Value, json};
use snapbox::str;

use super::shows;
use crate::support::{Mesh, mesh};

/// Two modules with one resource each, on one node.
fn both(kind: &str, one: Value, other: Value) -> Mesh {
    mesh()
        .node("a")
        .module("one", |m| m.resource(kind, one))
        .module("other", |m| m.resource(kind, other))
        .assign("a", "one other")
}

const AGREED: &str = "a: one other\n";

#[test]
fn a_file_is_of_one_module_even_where_both_are_the_same() {
    let file = json!({"path": "/etc/motd", "content": "hello"});
    shows(
        &both("file", file.clone(), file),
        str![[r#"
a: one other
resource-collision a /etc/motd (file): a:one/file [/etc/motd], a:other/file [/etc/motd]

"#]],
    );
}

#[test]
fn paths_are_compared_in_normal_form() {
    shows(
        &both("file", json!({"path": "/etc//x/./y"}), json!({"path": "/etc/x/y/"})),
        str![[r#"
a: one other
resource-collision a /etc/x/y (file): a:one/file [/etc/x/y], a:other/file [/etc/x/y]

"#]],
    );
}

#[test]
fn a_link_is_of_one_module() {
    let link = json!({"path": "/usr/bin/vi", "target": "vim"});
    shows(
        &both("link", link.clone(), link),
        str![[r#"
a: one other
resource-collision a /usr/bin/vi (link): a:one/link [/usr/bin/vi], a:other/link [/usr/bin/vi]

"#]],
    );
}

#[test]
fn directories_may_agree() {
    shows(&both("directory", json!({"path": "/srv", "mode": "0755"}), json!({"path": "/srv", "owner": "www"})), AGREED);
}

#[test]
fn directories_that_differ_collide() {
    let one = json!({"path": "/srv", "mode": "0755"});
    shows(
        &both("directory", one, json!({"path": "/srv", "mode": "0700"})),
        str![[r#"
a: one other
resource-collision a /srv (directory): a:one/directory [/srv], a:other/directory [/srv]

"#]],
    );
}

#[test]
fn the_parties_are_those_that_differ_from_another() {
    // `third` states no mode and so agrees with both.
    let mesh = both("directory", json!({"path": "/srv", "mode": "0755"}), json!({"path": "/srv", "mode": "0700"}))
        .module("third", |m| m.resource("directory", json!({"path": "/srv"})))
        .assign("a", "third");
    shows(
        &mesh,
        str![[r#"
a: one other third
resource-collision a /srv (directory): a:one/directory [/srv], a:other/directory [/srv]

"#]],
    );
}

#[test]
fn packages_users_and_groups_may_agree() {
    for kind in ["package", "user", "group"] {
        shows(&both(kind, json!({"name": "nginx", "note": 1}), json!({"name": "nginx", "other": 2})), AGREED);
    }
}

#[test]
fn packages_users_and_groups_that_differ_collide() {
    let (one, other) = (json!({"name": "nginx", "version": "1"}), json!({"name": "nginx", "version": "2"}));
    shows(
        &both("package", one.clone(), other.clone()),
        str![[r#"
a: one other
resource-collision a nginx (package): a:one/package [nginx], a:other/package [nginx]

"#]],
    );
    shows(
        &both("user", one.clone(), other.clone()),
        str![[r#"
a: one other
resource-collision a nginx (user): a:one/user [nginx], a:other/user [nginx]

"#]],
    );
    shows(
        &both("group", one, other),
        str![[r#"
a: one other
resource-collision a nginx (group): a:one/group [nginx], a:other/group [nginx]

"#]],
    );
}

#[test]
fn users_and_groups_of_one_name_are_two_things() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.resource("user", json!({"name": "www"})))
        .module("other", |m| m.resource("group", json!({"name": "www", "gid": 7})))
        .assign("a", "one other");
    shows(&mesh, AGREED);
}

#[test]
fn a_service_is_of_one_module() {
    shows(
        &both("service", json!({"unit": "x.service"}), json!({"unit": "x.service"})),
        str![[r#"
a: one other
resource-collision a x.service (service): a:one/service [x.service], a:other/service [x.service]

"#]],
    );
}

#[test]
fn what_a_resource_reflects_is_no_difference() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.file("/etc/1").resource("package", json!({"name": "n", "reflects": ["file"]})))
        .module("other", |m| m.resource("package", json!({"name": "n"})))
        .assign("a", "one other");
    shows(&mesh, AGREED);
}

#[test]
fn a_port_without_an_address_is_every_address() {
    shows(
        &both("port", json!({"port": 80}), json!({"port": 80, "address": "10.0.0.1"})),
        str![[r#"
a: one other
resource-collision a tcp/80 (port): a:one/port [tcp/80], a:other/port [tcp/80 on 10.0.0.1]

"#]],
    );
}

#[test]
fn every_address_may_be_written_out() {
    for every in ["0.0.0.0", "::"] {
        let mesh = both("port", json!({"port": 80, "address": every}), json!({"port": 80, "address": "10.0.0.1"}));
        let text = super::told::told(&super::world(&mesh));
        assert!(text.contains("resource-collision a tcp/80 (port)"), "{every}: {text}");
    }
}

#[test]
fn ports_of_different_addresses_stand_beside_each_other() {
    let one = json!({"port": 80, "address": "10.0.0.1"});
    shows(&both("port", one, json!({"port": 80, "address": "10.0.0.2"})), AGREED);
}

#[test]
fn ports_of_one_address_collide() {
    let one = json!({"port": 80, "address": "10.0.0.1"});
    shows(
        &both("port", one.clone(), one),
        str![[r#"
a: one other
resource-collision a tcp/80 (port): a:one/port [tcp/80 on 10.0.0.1], a:other/port [tcp/80 on 10.0.0.1]

"#]],
    );
}

#[test]
fn tcp_is_the_default_and_udp_another_port() {
    shows(&both("port", json!({"port": 53}), json!({"port": 53, "protocol": "udp"})), AGREED);
    shows(
        &both("port", json!({"port": 53}), json!({"port": 53, "protocol": "tcp"})),
        str![[r#"
a: one other
resource-collision a tcp/53 (port): a:one/port [tcp/53], a:other/port [tcp/53]

"#]],
    );
}

#[test]
fn nothing_of_another_module_lies_below_a_file() {
    for kind in ["file", "link"] {
        let mesh = mesh()
            .node("a")
            .module("one", |m| m.resource(kind, json!({"path": "/etc/x"})))
            .module("other", |m| m.directory("/etc/x/y", "0755"))
            .assign("a", "one other");
        let expected = format!(
            "a: one other\nresource-collision a /etc/x (file): a:one/{kind} [/etc/x], a:other/directory [/etc/x/y]\n"
        );
        shows(&mesh, expected);
    }
}

#[test]
fn below_a_directory_there_is_room_for_all() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.directory("/etc/x", "0755"))
        .module("other", |m| m.file("/etc/x/y"))
        .assign("a", "one other");
    shows(&mesh, AGREED);
}

#[test]
fn a_name_that_only_begins_alike_is_not_below() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.file("/etc/x"))
        .module("other", |m| m.file("/etc/xy"))
        .assign("a", "one other");
    shows(&mesh, AGREED);
}

#[test]
fn a_file_and_a_directory_of_one_path_collide() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.file("/etc/x"))
        .module("other", |m| m.directory("/etc/x", "0755"))
        .assign("a", "one other");
    shows(
        &mesh,
        str![[r#"
a: one other
resource-collision a /etc/x (file): a:one/file [/etc/x], a:other/directory [/etc/x]

"#]],
    );
}

#[test]
fn every_key_that_is_shared_is_one_refusal() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.file("/etc/x").file("/etc/y").port(80))
        .module("other", |m| m.file("/etc/y").file("/etc/x").port(80))
        .assign("a", "one other");
    shows(
        &mesh,
        str![[r#"
a: one other
resource-collision a /etc/x (file): a:one/file [/etc/x], a:other/file2 [/etc/x]
resource-collision a /etc/y (file): a:one/file2 [/etc/y], a:other/file [/etc/y]
resource-collision a tcp/80 (port): a:one/port [tcp/80], a:other/port [tcp/80]

"#]],
    );
}

#[test]
fn an_unknown_type_excludes_nothing() {
    shows(&both("cron", json!({"name": "x"}), json!({"name": "x"})), AGREED);
}

#[test]
fn two_nodes_may_have_the_same() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("one", |m| m.file("/etc/x"))
        .module("other", |m| m.file("/etc/x"))
        .assign("a", "one")
        .assign("b", "other");
    shows(&mesh, "a: one\nb: other\n");
}
