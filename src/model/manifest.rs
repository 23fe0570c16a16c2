//! Manifests: what a module says of itself.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    fact::Need,
    name::{ClaimName, FactName, ModuleName, ProvisionName},
    resource::Resource,
    scope::Scope,
};

/// What a module provides, requires, claims, needs of the machine, and puts there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The name of the module.
    pub name: ModuleName,
    /// Its version, free text.
    pub version: Option<String>,
    /// What it is, in a line.
    pub description: Option<String>,
    /// What it offers to others; each name once.
    pub provides: Vec<Provides>,
    /// What must be answered wherever it runs; each name once.
    pub requires: Vec<ProvisionName>,
    /// What it holds alone; each name once.
    pub claims: Vec<Claims>,
    /// What the machine must be.
    pub needs: BTreeMap<FactName, Need>,
    /// What it puts on the machine; each id once.
    pub resources: Vec<Resource>,
}

/// An entry of `provides`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provides {
    /// The provision.
    pub name: ProvisionName,
    /// How far it reaches.
    pub scope: Scope,
    /// The other keys of the entry, handed to who takes it.
    pub details: Map<String, Value>,
}

/// An entry of `claims`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The claim.
    pub name: ClaimName,
    /// Within what it is exclusive.
    pub scope: Scope,
}

impl Manifest {
    /// A manifest that says nothing but its name.
    pub fn named(name: ModuleName) -> Self {
        Self {
            name,
            version: None,
            description: None,
            provides: Vec::new(),
            requires: Vec::new(),
            claims: Vec::new(),
            needs: BTreeMap::new(),
            resources: Vec::new(),
        }
    }

    /// The entry that provides `name`.
    pub fn provides(&self, name: &ProvisionName) -> Option<&Provides> {
        self.provides.iter().find(|entry| entry.name == *name)
    }
}

impl Provides {
    /// The whole entry as an object with `name` and `scope`.
    pub fn whole(&self) -> Map<String, Value> {
        let mut whole = self.details.clone();
        whole.insert("name".to_owned(), self.name.as_str().into());
        whole.insert("scope".to_owned(), self.scope.word().into());
        whole
    }
}
