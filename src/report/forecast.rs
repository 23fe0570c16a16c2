//! What registering modules brings about, in words.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::{
    style::Style,
    words::{HEADLINE, NODES, any, either, more, plain, some},
};
use crate::{
    model::{ModuleName, Scope},
    plan::{Ambiguity, ChangedManifest, Dangling, Exclusion, Forecast, Lacks, ModuleChange},
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

/// That a resource reflects what the catalogue does not have.
pub fn dangling(dangling: &Dangling) -> String {
    let Dangling { module, resource, other, reflects, lacks } = dangling;
    let lacks = match lacks {
        Lacks::Module => format!("the catalogue has no module {other}"),
        Lacks::Resource => format!("{other} has no resource {reflects}, so that no node can run both"),
    };
    format!("{module}/{resource} reflects {other}/{reflects}: {lacks}")
}

/// How many things of one kind are told.
const LINES: usize = 10;

/// The lines, or the first of very many.
fn first(lines: Vec<String>) -> impl Iterator<Item = String> {
    let told = if lines.len() > LINES + 1 { LINES } else { lines.len() };
    let untold = lines.len() - told;
    lines.into_iter().take(told).chain((untold > 0).then(|| more(untold, " like these")))
}

/// Who can never be together: the modules that are registered, and the others.
type Parties<'a> = (Vec<&'a ModuleName>, Vec<&'a ModuleName>);

/// Two modules, by name.
type Pair<'a> = (&'a ModuleName, &'a ModuleName);

/// The most pairs that are told apart: of more, each reason is told by itself.
const PAIRS: usize = 20_000;

/// Each pair of modules in one sentence, with all that they exclude each other over; pairs of the same reasons together.
fn never(exclusions: &[Exclusion]) -> Vec<String> {
    let size = |one: &Exclusion| one.modules.len() * (one.modules.len() + one.with.len());
    if exclusions.iter().map(size).sum::<usize>() > PAIRS {
        return exclusions.iter().map(|one| sentence(&parties(one), &[one])).collect();
    }
    let mut reasons: IndexMap<Pair<'_>, Vec<usize>> = IndexMap::new();
    for (at, one) in exclusions.iter().enumerate() {
        pairs(one).into_iter().for_each(|pair| reasons.entry(pair).or_default().push(at));
    }
    let mut alike: IndexMap<Vec<usize>, BTreeSet<Pair<'_>>> = IndexMap::new();
    for (pair, reasons) in reasons {
        alike.entry(reasons).or_default().insert(pair);
    }
    let mut told = Vec::new();
    for (reasons, of) in alike {
        let reasons: Vec<&Exclusion> = reasons.iter().filter_map(|at| exclusions.get(*at)).collect();
        let all = gathered(&of, &reasons, exclusions);
        told.extend(all.iter().map(|parties| sentence(parties, &reasons)));
    }
    told
}

fn parties(one: &Exclusion) -> Parties<'_> {
    (one.modules.iter().collect(), one.with.iter().collect())
}

/// The pairs that are apart, each once.
fn pairs(one: &Exclusion) -> BTreeSet<Pair<'_>> {
    let mut pairs = BTreeSet::new();
    for module in &one.modules {
        for other in one.modules.iter().chain(&one.with).filter(|other| *other != module) {
            pairs.insert((module.min(other), module.max(other)));
        }
    }
    pairs
}

/// The parties of pairs that are apart for the same reasons: those of such a reason where they are all of it, else each
/// registered module with its others.
fn gathered<'a>(of: &BTreeSet<Pair<'a>>, reasons: &[&'a Exclusion], all: &'a [Exclusion]) -> Vec<Parties<'a>> {
    if let Some(whole) = reasons.iter().max_by_key(|one| one.modules.len()).filter(|one| pairs(one) == *of) {
        return vec![parties(whole)];
    }
    let is_registered = |module: &ModuleName| all.iter().any(|one| one.modules.contains(module));
    let mut others: IndexMap<&ModuleName, Vec<&ModuleName>> = IndexMap::new();
    for (a, b) in of {
        let (own, other) = if is_registered(a) { (a, b) } else { (b, a) };
        others.entry(own).or_default().push(other);
    }
    let together = |(own, others): (&'a ModuleName, Vec<&'a ModuleName>)| match others.as_slice() {
        [other] if is_registered(other) => (vec![own, *other], Vec::new()),
        _ => (vec![own], others),
    };
    others.into_iter().map(together).collect()
}

/// What they can never share, the widest of it first.
fn sentence((modules, with): &Parties<'_>, reasons: &[&Exclusion]) -> String {
    let apart = match (modules.len() > 1, with.is_empty()) {
        (false, _) => format!("with {}", names(with)),
        (true, true) => "with each other".to_owned(),
        (true, false) => format!("with each other or with {}", names(with)),
    };
    let mut sentence = format!("{} can never share ", names(modules));
    let mut is_first = true;
    for scope in Scope::ALL.into_iter().rev() {
        let mut over: Vec<String> = Vec::new();
        for reason in reasons.iter().filter(|one| one.scope == scope).map(|one| reason(one)) {
            if !over.contains(&reason) {
                over.push(reason);
            }
        }
        if !over.is_empty() {
            let over = some(&over, HEADLINE);
            sentence += &match is_first {
                true => format!("a {} {apart}: {over}", scope.word()),
                false => format!("; nor a {}: {over}", scope.word()),
            };
            is_first = false;
        }
    }
    sentence
}

/// `port tcp/80`, `directory /var/www (mode 0755 or 0775)`.
fn reason(one: &Exclusion) -> String {
    let said = |(field, values): (&String, &Vec<Value>)| {
        format!("{field} {}", either(&values.iter().map(plain).collect::<Vec<_>>()))
    };
    let differs: Vec<String> = one.differs.iter().map(said).collect();
    let differs = if differs.is_empty() { String::new() } else { format!(" ({})", differs.join(", ")) };
    format!("{} {}{differs}", one.kind, one.key)
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

fn names<T: ToString>(modules: &[T]) -> String {
    some(&texts(modules), HEADLINE)
}

fn texts<T: ToString>(names: &[T]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
