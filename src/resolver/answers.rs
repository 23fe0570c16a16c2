//! The second pass: what answers each requirement of a node, or why nothing does.

use crate::model::{Mesh, Module, ModuleId, Modules, NodeId, ProvisionId, Scope};

use super::{
    classes::{ClassId, Classes},
    closure::{Marks, has_narrow_pin, providers},
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

/// A provision that a set leaves open, and who requires it.
pub(super) type Open = (ProvisionId, ModuleId);

/// What a set provides, so that each requirement is looked up at once.
#[derive(Debug, Default)]
pub(super) struct Provided {
    once: Marks,
    again: Marks,
}

impl Provided {
    fn clear(&mut self, mesh: &Mesh) {
        let numbers = mesh.catalogue.provisions().len();
        self.once.clear(numbers);
        self.again.clear(numbers);
    }

    fn add(&mut self, provision: ProvisionId) {
        if !self.once.mark(provision.index()) {
            self.again.mark(provision.index());
        }
    }

    fn by_another(&self, module: &Module, requirement: ProvisionId) -> bool {
        let own = module.provides(requirement).is_some();
        let marks = if own { &self.again } else { &self.once };
        marks.is_marked(requirement.index())
    }
}

/// The requirements of a node's set that it does not answer itself, by number of the provision and name of the module.
///
/// What brought a module in is answered by it, so that only the rest is looked at; unless a pin stands in its place.
pub(super) fn open(answering: &Answering<'_>, node: NodeId, provided: &mut Provided, open: &mut Vec<Open>) {
    let Answering { mesh, index, classes, sets, .. } = *answering;
    let (set, class) = (sets.get(node), sets.class(node));
    open.clear();
    let all = has_narrow_pin(mesh, index, node);
    let brings = |id: &ModuleId| classes.brings(mesh, index, class, *id);
    if !all && set.iter().all(|id| brings(id).is_none_or(|brings| brings.loose.is_empty())) {
        return;
    }
    provided.clear(mesh);
    for id in set {
        match mesh.catalogue.get(*id).filter(|_| all) {
            Some(module) => module.provides.iter().for_each(|(provision, _)| provided.add(*provision)),
            None => index.answers(*id).iter().for_each(|provision| provided.add(*provision)),
        }
    }
    let pinned = !mesh.node(node).pins.is_empty();
    let modules = Modules::now(&mesh.catalogue);
    for id in set {
        let Some((module, brings)) = mesh.catalogue.get(*id).zip(brings(id)) else { continue };
        let looked_at = if all { &module.requires } else { &brings.loose };
        open.extend(looked_at.iter().filter_map(|requirement| {
            let by_pin =
                pinned && mesh.pin_of(node, *requirement).is_some() && !stands_behind(modules, set, *id, *requirement);
            (by_pin || !provided.by_another(module, *requirement)).then_some((*requirement, *id))
        }));
    }
    open.sort_by_key(|(provision, _)| *provision);
}

/// Whether a module of the set stands in front of a pin for another one: it provides and requires the same.
pub(super) fn stands_behind(modules: Modules<'_>, set: &[ModuleId], by: ModuleId, requirement: ProvisionId) -> bool {
    let is_pooler =
        |id: ModuleId| modules.get(id).is_some_and(|m| m.requires(requirement) && m.provides(requirement).is_some());
    !is_pooler(by) && set.iter().any(|id| is_pooler(*id))
}

impl Answering<'_> {
    /// Answers what a node's set leaves open, by number of the provision.
    pub(super) fn answer(&self, node: NodeId, open: &[Open], answered: &mut Answered) {
        for open in open.chunk_by(|a, b| a.0 == b.0) {
            let Some((provision, _)) = open.first().copied() else { continue };
            let pin = self.mesh.pin_of(node, provision).map(|pin| pin.provider);
            let is_wide = !self.index.wide(provision).is_empty();
            let outcome = match pin {
                Some(provider) if provider == node => self.by_own_pin(node, open),
                Some(provider) => self.by_pin(node, provider, provision),
                None if is_wide => self.by_mesh(node, provision),
                None => self.by_catalogue(self.sets.class(node), open).map(|()| None),
            };
            if pin.is_some() || is_wide {
                answered.asked.push(provision);
            }
            match outcome {
                Ok(take) => answered.takes.extend(take),
                Err(fault) => {
                    let refused =
                        open.iter().map(|(_, by)| *by).filter(|by| !self.is_answered(node, provision, *by, pin));
                    answered.findings.push(Finding::Requirement { node, provision, fault, by: refused.collect() });
                }
            }
        }
    }

    /// A pin decides alone.
    fn by_pin(&self, node: NodeId, provider: NodeId, provision: ProvisionId) -> Result<Option<Take>, Fault> {
        self.take(node, provision, provider, true).map(Some).ok_or(Fault::Pin(provider))
    }

    /// A pin that names the node itself is answered by another module of its set.
    fn by_own_pin(&self, node: NodeId, open: &[Open]) -> Result<Option<Take>, Fault> {
        let all = open.iter().all(|(provision, by)| self.is_answered(node, *provision, *by, Some(node)));
        if all { Ok(None) } else { Err(Fault::Pin(node)) }
    }

    /// Whether a pin names the node itself and another module of its set answers there: only the rest is refused.
    fn is_answered(&self, node: NodeId, provision: ProvisionId, by: ModuleId, pin: Option<NodeId>) -> bool {
        let wide = |id: &ModuleId| self.index.offers(*id).iter().any(|(offered, _)| *offered == provision);
        pin == Some(node) && self.sets.get(node).iter().any(|id| *id != by && wide(id))
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
    fn by_catalogue(&self, class: ClassId, open: &[Open]) -> Result<(), Fault> {
        let would = |module: &ModuleId| open.iter().any(|(_, by)| by != module) && self.classes.suits(class, *module);
        let provision = open.first().map(|(provision, _)| *provision);
        let any = provision.is_some_and(|provision| self.index.here(provision).iter().any(would));
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
    each_taker(mesh, set, provision, pinned).collect()
}

/// The same, one after the other.
pub fn each_taker<'a>(
    mesh: &'a Mesh,
    set: &'a [ModuleId],
    provision: ProvisionId,
    pinned: bool,
) -> impl Iterator<Item = ModuleId> + 'a {
    let modules = Modules::now(&mesh.catalogue);
    set.iter()
        .copied()
        .filter(move |id| modules.get(*id).is_some_and(|module| module.requires(provision)))
        .filter(move |id| takes(modules, set, *id, provision, pinned))
}
