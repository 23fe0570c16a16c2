//! The second pass: what answers each requirement of a node, or why nothing does.

use crate::model::{Mesh, ModuleId, Modules, NodeId, ProvisionId, Scope};

use super::{
    classes::{ClassId, Classes},
    closure::{Marks, providers},
    finding::{Fault, Finding},
    index::Index,
    offers::{Offers, offer_to},
    sets::Sets,
};

/// A requirement of a node that another node answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// What is taken.
    pub provision: ProvisionId,
    /// The node that answers.
    pub from: NodeId,
    /// The module there: the first by name that offers it in reach.
    pub module: ModuleId,
    /// The scope of that offer.
    pub scope: Scope,
    /// Whether a pin says so.
    pub pinned: bool,
}

/// What the second pass looks at.
pub(super) struct Answering<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) index: &'a Index,
    pub(super) classes: &'a Classes,
    pub(super) offers: &'a Offers,
    pub(super) sets: &'a Sets,
}

/// What a node's requirements that its own set leaves open come to.
#[derive(Debug, Default)]
pub(super) struct Answered {
    pub(super) takes: Vec<Take>,
    pub(super) findings: Vec<Finding>,
    /// The provisions for which other nodes were looked at.
    pub(super) asked: Vec<ProvisionId>,
}

/// A provision that the set leaves open, with who requires it.
pub(super) type Open = (ProvisionId, Vec<ModuleId>);

/// What a set provides, so that each requirement is looked up at once.
#[derive(Debug, Default)]
pub(super) struct Provided {
    once: Marks,
    again: Marks,
}

impl Provided {
    fn fill(&mut self, mesh: &Mesh, set: &[ModuleId]) {
        let numbers = mesh.catalogue.provisions().len();
        self.once.clear(numbers);
        self.again.clear(numbers);
        for module in set.iter().filter_map(|module| mesh.catalogue.get(*module)) {
            for (provision, _) in &module.provides {
                if !self.once.mark(provision.index()) {
                    self.again.mark(provision.index());
                }
            }
        }
    }
}

/// The requirements of a set that it does not answer itself, by number of the provision.
pub(super) fn open(mesh: &Mesh, node: NodeId, set: &[ModuleId], provided: &mut Provided) -> Vec<Open> {
    provided.fill(mesh, set);
    let modules = Modules::now(&mesh.catalogue);
    let pinned = !mesh.node(node).pins.is_empty();
    let mut open: Vec<Open> = Vec::new();
    for id in set {
        let Some(module) = mesh.catalogue.get(*id) else { continue };
        for requirement in &module.requires {
            let own = module.provides(*requirement).is_some();
            let marks = if own { &provided.again } else { &provided.once };
            let by_pin =
                pinned && mesh.pin_of(node, *requirement).is_some() && !stands_behind(modules, set, *id, *requirement);
            if by_pin || !marks.is_marked(requirement.index()) {
                match open.iter_mut().find(|(provision, _)| provision == requirement) {
                    Some((_, by)) => by.push(*id),
                    None => open.push((*requirement, vec![*id])),
                }
            }
        }
    }
    open
}

/// Whether a module of the set stands in front of a pin for another one: it provides and requires the same.
pub(super) fn stands_behind(modules: Modules<'_>, set: &[ModuleId], by: ModuleId, requirement: ProvisionId) -> bool {
    let is_pooler =
        |id: ModuleId| modules.get(id).is_some_and(|m| m.requires(requirement) && m.provides(requirement).is_some());
    !is_pooler(by) && set.iter().any(|id| is_pooler(*id))
}

impl Answering<'_> {
    /// Answers what a node's set leaves open.
    pub(super) fn answer(&self, node: NodeId, class: ClassId, set: &[ModuleId], open: Vec<Open>) -> Answered {
        let mut answered = Answered::default();
        for (provision, mut by) in open {
            let pin = self.mesh.pin_of(node, provision).map(|pin| pin.provider);
            let outcome = match pin {
                Some(provider) => self.by_pin(node, provider, set, provision, &mut by),
                None if !self.index.wide(provision).is_empty() => self.by_mesh(node, provision),
                None => self.by_catalogue(class, provision, &by).map(|()| None),
            };
            if pin.is_some() || !self.index.wide(provision).is_empty() {
                answered.asked.push(provision);
            }
            match outcome {
                Ok(take) => answered.takes.extend(take),
                Err(fault) => answered.findings.push(Finding::Requirement { node, provision, fault, by }),
            }
        }
        answered
    }

    /// A pin decides alone. One that names the node itself is answered by another module of its set.
    fn by_pin(
        &self,
        node: NodeId,
        provider: NodeId,
        set: &[ModuleId],
        provision: ProvisionId,
        by: &mut Vec<ModuleId>,
    ) -> Result<Option<Take>, Fault> {
        if provider == node {
            let wide = |id: &ModuleId| self.index.offers(*id).iter().any(|(offered, _)| *offered == provision);
            let answered = |by: &ModuleId| set.iter().any(|id| id != by && wide(id));
            // Only those are refused that no other module answers.
            by.retain(|by| !answered(by));
            return if by.is_empty() { Ok(None) } else { Err(Fault::Pin(provider)) };
        }
        self.take(node, provision, provider, true).map(Some).ok_or(Fault::Pin(provider))
    }

    /// Exactly one other node offers it in reach, or the choice is a person's.
    fn by_mesh(&self, node: NodeId, provision: ProvisionId) -> Result<Option<Take>, Fault> {
        match self.offers.only(self.mesh, provision, node) {
            Ok(provider) => Ok(self.take(node, provision, provider, false)),
            Err(true) => Err(Fault::ChooseNode),
            Err(false) => Err(Fault::NoNode),
        }
    }

    /// The catalogue has it at node scope only, and it was not brought in: there are several that would answer, or none.
    fn by_catalogue(&self, class: ClassId, provision: ProvisionId, by: &[ModuleId]) -> Result<(), Fault> {
        let would = |module: &ModuleId| by.iter().any(|by| by != module) && self.classes.suits(class, *module);
        let any = self.index.here(provision).iter().any(would);
        Err(if any { Fault::ChooseModule } else { Fault::NoProvider })
    }

    fn take(&self, node: NodeId, provision: ProvisionId, provider: NodeId, pinned: bool) -> Option<Take> {
        let offer = offer_to(self.mesh, self.index, provision, (provider, self.sets.get(provider)), node)?;
        Some(Take { provision, from: provider, module: offer.module, scope: offer.scope, pinned })
    }
}

/// Whether a requirement of a module of a set comes from elsewhere, given that the provision is taken by a node.
pub(super) fn takes(
    modules: Modules<'_>,
    set: &[ModuleId],
    by: ModuleId,
    provision: ProvisionId,
    pinned: bool,
) -> bool {
    if pinned {
        !stands_behind(modules, set, by, provision)
    } else {
        !providers(modules, set, provision).any(|other| other != by)
    }
}

/// The modules of a set for whose requirement a provision comes from elsewhere, by a pin or not.
pub fn takers(mesh: &Mesh, set: &[ModuleId], provision: ProvisionId, pinned: bool) -> Vec<ModuleId> {
    let modules = Modules::now(&mesh.catalogue);
    set.iter()
        .copied()
        .filter(|id| modules.get(*id).is_some_and(|module| module.requires(provision)))
        .filter(|id| takes(modules, set, *id, provision, pinned))
        .collect()
}
