//! Versions of manifests side by side: which resources one says otherwise than the other.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::print;
use crate::model::{Digest, Manifest, ModuleName, Resource};

/// Manifests with the contents of files, each read once.
#[derive(Debug, Default)]
pub struct Versions {
    by_digest: HashMap<Digest, Version>,
    compared: RefCell<HashMap<(Digest, Digest), Rc<Changes>>>,
}

/// One version of a manifest.
#[derive(Debug)]
pub(super) struct Version {
    pub(super) manifest: Manifest,
    /// The fields of its resources, as given, by id.
    fields: BTreeMap<String, Map<String, Value>>,
}

/// What one version of a manifest says otherwise than another.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The ids of resources that differ, come or go.
    pub(super) resources: BTreeSet<String>,
    /// Whether anything that a declaration prints differs.
    pub(super) any: bool,
}

impl Versions {
    /// Whether a version has been read.
    pub fn has(&self, digest: Digest) -> bool {
        self.by_digest.contains_key(&digest)
    }

    /// Reads a version, unless it has been read.
    ///
    /// # Errors
    /// Where the text has no meaning as a manifest.
    pub fn add(&mut self, digest: Digest, text: &str) -> Result<(), String> {
        if self.has(digest) {
            return Ok(());
        }
        let (manifest, whole) = print::manifest(text)?;
        let given = whole.get("resources").and_then(Value::as_array).into_iter().flatten();
        let fields = manifest.resources.iter().zip(given);
        let fields =
            fields.map(|(resource, given)| (resource.id.to_string(), given.as_object().cloned().unwrap_or_default()));
        let fields = fields.collect();
        self.by_digest.insert(digest, Version { manifest, fields });
        Ok(())
    }

    pub(super) fn get(&self, digest: Digest) -> Option<&Version> {
        self.by_digest.get(&digest)
    }

    /// The module of a version.
    pub(super) fn name(&self, digest: Digest) -> Option<&ModuleName> {
        self.get(digest).map(|version| &version.manifest.name)
    }

    /// What the second version says otherwise; compared once for all nodes.
    pub(super) fn changes(&self, before: Digest, after: Digest) -> Rc<Changes> {
        if let Some(known) = self.compared.borrow().get(&(before, after)) {
            return known.clone();
        }
        let changes = match (self.get(before), self.get(after)) {
            (Some(a), Some(b)) => a.changes(b),
            (_, _) => Changes::default(),
        };
        let changes = Rc::new(changes);
        self.compared.borrow_mut().insert((before, after), changes.clone());
        changes
    }
}

impl Version {
    fn changes(&self, after: &Self) -> Changes {
        let ids: BTreeSet<&String> = self.fields.keys().chain(after.fields.keys()).collect();
        let differs = |id: &&String| self.fields.get(*id) != after.fields.get(*id);
        let resources: BTreeSet<String> = ids.into_iter().filter(differs).cloned().collect();
        let any = !resources.is_empty() || self.manifest.version != after.manifest.version;
        Changes { resources, any }
    }

    pub(super) fn resource(&self, id: &str) -> Option<&Resource> {
        self.manifest.resources.iter().find(|resource| resource.id.as_str() == id)
    }

    /// Every id of a resource.
    pub(super) fn ids(&self) -> impl Iterator<Item = &String> {
        self.fields.keys()
    }

    /// The fields of a resource, as given.
    pub(super) fn fields(&self, id: &str) -> Option<&Map<String, Value>> {
        self.fields.get(id)
    }
}
