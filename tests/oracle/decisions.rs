//! The rule of every change on random meshes: what the program refuses, and whether each remedy does what it promises.

use std::collections::BTreeSet;

use provost::model::{Edit as Real, ModuleName, Moment, NodeName};
use provost::resolver::{ChangeOption, Code, Decision, Remedy, Subject, Terms, Way, World};
use serde_json::Value;

use super::bridge::{mesh, real_change, told};
use super::dice::Dice;
use super::edits::{Edit, apply, growing_edits};
use super::naive::{Party, Refusal, refused, was_refused};
use super::random::document;
use super::shrink::smallest;
use crate::support::try_seeds;

#[test]
fn both_refuse_the_same_changes() {
    try_case(1_000, |document, edits| {
        let mut world = World::new(mesh(document).ok()?, Moment::default());
        let before = told(&world.mesh, &world.resolution);
        let decision = world.decide(&mut real_change(document, edits), Terms::default()).ok()?;
        let naive: Vec<Refusal> = refused(document, edits).into_iter().collect();
        let program = refusals(&decision);
        if naive != program || decision.is_accepted() != naive.is_empty() {
            let only = |all: &[Refusal], others: &[Refusal]| -> Vec<Refusal> {
                all.iter().filter(|refusal| !others.contains(refusal)).cloned().collect()
            };
            return Some(format!("naive: {:?}\nprogram: {:?}", only(&naive, &program), only(&program, &naive)));
        }
        let unlike = !decision.is_accepted() && told(&world.mesh, &world.resolution) != before;
        unlike.then(|| "a refused change left the mesh otherwise".to_owned())
    });
}

#[test]
fn every_remedy_does_what_it_promises() {
    try_case(1_000, |document, edits| {
        let mut world = World::new(mesh(document).ok()?, Moment::default());
        let change = real_change(document, edits);
        let decision = world.decide(&mut change.clone(), Terms::default()).ok()?;
        for refusal in decision.refusals() {
            for remedy in &refusal.remedies {
                let case = Case { document, edits, decision: &decision, refusal };
                if let Some(why) = case.breaks(remedy, &mut world) {
                    return Some(format!("{why}\nremedy: {:?}\nof: {:?}", remedy.way, shown(refusal)));
                }
            }
        }
        None
    });
}

/// Tries random changes of random meshes; a fault is told on the smallest mesh and with the fewest edits that show it.
fn try_case(usual: u64, fault: impl Fn(&Value, &[Edit]) -> Option<String> + Sync) {
    try_seeds(usual, |seed| {
        let document = document(seed);
        let mut edits = growing_edits(&document, &mut Dice::new(seed));
        fault(&document, &edits)?;
        while let Some(fewer) = without_one(&edits).into_iter().find(|fewer| fault(&document, fewer).is_some()) {
            edits = fewer;
        }
        let smallest = smallest(&document, |document| fault(document, &edits).is_some());
        Some(format!("{smallest}\n{edits:?}\n{}", fault(&smallest, &edits)?))
    });
}

/// Whether a document is as an edit would leave it.
fn is_so(document: &Value, edit: &Edit) -> bool {
    let sorted = |mut document: Value| {
        for list in document.as_object_mut().into_iter().flatten().filter_map(|(_, list)| list.as_array_mut()) {
            list.sort_by_key(Value::to_string);
        }
        document
    };
    sorted(apply(document, std::slice::from_ref(edit))) == sorted(document.clone())
}

fn without_one(edits: &[Edit]) -> Vec<Vec<Edit>> {
    (0..edits.len()).map(|at| [&edits[..at], &edits[at + 1..]].concat()).collect()
}

/// A refusal of a change, whose remedies are to be tried.
struct Case<'c> {
    document: &'c Value,
    edits: &'c [Edit],
    decision: &'c Decision,
    refusal: &'c provost::resolver::Refusal,
}

