//! Nodes, as tables and for programs.

use serde::Serialize;

use super::{
    tables::Table,
    words::{by, count, typed},
};
use crate::model::{Facts, Hold, Mesh, ModuleName, NodeId, NodeName, ProvisionName, SiteName};

/// A node with all that was decided about it.
#[derive(Clone, Debug, Serialize)]
pub struct Node<'m> {
    node: &'m NodeName,
    id: String,
    site: Option<&'m SiteName>,
    facts: Facts,
    assigned: Vec<&'m ModuleName>,
    pins: Vec<Pin<'m>>,
    held: Option<&'m Hold>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Pin<'m> {
    provision: &'m ProvisionName,
    from: &'m NodeName,
}

/// Every node.
#[derive(Clone, Debug, Serialize)]
pub struct NodesShown<'m> {
    schema: &'static str,
    nodes: Vec<Node<'m>>,
}

/// One node.
#[derive(Clone, Debug, Serialize)]
pub struct NodeShown<'m> {
    schema: &'static str,
    node: Node<'m>,
}

/// Every node, by name.
pub fn all(mesh: &Mesh) -> NodesShown<'_> {
    let nodes = mesh.nodes_by_name().into_iter().map(|id| node(mesh, id));
    NodesShown { schema: "provost.nodes/1", nodes: nodes.collect() }
}

/// One node.
pub fn one(mesh: &Mesh, id: NodeId) -> NodeShown<'_> {
    NodeShown { schema: "provost.node/1", node: node(mesh, id) }
}

fn node(mesh: &Mesh, id: NodeId) -> Node<'_> {
    let node = mesh.node(id);
    let pin = |pin: &crate::model::Pin| Pin {
        provision: mesh.catalogue.provision(pin.provision),
        from: mesh.node_name(pin.provider),
    };
    let mut pins: Vec<Pin<'_>> = node.pins.iter().map(pin).collect();
    pins.sort();
    Node {
        node: &node.name,
        id: node.uuid.to_string(),
        site: mesh.site_of(id),
        facts: mesh.facts(id).into(),
        assigned: assigned(mesh, id),
        pins,
        held: node.held.as_deref(),
    }
}

fn assigned(mesh: &Mesh, id: NodeId) -> Vec<&ModuleName> {
    let mut assigned: Vec<&ModuleName> = mesh.assigned(id).iter().map(|id| mesh.catalogue.name(*id)).collect();
    assigned.sort_unstable();
    assigned
}

/// A line for each node.
pub fn list(mesh: &Mesh) -> Table {
    let mut table = Table::new(["node", "site", "assigned", "facts"]);
    for id in mesh.nodes_by_name() {
        let held = if mesh.node(id).held.is_some() { " (held)" } else { "" };
        table.row([
            format!("{}{held}", mesh.node_name(id)),
            site(mesh, id),
            count(mesh.assigned(id).len(), "module"),
            facts(mesh, id),
        ]);
    }
    table
}

/// A line for each thing there is to know of a node.
pub fn show(mesh: &Mesh, id: NodeId) -> Table {
    let node = mesh.node(id);
    let mut table = Table::new(["", ""]);
    let mut row = |what: &str, value: String| table.row([what.to_owned(), value]);
    row("id", node.uuid.to_string());
    row("site", site(mesh, id));
    row("facts", facts(mesh, id));
    let assigned: Vec<&str> = assigned(mesh, id).into_iter().map(ModuleName::as_str).collect();
    row("assigned", if assigned.is_empty() { "-".to_owned() } else { assigned.join(", ") });
    for pin in &node.pins {
        let provision = mesh.catalogue.provision(pin.provision);
        row("pinned", format!("{provision} from {} since {}", mesh.node_name(pin.provider), pin.at));
    }
    if let Some(hold) = &node.held {
        row("held", format!("by {} since {}: {}", by(&hold.by), hold.at, hold.message));
    }
    table
}

fn site(mesh: &Mesh, id: NodeId) -> String {
    mesh.site_of(id).map_or_else(|| "-".to_owned(), ToString::to_string)
}

fn facts(mesh: &Mesh, id: NodeId) -> String {
    let facts = mesh.facts(id);
    let facts: Vec<String> = facts.iter().map(|(fact, value)| format!("{fact}={}", typed(value))).collect();
    if facts.is_empty() { "-".to_owned() } else { facts.join(" ") }
}
