//! What the database makes of manifests before they are written, and of those it should not have.

use provost::store::{Access, Meaningless, Session, StoreError, canonical::canonical, snapshot::load};

use super::support::{CHANGE, empty_mesh};

#[test]
fn is_what_a_registered_manifest_gets() {
    let database = empty_mesh();
    let text = r#"{ "resources": [{"type":"file","id":"a","path":"/a","content":"x"}], "description": "d",
                   "name": "web", "needs": {"n": 1.50} }"#;
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let made = canonical(&mut session, &["{}", text]).unwrap().remove(1);
    drop(session);
    database
        .connect()
        .execute("insert into module (name, manifest) values ('web', $1::text::jsonb)", &[&text])
        .unwrap();
    let stored = database.sql("select manifest, encode(digest, 'hex'), encode(declared, 'hex'), outline from module");
    assert_eq!(stored, [[made.text, made.digest.to_string(), made.declared.to_string(), made.outline]]);
}

#[test]
fn names_the_manifest_that_cannot_be_kept() {
    let database = empty_mesh();
    let mut client = database.connect();
    let huge = r#"{"name": "c", "n": 1e200000}"#;
    for (bad, why) in [
        (
            r#"{"name": "c", "x": "\u0000"}"#,
            "unsupported Unicode escape sequence; \\u0000 cannot be converted to text.",
        ),
        (huge, "value overflows numeric format"),
    ] {
        for place in 0..4 {
            let mut texts = vec![r#"{"name": "a"}"#; 3];
            texts.insert(place, bad);
            let mut session = Session::begin(&mut client, Access::Read).unwrap();
            let refused = canonical(&mut session, &texts);
            assert_eq!(refused, Err(StoreError::Unstorable { number: place, why: why.to_owned() }));
        }
    }
}

/// The first look at the manifest `c` says that it cannot be kept; the next, that something else stands in the way.
const SECOND_LOOK: &str = "create sequence looks; grant usage on looks to public; \
    create or replace function manifest_outline(manifest jsonb) returns jsonb language plpgsql as $$ begin \
        if manifest ->> 'name' = 'c' then \
            if nextval('public.looks') = 1 then raise data_exception; else raise lock_not_available; end if; \
        end if; \
        return manifest; end $$";

#[test]
fn what_stands_in_the_way_of_looking_blames_no_manifest() {
    let database = empty_mesh();
    database.sql(SECOND_LOOK);
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, CHANGE).unwrap();
    let refused = canonical(&mut session, &[r#"{"name": "c"}"#, r#"{"name": "a"}"#]).unwrap_err();
    assert!(matches!(&refused, StoreError::Server { sqlstate: Some(code), .. } if code == "55P03"), "{refused:?}");
}

#[test]
fn a_stored_manifest_without_meaning_is_named() {
    let database = empty_mesh();
    database.sql(r#"insert into module (name, manifest) values ('web', '{"name": "web", "requires": [{"a": 1}]}')"#);
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let Err(StoreError::Stored(Meaningless::Manifest { module, faults })) = load(&mut session) else {
        panic!("it was read")
    };
    assert_eq!(module.as_str(), "web");
    assert!(!faults.is_empty());
}
