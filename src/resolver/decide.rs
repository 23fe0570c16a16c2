//! Deciding on a change: accepted, with all that it brings about, or refused, with all that stands against it.

use serde::Serialize;

use crate::model::{ApplyError, Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, SiteName};

use super::{
    crowd::Crowd,
    moved::Move,
    refusal::Refusal,
    settle::Settled,
    tell::Asked,
    verdict::Change,
    world::{Step, World},
};

/// What an operator said beside the change itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Each node keeps what it has today.
    pub keep: bool,
    /// Answers that move are meant to.
    pub allow_moves: bool,
    /// The change is made though the mesh does not resolve then.
    pub leave_unresolved: bool,
    /// Where it does very many different things to nodes, their numbers will do.
    pub in_numbers: bool,
}

/// What a change comes to.
#[derive(Debug)]
pub struct Decision {
    /// Whether the change is accepted; then the world is as it leaves it, else as it was.
    pub accepted: bool,
    /// Where it is accepted, all edits: those asked for, those that settle, those that say what was meant to move.
    pub edits: Vec<Edit>,
    /// The edits among them that keep what nodes have today.
    pub settled: Vec<Edit>,
    /// What stands against it, or, where it was left unresolved, what does not resolve.
    pub refusals: Vec<Refusal>,
    /// Answers that move.
    pub moved: Vec<Moved>,
    /// Nodes whose set or takes change, by name.
    pub nodes: Vec<NodeChange>,
    /// In place of those, where they are very many and numbers will do.
    pub crowd: Option<Crowd>,
    /// Modules that are no longer assigned and stay for others.
    pub stays: Vec<Stays>,
}

/// An answer that moves, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Moved {
    /// The node that requires.
    pub node: NodeName,
    /// What is required.
    pub requirement: ProvisionName,
    /// Who requires it.
    pub by: Vec<ModuleName>,
    /// The node that answered.
    pub from: NodeName,
    /// The module that answered.
    pub from_module: ModuleName,
    /// The node that answers.
    pub to: NodeName,
    /// The module that answers.
    pub to_module: ModuleName,
}

/// The same as [`NodeChange`], without why anything is so.
pub(super) struct Difference {
    pub(super) gained: Vec<ModuleId>,
    pub(super) lost: Vec<ModuleId>,
    pub(super) takes_gained: Vec<(ProvisionName, NodeName, ModuleName)>,
    pub(super) takes_lost: Vec<(ProvisionName, NodeName, ModuleName)>,
}

/// How the set and the takes of a node change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeChange {
    /// The node.
    pub node: NodeName,
    /// The node's site after the change.
    pub site: Option<SiteName>,
    /// Modules that join, by name, each with those that bring it in and what they require.
    pub gained: Vec<Gained>,
    /// Modules that leave, by name.
    pub lost: Vec<ModuleName>,
    /// Takes that come: the provision, the node and the module there.
    pub takes_gained: Vec<(ProvisionName, NodeName, ModuleName)>,
    /// Takes that go.
    pub takes_lost: Vec<(ProvisionName, NodeName, ModuleName)>,
}

/// A module that joins a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gained {
    /// The module.
    pub module: ModuleName,
    /// Whether it is assigned.
    pub assigned: bool,
    /// Who brings it in, and by which requirement.
    pub wanted_for: Vec<(ModuleName, ProvisionName)>,
}

/// A module that is no longer assigned and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stays {
    /// The node.
    pub node: NodeName,
    /// The module.
    pub module: ModuleName,
    /// Who brings it in, and by which requirement.
    #[serde(rename = "for")]
    pub wanted_for: Vec<(ModuleName, ProvisionName)>,
}

impl World {
    /// Decides on a change. Accepted, it is applied, and its edits go into the decision; refused, the change and the world
    /// are as they were, and the refusals carry remedies.
    ///
    /// # Errors
    /// Where an edit does not fit what the edits before it left.
    pub fn decide(&mut self, change: &mut Change, terms: Terms) -> Result<Decision, ApplyError> {
        let Settled { step, verdict, settled, meant } = self.settle(change, terms)?;
        let accepted = verdict.is_clear() || (terms.leave_unresolved && verdict.can_be_left());
        let allowed = self.allowed(&meant);
        // Who was asked for is looked up where somebody is refused: of a whole mesh it is very many.
        let refusals = if verdict.is_clear() { Vec::new() } else { self.refusals(&verdict, &asked(&change.edits)) };
        let crowd = if terms.in_numbers { self.crowd(&step) } else { None };
        let mut decision = Decision {
            accepted,
            edits: Vec::new(),
            refusals,
            moved: self.named(meant.iter().chain(&verdict.asked)),
            nodes: if crowd.is_none() { self.node_changes(&step) } else { Vec::new() },
            crowd,
            stays: self.stays(change),
            settled,
        };
        if accepted && !decision.refusals.is_empty() {
            // Left as it is: what settles it now is what a plan would say.
            self.remedy(&mut decision.refusals);
        } else if !accepted {
            let causes = self.causes(&mut decision.refusals, Some(change));
            self.back(step);
            self.try_causes(causes, change, terms, &mut decision);
        }
        if accepted {
            decision.edits = std::mem::take(&mut change.edits);
            decision.edits.extend(decision.settled.iter().cloned());
            decision.edits.extend(allowed);
        }
        Ok(decision)
    }

