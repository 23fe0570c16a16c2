//! What a node answers to itself of what others could answer too.

use serde::Serialize;

use crate::{
    model::{ModuleId, ModuleName, NodeId, ProvisionId, ProvisionName, Scope},
    resolver::{Finding, World, takers},
};

/// A requirement that a module of the node's own set answers at a scope at which another node might.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedOwn {
    /// What is required.
    pub provision: ProvisionName,
    /// The module that answers.
    pub module: ModuleName,
    /// The scope at which it provides it.
    pub scope: Scope,
    /// Whether a pin to the node itself says so.
    pub pinned: bool,
    /// The modules that require it.
    #[serde(rename = "for")]
    pub wanted_for: Vec<ModuleName>,
}

/// What a node answers to itself, by provision and module.
pub(super) fn own(world: &World, node: NodeId) -> Vec<PlannedOwn> {
    let mesh = &world.mesh;
    let set = world.resolution.view(node).set;
    let mut own = Vec::new();
    for id in set {
        let Some(module) = mesh.catalogue.get(*id) else { continue };
        for (provision, scope) in module.provides.iter().filter(|(_, scope)| scope.is_wide()) {
            for (pinned, by) in answered(world, node, *provision) {
                let others = by.iter().filter(|by| *by != id);
                let wanted_for: Vec<ModuleName> = others.map(|by| mesh.catalogue.name(*by).clone()).collect();
                if !wanted_for.is_empty() {
                    own.push(PlannedOwn {
                        provision: mesh.catalogue.provision(*provision).clone(),
                        module: mesh.catalogue.name(*id).clone(),
                        scope: *scope,
                        pinned,
                        wanted_for,
                    });
                }
            }
        }
    }
    own.sort_by(|a, b| (&a.provision, &a.module).cmp(&(&b.provision, &b.module)));
    own
}

/// The modules whose requirement is answered on the node itself, by a pin or without one.
fn answered(world: &World, node: NodeId, provision: ProvisionId) -> Vec<(bool, Vec<ModuleId>)> {
    let (here, elsewhere) = requirers(world, node, provision);
    let mut answered = vec![(false, here)];
    answered.extend(is_pinned_here(world, node, provision).then_some((true, elsewhere)));
    answered
}

/// The modules of a node that require something: those that its own set answers, and those that a pin or another node
/// does.
pub(super) fn requirers(world: &World, node: NodeId, provision: ProvisionId) -> (Vec<ModuleId>, Vec<ModuleId>) {
    let mesh = &world.mesh;
    let set = world.resolution.view(node).set;
    let requires = |id: &ModuleId| mesh.catalogue.get(*id).is_some_and(|module| module.requires(provision));
    if !set.iter().any(requires) {
        return (Vec::new(), Vec::new());
    }
    let elsewhere = takers(mesh, set, provision, mesh.pin_of(node, provision).is_some());
    let here = set.iter().copied().filter(|id| requires(id) && !elsewhere.contains(id)).collect();
    (here, elsewhere)
}

/// Whether a pin of a node to itself is answered.
pub(super) fn is_pinned_here(world: &World, node: NodeId, provision: ProvisionId) -> bool {
    let pin = world.mesh.pin_of(node, provision);
    pin.is_some_and(|pin| pin.provider == node) && open(world, node, provision).is_none()
}

/// Why nothing answers what a node requires.
pub(super) fn open(world: &World, node: NodeId, provision: ProvisionId) -> Option<&Finding> {
    let mut open = world.resolution.view(node).open.iter();
    open.find(|finding| matches!(finding, Finding::Requirement { provision: p, .. } if *p == provision))
}
