//! The catalogue: every module with its manifest, its names turned into small numbers.

use std::{collections::BTreeMap, hash::Hash, sync::Arc};

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use super::{
    digest::Digest,
    fact::Need,
    manifest::Manifest,
    name::{ClaimName, FactName, ModuleName, ProvisionName},
    scope::Scope,
};

/// A numbered thing of one kind.
macro_rules! numbered {
    ($($(#[$doc:meta])* $id:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub u32);

        impl $id {
            /// The number as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $id {
            fn from(index: usize) -> Self {
                Self(index as u32)
            }
        }
    )*};
}

numbered! {
    /// A module of a catalogue: stays the same for a name, also after the module was removed.
    ModuleId;
    /// A provision name that a catalogue or a pin mentions.
    ProvisionId;
    /// A claim name that a catalogue mentions.
    ClaimId;
    /// A fact name that a catalogue's needs mention.
    FactId;
    /// A site of a mesh.
    SiteId;
    /// A node of a mesh: stays the same when the node is renamed, and is not given again.
    NodeId;
}

/// Names that were given numbers in the order in which they were met.
#[derive(Clone, Debug)]
pub struct Names<N> {
    names: IndexSet<N, RandomState>,
}

impl<N: Hash + Eq> Default for Names<N> {
    fn default() -> Self {
        Self { names: IndexSet::default() }
    }
}

impl<N: Hash + Eq + Clone> Names<N> {
    /// The number of a name, a new one where it has none.
    pub fn number(&mut self, name: &N) -> usize {
        match self.names.get_index_of(name) {
            Some(number) => number,
            None => self.names.insert_full(name.clone()).0,
        }
    }

    /// The number that a name has.
    pub fn get(&self, name: &N) -> Option<usize> {
        self.names.get_index_of(name)
    }

    /// The name that has a number.
    pub fn at(&self, number: usize) -> Option<&N> {
        self.names.get_index(number)
    }

    /// How many names have numbers.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no name has a number.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Every name, by number.
    pub fn iter(&self) -> impl Iterator<Item = &N> {
        self.names.iter()
    }
}

/// A manifest with its digests, as it is registered.
#[derive(Clone, Debug)]
pub struct Registered {
    /// The manifest. Contents of files may be left out.
    pub manifest: Manifest,
    /// The digest of the whole manifest.
    pub digest: Digest,
    /// The digest of what a declaration prints of it: name, version, resources.
    pub declared: Digest,
    /// The whole as JSON, for a manifest that is about to be written.
    pub text: Option<Arc<str>>,
}

/// A registered manifest whose names have numbers.
#[derive(Clone, Debug)]
pub struct Module {
    /// What was registered.
    pub registered: Arc<Registered>,
    /// `requires`, in the order of the manifest.
    pub requires: Box<[ProvisionId]>,
    /// `provides`, in the order of the manifest.
    pub provides: Box<[(ProvisionId, Scope)]>,
    /// `claims`, in the order of the manifest.
    pub claims: Box<[(ClaimId, Scope)]>,
    /// `needs`, by name of the fact.
    pub needs: Box<[(FactId, Need)]>,
}

impl Module {
    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.registered.manifest
    }

    /// The scope at which the module provides something, if it does.
    pub fn provides(&self, provision: ProvisionId) -> Option<Scope> {
        self.provides.iter().find(|(name, _)| *name == provision).map(|(_, scope)| *scope)
    }

    /// Whether the module requires something.
    pub fn requires(&self, provision: ProvisionId) -> bool {
        self.requires.contains(&provision)
    }
}

/// Every module, and the numbers of all names that they mention. Numbers are never taken back.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    names: Names<ModuleName>,
    modules: Vec<Option<Arc<Module>>>,
    provisions: Names<ProvisionName>,
    claims: Names<ClaimName>,
    facts: Names<FactName>,
}

