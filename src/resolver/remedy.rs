//! Remedies: edits that have been tried and settle a refusal.
//!
//! What could settle a refusal is thought up by [`attempts`], on the mesh as the refused change would leave it. Each
//! attempt is then tried on the mesh as it is: by itself before the refused change, or together with it. What does not
//! work is not offered. Refusals with one cause share one trial.

mod attempts;
mod trial;

pub(super) use attempts::Attempt;

use std::collections::BTreeMap;

use super::{
    decide::{Decision, Terms},
    refusal::{Code, Refusal, Remedy, Subject},
    verdict::Change,
    world::World,
};

/// How many remedies a refusal carries at most.
const MOST: usize = 5;
/// How many attempts are tried for one cause at most.
const TRIALS: usize = 24;
/// How many causes are looked into at most; the refusals of further ones carry no remedies.
const CAUSES: usize = 200;

/// Refusals with one cause: the places of the refusals, and what could settle the first of them.
#[derive(Debug)]
pub(super) struct Cause {
    members: Vec<usize>,
    attempts: Vec<Attempt>,
}

impl World {
    /// What could settle each refusal, on the mesh as the refused change leaves it.
    pub(super) fn causes(&self, refusals: &mut [Refusal], change: Option<&Change>) -> Vec<Cause> {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, refusal) in refusals.iter().enumerate() {
            groups.entry(cause(refusal)).or_default().push(place);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        groups.sort();
        groups
            .into_iter()
            .take(CAUSES)
            .map(|members| {
                let first = members.first().and_then(|place| refusals.get_mut(*place));
                let several = members.len() > 1;
                let attempts = first.map(|refusal| self.attempts(refusal, change, several)).unwrap_or_default();
                self.share(refusals, &members);
                Cause { members, attempts }
            })
            .collect()
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
        let base = decision.refusals.iter().map(trial::identity).collect();
        for cause in causes {
            let Some(refusal) = cause.members.first().and_then(|place| decision.refusals.get(*place)) else { continue };
            let wanted = trial::identity(refusal);
            let mut found = Vec::new();
            for attempt in cause.attempts.into_iter().take(TRIALS) {
                found.extend(self.try_attempt(attempt, change, terms, &wanted, &base));
                if found.len() >= MOST * 2 {
                    break;
                }
            }
            put(&mut decision.refusals, &cause.members, found);
        }
    }

    /// Puts remedies into the refusals of a mesh as it is: those that a plan or a push meets.
    pub fn remedy(&mut self, refusals: &mut [Refusal]) {
        for cause in self.causes(refusals, None) {
            let Some(refusal) = cause.members.first().and_then(|place| refusals.get(*place)) else { continue };
            let wanted = trial::identity(refusal);
            let mut found = Vec::new();
            for attempt in cause.attempts.into_iter().take(TRIALS) {
                found.extend(self.try_alone(attempt, &wanted));
                if found.len() >= MOST * 2 {
                    break;
                }
            }
            put(refusals, &cause.members, found);
        }
    }
}

/// The least change first, then in the order in which they were thought up: by name.
fn put(refusals: &mut [Refusal], members: &[usize], mut found: Vec<Remedy>) {
    found.sort_by_key(trial::weight);
    found.truncate(MOST);
    for place in members {
        if let Some(refusal) = refusals.get_mut(*place) {
            refusal.remedies.clone_from(&found);
        }
    }
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
