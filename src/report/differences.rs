//! How a node differs from what it was last told, in words.

use super::words::{SENTENCE, some, typed};
use crate::{
    model::{Scalar, SiteName},
    plan::{Change, Difference, Holding, MachineChange, ModuleChange, TakeChange},
};

/// What is another about a machine: `site cellar (was attic), ram=4096 (was 8192)`.
pub(super) fn machine(changes: &[MachineChange]) -> String {
    some(&changes.iter().map(machine_change).collect::<Vec<_>>(), SENTENCE)
}

fn machine_change(change: &MachineChange) -> String {
    match change {
        MachineChange::Name { before, .. } => format!("renamed (was {before})"),
        MachineChange::Site { before, after } => {
            let site = |site: &Option<SiteName>| site.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
            format!("site {} (was {})", site(after), site(before))
        }
        MachineChange::Fact { fact, before, after: Some(after) } => {
            let was = before.as_ref().map_or_else(|| "new".to_owned(), was);
            format!("{fact}={} ({was})", typed(after))
        }
        MachineChange::Fact { fact, before, after: None } => {
            let was = before.as_ref().map(|before| format!(" ({})", was(before)));
            format!("no {fact}{}", was.unwrap_or_default())
        }
    }
}

fn was(before: &Scalar) -> String {
    format!("was {}", typed(before))
}

/// What a manifest says otherwise: `was 1.1; changes config; brings unit`.
pub(super) fn module(change: &ModuleChange) -> String {
    let ModuleChange { before, after, added, removed, changed, .. } = change;
    let was = || before.as_ref().map_or_else(|| "had no version".to_owned(), |before| format!("was {before}"));
    let part = |said: &str, ids: &[String]| (!ids.is_empty()).then(|| format!("{said} {}", some(ids, SENTENCE)));
    let parts =
        [(before != after).then(was), part("changes", changed), part("brings", added), part("no longer has", removed)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// What a take says otherwise: `the module was mariadb, ram there is another`.
pub(super) fn take(change: &TakeChange) -> String {
    let TakeChange { module_before, offer, facts, wanted_for, .. } = change;
    let module = module_before.as_ref().map(|module| format!("the module was {module}"));
    let mut parts: Vec<String> = module.into_iter().collect();
    parts.extend(offer.then(|| "the offer says something else".to_owned()));
    if !facts.is_empty() {
        let facts: Vec<String> = facts.iter().map(ToString::to_string).collect();
        let are = if facts.len() == 1 { "is another" } else { "are others" };
        parts.push(format!("{} there {are}", some(&facts, SENTENCE)));
    }
    parts.extend(wanted_for.then(|| "it was for others".to_owned()));
    some(&parts, SENTENCE)
}

/// All of a difference in a line: `+zsh, -bash, takes database from db1`.
fn summary(difference: &Difference) -> String {
    let Difference { gained, lost, takes_gained, takes_lost, machine_changes, module_changes, take_changes, .. } =
        difference;
    let mut parts: Vec<String> = gained.iter().map(|module| format!("+{module}")).collect();
    parts.extend(lost.iter().map(|module| format!("-{module}")));
    parts.extend(module_changes.iter().map(|change| format!("~{} ({})", change.module, module(change))));
    parts.extend(takes_gained.iter().map(|(provision, from)| format!("takes {provision} from {from}")));
    parts.extend(takes_lost.iter().map(|(provision, from)| format!("no longer takes {provision} from {from}")));
    parts.extend(take_changes.iter().map(|t| format!("~takes {} from {} ({})", t.provision, t.from, take(t))));
    parts.extend(machine_changes.iter().map(machine_change));
    some(&parts, SENTENCE)
}

/// What a hold keeps back; `None` where that is nothing.
pub(super) fn kept_back(holding: &Holding) -> Option<String> {
    match (holding.change, &holding.difference) {
        (None, _) => Some("refused: once released, that would stop every push".to_owned()),
        (Some(Change::New), _) => Some("never declared; once released, a push does so".to_owned()),
        (Some(Change::Changed), Some(difference)) => {
            Some(format!("once released, a push declares: {}", summary(difference)))
        }
        (Some(Change::Changed), None) => Some("once released, a push says something else".to_owned()),
        (Some(Change::Unchanged | Change::Removed), _) => None,
    }
}

/// How a held node that is shown stands to what it was last told, where what would be told is marked.
pub(super) fn released(holding: &Holding, difference: Option<&Difference>) -> String {
    let release = format!("`provost release {}`", holding.node);
    match (holding.change, difference) {
        (None, Some(last)) => format!(
            "it does not resolve: released as it is, it would stop every push; marked against generation {}",
            last.generation
        ),
        (None, None) => {
            "it was never declared, and does not resolve: released as it is, it would stop every push".to_owned()
        }
        (Some(Change::New), _) => format!("it was never declared; after {release}, a push declares all of this"),
        (Some(Change::Changed), Some(last)) => {
            format!("that is generation {}; after {release}, a push declares what is marked", last.generation)
        }
        (Some(Change::Changed), None) => format!("after {release}, a push declares it anew"),
        (Some(Change::Unchanged | Change::Removed), _) => "nothing differs from that declaration".to_owned(),
    }
}

/// What comes of a hold or a release at the next push, as a clause about each of some nodes.
pub(super) fn next_push(holding: &Holding) -> String {
    let is_held = holding.held.is_some();
    match (is_held, holding.change) {
        (true, None | Some(Change::New | Change::Changed)) => kept_back(holding).unwrap_or_default(),
        (true, Some(Change::Unchanged | Change::Removed)) => "nothing differs from the last declaration yet".to_owned(),
        (false, None) => "refused, and a push refuses until that is settled".to_owned(),
        (false, Some(Change::New)) => "first declared by the next push".to_owned(),
        (false, Some(Change::Changed)) => match &holding.difference {
            Some(difference) => format!("the next push declares: {}", summary(difference)),
            None => "the next push says something else".to_owned(),
        },
        (false, Some(Change::Unchanged | Change::Removed)) => {
            "nothing differs from the last declaration: a push has nothing to tell".to_owned()
        }
    }
}
