//! Modules, as a table and for programs.

use serde::Serialize;
use serde_json::Value;

use super::{
    tables::Table,
    words::{NODES, SENTENCE, count, some},
};
use crate::{
    model::{ClaimName, Manifest, Mesh, ModuleId, ModuleName, NodeName, ProvisionName, Scope},
    plan::{Runs, Spread},
};

/// The catalogue.
#[derive(Clone, Debug, Serialize)]
pub struct Modules<'m> {
    schema: &'static str,
    modules: Vec<Module<'m>>,
}

#[derive(Clone, Debug, Serialize)]
struct Module<'m> {
    name: &'m ModuleName,
    version: Option<&'m str>,
    provides: Vec<Provides<'m>>,
    requires: &'m [ProvisionName],
    claims: Vec<Claims<'m>>,
    /// To how many nodes it is assigned.
    assigned: usize,
    /// On how many others it is brought in.
    brought_in: usize,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Provides<'m> {
    name: &'m ProvisionName,
    scope: Scope,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Claims<'m> {
    name: &'m ClaimName,
    scope: Scope,
}

impl<'m> Modules<'m> {
    /// Those of a mesh, by name, and on how many nodes each is, by its number.
    pub fn of(mesh: &'m Mesh, spread: &[Spread]) -> Self {
        let mut ids: Vec<ModuleId> = mesh.catalogue.modules().map(|(id, _)| id).collect();
        ids.sort_by(|a, b| mesh.catalogue.name(*a).cmp(mesh.catalogue.name(*b)));
        let module = |id: ModuleId| Some(Module::of(mesh.catalogue.get(id)?.manifest(), spread[id.index()]));
        Self { schema: "provost.modules/1", modules: ids.into_iter().filter_map(module).collect() }
    }

    /// A line for each.
    pub fn table(&self) -> Table {
        let mut table = Table::new(["module", "version", "assigned to", "provides", "requires"]);
        for module in &self.modules {
            let or_none = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(", ") };
            table.row([
                module.name.to_string(),
                module.version.unwrap_or("-").to_owned(),
                module.spread(),
                or_none(module.provides.iter().map(scoped).collect()),
                or_none(module.requires.iter().map(ToString::to_string).collect()),
            ]);
        }
        table
    }
}

impl<'m> Module<'m> {
    fn of(manifest: &'m Manifest, Spread { assigned, brought_in }: Spread) -> Self {
        let provides = manifest.provides.iter().map(|entry| Provides { name: &entry.name, scope: entry.scope });
        let claims = manifest.claims.iter().map(|entry| Claims { name: &entry.name, scope: entry.scope });
        Self {
            name: &manifest.name,
            version: manifest.version.as_deref(),
            provides: provides.collect(),
            requires: &manifest.requires,
            claims: claims.collect(),
            assigned,
            brought_in,
        }
    }

    /// To how many nodes it is assigned, and on how many it is for others.
    fn spread(&self) -> String {
        let assigned = count(self.assigned, "node");
        if self.brought_in == 0 { assigned } else { format!("{assigned}, brought in on {}", self.brought_in) }
    }
}

fn scoped(provides: &Provides<'_>) -> String {
    let Provides { name, scope } = provides;
    if scope.is_wide() { format!("{name} ({})", scope.word()) } else { name.to_string() }
}

/// A module, and where it runs.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleShown {
    schema: &'static str,
    nodes: Vec<NodeName>,
    brought_in: Vec<NodeName>,
    manifest: Value,
}

impl ModuleShown {
    /// Its manifest, and the nodes that it is on.
    pub fn new(runs: Runs, manifest: Value) -> Self {
        Self { schema: "provost.module/1", nodes: runs.assigned, brought_in: runs.brought_in, manifest }
    }

    /// The manifest as it can be registered.
    pub fn manifest(&self) -> String {
        super::json::pretty(&self.manifest)
    }

    /// Where it runs, in a sentence.
    pub fn runs(&self) -> String {
        let names = |nodes: &[NodeName]| some(&nodes.iter().map(NodeName::as_str).collect::<Vec<_>>(), NODES);
        let assigned = match self.nodes.as_slice() {
            [] => "assigned to no node".to_owned(),
            nodes => format!("assigned to {}", names(nodes)),
        };
        match self.brought_in.as_slice() {
            [] => assigned,
            nodes => format!("{assigned}, brought in on {}", names(nodes)),
        }
    }
}

/// Manifests that can be registered.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    schema: &'static str,
    modules: Vec<ModuleName>,
    warnings: Vec<String>,
}

impl Checked {
    /// These, of which all that is to be said are the warnings.
    pub const fn new(modules: Vec<ModuleName>, warnings: Vec<String>) -> Self {
        Self { schema: "provost.check/1", modules, warnings }
    }

    /// What there is to warn of.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// That they can be registered.
    pub fn text(&self) -> String {
        let are = match self.modules.len() {
            1 => "is a manifest that can be registered",
            _ => "are manifests that can be registered",
        };
        let names: Vec<&str> = self.modules.iter().map(ModuleName::as_str).collect();
        format!("{} {are}", some(&names, SENTENCE))
    }
}
