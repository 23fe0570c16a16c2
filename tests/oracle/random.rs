//! Small random meshes whose names meet on purpose. Every one is a document that `import` would take.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::naive::resolve;

pub(crate) const PROVISIONS: [&str; 5] = ["p0", "p1", "p2", "p3", "p4"];
pub(crate) const FACTS: [&str; 3] = ["arch", "memory", "gpu"];
const CLAIMS: [&str; 3] = ["c0", "c1", "c2"];
const PATHS: [&str; 8] = ["/a", "/a/b", "/a/b/c", "//a/./b/", "/ab", "/d", "/d/", "/d/e"];

/// The mesh of a seed.
pub(crate) fn document(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let count = dice.between(0, 3);
    let sites = numbered("s", count);
    let count = dice.between(2, 6);
    let nodes = numbered("n", count);
    let mut modules = numbered("m", dice.between(3, 9));
    if dice.chance(30) {
        // A module may be called like a provision, and does not provide it by that.
        modules.push(dice.one_of(&PROVISIONS).to_owned());
    }
    // In a calm mesh only requirements can go wrong.
    let calm = dice.chance(25);
    let scopes = PROVISIONS.map(|_| dice.one_of(&["node", "node", "site", "mesh", "mixed"]));
    let manifests: Vec<Value> = modules.iter().map(|name| manifest(&mut dice, name, &modules, &scopes, calm)).collect();
    let mut assignments = Vec::new();
    for node in &nodes {
        let assigned = dice.some_of(&modules, 4);
        assignments.extend(assigned.into_iter().map(|module| json!([node, module])));
    }
    let mut pins = Vec::new();
    for node in &nodes {
        if dice.chance(40) {
            for name in dice.some_of(&PROVISIONS, 2) {
                pins.push(json!([node, name, dice.one_of(&nodes)]));
            }
        }
    }
    json!({
        "nodes": nodes.iter().map(|name| node(&mut dice, name, &sites)).collect::<Vec<_>>(),
        "sites": sites,
        "modules": manifests,
        "assignments": assignments,
        "pins": pins,
    })
}

fn numbered(letter: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{letter}{number}")).collect()
}

fn node(dice: &mut Dice, name: &str, sites: &[String]) -> Value {
    let mut node = json!({"name": name, "facts": {}});
    if !sites.is_empty() && dice.chance(75) {
        node["site"] = json!(dice.one_of(sites));
    }
    for fact in dice.some_of(&FACTS, 3) {
        node["facts"][fact] = value(dice, fact);
    }
    node
}

/// Values that are one and do not look it, and values that look one and are not.
fn value(dice: &mut Dice, fact: &str) -> Value {
    let written = match fact {
        "arch" => dice.one_of(&["\"x86\"", "\"arm\"", "\"X86\""]),
        "memory" => dice.one_of(&["4", "4.0", "40e-1", "8", "\"4\"", "9007199254740993", "-1"]),
        _ => dice.one_of(&["true", "false", "1", "\"true\""]),
    };
    serde_json::from_str(written).unwrap()
}

/// A manifest; also what a module is changed to.
pub(crate) fn manifest(dice: &mut Dice, name: &str, modules: &[String], scopes: &[&str], calm: bool) -> Value {
    let mut manifest = json!({"name": name, "version": dice.one_of(&["1.0", "2.0"])});
    let provides = dice.some_of(&[0, 1, 2, 3, 4], 3);
    let provides = provides.iter().map(|at| provision(dice, PROVISIONS[*at], scopes[*at]));
    manifest["provides"] = provides.collect();
    let mut requires = dice.some_of(&PROVISIONS, 2);
    if dice.chance(3) {
        requires.push("nobody-has-it");
    }
    manifest["requires"] = json!(requires);
    if calm {
        return manifest;
    }
    if dice.chance(25) {
        let claims = dice.some_of(&CLAIMS, 2);
        let claims = claims.into_iter().map(|claim| provision(dice, claim, "mixed"));
        manifest["claims"] = claims.collect();
    }
    if dice.chance(20) {
        manifest["needs"] = Value::Object(needs(dice));
    }
    if dice.chance(50) {
        manifest["resources"] = Value::Array(resources(dice, name, modules));
    }
    manifest
}

fn provision(dice: &mut Dice, name: &str, scope: &str) -> Value {
    let scope = match scope {
        "mixed" => dice.one_of(&["node", "site", "mesh"]),
        scope => scope,
    };
    match scope {
        "node" if dice.chance(50) => json!(name),
        scope => json!({"name": name, "scope": scope}),
    }
}

fn needs(dice: &mut Dice) -> Map<String, Value> {
    let mut needs = Map::new();
    for fact in dice.some_of(&FACTS, 2) {
        let wanted = match dice.between(1, 4) {
            1 | 2 => value(dice, fact),
            3 => json!([value(dice, fact), value(dice, fact)]),
            _ => range(dice),
        };
        needs.insert(fact.to_owned(), wanted);
    }
    needs
}

fn range(dice: &mut Dice) -> Value {
    // In order, so that no range is empty.
    let bounds =
        ["4", "4.0", "5", "8", "9007199254740992"].map(|written| serde_json::from_str::<Value>(written).unwrap());
    let least = dice.between(0, bounds.len() - 1);
    let most = dice.between(least, bounds.len() - 1);
    match dice.between(1, 3) {
        1 => json!({"at_least": bounds[least]}),
        2 => json!({"at_most": bounds[most]}),
        _ => json!({"at_least": bounds[least], "at_most": bounds[most]}),
    }
}

