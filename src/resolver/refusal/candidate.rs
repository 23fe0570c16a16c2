//! Candidates: what would answer a requirement, and why one would not do.

use super::{Code, Unmet};
use crate::model::{ClaimName, ModuleName, NodeName, Scope, SiteName};

/// What would answer a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where it is, or is to be.
    pub place: Place,
    /// The module.
    pub module: ModuleName,
    /// Its version.
    pub version: Option<String>,
    /// Why it would not do; empty where it would.
    pub why_not: Vec<WhyNot>,
}

/// Where a candidate is, or is to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// To be assigned to some node.
    Somewhere,
    /// To be assigned to the refused node.
    Here {
        /// The node.
        node: NodeName,
        /// Its site.
        site: Option<SiteName>,
    },
    /// On another node, which offers it.
    There {
        /// The node.
        node: NodeName,
        /// Its site.
        site: Option<SiteName>,
    },
}

impl Candidate {
    /// The node that it is on or would be on, where that is known.
    pub const fn node(&self) -> Option<&NodeName> {
        match &self.place {
            Place::Somewhere => None,
            Place::Here { node, .. } | Place::There { node, .. } => Some(node),
        }
    }

    /// The site of that node.
    pub const fn site(&self) -> Option<&SiteName> {
        match &self.place {
            Place::Somewhere => None,
            Place::Here { site, .. } | Place::There { site, .. } => site.as_ref(),
        }
    }

    /// The other node that offers it.
    pub const fn offering(&self) -> Option<&NodeName> {
        match &self.place {
            Place::There { node, .. } => Some(node),
            Place::Somewhere | Place::Here { .. } => None,
        }
    }

    /// Whether it is to be assigned to the refused node.
    pub const fn is_here(&self) -> bool {
        matches!(self.place, Place::Here { .. })
    }
}

/// A reason why a candidate would not do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WhyNot {
    /// The machine lacks what it needs.
    Need(Unmet),
    /// It claims what another holds.
    Claim {
        /// The claim.
        claim: ClaimName,
        /// The holder's node, where it is another one.
        node: Option<NodeName>,
        /// The holder.
        module: ModuleName,
        /// Whether that one is there already, and would not come along.
        held: bool,
    },
    /// It puts on the node what another puts there.
    Resource {
        /// The type.
        resource: String,
        /// The path, name, unit or port.
        key: String,
        /// The other module.
        module: ModuleName,
    },
    /// A module that it would bring in would not do.
    Brings {
        /// That module.
        module: ModuleName,
        /// Why that one would not do.
        why: Box<Self>,
    },
    /// Its offer does not reach: it is for another site.
    Reach {
        /// The scope of the offer.
        scope: Scope,
        /// The site that it is for.
        site: Option<SiteName>,
    },
    /// It would itself be refused for this.
    Refused {
        /// The code.
        code: Code,
        /// The claim, key, requirement or module.
        key: String,
    },
}
