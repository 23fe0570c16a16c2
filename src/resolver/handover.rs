//! Handing modules over to another node as one change.

use std::collections::BTreeSet;

use crate::model::{ApplyError, Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionId};

use super::{
    verdict::{Change, HandedOver, Relocated},
    world::World,
};

impl World {
    /// What handing modules over from one node to another comes to: assignments go along, pins to the first follow for
    /// each name that it no longer offers and the second does, and its own pins go along for what the modules require.
    /// A module that the first is not assigned is passed over.
    ///
    /// # Errors
    /// Where one of the nodes or modules is not there.
    pub fn hand_over(&mut self, from: &NodeName, to: &NodeName, modules: &[ModuleName]) -> Result<Change, ApplyError> {
        let (from_id, to_id) = (self.some_node(from)?, self.some_node(to)?);
        let mut change = Change::default();
        let mut moved = Vec::new();
        for module in modules {
            let id = self.mesh.module_id(module).ok_or_else(|| ApplyError::NoModule(module.clone()))?;
            if !self.mesh.is_assigned(from_id, id) {
                continue;
            }
            change.edits.push(Edit::Unassign { node: from.clone(), module: module.clone() });
            if self.mesh.is_assigned(to_id, id) {
                change.wanted.push((to_id, id));
            } else {
                change.edits.push(Edit::Assign { node: to.clone(), module: module.clone() });
            }
            change.off.push((from.clone(), module.clone()));
            moved.push(id);
        }
        if change.edits.is_empty() {
            return Ok(change);
        }
        let offered = self.offered(from_id);
        let ran: BTreeSet<ModuleId> = self.resolution.view(from_id).set.iter().copied().collect();
        let step = self.step(&change.edits)?;
        let lost: BTreeSet<ProvisionId> = offered.difference(&self.offered(from_id)).copied().collect();
        let followed: BTreeSet<ProvisionId> = lost.intersection(&self.offered(to_id)).copied().collect();
        let runs = self.resolution.view(from_id).set;
        moved.extend(ran.into_iter().filter(|id| !self.resolution.index.is_in(runs, *id)));
        moved.sort_unstable();
        moved.dedup();
        let followed_pins = self.followed_pins(from_id, to_id, &followed);
        let own_pins = self.own_pins(from_id, to_id, &moved, &followed);
        self.back(step);
        let carried = own_pins.iter().filter_map(|edit| {
            let Edit::Pin { node, provision, .. } = edit else { return None };
            (node == to).then(|| (node.clone(), provision.clone()))
        });
        change.carried = carried.collect();
        change.edits.extend(followed_pins);
        change.edits.extend(own_pins);
        let relocated = moved.iter().map(|id| {
            let module = self.mesh.catalogue.name(*id).clone();
            Relocated { from: from.clone(), to: to.clone(), module }
        });
        change.relocated = relocated.collect();
        change.handed_over = followed
            .iter()
            .map(|provision| HandedOver {
                from: from.clone(),
                to: to.clone(),
                provision: self.mesh.catalogue.provision(*provision).clone(),
            })
            .collect();
        Ok(change)
    }

    fn some_node(&self, name: &NodeName) -> Result<NodeId, ApplyError> {
        self.mesh.node_id(name).ok_or_else(|| ApplyError::NoNode(name.clone()))
    }

    /// What a node offers to others.
    pub fn offered(&self, node: NodeId) -> BTreeSet<ProvisionId> {
        let set = self.resolution.view(node).set;
        set.iter().flat_map(|id| self.resolution.index.offers(*id)).map(|(provision, _)| *provision).collect()
    }

    fn followed_pins(&self, from: NodeId, to: NodeId, followed: &BTreeSet<ProvisionId>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (id, node) in self.mesh.nodes() {
            for pin in node.pins.iter().filter(|pin| pin.provider == from && followed.contains(&pin.provision)) {
                // The node's own pins are treated with the modules that need them.
                if id != from {
                    edits.push(self.pin_edit(id, pin.provision, Some(from), Some(to)));
                }
            }
        }
        edits
    }

    fn own_pins(&self, from: NodeId, to: NodeId, moved: &[ModuleId], followed: &BTreeSet<ProvisionId>) -> Vec<Edit> {
        let requires =
            |module: &ModuleId, provision| self.mesh.catalogue.get(*module).is_some_and(|m| m.requires(provision));
        let still = self.resolution.view(from).set;
        let mut edits = Vec::new();
        for pin in &self.mesh.node(from).pins {
            let follows = pin.provider == from && followed.contains(&pin.provision);
            let provider = if follows { to } else { pin.provider };
            let goes_along = moved.iter().any(|module| requires(module, pin.provision));
            let stays = still.iter().any(|module| requires(module, pin.provision));
            if goes_along && self.mesh.pin_of(to, pin.provision).is_none() {
                edits.push(self.pin_edit(to, pin.provision, None, Some(provider)));
            }
            if goes_along && !stays {
                edits.push(self.pin_edit(from, pin.provision, Some(pin.provider), None));
            } else if follows {
                edits.push(self.pin_edit(from, pin.provision, Some(from), Some(to)));
            }
        }
        edits
    }

    fn pin_edit(&self, node: NodeId, provision: ProvisionId, before: Option<NodeId>, after: Option<NodeId>) -> Edit {
        let name = |node: NodeId| self.mesh.node_name(node).clone();
        Edit::Pin {
            node: name(node),
            provision: self.mesh.catalogue.provision(provision).clone(),
            before: before.map(name).map(Box::new),
            after: after.map(name).map(Box::new),
        }
    }
}
