//! Trying an attempt, and going back.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet},
};

use crate::model::{Decided, Edit, NodeName};

use crate::resolver::{
    decide::Terms,
    finding::Finding,
    refusal::{ChangeOption, Code, Effect, Remedy, Way},
    settle::Settled,
    verdict::{Change, Relocated},
    world::{Step, World},
};

use super::{Attempt, identity::Identity};

/// What an attempt is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<'a> {
    /// What is to be gone.
    pub(super) wanted: &'a BTreeSet<Identity>,
    /// What is refused without the attempt: nothing else may come.
    pub(super) base: &'a BTreeSet<Identity>,
}

impl Goal<'_> {
    /// Whether others stand where this is refused; `None` where the goal is missed.
    pub(super) fn leaves_others(&self, refused: &BTreeSet<Identity>) -> Option<bool> {
        (refused.is_disjoint(self.wanted) && refused.is_subset(self.base)).then_some(!refused.is_empty())
    }
}

/// How much a remedy changes: the edits that it makes and what it takes away.
pub(super) fn weight(remedy: &Remedy) -> usize {
    let said = match &remedy.way {
        Way::Before(edits) => edits.len(),
        Way::AtOnce(edits) | Way::Together(edits) | Way::After(edits) => edits.len() + 1,
        Way::Move { .. } | Way::MoveBefore { .. } => 1,
        Way::Option(ChangeOption::Keep) => 0,
        // Lets data move: after everything that does not, where that is all that there is to say.
        Way::Option(ChangeOption::AllowMoves) if remedy.leaves_others => return 0,
        Way::Option(ChangeOption::AllowMoves) => 1_000,
        Way::WithOption(edits, ChangeOption::Keep) => edits.len() + 1,
        Way::WithOption(edits, ChangeOption::AllowMoves) => edits.len() + 1_001,
    };
    let told_the_machine = |edit: &&Edit| matches!(edit, Edit::Fact { .. });
    let facts = match &remedy.way {
        Way::Before(edits)
        | Way::AtOnce(edits)
        | Way::Together(edits)
        | Way::After(edits)
        | Way::WithOption(edits, _) => edits.iter().filter(told_the_machine).count(),
        Way::Move { .. } | Way::MoveBefore { .. } | Way::Option(_) => 0,
    };
    let refused_again = if remedy.is_refused_for_others() { 10_000 } else { 0 };
    said + remedy.effect.loses.len() * 4 + facts * 500 + refused_again
}

/// Whether edits take back what a change asks for. Both may be of thousands of nodes.
pub(super) fn undo(edits: &[Edit], change: &Change) -> bool {
    let decided: HashSet<Decided> = edits.iter().filter_map(Edit::decides).collect();
    let is_decided = |asked: &&Edit| asked.decides().is_some_and(|what| decided.contains(&what));
    change.edits.iter().filter(is_decided).any(|asked| edits.iter().any(|edit| edit.undoes(asked)))
}

/// What the refused change comes to with an option.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) refused: BTreeSet<Identity>,
    effect: Effect,
}

impl Tried {
    /// The remedy that it is, where it reaches the goal.
    pub(super) fn reaches(&self, goal: Goal<'_>, way: Way) -> Option<Remedy> {
        let leaves_others = goal.leaves_others(&self.refused)?;
        Some(Remedy { way, effect: self.effect.clone(), leaves_others })
    }
}

