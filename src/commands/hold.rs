//! `provost hold` and `provost release`

use clap::Args as Arguments;

use crate::{
    commands::cli::ChangeArgs,
    model::{Edit, Mesh},
    outcome::Failure,
    report::{Act, absent, command::command},
};

use super::{
    complete::Completes,
    editing::Editing,
    selection::{Offer, Selection},
    traits::Traits,
    verb::Plain,
};

/// Let nodes keep their last declaration for now. Say why with --message.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["hold", "release", "push"]))]
#[command(
    override_usage = "provost hold [OPTIONS] --message <TEXT> <NODE>",
    after_help = "Example:\n  provost hold web1 --message 'disk is being replaced'"
)]
pub struct HoldArgs {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::Selection)]
    pub nodes: Selection,
    /// Filled in from --message.
    #[arg(skip)]
    pub why: Option<String>,
}

/// Let held nodes be declared again.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["hold", "release", "push"]))]
#[command(after_help = "Example:\n  provost release web1")]
pub struct ReleaseArgs {
    /// The nodes: names, site:NAME, FACT=VALUE or all, with commas between; a - takes one out
    #[arg(value_name = "NODE", add = Completes::HeldSelection)]
    pub nodes: Selection,
}

impl HoldArgs {
    /// Why they are held.
    ///
    /// # Errors
    /// Where nothing says so.
    fn why(&self) -> Result<&str, Failure> {
        self.why.as_deref().filter(|why| !why.trim().is_empty()).ok_or_else(|| {
            Failure::usage("usage", "a hold says why, for whoever meets it later").help("add --message 'WHY'")
        })
    }
}

impl Plain for HoldArgs {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        (Act::Hold(self.nodes.names(mesh)), command(&["hold"], [self.nodes.to_string()], []))
    }

    /// Why a node is held is the message of the change.
    fn complete(&mut self, args: &ChangeArgs) -> Result<(), Failure> {
        self.because(args.message.as_deref());
        self.why().map(|_| ())
    }

    fn because(&mut self, message: Option<&str>) {
        self.why = message.map(str::to_owned);
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let why = self.why()?;
        for node in editing.nodes(&self.nodes, Offer::List)? {
            let before = editing.world.mesh.node(node).held.as_deref().cloned().map(Box::new);
            if before.as_ref().is_none_or(|before| before.message != why) {
                let after = Some(Box::new(editing.hold(why)));
                let node = editing.world.mesh.node_name(node).clone();
                editing.edit(Edit::Hold { node, before, after });
            }
        }
        Ok(())
    }
}

impl Plain for ReleaseArgs {
    fn act(&self, mesh: &Mesh) -> (Act, Vec<String>) {
        (Act::Release(self.nodes.names(mesh)), command(&["release"], [self.nodes.to_string()], []))
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let named = self.nodes.named(&editing.world.mesh);
        let mut missing = Vec::new();
        for node in editing.nodes(&self.nodes, Offer::List)? {
            if let Some(before) = editing.world.mesh.node(node).held.as_deref().cloned().map(Box::new) {
                let node = editing.world.mesh.node_name(node).clone();
                editing.edit(Edit::Hold { node, before: Some(before), after: None });
            } else if named.contains(&node) {
                missing.push(editing.world.mesh.node_name(node).clone());
            }
        }
        editing.consequences.extend(absent::released(&missing));
        Ok(())
    }
}
