//! What registering modules brings about beside what is refused: with which modules they can never share a node, what
//! they leave to a person's choice, and what changes where they run already.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::{
    changes::{ModuleChange, of_module},
    versions::Versions,
};
use crate::{
    model::{
        Catalogue, Digest, Edit, Mesh, ModuleId, ModuleName, NodeName, Provides, ProvisionName, Reflects, ResourceId,
        Scope,
    },
    resolver::{Over, Refusal, Subject, World, disagreement, exclusions},
};

/// What registering modules brings about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// What can never share a node.
    pub never_with: Vec<Exclusion>,
    /// What a person has to choose from now on.
    pub ambiguous: Vec<Ambiguity>,
    /// What changes of modules that were there.
    pub changed: Vec<ChangedManifest>,
}

/// Modules that can never share a node, neither with each other nor with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exclusion {
    /// The modules that are registered.
    pub modules: Vec<ModuleName>,
    /// The others.
    pub with: Vec<ModuleName>,
    /// What they can never share.
    pub scope: Scope,
    /// What they exclude each other over: `claim` or the type of a resource.
    #[serde(rename = "type")]
    pub kind: String,
    /// The claim, path, unit, port.
    pub key: String,
    /// Of what they could share if they agreed: the fields that differ, each with what is said.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub differs: BTreeMap<String, Vec<Value>>,
}

/// A provision that was brought in until now, and is left to a choice from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ambiguity {
    /// The provision.
    pub provision: ProvisionName,
    /// The modules that provided it.
    pub before: Vec<ModuleName>,
    /// The modules that provide it now.
    pub now: Vec<ModuleName>,
    /// Whether some provide it for a site or the mesh, so that it is never brought in.
    pub wide: bool,
    /// The modules of the catalogue that require it.
    pub by: Vec<ModuleName>,
    /// The nodes on which something is to be chosen at once.
    pub nodes: Vec<NodeName>,
}

/// A manifest that says something else to the nodes that run it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedManifest {
    /// What it says else.
    #[serde(flatten)]
    pub change: ModuleChange,
    /// What it offers to others otherwise, by name.
    pub offers: Vec<ProvisionName>,
    /// The nodes to which a push says so, by name: those that run it, and those that take what it offers otherwise.
    pub nodes: Vec<NodeName>,
}

/// A resource that reflects what the catalogue does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dangling {
    /// The module that is registered.
    pub module: ModuleName,
    /// Its resource.
    pub resource: ResourceId,
    /// The module that it reflects a resource of.
    pub other: ModuleName,
    /// That resource.
    pub reflects: ResourceId,
    /// What there is not.
    pub lacks: Lacks,
}

/// What there is not of what is reflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// The module.
    Module,
    /// The resource of the module.
    Resource,
}

/// A registration: the module, its manifest of until now, and the one it gets.
type Registration = (ModuleName, Option<Digest>, Digest);

/// What edits that register modules bring about. The world is afterwards as it was; the manifests before and after have
/// been read.
pub fn forecast(world: &mut World, edits: &[Edit], versions: &Versions) -> (Forecast, Vec<Dangling>) {
    let registered: Vec<Registration> = edits
        .iter()
        .filter_map(|edit| {
            let Edit::Register { module, before, after } = edit else { return None };
            Some((module.clone(), *before, after.digest))
        })
        .collect();
    let changed = changed(world, &registered, versions);
    let before = Standing::of(&world.mesh.catalogue, &registered, edits);
    // Edits that do not fit are told by whoever decides on them.
    let Ok(applied) = world.mesh.apply(edits, world.now) else { return (Forecast::default(), Vec::new()) };
    let after = Standing::of(&world.mesh.catalogue, &registered, edits);
    let forecast = Forecast {
        never_with: grouped(&world.mesh.catalogue, after.beyond(&before)),
        ambiguous: ambiguous(&world.mesh.catalogue, &before, &after),
        changed,
    };
    let dangling = dangling(&world.mesh, &registered);
    world.mesh.revert(applied);
    (forecast, dangling)
}

