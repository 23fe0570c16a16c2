//! Choices: what a person can decide so that a refused change is accepted. A module, a node, or whether today's answer
//! stays; nothing else is left to a person by one question.
//!
//! Every pick is edits, and has been tried on this very mesh together with the change. What it needs decided in its turn
//! is another choice, and comes after it.

use std::collections::{BTreeSet, HashSet};

use crate::model::{Decided, Edit, ModuleId, ModuleName, NodeName, ProvisionName};

use super::{
    decide::Terms,
    keep::spoken,
    refusal::{Candidate, Code, Refusal, Subject, WhyNot},
    remedy::{Identity, is_one},
    settle::Settled,
    verdict::{Change, Verdict},
    world::{Step, World},
};

/// A decision that a change waits for: one for all nodes of which the same is to be decided.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it settles: refusals that are the same but for their node. A candidate that was tried and would not do says
    /// why in the first of them.
    pub refusals: Vec<Refusal>,
    /// What would do, in the order of the candidates.
    pub picks: Vec<Pick>,
}

/// Something to choose.
#[derive(Clone, Debug)]
pub struct Pick {
    /// What it is.
    pub what: Picked,
    /// The edits by which it joins the change, for each refusal.
    pub edits: Vec<Vec<Edit>>,
    /// What the nodes gain by it, beyond what the change alone and the pick itself bring.
    pub brings: Vec<ModuleName>,
    /// Whether it is what answers today.
    pub is_today: bool,
}

/// What a pick is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The candidate at this place.
    Candidate(usize),
    /// Today's answer stays.
    Keep,
    /// The answer may move.
    Move,
}

impl Choice {
    /// The same for each node by itself.
    pub fn apart(self) -> Vec<Self> {
        let Self { refusals, picks } = self;
        let candidates = refusals.first().map(|refusal| refusal.candidates.clone()).unwrap_or_default();
        let alone = |(at, mut refusal): (usize, Refusal)| {
            for (candidate, tried) in refusal.candidates.iter_mut().zip(&candidates) {
                candidate.why_not.clone_from(&tried.why_not);
            }
            let own = |pick: &Pick| Pick { edits: pick.edits.get(at).cloned().into_iter().collect(), ..pick.clone() };
            Self { refusals: vec![refusal], picks: picks.iter().map(own).collect() }
        };
        refusals.into_iter().enumerate().map(alone).collect()
    }
}

impl World {
    /// What a person can decide so that a refused change is accepted, each choice by itself; none where something is
    /// refused that nobody can choose about.
    pub fn choices(&mut self, change: &Change, terms: Terms, refusals: &[Refusal]) -> Vec<Choice> {
        let Some(groups) = self.with_today(change, terms, refusals) else { return Vec::new() };
        let Ok(Settled { step, verdict, .. }) = self.settle(change, terms) else { return Vec::new() };
        let base = self.identities_of(&verdict).iter().map(place).collect();
        let trial = Trial { change, terms, base, gains: self.gains(&step) };
        self.back(step);
        let mut choices = Vec::new();
        for group in groups {
            match self.choice(&trial, group) {
                Some(choice) => choices.push(choice),
                None => return Vec::new(),
            }
        }
        choices
    }

    /// The refusals, those that are the same but for their node together, each with the edits that keep today's answer.
    fn with_today(&mut self, change: &Change, terms: Terms, refusals: &[Refusal]) -> Option<Vec<Group>> {
        let step = self.step(&change.edits).ok()?;
        let spoken = spoken(change);
        let mut groups: Vec<(Face, Group)> = Vec::new();
        for refusal in refusals {
            let keep = if terms.keep { Vec::new() } else { self.keep_for(&step, &spoken, refusal) };
            let refusal = own_last(refusal);
            let face = Face::of(&refusal, &keep);
            let group = match groups.iter().position(|(other, _)| *other == face) {
                Some(at) => groups.get_mut(at).map(|(_, group)| group),
                None => {
                    groups.push((face, Group::default()));
                    groups.last_mut().map(|(_, group)| group)
                }
            };
            let Some(group) = group else { continue };
            group.refusals.push(refusal);
            group.keep.push(keep);
        }
        self.back(step);
        Some(groups.into_iter().map(|(_, group)| group).collect())
    }

