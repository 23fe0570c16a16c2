//! Rows that a trigger or a rule swallows are missed: nothing is changed then, and it is said.

use super::home;
use crate::support::Database;

/// A mesh in which each of the lines below writes something.
fn full() -> Database {
    let database = home();
    for line in ["pin web1 database db1", "hold db1 --message x", "site add loft", "node add spare"] {
        database.run(line).succeeds();
    }
    database.write("fish.json", r#"{"name": "fish"}"#);
    let many: String = (0..1_100).map(|number| format!("site add s{number}\n")).collect();
    database.write("many.txt", &many);
    database.sql("create function nothing() returns trigger language plpgsql as 'begin return null; end'");
    let role = role(&database);
    database.sql(&format!("drop role if exists {role}; create role {role} login"));
    database
}

fn role(database: &Database) -> String {
    format!("swallowed_{}", &database.name()[database.name().len() - 12..])
}

#[test]
fn what_is_swallowed_is_missed() {
    let full = full();
    let grant = format!("access grant node {} --node web1", role(&full));
    let all = [
        ("insert", "site", "site add shed"),
        ("update", "site", "site rename loft shed"),
        ("delete", "site", "site remove loft"),
        ("insert", "node", "node add laptop"),
        ("update", "node", "node rename spare laptop"),
        ("update", "node", "node set spare --fact a=1"),
        ("update", "node", "node set spare --site loft"),
        ("delete", "node", "node remove spare"),
        ("insert", "module", "module register fish.json"),
        ("delete", "module", "module remove zsh"),
        ("insert", "assignment", "assign spare zsh"),
        ("delete", "assignment", "unassign web1 webapp"),
        ("insert", "provision_pin", "pin spare database db1"),
        ("delete", "provision_pin", "unpin web1 database"),
        ("insert", "hold", "hold web1 --message y"),
        ("update", "hold", "hold db1 --message y"),
        ("delete", "hold", "release db1"),
        ("insert", "change", "site add shed"),
        ("insert", "change", "batch many.txt"),
        ("insert", "push", "push"),
        ("insert", "manifest_version", "push"),
        ("insert", "declaration", "push"),
        ("insert", "last_declaration", "push"),
        ("update", "last_declaration", "push"),
        ("insert", "seal", "push"),
        ("insert", "acknowledgement", "ack web1 1"),
        ("insert", "node_login", &grant),
    ];
    let mut wrong = Vec::new();
    for (what, table, line) in all {
        let trigger = format!(
            "create trigger z before {what} on {table} for each row execute function nothing(); \
             alter table {table} enable always trigger z"
        );
        // A copy knows of no rules, and triggers keep these.
        let ruled = !["declaration", "last_declaration", "seal"].contains(&table) && line != "batch many.txt";
        let rule = ruled.then(|| format!("create rule z as on {what} to {table} do instead nothing"));
        for swallowing in [Some(trigger), rule].into_iter().flatten() {
            let database = full.copy();
            if table == "manifest_version" {
                database.run("module register fish.json").succeeds();
            }
            if line == "push" {
                database.run("node set web1 --fact new=1").succeeds();
            }
            let before = state(&database);
            database.sql(&swallowing);
            let ran = database.run(&format!("{line} --output json"));
            // Of a table with rules the server itself refuses some statements.
            let said = ["rows changed while", "INSERT RETURNING on relation", "has INSERT or UPDATE rules"];
            if ran.code != Some(1) || !said.iter().any(|said| ran.stderr.contains(said)) {
                wrong.push(format!("{swallowing}: {}", ran.whole()));
            }
            if state(&database) != before {
                wrong.push(format!("{swallowing}: {line} wrote something"));
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    full.sql(&format!("drop role {}", role(&full)));
}

/// How much there is of everything, and what the mesh is.
fn state(database: &Database) -> Vec<String> {
    let counts = "select (select count(*) from change), (select count(*) from push), (select count(*) from declaration), \
                  (select count(*) from seal), (select count(*) from acknowledgement), (select count(*) from node_login), \
                  (select count(*) from manifest_version), (select count(*) from hold), \
                  (select string_agg(why, ',') from hold)";
    let mut state = database.sql(counts).remove(0);
    state.push(database.run("export").succeeds().stdout);
    state
}
