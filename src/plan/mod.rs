//! The plan: what each node would be declared, why, and how that differs from what it was last told.
//!
//! Pure: a resolved mesh and the last declarations in, values out. No database, no terminal, no words.

mod changes;
mod claims;
mod compared;
mod declare;
mod difference;
mod files;
mod forecast;
mod gives;
mod graph;
mod outline;
mod own;
mod pins;
mod planner;
mod print;
mod runs;
mod takes;
mod told;
mod versions;
pub mod why;

pub use changes::{MachineChange, ModuleChange, TakeChange};
pub use claims::{ClaimHolder, HeldClaim, claims};
pub use compared::Comparison;
pub use declare::{Declaration, DeclaredTake, Recorded, declare, digest_again};
pub use difference::{Difference, LastTold, Restart, Said, difference};
pub use files::{FieldChange, FileDiff, Files};
pub use forecast::{Ambiguity, ChangedManifest, Dangling, Exclusion, Forecast, Lacks, forecast};
pub use gives::Give;
pub use graph::{Graph, GraphEdge, GraphModule, GraphNode, graph};
pub use outline::Outline;
pub use own::PlannedOwn;
pub use pins::{StandingPin, pins};
pub use planner::{Entry, Found, Planner, Shown, tell};
pub use print::{Kept, printed};
pub use runs::{Runs, Spread, runs, spread};
pub use takes::DeclaredTakes;
pub use told::Told;
pub use versions::Versions;

use serde::Serialize;

use crate::{
    model::{Digest, Hold, ModuleName, Moment, NodeName, ProvisionName, Scope, SiteName, Standing},
    resolver::{Refusal, WantedFor},
};

/// What every node runs, or what some of them do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The digest of the whole mesh as it would be declared.
    pub digest: Digest,
    /// Whether the nodes that are shown or were asked for resolve.
    pub resolves: bool,
    /// Whether all nodes resolve that are not held.
    pub mesh_resolves: bool,
    /// The nodes, by name.
    pub nodes: Vec<PlannedNode>,
    /// The refusals, by node (those over a site or the mesh first), code and key.
    pub refusals: Vec<Refusal>,
    /// Counts over the whole mesh.
    pub counts: Counts,
    /// What the operator should know: a held node whose last declaration takes what is no longer offered.
    pub warnings: Vec<HeldTake>,
    /// The held nodes among those that it is about, by name, and what their holds keep back.
    pub holds: Vec<Holding>,
    /// How the machines that are shown stand to what they were last told, by name; none where none acknowledges.
    pub standings: Vec<Standing>,
    /// When this was so.
    pub now: Moment,
    /// The files that a push would change, where they were asked for.
    pub files: Option<Vec<FileDiff>>,
}

/// Counts over a whole mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Nodes there are.
    pub nodes: usize,
    /// Nodes that were never declared.
    pub new: usize,
    /// Nodes whose declaration would be another.
    pub changed: usize,
    /// Nodes whose declaration would be the same.
    pub unchanged: usize,
    /// Nodes that are declared and gone.
    pub removed: usize,
    /// Nodes that do not resolve.
    pub refused: usize,
    /// Nodes that are held.
    pub held: usize,
    /// Those of them that a push would tell something, were they released.
    pub kept_back: usize,
}

/// A take that a held node was last told and that is not offered any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldTake {
    /// The held node.
    pub node: NodeName,
    /// What it takes.
    pub provision: ProvisionName,
    /// From where it was told to take it.
    pub from: NodeName,
    /// Whether a node is called so now: it may be gone, or have another name.
    pub there: bool,
}

/// A node that is or was held, with what a push would tell it if it were not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Holding {
    /// The node.
    pub node: NodeName,
    /// The hold; `None` where it was just released.
    pub held: Option<Hold>,
    /// Whether there is a last declaration that it keeps.
    pub declared: bool,
    /// How its declaration would differ from its last one; `None` where it is refused.
    pub change: Option<Change>,
    /// How it would differ from what it was last told, where it would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// A node in a plan. The field order is that of the JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedNode {
    /// The node.
    pub node: NodeName,
    /// Its site.
    pub site: Option<SiteName>,
    /// Whether no refusal is about it.
    pub resolves: bool,
    /// The hold on it.
    pub held: Option<Hold>,
    /// How its declaration differs from the last one; `None` where it is refused.
    pub change: Option<Change>,
    /// What it runs, by name.
    pub modules: Vec<PlannedModule>,
    /// What it takes from other nodes, by name.
    pub takes: Vec<PlannedTake>,
    /// What other nodes take from it, by name.
    pub gives: Vec<PlannedGive>,
    /// What it answers to itself and others could answer too, by provision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<PlannedOwn>,
    /// How it differs from what it was last told: where it does, or is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// How a node's declaration would differ from its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It was never declared.
    New,
    /// It would be another.
    Changed,
    /// It would be the same.
    Unchanged,
    /// The node is gone.
    Removed,
}

/// A module of a node's set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedModule {
    /// The module.
    pub name: ModuleName,
    /// Its version.
    pub version: Option<String>,
    /// Whether an operator assigned it.
    pub assigned: bool,
    /// The requirements of the set for which it is the only candidate.
    #[serde(rename = "for")]
    pub wanted_for: Vec<WantedFor>,
}

/// What a node takes from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedTake {
    /// The provision.
    pub provision: ProvisionName,
    /// The node that answers.
    pub from: NodeName,
    /// The module there, the first by name that offers it.
    pub module: ModuleName,
    /// The scope of the offer.
    pub scope: Scope,
    /// Whether a pin says so.
    pub pinned: bool,
    /// The modules that require it.
    #[serde(rename = "for")]
    pub wanted_for: Vec<ModuleName>,
}

/// What other nodes take from a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedGive {
    /// The provision.
    pub provision: ProvisionName,
    /// The scope of the offer.
    pub scope: Scope,
    /// The module that offers it.
    pub module: ModuleName,
    /// The nodes that take it.
    pub to: Vec<NodeName>,
}
