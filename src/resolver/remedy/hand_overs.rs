//! Hand-overs that would settle a refusal.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::{Edit, ModuleId, ModuleName, NodeId, NodeName};

use crate::resolver::{
    decide::asked,
    refusal::{Candidate, Refusal, Subject},
    verdict::Change,
    world::World,
};

use super::{
    attempts::Attempt,
    budget::{EXAMPLE_RECEIVERS, NODES_JUDGED, RECEIVERS},
};

impl World {
    /// Hand-overs that hold the refused change: of a module that is assigned while another node has it, or that is
    /// unassigned while others need it.
    pub(super) fn hand_overs(&self, refusal: &Refusal, change: &Change) -> Vec<Attempt> {
        let involved: BTreeSet<&NodeName> = refusal
            .parties
            .iter()
            .map(|party| &party.node)
            .chain(refusal.candidates.iter().filter_map(Candidate::node))
            .collect();
        let (on, off) = places(change);
        let mut givers = Places::new();
        let mut attempts = Vec::new();
        for edit in &change.edits {
            match edit {
                Edit::Assign { node, module } => {
                    let givers = givers.entry(module).or_insert_with(|| {
                        let unassigned = off.get(module).into_iter().flatten().copied();
                        // Where the change itself assigns it, it is to be.
                        let is_asked = |from: &NodeName| on.get(module).is_some_and(|on| on.contains(from));
                        let gives = |from: &&NodeName| !is_asked(from) && self.is_assigned_to(from, module);
                        involved.iter().copied().filter(gives).chain(unassigned).collect()
                    });
                    attempts.extend(
                        givers
                            .iter()
                            .filter(|from| **from != node)
                            .map(|from| Attempt::Move((*from).clone(), node.clone(), vec![module.clone()])),
                    );
                }
                // Where it is to go instead is said already.
                Edit::Unassign { module, .. } if on.contains_key(module) => {}
                Edit::Unassign { node, module } => attempts.extend(self.receivers(node, module)),
                Edit::RemoveNode { node } => attempts.extend(self.heirs(node, refusal)),
                Edit::AddSite { .. }
                | Edit::RenameSite { .. }
                | Edit::RemoveSite { .. }
                | Edit::AddNode { .. }
                | Edit::RenameNode { .. }
                | Edit::Site { .. }
                | Edit::Fact { .. }
                | Edit::Register { .. }
                | Edit::RemoveModule { .. }
                | Edit::Pin { .. }
                | Edit::Hold { .. }
                | Edit::AllowMove { .. } => {}
            }
        }
        attempts
    }

    /// What brings parties in, handed over to another node, alone and with all that is assigned beside it: for where
    /// others take from it, so that it cannot just go.
    pub(super) fn away(&self, refusal: &Refusal, change: Option<&Change>) -> Vec<Attempt> {
        if self.mesh.size() > NODES_JUDGED {
            return Vec::new();
        }
        let mut from: BTreeMap<NodeName, BTreeSet<ModuleName>> = BTreeMap::new();
        let answering = self.answering(refusal);
        for (node, module) in refusal.parties.iter().flat_map(|party| self.roots_of(party)).chain(answering) {
            from.entry(node).or_default().insert(module);
        }
        let asked = change.map(|change| asked(&change.edits)).unwrap_or_default();
        let mut attempts = self.to_the_pinned(refusal);
        for (node, roots) in from {
            let is_free = |module: &ModuleName| !asked.contains(&(node.clone(), module.clone()));
            let free: Vec<ModuleName> = roots.into_iter().filter(is_free).collect();
            let of_node = self.mesh.node_id(&node).map(|id| self.mesh.assigned(id)).unwrap_or_default();
            let all = of_node.iter().map(|id| self.mesh.catalogue.name(*id).clone()).filter(is_free);
            let mut lists: Vec<Vec<ModuleName>> = free.iter().map(|module| vec![module.clone()]).collect();
            lists.extend([free, all.collect()]);
            lists.dedup();
            attempts.extend(lists.into_iter().flat_map(|modules| self.handed_over(&node, &modules)));
        }
        attempts
    }

    /// What offers that which a pin of now asks a node for, handed over to that node: for where it cannot have it as
    /// well. Nothing else is thought up for such a pin, of which another node is more likely meant.
    fn to_the_pinned(&self, refusal: &Refusal) -> Vec<Attempt> {
        let (Subject::Pin { from: pinned, pinned_at: None, .. }, Some((_, provision))) =
            (&refusal.subject, self.place(refusal))
        else {
            return Vec::new();
        };
        let Some(receiver) = self.mesh.node_id(pinned) else { return Vec::new() };
        let collides = |module: &&ModuleId| !self.resolution.judge(&self.mesh, receiver, **module).is_empty();
        let offering: Vec<&ModuleId> = self.resolution.index.wide(provision).iter().filter(collides).collect();
        let holders = self.mesh.nodes().filter(|(_, node)| node.name != *pinned);
        let mut held: Vec<(&NodeName, &ModuleName)> = holders
            .flat_map(|(id, node)| {
                let assigned = offering.iter().filter(move |module| self.mesh.is_assigned(id, ***module));
                assigned.map(|module| (&node.name, self.mesh.catalogue.name(**module)))
            })
            .collect();
        held.sort();
        let attempt = |(holder, module): (&NodeName, &ModuleName)| {
            Attempt::Move(holder.clone(), pinned.clone(), vec![module.clone()])
        };
        held.into_iter().take(RECEIVERS).map(attempt).collect()
    }

