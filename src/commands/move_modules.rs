//! `provost move`

use clap::Args as Arguments;

use crate::{
    model::{Mesh, ModuleName, Name, NodeName, kind},
    outcome::Failure,
    report::{Act, command::command},
    store::names::Noun,
};

use super::{
    complete::Completes,
    editing::Editing,
    selection::{Offer, Turned, distinct, name, some_module, some_node},
    traits::Traits,
    verb::Plain,
};

/// Hand modules over to another node, as one change. Pins follow, and answers that go along are meant to.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["assign", "unassign", "pin", "move", "batch", "plan"]))]
#[command(after_help = "Examples:\n  provost move vps nas hub\n  provost move old-laptop new-laptop")]
pub struct Args {
    /// The node that hands over
    #[arg(value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub from: NodeName,
    /// The node that receives
    #[arg(value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub to: NodeName,
    /// The modules; without any, all that is assigned
    #[arg(value_name = "MODULE", value_parser = name::<kind::Module>, add = Completes::Name(Noun::Module))]
    pub modules: Vec<ModuleName>,
}

impl Plain for Args {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let nodes = [self.from.to_string(), self.to.to_string()];
        let command = command(&["move"], nodes.into_iter().chain(self.modules.iter().map(ToString::to_string)), []);
        (Act::Move { from: self.from.clone(), to: self.to.clone(), modules: self.modules.clone() }, command)
    }

    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = [self.from.as_str(), self.to.as_str()].into_iter().chain(self.modules.iter().map(Name::as_str));
        let turned = Turned::modules(mesh, typed)?;
        let [from, to] = turned.nodes.as_slice() else { return None };
        let modules = turned.others.into_iter().map(|module| ModuleName::new(module).ok()).collect::<Option<_>>()?;
        Some(Self { from: NodeName::new(from).ok()?, to: NodeName::new(to).ok()?, modules }.act(mesh).1)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let mesh = &editing.world.mesh;
        let (from, to) = (some_node(mesh, &self.from, Offer::List)?, some_node(mesh, &self.to, Offer::Make)?);
        if from == to {
            return Err(Failure::usage("usage", format!("{} is named as both ends of the move", self.from)));
        }
        for module in &self.modules {
            let id = some_module(mesh, module, Offer::List)?;
            if !mesh.is_assigned(from, id) && !mesh.is_assigned(to, id) {
                let message = format!("{module} is assigned to neither {} nor {}", self.from, self.to);
                return Err(Failure::usage("usage", message).so("nothing was changed"));
            }
        }
        let mut modules = distinct(&self.modules);
        if modules.is_empty() {
            modules = mesh.assigned(from).iter().map(|id| mesh.catalogue.name(*id).clone()).collect();
            modules.sort();
            editing.everything_on(&self.from);
        }
        let change = editing.world.hand_over(&self.from, &self.to, &modules);
        editing.extend(change.map_err(|error| Failure::usage("usage", error.to_string()))?);
        Ok(())
    }
}
