//! What makes a refusal the one that a remedy is for.

use std::collections::BTreeSet;

use crate::model::{ModuleId, NodeId, NodeName, ProvisionId, SiteName};

use crate::resolver::{
    finding::{Extent, Finding},
    moved::Move,
    refusal::{Code, Refusal, Subject},
    resources::resource,
    verdict::Verdict,
    world::World,
};

/// What makes a refusal the one that it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// The code.
    pub code: Code,
    /// The node, where it is one.
    pub node: Option<NodeName>,
    /// The claim, key, requirement, module, resource or site.
    pub key: String,
    /// What tells it from others of the same key: the site of a claim, the type of a resource.
    pub among: String,
}

impl From<&Refusal> for Identity {
    fn from(refusal: &Refusal) -> Self {
        let among = match &refusal.subject {
            Subject::Claim { site: Some(site), .. } => site.to_string(),
            Subject::Resource { resource, .. } => resource.clone(),
            Subject::Claim { .. }
            | Subject::Requirement { .. }
            | Subject::Pin { .. }
            | Subject::Moved { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::BroughtIn { .. }
            | Subject::ModuleInUse { .. }
            | Subject::SiteInUse { .. }
            | Subject::Reviewed { .. } => String::new(),
        };
        Self { code: refusal.code(), node: refusal.node.clone(), key: refusal.key().to_owned(), among }
    }
}

impl Identity {
    /// Of one of which code, node and key say all.
    fn plain(code: Code, node: Option<NodeName>, key: impl Into<String>) -> Self {
        Self { code, node, key: key.into(), among: String::new() }
    }
}

impl World {
    /// The identity of everything that a verdict refuses.
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
        Identity::plain(Code::InUse, None, self.mesh.catalogue.name(module).as_str())
    }

    fn identity_on(&self, code: Code, node: NodeId, key: &str) -> Identity {
        Identity::plain(code, Some(self.mesh.node_name(node).clone()), key)
    }

    /// The identity of everything that is refused, in order.
    pub fn identities(&self) -> BTreeSet<Identity> {
        self.resolution.findings().map(|finding| self.identity_of(finding)).collect()
    }

    pub(super) fn identity_of(&self, finding: &Finding) -> Identity {
        let (key, among) = match finding {
            Finding::Claim { claim, extent, .. } => {
                (self.mesh.catalogue.claim(*claim).to_string(), self.among(*extent).to_owned())
            }
            Finding::Resource { key, kind, .. } => (key.to_string(), kind.to_string()),
            Finding::Need { module, .. } => (self.mesh.catalogue.name(*module).to_string(), String::new()),
            Finding::Requirement { provision, .. } => {
                (self.mesh.catalogue.provision(*provision).to_string(), String::new())
            }
            Finding::Reflects { module, resource: place, .. } => {
                let id = resource(&self.mesh, *module, *place).map_or("", |resource| resource.id.as_str());
                (format!("{}/{id}", self.mesh.catalogue.name(*module)), String::new())
            }
        };
        Identity {
            code: finding.code(),
            node: finding.node().map(|node| self.mesh.node_name(node).clone()),
            key,
            among,
        }
    }

    fn among(&self, extent: Extent) -> &str {
        match extent {
            Extent::Site(site) => self.mesh.site_name(site).map_or("", |site| site.as_str()),
            Extent::Mesh | Extent::Lone(_) | Extent::Node(_) => "",
        }
    }
}

fn identity_of_site(site: &SiteName) -> Identity {
    Identity::plain(Code::InUse, None, site.as_str())
}
