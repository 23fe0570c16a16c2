//! The mesh: sites, nodes, catalogue, assignments and pins, as they are or as they would be.

mod applied;
mod apply;
mod each_fact;
mod neighbours;

use std::{collections::BTreeMap, sync::Arc};

use foldhash::{HashMap, HashMapExt};
use uuid::Uuid;

pub use applied::Applied;
pub use apply::ApplyError;

use super::{
    catalogue::{Catalogue, ModuleId, NodeId, ProvisionId, SiteId},
    edit::Hold,
    fact::Scalar,
    facts,
    lists::{List, Lists},
    name::{FactName, ModuleName, NodeName, SiteName},
    time::Moment,
};

/// All nodes of one database, with what operators decided about them.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Every module.
    pub catalogue: Catalogue,
    sites: Vec<Option<SiteName>>,
    site_ids: HashMap<SiteName, SiteId>,
    nodes: Vec<Node>,
    node_ids: HashMap<NodeName, NodeId>,
    assigned: Lists<ModuleId>,
    facts: String,
}

/// A machine, with what was decided about it.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its id in the database.
    pub uuid: Uuid,
    /// Its name.
    pub name: NodeName,
    /// Its site.
    pub site: Option<SiteId>,
    /// What it takes from where, by a person's decision; in no order.
    pub pins: Vec<Pin>,
    /// Whether it keeps its last declaration.
    pub held: Option<Arc<Hold>>,
    facts: (u32, u32),
    assigned: List<ModuleId>,
    present: bool,
}

/// A person's decision which node answers a provision for one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The provision.
    pub provision: ProvisionId,
    /// The node that answers it.
    pub provider: NodeId,
    /// When it was made.
    pub at: Moment,
}

/// A node to be put into a mesh.
#[derive(Clone, Debug)]
pub struct NewNode<'a> {
    /// Its id in the database.
    pub uuid: Uuid,
    /// Its name.
    pub name: NodeName,
    /// Its site.
    pub site: Option<SiteId>,
    /// Its facts, a JSON object.
    pub facts: &'a str,
}

impl Mesh {
    /// A mesh with room for so many nodes and assignments.
    pub fn with_capacity(nodes: usize, assignments: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            node_ids: HashMap::with_capacity(nodes),
            assigned: Lists::with_capacity(assignments),
            ..Self::default()
        }
    }

    /// Makes room for so many more nodes, with so many bytes of facts and so many assignments: what grows step by step
    /// leaves holes behind.
    pub fn make_room(&mut self, nodes: usize, facts: usize, assignments: usize) {
        self.nodes.reserve(nodes);
        self.node_ids.reserve(nodes);
        self.facts.reserve(facts);
        self.assigned.reserve(assignments);
    }

    /// Puts a site there, or finds it.
    pub fn add_site(&mut self, name: SiteName) -> SiteId {
        if let Some(id) = self.site_ids.get(&name) {
            return *id;
        }
        let id = SiteId::from(self.sites.len());
        self.sites.push(Some(name.clone()));
        self.site_ids.insert(name, id);
        id
    }

    /// Puts a node there, which nothing is assigned to.
    pub fn add_node(&mut self, node: NewNode<'_>) -> NodeId {
        let id = NodeId::from(self.nodes.len());
        self.node_ids.insert(node.name.clone(), id);
        let facts = self.keep_facts(node.facts);
        self.nodes.push(Node {
            uuid: node.uuid,
            name: node.name,
            site: node.site,
            pins: Vec::new(),
            held: None,
            facts,
            assigned: List::default(),
            present: true,
        });
        id
    }

    /// Replaces all that is assigned to a node.
    pub fn assign(&mut self, node: NodeId, modules: impl IntoIterator<Item = ModuleId>) {
        self.nodes[node.index()].assigned = self.assigned.add(modules);
    }

    /// Pins a provision of a node, in place of what was pinned for it.
    pub fn pin(&mut self, node: NodeId, pin: Pin) {
        let pins = &mut self.nodes[node.index()].pins;
        pins.retain(|old| old.provision != pin.provision);
        pins.push(pin);
    }

    /// Holds a node, or releases it.
    pub fn hold(&mut self, node: NodeId, hold: Option<Arc<Hold>>) {
        self.nodes[node.index()].held = hold;
    }

    fn keep_facts(&mut self, facts: &str) -> (u32, u32) {
        let start = self.facts.len();
        self.facts.push_str(facts);
        (start as u32, facts.len() as u32)
    }

    /// The site of a name.
    pub fn site_id(&self, name: &SiteName) -> Option<SiteId> {
        self.site_ids.get(name).copied()
    }

    /// The name of a site, also of one that was removed.
    pub fn site_name(&self, id: SiteId) -> Option<&SiteName> {
        self.sites.get(id.index())?.as_ref()
    }

    /// Every site.
    pub fn sites(&self) -> impl Iterator<Item = (SiteId, &SiteName)> {
        self.sites.iter().enumerate().filter_map(|(id, name)| Some((id.into(), name.as_ref()?)))
    }

    /// The node of a name.
    pub fn node_id(&self, name: &NodeName) -> Option<NodeId> {
        self.node_ids.get(name).copied()
    }

    /// A node, also one that was removed.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Whether a node is there.
    pub fn has(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()).is_some_and(|node| node.present)
    }

    /// The name of a node.
    pub fn node_name(&self, id: NodeId) -> &NodeName {
        &self.nodes[id.index()].name
    }

    /// The site of a node.
    pub fn site_of(&self, id: NodeId) -> Option<&SiteName> {
        self.site_name(self.node(id).site?)
    }

    /// Every node, in the order in which they came.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().filter(|(_, node)| node.present).map(|(id, node)| (id.into(), node))
    }

    /// Every node, by name.
    pub fn nodes_by_name(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.nodes().map(|(id, _)| id).collect();
        nodes.sort_unstable_by(|a, b| self.node_name(*a).cmp(self.node_name(*b)));
        nodes
    }

    /// How many numbers of nodes have been given.
    pub fn numbered(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.node_ids.len()
    }

    /// What is assigned to a node, in no order.
    pub fn assigned(&self, node: NodeId) -> &[ModuleId] {
        self.assigned.get(self.nodes[node.index()].assigned)
    }

    /// Whether a module is assigned to a node.
    pub fn is_assigned(&self, node: NodeId, module: ModuleId) -> bool {
        self.assigned(node).contains(&module)
    }

    /// The pin of a node for a provision.
    pub fn pin_of(&self, node: NodeId, provision: ProvisionId) -> Option<&Pin> {
        self.nodes[node.index()].pins.iter().find(|pin| pin.provision == provision)
    }

    /// The facts of a node as a JSON object.
    pub fn facts_text(&self, node: NodeId) -> &str {
        let (start, length) = self.nodes[node.index()].facts;
        &self.facts[start as usize..(start + length) as usize]
    }

    /// The facts of a node. What plain SQL put there that is no scalar is left out: it satisfies nothing.
    pub fn facts(&self, node: NodeId) -> BTreeMap<FactName, Scalar> {
        facts::read(self.facts_text(node))
    }

    /// The module of a name, where it is registered.
    pub fn module_id(&self, name: &ModuleName) -> Option<ModuleId> {
        self.catalogue.id(name)
    }
}
