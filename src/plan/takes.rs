//! Takes as a declaration keeps them, for very many nodes: what several nodes take from one is put into words once.

use std::collections::BTreeMap;

use foldhash::HashMap;
use serde_json::{Value, json};

use super::declare::{by_name, offer};
use crate::{
    model::{FactName, Mesh, ModuleId, NodeId, ProvisionId, Scalar},
    resolver::{Take, Views, World, takers},
};

/// Writes the takes of nodes of one mesh.
pub struct DeclaredTakes<'w> {
    mesh: &'w Mesh,
    views: Views<'w>,
    /// Each offer that was taken already, up to the modules that it is for.
    known: HashMap<(NodeId, ModuleId, ProvisionId), String>,
}

impl<'w> DeclaredTakes<'w> {
    /// Of a mesh that was resolved.
    pub fn new(world: &'w World) -> Self {
        Self { mesh: &world.mesh, views: world.resolution.views(), known: HashMap::default() }
    }

    /// The takes of a node, by name, as a JSON list.
    pub fn text(&mut self, node: NodeId) -> String {
        let (mesh, set) = (self.mesh, self.views.set(node));
        let mut text = "[".to_owned();
        for take in by_name(mesh, self.views.takes(node)) {
            if text.len() > 1 {
                text.push(',');
            }
            let known = self.known.entry((take.from, take.module, take.provision));
            text.push_str(known.or_insert_with(|| beginning(mesh, take)));
            let by = takers(mesh, set, take.provision, take.pinned);
            let names = by.into_iter().map(|by| Value::from(mesh.catalogue.name(by).as_str())).collect();
            text.push_str(&Value::Array(names).to_string());
            text.push('}');
        }
        text.push(']');
        text
    }
}

/// All of a take but whom it is for.
fn beginning(mesh: &Mesh, take: &Take) -> String {
    let facts: BTreeMap<FactName, Scalar> = mesh.facts(take.from);
    let whole = json!({
        "provision": mesh.catalogue.provision(take.provision),
        "from": mesh.node_name(take.from),
        "module": mesh.catalogue.name(take.module),
        "offer": offer(mesh, take),
        "facts": facts,
    });
    let mut text = whole.to_string();
    text.pop();
    text.push_str(",\"for\":");
    text
}
