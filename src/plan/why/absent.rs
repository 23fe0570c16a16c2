//! Why a module is not on a node.

use serde::Serialize;

use super::Asked;
use crate::{
    model::{ModuleId, ModuleName, NodeName, ProvisionId, ProvisionName},
    resolver::{Finding, Unmet, takers},
};

/// A reason why a module that nobody assigned was not brought in either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Absence {
    /// It provides nothing that could be required.
    ProvidesNothing,
    /// Nothing on the node requires what it provides.
    Unrequired {
        /// What it provides.
        provisions: Vec<ProvisionName>,
    },
    /// The node's own set answers it already.
    Answered {
        /// What is required.
        provision: ProvisionName,
        /// By whom.
        by: Vec<ModuleName>,
        /// What answers it there.
        modules: Vec<ModuleName>,
    },
    /// A pin answers it.
    Pinned {
        /// What is required.
        provision: ProvisionName,
        /// By whom.
        by: Vec<ModuleName>,
        /// The pinned node.
        from: NodeName,
    },
    /// The catalogue has it for a site or the mesh: nothing is ever brought in for it.
    Wide {
        /// What is required.
        provision: ProvisionName,
        /// By whom.
        by: Vec<ModuleName>,
        /// The node that answers it.
        from: Option<NodeName>,
    },
    /// It is required and not answered.
    Open {
        /// What is required.
        provision: ProvisionName,
        /// By whom.
        by: Vec<ModuleName>,
        /// The other modules that provide it.
        others: Vec<ModuleName>,
    },
    /// The machine does not meet its needs.
    Unmet {
        /// The facts.
        unmet: Vec<Unmet>,
    },
}

impl Asked<'_> {
    /// Why a module is not on the node.
    pub(super) fn absences(self, module: ModuleId) -> Vec<Absence> {
        let Some(entry) = self.world.mesh.catalogue.get(module) else { return Vec::new() };
        let mut absences = Vec::new();
        let mut provisions: Vec<ProvisionName> = Vec::new();
        for (provision, _) in &entry.provides {
            match self.absence(module, *provision) {
                Some(absence) => absences.push(absence),
                None => provisions.push(self.world.mesh.catalogue.provision(*provision).clone()),
            }
        }
        if entry.provides.is_empty() {
            absences.push(Absence::ProvidesNothing);
        } else if !provisions.is_empty() {
            absences.insert(0, Absence::Unrequired { provisions });
        }
        let unmet = self.world.resolution.lacks(&self.world.mesh, self.node, module);
        absences.extend((!unmet.is_empty()).then_some(Absence::Unmet { unmet }));
        absences
    }

    /// Why nothing was brought in for a provision; `None` where nothing requires it.
    fn absence(self, module: ModuleId, id: ProvisionId) -> Option<Absence> {
        let mesh = &self.world.mesh;
        let view = self.world.resolution.view(self.node);
        let provision = mesh.catalogue.provision(id).clone();
        let names = |modules: &[ModuleId]| modules.iter().map(|by| self.name(*by)).collect::<Vec<_>>();
        let has = |wanted: &dyn Fn(&crate::model::Module) -> bool| {
            let set = view.set.iter().copied();
            set.filter(|id| mesh.catalogue.get(*id).is_some_and(|module| wanted(module))).collect::<Vec<ModuleId>>()
        };
        let requirers = has(&|module| module.requires(id));
        if requirers.is_empty() {
            return None;
        }
        let by = names(&requirers);
        let pin = mesh.pin_of(self.node, id);
        if let Some(pin) = pin.filter(|_| !takers(mesh, view.set, id, true).is_empty()) {
            return Some(Absence::Pinned { provision, by, from: mesh.node_name(pin.provider).clone() });
        }
        if let Some(take) = view.takes.iter().find(|take| take.provision == id) {
            return Some(Absence::Wide { provision, by, from: Some(mesh.node_name(take.from).clone()) });
        }
        match self.open(id) {
            Some(Finding::Requirement { by, .. }) if self.is_wide(id) => {
                Some(Absence::Wide { provision, by: names(by), from: None })
            }
            Some(Finding::Requirement { by, .. }) => {
                Some(Absence::Open { provision, by: names(by), others: self.others(module, id) })
            }
            Some(_) | None => {
                Some(Absence::Answered { provision, by, modules: names(&has(&|module| module.provides(id).is_some())) })
            }
        }
    }

    fn others(self, module: ModuleId, provision: ProvisionId) -> Vec<ModuleName> {
        let modules = self.world.mesh.catalogue.modules();
        let others = modules.filter(|(id, other)| *id != module && other.provides(provision).is_some());
        let mut others: Vec<ModuleName> = others.map(|(id, _)| self.name(id)).collect();
        others.sort();
        others
    }

    fn is_wide(self, provision: ProvisionId) -> bool {
        let mut modules = self.world.mesh.catalogue.modules();
        modules.any(|(_, module)| module.provides(provision).is_some_and(|scope| scope.is_wide()))
    }
}
