//! Nothing moves quietly: which requirements are answered from elsewhere after a change.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{ModuleId, Modules, NodeId, ProvisionId, Scope};

use super::{
    answers::takes,
    closure::providers,
    finding::{Fault, Finding},
    resolution::View,
    verdict::Relocated,
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
        // What moves was taken from another node, or is now.
        let taken: BTreeSet<ProvisionId> = before.takes.iter().chain(after.takes).map(|take| take.provision).collect();
        let was_there = |id: &&ModuleId| self.resolution.index.is_in(before.set, **id);
        for id in after.set.iter().filter(was_there) {
            let (Some(was), Some(is)) = (then.get(*id), now.get(*id)) else { continue };
            let taken = |provision: &&ProvisionId| taken.contains(provision) && was.requires(**provision);
            for provision in is.requires.iter().filter(taken) {
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
