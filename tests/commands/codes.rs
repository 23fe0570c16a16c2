//! Every code of a refusal that a command can meet: the text of a terminal, and what JSON says of the same.

use serde_json::{Value, json};
use snapbox::str;

use super::{databases, laptop, says};
use crate::support::{Database, mesh};

/// The only refusal of a command, its remedies by their commands alone.
#[track_caller]
fn only(database: &Database, line: &str) -> Value {
    let refused = database.run(&format!("{line} --output json")).exits(3).json();
    let refusals = refused["refusals"].as_array().unwrap();
    assert_eq!(refusals.len(), 1, "{refused:#}");
    let mut refusal = refusals[0].clone();
    let remedies = refusal["remedies"].as_array().unwrap().iter();
    refusal["remedies"] = remedies.map(|remedy| remedy["commands"].clone()).collect();
    refusal
}

/// What a refusal is about, who is party to it, and how it can be settled.
#[track_caller]
fn is(refusal: &Value, code: &str, subject: Value, parties: &[&str], remedies: Value) {
    let told = refusal["parties"].as_array().unwrap().iter().map(|party| {
        let chain: Vec<&str> = party["chain"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        format!("{}:{}", party["node"].as_str().unwrap(), chain.join(">"))
    });
    assert_eq!(refusal["code"], code);
    assert_eq!(refusal["subject"], subject);
    assert_eq!(told.collect::<Vec<_>>(), parties);
    assert_eq!(refusal["remedies"], remedies);
    assert!(!refusal["message"].as_str().unwrap().is_empty());
}

#[test]
fn claim_collision_over_a_site() {
    let db = mesh()
        .site("attic")
        .node("gate")
        .at("attic")
        .node("pi")
        .at("attic")
        .module("dhcpd", |m| m.claims_site("dhcp"))
        .module("dnsmasq", |m| m.claims("dhcp"))
        .assign("gate", "dhcpd")
        .database();
    says(
        &db,
        "assign pi dnsmasq",
        str![[r#"
$ provost assign pi dnsmasq
--- standard error
refused: dnsmasq cannot join pi; nothing was changed

1  dhcpd on gate and dnsmasq on pi both claim dhcp at site attic  claim-collision
     1. dhcpd is assigned to gate
     2. you assign dnsmasq to pi
     3. dnsmasq claims it for its node alone; the widest claim, for the site, counts
     4. one site has one dhcp
   help, tried:
     provost unassign gate dhcpd   gate loses dhcpd; then dnsmasq can join pi
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign pi dnsmasq"),
        "claim-collision",
        json!({"claim": "dhcp", "scope": "site", "site": "attic"}),
        &["gate:dhcpd", "pi:dnsmasq"],
        json!([[["provost", "unassign", "gate", "dhcpd"]]]),
    );
}

#[test]
fn resource_collision_of_ports_and_paths() {
    let db = mesh()
        .node("web1")
        .module("nginx", |m| m.port(80).directory("/srv/www", "0755"))
        .module("httpd", |m| m.resource("port", json!({"port": 80, "address": "10.0.0.1"})).link("/srv", "/data"))
        .assign("web1", "nginx")
        .database();
    says(
        &db,
        "assign web1 httpd",
        str![[r#"
$ provost assign web1 httpd
--- standard error
refused: httpd cannot join web1; nothing was changed

1  nginx and httpd both put something at or below /srv and listen on tcp/80 on web1  resource-collision
     /srv: nginx/directory (/srv/www), httpd/link
     tcp/80: nginx/port, httpd/port (tcp/80 on 10.0.0.1)
     1. nginx is assigned to web1
     2. you assign httpd
     3. a path that one module writes is its own, with all below it
     4. one module listens on a port, unless each names an address of its own
   help, tried:
     provost unassign web1 nginx   web1 loses nginx; then httpd can join web1
--- exit 3

"#]],
    );
}

#[test]
fn resource_collision_of_what_differs() {
    let db = mesh()
        .node("web1")
        .module("one", |m| m.resource("package", json!({"name": "php", "version": "8.2"})))
        .module("other", |m| m.resource("package", json!({"name": "php", "version": "8.3"})))
        .assign("web1", "one")
        .database();
    says(
        &db,
        "assign web1 other",
        str![[r#"
$ provost assign web1 other
--- standard error
refused: other cannot join web1; nothing was changed

1  one and other both install the package php on web1         resource-collision
     one/package (version 8.2), other/package (version 8.3)
     1. one is assigned to web1
     2. you assign other
     3. two modules share one only where what they say of it agrees
   help, tried:
     provost unassign web1 one   web1 loses one; then other can join web1
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign web1 other"),
        "resource-collision",
        json!({"resource": "package", "key": "php"}),
        &["web1:one", "web1:other"],
        json!([[["provost", "unassign", "web1", "one"]]]),
    );
}

#[test]
fn no_provider_where_none_provides_it() {
    let db = laptop().module("app", |m| m.requires("shel")).database();
    says(
        &db,
        "assign laptop app",
        str![[r#"
$ provost assign laptop app
--- standard error
refused: app cannot join laptop; nothing was changed

1  app requires shel on laptop, and no module provides it            no-provider
     1. you assign app
     2. of nearly that name, shell is provided
   help: no command was found that settles this; a module has to be registered that provides shel, or the manifest of app to be corrected
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign laptop app"),
        "no-provider",
        json!({"requirement": "shel", "by": ["app"], "near": ["shell"], "module_of_that_name": false}),
        &["laptop:app"],
        json!([]),
    );
}

#[test]
fn no_provider_though_a_module_has_that_name() {
    let db = laptop().module("app", |m| m.requires("zsh")).database();
    says(
        &db,
        "assign laptop app",
        str![[r#"
$ provost assign laptop app
--- standard error
refused: app cannot join laptop; nothing was changed

1  app requires zsh on laptop, and no module provides it             no-provider
     1. you assign app
     2. a module is called zsh, but its manifest does not say that it provides zsh
   help: no command was found that settles this; a module has to be registered that provides zsh, or the manifest of app to be corrected
--- exit 3

"#]],
    );
}

#[test]
fn no_provider_where_the_only_one_does_not_suit() {
    let db = mesh()
        .node("pi")
        .fact("arch", "arm")
        .module("engine", |m| m.provides("engine").needs("arch", "x86").needs("memory", json!({"at_least": 512})))
        .module("app", |m| m.requires("engine"))
        .database();
    says(
        &db,
        "assign pi app",
        str![[r#"
$ provost assign pi app
--- standard error
refused: app cannot join pi; nothing was changed

1  app requires engine on pi, and no module that provides it would do there  no-provider
     you assign app
       engine 1.0   needs arch x86, and pi has arch arm; needs memory at least 512, and pi has no memory
   help, tried:
     provost node set --fact arch=x86 pi && provost node set --fact memory=512 pi
         only where that is what the machine is: then app can join pi
--- exit 3

"#]],
    );
}

#[test]
fn no_provider_but_the_module_itself() {
    let db = mesh().node("pi").module("wrapper", |m| m.provides("shell").requires("shell")).database();
    says(
        &db,
        "assign pi wrapper",
        str![[r#"
$ provost assign pi wrapper
--- standard error
refused: wrapper cannot join pi; nothing was changed

1  wrapper requires shell on pi, and no other module provides it     no-provider
     1. you assign wrapper
     2. a module never answers its own requirement
   help: no command was found that settles this; another module has to be registered that provides shell, or the manifest of wrapper to be corrected
--- exit 3

"#]],
    );
}

#[test]
fn choose_module_of_what_is_brought_in() {
    let db = laptop()
        .module("desktop", |m| m.requires("text"))
        .module("vim", |m| m.provides("text").requires("shell"))
        .database();
    says(
        &db,
        "assign laptop desktop",
        str![[r#"
$ provost assign laptop desktop
--- standard error
refused: desktop cannot join laptop; nothing was changed

1  vim requires shell on laptop, and bash, fish and zsh all provide it  choose-module
     1. you assign desktop, which requires text; only vim provides it
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   needs arch riscv64, and laptop has arch x86_64
       zsh 1.0    would do
   help, tried, each by itself:
     provost assign laptop bash   laptop gains bash; then desktop can join laptop
     provost assign laptop zsh    laptop gains zsh; then desktop can join laptop
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign laptop desktop"),
        "choose-module",
        json!({"requirement": "shell", "by": ["vim"]}),
        &["laptop:desktop>vim"],
        json!([[["provost", "assign", "laptop", "bash"]], [["provost", "assign", "laptop", "zsh"]]]),
    );
}

#[test]
fn choose_module_of_one_that_would_collide() {
    let db = mesh()
        .node("n")
        .module("starship", |m| m.claims("the-prompt"))
        .module("fish", |m| m.provides("shell").claims("the-prompt"))
        .module("bash", |m| m.provides("shell"))
        .module("editor", |m| m.requires("shell"))
        .assign("n", "starship")
        .database();
    says(
        &db,
        "assign n editor",
        str![[r#"
$ provost assign n editor
--- standard error
refused: editor cannot join n; nothing was changed

1  editor requires shell on n, and bash and fish both provide it   choose-module
     1. you assign editor
     2. what is the only answer is brought in; among several a person decides
       bash 1.0   would do
       fish 1.0   claims the-prompt, which starship holds
   help, tried:
     provost assign n bash   n gains bash; then editor can join n
--- exit 3

"#]],
    );
}

#[test]
fn no_node_offers_it() {
    let db = mesh()
        .nodes(&["web1", "db1"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .database();
    says(
        &db,
        "assign web1 webapp",
        str![[r#"
$ provost assign web1 webapp
--- standard error
refused: webapp cannot join web1; nothing was changed

1  webapp requires database on web1, and no node offers it               no-node
     1. you assign webapp
     2. database is taken from another node: requiring it installs nothing
       postgres   has to be assigned to a node first
   help, tried, each by itself:
     provost assign db1 postgres    db1 gains postgres; then webapp can join web1
     provost assign web1 postgres   web1 gains postgres; then webapp can join web1
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign web1 webapp"),
        "no-node",
        json!({"requirement": "database", "by": ["webapp"]}),
        &["web1:webapp"],
        json!([[["provost", "assign", "db1", "postgres"]], [["provost", "assign", "web1", "postgres"]]]),
    );
}

#[test]
fn no_node_within_reach() {
    let db = mesh()
        .site("attic")
        .site("cellar")
        .node("db1")
        .at("attic")
        .node("web1")
        .at("cellar")
        .module("mariadb", |m| m.provides_site("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "mariadb")
        .database();
    says(
        &db,
        "assign web1 webapp",
        str![[r#"
$ provost assign web1 webapp
--- standard error
refused: webapp cannot join web1; nothing was changed

1  webapp requires database on web1, and no node offers it within reach  no-node
     1. you assign webapp
     2. database is taken from another node: requiring it installs nothing
       mariadb            has to be assigned to a node first
       db1 (site attic)   mariadb: offers it to site attic alone
   help, tried:
     provost assign web1 mariadb   web1 gains mariadb; then webapp can join web1
--- exit 3

"#]],
    );
}

#[test]
fn choose_node_or_a_module_of_the_node_itself() {
    let db = databases()
        .module("sqlite", |m| m.provides("database"))
        .node("web3")
        .assign("db2", "postgres")
        .pin("web1", "database", "db1")
        .pin("web2", "database", "db1")
        .database();
    says(
        &db,
        "assign web3 webapp",
        str![[r#"
$ provost assign web3 webapp
--- standard error
refused: webapp cannot join web3; nothing was changed

1  webapp requires database on web3, and db1 and db2 both offer it   choose-node
     1. you assign webapp
     2. a person decides whose data it is: near does not beat far, nor old new
       db1 (site attic)   postgres
       db2 (no site)      postgres
       web3 itself        sqlite, once assigned there
   help, tried, each by itself:
     provost pin web3 database db1   then webapp can join web3
     provost pin web3 database db2   then webapp can join web3
     provost assign web3 sqlite      web3 gains sqlite; then webapp can join web3
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign web3 webapp"),
        "choose-node",
        json!({"requirement": "database", "by": ["webapp"]}),
        &["web3:webapp"],
        json!([
            [["provost", "pin", "web3", "database", "db1"]],
            [["provost", "pin", "web3", "database", "db2"]],
            [["provost", "assign", "web3", "sqlite"]]
        ]),
    );
}

#[test]
fn pin_unanswered_of_what_nothing_requires() {
    let db = databases().node("web3").database();
    says(
        &db,
        "pin web3 database db2",
        str![[r#"
$ provost pin web3 database db2
--- standard error
refused: web3 cannot take database from db2; nothing was changed

1  web3 takes database from db2 by a pin, and db2 does not offer it  pin-unanswered
     1. you pin web3 now
     2. db2 runs nothing
     3. a pin decides alone: nothing else takes its place quietly
       db1 (site attic)   postgres
   help: no command was found that settles this; db2 has to offer database first, or a node that does to be named
--- exit 3

"#]],
    );
}

#[test]
fn need_unmet() {
    let db = mesh()
        .node("pi")
        .fact("memory", "512")
        .module("games", |m| {
            m.needs("memory", json!({"at_least": 512})).needs("arch", json!(["x86_64", "aarch64"])).needs("gpu", true)
        })
        .database();
    says(
        &db,
        "assign pi games",
        str![[r#"
$ provost assign pi games
--- standard error
refused: games cannot join pi; nothing was changed

1  games cannot run on pi: it needs arch x86_64 or aarch64, and gpu true, and memory at least 512  need-unmet
     pi has no arch
     pi has no gpu
     pi has memory the text "512", not the number 512
     1. you assign games
     2. a module runs only where every fact is as it needs it; no value is converted
   help, tried, each by itself:
     provost node set --fact arch=x86_64 pi && provost node set --fact gpu=true pi && provost node set --fact memory=512 pi
         only where that is what the machine is: then games can join pi
     provost node set --fact arch=aarch64 pi && provost node set --fact gpu=true pi && provost node set --fact memory=512 pi
         only where that is what the machine is: then games can join pi
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign pi games"),
        "need-unmet",
        json!({"module": "games", "unmet": [
            {"fact": "arch", "wants": ["x86_64", "aarch64"], "has": null},
            {"fact": "gpu", "wants": true, "has": null},
            {"fact": "memory", "wants": {"at_least": 512}, "has": "512"}
        ]}),
        &["pi:games"],
        json!([
            [
                ["provost", "node", "set", "--fact", "arch=x86_64", "pi"],
                ["provost", "node", "set", "--fact", "gpu=true", "pi"],
                ["provost", "node", "set", "--fact", "memory=512", "pi"]
            ],
            [
                ["provost", "node", "set", "--fact", "arch=aarch64", "pi"],
                ["provost", "node", "set", "--fact", "gpu=true", "pi"],
                ["provost", "node", "set", "--fact", "memory=512", "pi"]
            ]
        ]),
    );
}

#[test]
fn dangling_reflects() {
    let db = mesh()
        .node("laptop")
        .module("conf", |m| m.file("/etc/x"))
        .module("app", |m| m.service("app.service", &["conf/fil"]))
        .assign("laptop", "conf")
        .database();
    says(
        &db,
        "assign laptop app",
        str![[r#"
$ provost assign laptop app
--- standard error
refused: app cannot join laptop; nothing was changed

1  app/service on laptop reflects conf/fil, which is not there  dangling-reflects
     1. you assign app
     2. a resource reflects what the modules of its node have
   help, tried:
     provost unassign laptop conf   laptop loses conf; then app can join laptop
--- exit 3

"#]],
    );
    is(
        &only(&db, "assign laptop app"),
        "dangling-reflects",
        json!({"resource": "app/service", "reflects": ["conf/fil"]}),
        &["laptop:app"],
        json!([[["provost", "unassign", "laptop", "conf"]]]),
    );
}

#[test]
fn answer_moved_of_one_node() {
    let db = mesh()
        .nodes(&["db1", "db2", "web1"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("web1", "webapp")
        .database();
    let swap = "batch -e 'unassign db1 postgres' -e 'assign db2 postgres'";
    says(
        &db,
        swap,
        str![[r#"
$ provost batch -e 'unassign db1 postgres' -e 'assign db2 postgres'
--- standard error
refused: these changes cannot be made together; nothing was changed

1  webapp on web1 would take database from postgres on db2, no longer from postgres on db1  answer-moved
     1. webapp is assigned to web1
     2. nothing moves along: what postgres on db1 keeps for web1 stays where it is
     3. no answer moves unless a person says so
   help, tried, each by itself:
     provost move db1 db2 postgres   in one change: web1 takes database from db2
     provost batch -e 'pin web1 database db2' -e 'unassign db1 postgres' -e 'assign db2 postgres'
         in one change: web1 takes database from db2
     provost unassign web1 webapp    web1 loses webapp; then these changes can be made together
     provost batch -e 'unassign db1 postgres' -e 'assign db2 postgres' --allow-moves
         the moves are meant: web1 takes database from db2
--- exit 3

"#]],
    );
    is(
        &only(&db, swap),
        "answer-moved",
        json!({
            "requirement": "database", "by": ["webapp"], "from": "db1", "from_module": "postgres", "to": "db2",
            "to_module": "postgres"
        }),
        &["web1:webapp"],
        json!([
            [["provost", "move", "db1", "db2", "postgres"]],
            [[
                "provost",
                "batch",
                "-e",
                "pin web1 database db2",
                "-e",
                "unassign db1 postgres",
                "-e",
                "assign db2 postgres"
            ]],
            [["provost", "unassign", "web1", "webapp"]],
            [["provost", "batch", "-e", "unassign db1 postgres", "-e", "assign db2 postgres", "--allow-moves"]]
        ]),
    );
}

#[test]
fn several_refusals_with_one_cause_are_one_story() {
    let db = laptop().assign("laptop", "i3").assign("pi", "i3").database();
    says(
        &db,
        "assign laptop,pi sway",
        str![[r#"
$ provost assign laptop,pi sway
--- standard error
refused: sway cannot join laptop and pi; nothing was changed

1  xorg and wayland both claim the-seat on laptop and pi         claim-collision
     1. i3 is assigned to each and requires x-display; only xorg provides it
     2. you assign sway, which requires wayland-display; only wayland provides it
     3. one node has one the-seat

2  i3 and sway both write /usr/share/xsessions/default.desktop on laptop and pi  resource-collision
     i3/file, sway/file
     a path that one module writes is its own, with all below it
   help for 1 and 2, tried:
     provost unassign laptop,pi i3   laptop and pi lose i3 and xorg; then sway can join laptop and pi
--- exit 3

"#]],
    );
}
