//! Ways out of two steps: where no attempt settles a refusal by itself, what then stands against each attempt is looked
//! at in turn, and the two are tried as one.

use std::collections::{BTreeSet, VecDeque};

use crate::model::Edit;

use crate::resolver::{
    decide::{Terms, asked},
    refusal::{Refusal, Remedy, Way},
    verdict::Change,
    world::World,
};

use super::{
    Attempt, Identity,
    attempts::reflected,
    budget::{
        BEHIND, Budget, DEEPENED_PARTLY, FIRST_STEPS, REMEDIES, SECOND_STEPS, TOLD_WAYS, UNITED_EDITS, UNITED_REFUSALS,
        WAYS, is_open, open, open_firsts,
    },
    search::{Alike, Search},
    told::{least, share_whole},
    trial::{Goal, together},
};

impl World {
    /// Looks for two steps for each refusal of a refused change that nothing else settles, and for what settles all of
    /// several at once.
    pub(super) fn deepen(&mut self, change: &Change, terms: Terms, refusals: &mut [Refusal], alike: &Alike) {
        let base: BTreeSet<Identity> = refusals.iter().map(Identity::from).collect();
        let mut budget = Budget::of(self);
        for place in open_firsts(refusals, alike) {
            if let Some(refusal) = refusals.get_mut(place) {
                self.deepen_one(refusal, change, terms, &base, &mut budget);
            }
        }
        let mut search = Search::new(|attempt, wanted: &BTreeSet<Identity>| {
            self.try_attempt(attempt, change, terms, Goal { wanted, base: &base })
        });
        alike.iter().for_each(|(first, others)| search.spread(refusals, *first, others));
        for place in open(refusals) {
            if let Some(refusal) = refusals.get_mut(place) {
                self.deepen_one(refusal, change, terms, &base, &mut budget);
            }
        }
        let mut search = Search::new(|attempt, wanted: &BTreeSet<Identity>| {
            self.try_attempt(attempt, change, terms, Goal { wanted, base: &base })
        });
        search.join_all(refusals, alike);
        for refusal in refusals.iter_mut() {
            refusal.remedies = least(std::mem::take(&mut refusal.remedies));
        }
        self.settle_all(change, terms, refusals, &base);
        self.settle_whole(change, terms, refusals, &base);
        self.settle_together(change, terms, refusals, &base);
        self.settle_with_options(change, terms, refusals);
        share_whole(refusals);
        for refusal in refusals.iter_mut() {
            refusal.remedies = least(std::mem::take(&mut refusal.remedies));
        }
    }

    /// Two steps for a refusal of a refused change; where there are none, what stands in the way, handed over.
    fn deepen_one(
        &mut self,
        refusal: &mut Refusal,
        change: &Change,
        terms: Terms,
        base: &BTreeSet<Identity>,
        budget: &mut Budget,
    ) {
        if !budget.takes(refusal) {
            return;
        }
        let goal = Goal { wanted: &BTreeSet::from([Identity::from(&*refusal)]), base };
        let mut wanted = refusal.clone();
        let steps = budget.tried(self.steps(&mut wanted, Some(change), base), refusal).into_iter();
        let found = steps.filter_map(|edits| {
            let joined = together(&edits, change);
            self.leaves_others(&joined, terms, goal)?;
            self.try_attempt(Attempt::Edits(edits), change, terms, goal)
        });
        refusal.remedies = fewest(found.take(REMEDIES).collect());
        if refusal.remedies.is_empty() {
            let away = self.away(refusal, Some(change)).into_iter();
            let found = away.filter_map(|attempt| self.try_attempt(attempt, change, terms, goal)).take(REMEDIES);
            refusal.remedies = fewest(found.collect());
        }
    }