type Identity = (&'static str, Option<String>, String, String);

impl Case<'_> {
    /// What edits with `--keep` do not keep of their promise.
    fn keeps(&self, edits: &[Edit]) -> Option<String> {
        let terms = Terms { keep: true, ..Terms::default() };
        let mut world = World::new(mesh(self.document).ok()?, Moment::default());
        let kept = world.decide(&mut real_change(self.document, edits), terms).ok()?;
        let settled = [edits.to_vec(), naive_edits(kept.settled())?].concat();
        self.leaves(refused(self.document, &settled))
    }

    /// What a remedy does not keep of its promise.
    fn breaks(&self, remedy: &Remedy, world: &mut World) -> Option<String> {
        match &remedy.way {
            Way::Before(first) => {
                let mut left = self.document.clone();
                for command in first.chunk_by(provost::model::Edit::is_one_command) {
                    let edits = naive_edits(command)?;
                    let refused = refused(&left, &edits);
                    if !refused.is_empty() {
                        return Some(format!("is not accepted by itself: {refused:?}"));
                    }
                    left = apply(&left, &edits);
                }
                self.leaves(refused(&left, self.edits))
            }
            Way::AtOnce(first) => {
                let edits = naive_edits(first)?;
                let refused_alone = refused(self.document, &edits);
                if !refused_alone.is_empty() {
                    return Some(format!("is not accepted by itself: {refused_alone:?}"));
                }
                self.leaves(refused(&apply(self.document, &edits), self.edits))
            }
            Way::After(more) => {
                let all = [self.edits.to_vec(), naive_edits(more)?].concat();
                self.leaves(refused(self.document, &all))
            }
            Way::Together(more) => {
                let all = [naive_edits(more)?, self.edits.to_vec()].concat();
                self.leaves(refused(self.document, &all))
            }
            Way::Option(ChangeOption::AllowMoves) => {
                (self.refusal.code() != Code::AnswerMoved).then(|| "allows moves of what does not move".to_owned())
            }
            Way::WithOption(more, ChangeOption::AllowMoves) => {
                let mut left = refused(self.document, &[naive_edits(more)?, self.edits.to_vec()].concat());
                left.retain(|refusal| refusal.code != Code::AnswerMoved.word());
                self.leaves(left)
            }
            Way::WithOption(more, ChangeOption::Keep) => {
                self.keeps(&[naive_edits(more)?, self.edits.to_vec()].concat())
            }
            Way::Option(ChangeOption::Keep) => self.keeps(self.edits),
            Way::MoveBefore { from, to, modules } => {
                let (edits, refused_alone) = self.moved(world, from, to, modules)?;
                if !refused_alone.is_empty() {
                    return Some(format!("is not accepted by itself: {refused_alone:?}"));
                }
                self.leaves(refused(&apply(self.document, &edits), self.edits))
            }
            Way::Move { from, to, modules } => {
                let (edits, left) = self.moved(world, from, to, modules)?;
                let after = apply(self.document, &edits);
                let lacks = self.edits.iter().find(|edit| !is_so(&after, edit));
                lacks.map(|edit| format!("leaves {edit:?} undone")).or_else(|| self.leaves(left))
            }
        }
    }

    /// The edits of a hand-over, and what it is refused for by itself.
    fn moved(
        &self,
        world: &mut World,
        from: &NodeName,
        to: &NodeName,
        modules: &[ModuleName],
    ) -> Option<(Vec<Edit>, BTreeSet<Refusal>)> {
        let change = world.hand_over(from, to, modules).ok()?;
        let edits = naive_edits(&change.edits)?;
        let followed = |refusal: &Refusal| {
            let (from, to) = refusal.about.split_once(" to ").unwrap_or_default();
            change.handed_over.iter().any(|over| {
                refusal.key == over.provision.as_str()
                    && from.starts_with(&format!("{}:", over.from))
                    && to.starts_with(&format!("{}:", over.to))
            })
        };
        let mut left = refused(self.document, &edits);
        left.retain(|refusal| refusal.code != "answer-moved" || !followed(refusal));
        // Pins go along as they are, and nobody asks for them: one may be idle, and an answer that was missing stay so.
        let is_idle = |refusal: &Refusal| refusal.code == "pin-unanswered" && refusal.parties.is_empty();
        left.retain(|refusal| !is_idle(refusal) && !was_refused(self.document, refusal));
        Some((edits, left))
    }

    /// Whether its own refusal is left, or another one that was not there.
    fn leaves(&self, left: BTreeSet<Refusal>) -> Option<String> {
        let known: BTreeSet<Identity> =
            self.decision.refusals().iter().map(|refusal| identity(&shown(refusal))).collect();
        let own = identity(&shown(self.refusal));
        let wrong: Vec<&Refusal> =
            left.iter().filter(|refusal| identity(refusal) == own || !known.contains(&identity(refusal))).collect();
        (!wrong.is_empty()).then(|| format!("leaves {wrong:?}"))
    }
}

