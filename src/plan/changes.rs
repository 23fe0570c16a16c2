//! What exactly is another about a node since it was last told: the machine, its modules, what it takes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    declare::DeclaredTake,
    difference::{LastTold, SaidTake},
    versions::Versions,
};
use crate::{
    model::{Digest, FactName, ModuleName, NodeId, NodeName, ProvisionName, Scalar, SiteName},
    resolver::World,
};

/// Something about a machine that is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum MachineChange {
    /// Its name.
    Name {
        /// What it was called.
        before: NodeName,
        /// What it is called.
        after: NodeName,
    },
    /// Its site.
    Site {
        /// Where it stood.
        before: Option<SiteName>,
        /// Where it stands.
        after: Option<SiteName>,
    },
    /// A fact about it.
    Fact {
        /// Which one.
        fact: FactName,
        /// What it was.
        before: Option<Scalar>,
        /// What it is.
        after: Option<Scalar>,
    },
}

/// A module of a node whose manifest says something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModuleChange {
    /// The module.
    pub module: ModuleName,
    /// The version that it had.
    pub before: Option<String>,
    /// The version that it has.
    pub after: Option<String>,
    /// The ids of resources that come.
    pub added: Vec<String>,
    /// The ids of resources that go.
    pub removed: Vec<String>,
    /// The ids of resources that say something else.
    pub changed: Vec<String>,
}

/// A take from the same node that says something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TakeChange {
    /// What is taken.
    pub provision: ProvisionName,
    /// The node that answers.
    pub from: NodeName,
    /// The module that answered there, where it is another.
    pub module_before: Option<ModuleName>,
    /// Whether its offer says something else.
    pub offer: bool,
    /// The facts of that node that are others.
    pub facts: Vec<FactName>,
    /// Whether it is taken for other modules.
    #[serde(rename = "for")]
    pub wanted_for: bool,
}

/// What is another about a machine.
pub(super) fn of_machine(world: &World, node: NodeId, told: &LastTold<'_>) -> Vec<MachineChange> {
    let mesh = &world.mesh;
    let (name, site) = (mesh.node_name(node), mesh.site_of(node));
    let mut changes = Vec::new();
    if name.as_str() != told.name {
        changes.push(MachineChange::Name { before: NodeName::stored(told.name), after: name.clone() });
    }
    if site.map(|site| site.as_str()) != told.site {
        changes.push(MachineChange::Site { before: told.site.map(SiteName::stored), after: site.cloned() });
    }
    let (before, after) = (&told.said.facts, &object(mesh.facts_text(node)));
    let facts = differing(before, after).into_iter().map(|fact| MachineChange::Fact {
        before: before.get(fact).and_then(Scalar::from_json),
        after: after.get(fact).and_then(Scalar::from_json),
        fact: FactName::stored(fact),
    });
    changes.extend(facts);
    changes
}

/// What the second version of a module says otherwise than the first; `None` where no declaration would show it.
pub(super) fn of_module(
    module: &ModuleName,
    before: Digest,
    after: Digest,
    versions: &Versions,
) -> Option<ModuleChange> {
    let changes = versions.changes(before, after);
    let (old, new) = (versions.get(before)?, versions.get(after)?);
    let ids = |is_meant: &dyn Fn(bool, bool) -> bool| {
        let there = |id: &&String| is_meant(old.resource(id).is_some(), new.resource(id).is_some());
        changes.resources.iter().filter(there).cloned().collect()
    };
    changes.any.then(|| ModuleChange {
        module: module.clone(),
        before: old.manifest.version.clone(),
        after: new.manifest.version.clone(),
        added: ids(&|before, _| !before),
        removed: ids(&|_, after| !after),
        changed: ids(&|before, after| before && after),
    })
}

/// What a take says otherwise than the one that was declared; `None` where it says the same.
pub(super) fn of_take(said: &SaidTake, now: &DeclaredTake) -> Option<TakeChange> {
    let (before, printed) = (&said.whole, now.printed());
    let differs = |key: &str| before.get(key) != printed.get(key);
    let module = before.get("module").and_then(Value::as_str).map(ModuleName::stored);
    let facts = printed.get("facts").and_then(Value::as_object).cloned().unwrap_or_default();
    (*before != printed).then(|| TakeChange {
        provision: now.provision.clone(),
        from: now.from.clone(),
        module_before: module.filter(|module| *module != now.module),
        offer: differs("offer"),
        facts: differing(&said.facts, &facts).into_iter().map(|fact| FactName::stored(fact)).collect(),
        wanted_for: differs("for"),
    })
}

/// The facts of a node of the mesh, of which what is no object has none.
fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap_or_default()
}

/// The keys whose value is another, by name.
fn differing<'m>(before: &'m Map<String, Value>, after: &'m Map<String, Value>) -> Vec<&'m String> {
    let keys: BTreeMap<&String, ()> = before.keys().chain(after.keys()).map(|key| (key, ())).collect();
    keys.into_keys().filter(|key| before.get(*key) != after.get(*key)).collect()
}
