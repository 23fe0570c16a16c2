//! `provost assign`

use clap::Args as Arguments;

use crate::{
    model::{Edit, Mesh, ModuleName, Name, NodeName, ProvisionName},
    outcome::Failure,
    report::{
        Act,
        command::{command, option},
    },
    store::names::Noun,
};

use super::{
    complete::Completes,
    editing::Editing,
    selection::{Offer, Selection, Turned, distinct, name, some_module},
    traits::Traits,
    verb::Plain,
};

/// Say that nodes run modules too.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["assign", "unassign", "pin", "move", "batch", "plan"]))]
#[command(after_help = "Examples:\n  provost assign laptop i3\n  provost assign laptop editor zsh\n  \
                        provost assign web1 webapp --from database=db1\n  provost assign site:attic,-nas backup")]
pub struct Args {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Selection,
    /// The modules
    #[arg(
        value_name = "MODULE",
        required = true,
        value_parser = name::<crate::model::kind::Module>,
        add = Completes::Name(Noun::Module),
    )]
    pub modules: Vec<ModuleName>,
    /// Take a provision from a node: PROVISION=NODE
    #[arg(long, value_name = "PROVISION=NODE", value_parser = from, add = Completes::From)]
    pub from: Vec<(ProvisionName, NodeName)>,
}

fn from(text: &str) -> Result<(ProvisionName, NodeName), String> {
    let (provision, node) = text.split_once('=').ok_or("from where a provision is taken is given as PROVISION=NODE")?;
    Ok((name(provision)?, name(node)?))
}

impl Plain for Args {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        let arguments = [self.nodes.to_string()].into_iter().chain(self.modules.iter().map(ToString::to_string));
        let from = self.from.iter().flat_map(|(provision, node)| option("--from", format!("{provision}={node}")));
        let command = command(&["assign"], arguments, from);
        (Act::Assign { nodes: self.nodes.names(mesh), modules: self.modules.clone() }, command)
    }

    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = self.nodes.to_string();
        let turned = Turned::modules(mesh, [typed.as_str()].into_iter().chain(self.modules.iter().map(Name::as_str)))?;
        let nodes = turned.nodes.join(",").parse().ok()?;
        let modules = turned.others.into_iter().map(|module| ModuleName::new(module).ok()).collect::<Option<_>>()?;
        Some(Self { nodes, modules, from: self.from.clone() }.act(mesh).1)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let nodes = editing.nodes(&self.nodes, Offer::Make)?;
        let names = distinct(&self.modules);
        let modules = names.iter().map(|module| some_module(&editing.world.mesh, module, Offer::Make));
        let modules = modules.collect::<Result<Vec<_>, _>>()?;
        let from = distinct(&self.from);
        let is_again = |(at, (provision, _)): &(usize, &(ProvisionName, NodeName))| {
            from.iter().take(*at).any(|(other, _)| other == provision)
        };
        if let Some((_, (provision, _))) = from.iter().enumerate().find(is_again) {
            let message = format!("--from says of {provision} that it is taken from several nodes");
            return Err(Failure::usage("usage", message).so("nothing was changed"));
        }
        for node in nodes {
            for (id, module) in modules.iter().zip(&names) {
                if editing.world.mesh.is_assigned(node, *id) {
                    editing.want(node, *id);
                } else {
                    let node = editing.world.mesh.node_name(node).clone();
                    editing.edit(Edit::Assign { node, module: module.clone() });
                }
            }
            for (provision, from) in &from {
                editing.pin(node, provision, from)?;
            }
        }
        Ok(())
    }
}
