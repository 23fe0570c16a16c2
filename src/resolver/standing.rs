//! How pins stand: whether one still decides anything, and whether its node still answers.

use crate::model::{NodeId, Pin};

use super::{
    answers::takers,
    finding::{Fault, Finding},
    world::World,
};

/// How a pin stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Nothing on the node requires it: it has no effect.
    pub idle: bool,
    /// The pinned node does not offer it in reach.
    pub stale: bool,
    /// Without it, something else would be answered or refused.
    pub decides: bool,
}

impl World {
    /// How a pin of a node stands.
    pub fn standing(&self, node: NodeId, pin: &Pin) -> Standing {
        let set = self.resolution.view(node).set;
        let idle = takers(&self.mesh, set, pin.provision, true).is_empty();
        let refused = |finding: &Finding| matches!(finding, Finding::Requirement { provision, fault: Fault::Pin(_), .. } if *provision == pin.provision);
        let stale =
            !self.offers(pin.provision, pin.provider, node) || self.resolution.view(node).open.iter().any(refused);
        Standing { idle, stale, decides: !idle && !self.is_so_anyway(node, pin) }
    }

    /// Whether the mesh would answer as the pin does.
    fn is_so_anyway(&self, node: NodeId, pin: &Pin) -> bool {
        let set = self.resolution.view(node).set;
        let without = takers(&self.mesh, set, pin.provision, false);
        if pin.provider == node {
            return without.is_empty();
        }
        without == takers(&self.mesh, set, pin.provision, true)
            && self.resolution.offers.only(&self.mesh, pin.provision, node) == Ok(pin.provider)
    }
}
