//! Pushes, declarations and the record of changes.

use postgres::Client;
use provost::{
    model::{Digest, Edit, ModuleName, Moment, NodeName},
    store::{
        Access, Session, StoreError, Written,
        catalogue::manifests,
        generations::{Declared, Gone, Push, declarations, last_declared, newest, node_called, push},
        log::{AccessRecord, Record, Wanted, read, record, record_access, since},
        snapshot::load,
    },
};

use super::support::{CHANGE, add_node, add_site, assign, change, empty_mesh, loaded, register};
use crate::support::Database;

const A_PUSH: Push<'_> = Push { message: Some("first"), os_user: Some("anna"), digest: Digest([7; 32]) };

/// Declares to every node what is assigned to it.
pub(super) fn push_all(client: &mut Client) -> i64 {
    let mut session = Session::begin(client, CHANGE).unwrap();
    let mesh = load(&mut session).unwrap().mesh;
    let rows: Vec<Declared> = mesh
        .nodes()
        .map(|(id, node)| Declared {
            node: node.uuid,
            name: node.name.to_string(),
            site: mesh.site_of(id).map(ToString::to_string),
            modules: mesh
                .assigned(id)
                .iter()
                .map(|module| {
                    let registered = &mesh.catalogue.get(*module).unwrap().registered;
                    (registered.manifest.name.clone(), registered.digest)
                })
                .collect(),
            facts: mesh.facts_text(id).to_owned(),
            takes: r#"[{"provision": "database"}]"#.to_owned(),
            digest: Digest::of(node.name.as_str().as_bytes()),
        })
        .collect();
    let present: Vec<_> = rows.iter().map(|row| row.node).collect();
    let gone: Vec<Gone> = last_declared(&mut session)
        .unwrap()
        .into_iter()
        .filter(|last| last.digest.is_some() && !present.contains(&last.node))
        .map(|last| Gone { node: last.node, name: last.name.to_string() })
        .collect();
    let generation = push(&mut session, &A_PUSH, rows, &gone).unwrap();
    session.commit().unwrap();
    generation
}

fn mesh() -> Database {
    let database = empty_mesh();
    let mut client = database.connect();
    let web = r#"{"name": "web", "version": "1", "resources":
                  [{"id": "a", "type": "file", "path": "/a", "content": "hello"}]}"#;
    let steps = [
        add_site("attic"),
        register(&mut client, web),
        register(&mut client, r#"{"name": "idle"}"#),
        add_node("a", Some("attic")),
        add_node("b", None),
        assign("a", "web"),
    ];
    change(&mut client, &steps).unwrap();
    database
}

#[test]
fn nothing_is_declared_before_the_first_push() {
    let database = mesh();
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    assert_eq!(newest(&mut session).unwrap(), None);
    assert_eq!(last_declared(&mut session).unwrap(), []);
    assert_eq!(database.sql("select count(*) from declaration"), [["0"]]);
}

#[test]
fn a_push_tells_its_listeners_when_it_is_committed() {
    let database = mesh();
    let (mut client, mut listening) = (database.connect(), database.connect());
    listening.batch_execute("listen provost_push").unwrap();
    assert_eq!(push_all(&mut client), 1);
    assert_eq!(push_all(&mut client), 2);
    listening.batch_execute("").unwrap();
    let mut heard = Vec::new();
    let mut notifications = listening.notifications();
    while let Ok(Some(told)) = postgres::fallible_iterator::FallibleIterator::next(&mut notifications.iter()) {
        heard.push((told.channel().to_owned(), told.payload().to_owned()));
    }
    let told = |generation: &str| ("provost_push".to_owned(), generation.to_owned());
    assert_eq!(heard, [told("1"), told("2")]);
}