    /// What is refused for others wherever it is told, done for all of those refusals as one change.
    fn settle_together(&mut self, change: &Change, terms: Terms, refusals: &mut [Refusal], base: &BTreeSet<Identity>) {
        let mut partly: Vec<&mut Refusal> = refusals.iter_mut().filter(|refusal| is_partly(refusal)).collect();
        let ways: Vec<Vec<Vec<Edit>>> = partly.iter().map(|refusal| said_with_it(refusal)).collect();
        let goal = Goal { wanted: &partly.iter().map(|refusal| Identity::from(&**refusal)).collect(), base };
        let most = ways.iter().map(Vec::len).max().unwrap_or(0);
        let found = (0..most).find_map(|number| {
            let chosen = ways.iter().filter_map(|ways| ways.get(number).or_else(|| ways.last()));
            let edits = distinct(chosen.flatten().cloned());
            let is_one = edits.len() <= UNITED_EDITS && ways.len() > 1;
            let tried = is_one.then(|| self.try_attempt(Attempt::Edits(edits), change, terms, goal)).flatten();
            tried.filter(|remedy| !remedy.is_refused_for_others())
        });
        for refusal in partly.iter_mut().filter(|_| found.is_some()) {
            refusal.remedies.clear();
            refusal.remedies.extend(found.clone());
        }
    }

    /// Two steps that nothing stands against, for each refusal of which all that is known would be refused for others.
    fn settle_whole(&mut self, change: &Change, terms: Terms, refusals: &mut [Refusal], base: &BTreeSet<Identity>) {
        let partly = refusals.iter_mut().filter(|refusal| is_partly(refusal));
        for refusal in partly.take(DEEPENED_PARTLY) {
            let mut wanted = refusal.clone();
            // Whatever else is refused is what a second step could settle.
            let steps = self.steps(&mut wanted, Some(change), &BTreeSet::new()).into_iter().take(WAYS);
            let goal = Goal { wanted: &BTreeSet::from([Identity::from(&wanted)]), base };
            let found = steps.filter_map(|edits| self.try_attempt(Attempt::Edits(edits), change, terms, goal));
            let found: Vec<Remedy> = found.filter(|remedy| !remedy.is_refused_for_others()).take(REMEDIES).collect();
            if !found.is_empty() {
                refusal.remedies = fewest(found);
            }
        }
    }

    /// Refusals that are alike, each on a node of its own: what would settle each of them, done for all at once.
    fn settle_all(&mut self, change: &Change, terms: Terms, refusals: &mut [Refusal], base: &BTreeSet<Identity>) {
        let mut open: Vec<&mut Refusal> = refusals.iter_mut().filter(|refusal| is_open(refusal)).collect();
        if !(2..=UNITED_REFUSALS).contains(&open.len()) {
            return;
        }
        let Ok(step) = self.step(&change.edits) else { return };
        let ways: Vec<Vec<Vec<Edit>>> =
            open.iter_mut().map(|refusal| self.first_steps(refusal, Some(change))).collect();
        self.back(step);
        let goal = Goal { wanted: &open.iter().map(|refusal| Identity::from(&**refusal)).collect(), base };
        let most = ways.iter().map(Vec::len).max().unwrap_or(0).min(SECOND_STEPS);
        let found: Vec<Remedy> = (0..most)
            .map(|number| ways.iter().filter_map(|ways| ways.get(number)).flatten().cloned().collect::<Vec<_>>())
            .filter_map(|edits| self.try_attempt(Attempt::Edits(distinct(edits)), change, terms, goal))
            .take(REMEDIES)
            .collect();
        let found = fewest(found);
        open.into_iter().for_each(|refusal| refusal.remedies.clone_from(&found));
    }

