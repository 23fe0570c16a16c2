//! Taking the step of a change as its terms want it: one rule for what is decided and for what is only tried.

use crate::model::{ApplyError, Edit};

use super::{
    decide::Terms,
    moved::Move,
    verdict::{Change, Verdict},
    world::{Step, World},
};

/// The step of a change that was just taken, and what it brings about.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) step: Step,
    /// What stands against it, without what is meant.
    pub(super) verdict: Verdict,
    /// The edits that keep what nodes have today.
    pub(super) settled: Vec<Edit>,
    /// Answers that move and are meant to, by the terms.
    pub(super) meant: Vec<Move>,
}

impl World {
    /// Takes the step of a change, with what `--keep` adds to it and without the moves that its terms mean.
    ///
    /// # Errors
    /// Where an edit does not fit what the edits before it left; the world is then as it was.
    pub(super) fn settle(&mut self, change: &Change, terms: Terms) -> Result<Settled, ApplyError> {
        let mut taken = self.step_with(change, Vec::new())?;
        if terms.keep {
            taken = self.kept(change, taken)?;
        }
        if terms.allow_moves || terms.leave_unresolved {
            taken.meant = std::mem::take(&mut taken.verdict.moves);
        }
        Ok(taken)
    }

    /// The same step with what keeps today's answers, as long as that ends something else.
    fn kept(&mut self, change: &Change, plain: Settled) -> Result<Settled, ApplyError> {
        let first = self.identities_of(&plain.verdict);
        let mut taken = plain;
        loop {
            let more = self.keep(&taken.step, change, &taken.verdict, &taken.settled);
            if more.is_empty() {
                break;
            }
            taken = self.instead(taken.step, change, [taken.settled, more].concat())?;
        }
        let is_kept = taken.settled.is_empty()
            || taken.verdict.is_clear()
            || self.identities_of(&taken.verdict).is_subset(&first);
        if is_kept {
            return Ok(taken);
        }
        // What was to keep today's answers brings refusals of its own: they are of nobody's making.
        self.instead(taken.step, change, Vec::new())
    }

    fn instead(&mut self, step: Step, change: &Change, settled: Vec<Edit>) -> Result<Settled, ApplyError> {
        self.back(step);
        self.step_with(change, settled)
    }

    fn step_with(&mut self, change: &Change, settled: Vec<Edit>) -> Result<Settled, ApplyError> {
        let step = self.step(change.edits.iter().chain(&settled))?;
        let verdict = self.verdict(&step, change);
        Ok(Settled { step, verdict, settled, meant: Vec::new() })
    }
}
