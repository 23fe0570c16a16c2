//! What a change did, as values.

use serde::Serialize;

use crate::{
    model::{Digest, Edit, ModuleName, NodeName, ProvisionName},
    plan::{Forecast, Holding},
    resolver::Accepted,
};

/// What a change did, or would do.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Whether anything was to do.
    pub changed: bool,
    /// Whether it was only tried.
    pub dry_run: bool,
    /// What it brings about.
    pub accepted: Accepted,
    /// The digest of the mesh as it is now, or would be.
    pub digest: Digest,
    /// What comes of each hold and release at the next push, by name.
    pub holds: Vec<Holding>,
    /// What the operator should know.
    pub warnings: Vec<String>,
    /// What registering modules brings about beside all that.
    pub forecast: Option<Forecast>,
}

impl Changed {
    /// What `--keep` settled.
    pub fn settled(&self) -> Vec<Settled<'_>> {
        self.accepted.settled.iter().filter_map(Settled::of).collect()
    }
}

/// A decision that `--keep` made explicit.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Settled<'a> {
    /// A node keeps taking a provision from a node.
    Pin(&'a NodeName, &'a ProvisionName, &'a NodeName),
    /// A node keeps a module.
    Assign(&'a NodeName, &'a ModuleName),
}

impl<'a> Settled<'a> {
    fn of(edit: &'a Edit) -> Option<Self> {
        match edit {
            Edit::Pin { node, provision, after: Some(from), .. } => Some(Self::Pin(node, provision, from)),
            Edit::Assign { node, module } => Some(Self::Assign(node, module)),
            Edit::Pin { .. }
            | Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Site { .. }
            | Edit::Fact { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Unassign { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => None,
        }
    }
}