impl Forecast {
    /// Says on which nodes something is to be chosen: those that are refused for it, and those that keep what they have.
    pub fn place(&mut self, refusals: &[Refusal], settled: &[Edit]) {
        for one in &mut self.ambiguous {
            let refused = refusals.iter().filter(|refusal| {
                matches!(&refusal.subject, Subject::Requirement { requirement, .. } if *requirement == one.provision)
            });
            let mut nodes: BTreeSet<NodeName> = refused.filter_map(|refusal| refusal.node.clone()).collect();
            nodes.extend(settled.iter().filter_map(|edit| {
                let Edit::Assign { node, module } = edit else { return None };
                one.before.contains(module).then(|| node.clone())
            }));
            one.nodes = nodes.into_iter().collect();
        }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.never_with.is_empty() && self.ambiguous.is_empty() && self.changed.is_empty()
    }
}

type Excluding = BTreeMap<(Over, ModuleId), BTreeSet<ModuleId>>;

/// How the registered modules stand in a catalogue.
struct Standing {
    excluding: Excluding,
    /// For each provision of theirs: who provides it on a node, and who further.
    providers: BTreeMap<ProvisionName, (Vec<ModuleId>, Vec<ModuleId>)>,
}

impl Standing {
    fn of(catalogue: &Catalogue, registered: &[Registration], edits: &[Edit]) -> Self {
        let ids: BTreeSet<ModuleId> = registered.iter().filter_map(|(name, ..)| catalogue.id(name)).collect();
        let mut providers: BTreeMap<ProvisionName, (Vec<ModuleId>, Vec<ModuleId>)> = BTreeMap::new();
        for edit in edits {
            if let Edit::Register { after, .. } = edit {
                providers.extend(after.manifest.provides.iter().map(|entry| (entry.name.clone(), Default::default())));
            }
        }
        for (id, module) in catalogue.modules() {
            for (provision, scope) in &module.provides {
                if let Some((here, wide)) = providers.get_mut(catalogue.provision(*provision)) {
                    if scope.is_wide() { wide } else { here }.push(id);
                }
            }
        }
        Self { excluding: exclusions(catalogue, &ids), providers }
    }

    /// What is excluded here and was not before.
    fn beyond(&self, before: &Self) -> Excluding {
        let new = self.excluding.iter().map(|(key, others)| {
            let known = before.excluding.get(key);
            let others = others.iter().copied().filter(|other| known.is_none_or(|known| !known.contains(other)));
            (key.clone(), others.collect::<BTreeSet<_>>())
        });
        new.filter(|(_, others)| !others.is_empty()).collect()
    }
}

/// Modules that exclude the same ones over the same are told together.
fn grouped(catalogue: &Catalogue, excluding: Excluding) -> Vec<Exclusion> {
    let mut groups: BTreeMap<(Over, BTreeSet<ModuleId>), BTreeSet<ModuleId>> = BTreeMap::new();
    for ((over, module), mut others) in excluding {
        others.insert(module);
        groups.entry((over, others)).or_default().insert(module);
    }
    let names = |ids: Vec<&ModuleId>| {
        let mut names: Vec<ModuleName> = ids.into_iter().map(|id| catalogue.name(*id).clone()).collect();
        names.sort();
        names
    };
    let mut exclusions: Vec<Exclusion> = groups
        .iter()
        .map(|((over, all), modules)| Exclusion {
            modules: names(modules.iter().collect()),
            with: names(all.difference(modules).collect()),
            scope: over.scope,
            kind: over.kind.clone(),
            key: over.key.clone(),
            differs: disagreement(catalogue, &all.iter().copied().collect::<Vec<_>>(), over),
        })
        .collect();
    let order = |one: &Exclusion| (one.modules.clone(), one.with.clone(), one.scope, one.kind.clone(), one.key.clone());
    exclusions.sort_by_cached_key(order);
    exclusions
}

/// Provisions that one module answered wherever they were required, and that are left to a choice now.
fn ambiguous(catalogue: &Catalogue, before: &Standing, after: &Standing) -> Vec<Ambiguity> {
    let mut found: Vec<Ambiguity> = Vec::new();
    for (provision, (here, wide)) in &after.providers {
        let was = before.providers.get(provision).cloned().unwrap_or_default();
        let one_before = was.1.is_empty() && !was.0.is_empty();
        let choice = wide.is_empty() && was.0.len() == 1 && here.len() > 1;
        if one_before && (choice || !wide.is_empty()) {
            let name = |id: &ModuleId| catalogue.name(*id).clone();
            let sorted = |ids: &mut dyn Iterator<Item = ModuleName>| ids.collect::<BTreeSet<_>>().into_iter().collect();
            let requirers = catalogue.modules().filter(|(_, module)| module.manifest().requires.contains(provision));
            found.push(Ambiguity {
                provision: provision.clone(),
                before: sorted(&mut was.0.iter().map(name)),
                now: sorted(&mut here.iter().chain(wide).map(name)),
                wide: !wide.is_empty(),
                by: sorted(&mut requirers.map(|(id, _)| name(&id))),
                nodes: Vec::new(),
            });
        }
    }
    found
}

