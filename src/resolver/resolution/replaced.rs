//! What an update replaced, so that it can be compared and put back.

use std::collections::{BTreeMap, BTreeSet};

use super::{Resolution, View};
use crate::{
    model::{ClaimId, List, Mesh, NodeId, ProvisionId},
    resolver::{
        answers::Take,
        finding::{Finding, Holder},
        offers::Offered,
        sets::Placed,
    },
};

/// What [`Resolution::update`] replaced, so that it can be compared and put back.
#[derive(Debug)]
pub struct Replaced(pub(super) Kind);

#[derive(Debug)]
pub(super) enum Kind {
    Whole(Box<Resolution>),
    Part(Box<Part>),
}

#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) sets: usize,
    pub(super) takes: usize,
    /// The nodes whose sets were worked out anew.
    pub(super) touched: BTreeSet<NodeId>,
    pub(super) nodes: BTreeMap<NodeId, Before>,
    /// All that was offered of what touched nodes offered.
    pub(super) offers: BTreeMap<ProvisionId, Option<Offered>>,
    pub(super) claims: BTreeMap<ClaimId, (Vec<Holder>, Vec<Finding>)>,
}

#[derive(Debug, Default)]
pub(super) struct Before {
    pub(super) placed: Placed,
    pub(super) takes: List<Take>,
    pub(super) faults: Vec<Finding>,
    pub(super) open: Vec<Finding>,
}

impl Replaced {
    /// Everything that must not be and was there before the update, where the update looked.
    pub fn findings(&self) -> Box<dyn Iterator<Item = &Finding> + '_> {
        match &self.0 {
            Kind::Whole(before) => Box::new(before.findings()),
            Kind::Part(part) => Box::new(
                part.claims
                    .values()
                    .flat_map(|(_, findings)| findings)
                    .chain(part.nodes.values().flat_map(|before| before.faults.iter().chain(&before.open))),
            ),
        }
    }

    /// The whole resolution before, where all of it was replaced.
    pub fn whole(&self) -> Option<&Resolution> {
        match &self.0 {
            Kind::Whole(before) => Some(before),
            Kind::Part(_) => None,
        }
    }
}

impl Resolution {
    /// Everything that must not be and that an update found anew, whether or not it was there before.
    pub fn findings_after<'a>(&'a self, replaced: &'a Replaced) -> Box<dyn Iterator<Item = &'a Finding> + 'a> {
        match &replaced.0 {
            Kind::Whole(_) => Box::new(self.findings()),
            Kind::Part(part) => Box::new(
                part.claims
                    .keys()
                    .filter_map(|claim| self.wide.get(claim))
                    .chain(part.nodes.keys().filter_map(|node| self.faults.get(node)))
                    .chain(part.nodes.keys().filter_map(|node| self.open.get(node)))
                    .flatten(),
            ),
        }
    }

    /// What a node ran and took before an update.
    pub fn view_before<'a>(&'a self, replaced: &'a Replaced, node: NodeId) -> View<'a> {
        match &replaced.0 {
            Kind::Whole(before) => before.view(node),
            Kind::Part(part) => match part.nodes.get(&node) {
                Some(before) => {
                    View { set: self.sets.at(before.placed), takes: self.takes.get(before.takes), open: &before.open }
                }
                None => self.view(node),
            },
        }
    }

    /// The nodes of which an update may have changed something.
    pub fn replaced_nodes(&self, replaced: &Replaced, mesh: &Mesh) -> Vec<NodeId> {
        match &replaced.0 {
            Kind::Whole(_) => (0..mesh.numbered()).map(NodeId::from).collect(),
            Kind::Part(part) => part.nodes.keys().copied().collect(),
        }
    }
}
