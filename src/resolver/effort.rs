//! Effort: how often the costly things were done. `-v` tells it, and what a question costs is held by it without a clock.

use std::cell::Cell;

/// How often what is costly was done on a mesh, trials and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Catalogues that were turned round.
    pub indexes: usize,
    /// Sets that were worked out, those of candidates among them.
    pub sets: usize,
    /// Lineages of nodes that were worked out.
    pub lineages: usize,
}

/// An effort that is being counted.
#[derive(Debug, Default)]
pub(super) struct Counting(Cell<Effort>);

impl Counting {
    pub(super) fn index(&self) {
        self.add(Effort { indexes: 1, ..Effort::default() });
    }

    pub(super) fn set(&self) {
        self.add(Effort { sets: 1, ..Effort::default() });
    }

    pub(super) fn lineage(&self) {
        self.add(Effort { lineages: 1, ..Effort::default() });
    }

    fn add(&self, more: Effort) {
        let Effort { indexes, sets, lineages } = self.0.get();
        let (indexes, sets) = (indexes + more.indexes, sets + more.sets);
        self.0.set(Effort { indexes, sets, lineages: lineages + more.lineages });
    }

    pub(super) fn so_far(&self) -> Effort {
        self.0.get()
    }
}
