//! Nothing moves quietly: which requirements are answered from elsewhere after a change.

use std::collections::BTreeMap;

use crate::model::{Edit, ModuleId, Modules, NodeId, NodeName, ProvisionId, ProvisionName, Scope};

use super::{
    answers::takes,
    closure::providers,
    finding::{Fault, Finding},
    resolution::View,
    verdict::{Change, Relocated},
    world::{Step, World},
};

/// What answers a requirement of a module on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Nothing.
    Open,
    /// The node's own set; the first of its modules by name that provides it.
    Here(ModuleId),
    /// Another node, by a module there.
    There(NodeId, ModuleId),
}

/// A requirement that was answered before and after a change, but from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The node that requires.
    pub node: NodeId,
    /// What is required.
    pub provision: ProvisionId,
    /// Who requires it.
    pub by: Vec<ModuleId>,
    /// The node and the module that answered.
    pub from: (NodeId, ModuleId),
    /// The node and the module that answer.
    pub to: (NodeId, ModuleId),
}

/// What answers a requirement, given a node's set and takes.
pub fn answer(modules: Modules<'_>, view: View<'_>, by: ModuleId, provision: ProvisionId) -> Answer {
    let is_open = |finding: &Finding| {
        matches!(finding, Finding::Requirement { provision: open, by: requirers, .. }
            if *open == provision && requirers.contains(&by))
    };
    if view.open.iter().any(is_open) {
        return Answer::Open;
    }
    let take = view.takes.iter().find(|take| take.provision == provision);
    if let Some(take) = take
        && takes(modules, view.set, by, provision, take.pinned)
    {
        return Answer::There(take.from, take.module);
    }
    // Behind a pin it is the pooler that answers, whoever else provides it.
    let requires = |id: ModuleId| modules.get(id).is_some_and(|module| module.requires(provision));
    let is_unanswered_pin = |finding: &Finding| matches!(finding, Finding::Requirement { provision: open, fault: Fault::Pin(_), .. } if *open == provision);
    let by_pooler = take.is_some_and(|take| take.pinned) || view.open.iter().any(is_unanswered_pin);
    let mut others = providers(modules, view.set, provision).filter(|other| *other != by);
    others.find(|other| !by_pooler || requires(*other)).map_or(Answer::Open, Answer::Here)
}

impl World {
    /// The requirements that a step moved, by node and provision.
    pub(super) fn moves(&self, step: &Step) -> Vec<Move> {
        let mut moves = Vec::new();
        for node in self.resolution.replaced_nodes(&step.replaced, &self.mesh) {
            let before = self.resolution.view_before(&step.replaced, node);
            let after = self.resolution.view(node);
            if self.mesh.has(node) && !(before.takes.is_empty() && after.takes.is_empty()) {
                self.moves_of(step, node, before, after, &mut moves);
            }
        }
        moves
    }

    fn moves_of(&self, step: &Step, node: NodeId, before: View<'_>, after: View<'_>, moves: &mut Vec<Move>) {
        let then = Modules::before(&self.mesh.catalogue, &step.modules);
        let now = Modules::now(&self.mesh.catalogue);
        let mut of_node: BTreeMap<(ProvisionId, Answer, Answer), Vec<ModuleId>> = BTreeMap::new();
        for id in after.set.iter().filter(|id| before.set.contains(id)) {
            let (Some(was), Some(is)) = (then.get(*id), now.get(*id)) else { continue };
            for provision in is.requires.iter().filter(|provision| was.requires(**provision)) {
                let old = answer(then, before, *id, *provision);
                let new = answer(now, after, *id, *provision);
                if is_move(old, new) {
                    of_node.entry((*provision, old, new)).or_default().push(*id);
                }
            }
        }
        moves.extend(of_node.into_iter().filter_map(|((provision, old, new), by)| {
            Some(Move { node, provision, by, from: place(node, old)?, to: place(node, new)? })
        }));
    }

