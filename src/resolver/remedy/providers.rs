//! Providers assigned to nodes from which they would answer.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, Scope, SiteName};

use super::{
    attempts::Attempt,
    budget::{NODES_JUDGED, RECEIVERS, TAKERS},
};
use crate::resolver::{
    refusal::{Code, Refusal, Subject, Unanswered},
    verdict::Change,
    world::World,
};

impl World {
    /// A provider assigned to a node from which it reaches; where more than a few nodes could take it, they are counted.
    pub(super) fn offer_somewhere(&self, refusal: &mut Refusal, change: Option<&Change>, attempts: &mut Vec<Attempt>) {
        let Some((node, provision)) = self.place(refusal) else { return };
        let mut many: BTreeSet<NodeId> = BTreeSet::new();
        let mut leave: Vec<(ModuleName, NodeName)> = Vec::new();
        for module in self.resolution.index.wide(provision) {
            let from = change.into_iter().flat_map(|change| self.taken_off(*module, change)).collect::<BTreeSet<_>>();
            let mut takers = self.could_take(*module, provision, node);
            takers.retain(|taker| !from.contains(self.mesh.node_name(*taker)));
            leave.extend(from.into_iter().map(|from| (self.mesh.catalogue.name(*module).clone(), from)));
            if takers.len() > TAKERS {
                many.extend(takers);
                continue;
            }
            let mut names: Vec<&NodeName> = takers.iter().map(|taker| self.mesh.node_name(*taker)).collect();
            names.sort();
            attempts.extend(names.into_iter().map(|name| {
                let module = self.mesh.catalogue.name(*module).clone();
                Attempt::Edits(vec![Edit::Assign { node: name.clone(), module }])
            }));
        }
        attempts.extend(self.assign_candidates(refusal));
        let mut by_site: BTreeMap<Option<SiteName>, usize> = BTreeMap::new();
        for taker in many {
            *by_site.entry(self.mesh.site_of(taker).cloned()).or_default() += 1;
        }
        if let Subject::Requirement { why: Unanswered::NoNode { could, leaving }, .. } = &mut refusal.subject {
            (*could, *leaving) = (by_site.into_iter().collect(), leave);
        }
    }

    /// The nodes that a change takes a module off.
    fn taken_off(&self, module: ModuleId, change: &Change) -> impl Iterator<Item = NodeName> {
        let name = self.mesh.catalogue.name(module);
        change.edits.iter().filter_map(move |edit| {
            let Edit::Unassign { node, module } = edit else { return None };
            (module == name).then(|| node.clone())
        })
    }

    /// A provider assigned to a node from which it reaches, though something stands against it there; the node itself
    /// first, and none where many could take it.
    pub(super) fn offer_all_the_same(&self, refusal: &Refusal) -> Vec<Vec<Edit>> {
        let Some((node, provision)) = self.place(refusal).filter(|_| refusal.code() == Code::NoNode) else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        for module in self.resolution.index.wide(provision) {
            let (mut takers, fit) =
                (self.in_reach(*module, provision, node), self.could_take(*module, provision, node));
            if takers.len() > RECEIVERS || fit.len() > TAKERS {
                continue;
            }
            takers.retain(|taker| !fit.contains(taker));
            takers.sort_by_key(|taker| (*taker != node, self.mesh.node_name(*taker)));
            steps.extend(takers.into_iter().map(|taker| {
                let (node, module) = (self.mesh.node_name(taker).clone(), self.mesh.catalogue.name(*module).clone());
                vec![Edit::Assign { node, module }]
            }));
        }
        steps
    }

    /// The nodes that could run a module so that it answers a node.
    fn could_take(&self, module: ModuleId, provision: ProvisionId, node: NodeId) -> Vec<NodeId> {
        let small = self.mesh.size() <= NODES_JUDGED;
        let would_do = |id: &NodeId| {
            if small {
                self.resolution.judge(&self.mesh, *id, module).is_empty()
            } else {
                self.resolution.suits(*id, module)
            }
        };
        self.in_reach(module, provision, node).into_iter().filter(would_do).collect()
    }

    /// The nodes without a module from which it would answer a node.
    fn in_reach(&self, module: ModuleId, provision: ProvisionId, node: NodeId) -> Vec<NodeId> {
        let scope = self.mesh.catalogue.get(module).and_then(|module| module.provides(provision));
        let site = self.mesh.node(node).site;
        let reaches = |id: NodeId| {
            id == node || scope == Some(Scope::Mesh) || (site.is_some() && self.mesh.node(id).site == site)
        };
        let runs_it = |id: NodeId| self.resolution.set(id).contains(&module);
        self.mesh.nodes().map(|(id, _)| id).filter(|id| reaches(*id) && !runs_it(*id)).collect()
    }
}
