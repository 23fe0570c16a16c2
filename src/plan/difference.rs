//! How a node differs from what it was last told, and what a push would restart there.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    changes::{MachineChange, ModuleChange, TakeChange, of_machine, of_module, of_take},
    declare::declared_takes,
    versions::Versions,
};
use crate::{
    model::{AbsolutePath, Digest, ModuleName, NodeId, NodeName, ProvisionName, Reflects},
    resolver::World,
};

/// What a node was last told.
#[derive(Clone, Debug)]
pub struct LastTold<'a> {
    /// The generation.
    pub generation: i64,
    /// The name that it had.
    pub name: &'a str,
    /// The site that it stood at.
    pub site: Option<&'a str>,
    /// The manifests of its set.
    pub modules: Vec<Digest>,
    /// Its facts and its takes.
    pub said: &'a Said,
}

/// The facts and the takes that a node was last told.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub(super) facts: Map<String, Value>,
    pub(super) takes: Vec<SaidTake>,
}

/// A take that a node was last told.
#[derive(Clone, Debug)]
pub(super) struct SaidTake {
    pub(super) provision: ProvisionName,
    pub(super) from: NodeName,
    /// The facts of the node that answers.
    pub(super) facts: Map<String, Value>,
    pub(super) whole: Value,
}

impl Said {
    /// What was kept of them: a JSON object and a JSON list.
    ///
    /// # Errors
    /// Where they have no meaning: what is wrong with them.
    pub fn read(facts: &str, takes: &str) -> Result<Self, String> {
        let facts = serde_json::from_str(facts).map_err(|error| format!("its facts: {error}"))?;
        let takes: Vec<Value> = serde_json::from_str(takes).map_err(|error| format!("its takes: {error}"))?;
        let takes = takes.into_iter().map(|take| SaidTake::of(take).ok_or("its takes: one of them lacks something"));
        Ok(Self { facts, takes: takes.collect::<Result<_, _>>()? })
    }

    /// What was taken, and from which node.
    pub fn takes(&self) -> impl Iterator<Item = (&ProvisionName, &NodeName)> {
        self.takes.iter().map(|take| (&take.provision, &take.from))
    }
}

impl SaidTake {
    fn of(whole: Value) -> Option<Self> {
        let text = |key| whole.get(key).and_then(Value::as_str);
        let (provision, from) = (ProvisionName::stored(text("provision")?), NodeName::stored(text("from")?));
        let facts = whole.get("facts")?.as_object()?.clone();
        Some(Self { provision, from, facts, whole })
    }
}

/// How a node differs from what it was last told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The generation of its last declaration.
    pub generation: i64,
    /// Modules that join.
    pub gained: Vec<ModuleName>,
    /// Modules that leave.
    pub lost: Vec<ModuleName>,
    /// Modules whose manifest says something else.
    pub changed: Vec<ModuleName>,
    /// Takes that come, as provision and node.
    pub takes_gained: Vec<(ProvisionName, NodeName)>,
    /// Takes that go, as provision and node.
    pub takes_lost: Vec<(ProvisionName, NodeName)>,
    /// Takes from the same node that say something else: another module, its offer, the facts there, for whom.
    pub takes_changed: Vec<(ProvisionName, NodeName)>,
    /// Whether its name, its site or its facts are others.
    pub machine: bool,
    /// What of them is another.
    pub machine_changes: Vec<MachineChange>,
    /// What the manifests of changed modules say otherwise.
    pub module_changes: Vec<ModuleChange>,
    /// What changed takes say otherwise.
    pub take_changes: Vec<TakeChange>,
    /// What a push would restart.
    pub restarts: Vec<Restart>,
}

/// A resource that restarts because what it reflects changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Restart {
    /// The resource, as `module/id`.
    pub resource: String,
    /// What it is on a machine: the unit of a service.
    pub key: Option<String>,
    /// What changes of what it reflects, as `module/id`.
    pub because: Vec<String>,
}

/// How a node differs from what it was last told. Its manifests of then and now have been read.
pub fn difference(world: &World, node: NodeId, told: &LastTold<'_>, versions: &Versions) -> Difference {
    let modules = Modules::of(world, node, told, versions);
    let (machine_changes, module_changes) = (of_machine(world, node, told), modules.changes(versions));
    let mut difference = Difference {
        generation: told.generation,
        gained: modules.names(|before, _| before.is_none()),
        lost: modules.names(|_, after| after.is_none()),
        changed: module_changes.iter().map(|change| change.module.clone()).collect(),
        machine: !machine_changes.is_empty(),
        machine_changes,
        module_changes,
        restarts: modules.restarts(versions),
        ..Difference::default()
    };
    takes(world, node, told, &mut difference);
    difference
}

/// For each module of then or now, by name, its manifest of then and now.
pub(super) struct Modules(pub(super) BTreeMap<ModuleName, (Option<Digest>, Option<Digest>)>);

