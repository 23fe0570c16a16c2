//! The naive resolver on the examples of the rules, one test a rule.

use serde_json::json;

use super::edits::Edit;
use super::naive::{Moved, Naive, NaiveNode, moves, resolve};
use crate::support::{Mesh, mesh};

/// Each refusal as a line: code, node, key, and whatever else it tells.
fn refused(mesh: &Mesh) -> Vec<String> {
    let naive = resolve(&mesh.document());
    let line = |refusal: &super::naive::Refusal| {
        let party = |(node, module, resource): &super::naive::Party| match resource {
            Some(id) => format!("{node}:{module}/{id}"),
            None => format!("{node}:{module}"),
        };
        let parties: Vec<String> = refusal.parties.iter().map(party).collect();
        let lacks: Vec<&str> = refusal.lacks.iter().map(String::as_str).collect();
        let node = refusal.node.as_deref().unwrap_or("-");
        let words = [refusal.code, node, &refusal.key, &refusal.about, &parties.join(" "), &lacks.join(" ")];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    naive.refusals.iter().map(line).collect()
}

/// A node's set; what nobody assigned in brackets.
fn set(mesh: &Mesh, node: &str) -> Vec<String> {
    let resolved = node_of(mesh, node);
    let shown = |(module, assigned): (&String, &bool)| {
        if *assigned { module.clone() } else { format!("({module})") }
    };
    resolved.modules.iter().map(shown).collect()
}

/// What a node takes.
fn takes(mesh: &Mesh, node: &str) -> Vec<String> {
    let resolved = node_of(mesh, node);
    let shown = |((name, module), (from, by)): (&(String, String), &(String, String))| {
        format!("{name} for {module} from {from}:{by}")
    };
    resolved.takes.iter().map(shown).collect()
}

fn node_of(mesh: &Mesh, node: &str) -> NaiveNode {
    let Naive { mut nodes, .. } = resolve(&mesh.document());
    nodes.remove(node).unwrap()
}

const NONE: [&str; 0] = [];

fn shells() -> Mesh {
    mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
}

fn databases() -> Mesh {
    mesh()
        .nodes(&["db1", "db2", "web"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("mariadb", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .module("pooler", |m| m.provides_mesh("database").requires("database"))
        .assign("web", "webapp")
}

#[test]
fn brings_in_the_only_provider() {
    let mesh = mesh()
        .node("a")
        .module("i3", |m| m.requires("x-display"))
        .module("xorg", |m| m.provides("x-display"))
        .assign("a", "i3");
    assert_eq!(set(&mesh, "a"), ["i3", "(xorg)"]);
    assert_eq!(refused(&mesh), NONE);
}

#[test]
fn refuses_to_choose_among_several_modules() {
    let mesh = shells().assign("laptop", "editor");
    assert_eq!(refused(&mesh), ["choose-module laptop shell laptop:editor"]);
    assert_eq!(set(&mesh, "laptop"), ["editor"]);
}

#[test]
fn asks_the_set_before_the_catalogue() {
    let mesh = shells().assign("laptop", "editor zsh");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(set(&mesh, "laptop"), ["editor", "zsh"]);
}

#[test]
fn a_later_bring_in_answers_what_looked_ambiguous() {
    let mesh = shells()
        .module("posix-shell", |m| m.provides("shell").provides("posix"))
        .module("script", |m| m.requires("posix"))
        .assign("laptop", "editor script");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(set(&mesh, "laptop"), ["editor", "(posix-shell)", "script"]);
}

#[test]
fn a_ring_closes() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.provides("x").requires("y"))
        .module("two", |m| m.provides("y").requires("x"))
        .assign("a", "one");
    assert_eq!(set(&mesh, "a"), ["one", "(two)"]);
    assert_eq!(refused(&mesh), NONE);
}

#[test]
fn only_modules_that_suit_the_machine_are_candidates() {
    let mesh = mesh()
        .node("a")
        .fact("gpu", "amd")
        .node("b")
        .module("cuda", |m| m.provides("gpu").needs("gpu", "nvidia"))
        .module("rocm", |m| m.provides("gpu").needs("gpu", "amd"))
        .module("train", |m| m.requires("gpu"))
        .assign("a", "train")
        .assign("b", "train");
    assert_eq!(set(&mesh, "a"), ["(rocm)", "train"]);
    assert_eq!(refused(&mesh), ["no-provider b gpu b:train"]);
}

#[test]
fn a_module_does_not_provide_its_own_name() {
    let mesh = mesh()
        .node("a")
        .module("postgres", |m| m)
        .module("app", |m| m.requires("postgres"))
        .assign("a", "app postgres");
    assert_eq!(refused(&mesh), ["no-provider a postgres a:app"]);
}

#[test]
fn a_module_never_answers_its_own_requirement() {
    let mesh = mesh().node("a").module("loop", |m| m.provides("x").requires("x")).assign("a", "loop");
    assert_eq!(refused(&mesh), ["no-provider a x a:loop"]);
}

#[test]
fn its_own_wider_provision_may_be_on_another_node() {
    let mesh = mesh().nodes(&["a", "b"]).module("peer", |m| m.provides_mesh("x").requires("x")).assign("a", "peer");
    assert_eq!(refused(&mesh), ["no-node a x a:peer"]);
    let both = mesh.assign("b", "peer");
    assert_eq!(refused(&both), NONE);
    assert_eq!(takes(&both, "a"), ["x for peer from b:peer"]);
    assert_eq!(takes(&both, "b"), ["x for peer from a:peer"]);
}

#[test]
fn a_wider_provision_is_never_brought_in() {
    let mesh = databases();
    assert_eq!(set(&mesh, "web"), ["webapp"]);
    assert_eq!(refused(&mesh), ["no-node web database web:webapp"]);
}

#[test]
fn a_name_that_is_wider_also_is_never_brought_in() {
    let mesh = databases().module("sqlite", |m| m.provides("database"));
    assert_eq!(set(&mesh, "web"), ["webapp"]);
    assert_eq!(refused(&mesh), ["no-node web database web:webapp"]);
}

#[test]
fn takes_from_the_only_node_that_offers() {
    let mesh = databases().assign("db1", "postgres mariadb");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(takes(&mesh, "web"), ["database for webapp from db1:mariadb"]);
}

#[test]
fn refuses_to_choose_among_several_nodes() {
    let mesh = databases().assign("db1", "postgres").assign("db2", "mariadb");
    assert_eq!(refused(&mesh), ["choose-node web database web:webapp"]);
    assert_eq!(takes(&mesh, "web"), NONE);
}

#[test]
fn the_own_set_answers_before_other_nodes() {
    let mesh = databases().assign("db1", "postgres").assign("web", "mariadb");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(takes(&mesh, "web"), NONE);
}

#[test]
fn site_does_not_beat_mesh() {
    let mesh = mesh()
        .site("attic")
        .node("a")
        .at("attic")
        .node("b")
        .at("attic")
        .node("c")
        .module("near", |m| m.provides_site("x"))
        .module("far", |m| m.provides_mesh("x"))
        .module("user", |m| m.requires("x"))
        .assign("a", "user")
        .assign("b", "near")
        .assign("c", "far");
    assert_eq!(refused(&mesh), ["choose-node a x a:user"]);
}

#[test]
fn a_site_offer_stays_within_its_site() {
    let mesh = mesh()
        .site("attic")
        .site("cellar")
        .node("a")
        .at("attic")
        .node("c")
        .at("cellar")
        .nodes(&["lone1", "lone2"])
        .module("dhcpd", |m| m.provides_site("leases"))
        .module("boot", |m| m.requires("leases"))
        .assign("a", "boot")
        .assign("c", "dhcpd")
        .assign("lone1", "dhcpd")
        .assign("lone2", "boot");
    assert_eq!(refused(&mesh), ["no-node a leases a:boot", "no-node lone2 leases lone2:boot"]);
}

#[test]
fn a_pin_decides_alone() {
    let pinned = databases().assign("db1", "postgres").assign("db2", "mariadb").pin("web", "database", "db2");
    assert_eq!(refused(&pinned), NONE);
    assert_eq!(takes(&pinned, "web"), ["database for webapp from db2:mariadb"]);
    let beside = pinned.assign("web", "postgres");
    assert_eq!(takes(&beside, "web"), ["database for webapp from db2:mariadb"]);
}

#[test]
fn a_pin_never_falls_back() {
    let mesh = databases().assign("db1", "postgres").pin("web", "database", "db2");
    assert_eq!(refused(&mesh), ["pin-unanswered web database web:webapp"]);
}

#[test]
fn a_pin_keeps_a_module_from_being_brought_in() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("user", |m| m.requires("x"))
        .module("maker", |m| m.provides("x"))
        .assign("a", "user")
        .pin("a", "x", "b");
    assert_eq!(set(&mesh, "a"), ["user"]);
    assert_eq!(refused(&mesh), ["pin-unanswered a x a:user"]);
}

#[test]
fn a_pin_of_the_node_itself_wants_an_offer_of_another_module() {
    let itself = databases().assign("db1", "postgres").assign("web", "mariadb").pin("web", "database", "web");
    assert_eq!(refused(&itself), NONE);
    assert_eq!(takes(&itself, "web"), NONE);
    let alone = databases().assign("db2", "pooler").pin("db2", "database", "db2").assign("db1", "postgres");
    let only = resolve(&alone.document()).refusals.into_iter().find(|refusal| refusal.node.as_deref() == Some("db2"));
    assert_eq!(only.map(|refusal| refusal.code), Some("pin-unanswered"));
}

#[test]
fn a_pin_for_what_nothing_requires_has_no_effect() {
    let mesh = databases().assign("db1", "postgres").pin("db2", "database", "web").pin("web", "other", "db2");
    assert_eq!(refused(&mesh), NONE);
}

#[test]
fn a_pooler_answers_its_neighbours_and_stands_in_front_of_a_pin() {
    let plain = databases().assign("db1", "postgres").assign("web", "pooler");
    assert_eq!(takes(&plain, "web"), ["database for pooler from db1:postgres"]);
    let pinned = plain.assign("db2", "mariadb").pin("web", "database", "db2");
    assert_eq!(takes(&pinned, "web"), ["database for pooler from db2:mariadb"]);
    assert_eq!(refused(&pinned), NONE);
}

#[test]
fn all_holders_of_a_claim_are_in_one_refusal() {
    let mesh = ["x", "y", "z"]
        .iter()
        .fold(mesh().node("a"), |mesh, name| mesh.module(name, |m| m.claims("seat")).assign("a", name));
    assert_eq!(refused(&mesh), ["claim-collision a seat node a:x a:y a:z"]);
}

#[test]
fn a_site_claim_meets_node_claims_of_its_site_alone() {
    let mesh = mesh()
        .site("attic")
        .site("cellar")
        .node("a1")
        .at("attic")
        .node("a2")
        .at("attic")
        .node("c1")
        .at("cellar")
        .module("wide", |m| m.claims_site("dhcp"))
        .module("narrow", |m| m.claims("dhcp"))
        .assign("a1", "wide")
        .assign("a2", "narrow")
        .assign("c1", "narrow");
    assert_eq!(refused(&mesh), ["claim-collision - dhcp site attic a1:wide a2:narrow"]);
}

#[test]
fn a_node_without_a_site_is_a_site_of_its_own() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("one", |m| m.claims_site("dhcp"))
        .module("two", |m| m.claims_site("dhcp"))
        .assign("a", "one")
        .assign("b", "one two");
    assert_eq!(refused(&mesh), ["claim-collision b dhcp site b:one b:two"]);
}

