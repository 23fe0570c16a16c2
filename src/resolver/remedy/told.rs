//! Which of the remedies that were found are told, and in which order.

use std::collections::BTreeSet;

use super::{likewise, search::MOST, trial::weight};
use crate::resolver::refusal::{Code, Refusal, Remedy};

/// How many refusals are few enough for each to carry what settles all of them.
const FEW: usize = 500;

/// The least change first, then in the order in which they were thought up: by name. What is refused for others is
/// told only where nothing else is there to do; what settles all that is refused is never left out for what does not.
pub(super) fn least(mut found: Vec<Remedy>) -> Vec<Remedy> {
    if !found.iter().all(Remedy::is_refused_for_others) {
        found.retain(|remedy| !remedy.is_refused_for_others());
    }
    found.sort_by_key(weight);
    let mut told: Vec<(Remedy, BTreeSet<String>)> = Vec::new();
    for remedy in found {
        let does = likewise::parts(&remedy.way);
        // What does more than another one, or the same in another order, and settles no more, is none of its own.
        let is_less = |(known, parts): &(Remedy, BTreeSet<String>)| {
            parts.is_subset(&does) && (!known.leaves_others || remedy.leaves_others)
        };
        if !told.iter().any(is_less) {
            told.push((remedy, does));
        }
    }
    let mut told: Vec<Remedy> = told.into_iter().map(|(remedy, _)| remedy).collect();
    let rest = told.split_off(told.len().min(MOST));
    if told.iter().all(|remedy| remedy.leaves_others)
        && let Some((whole, last)) = rest.into_iter().find(|remedy| !remedy.leaves_others).zip(told.last_mut())
    {
        *last = whole;
    }
    told
}

/// What settles everything that a change is refused for is told with each of its refusals.
pub(super) fn share_whole(refusals: &mut [Refusal]) {
    if !(2..=FEW).contains(&refusals.len()) {
        return;
    }
    let mut whole: Vec<Remedy> = Vec::new();
    for remedy in refusals.iter().flat_map(|refusal| &refusal.remedies).filter(|remedy| !remedy.leaves_others) {
        if !whole.iter().any(|known| likewise::are_same(&known.way, &remedy.way)) {
            whole.push(remedy.clone());
        }
    }
    let mut whole = least(whole);
    whole.truncate(MOST);
    for refusal in refusals.iter_mut().filter(|refusal| refusal.code != Code::NotAsReviewed) {
        refusal.remedies.extend(whole.iter().cloned());
    }
}
