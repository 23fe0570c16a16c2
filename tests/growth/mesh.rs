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
