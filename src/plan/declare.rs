//! What a node is told to be, and its digest.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    model::{
        Digest, Digester, FactName, Mesh, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, Scalar,
        SiteName,
    },
    resolver::{Resolution, Take, World, takers},
};

/// A declaration as it is about to be written: small, with digests in place of manifests.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The node.
    pub node: NodeName,
    /// Its site.
    pub site: Option<SiteName>,
    /// Its set, by name, each with the digest of its manifest.
    pub modules: Vec<(ModuleName, Digest)>,
    /// What it takes, by name.
    pub takes: Vec<DeclaredTake>,
    /// Its facts.
    pub facts: BTreeMap<FactName, Scalar>,
    /// The digest of what it prints, the generation aside.
    pub digest: Digest,
}

/// A take in a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredTake {
    /// The provision.
    pub provision: ProvisionName,
    /// The node that answers.
    pub from: NodeName,
    /// The module there.
    pub module: ModuleName,
    /// That module's entry of `provides`, whole.
    pub offer: Map<String, Value>,
    /// The facts of the node that answers.
    pub facts: BTreeMap<FactName, Scalar>,
    /// The modules that require it.
    pub wanted_for: Vec<ModuleName>,
}

impl DeclaredTake {
    /// The take as a declaration prints it.
    pub fn printed(&self) -> Value {
        let Self { provision, from, module, offer, facts, wanted_for } = self;
        json!({
            "provision": provision, "from": from, "module": module, "offer": offer, "facts": facts, "for": wanted_for,
        })
    }
}

/// Digests of declarations of one mesh. What several nodes take from one is digested once.
#[derive(Debug, Default)]
pub struct Declaring {
    offers: BTreeMap<(NodeId, ModuleId, ProvisionId), Digest>,
}

impl Declaring {
    /// The digest of what a node would be declared.
    pub fn digest(&mut self, mesh: &Mesh, resolution: &Resolution, node: NodeId) -> Digest {
        let view = resolution.view(node);
        let mut digester = Digester::default();
        digester.part(mesh.node_name(node).as_str().as_bytes());
        digester.part(mesh.site_of(node).map_or("", |site| site.as_str()).as_bytes());
        digester.part(mesh.facts_text(node).as_bytes());
        digester.part(&(view.set.len() as u64).to_le_bytes());
        for module in view.set {
            digester.fixed(&mesh.catalogue.get(*module).map_or([0; 32], |module| module.registered.declared.0));
        }
        for take in by_name(mesh, view.takes) {
            digester.fixed(&self.offer(mesh, take).0);
            for by in takers(mesh, view.set, take.provision, take.pinned) {
                digester.part(mesh.catalogue.name(by).as_str().as_bytes());
            }
        }
        digester.finish()
    }

    fn offer(&mut self, mesh: &Mesh, take: &Take) -> Digest {
        *self.offers.entry((take.from, take.module, take.provision)).or_insert_with(|| {
            let mut digester = Digester::default();
            digester.part(mesh.catalogue.provision(take.provision).as_str().as_bytes());
            digester.part(mesh.node_name(take.from).as_str().as_bytes());
            digester.part(mesh.catalogue.name(take.module).as_str().as_bytes());
            digester.part(Value::Object(offer(mesh, take)).to_string().as_bytes());
            digester.part(mesh.facts_text(take.from).as_bytes());
            digester.finish()
        })
    }
}

/// What a node would be declared.
pub fn declare(world: &World, node: NodeId, digest: Digest) -> Declaration {
    let mesh = &world.mesh;
    let view = world.resolution.view(node);
    let modules = view.set.iter().filter_map(|id| {
        let module = mesh.catalogue.get(*id)?;
        Some((mesh.catalogue.name(*id).clone(), module.registered.digest))
    });
    Declaration {
        node: mesh.node_name(node).clone(),
        site: mesh.site_of(node).cloned(),
        modules: modules.collect(),
        takes: by_name(mesh, view.takes).into_iter().map(|take| declared_take(world, node, take)).collect(),
        facts: mesh.facts(node),
        digest,
    }
}

fn declared_take(world: &World, node: NodeId, take: &Take) -> DeclaredTake {
    let mesh = &world.mesh;
    let wanted_for = takers(mesh, world.resolution.view(node).set, take.provision, take.pinned);
    DeclaredTake {
        provision: mesh.catalogue.provision(take.provision).clone(),
        from: mesh.node_name(take.from).clone(),
        module: mesh.catalogue.name(take.module).clone(),
        offer: offer(mesh, take),
        facts: mesh.facts(take.from),
        wanted_for: wanted_for.into_iter().map(|by| mesh.catalogue.name(by).clone()).collect(),
    }
}

fn offer(mesh: &Mesh, take: &Take) -> Map<String, Value> {
    let name = mesh.catalogue.provision(take.provision);
    let module = mesh.catalogue.get(take.module);
    module.and_then(|module| module.manifest().provides(name)).map(|entry| entry.whole()).unwrap_or_default()
}

/// Takes by the name of the provision.
pub(super) fn by_name<'a>(mesh: &Mesh, takes: &'a [Take]) -> Vec<&'a Take> {
    let mut takes: Vec<&Take> = takes.iter().collect();
    takes.sort_unstable_by(|a, b| mesh.catalogue.provision(a.provision).cmp(mesh.catalogue.provision(b.provision)));
    takes
}
