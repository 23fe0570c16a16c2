//! Lineage: what brings in what on one node, looked at from above and from below.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::model::{Catalogue, Mesh, ModuleId, ModuleName, NodeId, ProvisionId, ProvisionName};

use super::{closure::brings_in, index::Index, refusal::Link, resolution::Resolution};

/// A module that requires something, and what it requires.
pub type Wanting = (ModuleId, ProvisionId);

/// A requirement for which a module is the only candidate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WantedFor {
    /// The module that requires.
    pub module: ModuleName,
    /// What it requires.
    pub requires: ProvisionName,
}

impl WantedFor {
    /// Those that bring a module in, by name.
    pub fn named(catalogue: &Catalogue, wanting: &[Wanting]) -> Vec<Self> {
        let named = |(by, requirement): &Wanting| Self {
            module: catalogue.name(*by).clone(),
            requires: catalogue.provision(*requirement).clone(),
        };
        wanting.iter().map(named).collect()
    }
}

/// What brings in what within the set of one node. Worked out once for a node, however many of its modules are asked
/// about.
#[derive(Debug, Default)]
pub struct Lineage {
    /// For each module, those that bring it in.
    above: HashMap<ModuleId, Vec<Wanting>>,
    /// For each module that an assignment leads to, how many steps the best way to it has, and the last of them; none
    /// where it is assigned itself.
    best: HashMap<ModuleId, (usize, Option<Wanting>)>,
    assigned: BTreeSet<ModuleId>,
}

impl Lineage {
    pub(super) fn of(mesh: &Mesh, resolution: &Resolution, node: NodeId) -> Self {
        let index = &resolution.index;
        let (class, set) = (resolution.sets.class(node), resolution.sets.get(node));
        let mut edges = Vec::new();
        let edge = |by, requirement, place: usize| edges.push((by, requirement, set[place]));
        brings_in(mesh, index, &resolution.classes, (node, class), set, edge);
        let assigned: Vec<ModuleId> = set.iter().copied().filter(|id| mesh.is_assigned(node, *id)).collect();
        let best = best(mesh, index, &edges, assigned.clone());
        let mut above: HashMap<ModuleId, Vec<Wanting>> = HashMap::new();
        for (by, requirement, child) in edges {
            above.entry(child).or_default().push((by, requirement));
        }
        Self { above, best, assigned: assigned.into_iter().collect() }
    }

    /// The modules that bring a module in, by name, each with the requirement that only it answers.
    pub fn wanting(&self, module: ModuleId) -> &[Wanting] {
        self.above.get(&module).map_or(&[], Vec::as_slice)
    }

    /// Whether a module is assigned.
    pub(super) fn is_assigned(&self, module: ModuleId) -> bool {
        self.assigned.contains(&module)
    }

    /// The assigned modules that lead to any of these, themselves among them.
    pub(super) fn roots(&self, modules: impl IntoIterator<Item = ModuleId>) -> BTreeSet<ModuleId> {
        let mut reached: BTreeSet<ModuleId> = BTreeSet::new();
        let mut next: Vec<ModuleId> = modules.into_iter().collect();
        while let Some(at) = next.pop() {
            if reached.insert(at) {
                next.extend(self.wanting(at).iter().map(|(by, _)| *by));
            }
        }
        reached.retain(|id| self.is_assigned(*id));
        reached
    }

    /// How many steps the shortest way from an assignment to a module has; `None` where no way leads there.
    pub(super) fn steps_to(&self, module: ModuleId) -> Option<usize> {
        self.best.get(&module).map(|(steps, _)| *steps)
    }

    /// The shortest way from an assignment to a module, of several the first by name.
    pub(super) fn chain(&self, mesh: &Mesh, module: ModuleId) -> Vec<Link> {
        let name = |id: ModuleId| mesh.catalogue.name(id).clone();
        let mut links = vec![Link { module: name(module), requires: None }];
        let mut at = module;
        while let Some((_, Some((by, requirement)))) = self.best.get(&at) {
            let requires = Some(mesh.catalogue.provision(*requirement).clone());
            links.push(Link { module: name(*by), requires });
            at = *by;
        }
        links.reverse();
        links
    }
}

/// The best way to each module, found level by level; each level is in the order of its ways, so that the first way to
/// a module is the one to keep.
fn best(
    mesh: &Mesh,
    index: &Index,
    edges: &[(ModuleId, ProvisionId, ModuleId)],
    assigned: Vec<ModuleId>,
) -> HashMap<ModuleId, (usize, Option<Wanting>)> {
    let mut below: HashMap<ModuleId, Vec<(ModuleId, ProvisionId)>> = HashMap::new();
    for (by, requirement, child) in edges {
        below.entry(*by).or_default().push((*child, *requirement));
    }
    for children in below.values_mut() {
        children.sort_by_key(|(child, requirement)| (index.rank(*child), mesh.catalogue.provision(*requirement)));
    }
    let mut best: HashMap<ModuleId, _> = assigned.iter().map(|id| (*id, (0, None))).collect();
    let (mut steps, mut level) = (0, assigned);
    while !level.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for by in level {
            for (child, requirement) in below.get(&by).into_iter().flatten() {
                if let std::collections::hash_map::Entry::Vacant(vacant) = best.entry(*child) {
                    vacant.insert((steps, Some((by, *requirement))));
                    next.push(*child);
                }
            }
        }
        level = next;
    }
    best
}
