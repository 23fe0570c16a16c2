//! The catalogue.

use snapbox::str;

use super::{laptop, says};
use crate::support::database;

#[test]
fn registering_listing_and_showing() {
    let db = database();
    db.write("i3.json", r#"{"name": "i3", "version": "4.23", "requires": ["x-display"]}"#);
    db.write("xorg.json", r#"{"name": "xorg", "provides": ["x-display", {"name": "screens", "scope": "mesh"}]}"#);
    says(
        &db,
        "module list
         module register i3.json xorg.json
         module register i3.json xorg.json
         module list
         module list --output json
         module show i3
         module show xorg --output json
         module register . --dry-run",
        str![],
    );
}

#[test]
fn a_changed_manifest_replaces_the_one_there_was() {
    let db = database();
    db.write("i3.json", r#"{"name": "i3", "version": "1"}"#).write("i4.json", r#"{"version": "2", "name": "i3"}"#);
    says(
        &db,
        "module register i3.json
         module register i4.json --output json
         module list",
        str![],
    );
}

#[test]
fn unknown_fields_are_kept_and_warned_of() {
    let db = database();
    db.write("a.json", r#"{"name": "a", "provide": ["x"], "flavour": 1, "provides": [{"name": "d", "scop": "mesh"}]}"#);
    says(
        &db,
        "module register a.json
         module register a.json -q
         module check a.json
         module show a",
        str![],
    );
}

#[test]
fn what_a_manifest_reflects_elsewhere_is_looked_up() {
    let db = database();
    db.write(
        "a.json",
        r#"{"name": "a", "resources": [{"id": "s", "type": "service", "unit": "a.service", "reflects": ["b/conf"]}]}"#,
    );
    says(&db, "module register a.json", str![]);
}

#[test]
fn all_faults_of_all_files_are_told_and_nothing_is_registered() {
    let db = database();
    db.write("a.json", r#"{"name": "a", "provides": ["x", "x"], "requires": null}"#);
    db.write("b.json", "{\"name\": \"b\",\n \"version\": 2,\n \"needs\": {\"arch\": []}}");
    db.write("c.json", r#"{"name": "c"}"#).write("d.json", "{\"name\": \"d\"");
    says(
        &db,
        "module register a.json b.json c.json d.json gone.json
         module check a.json b.json
         module check c.json
         module check c.json --output json
         module check a.json --output json
         module register - < d.json
         module register - < c.json
         module list",
        str![],
    );
}

#[test]
fn content_is_read_in_at_registration() {
    let db = database();
    db.write(
        "m/a.json",
        r#"{"name": "a", "resources": [{"id": "f", "type": "file", "path": "/etc/a", "content_from": "files/a.conf"}]}"#,
    );
    db.write("m/files/a.conf", "hello\n").write("m/extra.json", r#"{"name": "extra"}"#);
    says(
        &db,
        "module register m
         module show a
         module register - < m/a.json",
        str![],
    );
}

#[test]
fn a_module_in_use_cannot_be_removed() {
    let db = laptop().assign("laptop", "i3 bash").assign("pi", "bash").database();
    says(
        &db,
        "module remove i3
         module remove bash --output json
         module remove bash --leave-unresolved
         module remove xorg
         module remove zsh fish
         module remove zsh
         batch -e 'module remove bash' -e 'unassign laptop,pi bash'
         module list",
        str![],
    );
}

#[test]
fn a_second_shell_makes_a_choice_of_what_was_brought_in() {
    let db = laptop().database();
    db.run("batch -e 'module remove zsh fish' -e 'assign laptop,pi editor'").succeeds();
    db.write("zsh.json", r#"{"name": "zsh", "provides": ["shell"]}"#);
    says(
        &db,
        "module register zsh.json
         module register zsh.json --output json
         module register zsh.json --keep
         module register zsh.json --keep",
        str![],
    );
}