impl Catalogue {
    /// Registers a manifest under its name and gives back what that name had before.
    pub fn register(&mut self, registered: Arc<Registered>) -> (ModuleId, Option<Arc<Module>>) {
        let manifest = &registered.manifest;
        let requires = manifest.requires.iter().map(|name| self.provisions.number(name).into()).collect();
        let provides = manifest.provides.iter().map(|p| (self.provisions.number(&p.name).into(), p.scope)).collect();
        let claims = manifest.claims.iter().map(|c| (self.claims.number(&c.name).into(), c.scope)).collect();
        let needs = manifest.needs.iter().map(|(fact, need)| (self.facts.number(fact).into(), need.clone())).collect();
        let id = self.names.number(&manifest.name);
        if id == self.modules.len() {
            self.modules.push(None);
        }
        let module = Module { registered, requires, provides, claims, needs };
        (id.into(), self.put(id.into(), Some(Arc::new(module))))
    }

    /// Puts a module (or none) under a number, and gives back what was there.
    pub fn put(&mut self, id: ModuleId, module: Option<Arc<Module>>) -> Option<Arc<Module>> {
        match self.modules.get_mut(id.index()) {
            Some(slot) => std::mem::replace(slot, module),
            None => None,
        }
    }

    /// The module of a number, where it is registered.
    pub fn get(&self, id: ModuleId) -> Option<&Arc<Module>> {
        self.modules.get(id.index())?.as_ref()
    }

    /// The number of a registered module.
    pub fn id(&self, name: &ModuleName) -> Option<ModuleId> {
        self.names.get(name).map(ModuleId::from).filter(|id| self.get(*id).is_some())
    }

    /// The number of a module, also of one that was removed.
    pub fn id_ever(&self, name: &ModuleName) -> Option<ModuleId> {
        self.names.get(name).map(ModuleId::from)
    }

    /// The name of a module, also of one that was removed.
    pub fn name(&self, id: ModuleId) -> &ModuleName {
        &self.names.names[id.index()]
    }

    /// Every registered module.
    pub fn modules(&self) -> impl Iterator<Item = (ModuleId, &Arc<Module>)> {
        self.modules.iter().enumerate().filter_map(|(id, module)| Some((id.into(), module.as_ref()?)))
    }

    /// How many numbers of modules have been given.
    pub fn numbered(&self) -> usize {
        self.modules.len()
    }

    /// The number of a provision name, a new one where it has none.
    pub fn number_provision(&mut self, name: &ProvisionName) -> ProvisionId {
        self.provisions.number(name).into()
    }

    /// The number of a provision name that something mentions.
    pub fn provision_id(&self, name: &ProvisionName) -> Option<ProvisionId> {
        self.provisions.get(name).map(ProvisionId::from)
    }

    /// The provision name of a number.
    pub fn provision(&self, id: ProvisionId) -> &ProvisionName {
        &self.provisions.names[id.index()]
    }

    /// The provision names that have numbers.
    pub fn provisions(&self) -> &Names<ProvisionName> {
        &self.provisions
    }

    /// The claim name of a number.
    pub fn claim(&self, id: ClaimId) -> &ClaimName {
        &self.claims.names[id.index()]
    }

    /// The claim names that have numbers.
    pub fn claims(&self) -> &Names<ClaimName> {
        &self.claims
    }

    /// The fact names that needs mention.
    pub fn facts(&self) -> &Names<FactName> {
        &self.facts
    }

    /// The fact name of a number.
    pub fn fact(&self, id: FactId) -> &FactName {
        &self.facts.names[id.index()]
    }
}

/// The modules of a catalogue as they are, or as they were before a change replaced some.
#[derive(Clone, Copy, Debug)]
pub struct Modules<'a> {
    catalogue: &'a Catalogue,
    instead: Option<&'a BTreeMap<ModuleId, Option<Arc<Module>>>>,
}

impl<'a> Modules<'a> {
    /// The modules as they are.
    pub fn now(catalogue: &'a Catalogue) -> Self {
        Self { catalogue, instead: None }
    }

    /// The modules as they were, where `instead` has what has been replaced.
    pub fn before(catalogue: &'a Catalogue, instead: &'a BTreeMap<ModuleId, Option<Arc<Module>>>) -> Self {
        Self { catalogue, instead: Some(instead) }
    }

    /// The module of a number.
    pub fn get(self, id: ModuleId) -> Option<&'a Arc<Module>> {
        match self.instead.and_then(|instead| instead.get(&id)) {
            Some(before) => before.as_ref(),
            None => self.catalogue.get(id),
        }
    }
}
