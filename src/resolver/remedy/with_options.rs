//! An option of the refused command that settles some of its refusals, as one change with edits that settle the others.

use std::collections::BTreeSet;

use crate::model::Edit;

use crate::resolver::{
    decide::Terms,
    refusal::{ChangeOption, Refusal, Remedy, Way},
    verdict::Change,
    world::World,
};

use super::{
    Attempt, Identity,
    budget::{REMEDIES, UNITED_EDITS},
    deeper::distinct,
    trial::{Goal, together, undo, with},
};

impl World {
    /// Where nothing settles all that a change is refused for: what each option settles, and beside it what settles each
    /// of the rest.
    pub(super) fn settle_with_options(&mut self, change: &Change, terms: Terms, refusals: &mut [Refusal]) {
        let is_whole = refusals.iter().flat_map(|refusal| &refusal.remedies).any(|remedy| !remedy.leaves_others);
        if refusals.len() < 2 || is_whole {
            return;
        }
        let all: BTreeSet<Identity> = refusals.iter().map(Identity::from).collect();
        for option in [ChangeOption::Keep, ChangeOption::AllowMoves] {
            let Some(tried) = self.try_option(option, change, terms) else { continue };
            if !tried.refused.is_subset(&all) || tried.refused.len() == all.len() {
                continue;
            }
            let left = refusals.iter().filter(|refusal| tried.refused.contains(&Identity::from(*refusal)));
            let ways: Vec<Vec<&[Edit]>> = left.map(said_beside).collect();
            let goal = Goal { wanted: &all, base: &all };
            let found = (0..REMEDIES).find_map(|number| {
                if ways.iter().all(|ways| number >= ways.len()) {
                    return None;
                }
                let chosen = ways.iter().filter_map(|ways| ways.get(number).or_else(|| ways.last()));
                let edits = distinct(chosen.copied().flatten().cloned());
                let attempt = (edits.len() <= UNITED_EDITS).then_some(Attempt::WithOption(edits, option))?;
                self.try_attempt(attempt, change, terms, goal)
            });
            if let (Some(found), Some(first)) = (found, refusals.first_mut()) {
                // It is shared by all of them in the end.
                first.remedies.push(found);
            }
        }
    }

    /// Edits and the refused change as one, with an option.
    pub(super) fn try_with_option(
        &mut self,
        edits: Vec<Edit>,
        option: ChangeOption,
        change: &Change,
        terms: Terms,
        goal: Goal<'_>,
    ) -> Option<Remedy> {
        let is_said = |edit: &Edit| self.knows(edit) && self.does_something(edit) && !self.is_at_odds(edit, change);
        if edits.is_empty() || undo(&edits, change) || !edits.iter().all(is_said) {
            return None;
        }
        let whole = together(&edits, change);
        self.try_change(&whole, with(option, terms), &change.edits, goal, Way::WithOption(edits, option))
    }
}

/// The edits of what settles a refusal that can be said before the refused command in one change.
fn said_beside(refusal: &Refusal) -> Vec<&[Edit]> {
    let edits = refusal.remedies.iter().filter_map(|remedy| match &remedy.way {
        Way::Before(edits) | Way::AtOnce(edits) | Way::Together(edits) => Some(edits.as_slice()),
        Way::After(_) | Way::Option(_) | Way::WithOption(..) | Way::MoveBefore { .. } | Way::Move { .. } => None,
    });
    edits.collect()
}
