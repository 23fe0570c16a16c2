//! What an operator asks: why, who, since when, what is pending, what would come of it.

mod because;
mod graphs;
mod lists;
mod pending;
mod register;

use snapbox::{Assert, IntoData};

use crate::support::{Database, Mesh, Ran, mesh};

/// A desk with a display, and databases that others take from.
fn home() -> Mesh {
    mesh()
        .site("attic")
        .node("laptop")
        .at("attic")
        .fact("arch", "x86_64")
        .node("web1")
        .at("attic")
        .nodes(&["db1", "db2"])
        .module("xorg", |m| m.provides("x-display").requires("gpu").claims("the-seat"))
        .module("wayland", |m| m.provides("wayland-display").claims("the-seat"))
        .module("mesa", |m| m.provides("gpu").needs("arch", "x86_64"))
        .module("i3", |m| m.requires("x-display").file("/etc/i3/config").service("i3.service", &["file"]).port(80))
        .module("conky", |m| m.requires("x-display").requires("gpu"))
        .module("sway", |m| m.requires("wayland-display"))
        .module("editor", |m| m.requires("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell"))
        .module("dnsmasq", |m| m.claims_site("dhcp"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("laptop", "i3 conky editor zsh")
        .assign("web1", "webapp dnsmasq")
        .assign("db1", "postgres")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("laptop", "database", "db2")
}

/// Compares all that was said with a snapshot in which what differs from run to run has a name.
#[track_caller]
fn shows(database: &Database, ran: &Ran, expected: impl IntoData) {
    // Raw: a backslash is not taken for a path of another system.
    Assert::new().action_env("SNAPSHOTS").eq(steady(database, &ran.whole()), expected.raw());
}

/// Times, digests, ids and the server by their names.
fn steady(database: &Database, text: &str) -> String {
    let url = database.url();
    let host = url.split("host=").nth(1).and_then(|rest| rest.split('&').next()).unwrap_or("no-host");
    let host = host.replace("%2F", "/");
    let about = database.sql("select current_setting('server_version'), current_database(), current_user");
    let mut text = text.replace(&host, "[SERVER]");
    text = text.replace(&about[0][0], "[VERSION]").replace(&about[0][1], "[NAME]");
    for said in [r#""db_user":"{}""#, r#""role":"{}""#, r#""by":"{}""#, " as {}", "by {} "] {
        text = text.replace(&said.replace("{}", &about[0][2]), &said.replace("{}", "[ROLE]"));
    }
    for (pattern, name) in [
        ("dddd-dd-ddTdd:dd:ddZ", "[TIME]"),
        (&"x".repeat(64), "[DIGEST]"),
        ("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "[ID]"),
    ] {
        text = named(&text, pattern, name);
    }
    text
}

/// Text in which what has the shape of a pattern (`d` a digit, `x` a hexadecimal one) has a name.
fn named(text: &str, pattern: &str, name: &str) -> String {
    let fits = |c: char, p: char| match p {
        'd' => c.is_ascii_digit(),
        'x' => c.is_ascii_hexdigit(),
        p => c == p,
    };
    let mut rest = text;
    let mut told = String::new();
    while let Some(first) = rest.chars().next() {
        let mut chars = rest.chars();
        if pattern.chars().all(|p| chars.next().is_some_and(|c| fits(c, p))) {
            told.push_str(name);
            rest = chars.as_str();
        } else {
            told.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    told
}
