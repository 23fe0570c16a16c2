//! The rule of every change: what is refused because of it, and was not refused before.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use crate::model::{
    Edit, FactName, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, Scope, SiteName,
};

use super::{
    finding::{Fault, Finding, Subject as Same},
    judge::covers,
    meant::Meant,
    moved::Move,
    offers::offer_to,
    refusal::{Party, Refusal, Subject},
    tell::{Asked, Telling, sort},
    world::{Step, World},
};

/// What a command asks for.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The edits, in order.
    pub edits: Vec<Edit>,
    /// Pins that were asked for by name: each is checked, required or not.
    pub pins: Vec<(NodeName, ProvisionName)>,
    /// Modules that are to be off a node, also where nobody assigned them.
    pub off: Vec<(NodeName, ModuleName)>,
    /// Assignments that were asked for and are there already: what takes them away would be undone by the change.
    pub wanted: Vec<(NodeId, ModuleId)>,
    /// Facts that are stated, whether they are so already or not.
    pub facts: Vec<(NodeName, FactName)>,
    /// Whether all that it says is said again whenever it is made: a document states nodes and pins whole.
    pub restates: bool,
    /// Whether it takes away every assignment that it does not say, whenever it is made.
    pub prunes: bool,
    /// What decided which nodes and modules it is about.
    pub chosen: Chosen,
    /// Answers that are meant to go from one node to another.
    pub handed_over: Vec<HandedOver>,
    /// Modules that go from one node to another: what answered them there is to answer them here.
    pub relocated: Vec<Relocated>,
    /// Pins that the receiver of a hand-over has of the giver: nobody asked for them by name.
    pub carried: Vec<(NodeName, ProvisionName)>,
}

impl Change {
    /// What was asked about a node is asked about it under its new name. The edits say themselves what they mean.
    pub fn rename(&mut self, node: &NodeName, to: &NodeName) {
        let Self {
            edits: _,
            pins,
            off,
            wanted: _,
            facts,
            restates: _,
            prunes: _,
            chosen: Chosen { facts: _, sites: _, assigned },
            handed_over,
            relocated,
            carried,
        } = self;
        let names = pins.iter_mut().map(|(node, _)| node);
        let names = names.chain(off.iter_mut().map(|(node, _)| node));
        let names = names.chain(facts.iter_mut().map(|(node, _)| node)).chain(assigned);
        let names = names.chain(handed_over.iter_mut().flat_map(|over| [&mut over.from, &mut over.to]));
        let names = names.chain(relocated.iter_mut().flat_map(|one| [&mut one.from, &mut one.to]));
        let names = names.chain(carried.iter_mut().map(|(node, _)| node));
        names.filter(|name| *name == node).for_each(|name| name.clone_from(to));
    }

    /// Adds a whole change to this one.
    pub fn extend(&mut self, more: Self) {
        let Self { edits, pins, off, wanted, facts, restates, prunes, chosen, handed_over, relocated, carried } = more;
        self.edits.extend(edits);
        self.pins.extend(pins);
        self.off.extend(off);
        self.wanted.extend(wanted);
        self.facts.extend(facts);
        self.restates |= restates;
        self.prunes |= prunes;
        let Chosen { facts, sites, assigned } = chosen;
        self.chosen.facts.extend(facts);
        self.chosen.sites |= sites;
        self.chosen.assigned.extend(assigned);
        self.handed_over.extend(handed_over);
        self.relocated.extend(relocated);
        self.carried.extend(carried);
    }
}

/// What a command looked at to find the nodes and modules that it is about: made otherwise, the same words would mean
/// others.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Facts of nodes.
    pub facts: Vec<FactName>,
    /// The sites of nodes.
    pub sites: bool,
    /// Nodes of which all that is assigned was meant.
    pub assigned: Vec<NodeName>,
}

/// A module that goes from one node to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocated {
    /// The node that ran it.
    pub from: NodeName,
    /// The node that runs it.
    pub to: NodeName,
    /// The module.
    pub module: ModuleName,
}

/// A provision whose answers are meant to go along with a hand-over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedOver {
    /// The node that answered.
    pub from: NodeName,
    /// The node that answers.
    pub to: NodeName,
    /// What it answered.
    pub provision: ProvisionName,
}

