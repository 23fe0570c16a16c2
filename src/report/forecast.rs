//! What registering modules brings about, in words.

use super::{
    style::Style,
    words::{either, list},
};
use crate::{
    model::ModuleName,
    plan::{Ambiguity, ChangedManifest, Exclusion, Forecast},
};

/// The text of a forecast: a line for each thing to know.
pub fn forecast(forecast: &Forecast, style: &Style) -> String {
    let told = never(&forecast.never_with)
        .into_iter()
        .chain(forecast.ambiguous.iter().map(ambiguous))
        .chain(forecast.changed.iter().map(changed));
    let mut text = String::new();
    for line in told.flat_map(|line| style.wrapped("", "  ", &line)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
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
            Some(format!("{modules} can never share a node {apart}: {}", list(&over)))
        })
        .collect()
}

fn ambiguous(ambiguity: &Ambiguity) -> String {
    let Ambiguity { provision, before, now, wide, by, nodes } = ambiguity;
    let (was, now) = (names(before), either(&texts(now)));
    let what = match wide {
        false => format!("{provision} is a choice from now on: {now}, and no longer {was} alone"),
        true => format!("{provision} is not brought in any more: {now} has to be assigned, where {was} came by itself"),
    };
    let by = if by.is_empty() { String::new() } else { format!("; required by {}", names(by)) };
    let place = if nodes.is_empty() { String::new() } else { format!("; at once on {}", list(&texts(nodes))) };
    format!("{what}{by}{place}")
}

fn changed(manifest: &ChangedManifest) -> String {
    let ChangedManifest { module, before, after, added, removed, changed, nodes } = manifest;
    let version = |version: &Option<String>| version.clone().unwrap_or_else(|| "none".to_owned());
    let mut said = Vec::new();
    said.extend((before != after).then(|| format!("version {}, before {}", version(after), version(before))));
    said.extend((!added.is_empty()).then(|| format!("{} added", list(added))));
    said.extend((!removed.is_empty()).then(|| format!("{} removed", list(removed))));
    said.extend((!changed.is_empty()).then(|| format!("{} changed", list(changed))));
    let place = match nodes.is_empty() {
        true => "no node runs it".to_owned(),
        false => format!("a push tells {}", list(&texts(nodes))),
    };
    format!("{module}: {}; {place}", said.join(", "))
}

fn names(modules: &[ModuleName]) -> String {
    list(&texts(modules))
}

fn texts<T: ToString>(names: &[T]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
