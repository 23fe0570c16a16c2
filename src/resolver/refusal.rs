//! Refusals: the resolver's no, as data. Not one sentence is in here; `report` has the words.

mod candidate;
mod code;
mod subject;
mod way;

pub use candidate::{Candidate, Place, WhyNot};
pub use code::Code;
pub use subject::{Between, Subject, Unanswered, Unmet};
pub use way::{ChangeOption, Effect, Remedy, Way};

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::model::{ModuleName, NodeName, ProvisionName, ResourceId, Scope};

/// A refusal with everything and everyone involved.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The node it is about; `None` over a site, the mesh, the catalogue.
    pub node: Option<NodeName>,
    /// What it is about.
    pub subject: Subject,
    /// The holders of a collision, the requirers of a requirement, the modules that bring in, the places of use.
    pub parties: Vec<Party>,
    /// What would answer a requirement, with why one would not do.
    pub candidates: Vec<Candidate>,
    /// What has been tried and settles it.
    pub remedies: Vec<Remedy>,
    /// Whether not everything was tried, since very many others came first.
    pub untried: bool,
}

/// Somebody involved in a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The node.
    pub node: NodeName,
    /// The module; `None` where the node alone is meant (a node of a site in use).
    pub module: Option<ModuleName>,
    /// Its resource.
    pub resource: Option<ResourceId>,
    /// From an assigned module down to this one.
    pub chain: Vec<Link>,
    /// Whether the module is assigned.
    pub assigned: bool,
    /// Whether the assignment at the head of the chain is what was asked for now.
    pub asked: bool,
    /// The scope at which it holds a claim.
    pub scope: Option<Scope>,
    /// Its own path, or its own port with its address.
    pub key: Option<String>,
    /// What it says of what it could share if all agreed, as far as others say something else, by field.
    pub says: BTreeMap<String, Value>,
}

/// A module of a chain, and the requirement by which it brings in the next one (`None` at the end).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Link {
    /// The module.
    pub module: ModuleName,
    /// What it requires, which only the next one provides.
    pub requires: Option<ProvisionName>,
}

impl Refusal {
    /// What kind it is.
    pub const fn code(&self) -> Code {
        self.subject.code()
    }

    /// The claim, key, requirement, module, resource or site that it is about.
    pub fn key(&self) -> &str {
        match &self.subject {
            Subject::Claim { claim, .. } => claim.as_str(),
            Subject::Resource { key, .. } => key,
            Subject::Requirement { requirement, .. }
            | Subject::Pin { requirement, .. }
            | Subject::Moved { requirement, .. } => requirement.as_str(),
            Subject::Needs { module, .. } | Subject::BroughtIn { module } | Subject::ModuleInUse { module } => {
                module.as_str()
            }
            Subject::Reflects { resource, .. } => resource,
            Subject::SiteInUse { site } => site.as_str(),
            Subject::Reviewed { expected, .. } => expected,
        }
    }
}