fn resources(dice: &mut Dice, module: &str, modules: &[String]) -> Vec<Value> {
    let mut resources: Vec<Value> = Vec::new();
    for number in 0..dice.between(1, 4) {
        let mut resource = resource(dice);
        resource["id"] = json!(format!("r{number}"));
        if dice.chance(30) {
            resource["reflects"] = reflects(dice, number, modules);
        }
        if resources.iter().all(|other| may_stand_beside(other, &resource)) {
            resources.push(resource);
        }
    }
    let id = |resource: &Value| resource["id"].as_str().unwrap().to_owned();
    let ids: Vec<String> = resources.iter().map(id).collect();
    for resource in &mut resources {
        if let Some(named) = resource.get_mut("reflects").and_then(Value::as_array_mut) {
            // A module must have what it names of itself, and names it once.
            named.retain(|name| match name.as_str().unwrap().split_once('/') {
                Some((of, _)) => of != module,
                None => ids.iter().any(|id| name == id),
            });
        }
    }
    resources
}

fn resource(dice: &mut Dice) -> Value {
    let (path, name) = (dice.one_of(&PATHS), dice.one_of(&["k0", "k1"]));
    match dice.between(1, 10) {
        1 | 2 => json!({"type": "file", "path": path, "content": dice.one_of(&["x", "y"])}),
        3 => json!({"type": "link", "path": path, "target": "/x"}),
        4 | 5 => {
            let directory = json!({"type": "directory", "path": path});
            optional(dice, directory, "mode", &["0755", "0700"])
        }
        6 => {
            let package = json!({"type": "package", "name": name});
            optional(dice, package, "version", &["1", "2"])
        }
        7 => {
            let account = json!({"type": dice.one_of(&["user", "group"]), "name": name});
            optional(dice, account, "number", &["7", "8"])
        }
        8 => json!({"type": "service", "unit": format!("{name}.service")}),
        9 => port(dice),
        _ => json!({"type": "cron", "name": name}),
    }
}

fn optional(dice: &mut Dice, mut resource: Value, field: &str, values: &[&str]) -> Value {
    if dice.chance(60) {
        resource[field] = json!(dice.one_of(values));
    }
    resource
}

fn port(dice: &mut Dice) -> Value {
    let mut port = json!({"type": "port", "port": dice.one_of(&[80, 443])});
    if dice.chance(50) {
        port["protocol"] = json!(dice.one_of(&["tcp", "udp"]));
    }
    if dice.chance(70) {
        port["address"] = json!(dice.one_of(&["10.0.0.1", "10.0.0.2", "0.0.0.0", "::"]));
    }
    port
}

/// Ids before its own, ids of others that may not be there, and paths.
fn reflects(dice: &mut Dice, number: usize, modules: &[String]) -> Value {
    let mut named: Vec<String> = (0..number).map(|before| format!("r{before}")).collect();
    for module in dice.some_of(modules, 2) {
        named.push(format!("{module}/r{}", dice.between(0, 3)));
    }
    named.push(dice.one_of(&PATHS).to_owned());
    json!(dice.some_of(&named, 3))
}

/// Whether one module may have both: no identity twice, nothing below its own file.
fn may_stand_beside(one: &Value, other: &Value) -> bool {
    let path = |resource: &Value| resource["path"].as_str().map(plain);
    let solid = |resource: &Value| resource["type"] != "directory";
    match (path(one), path(other)) {
        (Some(a), Some(b)) => {
            let below = |lower: &str, upper: &str| lower.starts_with(&format!("{upper}/"));
            a != b && !(solid(one) && below(&b, &a)) && !(solid(other) && below(&a, &b))
        }
        (None, None) => {
            let same = |field: &str| one[field] == other[field];
            one["type"] == "cron" || !(same("type") && same("name") && same("unit") && same("port"))
        }
        _ => true,
    }
}

fn plain(path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.fold(String::new(), |path, part| format!("{path}/{part}"))
}

#[test]
fn a_seed_is_one_mesh() {
    assert_eq!(document(7), document(7));
    assert_ne!(document(7), document(8));
}

/// A generator that never meets a rule would let any two resolvers agree.
#[test]
fn random_meshes_meet_every_rule() {
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..500 {
        let naive = resolve(&document(seed));
        let codes: BTreeSet<&str> = naive.refusals.iter().map(|refusal| refusal.code).collect();
        let nodes = naive.nodes.values();
        let brings_in = nodes.clone().any(|node| node.modules.values().any(|assigned| !assigned));
        let takes = nodes.clone().any(|node| !node.takes.is_empty());
        let others = [(brings_in, "brings in"), (takes, "takes"), (codes.is_empty(), "resolves")];
        let others = others.iter().filter(|(so, _)| *so).map(|(_, rule)| *rule);
        for rule in codes.into_iter().chain(others) {
            *met.entry(rule).or_default() += 1;
        }
    }
    assert_eq!(met.len(), 12, "{met:?}");
    assert!(met.values().all(|count| *count >= 25), "{met:?}");
}
