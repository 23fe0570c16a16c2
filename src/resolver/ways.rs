//! Every way in which a module came to be on a node, from each assignment down to it.

use std::collections::{HashMap, HashSet};

use crate::model::{Mesh, ModuleId, NodeId, ProvisionId};

use super::{refusal::Link, resolution::Resolution};

/// How many ways are told at most.
const MOST: usize = 64;
/// How many steps are taken in search of them at most: rings of modules have ways without number.
const STEPS: usize = 20_000;

/// Ways to a module, the shortest first, then by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Each from an assignment down to the module; none has a module twice.
    pub ways: Vec<Vec<Link>>,
    /// Whether these are all.
    pub complete: bool,
}

impl Resolution {
    /// Every way to a module of a node's set. Where there are too many, the shortest is among those told.
    pub fn ways(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Ways {
        if !self.view(node).set.contains(&module) {
            return Ways { ways: Vec::new(), complete: true };
        }
        let mut search = Search { mesh, node, parents: HashMap::new(), at: Vec::new(), steps: 0, found: Vec::new() };
        for (by, requirement, child) in self.brings_in(mesh, node) {
            search.parents.entry(child).or_default().push((by, requirement));
        }
        search.go(module, None);
        let complete = search.steps < STEPS && search.found.len() <= MOST;
        let mut ways = search.found;
        ways.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        ways.truncate(MOST);
        if !complete {
            let shortest = self.chain(mesh, node, module);
            ways.retain(|way| *way != shortest);
            ways.insert(0, shortest);
            ways.truncate(MOST);
        }
        Ways { ways, complete }
    }
}

/// A search upwards, from a module to those that require it.
struct Search<'a> {
    mesh: &'a Mesh,
    node: NodeId,
    parents: HashMap<ModuleId, Vec<(ModuleId, ProvisionId)>>,
    /// The modules from the one that is searched for up to here, each with what it requires of the one before.
    at: Vec<(ModuleId, Option<ProvisionId>)>,
    steps: usize,
    found: Vec<Vec<Link>>,
}

impl Search<'_> {
    fn go(&mut self, module: ModuleId, requires: Option<ProvisionId>) {
        self.steps += 1;
        if self.steps >= STEPS || self.found.len() > MOST {
            return;
        }
        self.at.push((module, requires));
        if self.mesh.is_assigned(self.node, module) {
            self.found.push(self.links());
        }
        for (by, requirement) in self.parents.get(&module).cloned().unwrap_or_default() {
            if self.leads_on(by) {
                self.go(by, Some(requirement));
            }
        }
        self.at.pop();
    }

    /// Whether a module leads up to an assignment without what is on the way already: no step is taken in vain.
    fn leads_on(&self, module: ModuleId) -> bool {
        let mut seen: HashSet<ModuleId> = self.at.iter().map(|(on_the_way, _)| *on_the_way).collect();
        let mut next = vec![module];
        while let Some(id) = next.pop() {
            if !seen.insert(id) {
                continue;
            }
            if self.mesh.is_assigned(self.node, id) {
                return true;
            }
            next.extend(self.parents.get(&id).into_iter().flatten().map(|(by, _)| *by));
        }
        false
    }

    fn links(&self) -> Vec<Link> {
        let catalogue = &self.mesh.catalogue;
        let link = |(module, requires): &(ModuleId, Option<ProvisionId>)| Link {
            module: catalogue.name(*module).clone(),
            requires: requires.map(|id| catalogue.provision(id).clone()),
        };
        self.at.iter().rev().map(link).collect()
    }
}