#[test]
fn a_mesh_claim_meets_all_others() {
    let mesh = mesh()
        .nodes(&["a", "b", "c"])
        .module("hub", |m| m.claims_mesh("hub"))
        .module("spare", |m| m.claims("hub"))
        .assign("a", "hub")
        .assign("b", "spare")
        .assign("c", "spare");
    assert_eq!(refused(&mesh), ["claim-collision - hub mesh a:hub b:spare c:spare"]);
}

#[test]
fn needs_are_met_by_value_and_without_conversion() {
    let mesh = mesh()
        .node("a")
        .fact("memory", 4)
        .fact("display", 1)
        .module("equal", |m| m.needs("memory", 4.0))
        .module("ranged", |m| m.needs("memory", json!({"at_least": 4, "at_most": 4})))
        .module("text", |m| m.needs("memory", "4"))
        .module("truth", |m| m.needs("display", true).needs("arch", json!(["x86", "arm"])))
        .assign("a", "equal ranged text truth");
    assert_eq!(refused(&mesh), ["need-unmet a text memory", "need-unmet a truth arch display"]);
}

#[test]
fn nothing_of_another_module_lies_at_or_below_a_file() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.file("/etc//x/"))
        .module("two", |m| m.directory("/etc/./x", "0755").file("/etc/x/y"))
        .module("three", |m| m.file("/etc/xy"))
        .assign("a", "one two three");
    assert_eq!(refused(&mesh), ["resource-collision a /etc/x file a:one/file a:two/directory a:two/file"]);
}

