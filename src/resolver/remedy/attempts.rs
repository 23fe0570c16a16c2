//! What could settle a refusal, in the order in which it is tried.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Edit, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName};

use super::facts;
use crate::resolver::{
    refusal::{ChangeOption, Code, Party, Refusal, Subject},
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
    /// A hand-over that holds the refused change.
    Move(NodeName, NodeName, Vec<ModuleName>),
}

impl Attempt {
    /// Whether it changes the node of a refusal alone.
    pub(super) fn is_of(&self, refusal: &Refusal) -> bool {
        let is_own = |edit: &Edit| refusal.node.is_some() && edit.own_node() == refusal.node.as_ref();
        match self {
            Self::Edits(edits) => edits.iter().all(is_own),
            Self::Option(_) | Self::Move(..) => false,
        }
    }
}

/// The most nodes that are freed of what is in use there.
const FREED: usize = 1_000;
/// The most nodes that are taken from a site: each is a command.
const LEAVING: usize = 100;
/// The most nodes that commands are printed for.
pub(super) const FEW: usize = 5;

impl World {
    /// What could settle a refusal of the mesh as it is now, which a refused change may have left.
    pub(super) fn attempts(&self, refusal: &mut Refusal, change: Option<&Change>) -> Vec<Attempt> {
        let mut attempts = Vec::new();
        let is_answer = matches!(
            refusal.code,
            Code::ChooseModule
                | Code::ChooseNode
                | Code::NoNode
                | Code::NoProvider
                | Code::PinUnanswered
                | Code::AnswerMoved
        );
        if is_answer && change.is_some() {
            attempts.push(Attempt::Option(ChangeOption::Keep));
        }
        match refusal.code {
            Code::ClaimCollision | Code::ResourceCollision => self.survivors(refusal, change, &mut attempts),
            Code::ChooseModule => attempts.extend(assign_candidates(refusal)),
            Code::ChooseNode => {
                attempts.extend(pin_candidates(refusal));
                attempts.extend(assign_candidates(refusal));
            }
            Code::NoNode => self.offer_somewhere(refusal, change, &mut attempts),
            Code::PinUnanswered => self.answer_pin(refusal, &mut attempts),
            Code::AnswerMoved => {
                attempts.extend(name_the_new_answer(refusal));
                attempts.extend(name_the_old_answer(refusal));
                attempts.extend(self.let_go(refusal, change));
            }
            Code::BroughtIn => {
                let parties = refusal.parties.iter().filter(|party| party.module.is_some());
                attempts.extend(self.without(parties, change));
            }
            Code::InUse => attempts.extend(self.free(refusal)),
            Code::NeedUnmet => attempts.extend(self.without(&refusal.parties, change)),
            Code::DanglingReflects => {
                attempts.extend(self.without(&refusal.parties, change));
                attempts.extend(self.without(&reflected(refusal), change));
            }
            Code::NoProvider | Code::NotAsReviewed => {}
        }
        attempts.extend(change.into_iter().flat_map(|change| self.hand_overs(refusal, change)));
        if is_answer {
            attempts.extend(self.without_parties(refusal, change));
        }
        attempts.extend(facts::stated(refusal, self));
        if refusal.code == Code::AnswerMoved {
            attempts.push(Attempt::Option(ChangeOption::AllowMoves));
        }
        attempts
    }

    /// What could settle a refusal on its own node alone: one of many with the same cause.
    pub(super) fn own_attempts(&self, refusal: &Refusal, change: Option<&Change>) -> Vec<Attempt> {
        let mut attempts = pin_candidates(refusal);
        attempts.extend(assign_candidates(refusal));
        match refusal.code {
            Code::PinUnanswered => self.answer_pin(refusal, &mut attempts),
            Code::AnswerMoved => attempts.extend(name_the_new_answer(refusal)),
            Code::ClaimCollision | Code::ResourceCollision => self.survivors(refusal, change, &mut attempts),
            Code::BroughtIn
            | Code::ChooseModule
            | Code::ChooseNode
            | Code::DanglingReflects
            | Code::InUse
            | Code::NeedUnmet
            | Code::NoNode
            | Code::NoProvider
            | Code::NotAsReviewed => {}
        }
        attempts.retain(|attempt| attempt.is_of(refusal));
        attempts.extend(self.without_parties(refusal, change));
        attempts
    }

