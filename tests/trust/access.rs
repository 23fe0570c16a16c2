//! The three roles, each as it works: what it does, what it is refused, and which role that takes.

use snapbox::{assert_data_eq, prelude::*, str};

use super::{Role, home};
use crate::support::database;

#[test]
fn a_reader_sees_everything_and_changes_nothing() {
    let database = home();
    let ben = Role::granted(&database, "ben", "reader", "");
    for line in [
        "plan --all --diff",
        "why web1 database",
        "export",
        "log",
        "status",
        "status --verify",
        "declaration web1",
        "graph",
        "claims",
        "pins",
        "node list",
        "module list",
        "site list",
        "access",
        "assign db1 zsh --dry-run",
        "migrate --status",
    ] {
        ben.run(line).succeeds();
    }
    let before = database.run("export").stdout;
    for line in ["assign db1 zsh", "push", "node add x", "site add x", "import - --prune", "hold web1 --message x"] {
        let ran = ben.call(line).stdin(r#"{"nodes": []}"#).run().exits(1);
        assert!(ran.stderr.contains(&format!("provost access grant operator {}", ben.name)), "{}", ran.whole());
    }
    for line in ["access grant operator ROLE", "access revoke ROLE"] {
        let ran = ben.run(&line.replace("ROLE", &ben.name)).exits(1);
        assert!(ran.stderr.contains("it takes the owner of the database's tables"), "{}", ran.whole());
    }
    assert_eq!(database.run("export").stdout, before);
    assert_data_eq!(
        ben.shown(&ben.run("assign db1 zsh")),
        str![[r#"
$ provost assign db1 zsh
--- standard error
error: ROLE may not do it, while beginning a transaction: permission denied for table queue
help: it takes the role operator, which the owner of the database gives: provost access grant operator ROLE
--- exit 1

"#]]
        .raw()
    );
    assert_data_eq!(
        ben.shown(&ben.run("ack web1 1")),
        str![[r#"
$ provost ack web1 1
--- standard error
error: ROLE may not do it, while writing down what a machine acknowledged: permission denied for table acknowledgement
help: it takes the role operator, or node for that very node, which the owner of the database gives: provost access grant node ROLE --node NODE
--- exit 1

"#]]
        .raw()
    );
}

#[test]
fn an_operator_changes_the_mesh_and_gives_nobody_rights() {
    let database = home();
    let anna = Role::granted(&database, "anna", "operator", "");
    database.write("fish.json", r#"{"name": "fish"}"#);
    for line in [
        "module register fish.json",
        "site add loft",
        "node add laptop --site loft",
        "assign laptop fish zsh",
        "hold web1 --message x",
        "release web1",
        "push",
        "ack laptop 2",
        "ack web1 1 --failed 'no room'",
        "module remove fish",
    ] {
        let code = anna.run(line).code;
        assert_eq!(code, Some(if line == "module remove fish" { 3 } else { 0 }), "{line}");
    }
    database.run("status --verify").succeeds();
    assert_data_eq!(
        anna.shown(&anna.run(&format!("access grant reader {}", anna.name))),
        str![[r#"
$ provost access grant reader ROLE
--- standard error
error: ROLE may not do it, while giving rights to a role: the tables are another's
help: it takes the owner of the database's tables: provost access shows who that is
--- exit 1

"#]]
        .raw()
    );
    // A record that says who: not what was given.
    let log = anna.run("log --limit 0 --output json").json();
    assert_eq!(log["changes"][0]["db_user"], anna.name.as_str());
}

#[test]
fn a_machine_reads_its_own_declarations_and_says_what_became_of_them() {
    let database = home();
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    let told = agent.run("declaration web1 --output json").succeeds().json();
    assert_eq!(told["takes"][0]["from"], "db1");
    assert_eq!(told["resources"][0]["path"], "/etc/webapp");
    agent.run("ack web1 1").succeeds();
    for line in [
        "plan",
        "why web1 database",
        "export",
        "log",
        "status",
        "status --verify",
        "declaration db1",
        "declaration db1 --follow",
        "declaration nowhere",
        "node list",
        "module list",
        "module show postgres",
        "access",
        "assign web1 zsh --dry-run",
        "assign web1 zsh",
        "push",
        "ack db1 1",
    ] {
        let ran = agent.run(line).exits(1);
        // Another role, given to it as it is typed, would take the place of its own.
        assert!(ran.stderr.contains("the login of web1 may speak for its own node alone"), "{}", ran.whole());
        assert!(!ran.whole().contains("access grant"), "{}", ran.whole());
        assert!(!ran.whole().contains("/etc/secret"), "{}", ran.whole());
    }
    assert_data_eq!(
        agent.shown(&agent.run("declaration db1")),
        str![[r#"
$ provost declaration db1
--- standard error
error: ROLE may not do it, while asking whose declarations this role sees: it is the login of node web1, and sees nothing of db1
help: the login of web1 may speak for its own node alone; who is to see or change more has another role
--- exit 1

"#]]
        .raw()
    );
    // It stays the login of the machine, whatever that is called.
    database.run("node rename web1 web9").succeeds();
    agent.run("declaration web9").succeeds();
    agent.run("declaration web1").succeeds();
    database.run("node remove web9").succeeds();
    database.run("push").succeeds();
    assert_eq!(agent.run("declaration web1 --output json").succeeds().json()["removed"], true);
}

#[test]
fn a_role_has_what_it_was_given_last_and_nothing_else() {
    let database = home();
    let anna = Role::granted(&database, "anna", "operator", "");
    anna.run("site add loft").succeeds();
    let given = |line: &str| database.run(&format!("access {}", line.replace("ROLE", &anna.name)));
    given("grant reader ROLE").succeeds();
    anna.run("status").succeeds();
    anna.run("site add shed").exits(1);
    given("grant node ROLE --node web1").succeeds();
    anna.run("status").exits(1);
    anna.run("declaration web1").succeeds();
    given("grant operator ROLE").succeeds();
    anna.run("site add shed").succeeds();
    assert_eq!(database.sql("select count(*) from node_login"), [["0"]]);
    given("revoke ROLE").succeeds();
    anna.run("declaration web1").exits(1);
    let nothing = anna.run("status").exits(1);
    assert_data_eq!(
        anna.shown(&nothing),
        str![[r#"
$ provost status
--- standard error
error: ROLE may not do it, while looking at the schema: permission denied for table provost_migration
help: it takes the role reader, which the owner of the database gives: provost access grant reader ROLE
--- exit 1

"#]]
        .raw()
    );
    // Nothing is left of it, or the role could not be dropped.
    database.sql(&format!("drop role {0}; create role {0} login", anna.name));
}

#[test]
fn what_cannot_be_given_is_not_given_in_part() {
    let database = home();
    let (agent, other) = (Role::new(&database, "agent"), Role::granted(&database, "other", "node", "--node web1"));
    let reader = Role::granted(&database, "reader", "reader", "");
    database.run("access grant reader nobody_at_all").exits(2).shows(str![[r#"
$ provost access grant reader nobody_at_all
--- standard error
error: there is no role nobody_at_all in the database
help: psql "$PROVOST_DATABASE" -c 'create role "nobody_at_all" login'
--- exit 2

"#]]);
    database.run(&format!("access grant node {}", agent.name)).exits(2);
    database.run(&format!("access grant reader {} --node web1", agent.name)).exits(2);
    database.run(&format!("access grant node {} --node web2", agent.name)).exits(2);
    database.run("access grant node provost --node db1").exits(2);
    database.run("access revoke provost").exits(2);
    let taken = database.run(&format!("access grant node {} --node web1", agent.name)).exits(2);
    assert!(taken.stderr.contains(&format!("{} is the login of that node already", other.name)), "{}", taken.whole());
    // Whoever reads by other means is no machine.
    database.sql(&format!("grant {} to {}", reader.name, agent.name));
    let more = database.run(&format!("access grant node {} --node db1", agent.name)).exits(2);
    assert_data_eq!(
        agent.shown(&more),
        str![[r#"
$ provost access grant node ROLE --node db1
--- standard error
error: ROLE could read more than its own node all the same, as a member of another role or because everybody may; nothing was changed
help: see \du and \dp in psql
--- exit 2

"#]]
        .raw()
    );
    assert_eq!(database.sql("select count(*) from node_login"), [["1"]]);
    database.sql(&format!("revoke {} from {}", reader.name, agent.name));
    agent.run("declaration db1").exits(1);
}

#[test]
fn who_may_do_what_is_shown() {
    let database = home();
    database.run("access").succeeds().shows(str![[r#"
$ provost access
role     may         node  remark
provost  everything        owns the tables
--- exit 0

"#]]);
    let anna = Role::granted(&database, "anna", "operator", "");
    let ben = Role::granted(&database, "ben", "reader", "");
    let agent = Role::granted(&database, "agent", "node", "--node web1");
    database.sql(&format!("revoke insert on public.change from {}; alter role {} nologin", anna.name, ben.name));
    let mut shown = database.run("access").succeeds().whole();
    for (role, as_shown) in [(&anna, "ANNA"), (&ben, "BEN"), (&agent, "AGENT")] {
        shown = shown.replace(&role.name, as_shown);
    }
    let shown: Vec<String> = shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_data_eq!(
        shown.join("\n"),
        str![[r#"
$ provost access
role may node remark
provost everything owns the tables
AGENT node web1
ANNA operator lacks insert on change
BEN reader cannot log in itself
--- exit 0
"#]]
        .raw()
    );
    let roles = database.run("access --output json").succeeds().json();
    assert_eq!(roles["roles"][0]["node"], "web1");
    assert_eq!(roles["roles"][1]["lacks"][0], "insert on change");
}

#[test]
fn names_of_roles_are_names_whatever_is_in_them() {
    let database = database();
    let name = r#"o'Hara "; drop table public.site; --"#;
    let name = format!("{name}{}", database.sql("select current_database()")[0][0]);
    let name: String = name.chars().take(60).collect();
    let quoted = format!("\"{}\"", name.replace('"', "\"\""));
    database.sql(&format!("create role {quoted} login"));
    database.call(["access", "grant", "operator", &name]).run().succeeds();
    let roles = database.run("access --output json").succeeds().json();
    assert_eq!(roles["roles"][0]["role"], name.as_str());
    database.call(["access", "revoke", &name]).run().succeeds();
    database.run("status --verify").succeeds();
    database.sql(&format!("drop role {quoted}"));
}

#[test]
fn what_was_given_and_taken_is_on_record() {
    let database = home();
    let ben = Role::granted(&database, "ben", "reader", "");
    let digest = database.run("plan --output json").json()["digest"].as_str().unwrap().to_owned();
    database.run(&format!("access grant operator {}", ben.name)).succeeds();
    database.run(&format!("access grant node {} --node web1", ben.name)).succeeds();
    database.run(&format!("access revoke {}", ben.name)).succeeds();
    let log = ben.shown(&database.run("log --limit 4"));
    // When and by whom is as it is for every change.
    let log: Vec<&str> = log.lines().filter(|line| !line.starts_with("change ")).collect();
    assert_data_eq!(
        log.join("\n"),
        str![[r#"
$ provost log --limit 4
    access revoke ROLE
      ROLE may do nothing any more

    access grant node ROLE --node web1
      ROLE is the login of web1

    access grant operator ROLE
      ROLE is an operator

    access grant reader ROLE
      ROLE is a reader

there are older ones: `provost log --limit 0` shows all
--- exit 0
"#]]
        .raw()
    );
    let about: Vec<String> = database.run("log web1 --limit 1 --output json").json()["changes"][0]["edits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| edit.to_string().replace(&ben.name, "ROLE"))
        .collect();
    assert_data_eq!(about.join("\n"), str![[r#"{"after":"node","edit":"access","node":"web1","role":"ROLE"}"#]].raw());
    // The record is whole, and what is on it of roles is no change of the mesh.
    database.run("status --verify").succeeds();
    database.run(&format!("push --expect {digest}")).succeeds();
}
