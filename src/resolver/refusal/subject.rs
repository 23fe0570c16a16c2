//! What refusals are about: each subject with what belongs to it, and its code.

use serde::Serialize;

use super::Code;
use crate::model::{
    ClaimName, Digest, FactName, ModuleName, Moment, Need, NodeName, Person, ProvisionName, Scalar, Scope, SiteName,
};

/// What a refusal is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A claim.
    Claim {
        /// The claim.
        claim: ClaimName,
        /// The widest scope held.
        scope: Scope,
        /// The site, where the scope is one and it has a name.
        site: Option<SiteName>,
    },
    /// Something that two modules put on the node.
    Resource {
        /// The type; `file` where several meet on a path.
        resource: String,
        /// What is shared: a path, a name, a unit, `tcp/80`.
        key: String,
    },
    /// A requirement that nothing answers, or too much.
    Requirement {
        /// What is required.
        requirement: ProvisionName,
        /// Who requires it.
        by: Vec<ModuleName>,
        /// Whether who requires it provides it: a module never answers its own requirement.
        itself: bool,
        /// Why it is not answered.
        why: Unanswered,
    },
    /// A pin whose node does not offer it.
    Pin {
        /// What is required.
        requirement: ProvisionName,
        /// Who requires it; empty where a pin is asked for that nothing requires yet.
        by: Vec<ModuleName>,
        /// The pinned node.
        from: NodeName,
        /// When the pin was made; `None` where it is asked for now.
        pinned_at: Option<Moment>,
        /// What the pinned node runs instead.
        runs: Vec<ModuleName>,
        /// What the change takes off the pinned node.
        leaving: Vec<ModuleName>,
        /// The modules that provide it, where every one does so on its own machine alone: no pin can name it then.
        stays: Vec<ModuleName>,
        /// Whether that is the node itself, which offers it by the very module that requires it.
        itself: bool,
    },
    /// An answer that would come from elsewhere.
    Moved {
        /// What is required.
        requirement: ProvisionName,
        /// Who requires it.
        by: Vec<ModuleName>,
        /// The node that answers it now.
        from: NodeName,
        /// The module that answers it now.
        from_module: ModuleName,
        /// The node that would answer it.
        to: NodeName,
        /// The module that would answer it.
        to_module: ModuleName,
    },
    /// A module whose needs the machine does not meet.
    Needs {
        /// The module.
        module: ModuleName,
        /// Each fact that is not as needed.
        unmet: Vec<Unmet>,
    },
    /// A resource that reflects what is not there.
    Reflects {
        /// The resource, as `module/id`.
        resource: String,
        /// What it names, as `module/id`.
        reflects: Vec<String>,
    },
    /// A module that was to be unassigned and is brought in.
    BroughtIn {
        /// The module.
        module: ModuleName,
    },
    /// A module that was to be removed and is assigned.
    ModuleInUse {
        /// The module.
        module: ModuleName,
    },
    /// A site that was to be removed and has nodes.
    SiteInUse {
        /// The site.
        site: SiteName,
    },
    /// A mesh other than the one that was reviewed.
    Reviewed {
        /// The digest that was expected.
        expected: String,
        /// The digest there is.
        found: Digest,
        /// The changes that came between, newest first; `None` where the expected digest never was.
        between: Option<Vec<Between>>,
    },
}

/// Why a requirement is not answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unanswered {
    /// No module would answer it on this machine.
    NoProvider {
        /// Provisions of nearly that name, where no module provides it.
        near: Vec<ProvisionName>,
        /// Whether a module has that very name.
        module_of_that_name: bool,
    },
    /// Several modules would.
    ChooseModule,
    /// No node offers it in reach.
    NoNode {
        /// How many nodes could take a provider, by site, where they are too many to name.
        could: Vec<(Option<SiteName>, usize)>,
        /// Providers that the change takes off a node: another one could have them instead.
        leaving: Vec<(ModuleName, NodeName)>,
    },
    /// Several nodes do.
    ChooseNode,
}

/// A change that came between a review and a push.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Between {
    /// Who made it.
    #[serde(flatten)]
    pub by: Person,
    /// When.
    pub at: Moment,
    /// The command.
    pub command: String,
}

/// A fact that is not as a module needs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Unmet {
    /// The fact.
    pub fact: FactName,
    /// What is needed.
    pub wants: Need,
    /// What the node has.
    pub has: Option<Scalar>,
}

impl Unanswered {
    /// The code of the refusal that it is.
    pub const fn code(&self) -> Code {
        match self {
            Self::NoProvider { .. } => Code::NoProvider,
            Self::ChooseModule => Code::ChooseModule,
            Self::NoNode { .. } => Code::NoNode,
            Self::ChooseNode => Code::ChooseNode,
        }
    }
}

impl Subject {
    /// The code of a refusal over it.
    pub const fn code(&self) -> Code {
        match self {
            Self::Claim { .. } => Code::ClaimCollision,
            Self::Resource { .. } => Code::ResourceCollision,
            Self::Requirement { why, .. } => why.code(),
            Self::Pin { .. } => Code::PinUnanswered,
            Self::Moved { .. } => Code::AnswerMoved,
            Self::Needs { .. } => Code::NeedUnmet,
            Self::Reflects { .. } => Code::DanglingReflects,
            Self::BroughtIn { .. } => Code::BroughtIn,
            Self::ModuleInUse { .. } | Self::SiteInUse { .. } => Code::InUse,
            Self::Reviewed { .. } => Code::NotAsReviewed,
        }
    }

    /// What is required, where that is what it is about.
    pub const fn requirement(&self) -> Option<&ProvisionName> {
        match self {
            Self::Requirement { requirement, .. } | Self::Pin { requirement, .. } | Self::Moved { requirement, .. } => {
                Some(requirement)
            }
            Self::Claim { .. }
            | Self::Resource { .. }
            | Self::Needs { .. }
            | Self::Reflects { .. }
            | Self::BroughtIn { .. }
            | Self::ModuleInUse { .. }
            | Self::SiteInUse { .. }
            | Self::Reviewed { .. } => None,
        }
    }
}
