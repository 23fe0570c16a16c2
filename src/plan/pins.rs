//! Which node was told to take what from where, and whether that still matters.

use serde::Serialize;

use crate::{
    model::{ModuleName, Moment, NodeId, NodeName, Pin, ProvisionName},
    resolver::{World, takers},
};

/// A pin, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingPin {
    /// The node that was told.
    pub node: NodeName,
    /// The provision.
    pub provision: ProvisionName,
    /// The node that answers it.
    pub from: NodeName,
    /// The modules whose requirement it answers.
    #[serde(rename = "for")]
    pub wanted_for: Vec<ModuleName>,
    /// Nothing on the node requires it: it has no effect.
    pub idle: bool,
    /// Its node does not offer it in reach.
    pub stale: bool,
    /// Without it, something else would be answered or refused.
    pub decides: bool,
    /// When it was made.
    pub at: Moment,
}

/// The pins of these nodes, by node and provision.
pub fn pins(world: &World, nodes: impl IntoIterator<Item = NodeId>) -> Vec<StandingPin> {
    let mut pins: Vec<StandingPin> = nodes
        .into_iter()
        .flat_map(|node| world.mesh.node(node).pins.iter().map(move |pin| standing(world, node, pin)))
        .collect();
    pins.sort_by(|a, b| (&a.node, &a.provision).cmp(&(&b.node, &b.provision)));
    pins
}

/// A pin, and how it stands.
pub(super) fn standing(world: &World, node: NodeId, pin: &Pin) -> StandingPin {
    let mesh = &world.mesh;
    let standing = world.standing(node, pin);
    let by = takers(mesh, world.resolution.view(node).set, pin.provision, true);
    StandingPin {
        node: mesh.node_name(node).clone(),
        provision: mesh.catalogue.provision(pin.provision).clone(),
        from: mesh.node_name(pin.provider).clone(),
        wanted_for: by.into_iter().map(|by| mesh.catalogue.name(by).clone()).collect(),
        idle: standing.idle,
        stale: standing.stale,
        decides: standing.decides,
        at: pin.at,
    }
}
