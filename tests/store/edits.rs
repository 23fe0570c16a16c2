//! Every kind of edit: what it does to a mesh in memory is what a new session reads after it was written.

use std::sync::Arc;

use provost::{
    model::{Edit, FactName, Hold, Mesh, ModuleName, NodeName, Person, Scalar, SiteName},
    store::{Session, StoreError, edits},
};

use super::support::{CHANGE, add_node, add_site, assign, change, empty_mesh, loaded, pin, register};
use crate::support::Database;

/// A mesh as text, whatever its numbers are.
fn told(mesh: &Mesh) -> Vec<String> {
    let mut lines: Vec<String> = mesh.sites().map(|(_, name)| format!("site {name}")).collect();
    lines.extend(mesh.catalogue.modules().map(|(_, module)| {
        let registered = &module.registered;
        format!("module {} {} {}", registered.manifest.name, registered.digest, registered.declared)
    }));
    for (id, node) in mesh.nodes() {
        let mut assigned: Vec<String> =
            mesh.assigned(id).iter().map(|module| mesh.catalogue.name(*module).to_string()).collect();
        assigned.sort();
        let pin = |pin: &provost::model::Pin| {
            format!("{} from {} at {}", mesh.catalogue.provision(pin.provision), mesh.node_name(pin.provider), pin.at.0)
        };
        let mut pins: Vec<String> = node.pins.iter().map(pin).collect();
        pins.sort();
        let (site, facts) = (mesh.site_of(id), mesh.facts(id));
        let held = node.held.as_deref();
        lines.push(format!("node {} {} {site:?} {facts:?} {assigned:?} {pins:?} {held:?}", node.name, node.uuid));
    }
    lines.sort();
    lines
}

/// Writes edits, and checks that reading gives what applying them gave.
#[track_caller]
fn round(database: &Database, steps: &[Edit]) -> Vec<String> {
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    let mut mesh = provost::store::snapshot::load(&mut session).unwrap().mesh;
    mesh.apply(steps, session.now()).unwrap();
    edits::write(&mut session, steps, |_| ()).unwrap();
    let seen = told(&provost::store::snapshot::load(&mut session).unwrap().mesh);
    assert_eq!(seen, told(&mesh));
    session.commit().unwrap();
    assert_eq!(told(&loaded(&mut client).mesh), seen);
    seen
}

