//! Classes of machines: nodes whose facts meet the same needs resolve alike, so that what a module brings in is
//! worked out once for a class and not once for a node.

use std::sync::OnceLock;

use foldhash::{HashMap, HashSet};

use crate::model::{FactId, FactName, Mesh, Module, ModuleId, Need, NodeId, ProvisionId, Scalar};

use super::index::Index;

/// A class of machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ClassId(u32);

/// What a module brings in on a machine, pins and what else is there aside.
#[derive(Debug)]
pub(super) struct Brings {
    /// For each requirement, in its order, the module that it brings in.
    pub(super) each: Box<[Option<ModuleId>]>,
    /// Those modules.
    pub(super) modules: Box<[ModuleId]>,
    /// The requirements that bring nothing in.
    pub(super) loose: Box<[ProvisionId]>,
}

#[derive(Debug, Default)]
struct Class {
    /// For each need of the catalogue, whether the class meets it.
    met: Vec<bool>,
    /// For each module what it brings in, as far as it was asked.
    brings: Box<[OnceLock<Box<Brings>>]>,
}

/// All classes of machines that were met so far.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// Every need of the catalogue, once for each module that has it.
    needs: Vec<(FactId, Need)>,
    /// For each module, where its needs begin among them, and where they end.
    of_module: Vec<(u32, u32)>,
    classes: Vec<Class>,
    by_met: HashMap<Vec<bool>, ClassId>,
    /// The facts that some module needs.
    needed: HashSet<FactName>,
    /// Classes by the text of the needed facts, so that machines with the same ones are judged once.
    by_facts: HashMap<String, ClassId>,
    facts: String,
}

impl Classes {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut classes = Self { of_module: vec![(0, 0); mesh.catalogue.numbered()], ..Self::default() };
        for (id, module) in mesh.catalogue.modules() {
            let start = classes.needs.len() as u32;
            classes.needs.extend(module.needs.iter().cloned());
            classes.of_module[id.index()] = (start, classes.needs.len() as u32);
            classes.needed.extend(module.needs.iter().map(|(fact, _)| mesh.catalogue.fact(*fact).clone()));
        }
        classes
    }

    /// The class of a node.
    pub(super) fn class(&mut self, mesh: &Mesh, node: NodeId) -> ClassId {
        let mut facts = std::mem::take(&mut self.facts);
        facts.clear();
        if !self.needed.is_empty() {
            mesh.each_fact(node, |name, value| {
                if self.needed.contains(name) {
                    facts.extend([name, ":", value, "\n"]);
                }
            });
        }
        let class = match self.by_facts.get(&facts) {
            Some(class) => *class,
            None => {
                let class = self.class_of(self.met(mesh, node));
                self.by_facts.insert(facts.clone(), class);
                class
            }
        };
        self.facts = facts;
        class
    }

    fn class_of(&mut self, met: Vec<bool>) -> ClassId {
        if let Some(class) = self.by_met.get(&met) {
            return *class;
        }
        let id = ClassId(self.classes.len() as u32);
        let brings = (0..self.of_module.len()).map(|_| OnceLock::new()).collect();
        self.classes.push(Class { met: met.clone(), brings });
        self.by_met.insert(met, id);
        id
    }

    fn met(&self, mesh: &Mesh, node: NodeId) -> Vec<bool> {
        let facts = mesh.facts(node);
        let value = |fact: FactId| -> Option<&Scalar> { facts.get(mesh.catalogue.fact(fact)) };
        self.needs.iter().map(|(fact, need)| need.is_met_by(value(*fact))).collect()
    }

    /// The facts of a module's needs that a class does not meet.
    pub(super) fn unmet(&self, class: ClassId, module: ModuleId) -> impl Iterator<Item = FactId> {
        let (start, end) = self.of_module.get(module.index()).copied().unwrap_or_default();
        let met = self.classes.get(class.0 as usize).map_or(&[][..], |class| &class.met);
        (start as usize..end as usize)
            .filter(move |need| !met.get(*need).copied().unwrap_or(true))
            .filter_map(|need| self.needs.get(need).map(|(fact, _)| *fact))
    }

    /// Whether a class of machines meets all needs of a module.
    pub(super) fn suits(&self, class: ClassId, module: ModuleId) -> bool {
        self.unmet(class, module).next().is_none()
    }

    /// What each requirement of a registered module brings in on a machine of a class: the only module that provides it
    /// there, where the catalogue has it at node scope only.
    pub(super) fn brings(&self, mesh: &Mesh, index: &Index, class: ClassId, id: ModuleId) -> Option<&Brings> {
        let known = self.classes.get(class.0 as usize)?.brings.get(id.index())?;
        if let Some(brings) = known.get() {
            return Some(brings);
        }
        let module = mesh.catalogue.get(id)?;
        Some(known.get_or_init(|| Box::new(self.brought_in(index, class, id, module))))
    }

    fn brought_in(&self, index: &Index, class: ClassId, id: ModuleId, module: &Module) -> Brings {
        let each: Box<[_]> = module.requires.iter().map(|r| self.only_candidate(index, class, id, *r)).collect();
        let loose = module.requires.iter().zip(&each).filter(|(_, only)| only.is_none());
        Brings { modules: each.iter().flatten().copied().collect(), loose: loose.map(|(r, _)| *r).collect(), each }
    }

    /// The only module other than `by` that would answer a node-scoped requirement on a machine of a class.
    fn only_candidate(
        &self,
        index: &Index,
        class: ClassId,
        by: ModuleId,
        requirement: ProvisionId,
    ) -> Option<ModuleId> {
        if !index.wide(requirement).is_empty() {
            return None;
        }
        let mut candidates =
            index.here(requirement).iter().copied().filter(|module| *module != by && self.suits(class, *module));
        let only = candidates.next()?;
        candidates.next().is_none().then_some(only)
    }
}