#[test]
fn directories_and_packages_may_agree() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.directory("/srv", "0755").package("git"))
        .module("two", |m| m.directory("/srv/", "0755").resource("package", json!({"name": "git", "version": "2"})))
        .module("three", |m| m.directory("/srv", "0700").resource("package", json!({"name": "git", "version": "3"})))
        .assign("a", "one two");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(
        refused(&mesh.assign("a", "three")),
        [
            "resource-collision a /srv directory a:one/directory a:three/directory a:two/directory",
            "resource-collision a git package a:three/package a:two/package",
        ]
    );
}

#[test]
fn ports_meet_unless_both_have_an_address_of_their_own() {
    let port = |address: &str| json!({"port": 80, "address": address});
    let mesh = mesh()
        .node("a")
        .module("inner", |m| m.resource("port", port("10.0.0.1")))
        .module("outer", |m| m.resource("port", port("10.0.0.2")))
        .module("datagram", |m| m.resource("port", json!({"port": 80, "protocol": "udp"})))
        .module("every", |m| m.resource("port", port("::")))
        .assign("a", "inner outer datagram");
    assert_eq!(refused(&mesh), NONE);
    assert_eq!(
        refused(&mesh.assign("a", "every")),
        ["resource-collision a tcp/80 port a:every/port a:inner/port a:outer/port"]
    );
}