impl Modules {
    pub(super) fn of(world: &World, node: NodeId, told: &LastTold<'_>, versions: &Versions) -> Self {
        let mut modules: BTreeMap<ModuleName, (Option<Digest>, Option<Digest>)> = BTreeMap::new();
        for digest in &told.modules {
            if let Some(name) = versions.name(*digest) {
                modules.entry(name.clone()).or_default().0 = Some(*digest);
            }
        }
        for id in world.resolution.view(node).set {
            if let Some(module) = world.mesh.catalogue.get(*id) {
                let name = world.mesh.catalogue.name(*id).clone();
                modules.entry(name).or_default().1 = Some(module.registered.digest);
            }
        }
        Self(modules)
    }

    fn names(&self, is_meant: impl Fn(Option<Digest>, Option<Digest>) -> bool) -> Vec<ModuleName> {
        self.0.iter().filter(|(_, (before, after))| is_meant(*before, *after)).map(|(name, _)| name.clone()).collect()
    }

    /// What manifests say otherwise.
    fn changes(&self, versions: &Versions) -> Vec<ModuleChange> {
        let change = |(module, (before, after)): (&ModuleName, &(Option<Digest>, Option<Digest>))| {
            let (before, after) = before.zip(*after).filter(|(before, after)| before != after)?;
            of_module(module, before, after, versions)
        };
        self.0.iter().filter_map(change).collect()
    }

    /// What is there before and after and reflects something that changes.
    fn restarts(&self, versions: &Versions) -> Vec<Restart> {
        let changed = self.changed(versions);
        if changed.is_empty() {
            return Vec::new();
        }
        let mut restarts = Vec::new();
        for (module, (before, after)) in &self.0 {
            let both =
                before.and_then(|digest| versions.get(digest)).zip(after.and_then(|digest| versions.get(digest)));
            let Some((before, after)) = both else { continue };
            for resource in &after.manifest.resources {
                let own = format!("{module}/{}", resource.id);
                let reflects = |one: &&Changed<'_>| resource.reflects.iter().any(|r| one.is_reflected(r, module, &own));
                let because: Vec<String> = changed.iter().filter(reflects).map(|one| one.id.clone()).collect();
                if !because.is_empty() && before.resource(resource.id.as_str()).is_some() {
                    restarts.push(Restart { resource: own, key: resource.identity.own_key(), because });
                }
            }
        }
        restarts
    }

    /// Every resource that differs, comes or goes, by qualified id.
    fn changed<'v>(&self, versions: &'v Versions) -> Vec<Changed<'v>> {
        let mut changed = Vec::new();
        for (module, (before, after)) in &self.0 {
            let ids: BTreeSet<String> = match (before, after) {
                (Some(before), Some(after)) if before == after => continue,
                (Some(before), Some(after)) => versions.changes(*before, *after).resources.clone(),
                (one, other) => {
                    let version = one.or(*other).and_then(|digest| versions.get(digest));
                    version.into_iter().flat_map(|version| version.ids().cloned()).collect()
                }
            };
            for id in ids {
                let both = [before, after].into_iter().flatten().filter_map(|digest| versions.get(*digest));
                let paths = both.filter_map(|version| version.resource(&id)?.identity.path()).collect();
                changed.push(Changed { id: format!("{module}/{id}"), paths });
            }
        }
        changed
    }
}

/// A resource that changes.
struct Changed<'v> {
    id: String,
    /// Where it is on the machine, before and after.
    paths: Vec<&'v AbsolutePath>,
}

impl Changed<'_> {
    fn is_reflected(&self, reflects: &Reflects, module: &ModuleName, own: &str) -> bool {
        match reflects {
            Reflects::Own(id) => self.id == format!("{module}/{id}"),
            Reflects::Other(module, id) => self.id == format!("{module}/{id}"),
            Reflects::Path(path) => self.id != own && self.paths.iter().any(|at| at.is_at_or_below(path)),
        }
    }
}

fn takes(world: &World, node: NodeId, told: &LastTold<'_>, difference: &mut Difference) {
    let before = told.said.takes.iter();
    let mut lost: BTreeMap<_, _> = before.map(|take| ((take.provision.clone(), take.from.clone()), take)).collect();
    for take in declared_takes(world, node) {
        let key = (take.provision.clone(), take.from.clone());
        match lost.remove(&key) {
            None => difference.takes_gained.push(key),
            Some(old) => {
                if let Some(change) = of_take(old, &take) {
                    difference.takes_changed.push(key);
                    difference.take_changes.push(change);
                }
            }
        }
    }
    difference.takes_lost = lost.into_keys().collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stands_for_what_was_told_and_cannot_be_read() {
        let whole = r#"[{"provision": "db", "from": "db1", "facts": {}}]"#;
        assert!(Said::read("{}", whole).is_ok());
        for (facts, takes, wrong) in [
            ("[]", "[]", "its facts: invalid type: sequence, expected a map at line 1 column 0"),
            ("{}", "{}", "its takes: invalid type: map, expected a sequence at line 1 column 0"),
            ("{}", r#"[{"provision": "db", "from": "db1"}]"#, "its takes: one of them lacks something"),
            ("{}", r#"[{"provision": "db", "facts": {}}]"#, "its takes: one of them lacks something"),
        ] {
            assert_eq!(Said::read(facts, takes).map(|_| ()), Err(wrong.to_owned()));
        }
    }
}
