//! What the first pass promises: every offer of every node, whatever is wrong with it.

use snapbox::str;

use super::shows;
use crate::support::mesh;

#[test]
fn a_chain_of_takes_over_three_nodes() {
    let mesh = mesh()
        .nodes(&["a", "b", "c"])
        .module("web", |m| m.requires("app"))
        .module("app", |m| m.provides_mesh("app").requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("a", "web")
        .assign("b", "app")
        .assign("c", "postgres");
    shows(
        &mesh,
        str![[r#"
a: web; app from b:app
b: app; database from c:postgres
c: postgres

"#]],
    );
}

#[test]
fn a_missing_end_is_one_refusal_and_not_one_for_each_link() {
    let mesh = mesh()
        .nodes(&["a", "b", "c"])
        .module("web", |m| m.requires("app"))
        .module("app", |m| m.provides_mesh("app").requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("a", "web")
        .assign("b", "app");
    shows(
        &mesh,
        str![[r#"
a: web; app from b:app
b: app
c:
no-node b database: b:app
  candidate somewhere:postgres

"#]],
    );
}

#[test]
fn what_a_choice_would_bring_is_not_offered() {
    // The engine would offer a database, but nobody chose it.
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("server", |m| m.requires("engine"))
        .module("one", |m| m.provides("engine").provides_mesh("database"))
        .module("two", |m| m.provides("engine"))
        .module("webapp", |m| m.requires("database"))
        .assign("a", "webapp")
        .assign("b", "server");
    shows(
        &mesh,
        str![[r#"
a: webapp
b: server
no-node a database: a:webapp
  candidate somewhere:one
choose-module b engine: b:server
  candidate b:one
  candidate b:two

"#]],
    );
}

#[test]
fn the_order_of_rows_does_not_matter() {
    let one = mesh()
        .nodes(&["a", "b"])
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .assign("a", "webapp")
        .assign("b", "postgres");
    let other = mesh()
        .nodes(&["b", "a"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("b", "postgres")
        .assign("a", "webapp");
    assert_eq!(super::told::told(&super::world(&one)), super::told::told(&super::world(&other)));
}
