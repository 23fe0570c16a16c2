//! What registering modules brings about, in words.

use super::{
    style::Style,
    words::{HEADLINE, NODES, any, more, some},
};
use crate::{
    model::ModuleName,
    plan::{Ambiguity, ChangedManifest, Exclusion, Forecast, ModuleChange},
};

/// The text of a forecast: a line for each thing to know.
pub fn forecast(forecast: &Forecast, style: &Style) -> String {
    let told = first(never(&forecast.never_with))
        .chain(first(forecast.ambiguous.iter().map(ambiguous).collect()))
        .chain(first(forecast.changed.iter().map(changed).collect()));
    let mut text = String::new();
    for line in told.flat_map(|line| style.wrapped("", "  ", &line)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// How many things of one kind are told.
const LINES: usize = 10;

/// The lines, or the first of very many.
fn first(lines: Vec<String>) -> impl Iterator<Item = String> {
    let told = if lines.len() > LINES + 1 { LINES } else { lines.len() };
    let untold = lines.len() - told;
    lines.into_iter().take(told).chain((untold > 0).then(|| more(untold, " like these")))
}

/// What the same modules exclude each other over is one sentence.
fn never(exclusions: &[Exclusion]) -> Vec<String> {
    let same = |a: &Exclusion, b: &Exclusion| (&a.modules, &a.with) == (&b.modules, &b.with);
    exclusions
        .chunk_by(same)
        .filter_map(|group| {
            let first = group.first()?;
            let over: Vec<String> = group.iter().map(|one| format!("{} {}", one.kind, one.key)).collect();
            let (modules, with) = (names(&first.modules), names(&first.with));
            let apart = match (first.modules.len(), first.with.is_empty()) {
                (1, _) => format!("with {with}"),
                (_, true) => "with each other".to_owned(),
                (_, false) => format!("with each other or with {with}"),
            };
            Some(format!("{modules} can never share a node {apart}: {}", some(&over, HEADLINE)))
        })
        .collect()
}

fn ambiguous(ambiguity: &Ambiguity) -> String {
    let Ambiguity { provision, before, now, wide, by, nodes } = ambiguity;
    let (was, now) = (names(before), any(&texts(now), HEADLINE));
    let what = match wide {
        false => format!("{provision} is a choice from now on: {now}, and no longer {was} alone"),
        true => format!("{provision} is not brought in any more: {now} has to be assigned, where {was} came by itself"),
    };
    let by = if by.is_empty() { String::new() } else { format!("; required by {}", names(by)) };
    let place = if nodes.is_empty() { String::new() } else { format!("; at once on {}", some(&texts(nodes), NODES)) };
    format!("{what}{by}{place}")
}

fn changed(manifest: &ChangedManifest) -> String {
    let ChangedManifest { change, offers, nodes } = manifest;
    let ModuleChange { module, before, after, added, removed, changed } = change;
    let version = |version: &Option<String>| version.clone().unwrap_or_else(|| "none".to_owned());
    let mut said = Vec::new();
    said.extend((before != after).then(|| format!("version {}, before {}", version(after), version(before))));
    said.extend((!added.is_empty()).then(|| format!("{} added", some(added, HEADLINE))));
    said.extend((!removed.is_empty()).then(|| format!("{} removed", some(removed, HEADLINE))));
    said.extend((!changed.is_empty()).then(|| format!("{} changed", some(changed, HEADLINE))));
    said.extend(
        (!offers.is_empty()).then(|| format!("the offer of {} says something else", some(&texts(offers), HEADLINE))),
    );
    let place = match nodes.is_empty() {
        true if said.len() == 1 && !offers.is_empty() => "no node takes it".to_owned(),
        true => "no node runs it".to_owned(),
        false => format!("a push tells {}", some(&texts(nodes), NODES)),
    };
    format!("{module}: {}; {place}", said.join(", "))
}

fn names(modules: &[ModuleName]) -> String {
    some(&texts(modules), HEADLINE)
}

fn texts<T: ToString>(names: &[T]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
