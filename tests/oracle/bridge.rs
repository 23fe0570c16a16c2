//! The program's own resolver, asked about a mesh document and answering as the naive one does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use provost::model::read::{self, ContentFrom, Given, Source};
use provost::model::{
    Assignments, Digest, Document, Edit as Real, FactName, Facts, Mesh, ModuleId, ModuleName, Moment, Name, NewNode,
    NodeId, NodeName, Pin, ProvisionName, Registered, Scalar, SiteName,
};
use provost::resolver::{Change, Extent, Fault, Finding, Resolution};
use serde_json::Value;
use uuid::Uuid;

use super::edits::{Edit, apply};
use super::naive::{Naive, Party, Refusal, assigned, pin_of};
use super::random::FACTS;

/// What both resolvers tell: for each node its set and what it takes; every refusal.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) nodes: BTreeMap<String, ToldNode>,
    pub(crate) refusals: Vec<Refusal>,
}

/// What both tell of a node: the set, true for what is assigned; each provision with the node and module it is taken from.
pub(crate) type ToldNode = (BTreeMap<String, bool>, BTreeMap<String, (String, String)>);

impl From<Naive> for Told {
    fn from(naive: Naive) -> Told {
        let mut nodes = BTreeMap::new();
        for (name, node) in naive.nodes {
            let mut takes = BTreeMap::new();
            for ((provision, _), answer) in node.takes {
                // Whoever requires it there: one node takes a name from one place.
                let before = takes.insert(provision, answer.clone());
                assert!(before.is_none_or(|before| before == answer), "{name} takes one name from two places");
            }
            nodes.insert(name, (node.modules, takes));
        }
        Told { nodes, refusals: naive.refusals.into_iter().collect() }
    }
}

/// The mesh of a document; an error where it is none.
pub(crate) fn mesh(document: &Value) -> Result<Mesh, String> {
    let (document, _) = read::document(&Source::new("a document", document.to_string()))
        .map_err(|faults| faults.iter().map(|fault| fault.message.clone()).collect::<Vec<_>>().join("; "))?;
    let mut mesh = Mesh::default();
    for site in document.sites.iter().flatten() {
        mesh.add_site(site.clone());
    }
    for given in document.modules.iter().flatten() {
        mesh.catalogue.register(registered(given));
    }
    add_nodes(&mut mesh, &document)?;
    for (node, provision, from) in document.pins.iter().flatten() {
        let (node, provider) = (known(&mesh, node)?, known(&mesh, from)?);
        let provision = mesh.catalogue.number_provision(provision);
        mesh.pin(node, Pin { provision, provider, at: Moment::default() });
    }
    Ok(mesh)
}

fn add_nodes(mesh: &mut Mesh, document: &Document) -> Result<(), String> {
    for (number, node) in (1..).zip(document.nodes.iter().flatten()) {
        let site = node.site.as_ref().map(|name| mesh.site_id(name).ok_or("no such site")).transpose()?;
        let facts = serde_json::to_string(&node.facts).map_err(|why| why.to_string())?;
        let (name, uuid) = (node.name.clone(), Uuid::from_u128(number));
        let id = mesh.add_node(NewNode { uuid, name, site, facts: &facts });
        let of_node = document.assignments.iter().flat_map(Assignments::iter).filter(|(at, _)| **at == node.name);
        let modules = of_node.map(|(_, module)| mesh.module_id(module).ok_or("no such module"));
        let modules = modules.collect::<Result<Vec<ModuleId>, _>>()?;
        mesh.assign(id, modules);
    }
    let mut assigned = document.assignments.iter().flat_map(Assignments::iter);
    assigned.try_for_each(|(node, _)| known(mesh, node).map(|_| ()))
}

fn known(mesh: &Mesh, name: &NodeName) -> Result<NodeId, String> {
    mesh.node_id(name).ok_or_else(|| format!("no node {name}"))
}

fn registered(given: &Given) -> Arc<Registered> {
    let digest = Digest::of(given.text.as_bytes());
    Arc::new(Registered { manifest: given.manifest.clone(), digest, declared: digest, text: None })
}

