//! A whole mesh as a document, sorted: two of one mesh are the same bytes.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use crate::model::{Mesh, NodeId};

/// Writes the document of a mesh with these manifests, by name.
///
/// # Errors
/// Where `out` cannot be written.
pub fn document(mesh: &Mesh, manifests: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let sites = sorted(mesh.sites().map(|(_, site)| quoted(site.as_str())));
    list(out, "{\n", "sites", sites.into_iter())?;
    list(out, ",\n", "nodes", mesh.nodes_by_name().into_iter().map(|id| node(mesh, id)))?;
    list(out, ",\n", "modules", manifests)?;
    list(out, ",\n", "assignments", assignments(mesh))?;
    list(out, ",\n", "pins", pins(mesh).into_iter())?;
    out.write_all(b"\n}\n")
}

fn list(out: &mut dyn Write, before: &str, key: &str, entries: impl Iterator<Item = String>) -> io::Result<()> {
    write!(out, "{before}\"{key}\": [")?;
    let mut any = false;
    for entry in entries {
        write!(out, "{}\n  {entry}", if any { "," } else { "" })?;
        any = true;
    }
    out.write_all(if any { b"\n]" } else { b"]" })
}

fn sorted(entries: impl Iterator<Item = String>) -> Vec<String> {
    let mut entries: Vec<String> = entries.collect();
    entries.sort();
    entries
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn node(mesh: &Mesh, id: NodeId) -> String {
    let node = mesh.node(id);
    let mut entry = format!("{{\"name\": {}, \"id\": \"{}\"", quoted(node.name.as_str()), node.uuid);
    if let Some(site) = mesh.site_of(id) {
        // Writing to a String does not fail.
        let _ = write!(entry, ", \"site\": {}", quoted(site.as_str()));
    }
    let _ = write!(entry, ", \"facts\": {}}}", mesh.facts_text(id));
    entry
}

fn assignments(mesh: &Mesh) -> impl Iterator<Item = String> {
    mesh.nodes_by_name().into_iter().flat_map(move |id| {
        let node = quoted(mesh.node_name(id).as_str());
        let mut modules: Vec<&str> = mesh.assigned(id).iter().map(|id| mesh.catalogue.name(*id).as_str()).collect();
        modules.sort_unstable();
        modules.into_iter().map(|module| format!("[{node}, {}]", quoted(module))).collect::<Vec<_>>()
    })
}

fn pins(mesh: &Mesh) -> Vec<String> {
    let mut pins: Vec<[&str; 3]> = Vec::new();
    for (_, node) in mesh.nodes() {
        for pin in &node.pins {
            let (provision, from) = (mesh.catalogue.provision(pin.provision), mesh.node_name(pin.provider));
            pins.push([node.name.as_str(), provision.as_str(), from.as_str()]);
        }
    }
    pins.sort_unstable();
    pins.into_iter().map(|pin| format!("[{}]", pin.map(quoted).join(", "))).collect()
}
