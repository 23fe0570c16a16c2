//! Resources: what two modules on one node may not both have, and what reflects nothing.

use std::collections::BTreeSet;

use serde_json::Value;

use super::facts::same;
use super::read::{entries, manifest, text};
use super::{Party, Refusal};

/// A resource of a module of the set.
struct Held<'v> {
    module: &'v str,
    id: String,
    kind: String,
    /// The path, in normal form, or whatever else identifies it.
    key: String,
    fields: &'v Value,
}

/// Every key that several modules share and may not.
pub(super) fn collisions(document: &Value, node: &str, set: &BTreeSet<String>) -> Vec<Refusal> {
    let all = held(document, set);
    let mut keys: BTreeSet<(String, String)> = BTreeSet::new();
    for resource in &all {
        let kind = if is_path(resource) { "path" } else { &resource.kind };
        keys.insert((kind.to_owned(), resource.key.clone()));
    }
    let mut refusals = Vec::new();
    for (kind, key) in keys {
        let is_party = |one: &&Held<'_>| {
            let mut others = all.iter().filter(|other| other.module != one.module);
            others.any(|other| if kind == "path" { meet_at(&key, one, other) } else { share(&kind, &key, one, other) })
        };
        let parties: Vec<&Held<'_>> = all.iter().filter(is_party).collect();
        if !parties.is_empty() {
            refusals.push(told(node, key, &parties));
        }
    }
    refusals
}

fn told(node: &str, key: String, parties: &[&Held<'_>]) -> Refusal {
    let kinds: BTreeSet<&str> = parties.iter().map(|party| party.kind.as_str()).collect();
    let about = if kinds.len() == 1 { parties[0].kind.clone() } else { "file".to_owned() };
    let party = |held: &&Held<'_>| -> Party { (node.to_owned(), held.module.to_owned(), Some(held.id.clone())) };
    Refusal {
        code: "resource-collision",
        node: Some(node.to_owned()),
        key,
        about,
        parties: parties.iter().map(party).collect(),
        ..Refusal::default()
    }
}

fn held<'v>(document: &'v Value, set: &'v BTreeSet<String>) -> Vec<Held<'v>> {
    let mut all = Vec::new();
    for module in set {
        for fields in entries(manifest(document, module), "resources") {
            let (id, kind) = (text(&fields["id"]), text(&fields["type"]));
            if let Some(key) = key_of(&kind, fields) {
                all.push(Held { module, id, kind, key, fields });
            }
        }
    }
    all
}

/// What a resource is known by; nothing for a type that excludes nothing.
fn key_of(kind: &str, fields: &Value) -> Option<String> {
    match kind {
        "file" | "link" | "directory" => Some(normal(&text(&fields["path"]))),
        "package" | "user" | "group" => Some(text(&fields["name"])),
        "service" => Some(text(&fields["unit"])),
        "port" => {
            let protocol = fields["protocol"].as_str().unwrap_or("tcp");
            Some(format!("{protocol}/{}", fields["port"]))
        }
        _ => None,
    }
}

fn normal(path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    format!("/{}", parts.collect::<Vec<_>>().join("/"))
}

fn is_path(held: &Held<'_>) -> bool {
    ["file", "link", "directory"].contains(&held.kind.as_str())
}

/// Whether two resources of two modules may not both be, because of what one of them makes of this path.
fn meet_at(path: &str, one: &Held<'_>, other: &Held<'_>) -> bool {
    let within = |held: &Held<'_>| is_path(held) && at_or_below(path, &held.key);
    let makes_it = |held: &Held<'_>| held.key == path && ["file", "link"].contains(&held.kind.as_str());
    let directories = |held: &Held<'_>| held.key == path && held.kind == "directory";
    (makes_it(one) && within(other))
        || (makes_it(other) && within(one))
        || (directories(one) && directories(other) && !agree(one, other))
}

fn at_or_below(path: &str, other: &str) -> bool {
    path == "/" || other == path || other.starts_with(&format!("{path}/"))
}

/// Whether two resources of two modules that are known by this key may not both be.
fn share(kind: &str, key: &str, one: &Held<'_>, other: &Held<'_>) -> bool {
    let known_so = |held: &Held<'_>| held.kind == kind && held.key == key;
    known_so(one)
        && known_so(other)
        && match kind {
            "service" => true,
            "port" => addresses_meet(one, other),
            _ => !agree(one, other),
        }
}

/// Whether no field that both state differs.
fn agree(one: &Held<'_>, other: &Held<'_>) -> bool {
    let aside = ["id", "reflects", "path"];
    let fields = one.fields.as_object().into_iter().flatten();
    let stated_by_both = fields.filter(|(field, _)| !aside.contains(&field.as_str()));
    stated_by_both
        .filter_map(|(field, value)| Some((value, other.fields.get(field)?)))
        .all(|(one, other)| same(one, other))
}

fn addresses_meet(one: &Held<'_>, other: &Held<'_>) -> bool {
    let single = |held: &Held<'_>| match held.fields["address"].as_str() {
        None | Some("0.0.0.0" | "::") => None,
        Some(address) => Some(address.to_owned()),
    };
    match (single(one), single(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// Every resource that reflects an id which a module of the set does not have.
pub(super) fn dangling(document: &Value, node: &str, set: &BTreeSet<String>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for module in set {
        for fields in entries(manifest(document, module), "resources") {
            let named = entries(fields, "reflects").iter().map(text);
            let lacks: BTreeSet<String> = named.filter(|name| dangles(document, set, name)).collect();
            if !lacks.is_empty() {
                refusals.push(Refusal {
                    code: "dangling-reflects",
                    node: Some(node.to_owned()),
                    key: format!("{module}/{}", text(&fields["id"])),
                    lacks,
                    ..Refusal::default()
                });
            }
        }
    }
    refusals
}

/// Whether it is `module/id` of a module of the set that has no such id.
fn dangles(document: &Value, set: &BTreeSet<String>, name: &str) -> bool {
    let Some((module, id)) = name.split_once('/') else {
        return false; // an id of the same module, which registration has looked for
    };
    let resources = entries(manifest(document, module), "resources");
    set.contains(module) && !resources.iter().any(|resource| resource["id"] == id)
}
