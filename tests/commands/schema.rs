//! `migrate`, and databases that are not as they should be.

use snapbox::str;

use super::says;
use crate::support::{Database, database};

#[test]
fn migrating() {
    let db = Database::empty();
    says(
        &db,
        "migrate --status
         plan
         assign a b
         migrate --status --output json
         migrate
         migrate
         migrate --output json
         migrate --status
         migrate --status --output json
         plan",
        str![],
    );
}

#[test]
fn a_schema_that_is_newer_is_left_alone() {
    let db = database();
    db.sql("insert into provost_migration (number, name, checksum) values (9999, 'from_the_future', 'x')");
    says(
        &db,
        "plan
         assign a b
         migrate",
        str![],
    );
}