    /// All parties are taken off their nodes. Of an answer that moved, as far as that undoes nothing that was asked for:
    /// what is newly there has no answer that could move.
    fn without_parties(&self, refusal: &Refusal, change: Option<&Change>) -> Option<Attempt> {
        if refusal.code != Code::AnswerMoved {
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
        for survivor in stay.into_iter().take(FEW) {
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
            if roots.len() > FEW * 4 {
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

    fn answer_pin(&self, refusal: &Refusal, attempts: &mut Vec<Attempt>) {
        let Subject::Pin { from, requirement, .. } = &refusal.subject else { return };
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

    /// A module or a site that is in use is freed.
    fn free(&self, refusal: &Refusal) -> Option<Attempt> {
        let edits: Vec<Edit> = refusal
            .parties
            .iter()
            .filter_map(|party| match &refusal.subject {
                Subject::Site { site } => {
                    Some(Edit::Site { node: party.node.clone(), before: Some(site.clone().into()), after: None })
                }
                Subject::Module { module } => Some(Edit::Unassign { node: party.node.clone(), module: module.clone() }),
                Subject::Claim { .. }
                | Subject::Resource { .. }
                | Subject::Requirement { .. }
                | Subject::Pin { .. }
                | Subject::Moved { .. }
                | Subject::Needs { .. }
                | Subject::Reflects { .. }
                | Subject::Reviewed { .. } => None,
            })
            .collect();
        let most = if matches!(refusal.subject, Subject::Site { .. }) { LEAVING } else { FREED };
        (!edits.is_empty() && edits.len() <= most).then_some(Attempt::Edits(edits))
    }

    pub(super) fn place(&self, refusal: &Refusal) -> Option<(NodeId, ProvisionId)> {
        let node = self.mesh.node_id(refusal.node.as_ref()?)?;
        Some((node, self.mesh.catalogue.provision_id(&ProvisionName::stored(refusal.key()))?))
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

/// Each module that would do, assigned to the refused node.
pub(super) fn assign_candidates(refusal: &Refusal) -> Vec<Attempt> {
    let Some(node) = &refusal.node else { return Vec::new() };
    let would_do = refusal.candidates.iter().filter(|candidate| candidate.why_not.is_empty());
    let modules = would_do.filter(|candidate| candidate.node.as_ref() == Some(node));
    modules
        .map(|candidate| Attempt::Edits(vec![Edit::Assign { node: node.clone(), module: candidate.module.clone() }]))
        .collect()
}

/// Each other node that offers it, pinned.
fn pin_candidates(refusal: &Refusal) -> Vec<Attempt> {
    let Some(node) = &refusal.node else { return Vec::new() };
    let before = match &refusal.subject {
        Subject::Pin { from, .. } => Some(Box::new(from.clone())),
        Subject::Claim { .. }
        | Subject::Resource { .. }
        | Subject::Requirement { .. }
        | Subject::Moved { .. }
        | Subject::Needs { .. }
        | Subject::Reflects { .. }
        | Subject::Module { .. }
        | Subject::Site { .. }
        | Subject::Reviewed { .. } => None,
    };
    let others = refusal.candidates.iter().filter(|candidate| candidate.why_not.is_empty());
    others
        .filter_map(|candidate| candidate.node.as_ref())
        .filter(|provider| *provider != node)
        .map(|provider| {
            let provision = ProvisionName::stored(refusal.key());
            let (node, before, after) = (node.clone(), before.clone(), Some(provider.clone().into()));
            Attempt::Edits(vec![Edit::Pin { node, provision, before, after }])
        })
        .collect()
}

/// An answer that moves is asked for by the pin that names it.
fn name_the_new_answer(refusal: &Refusal) -> Option<Attempt> {
    let Subject::Moved { requirement, from, to, .. } = &refusal.subject else { return None };
    let node = refusal.node.clone()?;
    let edit = Edit::Pin { node, provision: requirement.clone(), before: None, after: Some(to.clone().into()) };
    (from != to).then_some(Attempt::Edits(vec![edit]))
}

/// An answer that would move stays by the pin that names it.
fn name_the_old_answer(refusal: &Refusal) -> Option<Attempt> {
    let Subject::Moved { requirement, from, .. } = &refusal.subject else { return None };
    let node = refusal.node.clone()?;
    let edit = Edit::Pin { node, provision: requirement.clone(), before: None, after: Some(from.clone().into()) };
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
