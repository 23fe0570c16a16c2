//! Remedies: edits that have been tried and settle a refusal.
//!
//! What could settle a refusal is thought up by [`attempts`], on the mesh as the refused change would leave it. Each
//! attempt is then tried on the mesh as it is: by itself before the refused change, or together with it. What does not
//! work is not offered. Refusals with one cause share one trial.

mod attempts;
mod deeper;
mod facts;
mod hand_overs;
mod identity;
mod providers;
mod trial;

pub(super) use attempts::Attempt;
pub use identity::Identity;
pub(super) use trial::is_one;
use trial::{Goal, Tried};

use std::collections::{BTreeMap, BTreeSet};

use super::{
    decide::{Decision, Terms},
    refusal::{Candidate, ChangeOption, Code, Refusal, Remedy, Subject, Way},
    verdict::Change,
    world::World,
};
use crate::model::{Edit, NodeName, ProvisionName};

/// How many remedies a refusal carries at most.
const MOST: usize = 5;
/// How many attempts are tried for one cause at most.
const TRIALS: usize = 24;
/// How many causes are looked into at most; the refusals of further ones carry no remedies.
const CAUSES: usize = 200;
/// How many refusals of one cause are looked into at most, where nothing settles all of them.
const MEMBERS: usize = 200;

/// How many nodes one command pins at most.
const PINNED: usize = 12;
/// How many refusals of one cause are few.
const OWN: usize = 5;
/// How many attempts of its own each of many refusals has.
const FEW_TRIALS: usize = 4;

/// Refusals with one cause.
#[derive(Debug)]
pub(super) struct Cause {
    /// What could settle all of them at once.
    shared: Vec<Attempt>,
    /// The places of the refusals, each with what could settle it alone.
    members: Vec<(usize, Vec<Attempt>)>,
}

impl World {
    /// What could settle each refusal, on the mesh as the refused change leaves it.
    pub(super) fn causes(&self, refusals: &mut [Refusal], change: Option<&Change>) -> Vec<Cause> {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, refusal) in refusals.iter().enumerate() {
            groups.entry(self.cause(refusal)).or_default().push(place);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort();
        groups.into_iter().take(CAUSES).map(|members| self.cause_of(refusals, members, change)).collect()
    }

    fn cause_of(&self, refusals: &mut [Refusal], members: Vec<usize>, change: Option<&Change>) -> Cause {
        let first = members.first().and_then(|place| refusals.get_mut(*place));
        let mut attempts = first.map(|refusal| self.attempts(refusal, change)).unwrap_or_default();
        self.share(refusals, &members);
        // What changes the first one's node may settle the others too.
        let mut shared = if members.len() > 1 { attempts.clone() } else { Vec::new() };
        if members.len() > 1 {
            shared.extend(self.pins_of_all(refusals, &members));
            let refused = members.iter().filter_map(|place| refusals.get(*place));
            shared.extend(self.without(refused.flat_map(|refusal| &refusal.parties), change));
            shared.extend(self.one_each(refusals, &members, change));
        }
        let own = |(number, place): (usize, usize)| {
            let own = match (number, refusals.get(place)) {
                (0, _) => std::mem::take(&mut attempts),
                (_, Some(refusal)) => self.own_attempts(refusal, change),
                (_, None) => Vec::new(),
            };
            (place, own)
        };
        Cause { shared, members: members.into_iter().take(MEMBERS).enumerate().map(own).collect() }
    }

