//! Files that a push would change, as unified diffs: each once, with all nodes that it is for.

use std::collections::BTreeMap;

use serde::Serialize;
use similar::TextDiff;

use super::{
    difference::{LastTold, Modules},
    versions::Versions,
};
use crate::{
    model::{Digest, ModuleName, NodeId, NodeName},
    resolver::World,
};

/// A file that comes, changes or goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileDiff {
    /// The resource, as `module/id`.
    pub resource: String,
    /// Where it is.
    pub path: String,
    /// The nodes to which a push would declare it, by name.
    pub nodes: Vec<NodeName>,
    /// The held nodes to which it would, were they released, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<NodeName>,
    /// The difference, as `diff -u` has it.
    pub diff: String,
}

/// A module's manifest of then and now.
type Pair = (ModuleName, Option<Digest>, Option<Digest>);

/// Files in the making: nodes with the same two manifests of a module share what differs between them.
#[derive(Debug, Default)]
pub struct Files {
    nodes: BTreeMap<Pair, For>,
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
        for (module, (before, after)) in Modules::of(world, node, told, versions).0 {
            if before != after {
                let nodes = self.nodes.entry((module, before, after)).or_default();
                let nodes = if world.mesh.node(node).held.is_some() { &mut nodes.held } else { &mut nodes.nodes };
                nodes.push(world.mesh.node_name(node).clone());
            }
        }
    }

    /// What differs, by module and resource.
    pub fn diffs(self, versions: &Versions) -> Vec<FileDiff> {
        let mut diffs: Vec<FileDiff> = Vec::new();
        for ((module, before, after), For { nodes, held }) in self.nodes {
            for (id, path, diff) in diffs_of(versions, before, after) {
                let (nodes, held) = (nodes.clone(), held.clone());
                diffs.push(FileDiff { resource: format!("{module}/{id}"), path, nodes, held, diff });
            }
        }
        diffs
    }
}

fn diffs_of(versions: &Versions, before: Option<Digest>, after: Option<Digest>) -> Vec<(String, String, String)> {
    let [before, after] = [before, after].map(|digest| versions.get(digest?));
    let mut ids: Vec<&String> = before.into_iter().chain(after).flat_map(|version| version.ids()).collect();
    ids.sort();
    ids.dedup();
    let diff = |id: &String| {
        let path =
            |version: Option<&super::versions::Version>| Some(version?.resource(id)?.identity.path()?.to_string());
        let content = |version: Option<&super::versions::Version>| version?.content(id).map(str::to_owned);
        let (old, new) = (content(before), content(after));
        if old == new {
            return None;
        }
        let name = |content: &Option<String>, path: Option<String>| match content {
            Some(_) => path.unwrap_or_default(),
            None => "/dev/null".to_owned(),
        };
        let (from, to) = (name(&old, path(before)), name(&new, path(after)));
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let diff = TextDiff::from_lines(&old, &new).unified_diff().header(&from, &to).to_string();
        Some((id.clone(), path(after).or(path(before))?, diff))
    };
    ids.into_iter().filter_map(diff).collect()
}