impl World {
    /// Tries an attempt with a refused change.
    pub(super) fn try_attempt(
        &mut self,
        attempt: Attempt,
        change: &Change,
        terms: Terms,
        goal: Goal<'_>,
    ) -> Option<Remedy> {
        match attempt {
            Attempt::Edits(edits) if edits.iter().any(|edit| self.is_at_odds(edit, change)) => None,
            Attempt::Edits(edits) => self.try_edits(edits, change, terms, goal),
            Attempt::Option(option) => {
                let tried = self.try_option(option, change, terms);
                tried.and_then(|tried| tried.reaches(goal, Way::Option(option)))
            }
            Attempt::WithOption(edits, option) => self.try_with_option(edits, option, change, terms, goal),
            Attempt::Move(from, to, modules) => {
                let whole = self.hand_over(&from, &to, &modules).ok()?;
                let holds = |edit: &Edit| whole.edits.iter().any(|other| edit.says(other));
                // A module that is to go from there already could not be handed over a second time.
                let goes = |gone: &Relocated| gone.from == from && modules.contains(&gone.module);
                let undone = change.prunes || whole.edits.iter().any(|edit| self.is_at_odds(edit, change));
                if whole.edits.is_empty() || change.relocated.iter().any(goes) || undone {
                    return None;
                }
                if !change.edits.iter().all(holds) {
                    return self.try_at_once(&whole, change, terms, goal, Way::MoveBefore { from, to, modules });
                }
                self.try_change(&whole, terms, &change.edits, goal, Way::Move { from, to, modules })
            }
        }
    }

    /// The refused change with an option: it is of the whole change, whichever refusal it is tried for.
    pub(super) fn try_option(&mut self, option: ChangeOption, change: &Change, terms: Terms) -> Option<Tried> {
        let Settled { step, verdict, .. } = self.settle(change, with(option, terms)).ok()?;
        let effect = self.effect_of(std::slice::from_ref(&step), &change.edits);
        let tried = Tried { refused: self.identities_of(&verdict), effect };
        self.back(step);
        Some(tried)
    }

    /// Edits before the change: one by one in either order, else as one batch; else as one change with it.
    fn try_edits(&mut self, edits: Vec<Edit>, change: &Change, terms: Terms, goal: Goal<'_>) -> Option<Remedy> {
        for edits in orders(&edits) {
            if let Some(remedy) = self.try_before(edits, change, terms, goal) {
                return Some(remedy);
            }
        }
        if !edits.iter().all(|edit| self.does_something(edit)) {
            return None;
        }
        let together = self.try_together(&edits, change, terms, goal);
        if together.as_ref().is_some_and(|remedy| !remedy.leaves_others) || edits.len() == 1 {
            return together;
        }
        let whole = super::trial::together(&edits, &Change::default());
        self.try_at_once(&whole, change, terms, goal, Way::AtOnce(edits)).or(together)
    }

    /// Each edit accepted by itself, and then the change without the refusal.
    fn try_before(&mut self, edits: Vec<Edit>, change: &Change, terms: Terms, goal: Goal<'_>) -> Option<Remedy> {
        let (steps, accepted) = self.one_by_one(&edits);
        let leaves_others = if accepted { self.leaves_others(change, terms, goal) } else { None };
        let remedy = leaves_others.map(|leaves_others| {
            let effect = self.effect_of(&steps, &[]);
            Remedy { way: Way::Before(edits), effect, leaves_others }
        });
        self.all_back(steps);
        remedy
    }

    /// One change accepted by itself, and then the refused one without the refusal.
    fn try_at_once(
        &mut self,
        whole: &Change,
        change: &Change,
        terms: Terms,
        goal: Goal<'_>,
        way: Way,
    ) -> Option<Remedy> {
        let step = self.step(&whole.edits).ok()?;
        let accepted = self.verdict(&step, whole).is_clear();
        let leaves_others = if accepted { self.leaves_others(change, terms, goal) } else { None };
        let remedy = leaves_others.map(|leaves_others| {
            let effect = self.effect_of(std::slice::from_ref(&step), &[]);
            Remedy { way, effect, leaves_others }
        });
        self.back(step);
        remedy
    }

    /// Whether a change, made now, would be refused for others; `None` where the goal is missed.
    pub(super) fn leaves_others(&mut self, change: &Change, terms: Terms, goal: Goal<'_>) -> Option<bool> {
        let Settled { step, verdict, .. } = self.settle(&self.typed_again(change), terms).ok()?;
        let refused = self.identities_of(&verdict);
        self.back(step);
        goal.leaves_others(&refused)
    }