    /// The requirements of a module that goes to another node which are answered from elsewhere there.
    pub(super) fn moves_along(&self, step: &Step, relocated: &Relocated) -> Vec<Move> {
        let Relocated { from, to, module } = relocated;
        let ids = self.mesh.node_id(from).zip(self.mesh.node_id(to)).zip(self.mesh.module_id(module));
        let Some(((from, to), module)) = ids else { return Vec::new() };
        let then = Modules::before(&self.mesh.catalogue, &step.modules);
        let now = Modules::now(&self.mesh.catalogue);
        let (before, after) = (self.resolution.view_before(&step.replaced, from), self.resolution.view(to));
        let (Some(was), Some(is)) = (then.get(module), now.get(module)) else { return Vec::new() };
        let was_there = self.resolution.view_before(&step.replaced, to).set.contains(&module);
        if was_there || !before.set.contains(&module) || !after.set.contains(&module) {
            return Vec::new();
        }
        let moved = |provision: ProvisionId| {
            let old = answer(then, before, module, provision);
            let new = answer(now, after, module, provision);
            // A shell here and a shell there are nobody's data.
            let local = matches!((old, new), (Answer::Here(by), Answer::Here(_))
                if then.get(by).and_then(|by| by.provides(provision)) == Some(Scope::Node));
            let (old, new) = (place(from, old)?, place(to, new)?);
            (old != new && !local).then(|| Move { node: to, provision, by: vec![module], from: old, to: new })
        };
        is.requires.iter().filter(|provision| was.requires(**provision)).filter_map(|p| moved(*p)).collect()
    }

    /// Whether what was asked for says that a requirement moves: a pin that names the new answer, there already or not, where
    /// the node changes, an unpin of a pin that was there, or an edit that says just that.
    pub(super) fn is_asked(&self, moved: &Move, change: &Change) -> bool {
        let (node, provision) = (self.mesh.node_name(moved.node), self.mesh.catalogue.provision(moved.provision));
        let to = self.mesh.node_name(moved.to.0);
        let named_again = || {
            let pin = self.mesh.pin_of(moved.node, moved.provision).map(|pin| pin.provider);
            pin == Some(moved.to.0) && change.pins.iter().any(|(on, pinned)| (on, pinned) == (node, provision))
        };
        let by_an_edit = asked_pins(&change.edits).into_iter().any(|pin| {
            pin.node == *node
                && pin.provision == *provision
                && match &pin.after {
                    Some(after) => after == to && moved.from.0 != moved.to.0,
                    None => pin.before.is_some(),
                }
        });
        let from = self.mesh.node_name(moved.from.0);
        let in_so_many_words = change.edits.iter().any(|edit| {
            matches!(edit, Edit::AllowMove { node: on, requirement, from: old, to: new }
                if (on, requirement, old, new) == (node, provision, from, to))
        });
        by_an_edit || in_so_many_words || (moved.from.0 != moved.to.0 && named_again())
    }
}

/// What edits make of one pin: from what it was before all of them to what it is after.
struct AskedPin {
    node: NodeName,
    provision: ProvisionName,
    before: Option<NodeName>,
    after: Option<NodeName>,
}

/// What edits make of each pin, in the names that nodes have in the end: a pin that is made and taken back within one
/// change was not there, and a node that is renamed is the one that it was.
fn asked_pins(edits: &[Edit]) -> Vec<AskedPin> {
    let mut pins: Vec<AskedPin> = Vec::new();
    for edit in edits {
        if let Edit::RenameNode { node, to } = edit {
            for name in pins.iter_mut().flat_map(|pin| [Some(&mut pin.node), pin.before.as_mut(), pin.after.as_mut()]) {
                name.into_iter().filter(|name| **name == *node).for_each(|name| *name = to.clone());
            }
        }
        let Edit::Pin { node, provision, before, after } = edit else { continue };
        match pins.iter_mut().find(|pin| pin.node == *node && pin.provision == *provision) {
            Some(pin) => pin.after.clone_from(after),
            None => pins.push(AskedPin {
                node: node.clone(),
                provision: provision.clone(),
                before: before.clone(),
                after: after.clone(),
            }),
        }
    }
    pins
}

fn is_move(old: Answer, new: Answer) -> bool {
    match (old, new) {
        (Answer::Open, _) | (_, Answer::Open) | (Answer::Here(_), Answer::Here(_)) => false,
        (Answer::There(..), Answer::There(..)) => old != new,
        (Answer::Here(_), Answer::There(..)) | (Answer::There(..), Answer::Here(_)) => true,
    }
}

fn place(node: NodeId, answer: Answer) -> Option<(NodeId, ModuleId)> {
    match answer {
        Answer::Open => None,
        Answer::Here(module) => Some((node, module)),
        Answer::There(from, module) => Some((from, module)),
    }
}
