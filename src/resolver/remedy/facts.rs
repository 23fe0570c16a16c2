//! Facts that would settle a refusal, where that is what the machine is.

use crate::model::{Bounds, Edit, FactName, Need, Scalar};

use crate::resolver::{
    refusal::{Refusal, Subject, Unanswered, Unmet, WhyNot},
    world::World,
};

use super::{attempts::Attempt, budget::VALUES};

/// The facts that a machine would have to have.
pub(super) fn stated(refusal: &Refusal, world: &World) -> Vec<Attempt> {
    let Some(node) = &refusal.node else { return Vec::new() };
    let has = |fact: &FactName| world.mesh.node_id(node).and_then(|id| world.mesh.facts(id).get(fact).cloned());
    let edit = |unmet: &Unmet, choice: usize| {
        let fact = unmet.fact.clone();
        // A value that was typed as something else is what the machine is.
        let meant = unmet.has.as_ref().and_then(|has| unmet.wants.meant_by(has));
        let meant = meant.filter(|meant| unmet.wants.is_met_by(Some(meant)));
        let after = Some(meant.or_else(|| value(&unmet.wants, choice))?.into());
        Some(Edit::Fact { node: node.clone(), before: has(&fact).map(Box::new), fact, after })
    };
    // Each value that would do is one attempt.
    let of = |unmet: Vec<&Unmet>| -> Vec<Attempt> {
        let choices = unmet.iter().map(|unmet| values(&unmet.wants)).max().unwrap_or(0).min(VALUES);
        let attempt = |choice| unmet.iter().map(|unmet| edit(unmet, choice)).collect::<Option<Vec<Edit>>>();
        (0..choices).filter_map(attempt).map(Attempt::Edits).collect()
    };
    match &refusal.subject {
        Subject::Needs { unmet, .. } => of(unmet.iter().collect()),
        Subject::Requirement { why: Unanswered::NoProvider { .. }, .. } => refusal
            .candidates
            .iter()
            .flat_map(|candidate| {
                of(candidate
                    .why_not
                    .iter()
                    .filter_map(|why| if let WhyNot::Need(unmet) = why { Some(unmet) } else { None })
                    .collect())
            })
            .collect(),
        Subject::Requirement {
            why: Unanswered::ChooseModule | Unanswered::NoNode { .. } | Unanswered::ChooseNode,
            ..
        }
        | Subject::Claim { .. }
        | Subject::Resource { .. }
        | Subject::Pin { .. }
        | Subject::Moved { .. }
        | Subject::Reflects { .. }
        | Subject::BroughtIn { .. }
        | Subject::ModuleInUse { .. }
        | Subject::SiteInUse { .. }
        | Subject::Reviewed { .. } => Vec::new(),
    }
}

/// How many values that would do a need names.
fn values(need: &Need) -> usize {
    match need {
        Need::Equal(_) | Need::Range(_) => 1,
        Need::AnyOf(..) | Need::Nothing => need.values().count(),
    }
}

/// A value that meets a need: one of those it names, or the bound that it states.
fn value(need: &Need, choice: usize) -> Option<Scalar> {
    match need {
        Need::Equal(_) | Need::AnyOf(..) | Need::Nothing => need.values().nth(choice % values(need).max(1)).cloned(),
        Need::Range(Bounds::AtLeast(number) | Bounds::AtMost(number) | Bounds::Within(number, _)) => {
            Some(Scalar::Number(number.clone()))
        }
    }
}
