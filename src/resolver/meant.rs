//! Which moves of answers a change asks for in so many words: by a pin, by an unpin, or by an edit that says just that.

use std::collections::{HashMap, HashSet};

use crate::model::{Edit, NodeName, ProvisionName};

use super::{moved::Move, verdict::Change, world::World};

/// What a change says about answers, gathered once: it may say much.
pub(super) struct Meant<'c> {
    pins: Pins,
    /// Pins that were asked for, there already or not.
    named: HashSet<(&'c NodeName, &'c ProvisionName)>,
    /// Pins that went along with a hand-over.
    carried: HashSet<(&'c NodeName, &'c ProvisionName)>,
    /// Moves that are allowed: of a node's requirement, from a node to a node.
    allowed: HashSet<(&'c NodeName, &'c ProvisionName, &'c NodeName, &'c NodeName)>,
}

impl<'c> Meant<'c> {
    /// What a change says.
    pub(super) fn by(change: &'c Change) -> Self {
        let allowed = change.edits.iter().filter_map(|edit| {
            let Edit::AllowMove { node, requirement, from, to } = edit else { return None };
            Some((node, requirement, &**from, &**to))
        });
        let named = change.pins.iter().map(|(node, provision)| (node, provision));
        let carried = change.carried.iter().map(|(node, provision)| (node, provision));
        let (named, carried) = (named.collect(), carried.collect());
        Self { pins: Pins::of(&change.edits), named, carried, allowed: allowed.collect() }
    }

    /// Whether it asks for a move: a pin that names the new answer, there already or not, where the node changes; an unpin
    /// of a pin that was there; or an edit that says just that. A pin that goes along with a hand-over does not: it is for
    /// the modules that are handed over, and moves nothing of those that the receiver runs already.
    pub(super) fn asks_for(&self, moved: &Move, world: &World) -> bool {
        let mesh = &world.mesh;
        let (node, provision) = (mesh.node_name(moved.node), mesh.catalogue.provision(moved.provision));
        let (from, to) = (mesh.node_name(moved.from.0), mesh.node_name(moved.to.0));
        let is_elsewhere = moved.from.0 != moved.to.0;
        let asked = self.pins.get(node, provision).filter(|_| !self.carried.contains(&(node, provision)));
        let by_a_pin = asked.is_some_and(|pin| match &pin.after {
            Some(after) => after == to && is_elsewhere,
            None => pin.before.is_some(),
        });
        let named_again = || {
            let pin = mesh.pin_of(moved.node, moved.provision).map(|pin| pin.provider);
            pin == Some(moved.to.0) && self.named.contains(&(node, provision))
        };
        by_a_pin || self.allowed.contains(&(node, provision, from, to)) || (is_elsewhere && named_again())
    }
}

/// What edits make of one pin: from what it was before all of them to what it is after.
struct Pin {
    before: Option<NodeName>,
    after: Option<NodeName>,
}

/// What edits make of each pin, in the names that nodes have in the end: a pin that is made and taken back within one
/// change was not there, and a node that is renamed is the one that it was.
#[derive(Default)]
struct Pins(HashMap<NodeName, HashMap<ProvisionName, Pin>>);

impl Pins {
    fn of(edits: &[Edit]) -> Self {
        let mut pins = Self::default();
        for edit in edits {
            if let Edit::RenameNode { node, to } = edit {
                pins.rename(node, to);
            }
            let Edit::Pin { node, provision, before, after } = edit else { continue };
            let of_node = pins.0.entry(node.clone()).or_default();
            match of_node.get_mut(provision) {
                Some(pin) => pin.after = after.as_deref().cloned(),
                None => {
                    let pin = Pin { before: before.as_deref().cloned(), after: after.as_deref().cloned() };
                    of_node.insert(provision.clone(), pin);
                }
            }
        }
        pins
    }

    fn rename(&mut self, node: &NodeName, to: &NodeName) {
        if let Some(of_node) = self.0.remove(node) {
            self.0.insert(to.clone(), of_node);
        }
        let providers =
            self.0.values_mut().flat_map(HashMap::values_mut).flat_map(|pin| [&mut pin.before, &mut pin.after]);
        providers.flatten().filter(|name| *name == node).for_each(|name| name.clone_from(to));
    }

    fn get(&self, node: &NodeName, provision: &ProvisionName) -> Option<&Pin> {
        self.0.get(node)?.get(provision)
    }
}