/// What the program's resolver tells of a mesh.
pub(crate) fn told(mesh: &Mesh, resolution: &Resolution) -> Told {
    let mut told = Told::default();
    for (id, node) in mesh.nodes() {
        let view = resolution.view(id);
        let module = |module: &ModuleId| (text(mesh.catalogue.name(*module)), mesh.is_assigned(id, *module));
        let takes = view.takes.iter().map(|take| {
            let from = (text(mesh.node_name(take.from)), text(mesh.catalogue.name(take.module)));
            (text(mesh.catalogue.provision(take.provision)), from)
        });
        told.nodes.insert(text(&node.name), (view.set.iter().map(module).collect(), takes.collect()));
    }
    told.refusals = resolution.findings().map(|finding| refusal(mesh, finding)).collect();
    // A list: what is found twice is found once too often.
    told.refusals.sort();
    told
}

fn text<K: provost::model::Kind>(name: &Name<K>) -> String {
    name.as_str().to_owned()
}

fn refusal(mesh: &Mesh, finding: &Finding) -> Refusal {
    let node = finding.node().map(|node| text(mesh.node_name(node)));
    let party = |node: &NodeId, module: &ModuleId, resource: Option<String>| -> Party {
        (text(mesh.node_name(*node)), text(mesh.catalogue.name(*module)), resource)
    };
    let told = |code, key: String, about: String, parties: BTreeSet<Party>, lacks: BTreeSet<String>| Refusal {
        code,
        node: node.clone(),
        key,
        about,
        parties,
        lacks,
    };
    let none = (BTreeSet::new, BTreeSet::new);
    match finding {
        Finding::Claim { claim, extent, holders } => {
            let parties = holders.iter().map(|holder| party(&holder.node, &holder.module, None)).collect();
            told("claim-collision", text(mesh.catalogue.claim(*claim)), width(mesh, extent), parties, none.1())
        }
        Finding::Resource { node, kind, key, parties } => {
            let parties = parties.iter().map(|(module, at)| party(node, module, Some(id_at(mesh, *module, *at))));
            told("resource-collision", key.to_string(), kind.to_string(), parties.collect(), none.1())
        }
        Finding::Need { module, unmet, .. } => {
            let unmet = unmet.iter().map(|fact| text(mesh.catalogue.fact(*fact))).collect();
            told("need-unmet", text(mesh.catalogue.name(*module)), String::new(), none.0(), unmet)
        }
        Finding::Requirement { node, provision, fault, by } => {
            let by = by.iter().map(|module| party(node, module, None)).collect();
            told(code(*fault), text(mesh.catalogue.provision(*provision)), String::new(), by, none.1())
        }
        Finding::Reflects { module, resource, missing, .. } => {
            let key = format!("{}/{}", mesh.catalogue.name(*module), id_at(mesh, *module, *resource));
            let missing = missing.iter().map(|(module, id)| format!("{}/{id}", mesh.catalogue.name(*module))).collect();
            told("dangling-reflects", key, String::new(), none.0(), missing)
        }
    }
}

fn width(mesh: &Mesh, extent: &Extent) -> String {
    match extent {
        Extent::Mesh => "mesh".to_owned(),
        Extent::Site(site) => format!("site {}", mesh.site_name(*site).map(text).unwrap_or_default()),
        Extent::Lone(_) => "site".to_owned(),
        Extent::Node(_) => "node".to_owned(),
    }
}

fn code(fault: Fault) -> &'static str {
    match fault {
        Fault::NoProvider => "no-provider",
        Fault::ChooseModule => "choose-module",
        Fault::NoNode => "no-node",
        Fault::ChooseNode => "choose-node",
        Fault::Pin(_) => "pin-unanswered",
    }
}

fn id_at(mesh: &Mesh, module: ModuleId, at: usize) -> String {
    let module = mesh.catalogue.get(module).expect("a party is registered");
    module.manifest().resources[at].id.to_string()
}

/// The program's edits that do to a mesh what these do to its document.
pub(crate) fn real_edits(document: &Value, edits: &[Edit]) -> Vec<Real> {
    real_change(document, edits).edits
}

