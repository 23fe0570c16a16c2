//! `provost unpin`

use clap::Args as Arguments;

use crate::{
    model::{Edit, Mesh, ProvisionName, kind},
    outcome::Failure,
    report::{Act, absent, command::command},
};

use super::{
    complete::Completes,
    editing::Editing,
    pin::check,
    selection::{Offer, Selection, Turned, name},
    traits::Traits,
    verb::Plain,
};

/// Leave it to the mesh again from where a provision is taken.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["pin", "unpin", "pins", "why"]))]
#[command(after_help = "Example:\n  provost unpin web1 database")]
pub struct Args {
    /// The nodes that take it: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Selection,
    /// The provision
    #[arg(value_parser = name::<kind::Provision>, add = Completes::Pinned)]
    pub provision: ProvisionName,
}

impl Plain for Args {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        let command = command(&["unpin"], [self.nodes.to_string(), self.provision.to_string()], []);
        (Act::Unpin { nodes: self.nodes.names(mesh), provision: self.provision.clone() }, command)
    }

    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = self.nodes.to_string();
        let turned = Turned::provisions(mesh, [typed.as_str(), self.provision.as_str()])?;
        let ([nodes], [provision]) = (turned.nodes.as_slice(), turned.others.as_slice()) else { return None };
        Some(Self { nodes: nodes.parse().ok()?, provision: ProvisionName::new(provision).ok()? }.act(mesh).1)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let nodes = editing.nodes(&self.nodes, Offer::List)?;
        let id = editing.world.mesh.catalogue.provision_id(&self.provision);
        if id.is_none() {
            check(&editing.world.mesh, &self.provision, Offer::List)?;
        }
        let named = self.nodes.named(&editing.world.mesh);
        let mut missing = Vec::new();
        for node in nodes {
            let mesh = &editing.world.mesh;
            if let Some(pin) = id.and_then(|id| mesh.pin_of(node, id)) {
                let before = Some(mesh.node_name(pin.provider).clone().into());
                let (node, provision) = (mesh.node_name(node).clone(), self.provision.clone());
                editing.edit(Edit::Pin { node, provision, before, after: None });
            } else if named.contains(&node) {
                missing.push(mesh.node_name(node).clone());
            }
        }
        editing.consequences.extend(absent::unpinned(&missing, &self.provision));
        Ok(())
    }
}
