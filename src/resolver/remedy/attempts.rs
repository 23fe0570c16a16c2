//! What could settle a refusal, in the order in which it is tried.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, SiteName};

use super::{
    budget::{FREED_NODES, LEAVING_NODES, REMEDIES, ROOTS, SURVIVORS},
    facts,
};
use crate::resolver::{
    refusal::{Candidate, ChangeOption, Party, Refusal, Subject, Unanswered},
    verdict::Change,
    world::World,
};

/// Something that could settle a refusal.
#[derive(Clone, Debug)]
pub(in crate::resolver) enum Attempt {
    /// Edits, before the refused change or together with it.
    Edits(Vec<Edit>),
    /// The refused change with an option.
    Option(ChangeOption),
    /// Edits together with the refused change, with an option.
    WithOption(Vec<Edit>, ChangeOption),
    /// A hand-over that holds the refused change.
    Move(NodeName, NodeName, Vec<ModuleName>),
}

impl Attempt {
    /// Whether it changes the node of a refusal alone.
    pub(super) fn is_of(&self, refusal: &Refusal) -> bool {
        let is_own = |edit: &Edit| refusal.node.is_some() && edit.own_node() == refusal.node.as_ref();
        match self {
            Self::Edits(edits) => edits.iter().all(is_own),
            Self::Option(_) | Self::WithOption(..) | Self::Move(..) => false,
        }
    }
}

impl World {
    /// What could settle a refusal of the mesh as it is now, which a refused change may have left.
    pub(super) fn attempts(&self, refusal: &mut Refusal, change: Option<&Change>) -> Vec<Attempt> {
        let mut attempts = Vec::new();
        let is_answer = refusal.subject.requirement().is_some();
        if is_answer && change.is_some() {
            attempts.push(Attempt::Option(ChangeOption::Keep));
        }
        match &refusal.subject {
            Subject::Claim { .. } | Subject::Resource { .. } => self.survivors(refusal, change, &mut attempts),
            Subject::Requirement { why, .. } => match why {
                Unanswered::NoProvider { .. } => {}
                Unanswered::ChooseModule => attempts.extend(self.assign_candidates(refusal)),
                Unanswered::NoNode { .. } => self.offer_somewhere(refusal, change, &mut attempts),
                Unanswered::ChooseNode => {
                    attempts.extend(pin_candidates(refusal));
                    attempts.extend(self.assign_candidates(refusal));
                }
            },
            Subject::Pin { requirement, from, .. } => self.answer_pin(refusal, requirement, from, &mut attempts),
            Subject::Moved { requirement, from, to, .. } => {
                attempts.extend(name_the_new_answer(refusal, requirement, from, to));
                attempts.extend(name_the_answer(refusal, requirement, from));
                attempts.extend(self.let_go(refusal, change));
            }
            Subject::BroughtIn { .. } => {
                let parties = refusal.parties.iter().filter(|party| party.module.is_some());
                attempts.extend(self.without(parties, change));
            }
            Subject::ModuleInUse { module } => attempts.extend(unassign_everywhere(refusal, module)),
            Subject::SiteInUse { site } => attempts.extend(leave_site(refusal, site)),
            Subject::Needs { .. } => attempts.extend(self.without(&refusal.parties, change)),
            Subject::Reflects { .. } => {
                attempts.extend(self.without(&refusal.parties, change));
                attempts.extend(self.without(&reflected(refusal), change));
            }
            Subject::Reviewed { .. } => {}
        }
        attempts.extend(change.into_iter().flat_map(|change| self.hand_overs(refusal, change)));
        if is_answer {
            attempts.extend(self.without_parties(refusal, change));
        }
        attempts.extend(facts::stated(refusal, self));
        if is_move(refusal) {
            attempts.push(Attempt::Option(ChangeOption::AllowMoves));
        }
        attempts
    }