    /// The edits that keep today's answer to what a refusal is about.
    fn keep_for(&self, step: &Step, spoken: &HashSet<Decided>, refusal: &Refusal) -> Vec<Edit> {
        let (Subject::Requirement { requirement, by, .. }
        | Subject::Pin { requirement, by, .. }
        | Subject::Moved { requirement, by, .. }) = &refusal.subject
        else {
            return Vec::new();
        };
        let node = refusal.node.as_ref().and_then(|node| self.mesh.node_id(node));
        let place = node.zip(self.mesh.catalogue.provision_id(requirement));
        let Some((node, provision)) = place else { return Vec::new() };
        let by: Vec<ModuleId> = by.iter().filter_map(|by| self.mesh.module_id(by)).collect();
        self.keep_all(step, [(node, provision, by)], spoken)
    }

    fn choice(&mut self, trial: &Trial<'_>, group: Group) -> Option<Choice> {
        let Group { mut refusals, keep } = group;
        let picks = picks(&refusals, &keep);
        let mut works = Vec::new();
        for pick in picks {
            match self.try_pick(trial, &refusals, pick) {
                Ok(pick) => works.push(pick),
                Err((Picked::Candidate(at), why)) => {
                    let candidate = refusals.first_mut().and_then(|refusal| refusal.candidates.get_mut(at));
                    candidate.into_iter().for_each(|candidate| candidate.why_not = why.clone());
                }
                Err((Picked::Keep | Picked::Move, _)) => {}
            }
        }
        // That an answer may move is a choice only beside keeping it.
        let is_choice = works.iter().any(|pick| pick.what != Picked::Move);
        is_choice.then_some(Choice { refusals, picks: works })
    }

    /// Tries a pick together with the change: what it would bring, or why it would not do.
    fn try_pick(&mut self, trial: &Trial<'_>, refusals: &[Refusal], pick: Pick) -> Result<Pick, (Picked, Vec<WhyNot>)> {
        let edits = pick.edits.iter().flatten();
        let whole = trial.with(edits.clone());
        let own = |refusal: &Refusal| WhyNot::Refused { code: refusal.code(), key: refusal.key().to_owned() };
        let Ok(Settled { step, verdict, .. }) = self.settle(&whole, trial.terms) else {
            return Err((pick.what, refusals.iter().take(1).map(own).collect()));
        };
        let now = self.identities_of(&verdict);
        let gains = self.gains(&step);
        let is_new = |identity: &Identity| !trial.base.contains(&place(identity));
        let hopeless = if now.iter().any(is_new) { self.hopeless(&verdict) } else { BTreeSet::new() };
        self.back(step);
        let wanted: BTreeSet<Place> = refusals.iter().map(|refusal| place(&Identity::from(refusal))).collect();
        let stands_against = |now: &Identity| {
            let is_open = is_choice(now.code) && !hopeless.contains(now);
            wanted.contains(&place(now)) || (!is_open && !trial.base.contains(&place(now)))
        };
        let why: BTreeSet<(Code, String)> =
            now.into_iter().filter(stands_against).map(|now| (now.code, now.key)).collect();
        let why: Vec<WhyNot> = why.into_iter().map(|(code, key)| WhyNot::Refused { code, key }).collect();
        if !why.is_empty() {
            return Err((pick.what, why));
        }
        let assigned: BTreeSet<_> = edits.filter_map(assigned).collect();
        let brings = gains.difference(&trial.gains).filter(|(node, module)| !assigned.contains(&(node, module)));
        let brings: BTreeSet<ModuleName> = brings.map(|(_, module)| module.clone()).collect();
        Ok(Pick { brings: brings.into_iter().collect(), ..pick })
    }