    /// What a command means now that was typed before: where a remedy has unassigned already what it unassigns, it does
    /// not unassign, and wants the module to be off all the same.
    fn typed_again<'c>(&self, change: &'c Change) -> Cow<'c, Change> {
        let is_done = |edit: &Edit| {
            let Edit::Unassign { node, module } = edit else { return false };
            let assign = Edit::Assign { node: node.clone(), module: module.clone() };
            !self.does_something(edit) && !change.edits.iter().any(|other| other.says(&assign))
        };
        if !change.edits.iter().any(is_done) {
            return Cow::Borrowed(change);
        }
        let edits = change.edits.iter().filter(|edit| !is_done(edit)).cloned().collect();
        Cow::Owned(Change { edits, ..change.clone() })
    }

    fn try_together(&mut self, edits: &[Edit], change: &Change, terms: Terms, goal: Goal<'_>) -> Option<Remedy> {
        if undo(edits, change) {
            return None;
        }
        let whole = together(edits, change);
        if edits.iter().all(|edit| self.knows(edit)) {
            return self.try_change(&whole, terms, &change.edits, goal, Way::Together(edits.to_vec()));
        }
        // What speaks of a node or module that the change adds can only come after it.
        let whole = Change { edits: [&change.edits, edits].concat(), ..whole };
        self.try_change(&whole, terms, &change.edits, goal, Way::After(edits.to_vec()))
    }

    /// Whether all that an edit names is there.
    pub(super) fn knows(&self, edit: &Edit) -> bool {
        let node = |name: &NodeName| self.mesh.node_id(name).is_some();
        match edit {
            Edit::Assign { node: on, module } => node(on) && self.mesh.module_id(module).is_some(),
            Edit::Pin { node: on, provision, after, .. } => {
                node(on)
                    && self.mesh.catalogue.provision_id(provision).is_some()
                    && after.as_ref().is_none_or(|after| node(after))
            }
            Edit::Fact { node: on, .. } | Edit::Site { node: on, .. } => node(on),
            Edit::Unassign { .. }
            | Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => true,
        }
    }

    /// A change that holds what was asked for.
    pub(super) fn try_change(
        &mut self,
        change: &Change,
        terms: Terms,
        asked: &[Edit],
        goal: Goal<'_>,
        way: Way,
    ) -> Option<Remedy> {
        let Settled { step, verdict, .. } = self.settle(change, terms).ok()?;
        let leaves_others = goal.leaves_others(&self.identities_of(&verdict));
        let remedy = leaves_others.map(|leaves_others| {
            let effect = self.effect_of(std::slice::from_ref(&step), asked);
            Remedy { way, effect, leaves_others }
        });
        self.back(step);
        remedy
    }

    /// Tries an attempt on the mesh as it is: each command accepted by itself, or all at once, and the refusal gone.
    pub(super) fn try_alone(&mut self, attempt: Attempt, wanted: &BTreeSet<Identity>) -> Option<Remedy> {
        let edits = match attempt {
            Attempt::Edits(edits) => edits,
            Attempt::Option(_) | Attempt::WithOption(..) => return None,
            Attempt::Move(from, to, modules) => {
                let whole = self.hand_over(&from, &to, &modules).ok()?;
                let effect = if whole.edits.is_empty() { None } else { self.try_whole_alone(&whole, wanted) };
                let way = Way::MoveBefore { from, to, modules };
                return effect.map(|effect| Remedy { way, effect, leaves_others: false });
            }
        };
        for edits in orders(&edits) {
            let (steps, accepted) = self.one_by_one(&edits);
            let effect = (accepted && self.lacks(wanted)).then(|| self.effect_of(&steps, &[]));
            self.all_back(steps);
            if let Some(effect) = effect {
                return Some(Remedy { way: Way::Before(edits), effect, leaves_others: false });
            }
        }
        let whole = together(&edits, &Change::default());
        let is_one = edits.len() > 1 && edits.iter().all(|edit| self.does_something(edit));
        let effect = if is_one { self.try_whole_alone(&whole, wanted) } else { None };
        effect.map(|effect| Remedy { way: Way::AtOnce(edits), effect, leaves_others: false })
    }

    /// A change that is accepted, and the refusal gone.
    fn try_whole_alone(&mut self, whole: &Change, wanted: &BTreeSet<Identity>) -> Option<Effect> {
        let step = self.step(&whole.edits).ok()?;
        let works = self.verdict(&step, whole).is_clear() && self.lacks(wanted);
        let effect = works.then(|| self.effect_of(std::slice::from_ref(&step), &[]));
        self.back(step);
        effect
    }

    /// Whether the mesh lacks what is `wanted` to go. The same requirement refused for another reason is not settled.
    fn lacks(&self, wanted: &BTreeSet<Identity>) -> bool {
        wanted.iter().all(|wanted| {
            let node = wanted.node.as_ref().and_then(|node| self.mesh.node_id(node));
            let mut findings = self.resolution.findings_on(node, wanted.code == Code::ClaimCollision);
            !findings.any(|finding| self.is_of(finding, wanted))
        })
    }

    /// Whether a finding is the one with an identity, or what that one is called by now.
    pub(super) fn is_of(&self, finding: &Finding, wanted: &Identity) -> bool {
        // What a finding is called is worked out where the rest fits.
        let node = finding.node().map(|node| self.mesh.node_name(node));
        if wanted.node.as_ref() != node || !is_one(finding.code(), wanted.code) {
            return false;
        }
        let now = self.identity_of(finding);
        (&wanted.key, &wanted.among) == (&now.key, &now.among)
    }

    /// Takes a step for each edit as long as each is accepted by itself.
    fn one_by_one(&mut self, edits: &[Edit]) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        for command in edits.chunk_by(Edit::is_one_command) {
            if !command.iter().all(|edit| self.does_something(edit)) {
                return (steps, false);
            }
            let single = together(command, &Change::default());
            let Ok(step) = self.step(&single.edits) else { return (steps, false) };
            let clear = self.verdict(&step, &single).is_clear();
            steps.push(step);
            if !clear {
                return (steps, false);
            }
        }
        (steps, true)
    }

    /// An unassignment of what nobody assigned says nothing.
    pub(super) fn does_something(&self, edit: &Edit) -> bool {
        let Edit::Unassign { node, module } = edit else { return true };
        let pair = self.mesh.node_id(node).zip(self.mesh.module_id(module));
        pair.is_some_and(|(node, module)| self.mesh.is_assigned(node, module))
    }

    fn all_back(&mut self, steps: Vec<Step>) {
        for step in steps.into_iter().rev() {
            self.back(step);
        }
    }
}

