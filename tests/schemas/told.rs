//! Every command with `--output json`, on meshes that make it say all that it can say.

use std::collections::{BTreeMap, BTreeSet};

use provost::report::schema::SCHEMAS;
use serde_json::{Value, json};

use super::commands;
use crate::support::{Database, Manifest, Mesh, database, mesh};

/// A line for every command.
pub(super) const LINES: &[&str] = &[
    "status",
    "claims",
    "pins",
    "graph",
    "plan --all --diff",
    "plan --summary",
    "log",
    "export",
    "node list",
    "node show laptop",
    "site list",
    "module list",
    "module show i3",
    "module check i3.json",
    "why laptop xorg",
    "why laptop x-display",
    "why laptop the-seat",
    "why laptop i3/file",
    "why laptop shell",
    "why web1 database",
    "declaration laptop",
    "ack laptop 1",
    "status --verify",
    "explain",
    "explain in-use",
    "explain manifest",
    "explain manifest --write guide",
    "schema",
    "schema plan",
    "completions bash",
    "man",
    "man module register",
    "man --write pages",
    "access reader ann",
    "access operator ann",
    "access grant reader ann",
    "access",
    "access revoke ann",
    "local",
    "local status",
    "local stop",
    "local url",
    "migrate --status",
    "migrate",
    "assign laptop zsh",
    "unassign laptop zsh",
    "pin web1 database db1",
    "unpin web1 database",
    "hold pi --message why",
    "release pi",
    "batch -e 'site add loft'",
    "import mesh.json",
    "node add annex",
    "node set annex --fact a=1",
    "node rename annex lodge",
    "node remove lodge",
    "site add shed",
    "site rename shed barn",
    "site remove barn",
    "module register i3.json",
    "module remove i3",
    "move pi laptop",
    "push",
    "tour --write files",
    "tour",
];

/// What was said, by schema.
#[derive(Default)]
struct Told(Vec<Value>);

impl Told {
    /// Runs a line for programs; what it says has been held against the schemas.
    #[track_caller]
    fn run(&mut self, database: &Database, line: &str) -> Value {
        let ran = database.run(&format!("{line} --output json"));
        let document: Value = match ran.stdout.is_empty() {
            true => ran.stderr.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap_or_default(),
            false => ran.json(),
        };
        self.0.push(document.clone());
        document
    }

    #[track_caller]
    fn runs(&mut self, database: &Database, lines: &[&str]) {
        for line in lines {
            self.run(database, line);
        }
    }
}

