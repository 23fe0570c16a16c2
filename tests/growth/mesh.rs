//! Meshes of any size and of one shape.

use serde_json::{Value, json};

/// A document of so many nodes: each needs a fact of its machine, brings modules in, takes something that one node has
/// for all, and every other one something that is pinned.
pub(crate) fn document(nodes: usize) -> String {
    let name = |number: usize| format!("node-{number:04}");
    let all: Vec<Value> = (0..nodes)
        .map(|number| json!({"name": name(number), "site": "attic", "facts": {"arch": "x86_64", "serial": number}}))
        .collect();
    let mut assignments: Vec<Value> = (0..nodes).map(|number| json!([name(number), "web"])).collect();
    assignments.extend((0..nodes).map(|number| json!([name(number), "shell"])));
    assignments.extend((1..nodes).step_by(2).map(|number| json!([name(number), "worker"])));
    assignments.extend([("node-0000", "logs"), ("node-0000", "queue"), ("node-0002", "queue")].map(|pair| json!(pair)));
    let pins: Vec<Value> = (1..nodes).step_by(2).map(|number| json!([name(number), "queue", "node-0000"])).collect();
    let module = |name: &str, requires: &[&str], provides: Value| {
        json!({"name": name, "requires": requires, "provides": provides,
               "resources": [{"id": "package", "type": "package", "name": name}]})
    };
    let modules = [
        json!({"name": "shell", "needs": {"arch": ["x86_64", "arm64"]}, "provides": ["shell"], "claims": ["prompt"]}),
        json!({"name": "other-shell", "provides": ["shell"], "claims": ["prompt"]}),
        module("web", &["tls", "log-sink", "shell"], json!([])),
        module("tls", &["libc"], json!(["tls"])),
        module("libc", &[], json!(["libc"])),
        module("worker", &["queue", "libc"], json!([])),
        module("logs", &[], json!([{"name": "log-sink", "scope": "mesh"}])),
        module("queue", &[], json!([{"name": "queue", "scope": "mesh"}])),
        module("spare", &[], json!([])),
    ];
    json!({"sites": ["attic"], "nodes": all, "modules": modules, "assignments": assignments, "pins": pins}).to_string()
}

/// A document of so many nodes as large meshes have them: nearly all of it is assignments, and there are more kinds of
/// nodes than anybody is told of one by one.
pub(crate) fn crowd(nodes: usize) -> String {
    let (name, module) =
        (|number: usize| format!("node-{number:06}"), |number: usize| format!("module-{}", number % 60));
    let facts = |number| json!({"arch": "x86_64", "memory_mib": 4096, "os": "debian-12", "serial": number});
    let all: Vec<Value> =
        (0..nodes).map(|number| json!({"name": name(number), "site": "attic", "facts": facts(number)})).collect();
    // Eight beside each other, and one that tells 40 nodes apart that have the same eight.
    let runs = |number: usize| (number..number + 8).chain([number + 9 + number / 60 % 40]);
    let pairs = |number| runs(number).map(move |other| json!([name(number), module(other)]));
    let assignments: Vec<Value> = (0..nodes).flat_map(pairs).collect();
    let modules: Vec<Value> = (0..60).map(|number| json!({"name": module(number)})).collect();
    json!({"sites": ["attic"], "nodes": all, "modules": modules, "assignments": assignments}).to_string()
}
