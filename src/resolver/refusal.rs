//! Refusals: the resolver's no, as data. Not one sentence is in here; `report` has the words.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::model::{
    ClaimName, Digest, Edit, FactName, ModuleName, Moment, Need, NodeName, Person, ProvisionName, ResourceId, Scalar,
    Scope, SiteName,
};

/// What kind of refusal it is. Ordered as refusals are sorted: by the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// An answer would come from elsewhere than today.
    AnswerMoved,
    /// What was to be unassigned is brought in by another module.
    BroughtIn,
    /// Several modules would answer what is required.
    ChooseModule,
    /// Several nodes offer what is required.
    ChooseNode,
    /// Two hold what only one may.
    ClaimCollision,
    /// A resource reflects what its module lacks.
    DanglingReflects,
    /// What was to be removed is in use.
    InUse,
    /// The machine lacks what a module needs.
    NeedUnmet,
    /// No node offers what is required.
    NoNode,
    /// No module would answer what is required.
    NoProvider,
    /// The mesh is not the one that was reviewed.
    NotAsReviewed,
    /// The pinned node does not offer what is pinned.
    PinUnanswered,
    /// Two modules put the same thing on a node.
    ResourceCollision,
}

impl Code {
    /// Every code, by name.
    pub const ALL: [Self; 13] = [
        Self::AnswerMoved,
        Self::BroughtIn,
        Self::ChooseModule,
        Self::ChooseNode,
        Self::ClaimCollision,
        Self::DanglingReflects,
        Self::InUse,
        Self::NeedUnmet,
        Self::NoNode,
        Self::NoProvider,
        Self::NotAsReviewed,
        Self::PinUnanswered,
        Self::ResourceCollision,
    ];

    /// The code as it is written everywhere.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AnswerMoved => "answer-moved",
            Self::BroughtIn => "brought-in",
            Self::ChooseModule => "choose-module",
            Self::ChooseNode => "choose-node",
            Self::ClaimCollision => "claim-collision",
            Self::DanglingReflects => "dangling-reflects",
            Self::InUse => "in-use",
            Self::NeedUnmet => "need-unmet",
            Self::NoNode => "no-node",
            Self::NoProvider => "no-provider",
            Self::NotAsReviewed => "not-as-reviewed",
            Self::PinUnanswered => "pin-unanswered",
            Self::ResourceCollision => "resource-collision",
        }
    }

    /// The code that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.word() == word)
    }
}

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

/// What settles a refusal, tried in the resolver before it is offered.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// What to do.
    pub way: Way,
    /// What it does besides.
    pub effect: Effect,
    /// Whether other refusals of the command stand then, so that a command which holds the refused one is refused for
    /// those. Never of a mesh as it is.
    pub leaves_others: bool,
}

impl Remedy {
    /// Whether it is a command that holds the refused one and is refused too, for what else stands.
    pub const fn is_refused_for_others(&self) -> bool {
        self.leaves_others && matches!(self.way, Way::Together(_) | Way::After(_) | Way::Option(_) | Way::Move { .. })
    }
}

/// How a remedy is carried out.
#[derive(Clone, Debug)]
pub enum Way {
    /// Edits that are each accepted by themselves, before the refused command.
    Before(Vec<Edit>),
    /// Edits that are accepted as one change, before the refused command.
    AtOnce(Vec<Edit>),
    /// Edits that make one change together with the refused command.
    Together(Vec<Edit>),
    /// Edits that make one change together with the refused command, and come after it: they build on what it adds.
    After(Vec<Edit>),
    /// The refused command with an option added.
    Option(ChangeOption),
    /// A hand-over that is accepted by itself, before the refused command.
    MoveBefore {
        /// The node that hands over.
        from: NodeName,
        /// The node that receives.
        to: NodeName,
        /// What is handed over.
        modules: Vec<ModuleName>,
    },
    /// A hand-over in place of the refused command.
    Move {
        /// The node that hands over.
        from: NodeName,
        /// The node that receives.
        to: NodeName,
        /// What is handed over.
        modules: Vec<ModuleName>,
    },
}

/// An option of every changing command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeOption {
    /// `--keep`
    Keep,
    /// `--allow-moves`
    AllowMoves,
}

/// What a remedy does besides settling its refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// What nodes run then and do not run now, beyond what was asked.
    pub gains: Vec<(NodeName, ModuleName)>,
    /// What nodes run now and do not run then, beyond what was asked.
    pub loses: Vec<(NodeName, ModuleName)>,
    /// What nodes take then from where, and do not now.
    pub takes: Vec<(NodeName, ProvisionName, NodeName)>,
    /// What nodes answer themselves then, and take now from where.
    pub answers: Vec<(NodeName, ProvisionName, NodeName)>,
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
