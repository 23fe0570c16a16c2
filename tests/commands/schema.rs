//! `migrate`, and databases that are not as they should be.

use snapbox::str;

use super::{rows, says};
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
        str![[r#"
$ provost migrate --status
the database has no mesh yet
--- exit 0
$ provost plan
--- standard error
error: the database has no mesh yet
help: provost migrate
--- exit 1
$ provost assign a b
--- standard error
error: the database has no mesh yet
help: provost migrate
--- exit 1
$ provost migrate --status --output json
{"applied":0,"message":"the database has no mesh yet","schema":"provost.migrate/1","state":"absent"}
--- exit 0
$ provost migrate
the tables of a mesh are made in this database (schema 5); the mesh is empty, and the role that ran this owns it
next: `provost module register DIR` for what there is to run, `provost node add NAME` for each machine, `provost assign NAME MODULE`; or `provost import FILE`
others get their rights by `provost access grant`; `provost tour` shows how it all works, elsewhere
--- exit 0
$ provost migrate
the schema is up to date (at 5); nothing was changed
--- exit 0
$ provost migrate --output json
{"applied":0,"message":"the schema is up to date (at 5); nothing was changed","schema":"provost.migrate/1","state":"current"}
--- exit 0
$ provost migrate --status
the database's schema is current
--- exit 0
$ provost migrate --status --output json
{"applied":0,"message":"the database's schema is current","schema":"provost.migrate/1","state":"current"}
--- exit 0
$ provost plan
the mesh has no nodes yet; to begin:
  provost module register DIR    puts the manifests of a folder into the catalogue
  provost node add laptop        names a machine
  provost assign laptop MODULE   says what it is to run
--- exit 0

"#]],
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
        str![[r#"
$ provost plan
--- standard error
error: the database's schema is at 9999, newer than the 5 that this program knows
help: use the newer provost that brought the database there
--- exit 1
$ provost assign a b
--- standard error
error: the database's schema is at 9999, newer than the 5 that this program knows
help: use the newer provost that brought the database there
--- exit 1
$ provost migrate
--- standard error
error: the database's schema is at 9999, newer than the 5 that this program knows
help: use the newer provost that brought the database there
--- exit 1

"#]],
    );
}

#[test]
fn a_schema_that_was_changed_by_another_hand_is_left_alone() {
    let db = database();
    db.sql("update provost_migration set checksum = 'another' where number = 1");
    let before = rows(&db);
    says(
        &db,
        "plan
         site add attic
         migrate",
        str![[r#"
$ provost plan
--- standard error
error: migration 1 (mesh) of the database is not the one that this program has
help: this is another program's database, or another build's: name the right one with --database
--- exit 1
$ provost site add attic
--- standard error
error: migration 1 (mesh) of the database is not the one that this program has
help: this is another program's database, or another build's: name the right one with --database
--- exit 1
$ provost migrate
--- standard error
error: migration 1 (mesh) of the database is not the one that this program has
help: this is another program's database, or another build's: name the right one with --database
--- exit 1

"#]],
    );
    assert_eq!(rows(&db), before);
}