#[test]
fn services_never_agree_and_unknown_types_exclude_nothing() {
    let mesh = mesh()
        .node("a")
        .module("one", |m| m.service("x.service", &[]).resource("cron", json!({"name": "x"})))
        .module("two", |m| m.service("x.service", &[]).resource("cron", json!({"name": "x"})))
        .assign("a", "one two");
    assert_eq!(refused(&mesh), ["resource-collision a x.service service a:one/service a:two/service"]);
}

#[test]
fn reflects_dangle_only_where_the_module_is_in_the_set() {
    let mesh = mesh()
        .nodes(&["a", "b"])
        .module("web", |m| m.service("web.service", &["tls/key", "/etc/nothing"]))
        .module("tls", |m| m.file("/etc/tls"))
        .assign("a", "web")
        .assign("b", "web tls");
    assert_eq!(refused(&mesh), ["dangling-reflects b web/service tls/key"]);
}

#[test]
fn a_refused_node_still_offers() {
    let mesh = databases()
        .module("greedy", |m| m.provides_mesh("database").needs("arch", "vax").requires("nothing"))
        .assign("db1", "greedy");
    assert_eq!(refused(&mesh), ["need-unmet db1 greedy arch", "no-provider db1 nothing db1:greedy"]);
    assert_eq!(takes(&mesh, "web"), ["database for webapp from db1:greedy"]);
}

fn moved(mesh: &Mesh, edits: &[Edit]) -> Vec<String> {
    let line = |moved: &Moved| {
        let (from, to) = (moved.from.clone(), moved.to.clone());
        let by: Vec<&str> = moved.by.iter().map(String::as_str).collect();
        let (node, requirement) = (&moved.node, &moved.requirement);
        format!("{node} {requirement} {}:{} to {}:{} by {}", from.0, from.1, to.0, to.1, by.join(" "))
    };
    moves(&mesh.document(), edits).iter().map(line).collect()
}

fn assign(node: &str, module: &str) -> Edit {
    Edit::Assign { node: node.to_owned(), module: module.to_owned() }
}

fn unassign(node: &str, module: &str) -> Edit {
    Edit::Unassign { node: node.to_owned(), module: module.to_owned() }
}

#[test]
fn an_answer_moves_to_another_node_to_the_node_itself_and_to_another_module() {
    let mesh = databases().assign("db1", "postgres");
    let swapped = [unassign("db1", "postgres"), assign("db2", "postgres")];
    assert_eq!(moved(&mesh, &swapped), ["web database db1:postgres to db2:postgres by webapp"]);
    let own = [assign("web", "postgres")];
    assert_eq!(moved(&mesh, &own), ["web database db1:postgres to web:postgres by webapp"]);
    let other = [unassign("db1", "postgres"), assign("db1", "mariadb")];
    assert_eq!(moved(&mesh, &other), ["web database db1:postgres to db1:mariadb by webapp"]);
    let itself = mesh.assign("web", "postgres");
    assert_eq!(moved(&itself, &[assign("web", "mariadb"), unassign("web", "postgres")]), NONE);
}

#[test]
fn a_move_is_excused_by_the_pin_that_names_it_and_by_an_unpin() {
    let mesh = databases().assign("db1", "postgres").assign("db2", "mariadb").pin("web", "database", "db1");
    let pin = Edit::Pin { node: "web".to_owned(), name: "database".to_owned(), from: "db2".to_owned() };
    assert_eq!(moved(&mesh, &[pin]), NONE);
    let unpin = Edit::Unpin { node: "web".to_owned(), name: "database".to_owned() };
    assert_eq!(moved(&mesh, &[unpin.clone(), unassign("db1", "postgres")]), NONE);
    let gone = Edit::RemoveNode { node: "db1".to_owned() };
    assert_eq!(moved(&mesh, &[gone]), ["web database db1:postgres to db2:mariadb by webapp"]);
}