    /// What could settle a refusal on its own node alone: one of many with the same cause.
    pub(super) fn own_attempts(&self, refusal: &Refusal, change: Option<&Change>) -> Vec<Attempt> {
        let mut attempts = pin_candidates(refusal);
        attempts.extend(self.assign_candidates(refusal));
        match &refusal.subject {
            Subject::Pin { requirement, from, .. } => self.answer_pin(refusal, requirement, from, &mut attempts),
            Subject::Moved { requirement, from, to, .. } => {
                attempts.extend(name_the_new_answer(refusal, requirement, from, to));
            }
            Subject::Claim { .. } | Subject::Resource { .. } => self.survivors(refusal, change, &mut attempts),
            Subject::Requirement { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::BroughtIn { .. }
            | Subject::ModuleInUse { .. }
            | Subject::SiteInUse { .. }
            | Subject::Reviewed { .. } => {}
        }
        attempts.retain(|attempt| attempt.is_of(refusal));
        attempts.extend(self.without_parties(refusal, change));
        attempts
    }

    /// All parties are taken off their nodes. Of an answer that moved, as far as that undoes nothing that was asked for:
    /// what is newly there has no answer that could move.
    fn without_parties(&self, refusal: &Refusal, change: Option<&Change>) -> Option<Attempt> {
        if !is_move(refusal) {
            return self.without(&refusal.parties, change);
        }
        let mut roots = self.roots(&refusal.parties)?;
        roots.retain(|root| !is_asked(root, change));
        unassigned(roots)
    }

    /// One party of a collision stays and the others go; what was asked for stays.
    fn survivors(&self, refusal: &Refusal, change: Option<&Change>, attempts: &mut Vec<Attempt>) {
        let is_asked = |party: &&Party| party.asked;
        let newcomers: Vec<&Party> = refusal.parties.iter().filter(is_asked).collect();
        let stay: Vec<&Party> =
            if newcomers.is_empty() || change.is_none() { refusal.parties.iter().collect() } else { newcomers };
        for survivor in stay.into_iter().take(SURVIVORS) {
            let others = refusal
                .parties
                .iter()
                .filter(|party| (&party.node, &party.module) != (&survivor.node, &survivor.module));
            attempts.extend(self.without(others, change));
        }
        let several = refusal.parties.iter().filter(|party| party.asked).count() > 1;
        if several && change.is_some() {
            attempts.extend(self.without(refusal.parties.iter().filter(|party| !party.asked), change));
        }
    }

    /// Takes modules off their nodes: everything assigned that brings them in is unassigned. `None` where that would
    /// undo what was asked for.
    pub(super) fn without<'a>(
        &self,
        parties: impl IntoIterator<Item = &'a Party>,
        change: Option<&Change>,
    ) -> Option<Attempt> {
        let roots = self.roots(parties)?;
        if roots.iter().any(|root| is_asked(root, change)) { None } else { unassigned(roots) }
    }

    /// What is assigned and brings parties in, by module, so that one command takes one module off all its nodes. `None`
    /// where that is more than can be read.
    fn roots<'a>(&self, parties: impl IntoIterator<Item = &'a Party>) -> Option<BTreeSet<(ModuleName, NodeName)>> {
        let mut roots = BTreeSet::new();
        for (node, modules) in self.placed(parties)? {
            let of_node = self.resolution.lineage(&self.mesh, node).roots(modules);
            let name = |id| (self.mesh.catalogue.name(id).clone(), self.mesh.node_name(node).clone());
            roots.extend(of_node.into_iter().map(name));
            if roots.len() > ROOTS {
                return None;
            }
        }
        Some(roots)
    }

    /// What is assigned to a party's node and brings its module in, itself among it.
    pub(super) fn roots_of(&self, party: &Party) -> Vec<(NodeName, ModuleName)> {
        let module = party.module.as_ref().and_then(|module| self.mesh.module_id(module));
        let Some((node, module)) = self.mesh.node_id(&party.node).zip(module) else { return Vec::new() };
        let name = |id: ModuleId| self.mesh.catalogue.name(id).clone();
        let roots = self.resolution.lineage(&self.mesh, node).roots([module]);
        roots.into_iter().map(|id| (party.node.clone(), name(id))).collect()
    }

    /// The modules of parties by their nodes, those that are there; `None` where a party is a node alone.
    fn placed<'a>(&self, parties: impl IntoIterator<Item = &'a Party>) -> Option<BTreeMap<NodeId, Vec<ModuleId>>> {
        let mut placed: BTreeMap<NodeId, Vec<ModuleId>> = BTreeMap::new();
        for party in parties {
            let module = self.mesh.module_id(party.module.as_ref()?);
            if let Some((node, module)) = self.mesh.node_id(&party.node).zip(module) {
                placed.entry(node).or_default().push(module);
            }
        }
        Some(placed)
    }

    fn answer_pin(&self, refusal: &Refusal, requirement: &ProvisionName, from: &NodeName, attempts: &mut Vec<Attempt>) {
        let Some((_, provision)) = self.place(refusal) else { return };
        for module in self.resolution.index.wide(provision) {
            let module = self.mesh.catalogue.name(*module).clone();
            attempts.push(Attempt::Edits(vec![Edit::Assign { node: from.clone(), module }]));
        }
        attempts.extend(pin_candidates(refusal));
        attempts.extend(refusal.node.clone().map(|node| {
            let (provision, before) = (requirement.clone(), Some(from.clone().into()));
            Attempt::Edits(vec![Edit::Pin { node, provision, before, after: None }])
        }));
    }

    /// A pin that was there, and that an answer has outgrown: who takes it away has asked for the move.
    fn let_go(&self, refusal: &Refusal, change: Option<&Change>) -> Option<Attempt> {
        let (node, provision) = self.place(refusal)?;
        let before = Some(self.mesh.node_name(self.mesh.pin_of(node, provision)?.provider).clone().into());
        let (node, provision) = (refusal.node.clone()?, self.mesh.catalogue.provision(provision).clone());
        let pins = |edit: &Edit| matches!(edit, Edit::Pin { node: on, provision: name, .. } if (on, name) == (&node, &provision));
        let is_made = change.is_some_and(|change| change.edits.iter().any(pins));
        (!is_made).then_some(Attempt::Edits(vec![Edit::Pin { node, provision, before, after: None }]))
    }

    /// The node of a refusal and what it requires.
    /// Each module that would do, assigned to the refused node. Of more than are told, those that bring the least come
    /// first: not all of very many are tried.
    pub(super) fn assign_candidates(&self, refusal: &Refusal) -> Vec<Attempt> {
        let Some(node) = &refusal.node else { return Vec::new() };
        let would_do = refusal.candidates.iter().filter(|candidate| candidate.why_not.is_empty());
        let mut modules: Vec<&ModuleName> =
            would_do.filter(|candidate| candidate.is_here()).map(|candidate| &candidate.module).collect();
        if modules.len() > REMEDIES {
            modules.sort_by_cached_key(|module| {
                let ids = self.mesh.node_id(node).zip(self.mesh.module_id(module));
                ids.map(|(node, module)| self.resolution.brings(&self.mesh, node, module))
            });
        }
        let assign = |module: &ModuleName| Edit::Assign { node: node.clone(), module: module.clone() };
        modules.into_iter().map(|module| Attempt::Edits(vec![assign(module)])).collect()
    }

    pub(super) fn place(&self, refusal: &Refusal) -> Option<(NodeId, ProvisionId)> {
        let node = self.mesh.node_id(refusal.node.as_ref()?)?;
        Some((node, self.mesh.catalogue.provision_id(refusal.subject.requirement()?)?))
    }
}

