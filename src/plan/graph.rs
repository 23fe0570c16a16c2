//! Who takes what from whom: every node that is asked for with those beside it, and what leads from one to another.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use super::pins::standing;
use crate::{
    model::{Hold, ModuleName, NodeId, NodeName, Pin, ProvisionName, Scope, SiteName},
    resolver::{Code, Fault, Finding, Take, World, takers},
};

/// Nodes, and what leads from who takes to who gives.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The nodes, by name.
    pub nodes: Vec<GraphNode>,
    /// What leads from one to another, by node and provision.
    pub edges: Vec<GraphEdge>,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphNode {
    /// The node.
    pub node: NodeName,
    /// Its site.
    pub site: Option<SiteName>,
    /// Whether it was asked for; else it is there because one that was takes from it or gives to it.
    pub asked: bool,
    /// What it runs, by name.
    pub modules: Vec<GraphModule>,
    /// The hold on it.
    pub held: Option<Hold>,
    /// The codes of the refusals that it is a party of.
    pub refusals: BTreeSet<Code>,
}

/// A module of a node's set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct GraphModule {
    /// The module.
    pub name: ModuleName,
    /// Whether an operator assigned it; else it was brought in.
    pub assigned: bool,
}

/// A provision that a node takes, should take, or was told to take from where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphEdge {
    /// The node that takes.
    pub node: NodeName,
    /// The provision.
    pub provision: ProvisionName,
    /// The modules that require it.
    #[serde(rename = "for")]
    pub wanted_for: Vec<ModuleName>,
    /// The node that gives, or that a pin names; `None` where nothing answers and no pin says what should.
    pub from: Option<NodeName>,
    /// The module there that offers it.
    pub module: Option<ModuleName>,
    /// The scope of the offer.
    pub scope: Option<Scope>,
    /// Whether a pin says so.
    pub pinned: bool,
    /// A pin for what nothing on the node requires.
    pub idle: bool,
    /// A pin to a node that does not offer it in reach.
    pub stale: bool,
    /// Why nothing answers it, where nothing does.
    #[serde(serialize_with = "code")]
    pub refusal: Option<Fault>,
}

// The signature is that of `serialize_with`.
fn code<S: Serializer>(fault: &Option<Fault>, serializer: S) -> Result<S::Ok, S::Error> {
    fault.map(Fault::code).serialize(serializer)
}

/// The graph of these nodes with those beside them; of all, where none are asked for.
pub fn graph(world: &World, asked: Option<&BTreeSet<NodeId>>) -> Graph {
    let mesh = &world.mesh;
    let is_asked = |node: NodeId| asked.is_none_or(|asked| asked.contains(&node));
    let mut shown: BTreeSet<NodeId> = asked.cloned().unwrap_or_else(|| mesh.nodes().map(|(id, _)| id).collect());
    let mut edges = Vec::new();
    for node in mesh.nodes_by_name() {
        for (from, edge) in edges_of(world, node) {
            if is_asked(node) || from.is_some_and(is_asked) {
                shown.extend(from.into_iter().chain([node]));
                edges.push(edge);
            }
        }
    }
    let refusals = refusals(world);
    let mut nodes: Vec<GraphNode> =
        shown.into_iter().map(|node| told(world, node, is_asked(node), refusals.get(&node))).collect();
    nodes.sort_by(|a, b| a.node.cmp(&b.node));
    Graph { nodes, edges }
}

/// The codes of what each node is a party of.
fn refusals(world: &World) -> BTreeMap<NodeId, BTreeSet<Code>> {
    let mut refusals: BTreeMap<NodeId, BTreeSet<Code>> = BTreeMap::new();
    for finding in world.resolution.findings() {
        for node in finding.nodes() {
            refusals.entry(node).or_default().insert(finding.code());
        }
    }
    refusals
}

fn told(world: &World, node: NodeId, asked: bool, refusals: Option<&BTreeSet<Code>>) -> GraphNode {
    let mesh = &world.mesh;
    let module = |id: &_| GraphModule { name: mesh.catalogue.name(*id).clone(), assigned: mesh.is_assigned(node, *id) };
    GraphNode {
        node: mesh.node_name(node).clone(),
        site: mesh.site_of(node).cloned(),
        asked,
        modules: world.resolution.view(node).set.iter().map(module).collect(),
        held: mesh.node(node).held.as_deref().cloned(),
        refusals: refusals.cloned().unwrap_or_default(),
    }
}

/// What leads away from a node, by provision, with the node that it leads to.
fn edges_of(world: &World, node: NodeId) -> Vec<(Option<NodeId>, GraphEdge)> {
    let view = world.resolution.view(node);
    let taken = view.takes.iter().map(|take| (Some(take.from), taken(world, node, take)));
    let open = view.open.iter().filter_map(|finding| open(world, node, finding));
    let mut edges: Vec<_> = taken.chain(open).collect();
    for pin in &world.mesh.node(node).pins {
        let provision = world.mesh.catalogue.provision(pin.provision);
        if !edges.iter().any(|(_, edge)| edge.provision == *provision) {
            edges.push((Some(pin.provider), pinned(world, node, pin)));
        }
    }
    edges.sort_by(|(_, a), (_, b)| a.provision.cmp(&b.provision));
    edges
}

fn taken(world: &World, node: NodeId, take: &Take) -> GraphEdge {
    let catalogue = &world.mesh.catalogue;
    let by = takers(&world.mesh, world.resolution.view(node).set, take.provision, take.pinned);
    GraphEdge {
        node: world.mesh.node_name(node).clone(),
        provision: catalogue.provision(take.provision).clone(),
        wanted_for: by.into_iter().map(|by| catalogue.name(by).clone()).collect(),
        from: Some(world.mesh.node_name(take.from).clone()),
        module: Some(catalogue.name(take.module).clone()),
        scope: Some(take.scope),
        pinned: take.pinned,
        idle: false,
        stale: false,
        refusal: None,
    }
}

/// A requirement that nothing answers.
fn open(world: &World, node: NodeId, finding: &Finding) -> Option<(Option<NodeId>, GraphEdge)> {
    let Finding::Requirement { provision, fault, by, .. } = finding else { return None };
    let mesh = &world.mesh;
    let from = match fault {
        Fault::Pin(from) => Some(*from),
        Fault::NoProvider | Fault::ChooseModule | Fault::NoNode | Fault::ChooseNode => None,
    };
    let edge = GraphEdge {
        node: mesh.node_name(node).clone(),
        provision: mesh.catalogue.provision(*provision).clone(),
        wanted_for: by.iter().map(|by| mesh.catalogue.name(*by).clone()).collect(),
        from: from.map(|from| mesh.node_name(from).clone()),
        module: None,
        scope: None,
        pinned: from.is_some(),
        idle: false,
        stale: from.is_some(),
        refusal: Some(*fault),
    };
    Some((from, edge))
}

/// A pin by which nothing is taken from another node: nothing requires it, or the node itself answers.
fn pinned(world: &World, node: NodeId, pin: &Pin) -> GraphEdge {
    let standing = standing(world, node, pin);
    GraphEdge {
        node: standing.node,
        provision: standing.provision,
        wanted_for: standing.wanted_for,
        from: Some(standing.from),
        module: None,
        scope: None,
        pinned: true,
        idle: standing.idle,
        stale: standing.stale,
        refusal: None,
    }
}