    /// What is assigned for the answers that an older pin passes over: the pinned node could have it instead. Of a pin
    /// that is asked for now, that others' data moves is meant by none but who says so ([`Self::to_the_pinned`]).
    fn answering(&self, refusal: &Refusal) -> Vec<(NodeName, ModuleName)> {
        let (Subject::Pin { pinned_at: Some(_), .. }, Some((own, provision))) = (&refusal.subject, self.place(refusal))
        else {
            return Vec::new();
        };
        let offering = refusal.candidates.iter().filter_map(|candidate| self.mesh.node_id(candidate.offering()?));
        let mut roots = Vec::new();
        for node in offering.chain([own]) {
            let set = self.resolution.view(node).set;
            let wide = self.resolution.index.wide(provision).iter().copied().filter(|module| set.contains(module));
            let of_node = self.resolution.lineage(&self.mesh, node).roots(wide);
            let name = |id: ModuleId| (self.mesh.node_name(node).clone(), self.mesh.catalogue.name(id).clone());
            roots.extend(of_node.into_iter().map(name));
        }
        roots
    }

    /// Modules handed over together, to each other node where they are few, else to those few that could run them.
    fn handed_over(&self, from: &NodeName, modules: &[ModuleName]) -> Vec<Attempt> {
        let ids: Vec<ModuleId> = modules.iter().filter_map(|module| self.mesh.module_id(module)).collect();
        let few = self.mesh.size() <= RECEIVERS;
        let suits = |node: NodeId| few || ids.iter().all(|module| self.resolution.suits(node, *module));
        let others = self.mesh.nodes().filter(|(node, other)| other.name != *from && suits(*node));
        let mut names: Vec<&NodeName> = others.map(|(_, node)| &node.name).collect();
        if ids.is_empty() {
            return Vec::new();
        }
        names.sort();
        names.truncate(if names.len() > RECEIVERS { EXAMPLE_RECEIVERS } else { RECEIVERS });
        names.into_iter().map(|to| Attempt::Move(from.clone(), to.clone(), modules.to_vec())).collect()
    }

    fn is_assigned_to(&self, node: &NodeName, module: &ModuleName) -> bool {
        let ids = self.mesh.node_id(node).zip(self.mesh.module_id(module));
        ids.is_some_and(|(node, module)| self.mesh.is_assigned(node, module))
    }

    /// The few nodes that could receive a module.
    fn receivers(&self, from: &NodeName, module: &ModuleName) -> Vec<Attempt> {
        let Some(id) = self.mesh.module_id(module) else { return Vec::new() };
        let others = self
            .mesh
            .nodes()
            .filter(|(node, _)| !self.resolution.set(*node).contains(&id) && self.resolution.suits(*node, id));
        let mut names: Vec<&NodeName> = others.map(|(_, node)| &node.name).filter(|name| *name != from).collect();
        if names.len() > RECEIVERS && self.mesh.size() > NODES_JUDGED {
            return Vec::new();
        }
        names.sort();
        // Of many, one or two say how it is done.
        names.truncate(if names.len() > RECEIVERS { EXAMPLE_RECEIVERS } else { RECEIVERS });
        names.into_iter().map(|to| Attempt::Move(from.clone(), to.clone(), vec![module.clone()])).collect()
    }

    /// The few nodes that could receive what a node that goes answers others with.
    fn heirs(&self, gone: &NodeName, refusal: &Refusal) -> Vec<Attempt> {
        let provision = refusal.subject.requirement().and_then(|name| self.mesh.catalogue.provision_id(name));
        let Some(provision) = provision else { return Vec::new() };
        let modules = self.resolution.index.wide(provision).iter();
        modules.flat_map(|module| self.receivers(gone, self.mesh.catalogue.name(*module))).collect()
    }
}

/// Nodes by module.
type Places<'c> = HashMap<&'c ModuleName, BTreeSet<&'c NodeName>>;

/// Where a change assigns modules, and where it unassigns them.
fn places(change: &Change) -> (Places<'_>, Places<'_>) {
    let (mut on, mut off) = (Places::new(), Places::new());
    for edit in &change.edits {
        if let Edit::Assign { node, module } = edit {
            on.entry(module).or_default().insert(node);
        } else if let Edit::Unassign { node, module } = edit {
            off.entry(module).or_default().insert(node);
        }
    }
    (on, off)
}
