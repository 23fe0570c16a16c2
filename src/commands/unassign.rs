//! `provost unassign`

use clap::Args as Arguments;

use crate::{
    model::{Edit, Mesh, ModuleId, ModuleName, Name, NodeId},
    outcome::Failure,
    report::{Act, absent, command::command},
};

use super::{
    complete::Completes,
    editing::Editing,
    selection::{Offer, Selection, Turned, distinct, name, some_module},
    traits::Traits,
    verb::Plain,
};

/// Say that nodes no longer run modules.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["assign", "unassign", "pin", "move", "batch", "plan"]))]
#[command(after_help = "Example:\n  provost unassign laptop i3")]
pub struct Args {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Selection,
    /// The modules
    #[arg(
        value_name = "MODULE",
        required = true,
        value_parser = name::<crate::model::kind::Module>,
        add = Completes::Assigned,
    )]
    pub modules: Vec<ModuleName>,
}

impl Plain for Args {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        let arguments = [self.nodes.to_string()].into_iter().chain(self.modules.iter().map(ToString::to_string));
        let command = command(&["unassign"], arguments, []);
        (Act::Unassign { nodes: self.nodes.names(mesh), modules: self.modules.clone() }, command)
    }

    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = self.nodes.to_string();
        let turned = Turned::modules(mesh, [typed.as_str()].into_iter().chain(self.modules.iter().map(Name::as_str)))?;
        let nodes = turned.nodes.join(",").parse().ok()?;
        let modules = turned.others.into_iter().map(|module| ModuleName::new(module).ok()).collect::<Option<_>>()?;
        Some(Self { nodes, modules }.act(mesh).1)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let nodes = editing.nodes(&self.nodes, Offer::List)?;
        let named = self.nodes.named(&editing.world.mesh);
        let mut missing = Vec::new();
        for module in &distinct(&self.modules) {
            let id = assigned_module(&editing.world.mesh, &nodes, module)?;
            for node in &nodes {
                let name = editing.world.mesh.node_name(*node).clone();
                if editing.world.mesh.is_assigned(*node, id) {
                    editing.edit(Edit::Unassign { node: name.clone(), module: module.clone() });
                } else if named.contains(node) {
                    missing.push((module.to_string(), name.clone()));
                }
                editing.off(name, module.clone());
            }
        }
        editing.consequences.extend(absent::unassigned(missing));
        Ok(())
    }
}

/// A module that is registered, or that left the catalogue in the same change while a node still has it.
fn assigned_module(mesh: &Mesh, nodes: &[NodeId], module: &ModuleName) -> Result<ModuleId, Failure> {
    let left = mesh.catalogue.id_ever(module).filter(|id| nodes.iter().any(|node| mesh.is_assigned(*node, *id)));
    left.map_or_else(|| some_module(mesh, module, Offer::List), Ok)
}
