//! Candidates: what would answer a requirement, and why one would not do. Judged by the needs of a module and by the
//! collisions that it would bring to the node.

use std::collections::{BTreeMap, HashSet};

use crate::model::{ClaimId, Mesh, ModuleId, NodeId, ProvisionId, Scope};

use super::{
    claims,
    closure::close,
    finding::{Extent, Finding, Holder, Involved},
    index::Contention,
    offers::Offer,
    refusal::{Candidate, Place, Unmet, WhyNot},
    resolution::Resolution,
    resources::resource,
};

impl Resolution {
    /// Whether a node meets the needs of a module.
    pub(super) fn suits(&self, node: NodeId, module: ModuleId) -> bool {
        self.classes.suits(self.sets.class(node), module)
    }

    /// The facts of a module's needs that a node does not meet.
    pub fn lacks(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Vec<Unmet> {
        unmet(mesh, node, self.classes.unmet(self.sets.class(node), module), module)
    }

    /// Why a module would not do on a node; empty where it would.
    pub(super) fn judge(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Vec<WhyNot> {
        let class = self.sets.class(node);
        let unmet = unmet(mesh, node, self.classes.unmet(class, module), module);
        if !unmet.is_empty() {
            return unmet.into_iter().map(WhyNot::Need).collect();
        }
        self.effort.set();
        let mut set = Vec::new();
        let marks = &mut *self.judging.borrow_mut();
        close(mesh, &self.index, &self.classes, class, (node, Some(module)), marks, &mut set);
        let now = self.faults(node);
        let is_new = |finding: &Finding| !now.iter().any(|old| covers(old, finding));
        let mut why: Vec<WhyNot> = self
            .faults_of(mesh, (node, class), &set, &mut Vec::new())
            .iter()
            .filter(|finding| is_new(finding))
            .filter_map(|finding| self.why_not(mesh, finding, node, module))
            .collect();
        why.extend(self.wide_collisions(mesh, node, module, &set));
        why
    }

    /// How many modules a node would run more with one of them, that one among them.
    pub(super) fn brings(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> usize {
        let mut set = Vec::new();
        let marks = &mut *self.judging.borrow_mut();
        close(mesh, &self.index, &self.classes, self.sets.class(node), (node, Some(module)), marks, &mut set);
        set.len().saturating_sub(self.sets.get(node).len())
    }

    /// Claims over a site or the mesh that a set would collide over and its node does not collide over yet: with those
    /// who hold them, or among what the module itself would bring.
    fn wide_collisions(&self, mesh: &Mesh, node: NodeId, module: ModuleId, set: &[ModuleId]) -> Vec<WhyNot> {
        let mut brought: BTreeMap<ClaimId, Vec<Holder>> = BTreeMap::new();
        for (claim, holder) in claims::holders(mesh, node, set) {
            let is_wide = self.index.contention(claim) == Contention::Wide;
            if is_wide && !self.index.is_in(self.sets.get(node), holder.module) {
                brought.entry(claim).or_default().push(holder);
            }
        }
        let mut why = Vec::new();
        // By name: numbers are given in the order in which claims came to be known.
        let mut brought: Vec<(ClaimId, Vec<Holder>)> = brought.into_iter().collect();
        brought.sort_unstable_by_key(|(claim, _)| mesh.catalogue.claim(*claim));
        for (claim, brought) in brought {
            let all: Vec<Holder> = self.holders(claim).iter().chain(&brought).copied().collect();
            for finding in claims::over_mesh(mesh, claim, &all) {
                let holders = finding.holders().filter(|all| all.iter().any(|one| brought.contains(one)));
                why.extend(holders.and_then(|holders| self.over_claim(mesh, claim, holders, node, module)));
            }
        }
        why
    }

    /// A finding that a module would bring to a node, as a reason against it.
    fn why_not(&self, mesh: &Mesh, finding: &Finding, node: NodeId, module: ModuleId) -> Option<WhyNot> {
        match finding {
            Finding::Claim {
                claim,
                holders,
                extent: Extent::Node(_) | Extent::Lone(_) | Extent::Site(_) | Extent::Mesh,
            } => self.over_claim(mesh, *claim, holders, node, module),
            Finding::Resource { kind, parties, .. } => {
                let is_there = |module: ModuleId| self.index.is_in(self.sets.get(node), module);
                let (own, (other, place)) = sides(parties, module, |party| (party.0, !is_there(party.0)))?;
                let why = WhyNot::Resource {
                    resource: kind.to_string(),
                    key: resource(mesh, *other, *place)?.identity.own_key()?,
                    module: mesh.catalogue.name(*other).clone(),
                };
                Some(brought(mesh, module, own.0, why))
            }
            Finding::Need { module, unmet: facts, .. } => {
                unmet(mesh, node, facts.iter().copied(), *module).into_iter().next().map(WhyNot::Need)
            }
            Finding::Requirement { .. } | Finding::Reflects { .. } => None,
        }
    }

    /// A claim that a module, or what it would bring to a node, could not hold beside the others.
    fn over_claim(
        &self,
        mesh: &Mesh,
        claim: ClaimId,
        holders: &[Holder],
        node: NodeId,
        module: ModuleId,
    ) -> Option<WhyNot> {
        let is_new = |one: &Holder| one.node == node && !self.index.is_in(self.sets.get(node), one.module);
        let (own, other) = sides(holders, module, |holder| (holder.module, is_new(holder)))?;
        let why = WhyNot::Claim {
            claim: mesh.catalogue.claim(claim).clone(),
            node: (other.node != node).then(|| mesh.node_name(other.node).clone()),
            module: mesh.catalogue.name(other.module).clone(),
            held: !is_new(other),
        };
        Some(brought(mesh, module, own.module, why))
    }

    /// The modules that provide something at node scope and could be assigned to a node, `by` aside, by name.
    pub(super) fn modules_here(
        &self,
        mesh: &Mesh,
        node: NodeId,
        provision: ProvisionId,
        by: &[ModuleId],
    ) -> Vec<Candidate> {
        let others = self.index.here(provision).iter().copied().filter(|id| by.iter().any(|by| by != id));
        others.map(|id| candidate(mesh, here(mesh, node), id, self.judge(mesh, node, id))).collect()
    }

    /// The modules that provide something for others, to be assigned somewhere, by name.
    pub(super) fn modules_elsewhere(&self, mesh: &Mesh, provision: ProvisionId) -> Vec<Candidate> {
        self.index.wide(provision).iter().map(|id| candidate(mesh, Place::Somewhere, *id, Vec::new())).collect()
    }

    /// The nodes whose offer reaches a node, each with its first module by name.
    pub(super) fn nodes_offering(&self, mesh: &Mesh, provision: ProvisionId, node: NodeId) -> Vec<Candidate> {
        let offers: Vec<Offer> = self.offers.reaching(mesh, provision, node).copied().collect();
        self.first_of_each(offers).iter().map(|o| candidate(mesh, there(mesh, o.node), o.module, Vec::new())).collect()
    }

    /// The nodes whose offer does not reach a node, and why.
    pub(super) fn nodes_out_of_reach(&self, mesh: &Mesh, provision: ProvisionId, node: NodeId) -> Vec<Candidate> {
        let offers: Vec<Offer> = self.offers.out_of_reach(mesh, provision, node).copied().collect();
        let reach = |offer: &Offer| WhyNot::Reach { scope: Scope::Site, site: mesh.site_of(offer.node).cloned() };
        self.first_of_each(offers)
            .iter()
            .map(|o| candidate(mesh, there(mesh, o.node), o.module, vec![reach(o)]))
            .collect()
    }

    fn first_of_each(&self, mut offers: Vec<Offer>) -> Vec<Offer> {
        offers.sort_unstable_by_key(|offer| (offer.node, self.index.rank(offer.module)));
        offers.dedup_by_key(|offer| offer.node);
        offers
    }
}

fn here(mesh: &Mesh, node: NodeId) -> Place {
    Place::Here { node: mesh.node_name(node).clone(), site: mesh.site_of(node).cloned() }
}

fn there(mesh: &Mesh, node: NodeId) -> Place {
    Place::There { node: mesh.node_name(node).clone(), site: mesh.site_of(node).cloned() }
}

fn candidate(mesh: &Mesh, place: Place, module: ModuleId, why_not: Vec<WhyNot>) -> Candidate {
    let version = mesh.catalogue.get(module).and_then(|module| module.manifest().version.clone());
    Candidate { place, module: mesh.catalogue.name(module).clone(), version, why_not }
}

/// Whether a finding was there before with all who are involved in the new one.
pub(super) fn covers(old: &Finding, new: &Finding) -> bool {
    if old.subject() != new.subject() {
        return false;
    }
    let before: HashSet<Involved> = old.involved().into_iter().collect();
    new.involved().iter().all(|involved| before.contains(involved))
}

/// The facts of a module's needs, as it needs them and as the node has them.
pub(super) fn unmet(
    mesh: &Mesh,
    node: NodeId,
    facts: impl Iterator<Item = crate::model::FactId>,
    module: ModuleId,
) -> Vec<Unmet> {
    let facts: Vec<_> = facts.collect();
    if facts.is_empty() {
        return Vec::new();
    }
    let has = mesh.facts(node);
    let Some(module) = mesh.catalogue.get(module) else { return Vec::new() };
    module
        .needs
        .iter()
        .filter(|(fact, _)| facts.contains(fact))
        .map(|(fact, wants)| {
            let fact = mesh.catalogue.fact(*fact).clone();
            Unmet { has: has.get(&fact).cloned(), wants: wants.clone(), fact }
        })
        .collect()
}

/// Of those who collide, the one that a module is or would bring, and another one: who is there, else who would come
/// along too.
fn sides<T>(all: &[T], module: ModuleId, of: impl Fn(&T) -> (ModuleId, bool)) -> Option<(&T, &T)> {
    let is_new = |one: &&T| of(one).1;
    let own = all.iter().find(|one| of(one) == (module, true)).or_else(|| all.iter().find(is_new))?;
    let standing = all.iter().find(|one| !of(one).1);
    let other = standing.or_else(|| all.iter().find(|one| of(one).0 != of(own).0))?;
    Some((own, other))
}

/// A reason against one module as one against another that would bring it in.
fn brought(mesh: &Mesh, module: ModuleId, own: ModuleId, why: WhyNot) -> WhyNot {
    if own == module {
        return why;
    }
    WhyNot::Brings { module: mesh.catalogue.name(own).clone(), why: Box::new(why) }
}