    /// One node for all that have the same ones to choose from, of those that are few enough to be named in a command.
    fn pins_of_all(&self, refusals: &[Refusal], members: &[usize]) -> Vec<Attempt> {
        let refused: Vec<&Refusal> = members.iter().filter_map(|place| refusals.get(*place)).collect();
        let Some(first) = refused.first().filter(|_| refused.len() <= PINNED) else { return Vec::new() };
        let offers = |refusal: &Refusal, from: &NodeName| {
            let would = |candidate: &Candidate| candidate.node.as_ref() == Some(from) && candidate.why_not.is_empty();
            refusal.code == Code::ChooseNode
                && refusal.node.as_ref() != Some(from)
                && refusal.candidates.iter().any(would)
        };
        let pin = |refusal: &&Refusal, from: &NodeName| {
            let (node, provision) = (refusal.node.clone()?, ProvisionName::stored(refusal.key()));
            let pin = self.mesh.node_id(&node).zip(self.mesh.catalogue.provision_id(&provision));
            let pin = pin.and_then(|(node, provision)| self.mesh.pin_of(node, provision));
            let before = pin.map(|pin| self.mesh.node_name(pin.provider).clone());
            Some(Edit::Pin { node, provision, before, after: Some(from.clone()) })
        };
        let nodes = first.candidates.iter().filter_map(|candidate| candidate.node.as_ref());
        let common = nodes.filter(|from| refused.iter().all(|refusal| offers(refusal, from)));
        common
            .filter_map(|from| refused.iter().map(|refusal| pin(refusal, from)).collect::<Option<Vec<_>>>())
            .map(Attempt::Edits)
            .collect()
    }

    /// One claim with holders at several sites: at each of them one stays, the first or the last by name.
    fn one_each(&self, refusals: &[Refusal], members: &[usize], change: Option<&Change>) -> Vec<Attempt> {
        let refused: Vec<&Refusal> = members.iter().filter_map(|place| refusals.get(*place)).collect();
        if refused.iter().any(|refusal| refusal.code != Code::ClaimCollision) {
            return Vec::new();
        }
        let all_but_first = refused.iter().flat_map(|refusal| refusal.parties.iter().skip(1));
        let all_but_last = refused.iter().flat_map(|refusal| refusal.parties.iter().rev().skip(1));
        [self.without(all_but_first, change), self.without(all_but_last, change)].into_iter().flatten().collect()
    }

    /// What refusals with one cause have in common. Where nodes of a site look for what is offered to a site, each
    /// site is a cause of its own.
    fn cause(&self, refusal: &Refusal) -> String {
        let site = refusal.node.as_ref().filter(|_| refusal.code == Code::NoNode);
        let site = site.and_then(|node| self.mesh.site_of(self.mesh.node_id(node)?));
        format!("{}\u{0}{}", cause(refusal), site.map_or("", |site| site.as_str()))
    }

