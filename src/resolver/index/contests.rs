//! Which resources of which modules could collide on one node: found once for a catalogue, so that a node
//! is looked at only where two of its modules contest something.

use std::collections::HashMap;

use crate::model::{Catalogue, Identity, ModuleId, Resource};

/// A resource in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::resolver) struct Entry {
    /// The contest.
    pub(in crate::resolver) contest: u32,
    /// The module.
    pub(in crate::resolver) module: ModuleId,
    /// The place of the resource in the manifest.
    pub(in crate::resolver) resource: usize,
    /// Whether it states the key itself, and is not merely below it.
    pub(in crate::resolver) exact: bool,
}

/// All contests of a catalogue.
#[derive(Debug, Default)]
pub(in crate::resolver) struct Contested {
    /// For each contest, what is contested: a path, a name, a unit, a port.
    keys: Vec<Box<str>>,
    entries: Vec<Vec<Entry>>,
}

/// A resource on the way into a contest: what it is, whose, and its key.
struct Stated<'a> {
    space: u8,
    key: String,
    module: ModuleId,
    place: usize,
    resource: &'a Resource,
}

impl Contested {
    pub(in crate::resolver) fn of(catalogue: &Catalogue) -> Self {
        let mut stated = stated(catalogue);
        stated.sort_unstable_by(|a, b| (a.space, &a.key, a.module, a.place).cmp(&(b.space, &b.key, b.module, b.place)));
        let below = below_owners(&stated);
        let mut contested = Self { keys: Vec::new(), entries: vec![Vec::new(); catalogue.numbered()] };
        for run in stated.chunk_by(|a, b| a.space == b.space && a.key == b.key) {
            let Some(first) = run.first() else { continue };
            let under = if first.space == PATH { below.get(first.key.as_str()) } else { None };
            if is_contested(run, under) {
                contested.add(run, under.map_or(&[][..], Vec::as_slice));
            }
        }
        contested
    }

    fn add(&mut self, exact: &[Stated<'_>], below: &[&Stated<'_>]) {
        let contest = self.keys.len() as u32;
        let Some(first) = exact.first() else { return };
        self.keys.push(first.key.as_str().into());
        for (stated, exact) in exact.iter().map(|s| (s, true)).chain(below.iter().map(|s| (*s, false))) {
            let entry = Entry { contest, module: stated.module, resource: stated.place, exact };
            self.entries[stated.module.index()].push(entry);
        }
    }

    /// What a module contests.
    pub(in crate::resolver) fn of_module(&self, module: ModuleId) -> &[Entry] {
        self.entries.get(module.index()).map_or(&[], Vec::as_slice)
    }

    /// The key of a contest.
    pub(in crate::resolver) fn key(&self, contest: u32) -> &str {
        self.keys.get(contest as usize).map_or("", |key| key)
    }
}

const PATH: u8 = 0;

/// Which keys are of one kind: all that is at a path, and each other type by itself.
fn space(identity: &Identity) -> Option<u8> {
    match identity {
        Identity::File(_) | Identity::Link(_) | Identity::Directory(_) => Some(PATH),
        Identity::Package(_) => Some(1),
        Identity::User(_) => Some(2),
        Identity::Group(_) => Some(3),
        Identity::Service(_) => Some(4),
        Identity::Port(_) => Some(5),
        Identity::Other(_) => None,
    }
}

fn stated(catalogue: &Catalogue) -> Vec<Stated<'_>> {
    let mut stated = Vec::new();
    for (module, entry) in catalogue.modules() {
        for (place, resource) in entry.manifest().resources.iter().enumerate() {
            let (Some(space), Some(key)) = (space(&resource.identity), resource.identity.key()) else { continue };
            stated.push(Stated { space, key, module, place, resource });
        }
    }
    stated
}

/// For each path that some module makes a file or a link: what lies strictly below it.
fn below_owners<'a>(stated: &'a [Stated<'a>]) -> HashMap<&'a str, Vec<&'a Stated<'a>>> {
    let mut below: HashMap<&str, Vec<&Stated<'_>>> = stated
        .iter()
        .filter(|stated| stated.resource.identity.owns_below())
        .map(|stated| (stated.key.as_str(), Vec::new()))
        .collect();
    if below.is_empty() {
        return below;
    }
    for entry in stated {
        for above in entry.resource.identity.path().into_iter().flat_map(|path| path.above()) {
            if let Some(under) = below.get_mut(above) {
                under.push(entry);
            }
        }
    }
    below
}

/// Whether resources of two modules are in it. That they could agree is found on the node, where it is
/// not seen at a glance: nothing stated beside the identity.
fn is_contested(exact: &[Stated<'_>], below: Option<&Vec<&Stated<'_>>>) -> bool {
    let Some(first) = exact.first() else { return false };
    let others = below.into_iter().flatten().copied();
    let several = exact.iter().chain(others).any(|stated| stated.module != first.module);
    several
        && (below.is_some_and(|below| !below.is_empty())
            || exact.iter().any(|stated| !says_nothing_more(stated.resource)))
}

fn says_nothing_more(resource: &Resource) -> bool {
    resource.identity.is_shared() && resource.says().next().is_none()
}
