//! What a node runs.

use serde_json::json;
use snapbox::str;

use super::shows;
use crate::support::{Mesh, mesh};

/// Two shells, and an editor that requires one.
fn shells() -> Mesh {
    mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
}

#[test]
fn the_only_provider_is_brought_in() {
    let mesh = mesh()
        .node("laptop")
        .module("xorg", |m| m.provides("x-display"))
        .module("i3", |m| m.requires("x-display"))
        .assign("laptop", "i3");
    shows(
        &mesh,
        str![[r#"
laptop: i3 (xorg)

"#]],
    );
}

#[test]
fn what_is_brought_in_brings_in_what_it_requires() {
    let mesh = mesh()
        .node("laptop")
        .module("a", |m| m.requires("b-ish"))
        .module("b", |m| m.provides("b-ish").requires("c-ish"))
        .module("c", |m| m.provides("c-ish"))
        .assign("laptop", "a");
    shows(
        &mesh,
        str![[r#"
laptop: a (b) (c)

"#]],
    );
}

#[test]
fn a_ring_of_requirements_closes() {
    let mesh = mesh()
        .node("laptop")
        .module("a", |m| m.provides("a-ish").requires("b-ish"))
        .module("b", |m| m.provides("b-ish").requires("a-ish"))
        .assign("laptop", "a");
    shows(
        &mesh,
        str![[r#"
laptop: a (b)

"#]],
    );
}

#[test]
fn several_providers_are_a_persons_choice() {
    shows(
        &shells().assign("laptop", "editor"),
        str![[r#"
laptop: editor
choose-module laptop shell: laptop:editor
  candidate laptop:bash
  candidate laptop:zsh

"#]],
    );
}

#[test]
fn first_asks_the_set_then_the_catalogue() {
    shows(
        &shells().assign("laptop", "editor zsh"),
        str![[r#"
laptop: editor zsh

"#]],
    );
}

#[test]
fn several_modules_of_a_set_may_provide_the_same() {
    shows(
        &shells().assign("laptop", "editor zsh bash"),
        str![[r#"
laptop: bash editor zsh

"#]],
    );
}

#[test]
fn what_looks_ambiguous_is_answered_by_a_later_bring_in() {
    // `desktop` requires `shell` of three, and `suite`, whose only provider brings fish in.
    let mesh = shells()
        .module("desktop", |m| m.requires("shell").requires("suite"))
        .module("suite", |m| m.provides("suite").requires("fancy-shell"))
        .module("fish", |m| m.provides("shell").provides("fancy-shell"))
        .assign("laptop", "desktop");
    shows(
        &mesh,
        str![[r#"
laptop: desktop (fish) (suite)

"#]],
    );
}

#[test]
fn a_requirement_that_nothing_provides_is_open() {
    let mesh = mesh().node("laptop").module("editor", |m| m.requires("shell")).assign("laptop", "editor");
    shows(
        &mesh,
        str![[r#"
laptop: editor
no-provider laptop shell: laptop:editor

"#]],
    );
}

#[test]
fn near_names_are_told_where_nothing_provides_it() {
    let mesh = shells().module("editor2", |m| m.requires("shel")).assign("laptop", "editor2");
    shows(
        &mesh,
        str![[r#"
laptop: editor2
no-provider laptop shel (near: shell): laptop:editor2

"#]],
    );
}

#[test]
fn a_module_does_not_provide_its_own_name() {
    let mesh = mesh()
        .node("web1")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("postgres"))
        .assign("web1", "webapp postgres");
    shows(
        &mesh,
        str![[r#"
web1: postgres webapp
no-provider web1 postgres (a module has that name): web1:webapp

"#]],
    );
}

#[test]
fn only_modules_that_suit_the_machine_count() {
    let mesh = mesh()
        .node("pi")
        .fact("arch", "arm")
        .module("fast", |m| m.provides("engine").needs("arch", "x86"))
        .module("small", |m| m.provides("engine").needs("arch", json!(["arm", "mips"])))
        .module("app", |m| m.requires("engine"))
        .assign("pi", "app");
    shows(
        &mesh,
        str![[r#"
pi: app (small)

"#]],
    );
}

#[test]
fn where_no_provider_suits_the_machine_nothing_answers() {
    let mesh = mesh()
        .node("pi")
        .fact("arch", "arm")
        .module("fast", |m| m.provides("engine").needs("arch", "x86"))
        .module("app", |m| m.requires("engine"))
        .assign("pi", "app");
    shows(
        &mesh,
        str![[r#"
pi: app
no-provider pi engine: pi:app
  candidate pi:fast, not: needs arch

"#]],
    );
}

#[test]
fn a_choice_names_who_would_not_do_and_why() {
    let mesh = shells()
        .module("fish", |m| m.provides("shell").claims("the-prompt"))
        .module("starship", |m| m.claims("the-prompt"))
        .module("ksh", |m| m.provides("shell").file("/etc/shells"))
        .module("shells-file", |m| m.file("/etc/shells"))
        .assign("laptop", "editor starship shells-file");
    shows(
        &mesh,
        str![[r#"
laptop: editor shells-file starship
choose-module laptop shell: laptop:editor
  candidate laptop:bash
  candidate laptop:fish, not: starship holds the-prompt
  candidate laptop:ksh, not: shells-file has /etc/shells
  candidate laptop:zsh

"#]],
    );
}

/// Whatever the scopes of the two claims are.
#[test]
fn a_candidate_that_collides_with_what_it_brings_would_not_do() {
    let mesh = mesh()
        .nodes(&["laptop", "rack"])
        .module("app", |m| m.requires("store"))
        .module("files", |m| m.provides("store"))
        .module("ledger", |m| m.provides("store").claims("clock").requires("time"))
        .module("ntp", |m| m.provides("time").claims_mesh("clock"))
        .module("vault", |m| m.provides("store").claims("seal").requires("keys"))
        .module("keyring", |m| m.provides("keys").claims("seal"))
        .module("both", |m| m.provides("store").claims_mesh("zeal").claims_mesh("ardour"))
        .module("other", |m| m.claims("ardour").claims("zeal"))
        .assign("laptop", "app")
        .assign("rack", "other");
    shows(
        &mesh,
        str![[r#"
laptop: app
rack: other
choose-module laptop store: laptop:app
  candidate laptop:both, not: rack:other holds ardour; rack:other holds zeal
  candidate laptop:files
  candidate laptop:ledger, not: ntp holds clock
  candidate laptop:vault, not: keyring holds seal

"#]],
    );
}

#[test]
fn a_wider_provision_is_never_brought_in() {
    let mesh = mesh()
        .node("web1")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("web1", "webapp");
    shows(
        &mesh,
        str![[r#"
web1: webapp
no-node web1 database: web1:webapp
  candidate somewhere:postgres

"#]],
    );
}

#[test]
fn what_somebody_provides_more_widely_is_not_brought_in_from_another_either() {
    let mesh = mesh()
        .node("web1")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("sqlite", |m| m.provides("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("web1", "webapp");
    shows(
        &mesh,
        str![[r#"
web1: webapp
no-node web1 database: web1:webapp
  candidate somewhere:postgres
  candidate web1:sqlite

"#]],
    );
}

#[test]
fn the_own_set_answers_at_any_scope() {
    let mesh = mesh()
        .node("web1")
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("web1", "webapp postgres");
    shows(
        &mesh,
        str![[r#"
web1: postgres webapp

"#]],
    );
}

#[test]
fn a_module_never_answers_its_own_requirement() {
    let mesh = mesh()
        .node("laptop")
        .module("wrapper", |m| m.provides("shell").requires("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("laptop", "wrapper editor");
    shows(
        &mesh,
        str![[r#"
laptop: editor wrapper
no-provider laptop shell: laptop:wrapper

"#]],
    );
}

#[test]
fn its_own_node_scoped_provision_counts_as_absent() {
    // For wrapper itself bash is the only provider; for editor the wrapper answers.
    let mesh = mesh()
        .node("laptop")
        .module("wrapper", |m| m.provides("shell").requires("shell"))
        .module("bash", |m| m.provides("shell"))
        .assign("laptop", "wrapper");
    shows(
        &mesh,
        str![[r#"
laptop: (bash) wrapper

"#]],
    );
}

#[test]
fn a_pin_keeps_a_module_from_being_brought_in() {
    let mesh = mesh()
        .nodes(&["web1", "db1"])
        .module("cache", |m| m.provides("cache"))
        .module("webapp", |m| m.requires("cache"))
        .assign("web1", "webapp")
        .assign("db1", "cache")
        .pin("web1", "cache", "db1");
    shows(
        &mesh,
        str![[r#"
db1: cache
web1: webapp
pin-unanswered web1 cache (from db1, which runs cache): web1:webapp

"#]],
    );
}