/// What a step brings about that must not be, or must not be quietly.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Refusals that were not there before.
    pub findings: Vec<Finding>,
    /// Answers that move and were not asked to.
    pub moves: Vec<Move>,
    /// Answers that move and were asked to.
    pub asked: Vec<Move>,
    /// Pins that were asked for, are required by nobody, and are not answered.
    pub pins: Vec<(NodeId, ProvisionId, NodeId)>,
    /// Pins that the change makes, so that none of them was there before.
    pub made: BTreeSet<(NodeName, ProvisionName)>,
    /// Modules that were to be off a node and are brought in.
    pub brought_in: Vec<(NodeId, ModuleId)>,
    /// Modules that were removed and are assigned.
    pub modules_in_use: Vec<(ModuleId, Vec<NodeId>)>,
    /// Sites that were removed and have nodes.
    pub sites_in_use: Vec<(SiteName, Vec<NodeId>)>,
}

impl Verdict {
    /// Whether nothing stands against it.
    pub fn is_clear(&self) -> bool {
        self.findings.is_empty() && self.moves.is_empty() && self.pins.is_empty() && self.can_be_left()
    }

    /// Whether what stands against it can be left unresolved.
    pub fn can_be_left(&self) -> bool {
        self.brought_in.is_empty() && self.modules_in_use.is_empty() && self.sites_in_use.is_empty()
    }
}

impl World {
    /// What a step that was just taken brings about.
    pub fn verdict(&self, step: &Step, change: &Change) -> Verdict {
        let mut verdict = Verdict { findings: self.new_findings(step), ..Verdict::default() };
        let relocated = change.relocated.iter().flat_map(|relocated| self.moves_along(step, relocated));
        // Where nothing moves, and many pins are made at once, nobody has to know.
        let meant = LazyCell::new(|| Meant::by(change));
        for moved in self.moves(step).into_iter().chain(relocated) {
            let asked = meant.asks_for(&moved, self) || self.is_handed_over(&moved, change);
            if asked { &mut verdict.asked } else { &mut verdict.moves }.push(moved);
        }
        verdict.made = change.edits.iter().filter_map(made).collect();
        self.check_pins(change, &mut verdict);
        verdict.brought_in = self.staying(change);
        self.check_use(step, &mut verdict);
        verdict
    }

    /// What was to be off a node, was not assigned there, and is brought in.
    fn staying(&self, change: &Change) -> Vec<(NodeId, ModuleId)> {
        let unassigned = LazyCell::new(|| {
            let pairs = change.edits.iter().filter_map(|edit| {
                let Edit::Unassign { node, module } = edit else { return None };
                Some((node, module))
            });
            pairs.collect::<HashSet<_>>()
        });
        let mut seen = HashSet::new();
        let mut staying = Vec::new();
        for (node, module) in &change.off {
            let Some((on, off)) = self.mesh.node_id(node).zip(self.mesh.module_id(module)) else { continue };
            let stays = self.resolution.view(on).set.contains(&off) && !self.mesh.is_assigned(on, off);
            if stays && !unassigned.contains(&(node, module)) && seen.insert((on, off)) {
                staying.push((on, off));
            }
        }
        staying
    }

    fn new_findings(&self, step: &Step) -> Vec<Finding> {
        let olds: Vec<Finding> = step.replaced.findings().map(|old| self.placed_now(old, step)).collect();
        let mut before: HashMap<Same, Vec<&Finding>> = HashMap::new();
        for finding in &olds {
            before.entry(finding.subject()).or_default().push(finding);
        }
        let is_old = |finding: &Finding| {
            before.get(&finding.subject()).is_some_and(|olds| olds.iter().any(|old| covers(old, finding)))
        };
        self.resolution.findings_after(&step.replaced).filter(|finding| !is_old(finding)).cloned().collect()
    }