/// Whether a change asks for this assignment.
fn is_asked((module, node): &(ModuleName, NodeName), change: Option<&Change>) -> bool {
    let asks = |edit: &Edit| matches!(edit, Edit::Assign { node: on, module: asked } if (asked, on) == (module, node));
    change.is_some_and(|change| change.edits.iter().any(asks))
}

/// These are assigned no longer; `None` where there are none.
fn unassigned(roots: BTreeSet<(ModuleName, NodeName)>) -> Option<Attempt> {
    let edits: Vec<Edit> = roots.into_iter().map(|(module, node)| Edit::Unassign { node, module }).collect();
    (!edits.is_empty()).then_some(Attempt::Edits(edits))
}

/// Each other node that offers it, pinned.
fn pin_candidates(refusal: &Refusal) -> Vec<Attempt> {
    let Some((node, provision)) = refusal.node.as_ref().zip(refusal.subject.requirement()) else { return Vec::new() };
    let before = if let Subject::Pin { from, .. } = &refusal.subject { Some(Box::new(from.clone())) } else { None };
    let others = refusal.candidates.iter().filter(|candidate| candidate.why_not.is_empty());
    others
        .filter_map(Candidate::offering)
        .map(|provider| {
            let (node, provision) = (node.clone(), provision.clone());
            let (before, after) = (before.clone(), Some(provider.clone().into()));
            Attempt::Edits(vec![Edit::Pin { node, provision, before, after }])
        })
        .collect()
}

/// Whether an answer would come from elsewhere.
const fn is_move(refusal: &Refusal) -> bool {
    matches!(refusal.subject, Subject::Moved { .. })
}

/// A module that is in use is unassigned everywhere.
fn unassign_everywhere(refusal: &Refusal, module: &ModuleName) -> Option<Attempt> {
    let off = |party: &Party| Edit::Unassign { node: party.node.clone(), module: module.clone() };
    let is_few = (1..=FREED_NODES).contains(&refusal.parties.len());
    is_few.then(|| Attempt::Edits(refusal.parties.iter().map(off).collect()))
}

/// The nodes of a site that is in use stand at none.
fn leave_site(refusal: &Refusal, site: &SiteName) -> Option<Attempt> {
    let leave = |party: &Party| Edit::Site { node: party.node.clone(), before: Some(site.clone().into()), after: None };
    let is_few = (1..=LEAVING_NODES).contains(&refusal.parties.len());
    is_few.then(|| Attempt::Edits(refusal.parties.iter().map(leave).collect()))
}

/// An answer that moves to another node is asked for by the pin that names it.
fn name_the_new_answer(
    refusal: &Refusal,
    requirement: &ProvisionName,
    from: &NodeName,
    to: &NodeName,
) -> Option<Attempt> {
    if from == to { None } else { name_the_answer(refusal, requirement, to) }
}

/// What is to answer, the new or the old one, is said by the pin that names it.
fn name_the_answer(refusal: &Refusal, requirement: &ProvisionName, by: &NodeName) -> Option<Attempt> {
    let node = refusal.node.clone()?;
    let edit = Edit::Pin { node, provision: requirement.clone(), before: None, after: Some(by.clone().into()) };
    Some(Attempt::Edits(vec![edit]))
}

/// The modules that lack what a resource reflects: where they are not, it reflects nothing.
pub(super) fn reflected(refusal: &Refusal) -> Vec<Party> {
    let (Subject::Reflects { reflects, .. }, Some(party)) = (&refusal.subject, refusal.parties.first()) else {
        return Vec::new();
    };
    let modules: BTreeSet<&str> = reflects.iter().filter_map(|named| Some(named.split_once('/')?.0)).collect();
    let names = modules.into_iter().map(ModuleName::stored);
    names.map(|module| Party { module: Some(module), ..party.clone() }).collect()
}
