//! What makes a refusal the one that a remedy is for.

use std::collections::BTreeSet;

use crate::model::{ModuleId, NodeId, NodeName, ProvisionId, SiteName};

use crate::resolver::{
    finding::Finding,
    moved::Move,
    refusal::{Code, Refusal},
    resources::resource,
    verdict::Verdict,
    world::World,
};

/// The code, node and key of a refusal.
pub(in crate::resolver) type Identity = (Code, Option<NodeName>, String);

/// The identity of a refusal.
pub(in crate::resolver) fn identity(refusal: &Refusal) -> Identity {
    (refusal.code, refusal.node.clone(), refusal.key().to_owned())
}

impl World {
    /// The code, node and key of everything that a verdict refuses.
    pub fn identities_of(&self, verdict: &Verdict) -> BTreeSet<Identity> {
        let mut all: BTreeSet<Identity> = verdict.findings.iter().map(|finding| self.identity_of(finding)).collect();
        all.extend(verdict.moves.iter().map(|moved| self.identity_of_move(moved)));
        all.extend(verdict.pins.iter().map(|(node, provision, _)| self.identity_of_pin(*node, *provision)));
        all.extend(verdict.brought_in.iter().map(|(node, module)| self.identity_of_bringing(*node, *module)));
        all.extend(verdict.modules_in_use.iter().map(|(module, _)| self.identity_of_use(*module)));
        all.extend(verdict.sites_in_use.iter().map(|(site, _)| identity_of_site(site)));
        all
    }

    /// A verdict with some of what it refuses.
    pub(super) fn only(&self, mut verdict: Verdict, wanted: impl Fn(&Identity) -> bool) -> Verdict {
        verdict.findings.retain(|finding| wanted(&self.identity_of(finding)));
        verdict.moves.retain(|moved| wanted(&self.identity_of_move(moved)));
        verdict.pins.retain(|(node, provision, _)| wanted(&self.identity_of_pin(*node, *provision)));
        verdict.brought_in.retain(|(node, module)| wanted(&self.identity_of_bringing(*node, *module)));
        verdict.modules_in_use.retain(|(module, _)| wanted(&self.identity_of_use(*module)));
        verdict.sites_in_use.retain(|(site, _)| wanted(&identity_of_site(site)));
        verdict
    }

    fn identity_of_move(&self, moved: &Move) -> Identity {
        self.identity_on(Code::AnswerMoved, moved.node, self.mesh.catalogue.provision(moved.provision).as_str())
    }

    fn identity_of_pin(&self, node: NodeId, provision: ProvisionId) -> Identity {
        self.identity_on(Code::PinUnanswered, node, self.mesh.catalogue.provision(provision).as_str())
    }

    fn identity_of_bringing(&self, node: NodeId, module: ModuleId) -> Identity {
        self.identity_on(Code::BroughtIn, node, self.mesh.catalogue.name(module).as_str())
    }

    fn identity_of_use(&self, module: ModuleId) -> Identity {
        (Code::InUse, None, self.mesh.catalogue.name(module).to_string())
    }

    fn identity_on(&self, code: Code, node: NodeId, key: &str) -> Identity {
        (code, Some(self.mesh.node_name(node).clone()), key.to_owned())
    }

    /// The code, node and key of everything that is refused, in order.
    pub fn identities(&self) -> BTreeSet<(Code, Option<NodeName>, String)> {
        self.resolution.findings().map(|finding| self.identity_of(finding)).collect()
    }

    pub(super) fn identity_of(&self, finding: &Finding) -> Identity {
        let key = match finding {
            Finding::Claim { claim, .. } => self.mesh.catalogue.claim(*claim).to_string(),
            Finding::Resource { key, .. } => key.to_string(),
            Finding::Need { module, .. } => self.mesh.catalogue.name(*module).to_string(),
            Finding::Requirement { provision, .. } => self.mesh.catalogue.provision(*provision).to_string(),
            Finding::Reflects { module, resource: place, .. } => {
                let id = resource(&self.mesh, *module, *place).map_or("", |resource| resource.id.as_str());
                format!("{}/{id}", self.mesh.catalogue.name(*module))
            }
        };
        (finding.code(), finding.node().map(|node| self.mesh.node_name(node).clone()), key)
    }
}

fn identity_of_site(site: &SiteName) -> Identity {
    (Code::InUse, None, site.to_string())
}