    /// Looks for two steps for each refusal of the mesh as it is that nothing else settles.
    pub(super) fn deepen_alone(&mut self, refusals: &mut [Refusal], alike: &Alike) {
        let there = self.identities();
        let mut budget = Budget::of(self);
        for place in open_firsts(refusals, alike) {
            if let Some(refusal) = refusals.get_mut(place) {
                self.deepen_one_alone(refusal, &there, &mut budget);
            }
        }
        let mut search = Search::new(|attempt, wanted: &BTreeSet<Identity>| self.try_alone(attempt, wanted));
        alike.iter().for_each(|(first, others)| search.spread(refusals, *first, others));
        for place in open(refusals) {
            if let Some(refusal) = refusals.get_mut(place) {
                self.deepen_one_alone(refusal, &there, &mut budget);
            }
        }
        let mut search = Search::new(|attempt, wanted: &BTreeSet<Identity>| {
            wanted.is_subset(&there).then(|| self.try_alone(attempt, wanted)).flatten()
        });
        search.join_all(refusals, alike);
        for refusal in refusals.iter_mut() {
            refusal.remedies = least(std::mem::take(&mut refusal.remedies));
        }
    }

    fn deepen_one_alone(&mut self, refusal: &mut Refusal, there: &BTreeSet<Identity>, budget: &mut Budget) {
        let identity = BTreeSet::from([Identity::from(&*refusal)]);
        if !identity.is_subset(there) || !budget.takes(refusal) {
            return;
        }
        let mut wanted = refusal.clone();
        let steps = budget.tried(self.steps(&mut wanted, None, &BTreeSet::new()), refusal).into_iter();
        let found: Vec<Remedy> =
            steps.filter_map(|edits| self.try_alone(Attempt::Edits(edits), &identity)).take(REMEDIES).collect();
        refusal.remedies = fewest(found);
        if refusal.remedies.is_empty() {
            let away = self.away(refusal, None).into_iter();
            let found = away.filter_map(|attempt| self.try_alone(attempt, &identity)).take(REMEDIES);
            refusal.remedies = fewest(found.collect());
        }
    }

    /// First steps, and each with a second one that could settle what it leaves.
    fn steps(&mut self, wanted: &mut Refusal, change: Option<&Change>, base: &BTreeSet<Identity>) -> Vec<Vec<Edit>> {
        let none = Change::default();
        let asked_for = change.unwrap_or(&none);
        let Ok(step) = self.step(&asked_for.edits) else { return Vec::new() };
        let mut first = self.first_steps(wanted, change);
        if change.is_some() {
            let verdict = self.verdict(&step, asked_for);
            let kept = self.keep(&step, asked_for, &verdict, &[]);
            first.extend(kept.into_iter().take(SECOND_STEPS).map(|edit| vec![edit]));
        }
        self.back(step);
        let behind: Vec<VecDeque<Vec<Edit>>> =
            first.iter().map(|edits| self.second_steps(edits, wanted, change, base).into_iter().collect()).collect();
        [first.clone(), in_turns(first, behind)].concat()
    }

    /// What could settle a refusal, whatever else stands against it.
    fn first_steps(&self, wanted: &mut Refusal, change: Option<&Change>) -> Vec<Vec<Edit>> {
        let mut steps: Vec<Vec<Edit>> = self.attempts(wanted, change).into_iter().filter_map(edits).collect();
        let unfit = wanted.candidates.iter().filter(|candidate| !candidate.why_not.is_empty());
        steps.extend(unfit.filter_map(|candidate| {
            let node = candidate.node().or(wanted.node.as_ref())?.clone();
            Some(vec![Edit::Assign { node, module: candidate.module.clone() }])
        }));
        steps.extend(self.offer_all_the_same(wanted));
        let asked = change.map(|change| asked(&change.edits)).unwrap_or_default();
        let reflected = reflected(wanted);
        let roots = wanted.parties.iter().chain(&reflected).flat_map(|party| self.roots_of(party));
        let singly = roots.filter(|root| !asked.contains(root));
        steps.extend(singly.map(|(node, module)| vec![Edit::Unassign { node, module }]));
        let mut seen: Vec<Vec<Edit>> = Vec::new();
        for step in steps {
            if !seen.iter().any(|known| are_same(known, &step)) {
                seen.push(step);
            }
        }
        seen.truncate(FIRST_STEPS);
        seen
    }