/// Whether two codes are one, as far as a refusal counts as the one that was there: a requirement that is not answered
/// is one fault, whatever is wrong with it.
pub(in crate::resolver) fn is_one(a: Code, b: Code) -> bool {
    let is_open = |code| {
        matches!(code, Code::NoProvider | Code::ChooseModule | Code::NoNode | Code::ChooseNode | Code::PinUnanswered)
    };
    a == b || (is_open(a) && is_open(b))
}

/// Terms with an option added.
pub(super) const fn with(option: ChangeOption, terms: Terms) -> Terms {
    match option {
        ChangeOption::Keep => Terms { keep: true, ..terms },
        ChangeOption::AllowMoves => Terms { allow_moves: true, ..terms },
    }
}

/// Edits in the order in which they were thought up, and, where they are several commands, the last command first.
fn orders(edits: &[Edit]) -> Vec<Vec<Edit>> {
    let commands: Vec<&[Edit]> = edits.chunk_by(Edit::is_one_command).collect();
    let backwards: Vec<Edit> = commands.iter().rev().flat_map(|command| command.iter().cloned()).collect();
    if commands.len() > 1 { vec![edits.to_vec(), backwards] } else { vec![edits.to_vec()] }
}

/// Edits and a change as one change. A pin among the edits is asked for as one typed by hand would be.
pub(super) fn together(edits: &[Edit], change: &Change) -> Change {
    let mut whole = change.clone();
    whole.edits = [edits, &change.edits].concat();
    for edit in edits {
        match edit {
            Edit::Pin { node, provision, after: Some(_), .. } => whole.pins.push((node.clone(), provision.clone())),
            Edit::Unassign { node, module } => whole.off.push((node.clone(), module.clone())),
            Edit::Pin { .. }
            | Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Site { .. }
            | Edit::Fact { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Assign { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => {}
        }
    }
    whole
}
