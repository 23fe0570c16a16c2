//! Telling a finding: small numbers turned into names, with the chain of everyone involved and every candidate.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::model::{Mesh, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, Resource, Scope};

use super::{
    exclusions::differing,
    finding::{Extent, Fault, Finding, Holder},
    judge::unmet,
    refusal::{Candidate, Party, Refusal, Subject, Unanswered},
    resolution::Resolution,
    resources::resource,
};

/// What was asked for: modules on nodes that a command assigns.
pub type Asked = BTreeSet<(NodeName, ModuleName)>;

/// A resolved mesh about which findings are told.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// What it comes to.
    pub resolution: &'a Resolution,
    /// What a command asks for, so that the newcomer can be told from those that were there.
    pub asked: &'a Asked,
}

impl Telling<'_> {
    /// The refusal that a finding is, remedies aside.
    pub fn tell(&self, finding: &Finding) -> Refusal {
        match finding {
            Finding::Claim { claim, extent, holders } => {
                let site = match extent {
                    Extent::Site(site) => self.mesh.site_name(*site).cloned(),
                    Extent::Mesh | Extent::Lone(_) | Extent::Node(_) => None,
                };
                let subject =
                    Subject::Claim { claim: self.mesh.catalogue.claim(*claim).clone(), scope: scope(*extent), site };
                let parties = holders.iter().map(|holder| self.holder(holder)).collect();
                self.refusal(finding.node(), subject, parties, Vec::new())
            }
            Finding::Resource { node, kind, key, parties } => {
                let subject = Subject::Resource { resource: kind.to_string(), key: key.to_string() };
                let stated = parties.iter().filter_map(|(module, place)| resource(self.mesh, *module, *place));
                let differs = differing(&stated.collect::<Vec<_>>());
                let party = |(module, place): &(ModuleId, usize)| Party {
                    says: resource(self.mesh, *module, *place).map(|one| said(one, &differs)).unwrap_or_default(),
                    ..self.owner(*node, *module, *place)
                };
                let parties = parties.iter().map(party).collect();
                self.refusal(Some(*node), subject, parties, Vec::new())
            }
            Finding::Need { node, module, unmet: facts } => {
                let unmet = unmet(self.mesh, *node, facts.iter().copied(), *module);
                let subject = Subject::Needs { module: self.mesh.catalogue.name(*module).clone(), unmet };
                let parties = vec![self.party(*node, *module)];
                self.refusal(Some(*node), subject, parties, Vec::new())
            }
            Finding::Requirement { node, provision, fault, by } => self.requirement(*node, *provision, *fault, by),
            Finding::Reflects { node, module, resource: place, missing } => {
                let qualified = |module: ModuleId, id: &str| format!("{}/{id}", self.mesh.catalogue.name(module));
                let id = resource(self.mesh, *module, *place).map_or("", |resource| resource.id.as_str());
                let subject = Subject::Reflects {
                    resource: qualified(*module, id),
                    reflects: missing.iter().map(|(module, id)| qualified(*module, id.as_str())).collect(),
                };
                let parties = vec![self.owner(*node, *module, *place)];
                self.refusal(Some(*node), subject, parties, Vec::new())
            }
        }
    }

    fn requirement(&self, node: NodeId, provision: ProvisionId, fault: Fault, by: &[ModuleId]) -> Refusal {
        let candidates = self.candidates(node, provision, fault, by);
        let names: Vec<ModuleName> = by.iter().map(|id| self.mesh.catalogue.name(*id).clone()).collect();
        let itself = self.provides_itself(provision, by);
        let parties = by.iter().map(|module| self.party(node, *module)).collect();
        let why = match fault {
            Fault::Pin(from) => {
                let subject = self.pin_subject(node, provision, (from, node == from && itself), names);
                return self.refusal(Some(node), subject, parties, candidates);
            }
            Fault::NoProvider => self.no_provider(provision, candidates.is_empty()),
            Fault::ChooseModule => Unanswered::ChooseModule,
            Fault::NoNode => Unanswered::NoNode { could: Vec::new(), leaving: Vec::new() },
            Fault::ChooseNode => Unanswered::ChooseNode,
        };
        let requirement = self.mesh.catalogue.provision(provision).clone();
        let subject = Subject::Requirement { requirement, by: names, itself, why };
        self.refusal(Some(node), subject, parties, candidates)
    }

    /// What was probably meant by a provision that no module answers, or that none provides at all.
    fn no_provider(&self, provision: ProvisionId, is_unknown: bool) -> Unanswered {
        let catalogue = &self.mesh.catalogue;
        let near = if is_unknown { self.resolution.index.near(catalogue, provision) } else { Vec::new() };
        let name = ModuleName::new(catalogue.provision(provision).as_str());
        let module_of_that_name = name.is_ok_and(|name| catalogue.id(&name).is_some());
        Unanswered::NoProvider { near, module_of_that_name }
    }

    /// A pin as the subject of a refusal; `by` is empty where nothing requires it.
    pub(super) fn pin_subject(
        &self,
        node: NodeId,
        provision: ProvisionId,
        (from, itself): (NodeId, bool),
        by: Vec<ModuleName>,
    ) -> Subject {
        let names = |modules: &[ModuleId]| modules.iter().map(|id| self.mesh.catalogue.name(*id).clone()).collect();
        let index = &self.resolution.index;
        let is_local = node != from && index.wide(provision).is_empty();
        Subject::Pin {
            requirement: self.mesh.catalogue.provision(provision).clone(),
            by,
            from: self.mesh.node_name(from).clone(),
            pinned_at: self.mesh.pin_of(node, provision).map(|pin| pin.at),
            runs: names(self.resolution.view(from).set),
            leaving: Vec::new(),
            stays: if is_local { names(index.here(provision)) } else { Vec::new() },
            itself,
        }
    }

    fn candidates(&self, node: NodeId, provision: ProvisionId, fault: Fault, by: &[ModuleId]) -> Vec<Candidate> {
        let (mesh, resolution) = (self.mesh, self.resolution);
        let here = || resolution.modules_here(mesh, node, provision, by);
        match fault {
            // For a module of this machine the node goes without saying.
            Fault::NoProvider | Fault::ChooseModule => here(),
            Fault::NoNode => {
                let mut candidates = resolution.modules_elsewhere(mesh, provision);
                candidates.extend(here());
                candidates.extend(resolution.nodes_out_of_reach(mesh, provision, node));
                candidates
            }
            Fault::ChooseNode => {
                let mut candidates = resolution.nodes_offering(mesh, provision, node);
                candidates.extend(here());
                candidates
            }
            Fault::Pin(pinned) => {
                let mut candidates = resolution.nodes_offering(mesh, provision, node);
                let name = mesh.node_name(pinned);
                let far = resolution.nodes_out_of_reach(mesh, provision, node).into_iter();
                candidates.extend(far.filter(|candidate| candidate.offering() == Some(name)));
                candidates
            }
        }
    }

    /// Whether who requires a provision provides it.
    fn provides_itself(&self, provision: ProvisionId, by: &[ModuleId]) -> bool {
        let module = |id: &ModuleId| self.mesh.catalogue.get(*id);
        by.iter().filter_map(module).any(|module| module.provides(provision).is_some())
    }

    /// A module of a node as a party, with how it came there.
    pub fn party(&self, node: NodeId, module: ModuleId) -> Party {
        let chain = self.resolution.chain(self.mesh, node, module);
        let name = self.mesh.node_name(node).clone();
        let asked = chain.first().is_some_and(|head| self.asked.contains(&(name.clone(), head.module.clone())));
        Party {
            node: name,
            module: Some(self.mesh.catalogue.name(module).clone()),
            resource: None,
            chain,
            assigned: self.mesh.is_assigned(node, module),
            asked,
            scope: None,
            key: None,
            says: BTreeMap::new(),
        }
    }

    fn holder(&self, holder: &Holder) -> Party {
        Party { scope: Some(holder.scope), ..self.party(holder.node, holder.module) }
    }

    fn owner(&self, node: NodeId, module: ModuleId, place: usize) -> Party {
        let resource = resource(self.mesh, module, place);
        Party {
            resource: resource.map(|resource| resource.id.clone()),
            key: resource.and_then(|resource| resource.identity.own_key()),
            ..self.party(node, module)
        }
    }

    /// A refusal with its lists in order.
    pub(super) fn refusal(
        &self,
        node: Option<NodeId>,
        subject: Subject,
        mut parties: Vec<Party>,
        mut candidates: Vec<Candidate>,
    ) -> Refusal {
        parties.sort_by(|a, b| (&a.node, &a.module, &a.resource).cmp(&(&b.node, &b.module, &b.resource)));
        candidates.sort_by(|a, b| (a.node(), &a.module).cmp(&(b.node(), &b.module)));
        let node = node.map(|node| self.mesh.node_name(node).clone());
        Refusal { node, subject, parties, candidates, remedies: Vec::new(), untried: false }
    }
}

/// What a resource says of fields of which others say something else.
fn said(resource: &Resource, differs: &BTreeMap<String, Vec<Value>>) -> BTreeMap<String, Value> {
    let told = resource.says().filter(|(field, _)| differs.contains_key(*field));
    told.map(|(field, value)| (field.clone(), value.clone())).collect()
}

/// The widest scope at which an extent is told.
fn scope(extent: Extent) -> Scope {
    match extent {
        Extent::Mesh => Scope::Mesh,
        Extent::Site(_) | Extent::Lone(_) => Scope::Site,
        Extent::Node(_) => Scope::Node,
    }
}

/// Sorts refusals as they are shown: by node (those over a site or the mesh first), code, key.
pub fn sort(refusals: &mut [Refusal]) {
    refusals.sort_by(|a, b| (&a.node, a.code().word(), a.key()).cmp(&(&b.node, b.code().word(), b.key())));
}
