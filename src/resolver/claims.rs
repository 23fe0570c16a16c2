//! Claims: what only one may hold within a node, a site or the mesh.

use std::collections::BTreeMap;

use crate::model::{ClaimId, Mesh, ModuleId, NodeId, Scope};

use super::{
    finding::{Extent, Finding, Holder},
    index::{Contention, Index},
};

/// Collisions over claims that every module claims for its node alone.
pub(super) fn on_node(mesh: &Mesh, index: &Index, node: NodeId, set: &[ModuleId], found: &mut Vec<Finding>) {
    let contested = || holders(mesh, node, set).filter(|(claim, _)| index.contention(*claim) == Contention::OnNode);
    if contested().nth(1).is_none() {
        return;
    }
    let mut held: Vec<(ClaimId, Holder)> = contested().collect();
    held.sort_by_key(|(claim, _)| *claim);
    for of_claim in held.chunk_by(|a, b| a.0 == b.0) {
        if let [(claim, _), _, ..] = of_claim {
            let holders = of_claim.iter().map(|(_, holder)| *holder).collect();
            found.push(Finding::Claim { claim: *claim, extent: Extent::Node(node), holders });
        }
    }
}

/// What a node's set claims, in the order of the set.
pub fn holders<'a>(mesh: &'a Mesh, node: NodeId, set: &'a [ModuleId]) -> impl Iterator<Item = (ClaimId, Holder)> + 'a {
    set.iter().filter_map(|id| Some((*id, mesh.catalogue.get(*id)?))).flat_map(move |(id, module)| {
        module.claims.iter().map(move |(claim, scope)| (*claim, Holder { node, module: id, scope: *scope }))
    })
}

/// Collisions over a claim that some module claims for a site or the mesh: told at the widest scope held. For the mesh
/// if any holder claims it there; else for each site where a holder claims it for the site; else for each node.
pub(super) fn over_mesh(mesh: &Mesh, claim: ClaimId, holders: &[Holder]) -> Vec<Finding> {
    if holders.iter().any(|holder| holder.scope == Scope::Mesh) {
        return finding(claim, Extent::Mesh, holders.to_vec()).into_iter().collect();
    }
    let mut by_place: BTreeMap<Extent, Vec<Holder>> = BTreeMap::new();
    for holder in holders {
        by_place.entry(place(mesh, holder.node)).or_default().push(*holder);
    }
    let mut found = Vec::new();
    for (place, there) in by_place {
        if there.iter().any(|holder| holder.scope == Scope::Site) {
            found.extend(finding(claim, place, there));
            continue;
        }
        let mut by_node: BTreeMap<NodeId, Vec<Holder>> = BTreeMap::new();
        for holder in there {
            by_node.entry(holder.node).or_default().push(holder);
        }
        found.extend(by_node.into_iter().filter_map(|(node, holders)| finding(claim, Extent::Node(node), holders)));
    }
    found
}

fn finding(claim: ClaimId, extent: Extent, mut holders: Vec<Holder>) -> Option<Finding> {
    holders.sort_unstable();
    (holders.len() > 1).then_some(Finding::Claim { claim, extent, holders })
}

/// The site of a node, or the node itself where it has none.
fn place(mesh: &Mesh, node: NodeId) -> Extent {
    mesh.node(node).site.map_or(Extent::Lone(node), Extent::Site)
}
