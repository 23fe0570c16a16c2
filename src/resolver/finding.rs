//! Findings: refusals in small numbers, as the resolver finds, keeps and compares them.
//!
//! A finding says who is involved and nothing else; [`super::tell`] makes a [`super::Refusal`] of it.

use crate::model::{ClaimId, FactId, ModuleId, NodeId, ProvisionId, ResourceId, Scope, SiteId};

use super::refusal::Code;

/// Something in a mesh that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Several hold what only one may hold within an extent.
    Claim {
        /// The claim.
        claim: ClaimId,
        /// Within what they exclude each other.
        extent: Extent,
        /// All holders.
        holders: Vec<Holder>,
    },
    /// Two modules of a node put the same thing there.
    Resource {
        /// The node.
        node: NodeId,
        /// The type; `file` where several meet on a path.
        kind: Box<str>,
        /// What is shared.
        key: Box<str>,
        /// The modules, each with the place of its resource in the manifest.
        parties: Vec<(ModuleId, usize)>,
    },
    /// A machine does not meet the needs of a module of its set.
    Need {
        /// The node.
        node: NodeId,
        /// The module.
        module: ModuleId,
        /// The facts that are not as needed.
        unmet: Vec<FactId>,
    },
    /// A requirement is not answered.
    Requirement {
        /// The node.
        node: NodeId,
        /// What is required.
        provision: ProvisionId,
        /// Why it is not answered.
        fault: Fault,
        /// Who requires it.
        by: Vec<ModuleId>,
    },
    /// A resource reflects what a module of the set does not have.
    Reflects {
        /// The node.
        node: NodeId,
        /// The module.
        module: ModuleId,
        /// The place of its resource in the manifest.
        resource: usize,
        /// What is missing.
        missing: Vec<(ModuleId, ResourceId)>,
    },
}

/// Why a requirement is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// No module would answer it on this machine.
    NoProvider,
    /// Several modules would.
    ChooseModule,
    /// No other node offers it in reach.
    NoNode,
    /// Several other nodes do.
    ChooseNode,
    /// The pinned node does not offer it in reach.
    Pin(NodeId),
}

/// A holder of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holder {
    /// The node.
    pub node: NodeId,
    /// The module.
    pub module: ModuleId,
    /// The scope at which the module claims.
    pub scope: Scope,
}

/// Within what holders of a claim exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// The whole mesh.
    Mesh,
    /// A site.
    Site(SiteId),
    /// A node without a site, which is a site of its own.
    Lone(NodeId),
    /// A node.
    Node(NodeId),
}

/// What makes findings of two meshes the same fault: the subject, and where the node counts, the node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A claim, wherever.
    Claim(ClaimId),
    /// A path, wherever.
    Path(Box<str>),
    /// Another identity of a type, wherever.
    Thing(Box<str>, Box<str>),
    /// A module whose needs are not met on a node.
    Need(NodeId, ModuleId),
    /// A requirement on a node, whatever is wrong with it.
    Requirement(NodeId, ProvisionId),
    /// A resource of a module on a node.
    Reflects(NodeId, ModuleId, usize),
}

/// A party of a finding, for comparison: holders, requirers, unmet facts, missing names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Involved {
    /// A module on a node, with the place of its resource where one is meant.
    Module(NodeId, ModuleId, Option<usize>),
    /// A fact that is not as needed.
    Fact(FactId),
    /// A resource that is missing.
    Missing(ModuleId, ResourceId),
}

impl Fault {
    /// The code of a requirement that is not answered.
    pub fn code(self) -> Code {
        match self {
            Self::NoProvider => Code::NoProvider,
            Self::ChooseModule => Code::ChooseModule,
            Self::NoNode => Code::NoNode,
            Self::ChooseNode => Code::ChooseNode,
            Self::Pin(_) => Code::PinUnanswered,
        }
    }
}

impl Finding {
    /// The code of the refusal that it is.
    pub fn code(&self) -> Code {
        match self {
            Self::Claim { .. } => Code::ClaimCollision,
            Self::Resource { .. } => Code::ResourceCollision,
            Self::Need { .. } => Code::NeedUnmet,
            Self::Requirement { fault, .. } => fault.code(),
            Self::Reflects { .. } => Code::DanglingReflects,
        }
    }

    /// The node that it is about; `None` over a site or the mesh.
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Self::Claim { extent: Extent::Node(node) | Extent::Lone(node), .. } => Some(*node),
            Self::Claim { extent: Extent::Mesh | Extent::Site(_), .. } => None,
            Self::Resource { node, .. }
            | Self::Need { node, .. }
            | Self::Requirement { node, .. }
            | Self::Reflects { node, .. } => Some(*node),
        }
    }

    /// Those who hold the claim that it is about, if it is about one.
    pub fn holders(&self) -> Option<&[Holder]> {
        match self {
            Self::Claim { holders, .. } => Some(holders),
            Self::Resource { .. } | Self::Need { .. } | Self::Requirement { .. } | Self::Reflects { .. } => None,
        }
    }

    /// What makes it the same fault as another.
    pub fn subject(&self) -> Subject {
        match self {
            Self::Claim { claim, .. } => Subject::Claim(*claim),
            Self::Resource { kind, key, .. } => match &**kind {
                "file" | "link" | "directory" => Subject::Path(key.clone()),
                _ => Subject::Thing(kind.clone(), key.clone()),
            },
            Self::Need { node, module, .. } => Subject::Need(*node, *module),
            Self::Requirement { node, provision, .. } => Subject::Requirement(*node, *provision),
            Self::Reflects { node, module, resource, .. } => Subject::Reflects(*node, *module, *resource),
        }
    }

    /// Who and what is involved.
    pub fn involved(&self) -> Vec<Involved> {
        match self {
            Self::Claim { holders, .. } => holders.iter().map(|h| Involved::Module(h.node, h.module, None)).collect(),
            Self::Resource { node, parties, .. } => {
                parties.iter().map(|(module, at)| Involved::Module(*node, *module, Some(*at))).collect()
            }
            Self::Need { unmet, .. } => unmet.iter().map(|fact| Involved::Fact(*fact)).collect(),
            Self::Requirement { node, by, .. } => by.iter().map(|m| Involved::Module(*node, *m, None)).collect(),
            Self::Reflects { missing, .. } => {
                missing.iter().map(|(module, id)| Involved::Missing(*module, id.clone())).collect()
            }
        }
    }

    /// The nodes of its parties.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Self::Claim { holders, .. } => holders.iter().map(|holder| holder.node).collect(),
            Self::Resource { node, .. }
            | Self::Need { node, .. }
            | Self::Requirement { node, .. }
            | Self::Reflects { node, .. } => vec![*node],
        }
    }
}
