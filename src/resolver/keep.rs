//! `--keep`: today's answer made explicit. A node is pinned to what it takes, and what was brought in is assigned, on
//! whichever node answers. Nothing that the command itself does is undone.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use crate::model::{Decided, Edit, Module, ModuleId, Modules, NodeId, ProvisionId};

use super::{
    finding::Finding,
    moved::{Answer, answer},
    verdict::{Change, Verdict},
    world::{Step, World},
};

impl World {
    /// The edits that keep what the refusals of a verdict would end, beyond those that have been made.
    pub(super) fn keep(&self, step: &Step, change: &Change, verdict: &Verdict, settled: &[Edit]) -> Vec<Edit> {
        let mut spoken = spoken(change);
        spoken.extend(settled.iter().filter_map(Edit::decides));
        self.keep_all(step, ended(verdict), &spoken)
    }

    /// The edits that keep the answers of today to these requirements, but for what has been spoken of already.
    pub(super) fn keep_all(
        &self,
        step: &Step,
        ended: impl IntoIterator<Item = (NodeId, ProvisionId, Vec<ModuleId>)>,
        spoken: &HashSet<Decided>,
    ) -> Vec<Edit> {
        let mut made: HashSet<Decided> = HashSet::new();
        let mut edits = Vec::new();
        for (node, provision, by) in ended {
            for module in self.distinct(step, node, provision, by) {
                let Some(edit) = self.keep_one(step, node, provision, module) else { continue };
                let is_new = |decided: &Decided| !spoken.contains(decided) && !made.contains(decided);
                if let Some(decided) = edit.decides().filter(is_new) {
                    made.insert(decided);
                    edits.push(edit);
                }
            }
        }
        edits
    }

    /// The modules that required something of a node before a step, as far as they could have been answered
    /// differently: who does not provide it is answered as all others are who do not.
    fn distinct(&self, step: &Step, node: NodeId, provision: ProvisionId, by: Vec<ModuleId>) -> Vec<ModuleId> {
        let then = Modules::before(&self.mesh.catalogue, &step.modules);
        let there = self.resolution.view_before(&step.replaced, node).set;
        let mut any = false;
        let is_distinct = |id: &ModuleId| {
            let is_there =
                |module: &&Arc<Module>| module.requires(provision) && self.resolution.index.is_in(there, *id);
            let Some(module) = then.get(*id).filter(is_there) else { return false };
            let provides = module.provides(provision).is_some();
            provides || !std::mem::replace(&mut any, true)
        };
        by.into_iter().filter(is_distinct).collect()
    }

    fn keep_one(&self, step: &Step, node: NodeId, provision: ProvisionId, by: ModuleId) -> Option<Edit> {
        let then = Modules::before(&self.mesh.catalogue, &step.modules);
        let before = self.resolution.view_before(&step.replaced, node);
        match answer(then, before, by, provision) {
            Answer::Open => None,
            Answer::Here(module) => self.assign_again(node, module),
            Answer::There(from, module) => {
                let offered = self.mesh.has(from) && self.offers(provision, from, node);
                let pinned = self.mesh.pin_of(node, provision).map(|pin| pin.provider);
                if offered && pinned != Some(from) {
                    return Some(Edit::Pin {
                        node: self.mesh.node_name(node).clone(),
                        provision: self.mesh.catalogue.provision(provision).clone(),
                        before: pinned.map(|provider| self.mesh.node_name(provider).clone().into()),
                        after: Some(self.mesh.node_name(from).clone().into()),
                    });
                }
                self.assign_again(from, module)
            }
        }
    }

    /// Assigns what was brought in and would go.
    fn assign_again(&self, node: NodeId, module: ModuleId) -> Option<Edit> {
        let gone = self.mesh.has(node) && !self.resolution.view(node).set.contains(&module);
        (gone && self.mesh.catalogue.get(module).is_some()).then(|| Edit::Assign {
            node: self.mesh.node_name(node).clone(),
            module: self.mesh.catalogue.name(module).clone(),
        })
    }
}

/// What a change itself decides and nothing that keeps today's answers may decide otherwise. What it assigns may be
/// assigned again.
pub(super) fn spoken(change: &Change) -> HashSet<Decided> {
    let asked = change.edits.iter().filter(|edit| !matches!(edit, Edit::Assign { .. }));
    asked.filter_map(Edit::decides).collect()
}

/// The requirements whose answer of today a verdict ends, each once.
fn ended(verdict: &Verdict) -> BTreeSet<(NodeId, ProvisionId, Vec<ModuleId>)> {
    let open = verdict.findings.iter().filter_map(|finding| match finding {
        Finding::Requirement { node, provision, by, .. } => Some((*node, *provision, by.clone())),
        Finding::Claim { .. } | Finding::Resource { .. } | Finding::Need { .. } | Finding::Reflects { .. } => None,
    });
    open.chain(verdict.moves.iter().map(|moved| (moved.node, moved.provision, moved.by.clone()))).collect()
}