    /// A finding from before a step, with the places that its resources have in the manifests of now: a resource is
    /// the same by its id, wherever it stands.
    fn placed_now(&self, old: &Finding, step: &Step) -> Finding {
        let now = |module: ModuleId, place: usize| {
            let Some(before) = step.modules.get(&module) else { return place };
            let id = before.as_ref().and_then(|before| before.manifest().resources.get(place)).map(|old| &old.id);
            let resources = self.mesh.catalogue.get(module).map(|now| &now.manifest().resources);
            let found = resources.into_iter().flatten().position(|resource| Some(&resource.id) == id);
            found.unwrap_or(usize::MAX)
        };
        let mut finding = old.clone();
        match &mut finding {
            Finding::Resource { parties, .. } => {
                parties.iter_mut().for_each(|(module, place)| *place = now(*module, *place));
            }
            Finding::Reflects { module, resource, .. } => *resource = now(*module, *resource),
            Finding::Claim { .. } | Finding::Need { .. } | Finding::Requirement { .. } => {}
        }
        finding
    }

    fn is_handed_over(&self, moved: &Move, change: &Change) -> bool {
        change.handed_over.iter().any(|over| {
            over.from == *self.mesh.node_name(moved.from.0)
                && over.to == *self.mesh.node_name(moved.to.0)
                && over.provision == *self.mesh.catalogue.provision(moved.provision)
        })
    }

    /// A pin that was asked for must be answered at that moment, required or not.
    fn check_pins(&self, change: &Change, verdict: &mut Verdict) {
        let asked: BTreeSet<&(NodeName, ProvisionName)> = change.pins.iter().collect();
        for (node, provision) in asked {
            let (Some(node), Some(provision)) = (self.mesh.node_id(node), self.mesh.catalogue.provision_id(provision))
            else {
                continue;
            };
            let Some(pin) = self.mesh.pin_of(node, provision) else { continue };
            let unanswered = self.resolution.view(node).open.iter().find(|finding| {
                matches!(finding, Finding::Requirement { provision: open, fault: Fault::Pin(_), .. } if *open == provision)
            });
            match unanswered {
                Some(finding) if !verdict.findings.contains(finding) => verdict.findings.push(finding.clone()),
                Some(_) => {}
                None if !self.offers(provision, pin.provider, node) => {
                    verdict.pins.push((node, provision, pin.provider));
                }
                None => {}
            }
        }
    }

    /// Whether a node offers something within reach of another (or of itself).
    pub fn offers(&self, provision: ProvisionId, provider: NodeId, taker: NodeId) -> bool {
        let offered = (provider, self.resolution.view(provider).set);
        offer_to(&self.mesh, &self.resolution.index, provision, offered, taker).is_some()
    }

    /// What was removed and is in use: the nodes are gone over once, whatever was removed.
    fn check_use(&self, step: &Step, verdict: &mut Verdict) {
        let sites = step.applied.removed_sites(&self.mesh);
        let modules = step.applied.removed_modules(&self.mesh);
        if sites.is_empty() && modules.is_empty() {
            return;
        }
        let mut inhabitants: BTreeMap<&SiteName, Vec<NodeId>> = BTreeMap::new();
        let mut users: BTreeMap<ModuleId, Vec<NodeId>> = BTreeMap::new();
        for (id, node) in self.mesh.nodes() {
            if let Some(site) = node.site.and_then(|site| sites.get(&site)) {
                inhabitants.entry(site).or_default().push(id);
            }
            for module in self.mesh.assigned(id).iter().filter(|module| modules.contains(module)) {
                users.entry(*module).or_default().push(id);
            }
        }
        verdict.sites_in_use = inhabitants.into_iter().map(|(site, nodes)| (site.clone(), nodes)).collect();
        verdict.modules_in_use = users.into_iter().collect();
    }