    /// What was found out for the first refusal of a cause holds for the others.
    fn share(&self, refusals: &mut [Refusal], members: &[usize]) {
        let could = members.first().and_then(|place| refusals.get(*place)).and_then(|refusal| match &refusal.subject {
            Subject::Requirement { could, .. } => Some(could.clone()),
            Subject::Claim { .. }
            | Subject::Resource { .. }
            | Subject::Pin { .. }
            | Subject::Moved { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::Module { .. }
            | Subject::Site { .. }
            | Subject::Reviewed { .. } => None,
        });
        for place in members.iter().skip(1) {
            if let (Some(refusal), Some(could)) = (refusals.get_mut(*place), &could)
                && let Subject::Requirement { could: theirs, .. } = &mut refusal.subject
            {
                theirs.clone_from(could);
            }
        }
    }

    /// Tries what could settle the refusals of a change that was refused, and puts what does into them.
    pub(super) fn try_causes(&mut self, causes: Vec<Cause>, change: &Change, terms: Terms, decision: &mut Decision) {
        let base = decision.refusals.iter().map(Identity::from).collect();
        let mut options: Vec<(ChangeOption, Option<Tried>)> = Vec::new();
        for cause in causes {
            put(&mut decision.refusals, cause, |attempt, wanted| {
                let goal = Goal { wanted, base: &base };
                let Attempt::Option(option) = attempt else { return self.try_attempt(attempt, change, terms, goal) };
                if !options.iter().any(|(known, _)| *known == option) {
                    options.push((option, self.try_option(option, change, terms)));
                }
                let tried = options.iter().find(|(known, _)| *known == option)?.1.as_ref()?;
                tried.reaches(goal, Way::Option(option))
            });
        }
        self.deepen(change, terms, decision);
    }

    /// Puts remedies into the refusals of a mesh as it is: those that a plan or a push meets.
    pub fn remedy(&mut self, refusals: &mut [Refusal]) {
        let there = self.identities();
        for cause in self.causes(refusals, None) {
            // What is refused about a change, and not about the mesh, is past once the change is made.
            put(refusals, cause, |attempt, wanted| {
                wanted.is_subset(&there).then(|| self.try_alone(attempt, wanted)).flatten()
            });
        }
        self.deepen_alone(refusals);
    }
}

/// Tries what could settle a cause, and puts what does into its refusals. Where nothing settles
/// all of them, each has what settles it alone.
fn put(
    refusals: &mut [Refusal],
    cause: Cause,
    mut attempt: impl FnMut(Attempt, &BTreeSet<Identity>) -> Option<Remedy>,
) {
    let identity = |place: &usize| refusals.get(*place).map(Identity::from);
    let all: BTreeSet<Identity> = cause.members.iter().filter_map(|(place, _)| identity(place)).collect();
    let shared = enough(cause.shared, TRIALS, |tried| attempt(tried, &all));
    let many = cause.members.len() > OWN;
    for (place, own) in cause.members {
        let Some(refusal) = refusals.get_mut(place) else { continue };
        let mut found = shared.clone();
        if shared.is_empty() {
            let wanted = BTreeSet::from([Identity::from(&*refusal)]);
            found.extend(enough(own, if many { FEW_TRIALS } else { TRIALS }, |tried| attempt(tried, &wanted)));
        }
        refusal.remedies = least(found);
    }
}

/// The first attempts that work.
fn enough(attempts: Vec<Attempt>, most: usize, attempt: impl FnMut(Attempt) -> Option<Remedy>) -> Vec<Remedy> {
    let mut found = Vec::new();
    let mut refused_again = Vec::new();
    for remedy in attempts.into_iter().take(most).filter_map(attempt) {
        let kept = if remedy.is_refused_for_others() { &mut refused_again } else { &mut found };
        kept.push(remedy);
        if found.len() == MOST * 2 {
            break;
        }
    }
    found.extend(refused_again);
    found
}

/// The least change first, then in the order in which they were thought up: by name. What is refused for others is
/// told only where nothing else is there to do, or keeps what is there.
fn least(mut found: Vec<Remedy>) -> Vec<Remedy> {
    if !found.iter().all(Remedy::is_refused_for_others) {
        found.retain(|remedy| !remedy.is_refused_for_others() || matches!(remedy.way, Way::Option(ChangeOption::Keep)));
    }
    found.sort_by_key(trial::weight);
    found.truncate(MOST);
    found
}

/// What refusals with one cause have in common.
fn cause(refusal: &Refusal) -> String {
    let place = match refusal.code {
        Code::ChooseNode | Code::NoNode | Code::PinUnanswered | Code::AnswerMoved => "",
        Code::BroughtIn
        | Code::ChooseModule
        | Code::ClaimCollision
        | Code::DanglingReflects
        | Code::InUse
        | Code::NeedUnmet
        | Code::NoProvider
        | Code::NotAsReviewed
        | Code::ResourceCollision => refusal.node.as_ref().map_or("", |node| node.as_str()),
    };
    let (from, to) = match &refusal.subject {
        Subject::Moved { from, to, .. } => (from.as_str(), to.as_str()),
        Subject::Pin { from, .. } => (from.as_str(), ""),
        Subject::Claim { .. }
        | Subject::Resource { .. }
        | Subject::Requirement { .. }
        | Subject::Needs { .. }
        | Subject::Reflects { .. }
        | Subject::Module { .. }
        | Subject::Site { .. }
        | Subject::Reviewed { .. } => ("", ""),
    };
    // All that one pair of modules collides over is settled by the same edits.
    let (key, parties) = match refusal.code {
        Code::ResourceCollision => ("", parties(refusal)),
        Code::AnswerMoved
        | Code::BroughtIn
        | Code::ChooseModule
        | Code::ChooseNode
        | Code::ClaimCollision
        | Code::DanglingReflects
        | Code::InUse
        | Code::NeedUnmet
        | Code::NoNode
        | Code::NoProvider
        | Code::NotAsReviewed
        | Code::PinUnanswered => (refusal.key(), String::new()),
    };
    [refusal.code.word(), place, key, from, to, &parties].join("\u{0}")
}

fn parties(refusal: &Refusal) -> String {
    let names = refusal.parties.iter().filter_map(|party| party.module.as_ref());
    names.map(|module| module.as_str()).collect::<Vec<_>>().join("\u{0}")
}
