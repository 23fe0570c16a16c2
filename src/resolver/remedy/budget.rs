//! How many refusals are looked into for two steps, in which order, and how many ways are tried for each.

use std::collections::HashSet;

use super::{deeper::PAIRS, search::Alike};
use crate::{
    model::Edit,
    resolver::{
        refusal::{Code, Refusal},
        world::World,
    },
};

/// How many refusals without a remedy are looked into.
const REFUSALS: usize = 8;
/// How many where the mesh is small, so that a trial costs next to nothing.
const REFUSALS_OF_SMALL: usize = 40;
/// How many nodes and modules a small mesh has at most.
const SMALL: usize = 200;
/// How many ways more are tried for all of them together.
const SPARE: usize = 2_000;

/// How much is looked into.
pub(super) struct Budget {
    /// How many refusals more.
    refusals: usize,
    /// How many ways beyond those that each may have.
    spare: usize,
}

impl Budget {
    /// What is spent on a mesh.
    pub(super) fn of(world: &World) -> Self {
        let size = world.mesh.size() + world.mesh.catalogue.modules().count();
        Self { refusals: if size <= SMALL { REFUSALS_OF_SMALL } else { REFUSALS }, spare: SPARE }
    }

    /// Whether a refusal is looked into; one that is not says so.
    pub(super) fn takes(&mut self, refusal: &mut Refusal) -> bool {
        refusal.untried |= self.refusals == 0;
        self.refusals = self.refusals.saturating_sub(1);
        !refusal.untried
    }

    /// The ways that are tried for a refusal; where those are not all, it says so.
    pub(super) fn tried(&mut self, mut ways: Vec<Vec<Edit>>, refusal: &mut Refusal) -> Vec<Vec<Edit>> {
        let more = ways.len().saturating_sub(PAIRS).min(self.spare);
        self.spare -= more;
        refusal.untried |= ways.len() > PAIRS + more;
        ways.truncate(PAIRS + more);
        ways
    }
}

/// The places of the refusals that nothing settles so far and that are like no other, or the first of their kind.
pub(super) fn open_firsts(refusals: &[Refusal], alike: &Alike) -> Vec<usize> {
    let others: HashSet<usize> = alike.values().flatten().copied().collect();
    open(refusals).into_iter().filter(|place| !others.contains(place)).collect()
}

/// The places of the refusals that nothing settles so far.
pub(super) fn open(refusals: &[Refusal]) -> Vec<usize> {
    (0..refusals.len()).filter(|place| refusals.get(*place).is_some_and(is_open)).collect()
}

/// Whether nothing settles a refusal so far.
pub(super) fn is_open(refusal: &Refusal) -> bool {
    refusal.remedies.is_empty() && !refusal.untried && refusal.code() != Code::NotAsReviewed
}
