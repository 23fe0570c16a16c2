//! The search for what settles refusals: which attempts are tried for which of them, and how many.

use std::collections::{BTreeMap, BTreeSet};

use super::{Alone, Attempt, Cause, Identity, likewise, trial};
use crate::{
    model::NodeName,
    resolver::refusal::{Refusal, Remedy, Way},
};

/// How many remedies a refusal carries at most.
pub(super) const MOST: usize = 5;
/// How many attempts are tried for one cause at most.
const TRIALS: usize = 24;
/// How many remedies are tried again for a node that is like the one that they were found for; those of further nodes
/// share that trial.
const CONFIRMED: usize = 1_000;
/// How many nodes one command is said for, where what settles each is the same.
const JOINED: usize = 40;
/// How many refusals of one cause are few.
const OWN: usize = 5;
/// How many attempts of its own each of many refusals has.
const FEW_TRIALS: usize = 4;

/// Tries what could settle causes, and puts what does into their refusals. Where nothing settles all of a cause, each
/// refusal has what settles it alone; those that are the same but for their node share the search for it.
pub(super) struct Search<T> {
    attempt: T,
    /// How many remedies were tried anew for a node that they were not found for.
    confirmed: usize,
    /// The places of refusals that are the same but for their node, by that of the first.
    alike: BTreeMap<usize, Vec<usize>>,
}

impl<T: FnMut(Attempt, &BTreeSet<Identity>) -> Option<Remedy>> Search<T> {
    pub(super) const fn new(attempt: T) -> Self {
        Self { attempt, confirmed: 0, alike: BTreeMap::new() }
    }

    /// Looks into all causes.
    pub(super) fn all(&mut self, refusals: &mut [Refusal], causes: Vec<Cause>) {
        causes.into_iter().for_each(|cause| self.put(refusals, cause));
        for (first, others) in std::mem::take(&mut self.alike) {
            if others.len() < JOINED {
                self.join(refusals, first, &others);
            }
        }
    }

    /// What settles each of a few refusals that are the same but for their node, as one command for all of them.
    fn join(&mut self, refusals: &mut [Refusal], first: usize, others: &[usize]) {
        let Some(found) = refusals.get(first) else { return };
        let (node, remedies) = (found.node.clone(), found.remedies.clone());
        let places = || std::iter::once(first).chain(others.iter().copied());
        let all: Vec<&Refusal> = places().filter_map(|place| refusals.get(place)).collect();
        let nodes: Vec<NodeName> = all.iter().filter_map(|refusal| refusal.node.clone()).collect();
        let wanted: BTreeSet<Identity> = all.iter().map(|refusal| Identity::from(*refusal)).collect();
        let same = all.iter().all(|refusal| refusal.remedies.len() == remedies.len());
        let Some(node) = node.filter(|_| same && nodes.len() == all.len()) else { return };
        for (at, remedy) in remedies.iter().enumerate() {
            let Some(edits) = likewise::for_all(remedy, &node, &nodes) else { continue };
            let joined = (self.attempt)(Attempt::Edits(edits), &wanted);
            let Some(joined) = joined.filter(|joined| matches!(joined.way, Way::Before(_))) else { continue };
            for place in places() {
                let own = refusals.get_mut(place).and_then(|refusal| refusal.remedies.get_mut(at));
                own.into_iter().for_each(|own| own.clone_from(&joined));
            }
        }
    }

    fn put(&mut self, refusals: &mut [Refusal], cause: Cause) {
        let identity = |place: &usize| refusals.get(*place).map(Identity::from);
        let all: BTreeSet<Identity> = cause.members.iter().filter_map(|(place, _)| identity(place)).collect();
        let shared = enough(cause.shared, TRIALS, |tried| (self.attempt)(tried, &all));
        let many = cause.members.len() > OWN;
        // What is refused for others keeps nobody from looking for what is not.
        let is_settled = !shared.iter().all(Remedy::is_refused_for_others);
        for (place, alone) in cause.members {
            let own = match alone {
                Alone::Attempts(_) | Alone::Like(_) if is_settled => Vec::new(),
                Alone::Attempts(own) => {
                    let Some(refusal) = refusals.get(place) else { continue };
                    let wanted = BTreeSet::from([Identity::from(refusal)]);
                    let most = if many { FEW_TRIALS } else { TRIALS };
                    enough(own, most, |tried| (self.attempt)(tried, &wanted))
                }
                Alone::Like(first) => {
                    self.alike.entry(first).or_default().push(place);
                    self.likewise(refusals, first, place)
                }
            };
            let is_better = shared.is_empty() || own.iter().any(|remedy| !remedy.is_refused_for_others());
            let found = least(if is_better && !is_settled { own } else { shared.clone() });
            if let Some(refusal) = refusals.get_mut(place) {
                refusal.remedies = found;
            }
        }
    }

    /// The remedies of a refusal, for the node of one that is the same but for it.
    fn likewise(&mut self, refusals: &[Refusal], first: usize, place: usize) -> Vec<Remedy> {
        let Some((first, refusal)) = refusals.get(first).zip(refusals.get(place)) else { return Vec::new() };
        let Some((from, to)) = first.node.as_ref().zip(refusal.node.as_ref()) else { return Vec::new() };
        let wanted = BTreeSet::from([Identity::from(refusal)]);
        let of_this = first.remedies.iter().filter_map(|remedy| {
            let remedy = likewise::remedy(remedy, from, to);
            // What touches another node too is not the same for each.
            let is_own = likewise::for_all(&remedy, to, &[]).is_some();
            if is_own && self.confirmed >= CONFIRMED {
                return Some(remedy);
            }
            self.confirmed += 1;
            (self.attempt)(Attempt::of(remedy.way), &wanted)
        });
        of_this.collect()
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
/// told only where nothing else is there to do.
pub(super) fn least(mut found: Vec<Remedy>) -> Vec<Remedy> {
    if !found.iter().all(Remedy::is_refused_for_others) {
        found.retain(|remedy| !remedy.is_refused_for_others());
    }
    found.sort_by_key(trial::weight);
    found.truncate(MOST);
    found
}
