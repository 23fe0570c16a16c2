//! Every remedy of every kind of refusal, run for real on a copy of the database, and that there is one.

use serde_json::json;

use super::{databases, laptop};
use crate::scenarios::remedies::{paste_commands, try_remedies};
use crate::support::{Database, Mesh, mesh};

/// Fails unless the command is refused, every refusal has a remedy, and each remedy does what it promises.
#[track_caller]
pub(super) fn settles(database: &Database, line: &str) {
    let args = shell_words::split(line).expect("the quotes close");
    let whole: Vec<&str> = ["--output", "json"].into_iter().chain(args.iter().map(String::as_str)).collect();
    let ran = database.call(whole).run().exits(3);
    let answer = ran.json();
    for refusal in answer["refusals"].as_array().unwrap() {
        assert_ne!(refusal["remedies"], json!([]), "no remedy\n{}", ran.whole());
    }
    if let Err(why) = try_remedies(database, &args, None, &answer) {
        panic!("{line}: {why}\n{}", ran.whole());
    }
    match paste_commands(database, &args, None) {
        Ok(0) => panic!("{line}: no command is printed\n{}", ran.whole()),
        Ok(_) => {}
        Err(why) => panic!("{line}: {why}"),
    }
}

#[track_caller]
fn all_settle(mesh: &Mesh, lines: &[&str]) {
    let database = mesh.database();
    lines.iter().for_each(|line| settles(&database, line));
}

#[test]
fn of_collisions() {
    all_settle(&laptop().assign("laptop", "i3"), &["assign laptop sway", "assign laptop wayland"]);
    let hub = mesh().nodes(&["nas", "vps"]).module("hub", |m| m.claims_mesh("the-hub")).assign("vps", "hub");
    all_settle(&hub, &["assign nas hub"]);
    let taken = hub
        .module("app", |m| m.requires("tunnel"))
        .module("hub2", |m| m.claims_mesh("the-hub").provides_mesh("tunnel"));
    let taken = taken.node("web").assign("web", "app").assign("nas", "hub2");
    let db = taken.database();
    db.run("unassign vps hub").succeeds();
    settles(&db, "assign vps hub2");
}

#[test]
fn of_what_is_alike_on_several_nodes() {
    let web = mesh()
        .nodes(&["laptop", "nas"])
        .module("nginx", |m| m.provides("webserver").port(80))
        .module("lighttpd", |m| m.provides("webserver").port(80))
        .module("wiki", |m| m.requires("webserver"));
    let web = ["laptop", "nas"].iter().fold(web, |web, node| web.assign(node, "nginx").assign(node, "wiki"));
    all_settle(&web, &["assign nas lighttpd", "assign laptop,nas lighttpd"]);
}

#[test]
fn of_choices() {
    all_settle(&laptop(), &["assign laptop editor", "assign laptop,pi editor"]);
    let pinned = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1");
    all_settle(&pinned.node("web3"), &["assign web3 webapp", "unpin web1 database"]);
    all_settle(&databases(), &["assign db2 postgres", "assign web1 postgres", "assign db2 mariadb"]);
}

#[test]
fn of_missing_answers() {
    all_settle(
        &mesh()
            .nodes(&["web1", "db1"])
            .module("postgres", |m| m.provides_mesh("database"))
            .module("webapp", |m| m.requires("database")),
        &["assign web1 webapp"],
    );
    all_settle(&databases(), &["unassign db1 postgres", "node remove db1"]);
}

#[test]
fn of_pins() {
    let pinned = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db2");
    all_settle(&pinned, &["unassign db1 postgres", "node remove db1"]);
    let both = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1");
    all_settle(&both, &["unassign db1 postgres", "node remove db1"]);
    all_settle(&databases().node("web3"), &["pin web3 database db2 --keep"]);
}

#[test]
fn of_moves() {
    all_settle(
        &databases(),
        &[
            "batch -e 'unassign db1 postgres' -e 'assign db2 postgres'",
            "batch -e 'unassign db1 postgres' -e 'assign db1 mariadb'",
        ],
    );
    let going = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1");
    all_settle(&going.pin("db2", "database", "db2"), &["move web1 db2 webapp"]);
}

#[test]
fn of_what_is_in_use_or_brought_in() {
    let used = laptop().assign("laptop", "i3 bash").assign("pi", "bash");
    all_settle(
        &used,
        &["module remove i3", "module remove bash", "site remove attic", "unassign laptop xorg", "module remove xorg"],
    );
}

