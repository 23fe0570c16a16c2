//! How much is looked into, tried and told: every limit of this room, and what is spent of the two that all refusals of a
//! command share.
//!
//! A trial is a change of the mesh that is resolved and taken back, and a refused command may have thousands of refusals:
//! without a limit, nobody would wait for the answer. What a limit cut short says so ([`Refusal::untried`]).

use std::collections::HashSet;

use super::search::Alike;
use crate::{
    model::Edit,
    resolver::{
        refusal::{Code, Refusal},
        world::World,
    },
};

// What is looked into.

/// Causes, of all refusals of a command: nobody reads more, and each costs trials.
pub(super) const CAUSES: usize = 200;
/// Refusals of one cause that are looked into each by itself, where nothing settles all of them.
pub(super) const REFUSALS_OF_CAUSE: usize = 200;
/// Refusals without a remedy for which two steps are looked for, on a large mesh.
const DEEPENED: usize = 8;
/// The same on a small one, where a trial costs next to nothing.
const DEEPENED_OF_SMALL: usize = 40;
/// Nodes and modules that a small mesh has at most.
const SMALL_MESH: usize = 200;
/// Refusals with remedies that would all be refused for others, for which two steps are looked for.
pub(super) const DEEPENED_PARTLY: usize = 8;

// What is thought up.

/// Nodes of a mesh in which each is looked at and judged by all that would collide; in a larger one by its needs alone.
pub(super) const NODES_JUDGED: usize = 2_000;
/// Nodes that could take a provider and are told as commands, each its own; where there are more, they are counted by
/// site, as 2-resolver of the contract has it.
pub(super) const TAKERS: usize = 5;
/// Nodes that are looked at to receive a module, though something stands against it on some of them.
pub(super) const RECEIVERS: usize = 10;
/// Nodes that stand for all where more than [`RECEIVERS`] could receive: they say how it is done.
pub(super) const EXAMPLE_RECEIVERS: usize = 2;
/// Parties of a collision of which each is tried as the one that stays.
pub(super) const SURVIVORS: usize = 5;
/// Assignments that one attempt takes away: more is not read.
pub(super) const ROOTS: usize = 20;
/// Values of a fact that are tried, where a need names several.
pub(super) const VALUES: usize = 5;
/// Nodes that one command frees of a module that is in use.
pub(super) const FREED_NODES: usize = 1_000;
/// Nodes that are taken from a site that is in use: each is a command.
pub(super) const LEAVING_NODES: usize = 100;
/// Nodes that one command pins to one provider.
pub(super) const PINS_OF_COMMAND: usize = 20;

// What is tried.

/// Attempts for one cause, or for one of its refusals.
pub(super) const TRIALS: usize = 24;
/// Attempts for each refusal of a cause that has more than [`FEW_OF_CAUSE`].
pub(super) const TRIALS_OF_MANY: usize = 4;
/// Refusals of one cause that have all [`TRIALS`].
pub(super) const FEW_OF_CAUSE: usize = 5;
/// Attempts beyond those, for all causes of a command together.
pub(super) const SPARE_TRIALS: usize = 2_000;
/// Remedies that are tried anew for a node that is like the one that they were found for; further nodes share the trial.
pub(super) const CONFIRMED: usize = 1_000;
/// Nodes with the same refusal for which one command is said, where what settles each is the same.
pub(super) const JOINED_NODES: usize = 300;
/// Nodes with the same refusal that are a crowd.
pub(super) const CROWD: usize = 40;
/// Crowds for which one command each is tried; where there are more, each of their nodes has its own.
pub(super) const CROWDS: usize = 3;
/// First steps that are looked at for a refusal.
pub(super) const FIRST_STEPS: usize = 24;
/// Second steps that are looked at behind a first one.
pub(super) const SECOND_STEPS: usize = 32;
/// Refusals behind a first step that second steps are for.
pub(super) const BEHIND: usize = 3;
/// Ways of one or two steps that are tried for a refusal.
pub(super) const WAYS: usize = 120;
/// Ways beyond those, for all refusals of a command together.
const SPARE_WAYS: usize = 2_000;
/// Refusals that are settled together by one change.
pub(super) const UNITED_REFUSALS: usize = 40;
/// Edits of a change that settles several refusals together.
pub(super) const UNITED_EDITS: usize = 1_000;

// What is told.

/// Remedies of a refusal, as the contract has it.
pub(super) const REMEDIES: usize = 5;
/// Ways of two steps of a refusal: that there is one matters more than how many there are.
pub(super) const TOLD_WAYS: usize = 2;
/// Refusals of a command that are few enough for each to carry what settles all of them.
pub(super) const SHARING: usize = 500;

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
        Self { refusals: if size <= SMALL_MESH { DEEPENED_OF_SMALL } else { DEEPENED }, spare: SPARE_WAYS }
    }

    /// Whether a refusal is looked into; one that is not says so.
    pub(super) fn takes(&mut self, refusal: &mut Refusal) -> bool {
        refusal.untried |= self.refusals == 0;
        self.refusals = self.refusals.saturating_sub(1);
        !refusal.untried
    }

    /// The ways that are tried for a refusal; where those are not all, it says so.
    pub(super) fn tried(&mut self, mut ways: Vec<Vec<Edit>>, refusal: &mut Refusal) -> Vec<Vec<Edit>> {
        let more = ways.len().saturating_sub(WAYS).min(self.spare);
        self.spare -= more;
        refusal.untried |= ways.len() > WAYS + more;
        ways.truncate(WAYS + more);
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
