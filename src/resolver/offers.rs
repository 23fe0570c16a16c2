//! What nodes offer to each other: the first of the two passes.

use std::collections::BTreeSet;

use foldhash::HashMap;

use crate::model::{Mesh, ModuleId, NodeId, ProvisionId, Scope, SiteId};

use super::index::Index;

/// A module of a node's set that provides something for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) node: NodeId,
    pub(super) module: ModuleId,
    pub(super) scope: Scope,
}

/// Who offers one provision.
#[derive(Clone, Debug, Default)]
pub(super) struct Offered {
    /// To the whole mesh.
    mesh: Vec<Offer>,
    /// To a site; under `None` the nodes that are a site of their own.
    sites: HashMap<Option<SiteId>, Vec<Offer>>,
}

/// A node, a module, and the site that it is offered to; none for the whole mesh.
pub(super) type Offering = (NodeId, ModuleId, Option<Option<SiteId>>);

/// Who offers what. The offers of one node for one provision are together, in the order of its set.
#[derive(Debug, Default)]
pub(super) struct Offers {
    provisions: Vec<Offered>,
}

impl Offers {
    /// Adds what a module offers on a node.
    pub(super) fn add(&mut self, mesh: &Mesh, index: &Index, node: NodeId, module: ModuleId) {
        for (provision, scope) in index.offers(module) {
            if self.provisions.len() <= provision.index() {
                self.provisions.resize_with(provision.index() + 1, Offered::default);
            }
            let offer = Offer { node, module, scope: *scope };
            self.provisions[provision.index()].list(mesh.node(node).site, *scope).push(offer);
        }
    }

    /// All that is offered of a provision, to be put back later.
    pub(super) fn all(&self, provision: ProvisionId) -> Option<Offered> {
        self.provisions.get(provision.index()).cloned()
    }

    /// What nodes offer of a provision, and to whom.
    pub(super) fn of(&self, provision: ProvisionId, nodes: &BTreeSet<NodeId>) -> BTreeSet<Offering> {
        self.provisions.get(provision.index()).map(|offered| offered.of(nodes)).unwrap_or_default()
    }

    /// Forgets what nodes offer of a provision.
    pub(super) fn remove_all(&mut self, provision: ProvisionId, nodes: &BTreeSet<NodeId>) {
        let Some(offered) = self.provisions.get_mut(provision.index()) else { return };
        for offers in offered.sites.values_mut().chain([&mut offered.mesh]) {
            offers.retain(|offer| !nodes.contains(&offer.node));
        }
    }

    pub(super) fn put_back(&mut self, provision: ProvisionId, offered: Option<Offered>) {
        if let Some(slot) = self.provisions.get_mut(provision.index()) {
            *slot = offered.unwrap_or_default();
        }
    }

    /// Every offer of a provision to nodes at a site (or to a node that is a site of its own).
    fn in_reach(&self, provision: ProvisionId, site: Option<SiteId>) -> impl Iterator<Item = &Offer> {
        let offered = self.provisions.get(provision.index());
        let near = offered.filter(|_| site.is_some()).and_then(|offered| offered.sites.get(&site));
        offered.into_iter().flat_map(|offered| &offered.mesh).chain(near.into_iter().flatten())
    }

    /// The offers of other nodes that reach a node, in no order.
    pub(super) fn reaching<'a>(
        &'a self,
        mesh: &Mesh,
        provision: ProvisionId,
        node: NodeId,
    ) -> impl Iterator<Item = &'a Offer> {
        self.in_reach(provision, mesh.node(node).site).filter(move |offer| offer.node != node)
    }

    /// The offers of other nodes that do not reach a node.
    pub(super) fn out_of_reach<'a>(
        &'a self,
        mesh: &Mesh,
        provision: ProvisionId,
        node: NodeId,
    ) -> impl Iterator<Item = &'a Offer> {
        let site = mesh.node(node).site;
        self.provisions
            .get(provision.index())
            .into_iter()
            .flat_map(|offered| &offered.sites)
            .filter(move |(at, _)| site.is_none() || **at != site)
            .flat_map(|(_, offers)| offers)
            .filter(move |offer| offer.node != node)
    }

    /// The only other node whose offer reaches a node; `Err(true)` where there are several, `Err(false)` where none.
    pub(super) fn only(&self, mesh: &Mesh, provision: ProvisionId, node: NodeId) -> Result<NodeId, bool> {
        let mut only = None;
        for offer in self.reaching(mesh, provision, node) {
            match only {
                None => only = Some(offer.node),
                Some(other) if other != offer.node => return Err(true),
                Some(_) => {}
            }
        }
        only.ok_or(false)
    }
}

/// What one node's set offers of a provision that reaches another: the first by name.
pub(super) fn offer_to(
    mesh: &Mesh,
    index: &Index,
    provision: ProvisionId,
    (provider, set): (NodeId, &[ModuleId]),
    taker: NodeId,
) -> Option<Offer> {
    let (there, here) = (mesh.node(provider).site, mesh.node(taker).site);
    let near = provider == taker || (there.is_some() && there == here);
    let reaches = |scope: Scope| scope == Scope::Mesh || (scope == Scope::Site && near);
    set.iter().find_map(|module| {
        let (_, scope) =
            index.offers(*module).iter().find(|(offered, scope)| *offered == provision && reaches(*scope))?;
        Some(Offer { node: provider, module: *module, scope: *scope })
    })
}

impl Offered {
    /// What nodes offer, and to whom.
    pub(super) fn of(&self, nodes: &BTreeSet<NodeId>) -> BTreeSet<Offering> {
        let to_sites =
            self.sites.iter().flat_map(|(site, offers)| offers.iter().map(move |offer| (Some(*site), offer)));
        let all = self.mesh.iter().map(|offer| (None, offer)).chain(to_sites);
        let theirs = all.filter(|(_, offer)| nodes.contains(&offer.node));
        theirs.map(|(to, offer)| (offer.node, offer.module, to)).collect()
    }

    fn list(&mut self, site: Option<SiteId>, scope: Scope) -> &mut Vec<Offer> {
        match scope {
            Scope::Mesh => &mut self.mesh,
            Scope::Site | Scope::Node => self.sites.entry(site).or_default(),
        }
    }
}
