//! A login is one role: neither another one that has its name, nor one that has its number.

use snapbox::{assert_data_eq, prelude::*, str};

use super::{Role, home};
use crate::support::Database;

fn says(database: &Database, roles: &[(&str, &str)]) -> String {
    let mut shown = database.run("access").succeeds().whole();
    for (name, as_shown) in roles {
        shown = shown.replace(name, as_shown);
    }
    shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

#[test]
fn a_role_that_takes_the_name_of_a_login_is_not_that_login() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let other = Role::granted(&database, "other", "node", "--node db1");
    let swap = format!(
        "alter role {0} rename to {0}_; alter role {1} rename to {0}; alter role {0}_ rename to {1}",
        agent.name, other.name
    );
    database.sql(&swap);
    // Neither sees what the other was told, nor what it was told itself: nobody knows what was meant.
    for (role, node) in [(&agent, "web1"), (&agent, "db1"), (&other, "web1"), (&other, "db1")] {
        let ran = role.run(&format!("declaration {node}")).exits(1);
        assert!(ran.stderr.contains("it is the login of no node"), "{}", ran.whole());
        role.run(&format!("ack {node} 1")).exits(1);
    }
    database.run("status --verify").exits(3);
    let names = [(agent.name.as_str(), "AGENT"), (other.name.as_str(), "OTHER")];
    assert_data_eq!(says(&database, &names), str![[r#"
$ provost access
role may node remark
provost everything owns the tables
AGENT other was given insert on own_acknowledgement, select on own_acknowledgement, select on own_declaration, select on own_login, select on own_manifest and select on provost_migration
OTHER other was given insert on own_acknowledgement, select on own_acknowledgement, select on own_declaration, select on own_login, select on own_manifest and select on provost_migration
AGENT nothing web1 was renamed to OTHER: provost access grant node OTHER --node web1
OTHER nothing db1 was renamed to AGENT: provost access grant node AGENT --node db1
--- exit 0

"#]].raw());
    let astray = database.run("access --output json").succeeds().json();
    assert_eq!(astray["astray"][0]["renamed"], other.name.as_str());
    // What is shown puts it right.
    database.run(&format!("access grant node {} --node web1", other.name)).succeeds();
    database.run(&format!("access grant node {} --node db1", agent.name)).succeeds();
    other.run("declaration web1").succeeds();
    agent.run("declaration web1").exits(1);
    database.run("status --verify").succeeds();
    assert_eq!(database.sql("select count(*) from node_login"), [["2"]]);
}

#[test]
fn a_role_that_is_made_anew_is_another_one() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let (name, view) =
        (&agent.name, "own_login, own_declaration, own_manifest, own_acknowledgement, provost_migration");
    // As on another server, where a dump was restored.
    database.sql(&format!("drop owned by {name}; drop role {name}"));
    let gone = [(name.as_str(), "AGENT")];
    assert_data_eq!(
        says(&database, &gone),
        str![[r#"
$ provost access
role may node remark
provost everything owns the tables
AGENT nothing web1 there is no such role: provost access revoke AGENT
--- exit 0

"#]]
        .raw()
    );
    database.sql(&format!(
        "create role {name} login; grant usage on schema public to {name}; grant select on {view} to {name}"
    ));
    agent.run("declaration web1").exits(1);
    assert_data_eq!(says(&database, &gone), str![[r#"
$ provost access
role may node remark
provost everything owns the tables
AGENT other was given select on own_acknowledgement, select on own_declaration, select on own_login, select on own_manifest and select on provost_migration
AGENT nothing web1 is another role than it was granted to: provost access grant node AGENT --node web1
--- exit 0

"#]].raw());
    let verified = database.run("status --verify --output json").exits(3).json();
    assert_eq!(
        verified["promises"][1]["broken"][0].as_str().unwrap().replace(name.as_str(), "AGENT"),
        "the login AGENT is not the role that it was granted to, which was renamed or made anew"
    );
    database.run(&format!("access grant node {name} --node web1")).succeeds();
    agent.run("declaration web1").succeeds();
    database.run("status --verify").succeeds();
    // A login that is nobody's keeps no node from another one, and can be taken.
    database.sql(&format!("drop owned by {name}; drop role {name}"));
    let other = Role::granted(&database, "other", "node", "--node web1");
    database.sql(&format!("create role {name} login"));
    database.run(&format!("access revoke {}", other.name)).succeeds();
    database.run(&format!("access grant node {} --node web1", other.name)).succeeds();
    database.sql(&format!("drop owned by {0}; drop role {0}", other.name));
    database.run(&format!("access revoke {}", other.name)).succeeds();
    database.run("access revoke nobody_at_all").exits(2);
    database.run("status --verify").succeeds();
    database.sql(&format!("create role {}", other.name));
}

#[test]
fn rights_that_the_program_did_not_give_are_shown() {
    let database = home();
    let (anna, spy) = (Role::granted(&database, "anna", "reader", ""), Role::new(&database, "spy"));
    database.sql(&format!(
        "grant select on module to public; grant update (name) on site to {0}; grant truncate on change to {0}; \
         grant usage on sequence change_id_seq to {0}; grant insert on node to {1} with grant option",
        spy.name, anna.name
    ));
    let names = [(anna.name.as_str(), "ANNA"), (spy.name.as_str(), "SPY")];
    assert_data_eq!(
        says(&database, &names),
        str![[r#"
$ provost access
role may node remark
provost everything owns the tables
public other every role there is; was given select on module
ANNA reader was given insert with grant option on node
SPY other was given truncate on change, update of name on site and usage on change_id_seq
--- exit 0

"#]]
        .raw()
    );
    let roles = database.run("access --output json").succeeds().json();
    assert_eq!(
        (&roles["roles"][0]["role"], &roles["roles"][0]["more"][0]),
        (&"public".into(), &"select on module".into())
    );
    // Giving and taking leaves nothing of it.
    database.run(&format!("access grant reader {}", anna.name)).succeeds();
    database.run(&format!("access revoke {}", spy.name)).exits(2);
    database.sql("revoke select on module from public");
    database.run(&format!("access revoke {}", spy.name)).succeeds();
    assert_data_eq!(
        says(&database, &names),
        str![[r#"
$ provost access
role may node remark
provost everything owns the tables
ANNA reader
--- exit 0

"#]]
        .raw()
    );
    // What somebody else gave, they alone can take.
    database.sql(&format!(
        "grant insert on node to {0} with grant option; set role {0}; grant insert on node to {1}; reset role",
        anna.name, spy.name
    ));
    let kept = database.run(&format!("access revoke {}", spy.name)).exits(2);
    assert!(kept.stderr.contains("has insert on node from somebody else"), "{}", kept.whole());
    database.sql(&format!("revoke all on node from {} cascade", anna.name));
}

#[test]
fn every_table_there_is_can_be_taken_from_a_role() {
    let database = home();
    let spy = Role::new(&database, "spy");
    database.sql(&format!(
        "grant all on all tables in schema public to {0}; grant all on all sequences in schema public to {0}; \
         grant usage on schema public to {0}",
        spy.name
    ));
    database.run(&format!("access revoke {}", spy.name)).succeeds();
    // Nothing is left of it, or the role could not be dropped.
    database.sql(&format!("drop role {0}; create role {0} login", spy.name));
}