    /// The choices that a verdict would leave and of which nothing would do.
    fn hopeless(&self, verdict: &Verdict) -> BTreeSet<Identity> {
        let refusals = self.refusals(verdict, &BTreeSet::new()).into_iter();
        let is_hopeless = |refusal: &Refusal| {
            let is_choice = is_among(refusal);
            is_choice && refusal.candidates.iter().all(|candidate| !candidate.why_not.is_empty())
        };
        refusals.filter(is_hopeless).map(|refusal| Identity::from(&refusal)).collect()
    }

    fn gains(&self, step: &Step) -> BTreeSet<(NodeName, ModuleName)> {
        let changes = self.node_changes(step).into_iter();
        changes
            .flat_map(|change| change.gained.into_iter().map(move |gained| (change.node.clone(), gained.module)))
            .collect()
    }
}

/// Refusals that are the same but for their node, with the edits that keep today's answer of each.
#[derive(Default)]
struct Group {
    refusals: Vec<Refusal>,
    keep: Vec<Vec<Edit>>,
}

/// What picks are tried against.
struct Trial<'a> {
    change: &'a Change,
    terms: Terms,
    /// What is refused of the change alone.
    base: BTreeSet<Place>,
    gains: BTreeSet<(NodeName, ModuleName)>,
}

impl Trial<'_> {
    /// The change and then the edits of a pick.
    fn with<'e>(&self, edits: impl Iterator<Item = &'e Edit>) -> Change {
        let mut whole = self.change.clone();
        for edit in edits {
            if let Edit::Pin { node, provision, .. } = edit {
                whole.pins.push((node.clone(), provision.clone()));
            }
            whole.edits.push(edit.clone());
        }
        whole
    }
}

/// A refusal as the one that was there: a requirement that is not answered is one fault, whatever is wrong with it.
type Place = (Option<Code>, Identity);

fn place(identity: &Identity) -> Place {
    let code = if is_one(identity.code, Code::ChooseNode) { None } else { Some(identity.code) };
    (code, Identity { code: Code::ChooseNode, ..identity.clone() })
}

/// Whether a refusal with this code is a person's to choose about.
const fn is_choice(code: Code) -> bool {
    matches!(code, Code::ChooseModule | Code::ChooseNode | Code::AnswerMoved)
}

/// Whether a refusal is settled by one of its candidates.
const fn is_among(refusal: &Refusal) -> bool {
    matches!(refusal.code(), Code::ChooseModule | Code::ChooseNode)
}

fn assigned(edit: &Edit) -> Option<(&NodeName, &ModuleName)> {
    if let Edit::Assign { node, module } = edit { Some((node, module)) } else { None }
}

/// All that could be picked to settle refusals that are the same but for their node.
fn picks(refusals: &[Refusal], keep: &[Vec<Edit>]) -> Vec<Pick> {
    let Some(first) = refusals.first() else { return Vec::new() };
    let candidates: &[Candidate] = if is_among(first) { &first.candidates } else { &[] };
    let says_the_same = |(keep, edits): (&Vec<Edit>, &Vec<Edit>)| matches!((keep.as_slice(), edits.as_slice()), ([keep], [edit]) if keep.says(edit));
    let mut picks = Vec::new();
    for (at, _) in candidates.iter().enumerate().filter(|(_, candidate)| candidate.why_not.is_empty()) {
        let edits: Vec<Vec<Edit>> = refusals.iter().map(|refusal| candidate_edits(refusal, at)).collect();
        let is_today = keep.iter().zip(&edits).all(says_the_same);
        picks.push(Pick { what: Picked::Candidate(at), edits, brings: Vec::new(), is_today });
    }
    let can_keep = keep.iter().all(|keep| !keep.is_empty());
    if can_keep && !picks.iter().any(|pick| pick.is_today) {
        picks.push(Pick { what: Picked::Keep, edits: keep.to_vec(), brings: Vec::new(), is_today: true });
    }
    if first.code() == Code::AnswerMoved {
        let edits = refusals.iter().map(|refusal| allow_move(refusal).into_iter().collect()).collect();
        picks.push(Pick { what: Picked::Move, edits, brings: Vec::new(), is_today: false });
    }
    picks
}