#[test]
fn of_a_second_shell() {
    let db = laptop().database();
    db.run("batch -e 'module remove zsh fish' -e 'assign laptop,pi editor'").succeeds();
    db.write("zsh.json", r#"{"name": "zsh", "provides": ["shell"]}"#);
    settles(&db, "module register zsh.json");
    db.write("bash.json", r#"{"name": "bash", "provides": [{"name": "shell", "scope": "mesh"}]}"#);
    settles(&db, "module register bash.json");
}

#[test]
fn of_needs_and_reflects() {
    let mesh = mesh()
        .node("pi")
        .fact("display", false)
        .module("games", |m| m.needs("display", true))
        .module("conf", |m| m.file("/etc/x"))
        .module("app", |m| m.service("app.service", &["conf/gone"]))
        .assign("pi", "conf");
    all_settle(&mesh, &["assign pi games", "assign pi app"]);
}

#[test]
fn with_names_that_a_shell_would_read_otherwise() {
    let mesh = mesh()
        .node("büro")
        .node("事務所.1")
        .module("g++", |m| m.provides("c++@14:/x").claims("a/b:c@d"))
        .module("clang", |m| m.provides("c++@14:/x").claims("a/b:c@d"))
        .module("make", |m| m.requires("c++@14:/x"))
        .module("ältere-g++", |m| m.claims("a/b:c@d"));
    all_settle(&mesh, &["assign büro make", "assign büro,事務所.1 make"]);
    all_settle(&mesh.assign("büro", "g++"), &["assign büro ältere-g++"]);
}

#[test]
fn of_what_begins_with_a_dash() {
    all_settle(
        &databases().node("db3"),
        &[
            "assign -- -db1,-web1,-web2,-db3 postgres",
            "assign --message=-why -- -db1,-web1,-web2,-db3 postgres",
            "unassign -- -db2,-web1,-web2,-db3 postgres",
            "batch -e 'assign -- -db1,-web1,-web2,-db3 postgres'",
            "assign --from web=web1 -- -db1,-web1,-web2,-db3 mariadb",
        ],
    );
    let many: Vec<String> = (1..=12).map(|number| format!("n{number}")).collect();
    let many = mesh().nodes(&many.iter().map(String::as_str).collect::<Vec<_>>());
    let shells = many.module("bash", |m| m.provides("shell")).module("zsh", |m| m.provides("shell"));
    all_settle(&shells.module("editor", |m| m.requires("shell")), &["assign -- -n1 editor"]);
    let db = databases().database();
    db.write("-changes.txt", "assign db2 postgres\n").write("-p.json", r#"{"name": "p"}"#);
    settles(&db, "batch -e 'site add loft' -- -changes.txt");
}

#[test]
fn what_begins_with_a_dash_is_recorded_as_it_can_be_typed() {
    let db = databases().database();
    db.write("-changes.txt", "node add db3\n").write("-p.json", r#"{"name": "p"}"#);
    db.write("-mesh.json", r#"{"sites": ["attic", "loft", "cellar"]}"#);
    for line in [
        "assign --keep --message=-why --from web=web2 -- -db1,-web1,-web2 postgres",
        "unassign -- -db1,-web1,-web2 postgres",
        "hold --message why -- -db1,-web1",
        "release -- -db1,-web1",
        "unpin -- -db1,-db2 database",
        "batch -e 'site add loft' -- -changes.txt",
        "module register -- -p.json",
        "import --prune --dry-run -- -mesh.json",
        "import -- -mesh.json",
    ] {
        let before = db.copy();
        let made = db.run(line).succeeds();
        if made.stdout.contains("nothing was changed") {
            continue;
        }
        let recorded = db.sql("select command from change order by id desc limit 1").concat().concat();
        for file in ["-changes.txt", "-p.json", "-mesh.json"] {
            before.write(file, &std::fs::read_to_string(db.work().join(file)).unwrap());
        }
        assert_eq!(before.run(&recorded).succeeds().stdout, made.stdout, "{recorded}");
    }
}

#[test]
fn of_a_plan_and_a_push() {
    all_settle(&laptop().assign("laptop", "i3 sway editor"), &["plan", "push"]);
    let unresolved = databases().assign("db2", "postgres");
    all_settle(&unresolved, &["plan", "push"]);
}

#[test]
fn of_pins_that_each_node_needs_one_command_is_printed() {
    let three = databases().node("web3").assign("web3", "webapp").assign("db2", "postgres").database();
    let args = ["plan".to_owned()];
    let ran = three.run("plan").exits(3);
    assert!(ran.stdout.contains("provost pin web1,web2,web3 database db1 "), "{}", ran.whole());
    assert_eq!(paste_commands(&three, &args, None), Ok(3));
    three.run("pin web1,web2,web3 database db1").succeeds();
    three.run("plan").succeeds();
}

#[test]
fn of_nodes_that_the_same_batch_adds() {
    let db = laptop().database();
    settles(&db, "batch -e 'node add tower' -e 'assign tower editor'");
    let databases = databases().assign("db2", "postgres").database();
    settles(&databases, "batch -e 'node add web3' -e 'assign web3 webapp' --keep");
}

#[test]
fn of_clients_that_were_pinned_to_what_goes() {
    let pinned = databases().assign("db2", "postgres").pin("web1", "database", "db1").pin("web2", "database", "db1");
    let db = pinned.database();
    let ran = db.run("unassign db1 postgres").exits(3);
    assert!(ran.stderr.contains("provost pin web1,web2 database db2 "), "{}", ran.whole());
}

#[test]
fn one_fault_at_several_sites_is_one_story() {
    let sites = mesh().module("postgres", |m| m.provides_mesh("database")).module("webapp", |m| m.requires("database"));
    let sites = ["oslo", "rome", "bern"].iter().fold(sites, |sites, site| sites.site(site));
    let sites = sites.node("n0").at("oslo").node("n1").at("rome").node("n2").at("bern");
    let db = sites.database();
    let ran = db.run("assign all webapp").exits(3);
    assert!(ran.stderr.contains("webapp requires database on n0, n1 and n2"), "{}", ran.whole());
    assert!(ran.stderr.contains("provost assign n0 postgres "), "{}", ran.whole());
    settles(&db, "assign all webapp");
}

#[test]
fn of_what_each_site_lacks() {
    let sites = mesh()
        .module("redis", |m| m.provides_site("cache"))
        .module("cached", |m| m.requires("cache"))
        .site("oslo")
        .site("rome")
        .node("n0")
        .at("oslo")
        .node("x0")
        .at("oslo")
        .node("n1")
        .at("rome")
        .node("x1")
        .at("rome");
    let db = sites.database();
    let ran = db.run("assign n0,n1 cached").exits(3);
    assert!(ran.stderr.contains("provost assign x0 redis "), "{}", ran.whole());
    assert!(ran.stderr.contains("provost assign x1 redis "), "{}", ran.whole());
    settles(&db, "assign n0,n1 cached");
}

#[test]
fn that_move_an_answer_to_the_node_itself_say_so() {
    let db = databases().database();
    let ran = db.run("assign web1 postgres").exits(3);
    let told = "web1 answers database itself, no longer from db1";
    assert!(ran.stderr.lines().filter(|line| line.contains(told)).count() >= 1, "{}", ran.whole());
}

#[test]
fn of_modules_on_very_many_nodes() {
    let names: Vec<String> = (0..30).map(|at| format!("n{at:02}")).collect();
    let many = names.iter().fold(mesh().module("old", |m| m), |mesh, name| mesh.node(name).assign(name, "old"));
    settles(&many.database(), "module remove old");
}

#[test]
fn a_document_that_prunes_is_not_answered_by_what_it_takes_away() {
    let db = databases().database();
    let mut document: serde_json::Value = db.run("export").succeeds().json();
    for list in ["nodes", "assignments"] {
        let kept = document[list].as_array().unwrap().iter().filter(|one| !one.to_string().contains("\"db1\""));
        document[list] = kept.cloned().collect();
    }
    db.write("mesh.json", &document.to_string());
    let ran = db.run("import --prune mesh.json").exits(3);
    assert!(!ran.stderr.contains("provost move") && !ran.stderr.contains("provost assign web"), "{}", ran.whole());
}

#[test]
fn of_several_that_only_two_steps_settle_are_not_refused_for_each_other() {
    let taken = mesh()
        .nodes(&["nas", "web1"])
        .module("hub", |m| m.provides_mesh("tunnel"))
        .module("spoke", |m| m.requires("tunnel"))
        .assign("nas", "hub")
        .assign("web1", "spoke");
    all_settle(&taken, &["module remove hub spoke"]);
    let db = taken.database();
    let ran = db.run("module remove hub spoke").exits(3);
    assert!(ran.stderr.contains("provost unassign web1 spoke && provost unassign nas hub"), "{}", ran.whole());
}

#[test]
fn one_of_several_is_settled_by_what_is_refused_for_the_others() {
    let db = laptop().module("odd", |m| m.requires("nobody")).database();
    let ran = db.run("batch -e 'node add lab' -e 'assign lab editor odd'").exits(3);
    assert!(
        ran.stderr.contains("settles this one, and is refused until the others are settled too"),
        "{}",
        ran.whole()
    );
    let args = ["batch", "-e", "node add lab", "-e", "assign lab editor odd"].map(str::to_owned);
    assert!(paste_commands(&db, &args, None).is_ok_and(|pasted| pasted > 0));
}

#[test]
fn of_many_that_one_option_settles_each_has_its_own_beside_another_refusal() {
    // More than one command would name.
    let names: Vec<String> = (10..33).map(|at| format!("web{at}")).collect();
    let many = names.iter().fold(databases(), |mesh, name| mesh.node(name).assign(name, "webapp"));
    let db = many.module("odd", |m| m.requires("nobody")).database();
    let ran = db.run("batch -e 'assign db2 mariadb' -e 'assign db2 odd' --output json").exits(3);
    for refusal in ran.json()["refusals"].as_array().unwrap().iter().filter(|one| one["code"] == "choose-node") {
        assert_ne!(refusal["remedies"], json!([]), "{}", ran.whole());
        for remedy in refusal["remedies"].as_array().unwrap() {
            assert_eq!(remedy["leaves_others"], json!(null), "{}", ran.whole());
        }
    }
    assert_eq!(ran.json()["refusals"].as_array().unwrap().len(), 26, "{}", ran.whole());
}
