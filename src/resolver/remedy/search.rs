//! The search for what settles refusals: which attempts are tried for which of them, and how many.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Alone, Attempt, Cause, Identity,
    budget::{
        CONFIRMED, CROWD, CROWDS, FEW_OF_CAUSE, JOINED_NODES, REMEDIES, SPARE_TRIALS, TRIALS, TRIALS_OF_MANY, is_open,
    },
    likewise,
    told::least,
};
use crate::{
    model::NodeName,
    resolver::refusal::{Refusal, Remedy},
};

/// The places of refusals that are the same but for their node, by that of the first.
pub(super) type Alike = BTreeMap<usize, Vec<usize>>;

/// Tries what could settle causes, and puts what does into their refusals. Where nothing settles all of a cause, each
/// refusal has what settles it alone; those that are the same but for their node share the search for it.
pub(super) struct Search<T> {
    attempt: T,
    /// How many remedies were tried anew for a node that they were not found for.
    confirmed: usize,
    /// How many attempts more than usual may be tried.
    spare: usize,
    alike: Alike,
}

impl<T: FnMut(Attempt, &BTreeSet<Identity>) -> Option<Remedy>> Search<T> {
    pub(super) const fn new(attempt: T) -> Self {
        Self { attempt, confirmed: 0, spare: SPARE_TRIALS, alike: Alike::new() }
    }

    /// Looks into all causes, and says which refusals are alike.
    pub(super) fn all(mut self, refusals: &mut [Refusal], causes: Vec<Cause>) -> Alike {
        for (place, alone) in causes.iter().flat_map(|cause| &cause.members) {
            if let Alone::Like(first) = alone {
                self.alike.entry(*first).or_default().push(*place);
            }
        }
        causes.into_iter().for_each(|cause| self.put(refusals, cause));
        self.alike
    }

    /// What settles refusals that are like another one and that nothing settles so far, by what settles that.
    pub(super) fn spread(&mut self, refusals: &mut [Refusal], first: usize, others: &[usize]) {
        for place in others {
            if refusals.get(*place).is_some_and(is_open) {
                let found = self.likewise(refusals, first, *place);
                refusals.get_mut(*place).into_iter().for_each(|refusal| refusal.remedies.clone_from(&found));
            }
        }
    }

    /// What settles each of the refusals that are the same but for their node, as one command for all of them.
    pub(super) fn join_all(&mut self, refusals: &mut [Refusal], alike: &Alike) {
        let crowds = alike.values().filter(|others| others.len() >= CROWD).count();
        let most = if crowds > CROWDS { CROWD } else { JOINED_NODES };
        for (first, others) in alike.iter().filter(|(_, others)| others.len() < most) {
            self.join(refusals, *first, others);
        }
    }

    fn join(&mut self, refusals: &mut [Refusal], first: usize, others: &[usize]) {
        let Some((found, node)) = refusals.get(first).and_then(|found| Some((found, found.node.clone()?))) else {
            return;
        };
        let remedies = found.remedies.clone();
        let places = || std::iter::once(first).chain(others.iter().copied());
        let all: Vec<&Refusal> = places().filter_map(|place| refusals.get(place)).collect();
        let nodes: Vec<NodeName> = all.iter().filter_map(|refusal| refusal.node.clone()).collect();
        let wanted: BTreeSet<Identity> = all.iter().map(|refusal| Identity::from(*refusal)).collect();
        for remedy in remedies {
            // What settles all of them as it is needs no other nodes.
            let has_it =
                |refusal: &&Refusal| refusal.remedies.iter().any(|own| likewise::are_same(&own.way, &remedy.way));
            if places().filter_map(|place| refusals.get(place)).all(|refusal| has_it(&refusal)) {
                continue;
            }
            let Some(edits) = likewise::for_all(&remedy, &node, &nodes) else { continue };
            let joined = (self.attempt)(Attempt::Edits(edits), &wanted);
            let is_as_good = |joined: &Remedy| !joined.is_refused_for_others() || remedy.is_refused_for_others();
            let Some(joined) = joined.filter(is_as_good) else { continue };
            for (place, to) in places().zip(&nodes) {
                let Some(refusal) = refusals.get_mut(place) else { continue };
                let own = likewise::remedy(&remedy, &node, to);
                refusal.remedies.retain(|known| !likewise::are_same(&known.way, &own.way));
                refusal.remedies.push(joined.clone());
            }
        }
    }

    fn put(&mut self, refusals: &mut [Refusal], cause: Cause) {
        let identity = |place: &usize| refusals.get(*place).map(Identity::from);
        let all: BTreeSet<Identity> = cause.members.iter().filter_map(|(place, _)| identity(place)).collect();
        let (shared, cut) = self.enough(cause.shared, TRIALS, &all);
        let most = if cause.members.len() > FEW_OF_CAUSE { TRIALS_OF_MANY } else { TRIALS };
        // What is refused for others keeps nobody from looking for what is not.
        let is_settled = !shared.iter().all(Remedy::is_refused_for_others);
        for (place, alone) in cause.members {
            let (own, own_cut) = match alone {
                Alone::Attempts(_) | Alone::Like(_) if is_settled => (Vec::new(), false),
                Alone::Attempts(own) => {
                    let Some(refusal) = refusals.get(place) else { continue };
                    self.enough(own, most, &BTreeSet::from([Identity::from(refusal)]))
                }
                Alone::Like(first) => {
                    // Those of the first of its kind are the best already.
                    let found = self.likewise(refusals, first, place);
                    if let Some(refusal) = refusals.get_mut(place).filter(|_| shared.is_empty()) {
                        refusal.remedies = found;
                        continue;
                    }
                    (found, false)
                }
            };
            let is_better = shared.is_empty() || own.iter().any(|remedy| !remedy.is_refused_for_others());
            let found = if is_better && !is_settled { own } else { shared.clone() };
            // What could be one command for all that are alike is kept until that was tried.
            let alike = self.alike.get(&place).map_or(0, Vec::len);
            let found = if alike >= JOINED_NODES { least(found) } else { best(found) };
            if let Some(refusal) = refusals.get_mut(place) {
                refusal.untried |= found.is_empty() && (cut || own_cut);
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

    /// The first attempts that work, and whether there were more than could be tried.
    fn enough(&mut self, attempts: Vec<Attempt>, most: usize, wanted: &BTreeSet<Identity>) -> (Vec<Remedy>, bool) {
        let (mut found, mut refused_again) = (Vec::new(), Vec::new());
        let mut cut = false;
        for (number, attempt) in attempts.into_iter().enumerate() {
            if number >= most {
                cut = self.spare == 0;
                if cut {
                    break;
                }
                self.spare -= 1;
            }
            let Some(remedy) = (self.attempt)(attempt, wanted) else { continue };
            let kept = if remedy.is_refused_for_others() { &mut refused_again } else { &mut found };
            kept.push(remedy);
            if found.len() == REMEDIES * 2 {
                break;
            }
        }
        found.extend(refused_again);
        (found, cut)
    }
}

/// The best of what is not refused for others, and of what is.
fn best(found: Vec<Remedy>) -> Vec<Remedy> {
    let (refused, found): (Vec<Remedy>, Vec<Remedy>) = found.into_iter().partition(Remedy::is_refused_for_others);
    [least(found), least(refused)].concat()
}
