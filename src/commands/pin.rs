//! `provost pin`

use clap::Args as Arguments;

use crate::{
    model::{Mesh, NodeName, ProvisionName, kind},
    outcome::Failure,
    report::Act,
};

use super::{
    editing::Editing,
    selection::{Selection, name, unknown},
};

/// Say from which node a provision is taken. One that remains does not overrule it, and nothing is fallen back to.
#[derive(Clone, Debug, Arguments)]
#[command(after_help = "Example:\n  provost pin web1 database db1")]
pub struct Args {
    /// The nodes that take it: names, site:NAME, FACT=VALUE or all, with commas between
    #[arg(value_name = "NODE")]
    pub nodes: Selection,
    /// The provision, as modules require it
    #[arg(value_parser = name::<kind::Provision>)]
    pub provision: ProvisionName,
    /// The node that answers it
    #[arg(value_parser = name::<kind::Node>)]
    pub from: NodeName,
}

impl Args {
    pub(super) fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        let command = ["pin".to_owned(), self.nodes.to_string(), self.provision.to_string(), self.from.to_string()];
        let act =
            Act::Pin { nodes: self.nodes.names(mesh), provision: self.provision.clone(), from: self.from.clone() };
        (act, command.to_vec())
    }

    pub(super) fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        for node in editing.nodes(&self.nodes)? {
            editing.pin(node, &self.provision, &self.from)?;
        }
        Ok(())
    }
}

/// Whether some module provides it.
///
/// # Errors
/// Where none does, with the nearest names.
pub(super) fn check(mesh: &Mesh, provision: &ProvisionName) -> Result<(), Failure> {
    let provided =
        || mesh.catalogue.modules().flat_map(|(_, module)| &module.manifest().provides).map(|entry| &entry.name);
    if provided().any(|name| name == provision) {
        return Ok(());
    }
    let known = || provided().map(|name| name.as_str()).collect();
    let failure =
        unknown::<kind::Provision>(provision.as_str(), known, ["provost module list", "provost module register FILE"]);
    Err(Failure { message: format!("no module provides {provision}; nothing was changed"), ..failure })
}