#[test]
fn a_declaration_is_read_whole_years_later() {
    let database = mesh();
    let mut client = database.connect();
    let a = loaded(&mut client).mesh.node_id(&NodeName::stored("a")).unwrap();
    let a = loaded(&mut client).mesh.node(a).uuid;
    push_all(&mut client);
    let newer = register(&mut client, r#"{"name": "web", "version": "2"}"#);
    change(&mut client, &[newer]).unwrap();
    push_all(&mut client);
    change(&mut client, &[Edit::RemoveNode { node: NodeName::stored("a") }, add_node("c", None)]).unwrap();
    push_all(&mut client);

    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let mut told = |not_after| {
        let kept = declarations(&mut session, &[a], not_after).unwrap().remove(0);
        let manifests: Vec<String> = kept.modules.iter().map(|module| module.manifest.to_string()).collect();
        (kept.generation, kept.name, kept.site, manifests, kept.takes.to_string(), kept.digest.is_some())
    };
    let first = r#"{"name": "web", "version": "1", "resources": [{"id": "a", "path": "/a", "type": "file", "content": "hello"}]}"#;
    let second = r#"{"name": "web", "version": "2"}"#;
    let attic = Some("attic".to_owned());
    let takes = r#"[{"provision": "database"}]"#.to_owned();
    let whole = |generation, manifest: &str| {
        (generation, "a".to_owned(), attic.clone(), vec![manifest.to_owned()], takes.clone(), true)
    };
    assert_eq!(told(Some(1)), whole(1, first));
    assert_eq!(told(Some(2)), whole(2, second));
    assert_eq!(told(None), (3, "a".to_owned(), None, vec![], "[]".to_owned(), false));
    assert_eq!(told(Some(99)).0, 3);
    assert!(declarations(&mut session, &[a], Some(0)).unwrap().is_empty());

    assert_eq!(node_called(&mut session, "a").unwrap(), Some(a));
    assert_eq!(node_called(&mut session, "nobody").unwrap(), None);
    let last: Vec<_> = last_declared(&mut session).unwrap();
    let mut last: Vec<_> =
        last.iter().map(|last| (last.name.as_str(), last.generation, last.digest.is_some())).collect();
    last.sort();
    assert_eq!(last, [("a", 3, false), ("b", 3, true), ("c", 3, true)]);
    let push = newest(&mut session).unwrap().unwrap();
    assert_eq!((push.generation, push.message.as_deref(), push.digest), (3, Some("first"), Digest([7; 32])));
    // Both versions of web and the one of idle, each once.
    assert_eq!(database.sql("select count(*) from manifest_version"), [["3"]]);
}

#[test]
fn a_push_of_what_the_catalogue_lacks_writes_nothing() {
    let database = mesh();
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    let row = Declared {
        node: uuid::Uuid::new_v4(),
        name: "a".to_owned(),
        site: None,
        modules: vec![(ModuleName::stored("web"), Digest([0; 32]))],
        facts: "{}".to_owned(),
        takes: "[]".to_owned(),
        digest: Digest([1; 32]),
    };
    let refused = push(&mut session, &A_PUSH, [row], &[]);
    assert!(matches!(refused, Err(StoreError::Stored { .. })), "{refused:?}");
    drop(session);
    assert_eq!(loaded(&mut client).mesh.size(), 2);
    assert_eq!(database.sql("select count(*) from push"), [["0"]]);
}

fn recorded(client: &mut Client, message: &str, edits: &[Edit], digest: Digest) -> i64 {
    let mut session = Session::begin(client, CHANGE).unwrap();
    let record = |record_of: &mut Session<'_>| {
        let what = Record {
            command: "provost site add attic",
            message: Some(message),
            os_user: Some("anna"),
            edits,
            digest: Some(digest),
            moved: None,
            settled: Some(r#"[{"assign": ["a", "web"]}]"#),
            unresolved: None,
        };
        record(record_of, &what)
    };
    let id = record(&mut session).unwrap();
    session.commit().unwrap();
    id
}

#[test]
fn changes_are_recorded_and_read_newest_first() {
    let database = empty_mesh();
    let mut client = database.connect();
    recorded(&mut client, "one", &[add_site("attic")], Digest([1; 32]));
    recorded(&mut client, "two", &[], Digest([2; 32]));
    let third = recorded(&mut client, "three", &[add_site("x"), add_site("y")], Digest([1; 32]));
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let all = read(&mut session, &Wanted { edits: true, ..Wanted::default() }).unwrap();
    let messages: Vec<_> = all.iter().map(|change| (change.message.as_deref(), change.steps)).collect();
    assert_eq!(messages, [(Some("three"), 2), (Some("two"), 0), (Some("one"), 1)]);
    let mut first = serde_json::to_value(&all[2]).unwrap();
    first["at"] = serde_json::Value::Null;
    assert_eq!(
        first,
        serde_json::json!({
            "id": all[2].id, "at": null, "db_user": "provost", "os_user": "anna",
            "command": "provost site add attic", "message": "one", "steps": 1, "digest": "01".repeat(32),
            "edits": [{"edit": "add-site", "site": "attic"}], "moved": null,
            "settled": [{"assign": ["a", "web"]}], "unresolved": null,
        })
    );
    let newest = read(&mut session, &Wanted { limit: Some(1), ..Wanted::default() }).unwrap();
    assert_eq!((newest.len(), newest[0].id, newest[0].edits.is_none()), (1, third, true));
}

#[test]
fn what_came_after_a_review_is_told() {
    let database = empty_mesh();
    let mut client = database.connect();
    recorded(&mut client, "one", &[], Digest([1; 32]));
    recorded(&mut client, "two", &[], Digest([2; 32]));
    recorded(&mut client, "three", &[], Digest([3; 32]));
    // Who may do what is on record too, and changes nothing of the mesh.
    let mut session = Session::begin(&mut client, Access::Grant).unwrap();
    let access = AccessRecord { command: "access", os_user: "anna", role: "ben", may: Some("reader"), node: None };
    record_access(&mut session, &access).unwrap();
    session.commit().unwrap();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let mut came = |digest| {
        let changes = since(&mut session, Digest(digest)).unwrap()?;
        Some(changes.into_iter().map(|change| change.message.unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(came([1; 32]), Some(vec!["three".to_owned(), "two".to_owned()]));
    assert_eq!(came([3; 32]), Some(vec![]));
    // Their edits are never read, be they as many as they may.
    assert!(since(&mut session, Digest([1; 32])).unwrap().unwrap().iter().all(|change| change.edits.is_none()));
    assert_eq!(since(&mut session, Digest([9; 32])).unwrap().map(|changes| changes.len()), None);
}

#[test]
fn another_session_learns_what_became_of_a_transaction() {
    let database = empty_mesh();
    let (mut client, mut other) = (database.connect(), database.connect());
    let id = recorded(&mut client, "one", &[], Digest([1; 32]));
    let at = database.sql(&format!("select (extract(epoch from at) * 1000000)::int8 from change where id = {id}"));
    let at: i64 = at[0][0].parse().unwrap();
    let mut session = Session::begin(&mut other, CHANGE).unwrap();
    let mut is_there = |id, at| Written::Change { id, at: Moment(at) }.is_there(&mut session).unwrap();
    assert_eq!([is_there(id, at), is_there(id, at + 1), is_there(id + 1, at)], [true, false, false]);
    let push = Written::Push { generation: 1, at: Moment(at) };
    assert!(!push.is_there(&mut session).unwrap());
}

#[test]
fn manifests_are_read_whole() {
    let database = mesh();
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let names = |stored: Vec<provost::store::catalogue::Stored>| {
        stored.iter().map(|stored| (stored.name.to_string(), stored.manifest.contains("hello"))).collect::<Vec<_>>()
    };
    let web = ModuleName::stored("web");
    let both = vec![("idle".to_owned(), false), ("web".to_owned(), true)];
    assert_eq!(names(manifests(&mut session, None).unwrap()), both);
    let some = manifests(&mut session, Some(&[web, ModuleName::stored("nothing")])).unwrap();
    assert_eq!(names(some), both[1..]);
}