fn base(database: &Database) {
    let mut client = database.connect();
    let steps = [
        add_site("attic"),
        add_site("cellar"),
        register(&mut client, r#"{"name": "web", "version": "1", "requires": ["database"]}"#),
        register(&mut client, r#"{"name": "postgres", "provides": [{"name": "database", "scope": "mesh"}]}"#),
        add_node("web1", Some("attic")),
        add_node("db1", None),
        assign("web1", "web"),
        assign("db1", "postgres"),
        pin("web1", "database", Some("db1")),
    ];
    round(database, &steps);
}

fn node(name: &str) -> NodeName {
    NodeName::stored(name)
}

#[test]
fn sites_come_and_are_renamed_and_go() {
    let database = empty_mesh();
    base(&database);
    let (attic, loft) = (SiteName::stored("attic"), SiteName::stored("loft"));
    round(&database, &[Edit::RenameSite { site: attic, to: loft }]);
    round(&database, &[Edit::RemoveSite { site: SiteName::stored("cellar") }]);
    assert_eq!(database.sql("select name, site from node order by name"), [["db1", ""], ["web1", "loft"]]);
}

#[test]
fn nodes_move_are_renamed_and_go() {
    let database = empty_mesh();
    base(&database);
    let place = |name: &str, after| Edit::Site { node: node(name), before: None, after };
    round(&database, &[place("web1", None), place("db1", Some(SiteName::stored("cellar").into()))]);
    // A name that one leaves is taken by the next, and then spoken of.
    let rename = |from: &str, to: &str| Edit::RenameNode { node: node(from), to: node(to) };
    let swap = [rename("web1", "x"), rename("db1", "web1"), rename("x", "db1"), assign("web1", "web")];
    round(&database, &swap);
    round(&database, &[Edit::RemoveNode { node: node("web1") }, add_node("web1", None)]);
    let left = "select (select count(*) from assignment), (select count(*) from provision_pin), count(*) from node";
    assert_eq!(database.sql(left), [["1", "0", "2"]]);
}

#[test]
fn facts_are_set_and_taken_away() {
    let database = empty_mesh();
    base(&database);
    let fact = |name: &str, fact: &str, after: Option<&str>| Edit::Fact {
        node: node(name),
        fact: FactName::stored(fact),
        before: None,
        after: after.map(Scalar::typed).map(Box::new),
    };
    let first = [
        fact("web1", "arch", Some("x86_64")),
        fact("db1", "memory_mib", Some("16384.50")),
        fact("web1", "role", Some("\"42\"")),
        fact("web1", "display", Some("true")),
    ];
    round(&database, &first);
    round(&database, &[fact("web1", "arch", None), fact("web1", "role", Some("a")), fact("web1", "role", Some("b"))]);
    let facts = database.sql("select name, facts from node order by name");
    assert_eq!(facts, [["db1", r#"{"memory_mib": 16384.50}"#], ["web1", r#"{"role": "b", "display": true}"#]]);
}

#[test]
fn modules_are_registered_anew_and_go() {
    let database = empty_mesh();
    base(&database);
    let mut client = database.connect();
    let newer = register(&mut client, r#"{"name": "web", "version": "2", "x-new": [1.0], "requires": []}"#);
    round(&database, std::slice::from_ref(&newer));
    round(&database, &[newer]);
    let row = database.sql("select version, manifest from module where name = 'web'");
    assert_eq!(row, [["2", r#"{"name": "web", "x-new": [1.0], "version": "2", "requires": []}"#]]);
    let unassign = Edit::Unassign { node: node("web1"), module: ModuleName::stored("web") };
    let digest = super::support::registered(&mut client, r#"{"name": "web"}"#).digest;
    round(&database, &[unassign, Edit::RemoveModule { module: ModuleName::stored("web"), before: digest }]);
    assert_eq!(database.sql("select name from module"), [["postgres"]]);
}

#[test]
fn pins_are_made_changed_and_taken_back() {
    let database = empty_mesh();
    base(&database);
    round(&database, &[add_node("db2", None), assign("db2", "postgres"), pin("web1", "database", Some("db2"))]);
    round(&database, &[pin("db1", "font/latin", Some("db1"))]);
    let pins = "select n.name, p.name, f.name from provision_pin p join node n on n.id = p.node \
                join node f on f.id = p.provider order by 1";
    assert_eq!(database.sql(pins), [["db1", "font/latin", "db1"], ["web1", "database", "db2"]]);
    round(&database, &[pin("web1", "database", None)]);
}

#[test]
fn nodes_are_held_and_released() {
    let database = empty_mesh();
    base(&database);
    let at = loaded(&mut database.connect()).now;
    let anna = Person { db_user: "anna".to_owned(), os_user: None };
    let hold = |message: &str| Some(Box::new(Hold { by: anna.clone(), at, message: message.to_owned() }));
    let edit = |after| Edit::Hold { node: node("web1"), before: None, after };
    round(&database, &[edit(hold("stolen"))]);
    round(&database, &[edit(hold("found: 'again'"))]);
    assert_eq!(database.sql("select who, why from hold"), [["anna", "found: 'again'"]]);
    round(&database, &[edit(None)]);
}

#[test]
fn many_edits_are_one_change() {
    let database = empty_mesh();
    let mut client = database.connect();
    let mut steps = vec![add_site("attic"), register(&mut client, r#"{"name": "web"}"#)];
    let names: Vec<String> = (0..3000).map(|number| format!("node{number}")).collect();
    steps.extend(names.iter().map(|name| add_node(name, Some("attic"))));
    steps.extend(names.iter().map(|name| assign(name, "web")));
    round(&database, &steps);
    assert_eq!(database.sql("select count(*) from assignment"), [["3000"]]);
}

#[test]
fn what_is_not_there_is_not_passed_over() {
    let database = empty_mesh();
    base(&database);
    let astray = |error| matches!(error, Err(StoreError::Astray { expected: 1, found: 0, .. }));
    assert!(astray(change(&mut database.connect(), &[assign("nobody", "web")])));
    assert!(astray(change(&mut database.connect(), &[Edit::RemoveNode { node: node("nobody") }])));
    // A manifest without its text would lose the contents of its files.
    let mut client = database.connect();
    let Edit::Register { module, before, after } = register(&mut client, r#"{"name": "bare"}"#) else { unreachable!() };
    let bare = Arc::new(provost::model::Registered { text: None, ..(*after).clone() });
    let refused = change(&mut client, &[Edit::Register { module, before, after: bare }]);
    assert!(matches!(refused, Err(StoreError::Violates { .. })), "{refused:?}");
    assert_eq!(database.sql("select count(*) from module"), [["2"]]);
}
