//! Which of the remedies that were found are told, and in which order.

use super::{
    budget::{REMEDIES, SHARING},
    likewise::{are_same, parts},
    trial::weight,
};
use crate::resolver::refusal::{ChangeOption, Code, Refusal, Remedy, Way};

/// The least change first, then in the order in which they were thought up: by name. What is refused for others is
/// told only where nothing else is there to do; what settles all that is refused is never left out for what does not.
/// That moves are meant is told first where others stand beside it: what else there is takes away who takes.
pub(super) fn least(mut found: Vec<Remedy>) -> Vec<Remedy> {
    if !found.iter().all(Remedy::is_refused_for_others) {
        let is_whole = found.iter().any(|remedy| !remedy.leaves_others);
        found.retain(|remedy| !remedy.is_refused_for_others() || (!is_whole && means_moves(remedy)));
    }
    found.sort_by_key(|remedy| (weight(remedy), brought(remedy)));
    let mut told: Vec<Remedy> = Vec::with_capacity(found.len());
    for remedy in found {
        if !told.iter().any(|known| is_enough(known, &remedy)) {
            told.push(remedy);
        }
    }
    let rest = told.split_off(told.len().min(REMEDIES));
    if told.iter().all(|remedy| remedy.leaves_others)
        && let Some((whole, last)) = rest.into_iter().find(|remedy| !remedy.leaves_others).zip(told.last_mut())
    {
        *last = whole;
    }
    told
}

/// How many modules nodes run more, where none runs one less: what is handed over comes to a node as well.
fn brought(remedy: &Remedy) -> usize {
    if remedy.effect.loses.is_empty() { remedy.effect.gains.len() } else { 0 }
}

/// Whether a remedy says of answers that move that they are meant to.
const fn means_moves(remedy: &Remedy) -> bool {
    matches!(remedy.way, Way::Option(ChangeOption::AllowMoves))
}

/// Whether a remedy does what another one does, or less of it, in whatever order, and settles as much.
fn is_enough(known: &Remedy, other: &Remedy) -> bool {
    if known.leaves_others && !other.leaves_others {
        return false;
    }
    match (parts(&known.way), parts(&other.way)) {
        (Some(known), Some(other)) => known.is_subset(&other),
        (None, None) => are_same(&known.way, &other.way),
        (_, _) => false,
    }
}

/// What settles everything that a change is refused for is told with each of its refusals.
pub(super) fn share_whole(refusals: &mut [Refusal]) {
    if !(2..=SHARING).contains(&refusals.len()) {
        return;
    }
    let mut whole: Vec<Remedy> = Vec::new();
    for remedy in refusals.iter().flat_map(|refusal| &refusal.remedies).filter(|remedy| !remedy.leaves_others) {
        if !whole.iter().any(|known| are_same(&known.way, &remedy.way)) {
            whole.push(remedy.clone());
        }
    }
    let mut whole = least(whole);
    whole.truncate(REMEDIES);
    for refusal in refusals.iter_mut().filter(|refusal| refusal.code() != Code::NotAsReviewed) {
        refusal.remedies.extend(whole.iter().cloned());
    }
}
