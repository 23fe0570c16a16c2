//! Files that a push would change, as unified diffs: each once, with all nodes that it is for. What stays at its path is
//! compared with what was there, whichever module had it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};
use similar::TextDiff;

use super::{
    difference::{LastTold, Modules},
    versions::Versions,
};
use crate::{
    model::{AbsolutePath, Digest, Identity, ModuleName, NodeId, NodeName, Resource, same_value},
    resolver::World,
};

/// A file that comes, changes or goes; also a link or a directory of which a field changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileDiff {
    /// The resource, as `module/id`.
    pub resource: String,
    /// The resource that it was before, where that is another.
    pub was: Option<String>,
    /// Where it is.
    pub path: String,
    /// The nodes to which a push would declare it, by name.
    pub nodes: Vec<NodeName>,
    /// The held nodes to which it would, were they released, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<NodeName>,
    /// The fields beside its content that change, by name; of what comes or goes none.
    pub fields: Vec<FieldChange>,
    /// How its content changes, as `diff -u` has it; empty where it does not.
    pub diff: String,
}

/// A field that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// What it said; `None` where it was not stated.
    pub before: Option<Value>,
    /// What it says; `None` where it is not stated.
    pub after: Option<Value>,
}

/// A module's manifest of then and now.
type Pair = (ModuleName, Option<Digest>, Option<Digest>);

/// Files in the making: nodes with the same manifests of then and now share what differs between them.
#[derive(Debug, Default)]
pub struct Files {
    nodes: BTreeMap<Vec<Pair>, For>,
}

/// The nodes for which it is.
#[derive(Clone, Debug, Default)]
struct For {
    nodes: Vec<NodeName>,
    held: Vec<NodeName>,
}

impl Files {
    /// Adds a node with what it was last told; one that never was told anything has all its files to come.
    pub fn add(&mut self, world: &World, node: NodeId, told: &LastTold<'_>, versions: &Versions) {
        let modules = Modules::of(world, node, told, versions).0.into_iter();
        let differing = modules.filter(|(_, (before, after))| before != after);
        let differing = differing.map(|(module, (before, after))| (module, before, after)).collect();
        let nodes = self.nodes.entry(differing).or_default();
        let nodes = if world.mesh.node(node).held.is_some() { &mut nodes.held } else { &mut nodes.nodes };
        nodes.push(world.mesh.node_name(node).clone());
    }

    /// What differs, by module and resource.
    pub fn diffs(self, versions: &Versions) -> Vec<FileDiff> {
        let mut diffs: BTreeMap<Both<'_>, Option<FileDiff>> = BTreeMap::new();
        for (modules, For { nodes, held }) in &self.nodes {
            for both in Both::all(modules, versions) {
                if let Some(diff) = diffs.entry(both).or_insert_with(|| both.diff(versions)) {
                    diff.nodes.extend(nodes.iter().cloned());
                    diff.held.extend(held.iter().cloned());
                }
            }
        }
        let mut diffs: Vec<FileDiff> = diffs.into_values().flatten().collect();
        for diff in &mut diffs {
            diff.nodes.sort();
            diff.held.sort();
        }
        diffs
    }
}

/// A resource of one version of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Source<'v> {
    module: &'v ModuleName,
    id: &'v str,
    digest: Digest,
}

/// What is found before and after in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Both<'v> {
    /// What it is now, or was.
    named: (&'v ModuleName, &'v str),
    before: Option<Source<'v>>,
    after: Option<Source<'v>>,
}

/// A path. Of directories several modules may have one: each is compared with what its own module said.
type Place<'v> = (&'v AbsolutePath, Option<(&'v ModuleName, &'v str)>);

impl<'v> Both<'v> {
    /// Everything that modules have at a path before or after.
    fn all(modules: &'v [Pair], versions: &'v Versions) -> Vec<Self> {
        let then = modules.iter().filter_map(|(module, before, _)| Some((module, (*before)?)));
        let now = modules.iter().filter_map(|(module, _, after)| Some((module, (*after)?)));
        let (then, now) = (placed(then, versions), placed(now, versions));
        let places: BTreeSet<_> = then.keys().chain(now.keys()).copied().collect();
        let both = places.into_iter().filter_map(|place| {
            let (before, after) = (then.get(&place).copied(), now.get(&place).copied());
            let named = after.or(before)?;
            Some(Self { named: (named.module, named.id), before, after })
        });
        both.collect()
    }

