//! What a node is told to be, and its digest.

use std::collections::BTreeMap;

use foldhash::HashMap;
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    model::{
        Digest, Digester, FactName, Mesh, ModuleId, ModuleName, NodeId, NodeName, ProvisionId, ProvisionName, Scalar,
        SiteName,
    },
    resolver::{Take, Views, World, each_taker, takers},
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
struct Declaring<'w> {
    mesh: &'w Mesh,
    views: Views<'w>,
    offers: HashMap<(NodeId, ModuleId, ProvisionId), Digest>,
    /// Entries of `provides` as JSON.
    entries: HashMap<(ModuleId, ProvisionId), String>,
    digester: Digester,
    takes: Vec<Take>,
}

impl<'w> Declaring<'w> {
    /// Declarations of a mesh that was resolved.
    fn new(mesh: &'w Mesh, views: Views<'w>) -> Self {
        Self {
            mesh,
            views,
            offers: HashMap::default(),
            entries: HashMap::default(),
            digester: Digester::default(),
            takes: Vec::new(),
        }
    }

    /// The digest of what a node would be declared.
    fn digest(&mut self, node: NodeId) -> Digest {
        let (mesh, set) = (self.mesh, self.views.set(node));
        let mut digester = std::mem::take(&mut self.digester);
        let site = mesh.site_of(node).map(|site| site.as_str());
        let declared = set
            .iter()
            .map(|module| mesh.catalogue.get(*module).map_or(Digest([0; 32]), |module| module.registered.declared));
        about_node(&mut digester, mesh.node_name(node).as_str(), site, mesh.facts_text(node), declared);
        let mut takes = std::mem::take(&mut self.takes);
        takes.clear();
        takes.extend_from_slice(self.views.takes(node));
        takes.sort_unstable_by_key(|take| mesh.catalogue.provision(take.provision));
        for take in &takes {
            let by = each_taker(mesh, set, take.provision, take.pinned);
            about_take(&mut digester, self.offer(take), by.map(|by| mesh.catalogue.name(by).as_str()));
        }
        self.takes = takes;
        let digest = digester.finish();
        self.digester = digester;
        digest
    }

    fn offer(&mut self, take: &Take) -> Digest {
        let (mesh, entries) = (self.mesh, &mut self.entries);
        *self.offers.entry((take.from, take.module, take.provision)).or_insert_with(|| {
            let entry = entries.entry((take.module, take.provision));
            let entry = entry.or_insert_with(|| Value::Object(offer(mesh, take)).to_string());
            of_offer([
                mesh.catalogue.provision(take.provision).as_str(),
                mesh.node_name(take.from).as_str(),
                mesh.catalogue.name(take.module).as_str(),
                entry,
                mesh.facts_text(take.from),
            ])
        })
    }
}

/// How many nodes make it worth another thread.
const SHARE: usize = 4096;

/// For each of these nodes, the digest of what it would be declared. Each is worked out by itself, and most of what
/// planning a large mesh costs is this: so it is shared out among processors.
pub(super) fn digests(world: &World, nodes: &[NodeId]) -> Vec<Digest> {
    let (mesh, views) = (&world.mesh, world.resolution.views());
    let share = |nodes: &[NodeId]| {
        let mut declaring = Declaring::new(mesh, views);
        nodes.iter().map(|node| declaring.digest(*node)).collect::<Vec<_>>()
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from).min(nodes.len() / SHARE).max(1);
    let mut shares = nodes.chunks(nodes.len().div_ceil(processors).max(1));
    let own = shares.next().unwrap_or_default();
    std::thread::scope(|scope| {
        let others: Vec<_> = shares.map(|nodes| scope.spawn(move || share(nodes))).collect();
        let mut digests = share(own);
        for other in others {
            digests.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        digests
    })
}

/// What was kept of a declaration, as far as its digest is about it.
#[derive(Clone, Debug)]
pub struct Recorded<'a> {
    /// The node.
    pub node: &'a str,
    /// Its site.
    pub site: Option<&'a str>,
    /// Its facts, a JSON object.
    pub facts: &'a str,
    /// What a declaration prints of each manifest of its set, by name, as digests.
    pub declared: Vec<Digest>,
    /// Its takes, a JSON list.
    pub takes: &'a str,
}

/// A take as it is kept. The facts are kept as they were written: their text is what counts.
#[derive(Deserialize)]
struct RecordedTake<'a> {
    provision: String,
    from: String,
    module: String,
    offer: Map<String, Value>,
    #[serde(borrow)]
    facts: &'a RawValue,
    #[serde(rename = "for")]
    wanted_for: Vec<String>,
}

/// Takes what a declaration says of its node and set into a digest. Nodes without a site have an empty one.
fn about_node(
    digester: &mut Digester,
    node: &str,
    site: Option<&str>,
    facts: &str,
    declared: impl ExactSizeIterator<Item = Digest>,
) {
    digester.part(node.as_bytes());
    digester.part(site.unwrap_or_default().as_bytes());
    digester.part(facts.as_bytes());
    digester.part(&(declared.len() as u64).to_le_bytes());
    declared.for_each(|declared| digester.fixed(&declared.0));
}

/// Takes a take into the digest of a declaration: what is offered, and the modules that it is for.
fn about_take<'n>(digester: &mut Digester, offer: Digest, wanted_for: impl Iterator<Item = &'n str>) {
    digester.fixed(&offer.0);
    wanted_for.for_each(|by| digester.part(by.as_bytes()));
}

/// The digest of an offer: the provision, the node, the module there, its entry of `provides` and the node's facts.
fn of_offer(parts: [&str; 5]) -> Digest {
    let mut digester = Digester::default();
    parts.into_iter().for_each(|part| digester.part(part.as_bytes()));
    digester.finish()
}

/// The digest that a declaration has to have by what was kept of it.
///
/// # Errors
/// Where its takes have no meaning.
pub fn digest_again(recorded: &Recorded<'_>) -> Result<Digest, String> {
    let takes: Vec<RecordedTake<'_>> = serde_json::from_str(recorded.takes).map_err(|error| error.to_string())?;
    let mut digester = Digester::default();
    about_node(&mut digester, recorded.node, recorded.site, recorded.facts, recorded.declared.iter().copied());
    for take in takes {
        let entry = Value::Object(take.offer).to_string();
        let offer = of_offer([&take.provision, &take.from, &take.module, &entry, take.facts.get()]);
        about_take(&mut digester, offer, take.wanted_for.iter().map(String::as_str));
    }
    Ok(digester.finish())
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
        takes: declared_takes(world, node),
        facts: mesh.facts(node),
        digest,
    }
}

/// What a node takes, as it would be declared.
pub(super) fn declared_takes(world: &World, node: NodeId) -> Vec<DeclaredTake> {
    let takes = by_name(&world.mesh, world.resolution.view(node).takes);
    takes.into_iter().map(|take| declared_take(world, node, take)).collect()
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

pub(super) fn offer(mesh: &Mesh, take: &Take) -> Map<String, Value> {
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