fn candidate_edits(refusal: &Refusal, at: usize) -> Vec<Edit> {
    let (Some(node), Some(candidate)) = (&refusal.node, refusal.candidates.get(at)) else { return Vec::new() };
    let Subject::Requirement { requirement, .. } = &refusal.subject else { return Vec::new() };
    let edit = match candidate.offering() {
        Some(from) => pin(node, requirement, from),
        None => Edit::Assign { node: node.clone(), module: candidate.module.clone() },
    };
    vec![edit]
}

/// Where several nodes offer it there is no pin: it would have decided.
fn pin(node: &NodeName, provision: &ProvisionName, from: &NodeName) -> Edit {
    Edit::Pin { node: node.clone(), provision: provision.clone(), before: None, after: Some(from.clone().into()) }
}

fn allow_move(refusal: &Refusal) -> Option<Edit> {
    let Subject::Moved { requirement, from, to, .. } = &refusal.subject else { return None };
    let (node, from, to) = (refusal.node.clone()?, from.clone().into(), to.clone().into());
    Some(Edit::AllowMove { node, requirement: requirement.clone(), from, to })
}

/// The node and the name of what an edit keeps.
fn kept(edit: &Edit) -> Option<(&NodeName, String)> {
    if let Edit::Pin { provision, after: Some(from), .. } = edit {
        return Some((from, provision.to_string()));
    }
    assigned(edit).map(|(node, module)| (node, module.to_string()))
}

/// A refusal to choose about: the node itself comes last among the candidates, so that they are the same on every node.
fn own_last(refusal: &Refusal) -> Refusal {
    let mut refusal = Refusal { remedies: Vec::new(), ..refusal.clone() };
    refusal.candidates.sort_by_key(Candidate::is_here);
    refusal
}

/// All that makes refusals the same but for their node, as far as a choice goes.
#[derive(PartialEq)]
struct Face {
    code: Code,
    key: String,
    by: Vec<ModuleName>,
    /// The nodes are `None` where they are the refused one itself.
    moved: Option<(Option<NodeName>, ModuleName, Option<NodeName>, ModuleName)>,
    candidates: Vec<(Option<NodeName>, ModuleName, Vec<WhyNot>)>,
    keep: Vec<(Option<NodeName>, String)>,
}

impl Face {
    fn of(refusal: &Refusal, keep: &[Edit]) -> Self {
        let other = |node: &NodeName| (refusal.node.as_ref() != Some(node)).then(|| node.clone());
        let (by, moved) = match &refusal.subject {
            Subject::Requirement { by, .. } | Subject::Pin { by, .. } => (by.clone(), None),
            Subject::Moved { by, from, from_module, to, to_module, .. } => {
                (by.clone(), Some((other(from), from_module.clone(), other(to), to_module.clone())))
            }
            Subject::Claim { .. }
            | Subject::Resource { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::BroughtIn { .. }
            | Subject::ModuleInUse { .. }
            | Subject::SiteInUse { .. }
            | Subject::Reviewed { .. } => (Vec::new(), None),
        };
        let candidates = refusal
            .candidates
            .iter()
            .map(|candidate| (candidate.offering().cloned(), candidate.module.clone(), candidate.why_not.clone()));
        let kept = keep.iter().filter_map(kept).map(|(node, name)| (other(node), name));
        let (candidates, keep) = (candidates.collect(), kept.collect());
        Self { code: refusal.code(), key: refusal.key().to_owned(), by, moved, candidates, keep }
    }
}