/// A mesh in which every kind of refusal is that a mesh can have.
fn troubled() -> Mesh {
    mesh()
        .site("attic")
        .node("laptop")
        .at("attic")
        .fact("arch", "x86_64")
        .nodes(&["pi", "n1", "n2", "n3", "n4", "n5"])
        .module("xorg", |m| m.provides("x-display").claims("the-seat"))
        .module("wayland", |m| m.provides("wayland-display").claims("the-seat"))
        .module("i3", |m| m.requires("x-display").file("/etc/session"))
        .module("sway", |m| m.requires("wayland-display").file("/etc/session"))
        .module("editor", |m| m.requires("shell"))
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell"))
        .module("fish", |m| m.provides("shell").needs("arch", "riscv64"))
        .module("lost", |m| m.requires("x-displey"))
        .module("webapp", |m| m.requires("database"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("worker", |m| m.requires("queue"))
        .module("rabbit", |m| m.provides_mesh("queue"))
        .module("mailer", |m| m.requires("smtp"))
        .module("postfix", |m| m.provides_mesh("smtp"))
        .module("big", |m| {
            m.needs("memory_mib", json!({"at_least": 512, "at_most": 1024})).needs("arch", json!(["x86_64"]))
        })
        .module("other", |m| m)
        .module("reflector", |m| m.service("r.service", &["other/absent"]))
        .module("dhcpd", |m| m.claims_site("dhcp"))
        .module("dnsmasq", |m| m.claims_site("dhcp"))
        .assign("laptop", "i3 sway editor lost webapp mailer big reflector other dhcpd dnsmasq")
        .assign("pi", "worker")
        .assign("n1", "rabbit")
        .assign("n2", "rabbit")
        .pin("laptop", "smtp", "pi")
}

fn of_troubles(told: &mut Told) {
    let database = troubled().database();
    told.runs(
        &database,
        &["plan", "plan --summary", "push", "status", "claims", "pins", "graph", "export", "node list"],
    );
    told.runs(&database, &["why laptop shell", "why laptop x-displey", "why laptop fish", "why laptop postgres"]);
    told.runs(
        &database,
        &["why laptop smtp", "why laptop database", "why pi the-seat", "why pi postfix", "why pi other"],
    );
    told.runs(
        &database,
        &["log", "assign pi sway --dry-run", "assign n3 editor", "assign n3 editor --leave-unresolved", "log"],
    );
}

/// A mesh that resolves, and can be pushed.
fn home() -> Mesh {
    mesh()
        .site("attic")
        .site("cellar")
        .node("laptop")
        .at("attic")
        .fact("arch", "x86_64")
        .node("pi")
        .at("attic")
        .node("web1")
        .at("cellar")
        .node("web2")
        .at("cellar")
        .node("db1")
        .fact("address", "10.0.0.1")
        .node("db2")
        .module("xorg", |m| m.provides("x-display").claims("the-seat"))
        .module("wayland", |m| m.provides("wayland-display").claims("the-seat"))
        .module("i3", |m| m.requires("x-display").file("/etc/i3").service("i3.service", &["file"]))
        .module("sway", |m| m.requires("wayland-display"))
        .module("editor", |m| m.requires("shell"))
        .module("bash", |m| m.provides("shell"))
        .module("dhcpd", |m| m.claims_site("dhcp"))
        .module("postgres", |m| m.provides_mesh("database"))
        .module("mariadb", |m| m.provides_mesh("database"))
        .module("webapp", |m| m.requires("database").provides_mesh("web"))
        .module("proxy", |m| m.requires("web"))
        .assign("laptop", "i3 editor")
        .assign("pi", "dhcpd proxy")
        .assign("web1", "webapp")
        .assign("db1", "postgres")
}

fn of_a_home(told: &mut Told) {
    let database = home().database();
    for (name, manifest) in [
        (
            "i3.json",
            json!({"name": "i3", "version": "2", "requires": ["x-display"], "resources": [
                {"id": "file", "type": "file", "path": "/etc/i3", "content": "y\n"},
                {"id": "service", "type": "service", "unit": "i3.service", "reflects": ["file"]},
                {"id": "new", "type": "port", "port": 80},
            ]}),
        ),
        (
            "mode.json",
            json!({"name": "i3", "requires": ["x-display"], "resources": [
                {"id": "file", "type": "file", "path": "/etc/i3", "content": "x\n", "mode": "0600"},
            ]}),
        ),
        ("fish.json", json!({"name": "fish", "provides": ["shell"], "claims": ["the-seat"], "typo": 1})),
        ("postgres.json", json!({"name": "postgres", "provides": [{"name": "database", "scope": "mesh", "port": 1}]})),
    ] {
        database.write(name, &manifest.to_string());
    }
    database.write("mesh.json", &json!({"sites": ["attic", "cellar"]}).to_string());
    database.write("wrong.json", r#"{"name": null}"#);
    told.runs(&database, &["push", "push", "why db1 postgres", "declaration web1", "declaration laptop", "plan --all"]);
    told.runs(&database, &["ack web1 1 --failed 'no space'", "ack web1 1", "status", "status --verify", "plan db1"]);
    told.runs(&database, &["module register i3.json", "module register fish.json", "module register fish.json --keep"]);
    told.runs(&database, &["module register postgres.json", "plan --diff", "why laptop fish", "why laptop wayland"]);
    told.runs(&database, &["module register mode.json", "plan --diff"]);
    told.runs(
        &database,
        &["why laptop i3/file", "why web1 database", "why laptop shell", "why laptop the-seat", "why db1 database"],
    );
    // Choices, and what is made explicit.
    told.runs(
        &database,
        &[
            "assign db2 postgres",
            "assign db2 postgres --keep",
            "assign web2 webapp",
            "assign web2 webapp --from database=db2",
        ],
    );
    told.runs(&database, &["pin web1 x-display laptop", "pin web1 database db1", "unassign db1 postgres"]);
    told.runs(&database, &["pins", "move db1 db2 postgres", "batch -e 'unassign db1 postgres' -e 'assign pi mariadb'"]);
    told.runs(
        &database,
        &["pin web1 database db2", "unpin web1 database --allow-moves", "unpin web1 database --leave-unresolved"],
    );
    told.runs(
        &database,
        &["pin web1 database db1", "unassign laptop xorg", "assign laptop xorg", "unassign laptop xorg"],
    );
    told.runs(
        &database,
        &["module remove xorg editor", "site remove attic", "node show laptop", "site list", "module list"],
    );
    told.runs(&database, &["batch -e 'unpin web2 database' -e 'unassign db2 postgres' -e 'assign laptop mariadb' -e 'unassign db1 postgres' --allow-moves"]);
    // What was reviewed.
    let digest = told.run(&database, "plan --summary")["digest"].as_str().unwrap().to_owned();
    told.runs(&database, &["node set pi --fact role=gate --fact n=1", "node set pi --no-fact n --site cellar"]);
    told.runs(&database, &[&format!("push --expect {digest}"), &format!("push --expect {}", "0".repeat(64)), "push"]);
    // Held, and stale.
    told.runs(&database, &["hold web1 --message 'a canary'", "graph", "plan web1", "status", "node list"]);
    told.runs(&database, &["unassign laptop mariadb --leave-unresolved", "plan --all", "push", "graph web1"]);
    told.runs(&database, &["assign db1 postgres", "push", "release web1"]);
    // What goes.
    told.runs(
        &database,
        &["node remove web2", "node rename pi tau", "site add loft", "site rename loft shed", "site remove shed"],
    );
    told.runs(
        &database,
        &[
            "batch -e 'node add extra' -e 'module remove sway'",
            "plan",
            "push",
            "declaration web2",
            "log --limit 0",
            "log tau",
        ],
    );
    // What settles one refusal of several.
    let shells = mesh().module("bash", |m| m.provides("shell")).module("zsh", |m| m.provides("shell"));
    let shells = shells.module("editor", |m| m.requires("shell")).module("odd", |m| m.requires("nobody")).database();
    told.runs(&shells, &["batch -e 'node add lab' -e 'assign lab editor odd'"]);
    // What a node answers to itself.
    let itself = home().assign("db1", "webapp").database();
    told.runs(&itself, &["plan db1", "why db1 webapp", "why db1 postgres"]);
    told.runs(&database, &["plan nowhere", "module check fish.json", "module check wrong.json", "module show fish"]);
}

/// Modules that provide what they require, and two that do not agree on a directory.
fn of_pairs(told: &mut Told) {
    let database = mesh()
        .node("a")
        .module("pool", |m| m.provides_mesh("db").requires("db"))
        .module("lone", |m| m.provides("q").requires("q"))
        .module("www", |m| m.directory("/var/www", "0755"))
        .assign("a", "pool www lone")
        .database();
    let web = Manifest::new("web").directory("/var/www", "0775");
    database.write("web.json", &web.value().to_string());
    told.runs(&database, &["plan", "pin a db a", "module register web.json", "assign a web"]);
}

#[test]
fn every_command_says_what_its_schemas_say_and_nothing_else() {
    let mut told = Told::default();
    of_troubles(&mut told);
    of_a_home(&mut told);
    of_pairs(&mut told);
    let database = database();
    database.write("i3.json", r#"{"name": "i3"}"#).write("mesh.json", r#"{"sites": ["attic"]}"#);
    database.role("ann");
    told.runs(&database, LINES);
    told.runs(&database, &["log --limit 0"]);
    // A login that is nobody's.
    let login = "insert into node_login (role, role_id, node) values ('nobody_at_all', 0, gen_random_uuid())";
    database.sql(login);
    told.runs(&database, &["access", "access revoke nobody_at_all"]);
    told.runs(&Database::empty(), &["migrate --status", "status", "migrate"]);

    let tried = LINES.iter().map(|line| shell_words::split(line).unwrap());
    let tried: Vec<Vec<String>> = tried.collect();
    let is_tried = |command: &String| {
        let words: Vec<&str> = command.split(' ').collect();
        tried.iter().any(|line| line.len() >= words.len() && words.iter().zip(line).all(|(word, said)| word == said))
    };
    assert_eq!(commands().into_iter().filter(|command| !is_tried(command)).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(unmet(&told), [""; 0], "said by a schema, and never printed");
}

/// What a schema says and no document has: schemas, and properties by the part of the schema that states them.
fn unmet(told: &Told) -> Vec<String> {
    let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for document in &told.0 {
        if let Some(schema) = document["schema"].as_str() {
            met(document, keys.entry(schema).or_default());
        }
    }
    let mut stated: BTreeMap<String, (BTreeSet<String>, BTreeSet<&str>)> = BTreeMap::new();
    let mut unmet = Vec::new();
    for schema in SCHEMAS {
        let Some(identifier) = schema.identifier else { continue };
        let Some(keys) = keys.get(identifier) else {
            unmet.push(identifier.to_owned());
            continue;
        };
        let mut document: Value = serde_json::from_str(&schema.document()).unwrap();
        let parts = document["$defs"].take();
        let parts = parts.as_object().into_iter().flatten().map(|(name, part)| (name.clone(), part.clone()));
        for (name, part) in parts.chain([(schema.name.to_owned(), document)]) {
            let (properties, met) = stated.entry(name).or_default();
            states(&part, properties);
            met.extend(keys);
        }
    }
    for (part, (properties, met)) in stated {
        let missing = properties.iter().filter(|property| !met.contains(property.as_str()));
        unmet.extend(missing.map(|property| format!("{part}: {property}")));
    }
    unmet
}

fn met<'d>(document: &'d Value, keys: &mut BTreeSet<&'d str>) {
    match document {
        Value::Object(members) => {
            for (key, value) in members {
                keys.insert(key);
                met(value, keys);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| met(item, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn states(part: &Value, properties: &mut BTreeSet<String>) {
    match part {
        Value::Object(members) => {
            if let Some(Value::Object(stated)) = members.get("properties") {
                properties.extend(stated.keys().cloned());
            }
            members.values().for_each(|value| states(value, properties));
        }
        Value::Array(items) => items.iter().for_each(|item| states(item, properties)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
