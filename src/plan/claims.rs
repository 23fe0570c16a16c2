//! Who holds which claim where.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::{
    model::{ClaimId, ClaimName, ModuleName, NodeId, NodeName, Scope, SiteName},
    resolver::{Finding, Holder, World, holders},
};

/// A claim with those who hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldClaim {
    /// The claim.
    pub claim: ClaimName,
    /// Its holders, by node, then module.
    pub holders: Vec<ClaimHolder>,
}

/// A holder of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimHolder {
    /// The node.
    pub node: NodeName,
    /// Its site.
    pub site: Option<SiteName>,
    /// The module.
    pub module: ModuleName,
    /// Within what the module claims it.
    pub scope: Scope,
    /// Whether another one holds it within the same extent.
    pub collides: bool,
}

/// The claims that these nodes hold, by name.
pub fn claims(world: &World, nodes: impl IntoIterator<Item = NodeId>) -> Vec<HeldClaim> {
    let colliding = colliding(world);
    let mut held: BTreeMap<&ClaimName, Vec<ClaimHolder>> = BTreeMap::new();
    for node in nodes {
        for (claim, holder) in claims_of(world, node) {
            let collides = colliding.contains(&(claim, holder));
            held.entry(world.mesh.catalogue.claim(claim)).or_default().push(told(world, holder, collides));
        }
    }
    held.into_iter()
        .map(|(claim, mut holders)| {
            holders.sort_by(|a, b| (&a.node, &a.module).cmp(&(&b.node, &b.module)));
            HeldClaim { claim: claim.clone(), holders }
        })
        .collect()
}

/// What the set of a node claims.
pub(super) fn claims_of(world: &World, node: NodeId) -> impl Iterator<Item = (ClaimId, Holder)> {
    holders(&world.mesh, node, world.resolution.view(node).set)
}

/// Every holder that collides with another one.
pub(super) fn colliding(world: &World) -> HashSet<(ClaimId, Holder)> {
    let mut colliding = HashSet::new();
    for finding in world.resolution.findings() {
        if let Finding::Claim { claim, holders, .. } = finding {
            colliding.extend(holders.iter().map(|holder| (*claim, *holder)));
        }
    }
    colliding
}

pub(super) fn told(world: &World, holder: Holder, collides: bool) -> ClaimHolder {
    ClaimHolder {
        node: world.mesh.node_name(holder.node).clone(),
        site: world.mesh.site_of(holder.node).cloned(),
        module: world.mesh.catalogue.name(holder.module).clone(),
        scope: holder.scope,
        collides,
    }
}