fn identity(refusal: &Refusal) -> Identity {
    let among = match refusal.code {
        "claim-collision" if refusal.about.starts_with("site ") => refusal.about.clone(),
        "resource-collision" => refusal.about.clone(),
        _ => String::new(),
    };
    (refusal.code, refusal.node.clone(), refusal.key.clone(), among)
}

/// The program's edits as edits of the document; nothing where one of them has no such form.
pub(super) fn naive_edits(edits: &[Real]) -> Option<Vec<Edit>> {
    let edit = |edit: &Real| match edit {
        Real::Assign { node, module } => Some(Edit::Assign { node: node.to_string(), module: module.to_string() }),
        Real::Unassign { node, module } => Some(Edit::Unassign { node: node.to_string(), module: module.to_string() }),
        Real::Pin { node, provision, after, .. } => {
            let (node, name) = (node.to_string(), provision.to_string());
            Some(match after {
                Some(from) => Edit::Pin { node, name, from: from.to_string() },
                None => Edit::Unpin { node, name },
            })
        }
        Real::RemoveNode { node } => Some(Edit::RemoveNode { node: node.to_string() }),
        Real::AddSite { .. }
        | Real::RenameSite { .. }
        | Real::RemoveSite { .. }
        | Real::AddNode { .. }
        | Real::RenameNode { .. }
        | Real::Site { .. }
        | Real::Fact { .. }
        | Real::Register { .. }
        | Real::RemoveModule { .. }
        | Real::Hold { .. }
        | Real::AllowMove { .. } => None,
    };
    edits.iter().map(edit).collect()
}

/// A decision's refusals as the naive resolver tells them, sorted.
fn refusals(decision: &Decision) -> Vec<Refusal> {
    let mut refusals: Vec<Refusal> = decision.refusals().iter().map(shown).collect();
    refusals.sort();
    refusals
}

pub(super) fn shown(refusal: &provost::resolver::Refusal) -> Refusal {
    let node = refusal.node.as_ref().map(ToString::to_string);
    let (about, lacks) = match &refusal.subject {
        Subject::Claim { scope, site, .. } => {
            let site = site.as_ref().map(|site| format!(" {site}")).unwrap_or_default();
            (format!("{}{site}", scope.word()), Vec::new())
        }
        Subject::Resource { resource, .. } => (resource.clone(), Vec::new()),
        Subject::Moved { from, from_module, to, to_module, .. } => {
            (format!("{from}:{from_module} to {to}:{to_module}"), Vec::new())
        }
        Subject::Needs { unmet, .. } => (String::new(), unmet.iter().map(|unmet| unmet.fact.to_string()).collect()),
        Subject::Reflects { reflects, .. } => (String::new(), reflects.clone()),
        Subject::Requirement { .. }
        | Subject::Pin { .. }
        | Subject::BroughtIn { .. }
        | Subject::ModuleInUse { .. }
        | Subject::SiteInUse { .. }
        | Subject::Reviewed { .. } => Default::default(),
    };
    // Of a need and of what dangles the naive one tells no parties: the key says who.
    let has_parties = ![Code::NeedUnmet, Code::DanglingReflects].contains(&refusal.code());
    let party = |party: &provost::resolver::Party| -> Party {
        let name = |module: &provost::model::ModuleName| module.to_string();
        (
            party.node.to_string(),
            party.module.as_ref().map(name).unwrap_or_default(),
            party.resource.as_ref().map(ToString::to_string),
        )
    };
    let parties = refusal.parties.iter().filter(|_| has_parties).map(party).collect();
    Refusal {
        code: refusal.code().word(),
        node,
        key: refusal.key().to_owned(),
        about,
        parties,
        lacks: lacks.into_iter().collect(),
    }
}