    /// What differs; `None` where that is nothing.
    fn diff(self, versions: &Versions) -> Option<FileDiff> {
        let (before, after) = (Found::of(self.before, versions), Found::of(self.after, versions));
        let path = after.as_ref().or(before.as_ref())?.resource.identity.path()?.to_string();
        let fields = before.as_ref().zip(after.as_ref()).map(|(old, new)| differing(old, new)).unwrap_or_default();
        let (old, new) = (before.as_ref().and_then(|at| at.content), after.as_ref().and_then(|at| at.content));
        if old == new && fields.is_empty() {
            return None;
        }
        let (name, was) = (|(module, id)| format!("{module}/{id}"), self.before.map(|at| (at.module, at.id)));
        Some(FileDiff {
            resource: name(self.named),
            was: was.filter(|was| *was != self.named).map(name),
            nodes: Vec::new(),
            held: Vec::new(),
            fields,
            diff: if old == new { String::new() } else { unified(&path, before.as_ref(), after.as_ref()) },
            path,
        })
    }
}

fn placed<'v>(
    modules: impl Iterator<Item = (&'v ModuleName, Digest)>,
    versions: &'v Versions,
) -> BTreeMap<Place<'v>, Source<'v>> {
    let mut placed = BTreeMap::new();
    for (module, digest) in modules {
        for resource in versions.get(digest).into_iter().flat_map(|version| &version.manifest.resources) {
            let Some(path) = resource.identity.path() else { continue };
            let id = resource.id.as_str();
            let own = matches!(resource.identity, Identity::Directory(_)).then_some((module, id));
            placed.insert((path, own), Source { module, id, digest });
        }
    }
    placed
}

/// A resource as one version has it.
struct Found<'v> {
    resource: &'v Resource,
    fields: &'v Map<String, Value>,
    /// What a file has in it, where that is stated.
    content: Option<&'v str>,
}

impl<'v> Found<'v> {
    fn of(source: Option<Source<'_>>, versions: &'v Versions) -> Option<Self> {
        let source = source?;
        let version = versions.get(source.digest)?;
        let (resource, fields) = (version.resource(source.id)?, version.fields(source.id)?);
        let is_file = matches!(resource.identity, Identity::File(_));
        let content = fields.get("content").and_then(Value::as_str).filter(|_| is_file);
        Some(Self { resource, fields, content })
    }

    /// The name that a diff has for it. A file that stays is no new one where only its content was not stated.
    fn header(found: Option<&Self>, other: Option<&Self>, path: &str) -> String {
        let is_file = |one: &Self| matches!(one.resource.identity, Identity::File(_));
        let stays = found.is_some_and(is_file) && other.is_some_and(is_file);
        let stated = found.is_some_and(|one| one.content.is_some());
        if stays || stated { path.to_owned() } else { "/dev/null".to_owned() }
    }
}

fn unified(path: &str, before: Option<&Found<'_>>, after: Option<&Found<'_>>) -> String {
    let (from, to) = (Found::header(before, after, path), Found::header(after, before, path));
    let content = |found: Option<&Found<'_>>| found.and_then(|one| one.content).unwrap_or_default().to_owned();
    let diff = TextDiff::from_lines(&content(before), &content(after)).unified_diff().header(&from, &to).to_string();
    // An empty file that comes or goes has no lines of its own.
    if diff.is_empty() { format!("--- {from}\n+++ {to}\n") } else { diff }
}

/// The fields that differ, those aside that say what it is called and where, and the content that is told as a diff.
fn differing(before: &Found<'_>, after: &Found<'_>) -> Vec<FieldChange> {
    let (old, new) = (before.fields, after.fields);
    let is_diff = |name: &str| name == "content" && (before.content.is_some() || after.content.is_some());
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let told = names.into_iter().filter(|name| !matches!(name.as_str(), "id" | "path") && !is_diff(name));
    let change = |name: &String| {
        let (before, after) = (old.get(name), new.get(name));
        let same = before.zip(after).is_some_and(|(before, after)| same_value(before, after));
        let change = || FieldChange { field: name.clone(), before: before.cloned(), after: after.cloned() };
        (!same).then(change)
    };
    told.filter_map(change).collect()
}
