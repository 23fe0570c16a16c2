//! `pin`, `unpin` and `assign --from`.

use snapbox::str;

use super::{databases, says};

#[test]
fn pinning_and_unpinning() {
    let db =
        databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1").database();
    says(
        &db,
        "pin web1 database db1
         pin web1 database db2
         pin web1 database db2 --output json
         unpin web1 database
         unpin web1 database --leave-unresolved
         unpin web1 database
         unpin web1 database --output json
         pin web1 database db1 --output json",
        str![],
    );
}

#[test]
fn a_pin_must_be_answered() {
    says(
        &databases().database(),
        "pin web1 database db2
         pin web1 database db2 --output json
         pin web1 datbase db2
         pin web1 database db3
         pin web9 database db1
         pin all database db1",
        str![],
    );
}

#[test]
fn one_command_answers_what_a_person_would_be_asked() {
    let db = databases()
        .node("web3")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "db1")
        .database();
    says(
        &db,
        "assign web3 webapp
         assign web3 webapp --output json
         assign web3 webapp --from database=db2
         assign web3 webapp --from database=db2
         assign web3 webapp --from database
         assign web3 webapp --from database=db9",
        str![],
    );
}

#[test]
fn taking_the_provider_of_a_pin_away() {
    let db =
        databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db2").database();
    says(
        &db,
        "unassign db1 postgres
         unassign db1 postgres --output json",
        str![],
    );
}
