//! What a name means: a module, a provision, a claim, resources.

use std::collections::BTreeSet;

use crate::{
    model::{AbsolutePath, ClaimId, ClaimName, Mesh, ModuleId, ModuleName, Name, ProvisionId, ProvisionName, Resource},
    resolver::World,
};

/// One meaning of a name.
pub(super) enum Meaning<'a> {
    Module(ModuleId),
    Provision(ProvisionId),
    Claim(ClaimId),
    Resource(ModuleId, &'a Resource),
}

/// Every meaning that a name has.
pub(super) fn meanings<'a>(world: &'a World, what: &str) -> Vec<Meaning<'a>> {
    let catalogue = &world.mesh.catalogue;
    let mut meanings: Vec<Meaning<'_>> = Vec::new();
    // NFC where it can be had; a name that plain SQL stored is found as it is.
    let module = ModuleName::new(what).unwrap_or_else(|_| Name::stored(what));
    meanings.extend(catalogue.id(&module).map(Meaning::Module));
    let provision = ProvisionName::new(what).unwrap_or_else(|_| Name::stored(what));
    let provision = catalogue.provision_id(&provision).filter(|id| is_mentioned(&world.mesh, *id));
    meanings.extend(provision.map(Meaning::Provision));
    let claim = ClaimName::new(what).unwrap_or_else(|_| Name::stored(what));
    let claim = catalogue.claims().get(&claim).map(ClaimId::from);
    let is_claimed =
        |id: &ClaimId| catalogue.modules().any(|(_, module)| module.claims.iter().any(|(claimed, _)| claimed == id));
    meanings.extend(claim.filter(is_claimed).map(Meaning::Claim));
    meanings.extend(resources(world, what));
    meanings
}

/// Whether a provision is provided, required or pinned by anything that is there.
fn is_mentioned(mesh: &Mesh, id: ProvisionId) -> bool {
    mesh.catalogue.modules().any(|(_, module)| module.requires(id) || module.provides(id).is_some())
        || mesh.nodes().any(|(_, node)| node.pins.iter().any(|pin| pin.provision == id))
}

fn resources<'a>(world: &'a World, what: &str) -> Vec<Meaning<'a>> {
    let path = AbsolutePath::new(what).ok();
    let mut found: Vec<(String, Meaning<'_>)> = Vec::new();
    for (id, module) in world.mesh.catalogue.modules() {
        for resource in &module.manifest().resources {
            let qualified = format!("{}/{}", module.manifest().name, resource.id);
            let is_there = || match (&path, resource.identity.path()) {
                (Some(path), Some(at)) => path == at,
                _ => {
                    resource.identity.own_key().is_some_and(|key| key == what)
                        || resource.identity.key().is_some_and(|key| key == what)
                }
            };
            if qualified == what || is_there() {
                found.push((qualified, Meaning::Resource(id, resource)));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.into_iter().map(|(_, meaning)| meaning).collect()
}

/// Every name that means something.
pub fn known(world: &World) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (_, module) in world.mesh.catalogue.modules() {
        let manifest = module.manifest();
        known.insert(manifest.name.to_string());
        known.extend(manifest.provides.iter().map(|entry| entry.name.to_string()));
        known.extend(manifest.requires.iter().map(ToString::to_string));
        known.extend(manifest.claims.iter().map(|entry| entry.name.to_string()));
        known.extend(manifest.resources.iter().map(|resource| format!("{}/{}", manifest.name, resource.id)));
        known.extend(manifest.resources.iter().filter_map(|resource| resource.identity.key()));
    }
    known
}
