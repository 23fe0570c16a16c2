//! What somebody wrote by other means, with what stands in the way of that switched off, is told and never left out.

use provost::store::{
    Access, Meaningless, Session, StoreError, generations,
    snapshot::{Table, load},
};

use super::{
    history::push_all,
    support::{add_node, change, empty_mesh, pin},
};
use crate::support::Database;

/// What loading the mesh comes to.
fn stopped(database: &Database) -> Result<(), StoreError> {
    let mut client = database.connect();
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    load(&mut session).map(drop)
}

#[test]
fn a_pin_that_cannot_be_read_is_not_left_out() {
    let database = empty_mesh();
    change(&mut database.connect(), &[add_node("web1", None), add_node("db1", None), pin("web1", "db", Some("db1"))])
        .unwrap();
    assert_eq!(stopped(&database), Ok(()));
    database.sql("alter table provision_pin alter pinned_at drop not null; update provision_pin set pinned_at = null");
    let row = Meaningless::Row { table: Some(Table::Pin), name: "db".to_owned() };
    assert_eq!(stopped(&database), Err(StoreError::Stored(row)));
}

#[test]
fn no_digest_stands_for_one_that_cannot_be_read() {
    let database = empty_mesh();
    let mut client = database.connect();
    change(&mut client, &[add_node("web1", None)]).unwrap();
    push_all(&mut client);
    database.sql(
        "set session_replication_role = replica; alter table push drop constraint push_digest_check; \
         update push set digest = '\\x0102'",
    );
    let mut session = Session::begin(&mut client, Access::Read).unwrap();
    let newest = generations::newest(&mut session);
    assert_eq!(newest, Err(StoreError::Stored(Meaningless::Digest { bytes: 2 })));
}
