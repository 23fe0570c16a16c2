//! `plan` in all its forms.

use snapbox::str;

use super::{databases, laptop, says};

#[test]
fn a_plan_before_and_after_a_push() {
    let db = databases().database();
    says(
        &db,
        "plan
         plan --output json
         plan --exit-code
         push
         plan
         plan --exit-code
         plan --all
         assign db1 mariadb --allow-moves
         plan
         plan --exit-code
         plan --summary
         plan --summary --output json
         plan web1 db1
         plan web1 --output json
         plan site:attic
         plan web9
         plan --all web1",
        str![],
    );
}

#[test]
fn a_plan_of_what_is_refused() {
    let db = laptop().assign("laptop", "i3 sway editor").assign("pi", "bash").database();
    says(
        &db,
        "plan
         plan --summary
         plan pi
         plan laptop
         plan --exit-code
         plan --output json",
        str![],
    );
}

#[test]
fn a_plan_of_nothing() {
    says(
        &crate::support::database(),
        "plan
         plan --output json
         push
         push --output json",
        str![],
    );
}

#[test]
fn the_digest_is_the_same_for_every_form() {
    let db = databases().database();
    let digest = |line: &str| db.run(line).json()["digest"].clone();
    let plain = digest("plan --output json");
    for form in ["plan --all --output json", "plan web1 --output json", "plan --summary --output json"] {
        assert_eq!(digest(form), plain, "{form}");
    }
    assert_eq!(digest("assign db1 postgres --dry-run --output json"), plain);
    let then = digest("assign db2 mariadb --keep --dry-run --output json");
    db.run("assign db2 mariadb --keep").succeeds();
    assert_eq!(digest("plan --output json"), then);
}
