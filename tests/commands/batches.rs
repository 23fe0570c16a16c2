//! `batch`.

use snapbox::str;

use super::{laptop, says};

#[test]
fn many_changes_are_one() {
    let db = laptop().database();
    db.write(
        "new.txt",
        "# a new machine\nprovost node add tv --site attic --fact arch=x86_64\n\nassign tv i3 # for films\nassign tv editor zsh\n",
    );
    says(
        &db,
        "batch new.txt
         batch new.txt
         batch - < new.txt
         batch -e 'assign pi bash' -e 'unassign pi bash'",
        str![],
    );
}

#[test]
fn all_or_none() {
    let db = laptop().database();
    db.write("a.txt", "assign pi bash\nassign laptop i3 sway\n");
    says(
        &db,
        "batch a.txt
         batch a.txt --output json
         batch -e 'assign pi bash' -e 'assign ghost bash'
         batch -e 'assign pi bash' -e 'frobnicate'
         batch -e 'assign pi bash' -e 'import x.json'
         batch -e 'assign pi bash' -e 'plan'
         batch -e 'assign pi \"bash'
         batch -e 'assign pi bash --keep'
         batch
         batch gone.txt",
        str![],
    );
    assert_eq!(db.sql("select count(*) from assignment"), [["0"]]);
}

#[test]
fn options_stand_on_batch_itself() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'assign pi bash' -e 'hold pi' --message 'the pi first'
         batch -e 'assign pi zsh' --dry-run",
        str![],
    );
    assert_eq!(db.sql("select why from hold"), [["the pi first"]]);
}

#[test]
fn what_a_line_does_the_next_one_sees() {
    let db = laptop().database();
    says(
        &db,
        "batch -e 'node rename pi berry' -e 'assign berry bash' -e 'site add cellar' -e 'node set berry --site cellar'
         batch -e 'node add tv' -e 'node remove tv'
         batch -e 'node remove berry' -e 'node add berry'
         plan --all",
        str![],
    );
}
