//! Sites and nodes.

use snapbox::str;

use super::{databases, says};
use crate::support::{database, mesh};

#[test]
fn sites() {
    let db = database();
    says(
        &db,
        "site list
         site add attic
         site add attic
         site add cellar
         site list
         site list --output json
         site rename attic loft
         site rename attic loft
         site rename cellar loft
         site remove loft
         site remove lofty
         site list",
        str![],
    );
}

#[test]
fn a_site_with_nodes_cannot_be_removed() {
    let db = mesh().site("attic").node("a").at("attic").node("b").at("attic").database();
    says(
        &db,
        "site remove attic
         site remove attic --output json
         site remove attic --leave-unresolved
         batch -e 'site remove attic' -e 'node set a --no-site' -e 'node set b --no-site'
         site list",
        str![],
    );
}

#[test]
fn nodes() {
    let db = mesh().site("attic").database();
    says(
        &db,
        r#"node list
         node add laptop --site attic --fact arch=x86_64 --fact memory_mib=16384 --fact 'serial="42"' --fact display=true
         node add laptop --site attic --fact arch=x86_64 --fact memory_mib=16384 --fact 'serial="42"' --fact display=true
         node add laptop
         node add pi
         node list
         node list --output json
         node show laptop
         node show laptop --output json
         node set laptop --no-site --fact arch=aarch64 --no-fact serial
         node set laptop --fact arch=aarch64
         node set laptop --no-fact nothing
         node set laptop
         node show laptop"#,
        str![],
    );
}

#[test]
fn a_node_that_is_renamed_keeps_what_was_decided() {
    let db = databases().pin("web1", "database", "db1").database();
    says(
        &db,
        "node rename db1 db9
         node rename db9 db9
         node rename web1 web2
         node rename db1 db7
         node show web1
         node rename db9 db1 --output json",
        str![],
    );
    assert_eq!(db.sql("select count(*) from provision_pin"), [["1"]]);
}

#[test]
fn removing_a_node_with_takers() {
    let db = databases().database();
    says(
        &db,
        "node remove db1
         node remove web1
         node remove web1
         node remove db1 --leave-unresolved
         plan --summary",
        str![],
    );
}

#[test]
fn a_node_of_no_site_there_is() {
    let db = mesh().site("attic").database();
    says(
        &db,
        "node add a --site atic
         node add a --site attic --fact nothing
         node add a --fact x=1 --fact x=2
         node add all
         node add -- -a
         node add 'a b'
         node add a/b
         node list",
        str![],
    );
}