    fn allowed(&self, meant: &[Move]) -> Vec<Edit> {
        let name = |node: NodeId| self.mesh.node_name(node).clone();
        meant
            .iter()
            .map(|moved| Edit::AllowMove {
                node: name(moved.node),
                requirement: self.mesh.catalogue.provision(moved.provision).clone(),
                from: name(moved.from.0).into(),
                to: name(moved.to.0).into(),
            })
            .collect()
    }

    fn named<'a>(&self, moves: impl Iterator<Item = &'a Move>) -> Vec<Moved> {
        let node = |id: NodeId| self.mesh.node_name(id).clone();
        let module = |id: ModuleId| self.mesh.catalogue.name(id).clone();
        let mut moved: Vec<Moved> = moves
            .map(|moved| Moved {
                node: node(moved.node),
                requirement: self.mesh.catalogue.provision(moved.provision).clone(),
                by: moved.by.iter().map(|by| module(*by)).collect(),
                from: node(moved.from.0),
                from_module: module(moved.from.1),
                to: node(moved.to.0),
                to_module: module(moved.to.1),
            })
            .collect();
        moved.sort();
        moved
    }

    /// How the sets and takes of nodes differ from what they were before a step.
    pub fn node_changes(&self, step: &Step) -> Vec<NodeChange> {
        let nodes = self.resolution.replaced_nodes(&step.replaced, &self.mesh);
        let mut changes: Vec<NodeChange> = nodes.into_iter().filter_map(|node| self.node_change(step, node)).collect();
        changes.sort_by(|a, b| a.node.cmp(&b.node));
        changes
    }

    fn node_change(&self, step: &Step, node: NodeId) -> Option<NodeChange> {
        let Difference { gained, lost, takes_gained, takes_lost } = self.difference(step, node)?;
        Some(NodeChange {
            node: self.mesh.node_name(node).clone(),
            site: self.mesh.site_of(node).cloned(),
            gained: self.gained(node, &gained),
            lost: lost.into_iter().map(|id| self.mesh.catalogue.name(id).clone()).collect(),
            takes_gained,
            takes_lost,
        })
    }

    /// How the set and the takes of a node differ from what they were before a step, if they do.
    pub(super) fn difference(&self, step: &Step, node: NodeId) -> Option<Difference> {
        let before = self.resolution.view_before(&step.replaced, node);
        let after = self.resolution.view(node);
        let taken = |takes: &[super::Take], others: &[super::Take]| -> Vec<_> {
            let is_new = |take: &&super::Take| {
                !others.iter().any(|o| (o.provision, o.from, o.module) == (take.provision, take.from, take.module))
            };
            let mut names: Vec<_> = takes
                .iter()
                .filter(is_new)
                .map(|take| {
                    let provision = self.mesh.catalogue.provision(take.provision).clone();
                    (provision, self.mesh.node_name(take.from).clone(), self.mesh.catalogue.name(take.module).clone())
                })
                .collect();
            names.sort();
            names.shrink_to_fit();
            names
        };
        let is_in = |set: &[ModuleId], id: &ModuleId| self.resolution.index.is_in(set, *id);
        let gained: Vec<ModuleId> = after.set.iter().copied().filter(|id| !is_in(before.set, id)).collect();
        let lost: Vec<ModuleId> = before.set.iter().copied().filter(|id| !is_in(after.set, id)).collect();
        let (takes_gained, takes_lost) = (taken(after.takes, before.takes), taken(before.takes, after.takes));
        let is_none = gained.is_empty() && lost.is_empty() && takes_gained.is_empty() && takes_lost.is_empty();
        (!is_none).then_some(Difference { gained, lost, takes_gained, takes_lost })
    }

    fn gained(&self, node: NodeId, modules: &[ModuleId]) -> Vec<Gained> {
        if modules.is_empty() {
            return Vec::new();
        }
        let lineage = self.resolution.lineage(&self.mesh, node);
        let name = |id: ModuleId| self.mesh.catalogue.name(id).clone();
        let wanting = |(by, requirement): &(ModuleId, ProvisionId)| {
            (name(*by), self.mesh.catalogue.provision(*requirement).clone())
        };
        modules
            .iter()
            .map(|id| Gained {
                module: name(*id),
                assigned: self.mesh.is_assigned(node, *id),
                wanted_for: lineage.wanting(*id).iter().map(wanting).collect(),
            })
            .collect()
    }

    fn stays(&self, change: &Change) -> Vec<Stays> {
        let mut stays = Vec::new();
        for (node, module) in &change.off {
            let (Some(id), Some(module_id)) = (self.mesh.node_id(node), self.mesh.module_id(module)) else { continue };
            if self.mesh.is_assigned(id, module_id) || !self.resolution.view(id).set.contains(&module_id) {
                continue;
            }
            let lineage = self.resolution.lineage(&self.mesh, id);
            let name = |by: &ModuleId| self.mesh.catalogue.name(*by).clone();
            let wanting = lineage.wanting(module_id).iter();
            let wanted_for = wanting
                .map(|(by, requirement)| (name(by), self.mesh.catalogue.provision(*requirement).clone()))
                .collect();
            stays.push(Stays { node: node.clone(), module: module.clone(), wanted_for });
        }
        stays
    }
}

/// The modules that edits assign: the newcomers of a refusal.
pub fn asked(edits: &[Edit]) -> Asked {
    let mut asked = Asked::new();
    for edit in edits {
        if let Edit::Assign { node, module } = edit {
            asked.insert((node.clone(), module.clone()));
        }
    }
    asked
}