    /// The refusals that a verdict comes to, in order, remedies aside.
    pub fn refusals(&self, verdict: &Verdict, asked: &Asked) -> Vec<Refusal> {
        let telling = Telling { mesh: &self.mesh, resolution: &self.resolution, asked };
        let mut refusals: Vec<Refusal> = verdict.findings.iter().map(|finding| telling.tell(finding)).collect();
        refusals.iter_mut().for_each(|refusal| made_now(refusal, &verdict.made));
        refusals.extend(verdict.moves.iter().map(|moved| self.tell_move(telling, moved)));
        refusals.extend(verdict.pins.iter().map(|(node, provision, from)| {
            let mut subject = telling.pin_subject(*node, *provision, (*from, false), Vec::new());
            if let Subject::Pin { pinned_at, .. } = &mut subject {
                *pinned_at = None;
            }
            let candidates = self.resolution.nodes_offering(&self.mesh, *provision, *node);
            telling.refusal(Some(*node), subject, Vec::new(), candidates)
        }));
        refusals.extend(verdict.brought_in.iter().map(|(node, module)| self.tell_brought_in(telling, *node, *module)));
        refusals.extend(verdict.modules_in_use.iter().map(|(module, nodes)| {
            let subject = Subject::ModuleInUse { module: self.mesh.catalogue.name(*module).clone() };
            let parties = nodes.iter().map(|node| telling.party(*node, *module)).collect();
            telling.refusal(None, subject, parties, Vec::new())
        }));
        refusals.extend(verdict.sites_in_use.iter().map(|(site, nodes)| {
            let parties = nodes.iter().map(|node| self.inhabitant(*node)).collect();
            telling.refusal(None, Subject::SiteInUse { site: site.clone() }, parties, Vec::new())
        }));
        sort(&mut refusals);
        refusals
    }

    fn inhabitant(&self, node: NodeId) -> Party {
        Party {
            node: self.mesh.node_name(node).clone(),
            module: None,
            resource: None,
            chain: Vec::new(),
            assigned: false,
            asked: false,
            scope: Some(Scope::Site),
            key: None,
            says: BTreeMap::new(),
        }
    }

    fn tell_move(&self, telling: Telling<'_>, moved: &Move) -> Refusal {
        let name = |module: ModuleId| self.mesh.catalogue.name(module).clone();
        let subject = Subject::Moved {
            requirement: self.mesh.catalogue.provision(moved.provision).clone(),
            by: moved.by.iter().map(|by| name(*by)).collect(),
            from: self.mesh.node_name(moved.from.0).clone(),
            from_module: name(moved.from.1),
            to: self.mesh.node_name(moved.to.0).clone(),
            to_module: name(moved.to.1),
        };
        let parties = moved.by.iter().map(|by| telling.party(moved.node, *by)).collect();
        telling.refusal(Some(moved.node), subject, parties, Vec::new())
    }

    fn tell_brought_in(&self, telling: Telling<'_>, node: NodeId, module: ModuleId) -> Refusal {
        let subject = Subject::BroughtIn { module: self.mesh.catalogue.name(module).clone() };
        let lineage = self.resolution.lineage(&self.mesh, node);
        let mut by: Vec<ModuleId> = lineage.wanting(module).iter().map(|(by, _)| *by).collect();
        by.dedup();
        let parties = by.into_iter().map(|by| telling.party(node, by)).collect();
        telling.refusal(Some(node), subject, parties, Vec::new())
    }
}

/// The pin that an edit makes, where it is another than there was.
fn made(edit: &Edit) -> Option<(NodeName, ProvisionName)> {
    if let Edit::Pin { node, provision, before, after: Some(after) } = edit
        && before.as_ref() != Some(after)
    {
        return Some((node.clone(), provision.clone()));
    }
    None
}

/// A pin that is asked for now was not made at any time before.
fn made_now(refusal: &mut Refusal, made: &BTreeSet<(NodeName, ProvisionName)>) {
    if let (Subject::Pin { requirement, pinned_at, .. }, Some(node)) = (&mut refusal.subject, &refusal.node)
        && made.contains(&(node.clone(), requirement.clone()))
    {
        *pinned_at = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Name;

    #[test]
    fn all_that_is_asked_about_a_node_follows_its_name() {
        let [old, new, other] = ["web1", "front", "db1"].map(NodeName::stored);
        let mut change = Change { facts: vec![(old.clone(), Name::stored("arch"))], ..Change::default() };
        let chosen = Chosen { assigned: vec![other.clone(), old.clone()], ..Chosen::default() };
        let more = Change { pins: vec![(old.clone(), Name::stored("web"))], prunes: true, chosen, ..Change::default() };
        change.extend(more);
        change.rename(&old, &new);
        assert_eq!(change.facts, [(new.clone(), Name::stored("arch"))]);
        assert_eq!(change.pins, [(new.clone(), Name::stored("web"))]);
        assert_eq!(change.chosen.assigned, [other, new]);
        assert!(change.prunes);
    }
}
