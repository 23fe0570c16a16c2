//! Every way in which a module came to be on a node, from each assignment down to it.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
};

use crate::model::{Mesh, ModuleId, NodeId, ProvisionId};

use super::{index::Index, lineage::Lineage, refusal::Link, resolution::Resolution};

/// How many ways are told at most.
const MOST: usize = 64;
/// How many steps are taken in search of them at most: rings of modules have ways without number.
const STEPS: usize = 20_000;
/// How many beginnings of ways are kept in mind at most.
const MET: usize = 500_000;

/// Ways to a module, the shortest first, then by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Each from an assignment down to the module; none has a module twice. Where they are not all, the shortest.
    pub ways: Vec<Vec<Link>>,
    /// Whether these are all.
    pub complete: bool,
}

impl Resolution {
    /// Every way to a module of a node's set, or the shortest where there are too many.
    pub fn ways(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Ways {
        if !self.view(node).set.contains(&module) {
            return Ways { ways: Vec::new(), complete: true };
        }
        let lineage = self.lineage(mesh, node);
        let mut search = Search { index: &self.index, lineage: &lineage, met: Vec::new(), next: BinaryHeap::new() };
        search.meet(Step { module, requires: None, below: None, depth: 0 });
        let (mut steps, mut found) = (0, Vec::new());
        while let Some(Reverse((_, is_open, _, at))) = search.next.pop() {
            if !is_open {
                found.push(search.links(mesh, at));
            } else if search.leads_on(at) {
                steps += 1;
                search.go_on(at);
            }
            if steps >= STEPS || search.met.len() >= MET || found.len() > MOST {
                break;
            }
        }
        let complete = search.next.is_empty() && found.len() <= MOST;
        found.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        found.truncate(MOST);
        Ways { ways: found, complete }
    }
}

/// A search upwards, from a module to those that require it. It goes on first from where the whole way can be the
/// shortest, then by name.
struct Search<'a> {
    index: &'a Index,
    lineage: &'a Lineage,
    /// Every step that was met.
    met: Vec<Step>,
    /// Steps to go on from: how long the whole way is at least, whether longer ones may begin above it, the place by
    /// name, and the place in `met`.
    next: BinaryHeap<Reverse<(usize, bool, u32, usize)>>,
}

/// A module on a way, what it requires of the one below it, and how far down the way ends.
struct Step {
    module: ModuleId,
    requires: Option<ProvisionId>,
    below: Option<usize>,
    depth: usize,
}

impl Search<'_> {
    fn meet(&mut self, step: Step) {
        if let Some(above) = self.lineage.steps_to(step.module) {
            self.next.push(Reverse((above + step.depth, true, self.index.rank(step.module), self.met.len())));
            self.met.push(step);
        }
    }

    /// From a step down to the module that is searched for.
    fn down(&self, at: usize) -> impl Iterator<Item = &Step> {
        std::iter::successors(self.met.get(at), |step| self.met.get(step.below?))
    }

    /// A way that begins with an assigned module is one, and longer ones may begin above it.
    fn go_on(&mut self, at: usize) {
        let Some(&Step { module, depth, .. }) = self.met.get(at) else { return };
        if self.lineage.is_assigned(module) {
            self.next.push(Reverse((depth, false, self.index.rank(module), at)));
        }
        let on_the_way: HashSet<ModuleId> = self.down(at).map(|step| step.module).collect();
        for (by, requirement) in self.lineage.wanting(module) {
            if !on_the_way.contains(by) {
                self.meet(Step { module: *by, requires: Some(*requirement), below: Some(at), depth: depth + 1 });
            }
        }
    }

    /// Whether a step leads up to an assignment without what is on the way already: none is taken in vain.
    fn leads_on(&self, at: usize) -> bool {
        let mut seen: HashSet<ModuleId> = self.down(at).skip(1).map(|step| step.module).collect();
        let mut next: Vec<ModuleId> = self.down(at).take(1).map(|step| step.module).collect();
        while let Some(id) = next.pop() {
            if !seen.insert(id) {
                continue;
            }
            if self.lineage.is_assigned(id) {
                return true;
            }
            next.extend(self.lineage.wanting(id).iter().map(|(by, _)| *by));
        }
        false
    }

    fn links(&self, mesh: &Mesh, at: usize) -> Vec<Link> {
        let link = |step: &Step| Link {
            module: mesh.catalogue.name(step.module).clone(),
            requires: step.requires.map(|id| mesh.catalogue.provision(id).clone()),
        };
        self.down(at).map(link).collect()
    }
}