/// The change that these edits are when commands ask for them: what is not assigned is not unassigned, and what is
/// assigned already is only wanted.
pub(crate) fn real_change(document: &Value, edits: &[Edit]) -> Change {
    let mut change = Change::default();
    let mut left = document.clone();
    for edit in edits {
        match edit {
            Edit::Assign { node, module } if assigned(&left, node).contains(module) => {
                change.wanted.extend(numbers(document, node, module));
            }
            Edit::Unassign { node, module } => {
                change.off.push((NodeName::new(node).unwrap(), ModuleName::new(module).unwrap()));
            }
            Edit::Pin { node, name, .. } => {
                change.pins.push((NodeName::new(node).unwrap(), ProvisionName::new(name).unwrap()));
            }
            Edit::Assign { .. }
            | Edit::Unpin { .. }
            | Edit::RemoveNode { .. }
            | Edit::SetNode { .. }
            | Edit::Register { .. } => {}
        }
        change.edits.extend(real_edit(&left, edit));
        left = apply(&left, std::slice::from_ref(edit));
    }
    change
}

fn numbers(document: &Value, node: &str, module: &str) -> Option<(NodeId, ModuleId)> {
    let mesh = mesh(document).ok()?;
    Some((mesh.node_id(&NodeName::new(node).ok()?)?, mesh.module_id(&ModuleName::new(module).ok()?)?))
}

/// The program's edits for one edit of the document as it is by then.
fn real_edit(left: &Value, edit: &Edit) -> Vec<Real> {
    let node = |name: &str| NodeName::new(name).unwrap();
    let module = |name: &str| ModuleName::new(name).unwrap();
    let pin = |at: &str, name: &str, after: Option<&String>| Real::Pin {
        node: node(at),
        provision: ProvisionName::new(name).unwrap(),
        before: pin_of(left, at, name).map(|before| node(&before).into()),
        after: after.map(|from| node(from).into()),
    };
    match edit {
        Edit::Assign { node: at, module: what } if assigned(left, at).contains(what) => Vec::new(),
        Edit::Assign { node: at, module: what } => vec![Real::Assign { node: node(at), module: module(what) }],
        Edit::Unassign { node: at, module: what } if !assigned(left, at).contains(what) => Vec::new(),
        Edit::Unassign { node: at, module: what } => vec![Real::Unassign { node: node(at), module: module(what) }],
        Edit::Pin { node: at, name, from } => vec![pin(at, name, Some(from))],
        Edit::Unpin { node: at, name } => vec![pin(at, name, None)],
        Edit::RemoveNode { node: at } => vec![Real::RemoveNode { node: node(at) }],
        Edit::SetNode { node: entry } => [add_node(left, entry), set_node(entry)].concat(),
        Edit::Register { manifest } => vec![register(manifest)],
    }
}

/// The edit that registers a manifest.
pub(crate) fn register(manifest: &Value) -> Real {
    let source = Source::new("a manifest", manifest.to_string());
    let given = read::manifest(&source, ContentFrom::Forbidden).expect("a test's manifest is one");
    Real::Register { module: given.manifest.name.clone(), before: None, after: registered(&given) }
}

/// Adds a node that is not there yet.
fn add_node(left: &Value, entry: &Value) -> Vec<Real> {
    let is_there = left["nodes"].as_array().into_iter().flatten().any(|node| node["name"] == entry["name"]);
    let node = NodeName::new(entry["name"].as_str().unwrap()).unwrap();
    let added = Real::AddNode { node, id: Uuid::from_u128(0xadd), site: None, facts: Facts::default() };
    if is_there { Vec::new() } else { vec![added] }
}

/// A site, and every fact that the node has or is to have.
fn set_node(entry: &Value) -> Vec<Real> {
    let node = NodeName::new(entry["name"].as_str().unwrap()).unwrap();
    let site = entry["site"].as_str().map(|site| SiteName::new(site).unwrap());
    let mut edits = vec![Real::Site { node: node.clone(), before: None, after: site.map(Box::new) }];
    for fact in FACTS {
        let after = Scalar::from_json(&entry["facts"][fact]).map(Box::new);
        edits.push(Real::Fact { node: node.clone(), fact: FactName::new(fact).unwrap(), before: None, after });
    }
    edits
}
