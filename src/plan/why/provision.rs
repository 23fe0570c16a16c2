//! What answers a provision on a node, and for whom.

use serde::Serialize;

use super::{Asked, Placed, ProvisionAnswer};
use crate::{
    model::{ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, Scope},
    plan::{own, pins::standing, planner::tell},
    resolver::Finding,
};

/// What answers a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answering {
    /// For whose requirement.
    pub wanted_for: Vec<ModuleName>,
    /// How it comes to answer.
    pub how: How,
    /// The scope of what it provides.
    pub scope: Scope,
    /// The module that answers, on its node.
    pub placed: Placed,
}

/// What answers a requirement of one module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// What is required.
    pub provision: ProvisionName,
    /// The node that answers.
    pub node: NodeName,
    /// The module there.
    pub module: ModuleName,
    /// The scope of what it provides.
    pub scope: Scope,
    /// How it comes to answer.
    pub how: How,
}

/// How something comes to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It is in the node's own set.
    Set,
    /// A pin says so.
    Pin,
    /// It is the only offer in reach.
    Only,
}

impl<'a> Asked<'a> {
    pub(super) fn provision(self, provision: ProvisionId) -> ProvisionAnswer {
        let mesh = &self.world.mesh;
        let requires = |id: &&ModuleId| mesh.catalogue.get(**id).is_some_and(|module| module.requires(provision));
        let provides = |id: &&ModuleId| self.scope(**id, provision).is_some();
        let place = |id: &ModuleId| self.placed(self.node, *id);
        let mut providers: Vec<_> = mesh
            .catalogue
            .modules()
            .filter(|(id, _)| !self.set().contains(id))
            .filter_map(|(id, module)| Some((self.name(id), module.provides(provision)?)))
            .collect();
        providers.sort();
        ProvisionAnswer {
            provision: mesh.catalogue.provision(provision).clone(),
            required: self.set().iter().filter(requires).map(place).collect(),
            answers: self.answers(provision),
            open: tell(self.world, self.open(provision).into_iter()).pop(),
            pin: mesh.pin_of(self.node, provision).map(|pin| standing(self.world, self.node, pin)),
            provided: self.set().iter().filter(provides).map(place).collect(),
            providers,
        }
    }

    fn scope(self, module: ModuleId, provision: ProvisionId) -> Option<Scope> {
        self.world.mesh.catalogue.get(module)?.provides(provision)
    }

    /// Why nothing answers it.
    pub(super) fn open(self, provision: ProvisionId) -> Option<&'a Finding> {
        own::open(self.world, self.node, provision)
    }

    fn answers(self, provision: ProvisionId) -> Vec<Answering> {
        let told = |(by, how, scope, node, module): Reply| Answering {
            wanted_for: by.into_iter().map(|by| self.name(by)).collect(),
            how,
            scope,
            placed: self.placed(node, module),
        };
        self.replies(provision).into_iter().map(told).collect()
    }

    /// What answers the requirements of a module of the node.
    pub(super) fn answered(self, module: ModuleId) -> Vec<Answered> {
        let mesh = &self.world.mesh;
        let required = mesh.catalogue.get(module).map(|module| module.manifest().requires.clone()).unwrap_or_default();
        let mut answered = Vec::new();
        for provision in required.iter().filter_map(|name| mesh.catalogue.provision_id(name)) {
            let replies = self.replies(provision).into_iter().filter(|(by, ..)| by.contains(&module));
            answered.extend(replies.map(|(_, how, scope, node, module)| Answered {
                provision: mesh.catalogue.provision(provision).clone(),
                node: mesh.node_name(node).clone(),
                module: self.name(module),
                scope,
                how,
            }));
        }
        answered.sort_by(|a, b| (&a.provision, &a.node, &a.module).cmp(&(&b.provision, &b.node, &b.module)));
        answered
    }

    fn replies(self, provision: ProvisionId) -> Vec<Reply> {
        let (here, elsewhere) = own::requirers(self.world, self.node, provision);
        let take = self.world.resolution.view(self.node).takes.iter().find(|take| take.provision == provision);
        let mut answers = self.within(provision, &here, How::Set);
        if let Some(take) = take {
            let how = if take.pinned { How::Pin } else { How::Only };
            answers.push((elsewhere, how, take.scope, take.from, take.module));
        } else if own::is_pinned_here(self.world, self.node, provision) {
            let pinned = self.within(provision, &elsewhere, How::Pin);
            answers.extend(pinned.into_iter().filter(|(_, _, scope, ..)| scope.is_wide()));
        }
        answers
    }

    /// The modules of the node's own set that answer these.
    fn within(self, provision: ProvisionId, by: &[ModuleId], how: How) -> Vec<Reply> {
        let reply = |id: &ModuleId| {
            let scope = self.scope(*id, provision)?;
            let by: Vec<ModuleId> = by.iter().copied().filter(|by| by != id).collect();
            (!by.is_empty()).then_some((by, how, scope, self.node, *id))
        };
        self.set().iter().filter_map(reply).collect()
    }
}

/// For whom, how, at which scope, and which module of which node answers.
type Reply = (Vec<ModuleId>, How, Scope, NodeId, ModuleId);
