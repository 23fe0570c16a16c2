//! A mesh document: the whole of a mesh as one value, of which every part may be left out.

use uuid::Uuid;

use super::{
    catalogue::Names,
    facts::Facts,
    name::{ModuleName, NodeName, ProvisionName, SiteName},
    read::Given,
};

/// What a mesh document states. A part that is `None` is left as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The sites, each once.
    pub sites: Option<Vec<SiteName>>,
    /// The nodes, each name and each id once.
    pub nodes: Option<Vec<DocumentNode>>,
    /// The modules, each name once.
    pub modules: Option<Vec<Given>>,
    /// Which node runs which module, each pair once.
    pub assignments: Option<Assignments>,
    /// Which node takes which provision from which node, each node and provision once.
    pub pins: Option<Vec<(NodeName, ProvisionName, NodeName)>>,
}

impl Document {
    /// The parts that a document can have.
    pub const PARTS: [&'static str; 5] = ["sites", "nodes", "modules", "assignments", "pins"];

    /// Whether it states nothing at all: not even that there is none of something.
    pub const fn is_silent(&self) -> bool {
        let Self { sites, nodes, modules, assignments, pins } = self;
        sites.is_none() && nodes.is_none() && modules.is_none() && assignments.is_none() && pins.is_none()
    }
}

/// A node, stated whole: what is not there, it does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentNode {
    /// Its name.
    pub name: NodeName,
    /// Which node it is; without one, the name says so.
    pub id: Option<Uuid>,
    /// Its site.
    pub site: Option<SiteName>,
    /// Its facts.
    pub facts: Facts,
}

/// Which node runs which module. Pairs are by far the most that a document has, so that each name is kept once.
#[derive(Clone, Debug, Default)]
pub struct Assignments {
    nodes: Names<NodeName>,
    modules: Names<ModuleName>,
    pairs: Vec<(u32, u32)>,
}

impl Assignments {
    /// Adds a pair, and gives back its two numbers: the same for the same names.
    pub fn push(&mut self, node: &NodeName, module: &ModuleName) -> (u32, u32) {
        let pair = (self.nodes.number(node) as u32, self.modules.number(module) as u32);
        self.pairs.push(pair);
        pair
    }

    /// Leaves those pairs for which `stays` has `true`, in the order in which they came.
    pub fn keep(&mut self, stays: &[bool]) {
        let mut stays = stays.iter();
        self.pairs.retain(|_| stays.next() == Some(&true));
    }

    /// Puts them in the order of the names of nodes, those of one node as they were.
    pub fn sort_by_node(&mut self) {
        let Self { nodes, pairs, .. } = self;
        pairs.sort_by_key(|(node, _)| nodes.at(*node as usize));
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Every pair, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&NodeName, &ModuleName)> {
        self.pairs.iter().filter_map(|pair| self.pair(*pair))
    }

    /// The names that have these numbers.
    pub fn pair(&self, (node, module): (u32, u32)) -> Option<(&NodeName, &ModuleName)> {
        self.nodes.at(node as usize).zip(self.modules.at(module as usize))
    }
}

impl PartialEq for Assignments {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}
