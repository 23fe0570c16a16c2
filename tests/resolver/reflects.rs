//! Resources whose change restarts others.

use serde_json::json;
use snapbox::str;

use super::shows;
use crate::support::mesh;

#[test]
fn refuses_to_reflect_what_a_module_of_the_set_does_not_have() {
    let mesh = mesh()
        .node("a")
        .module("conf", |m| m.file("/etc/x"))
        .module("app", |m| m.service("app.service", &["conf/file", "conf/file9", "conf/gone"]))
        .assign("a", "app conf");
    shows(
        &mesh,
        str![[r#"
a: app conf
dangling-reflects a app/service (names conf/file9 conf/gone): a:app/service [app.service]

"#]],
    );
}

#[test]
fn what_a_module_outside_of_the_set_has_or_not_does_not_matter() {
    let mesh = mesh()
        .node("a")
        .module("conf", |m| m.file("/etc/x"))
        .module("app", |m| m.service("app.service", &["conf/gone", "nobody/file"]))
        .assign("a", "app");
    shows(&mesh, "a: app\n");
}

#[test]
fn a_path_may_reflect_nothing() {
    let mesh = mesh()
        .node("a")
        .module("app", |m| m.resource("service", json!({"unit": "app.service", "reflects": ["/etc/nothing"]})))
        .assign("a", "app");
    shows(&mesh, "a: app\n");
}