fn changed(world: &World, registered: &[Registration], versions: &Versions) -> Vec<ChangedManifest> {
    let catalogue = &world.mesh.catalogue;
    let mut changed: BTreeMap<ModuleId, Changing> = BTreeMap::new();
    for (name, before, after) in registered {
        if let (Some(id), Some(before)) = (catalogue.id(name), before)
            && let Some(changing) = Changing::of(name, *before, *after, versions)
        {
            changed.insert(id, changing);
        }
    }
    if changed.is_empty() {
        return Vec::new();
    }
    let views = world.resolution.views();
    for node in world.mesh.nodes_by_name() {
        let name = world.mesh.node_name(node);
        let ran = views.set(node).iter().filter(|module| changed.get(*module).is_some_and(|one| one.is_declared));
        let mut told: BTreeSet<ModuleId> = ran.copied().collect();
        told.extend(views.takes(node).iter().filter_map(|take| {
            let offers = &changed.get(&take.module)?.manifest.offers;
            offers.contains(catalogue.provision(take.provision)).then_some(take.module)
        }));
        for module in told {
            changed.entry(module).and_modify(|one| one.manifest.nodes.push(name.clone()));
        }
    }
    let mut changed: Vec<ChangedManifest> = changed.into_values().map(|one| one.manifest).collect();
    changed.sort_by(|a, b| a.change.module.cmp(&b.change.module));
    changed
}

/// A changed manifest in the making.
struct Changing {
    manifest: ChangedManifest,
    /// Whether those that run it are told something else.
    is_declared: bool,
}

impl Changing {
    /// What a manifest says otherwise; `None` where no declaration would show it.
    fn of(module: &ModuleName, before: Digest, after: Digest, versions: &Versions) -> Option<Self> {
        let (old, new) = (&versions.get(before)?.manifest, &versions.get(after)?.manifest);
        let is_wide = |entry: &&Provides| entry.scope != Scope::Node;
        let differs = |entry: &&Provides| old.provides(&entry.name).is_some_and(|old| old.whole() != entry.whole());
        let offers = new.provides.iter().filter(is_wide).filter(differs).map(|entry| entry.name.clone());
        let offers: BTreeSet<ProvisionName> = offers.collect();
        let declared = of_module(module, before, after, versions);
        let is_declared = declared.is_some();
        if offers.is_empty() && !is_declared {
            return None;
        }
        let change = declared.unwrap_or_else(|| ModuleChange {
            module: module.clone(),
            before: old.version.clone(),
            after: new.version.clone(),
            added: Vec::new(),
            removed: Vec::new(),
            changed: Vec::new(),
        });
        let manifest = ChangedManifest { change, offers: offers.into_iter().collect(), nodes: Vec::new() };
        Some(Self { manifest, is_declared })
    }
}

/// What resources reflect and the catalogue does not have.
fn dangling(mesh: &Mesh, registered: &[Registration]) -> Vec<Dangling> {
    let mut found = Vec::new();
    for (name, ..) in registered {
        let module = mesh.module_id(name).and_then(|id| mesh.catalogue.get(id));
        for resource in module.into_iter().flat_map(|module| &module.manifest().resources) {
            for reflects in &resource.reflects {
                if let Reflects::Other(other, id) = reflects
                    && let Some(lacks) = lacks(mesh, other, id)
                {
                    let (module, resource) = (name.clone(), resource.id.clone());
                    found.push(Dangling { module, resource, other: other.clone(), reflects: id.clone(), lacks });
                }
            }
        }
    }
    found
}

fn lacks(mesh: &Mesh, module: &ModuleName, id: &ResourceId) -> Option<Lacks> {
    let Some(entry) = mesh.module_id(module).and_then(|id| mesh.catalogue.get(id)) else {
        return Some(Lacks::Module);
    };
    let has = entry.manifest().resources.iter().any(|resource| resource.id == *id);
    (!has).then_some(Lacks::Resource)
}