    /// What could settle what is left behind a first step.
    fn second_steps(
        &mut self,
        first: &[Edit],
        wanted: &Refusal,
        change: Option<&Change>,
        base: &BTreeSet<Identity>,
    ) -> Vec<Vec<Edit>> {
        let none = Change::default();
        let whole = together(first, change.unwrap_or(&none));
        let Ok(step) = self.step(&whole.edits) else { return Vec::new() };
        let own = Identity::from(wanted);
        // Only what is looked at is told: hundreds of others may stand beside it.
        let verdict = self.verdict(&step, &whole);
        let mut verdict = self.only(verdict, |identity| *identity == own || !base.contains(identity));
        if change.is_none() {
            // It was there before, so that no verdict tells it, whatever it is called by now.
            let still = self.resolution.findings().filter(|finding| self.is_of(finding, &own));
            verdict.findings.extend(still.cloned());
        }
        let mut left = self.refusals(&verdict, &asked(&whole.edits));
        left.sort_by_key(|refusal| Identity::from(refusal) != own);
        let mut steps = Vec::new();
        for mut refusal in left.into_iter().take(BEHIND) {
            steps.extend(self.first_steps(&mut refusal, change));
        }
        self.back(step);
        steps.retain(|second| !second.iter().any(|edit| first.iter().any(|known| known.says(edit))));
        steps.truncate(SECOND_STEPS);
        steps
    }
}

fn fewest(found: Vec<Remedy>) -> Vec<Remedy> {
    let mut least = least(found);
    least.truncate(TOLD_WAYS);
    least
}

/// Whether all that is known of a refusal would be refused for others.
fn is_partly(refusal: &Refusal) -> bool {
    !refusal.remedies.is_empty() && refusal.remedies.iter().all(Remedy::is_refused_for_others)
}

/// The edits that are said in one change with a refused command, for each remedy that is such a change.
fn said_with_it(refusal: &Refusal) -> Vec<Vec<Edit>> {
    let edits = refusal.remedies.iter().filter_map(|remedy| match &remedy.way {
        Way::Together(edits) => Some(edits.clone()),
        Way::Before(_)
        | Way::AtOnce(_)
        | Way::After(_)
        | Way::Option(_)
        | Way::WithOption(..)
        | Way::MoveBefore { .. }
        | Way::Move { .. } => None,
    });
    edits.collect()
}

fn edits(attempt: Attempt) -> Option<Vec<Edit>> {
    match attempt {
        Attempt::Edits(edits) => Some(edits),
        Attempt::Option(_) | Attempt::WithOption(..) | Attempt::Move(..) => None,
    }
}

fn are_same(a: &[Edit], b: &[Edit]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.says(b))
}

/// Each edit once, and those that one command can say side by side.
pub(super) fn distinct(edits: impl IntoIterator<Item = Edit>) -> Vec<Edit> {
    let mut commands: Vec<Vec<Edit>> = Vec::new();
    for edit in edits {
        if commands.iter().flatten().any(|known| known.says(&edit)) {
            continue;
        }
        match commands.iter_mut().find(|command| command.last().is_some_and(|last| last.is_one_command(&edit))) {
            Some(command) => command.push(edit),
            None => commands.push(vec![edit]),
        }
    }
    commands.concat()
}

/// Pairs with each first step in turn, so that none has all the trials.
fn in_turns(first: Vec<Vec<Edit>>, mut behind: Vec<VecDeque<Vec<Edit>>>) -> Vec<Vec<Edit>> {
    let mut pairs = Vec::new();
    while behind.iter().any(|second| !second.is_empty()) {
        for (first, second) in first.iter().zip(&mut behind) {
            pairs.extend(second.pop_front().map(|second| [first.clone(), second].concat()));
        }
    }
    pairs
}
