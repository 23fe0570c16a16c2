//! What a change did, as values.

use crate::{
    model::{Digest, Edit, ModuleName, NodeName, ProvisionName},
    plan::{Forecast, Holding, WantedFor},
    resolver::{Crowd, Refusal},
};

/// What a change did, or would do.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Whether anything was to do.
    pub changed: bool,
    /// Whether it was only tried.
    pub dry_run: bool,
    /// The nodes whose set or takes change, by name.
    pub nodes: Vec<NodeChange>,
    /// In place of those, where they are very many and numbers will do.
    pub crowd: Option<Crowd>,
    /// Every edit, what `--keep` settled among them.
    pub edits: Vec<Edit>,
    /// The digest of the mesh as it is now, or would be.
    pub digest: Digest,
    /// Answers that come from elsewhere now, as was meant.
    pub moved: Vec<Moved>,
    /// What was unassigned and stays.
    pub stays: Vec<Stay>,
    /// What `--keep` settled.
    pub settled: Vec<Settled>,
    /// What comes of each hold and release at the next push, by name.
    pub holds: Vec<Holding>,
    /// What the operator should know.
    pub warnings: Vec<String>,
    /// What is refused from now on, with `--leave-unresolved`.
    pub refusals: Vec<Refusal>,
    /// What registering modules brings about beside all that.
    pub forecast: Option<Forecast>,
}

/// How a node's set and takes change.
#[derive(Clone, Debug)]
pub struct NodeChange {
    /// The node.
    pub node: NodeName,
    /// What it runs now, by name.
    pub gained: Vec<Gained>,
    /// What it does not run any more, by name.
    pub lost: Vec<ModuleName>,
    /// What it takes now.
    pub takes_gained: Vec<Answer>,
    /// What it does not take any more.
    pub takes_lost: Vec<Answer>,
}

/// A module that a node gains.
#[derive(Clone, Debug)]
pub struct Gained {
    /// The module.
    pub name: ModuleName,
    /// Whether it is assigned.
    pub assigned: bool,
    /// The requirements for which it is the only candidate.
    pub wanted_for: Vec<WantedFor>,
}

/// A provision and the node that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The provision.
    pub provision: ProvisionName,
    /// The node.
    pub from: NodeName,
    /// The module there.
    pub module: ModuleName,
}

/// An answer that comes from elsewhere now.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The node whose answer it is.
    pub node: NodeName,
    /// The requirement.
    pub requirement: ProvisionName,
    /// Who requires it.
    pub by: Vec<ModuleName>,
    /// The node that answered.
    pub from: NodeName,
    /// The module that answered.
    pub from_module: ModuleName,
    /// The node that answers.
    pub to: NodeName,
    /// The module that answers.
    pub to_module: ModuleName,
}

/// A module that was unassigned and stays.
#[derive(Clone, Debug)]
pub struct Stay {
    /// The node.
    pub node: NodeName,
    /// The module.
    pub module: ModuleName,
    /// For whom.
    pub wanted_for: Vec<WantedFor>,
}

/// A decision that `--keep` made explicit.
#[derive(Clone, Debug)]
pub enum Settled {
    /// A node keeps taking a provision from a node.
    Pin {
        /// The node.
        node: NodeName,
        /// The provision.
        provision: ProvisionName,
        /// The node that answers.
        from: NodeName,
    },
    /// A node keeps a module.
    Assign {
        /// The node.
        node: NodeName,
        /// The module.
        module: ModuleName,
    },
}
