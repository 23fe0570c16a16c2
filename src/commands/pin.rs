//! `provost pin`

use clap::Args as Arguments;

use crate::{
    model::{Mesh, NodeName, ProvisionName, kind},
    outcome::Failure,
    report::{Act, command::command},
    store::names::Noun,
};

use super::{
    complete::Completes,
    editing::Editing,
    selection::{Offer, Selection, Turned, is_provided, modules, name, otherwise, unknown},
    traits::Traits,
    verb::Plain,
};

/// Say from which node a provision is taken. One that remains does not overrule it, and nothing is fallen back to.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["pin", "unpin", "pins", "why"]))]
#[command(after_help = "Example:\n  provost pin web1 database db1")]
pub struct Args {
    /// The nodes that take it: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Selection,
    /// The provision, as modules require it
    #[arg(value_parser = name::<kind::Provision>, add = Completes::Name(Noun::Provision))]
    pub provision: ProvisionName,
    /// The node that answers it
    #[arg(value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub from: NodeName,
}

impl Plain for Args {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        let arguments = [self.nodes.to_string(), self.provision.to_string(), self.from.to_string()];
        let act =
            Act::Pin { nodes: self.nodes.names(mesh), provision: self.provision.clone(), from: self.from.clone() };
        (act, command(&["pin"], arguments, []))
    }

    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = self.nodes.to_string();
        let turned = Turned::provisions(mesh, [typed.as_str(), self.provision.as_str(), self.from.as_str()])?;
        let ([nodes, from], [provision]) = (turned.nodes.as_slice(), turned.others.as_slice()) else { return None };
        let (nodes, provision) = (nodes.parse().ok()?, ProvisionName::new(provision).ok()?);
        Some(Self { nodes, provision, from: NodeName::new(from).ok()? }.act(mesh).1)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        for node in editing.nodes(&self.nodes, Offer::Make)? {
            editing.pin(node, &self.provision, &self.from)?;
        }
        Ok(())
    }
}

/// Whether some module provides it.
///
/// # Errors
/// Where none does, with the nearest names.
pub(super) fn check(mesh: &Mesh, provision: &ProvisionName, offer: Offer) -> Result<(), Failure> {
    if is_provided(mesh, provision) {
        return Ok(());
    }
    let entries = || mesh.catalogue.modules().flat_map(|(_, module)| &module.manifest().provides);
    let known = || entries().map(|entry| entry.name.as_str()).collect();
    let failure = unknown::<kind::Provision>(mesh, provision.as_str(), known, modules(offer));
    let is = otherwise::<kind::Provision>(mesh, provision.as_str());
    let is = is.map(|noun| format!(": it is a {noun}")).unwrap_or_default();
    Err(Failure { message: format!("no module provides {provision}{is}"), ..failure }.so("nothing was changed"))
}
