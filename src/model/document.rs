//! A mesh document: the whole of a mesh as one value, of which every part may be left out.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{
    fact::Scalar,
    name::{FactName, ModuleName, NodeName, ProvisionName, SiteName},
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
    pub assignments: Option<Vec<(NodeName, ModuleName)>>,
    /// Which node takes which provision from which node, each node and provision once.
    pub pins: Option<Vec<(NodeName, ProvisionName, NodeName)>>,
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
    pub facts: BTreeMap<FactName, Scalar>,
}
