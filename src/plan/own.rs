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
    let mesh = &world.mesh;
    let view = world.resolution.view(node);
    let requires = |id: &ModuleId| mesh.catalogue.get(*id).is_some_and(|module| module.requires(provision));
    if !view.set.iter().any(requires) {
        return Vec::new();
    }
    let pin = mesh.pin_of(node, provision);
    let elsewhere = takers(mesh, view.set, provision, pin.is_some());
    let here = view.set.iter().copied().filter(|id| requires(id) && !elsewhere.contains(id)).collect();
    let is_open = view
        .open
        .iter()
        .any(|finding| matches!(finding, Finding::Requirement { provision: open, .. } if *open == provision));
    let by_pin = pin.is_some_and(|pin| pin.provider == node) && !is_open;
    let mut answered = vec![(false, here)];
    answered.extend(by_pin.then_some((true, elsewhere)));
    answered
}
