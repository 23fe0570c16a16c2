//! `explain`: the list of its pages, the pages, and the files of the guide.

use snapbox::str;

use super::says;
use crate::support::Database;

#[test]
fn every_page_is_listed_with_what_it_is_about() {
    Database::empty().run("explain").shows(str![[r#"
$ provost explain
manifest             how to write a manifest: every field, and ten of a home network
access               who may do what: operators, readers and the logins of machines
follow               how a machine follows its declarations, and says what became of them
answer-moved         a requirement would be answered from elsewhere, and nobody said so
brought-in           nobody assigned the module: another one brings it in
choose-module        several modules would answer a requirement on the machine
choose-node          several nodes offer what a node requires
claim-collision      several hold what only one may hold
dangling-reflects    a resource reflects one that is not there
in-use               the module is assigned, or nodes are at the site
need-unmet           the machine does not have the facts that a module needs
no-node              no node offers what a node requires
no-provider          no module would answer a requirement on the machine
not-as-reviewed      the mesh is not the one whose plan was reviewed
pin-unanswered       the node that is pinned to does not offer it
resource-collision   two modules would put one thing on a machine
--- exit 0

"#]]);
}

#[test]
fn programs_get_the_same() {
    let database = Database::empty();
    let list = database.run("explain --output json").succeeds().json();
    assert_eq!(list["schema"], "provost.explain/1");
    let codes = list["codes"].as_array().unwrap();
    let pages: Vec<_> = list["pages"].as_array().unwrap().iter().map(|page| &page["page"]).collect();
    let others = ["manifest", "access", "follow"].map(serde_json::Value::from);
    assert_eq!(pages, others.iter().chain(codes).collect::<Vec<_>>());
    let page = database.run("explain no-node --output json").succeeds().json();
    assert_eq!(
        (&page["code"], page["text"].as_str().unwrap().split('\n').next()),
        (&"no-node".into(), Some("# no-node"))
    );
    let guide = database.run("explain manifest --output json").succeeds().json();
    assert_eq!(
        (&guide["page"], guide["text"].as_str().unwrap().split('\n').next()),
        (&"manifest".into(), Some("# manifest"))
    );
}

#[test]
fn who_looks_for_what_machines_do_finds_it() {
    let database = Database::empty();
    for (asked, page) in [("access", "access"), ("follow", "follow"), ("declaration", "follow"), ("ack", "follow")] {
        let shown = database.run(&format!("explain {asked} --output json")).succeeds().json();
        assert_eq!(shown["page"], page);
        assert!(shown["text"].as_str().unwrap().starts_with(&format!("# {page}\n")));
    }
}

#[test]
fn the_files_of_the_guide_are_never_written_over() {
    let database = Database::empty();
    let left = database.run("explain manifest --write home --output json").succeeds().json();
    assert_eq!((&left["schema"], left["files"].as_array().unwrap().len()), (&"provost.files/1".into(), 12));
    database.run("module check home").succeeds();
    std::fs::remove_file(database.work().join("home/media.json")).unwrap();
    database.run("explain manifest --write home").shows(str![[r#"
$ provost explain manifest --write home
--- standard error
error: home has podman.json, proxy.json, Caddyfile, dns-filter.json, postgres.json, photos.json, backup-store.json, backup.json, vpn-hub.json, vpn-peer.json, mesh.txt already; nothing was written
help: name another folder, or move those away
--- exit 2

"#]]);
    assert!(!database.work().join("home/media.json").exists());
    database.run("explain no-node --write home").shows(str![[r#"
$ provost explain no-node --write home
--- standard error
error: only the guide has files
help: those of the guide: provost explain manifest --write DIR
--- exit 2

"#]]);
}

#[test]
fn words_near_to_a_page_lead_to_it() {
    let database = Database::empty();
    let list = database.run("explain").stdout;
    for word in ["refusals", "refusal", "codes", "Codes", "code", "list", "all"] {
        assert_eq!(database.run(&format!("explain {word}")).succeeds().stdout, list, "{word}");
    }
    for (word, page) in [("manifests", "manifest"), ("claim-collisions", "claim-collision"), ("NO_NODE", "no-node")] {
        assert_eq!(
            database.run(&format!("explain {word}")).succeeds().stdout,
            database.run(&format!("explain {page}")).stdout
        );
    }
    says(
        &database,
        "explain collision
         explain remedy
         explain choose-nod
         explain collision --output json",
        str![[r#"
$ provost explain collision
--- standard error
error: invalid value 'collision' for '[PAGE]': there is no such page; did you mean claim-collision or resource-collision? provost explain lists all

For more information, try '--help'.
--- exit 2
$ provost explain remedy
--- standard error
error: invalid value 'remedy' for '[PAGE]': there is no such page; provost explain lists all

For more information, try '--help'.
--- exit 2
$ provost explain choose-nod
--- standard error
error: invalid value 'choose-nod' for '[PAGE]': there is no such page; did you mean choose-node? provost explain lists all

For more information, try '--help'.
--- exit 2
$ provost explain collision --output json
--- standard error
{"schema":"provost.error/1","code":"usage","message":"invalid value 'collision' for '[PAGE]': there is no such page; did you mean claim-collision or resource-collision? provost explain lists all","help":"For more information, try '--help'."}
--- exit 2

"#]],
    );
}
