//! The options of every change, and of every command.

use snapbox::str;

use super::{databases, laptop, rows, says};

#[test]
fn a_dry_run_decides_and_writes_nothing() {
    let db = laptop().assign("laptop", "i3").database();
    let before = rows(&db);
    says(
        &db,
        "assign pi i3 --dry-run
         assign pi i3 --dry-run --output json
         assign laptop sway --dry-run
         assign laptop sway --dry-run --output json
         assign laptop i3 --dry-run",
        str![],
    );
    assert_eq!(rows(&db), before);
}

#[test]
fn a_dry_run_needs_a_readers_rights_alone() {
    let db = laptop().database();
    let name = db.sql("select current_database()").remove(0).remove(0);
    let role = format!("reader_{name}");
    db.sql(&format!(
        r#"create role "{role}" login; grant usage on schema public to "{role}";
           grant select on all tables in schema public to "{role}""#
    ));
    let url = db.url().replace("//provost@", &format!("//{role}@"));
    if url != db.url() {
        let ran = db.call(["assign", "pi", "bash", "--dry-run", "-q", "--database", &url]).run();
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
        let ran = db.call(["assign", "pi", "bash", "--database", &url]).run();
        assert_eq!(ran.code, Some(1), "{}", ran.whole());
    }
    db.sql(&format!(r#"drop owned by "{role}"; drop role "{role}""#));
}

#[test]
fn keep_is_printed_and_recorded() {
    let db = databases().database();
    says(
        &db,
        "assign db2 postgres --keep --output json
         assign db2 postgres --keep",
        str![],
    );
}

#[test]
fn left_unresolved_is_printed_and_push_refuses() {
    let db = databases().database();
    says(
        &db,
        "node remove db1 --leave-unresolved --message 'stolen at the fair'
         push
         assign db2 postgres
         push",
        str![],
    );
    assert_eq!(
        db.sql("select message, unresolved is not null from change order by id desc offset 1 limit 1"),
        [["stolen at the fair", "t"]]
    );
}

#[test]
fn left_unresolved_as_json() {
    says(&databases().database(), "node remove db1 --leave-unresolved --output json", str![]);
}

#[test]
fn quiet_prints_failures_alone() {
    says(
        &laptop().assign("laptop", "i3").database(),
        "assign pi bash -q
         assign pi bash -q
         assign laptop sway -q
         assign ghost sway -q
         plan pi -q
         site list -q",
        str![],
    );
}

#[test]
fn usage_as_text_and_json() {
    says(
        &laptop().database(),
        "assign
         assign --output json
         frobnicate
         assign laptop i3 --kep
         assign laptop i3 --output yaml
         --output json assign ghost i3",
        str![],
    );
}
