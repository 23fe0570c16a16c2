//! Deciding on a change: accepted, with all that it brings about, or refused, with all that stands against it.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet},
};

use serde::Serialize;

use crate::model::{ApplyError, Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionName, SiteName};

use super::{
    crowd::Crowd,
    difference::Difference,
    lineage::WantedFor,
    moved::Move,
    refusal::{Refusal, Subject},
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
pub enum Decision {
    /// It can be made, and the world is as it leaves it.
    Accepted(Accepted),
    /// It is refused, and the world is as it was.
    Refused(Refused),
}

/// A change that can be made, with all that it brings about.
#[derive(Clone, Debug, Default)]
pub struct Accepted {
    /// All edits: those asked for, those that settle, those that say what was meant to move.
    pub edits: Vec<Edit>,
    /// The edits among them that keep what nodes have today.
    pub settled: Vec<Edit>,
    /// What does not resolve, where it was left so.
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

/// A change that stays unmade.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What stands against it, with remedies.
    pub refusals: Vec<Refusal>,
    /// The edits that would have kept what nodes have today.
    pub settled: Vec<Edit>,
}

impl Decision {
    /// Whether the change can be made.
    pub const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted(_))
    }

    /// What the change brings about, where it can be made.
    pub const fn accepted(&self) -> Option<&Accepted> {
        match self {
            Self::Accepted(accepted) => Some(accepted),
            Self::Refused(_) => None,
        }
    }

    /// What stands against it, or, where it was left unresolved, what does not resolve.
    pub fn refusals(&self) -> &[Refusal] {
        match self {
            Self::Accepted(Accepted { refusals, .. }) | Self::Refused(Refused { refusals, .. }) => refusals,
        }
    }

    /// The edits that keep what nodes have today, or would have.
    pub fn settled(&self) -> &[Edit] {
        match self {
            Self::Accepted(Accepted { settled, .. }) | Self::Refused(Refused { settled, .. }) => settled,
        }
    }
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
    /// Takes that come.
    pub takes_gained: Vec<Taken>,
    /// Takes that go.
    pub takes_lost: Vec<Taken>,
}

/// What a node takes from another, by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Taken {
    /// The provision.
    pub provision: ProvisionName,
    /// The node that answers.
    pub from: NodeName,
    /// The module there.
    pub module: ModuleName,
}

/// A module that joins a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gained {
    /// The module.
    pub module: ModuleName,
    /// Whether it is assigned.
    pub assigned: bool,
    /// Who brings it in, and by which requirement.
    pub wanted_for: Vec<WantedFor>,
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
    pub wanted_for: Vec<WantedFor>,
}

impl World {
    /// Decides on a change. Accepted, it is applied, and its edits go into the decision; refused, the change and the world
    /// are as they were, and the refusals carry remedies.
    ///
    /// # Errors
    /// Where an edit does not fit what the edits before it left.
    pub fn decide(&mut self, change: &mut Change, terms: Terms) -> Result<Decision, ApplyError> {
        Ok(match self.decided(change, terms)? {
            Ok((accepted, _)) => Decision::Accepted(accepted),
            Err(refused) => Decision::Refused(refused),
        })
    }

    /// Decides on a change that is not made: where it would be accepted, the world is looked at as it leaves it, and is
    /// as it was afterwards.
    ///
    /// # Errors
    /// Where an edit does not fit what the edits before it left.
    pub fn would<T>(
        &mut self,
        change: &mut Change,
        terms: Terms,
        look: impl FnOnce(&Self) -> T,
    ) -> Result<Result<(Accepted, T), Refused>, ApplyError> {
        Ok(self.decided(change, terms)?.map(|(accepted, step)| {
            let seen = look(self);
            self.back(step);
            (accepted, seen)
        }))
    }

    /// What is accepted, with the step that was taken for it, or what is refused.
    fn decided(&mut self, change: &mut Change, terms: Terms) -> Result<Result<(Accepted, Step), Refused>, ApplyError> {
        let Settled { step, verdict, settled, meant } = self.settle(change, terms)?;
        let accepted = verdict.is_clear() || (terms.leave_unresolved && verdict.can_be_left());
        // Who was asked for is looked up where somebody is refused: of a whole mesh it is very many.
        let mut refusals = if verdict.is_clear() { Vec::new() } else { self.refusals(&verdict, &asked(&change.edits)) };
        leaving(&change.edits, &mut refusals);
        if !accepted {
            let causes = if settled.is_empty() {
                let causes = self.causes(&mut refusals, Some(change));
                self.back(step);
                causes
            } else {
                // What only the terms made is not there: nobody could take it away.
                self.back(step);
                let plain = self.step(&change.edits)?;
                let causes = self.causes(&mut refusals, Some(change));
                self.back(plain);
                causes
            };
            self.try_causes(causes, change, terms, &mut refusals);
            return Ok(Err(Refused { refusals, settled }));
        }
        // Left as it is: what settles it now is what a plan would say.
        if !refusals.is_empty() {
            self.remedy(&mut refusals);
        }
        let crowd = if terms.in_numbers { self.crowd(&step) } else { None };
        let nodes = if crowd.is_none() { self.node_changes(&step) } else { Vec::new() };
        let (moved, stays) = (self.named(meant.iter().chain(&verdict.asked)), self.stays(change));
        let mut edits = std::mem::take(&mut change.edits);
        edits.extend(settled.iter().cloned());
        edits.extend(self.allowed(&meant));
        Ok(Ok((Accepted { edits, settled, refusals, moved, nodes, crowd, stays }, step)))
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
            takes_gained: self.taken(&takes_gained),
            takes_lost: self.taken(&takes_lost),
        })
    }

    fn gained(&self, node: NodeId, modules: &[ModuleId]) -> Vec<Gained> {
        if modules.is_empty() {
            return Vec::new();
        }
        let lineage = self.resolution.lineage(&self.mesh, node);
        modules
            .iter()
            .map(|id| Gained {
                module: self.mesh.catalogue.name(*id).clone(),
                assigned: self.mesh.is_assigned(node, *id),
                wanted_for: WantedFor::named(&self.mesh.catalogue, lineage.wanting(*id)),
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
            let wanted_for = WantedFor::named(&self.mesh.catalogue, lineage.wanting(module_id));
            stays.push(Stays { node: node.clone(), module: module.clone(), wanted_for });
        }
        stays
    }
}

/// Says of each pin that is refused what the change takes off its node, and is there still.
fn leaving(edits: &[Edit], refusals: &mut [Refusal]) {
    let unassigned = LazyCell::new(|| {
        let mut unassigned: BTreeMap<&NodeName, BTreeSet<&ModuleName>> = BTreeMap::new();
        for edit in edits {
            if let Edit::Unassign { node, module } = edit {
                unassigned.entry(node).or_default().insert(module);
            }
        }
        unassigned
    });
    for refusal in refusals {
        if let Subject::Pin { from, runs, leaving, .. } = &mut refusal.subject {
            let modules = unassigned.get(from).into_iter().flatten().filter(|module| !runs.contains(module));
            leaving.extend(modules.map(|module| (*module).clone()));
        }
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
