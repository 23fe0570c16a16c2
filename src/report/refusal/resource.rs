//! `resource-collision` in words.

use super::{
    chain::{chains, qualified},
    telling::{Case, Memory, Telling},
};
use crate::{
    report::words::{HEADLINE, SENTENCE, both, list, plain, some},
    resolver::{Party, Refusal, Subject},
};

/// One thing that modules both put on a node.
struct Shared<'a> {
    resource: &'a str,
    key: &'a str,
    parties: &'a [Party],
}

impl<'a> Shared<'a> {
    fn of(refusal: &'a Refusal) -> Option<Self> {
        let Subject::Resource { resource, key } = &refusal.subject else { return None };
        Some(Self { resource, key, parties: &refusal.parties })
    }
}

pub(super) fn tell(case: &Case<'_>, memory: &mut Memory) -> Telling {
    let all: Vec<Shared<'_>> = case.refusals.iter().filter_map(|refusal| Shared::of(refusal)).collect();
    let modules: Vec<&str> = case.parties().iter().filter_map(|party| Some(party.module.as_ref()?.as_str())).collect();
    let modules = distinct(modules);
    let mut because = chains(case, memory);
    for (resource, _) in by_type(&all) {
        because.extend(memory.rule(rule(resource).to_owned()));
    }
    let doing: Vec<String> = by_type(&all).iter().map(|(resource, keys)| doing(resource, keys)).collect();
    Telling {
        headline: format!("{} {}{} on {}", some(&modules, SENTENCE), both(modules.len()), list(&doing), case.place()),
        details: all.iter().map(|shared| entries(shared, all.len() == 1)).collect(),
        because,
        without: format!(
            "only one of {} can stay on {}, or a manifest has to change",
            some(&modules, SENTENCE),
            case.one()
        ),
        ..Telling::default()
    }
}

fn distinct(names: Vec<&str>) -> Vec<&str> {
    let mut distinct: Vec<&str> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

/// What is told of as a type of its own: a path and something below it.
const NESTED: &str = "path";

fn is_nested(Shared { key, parties, .. }: &Shared<'_>) -> bool {
    key.starts_with('/') && parties.iter().any(|party| party.key.as_deref().is_some_and(|own| own != *key))
}

/// The keys of each type, in the order in which they come.
fn by_type<'a>(all: &[Shared<'a>]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut types: Vec<(&str, Vec<&str>)> = Vec::new();
    for shared in all {
        let (resource, key) = (if is_nested(shared) { NESTED } else { shared.resource }, shared.key);
        match types.iter_mut().find(|(name, _)| *name == resource) {
            Some((_, keys)) => keys.push(key),
            None => types.push((resource, vec![key])),
        }
    }
    types
}

fn doing(resource: &str, keys: &[&str]) -> String {
    format!("{} {}", verb(resource), some(keys, HEADLINE))
}

/// What modules do with a resource of a type.
pub(super) fn verb(resource: &str) -> &str {
    match resource {
        "file" => "write",
        "link" => "link",
        "directory" => "make the directory",
        "package" => "install the package",
        "user" => "make the user",
        "group" => "make the group",
        "service" => "run",
        "port" => "listen on",
        NESTED => "put something at or below",
        _ => "have",
    }
}

fn rule(resource: &str) -> &'static str {
    match resource {
        "file" | "link" | NESTED => "a path that one module writes is its own, with all below it",
        "directory" | "package" | "user" | "group" => "two modules share one only where what they say of it agrees",
        "service" => "one module runs a service",
        "port" => "one module listens on a port, unless each names an address of its own",
        _ => "one module has it",
    }
}

/// Who has it as what: `i3/session, sway/session`, each with its own key where that is another.
fn entries(Shared { key, parties, .. }: &Shared<'_>, is_alone: bool) -> String {
    let told: Vec<String> = ordered(parties).map(|party| entry(party, key)).collect();
    if is_alone { some_of(told) } else { format!("{key}: {}", some_of(told)) }
}

fn some_of(told: Vec<String>) -> String {
    if told.len() > SENTENCE { some(&told, SENTENCE) } else { told.join(", ") }
}

fn ordered(parties: &[Party]) -> impl Iterator<Item = &Party> {
    let all = || parties.iter();
    all().filter(|party| !party.asked).chain(all().filter(|party| party.asked))
}

fn entry(party: &Party, key: &str) -> String {
    let name = qualified(party).unwrap_or_else(|| party.node.to_string());
    let own = party.key.iter().filter(|own| *own != key).cloned();
    let says = party.says.iter().map(|(field, value)| format!("{field} {}", plain(value)));
    let own: Vec<String> = own.chain(says).collect();
    if own.is_empty() { name } else { format!("{name} ({})", own.join(", ")) }
}
