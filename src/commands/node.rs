//! `provost node …`

use std::collections::{BTreeMap, BTreeSet};

use clap::{ArgGroup, Args, Subcommand};
use uuid::Uuid;

use crate::{
    commands::cli::Changing,
    model::{Edit, FactName, Mesh, NodeId, NodeName, ProvisionName, SiteName, ValueKind, kind},
    outcome::{Exit, Failure},
    report::{
        Act, node, pins,
        words::{of_another_kind, typed},
    },
    store::names::Noun,
    store::snapshot,
};

use super::{
    complete::Completes,
    context::Context,
    editing::Editing,
    selection::{Offer, Stated, distinct, name, some_node, some_site},
    site::taken,
    traits::Traits,
    verb::Plain,
};

/// The machines.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say that there is a node
    Add(Changing<AddArgs>),
    /// Say where a node is and what it is
    Set(Changing<SetArgs>),
    /// Give a node another name; all that was decided about it stays
    Rename(Changing<RenameArgs>),
    /// Remove a node, with its assignments and the pins at either end
    Remove(Changing<RemoveArgs>),
    /// List the nodes
    List(ListArgs),
    /// Show a node
    Show(ShowArgs),
}

/// `node add`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost node add tablet --site attic --fact arch=aarch64 --fact memory_mib=4096")]
pub struct AddArgs {
    /// The node
    #[arg(value_name = "NAME", value_parser = name::<kind::Node>)]
    pub node: NodeName,
    /// Its site
    #[arg(long, value_name = "SITE", value_parser = name::<kind::Site>, add = Completes::Name(Noun::Site))]
    pub site: Option<SiteName>,
    /// A fact about it: a number, true, false, or else text ('"42"' is the text 42)
    #[arg(long = "fact", value_name = "NAME=VALUE", add = Completes::Stated)]
    pub facts: Vec<Stated>,
}

/// `node set`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(
    override_usage = "provost node set [OPTIONS] <NAME>",
    group = ArgGroup::new("what").args(["site", "no_site", "facts", "no_facts"]).required(true).multiple(true),
    after_help = "Example:\n  provost node set laptop --fact gpu=nvidia --no-fact serial --no-site"
)]
pub struct SetArgs {
    /// The node
    #[arg(value_name = "NAME", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
    /// Its site
    #[arg(
        long,
        value_name = "SITE",
        conflicts_with = "no_site",
        value_parser = name::<kind::Site>,
        add = Completes::Name(Noun::Site),
    )]
    pub site: Option<SiteName>,
    /// It is at no site
    #[arg(long)]
    pub no_site: bool,
    /// A fact about it: a number, true, false, or else text ('"42"' is the text 42)
    #[arg(long = "fact", value_name = "NAME=VALUE", add = Completes::Stated)]
    pub facts: Vec<Stated>,
    /// A fact that is known of it no longer
    #[arg(long = "no-fact", value_name = "NAME", value_parser = name::<kind::Fact>, add = Completes::Name(Noun::Fact))]
    pub no_facts: Vec<FactName>,
}

/// `node rename`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost node rename laptop anna-laptop")]
pub struct RenameArgs {
    /// The node
    #[arg(value_name = "NAME", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
    /// Its new name
    #[arg(value_name = "NEW", value_parser = name::<kind::Node>)]
    pub to: NodeName,
}

/// `node remove`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::CHANGES)]
#[command(after_help = "Example:\n  provost node remove old-laptop")]
pub struct RemoveArgs {
    /// The node
    #[arg(value_name = "NAME", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
}

/// `node list`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::READS)]
#[command(after_help = "Example:\n  provost node list")]
pub struct ListArgs {}

/// `node show`
#[derive(Clone, Debug, Args)]
#[command(add = Traits::READS)]
#[command(after_help = "Example:\n  provost node show laptop")]
pub struct ShowArgs {
    /// The node
    #[arg(value_name = "NAME", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
}

fn with_facts(command: &mut Vec<String>, facts: &[Stated]) {
    for Stated { fact, value } in facts {
        command.extend(["--fact".to_owned(), format!("{fact}={}", typed(value))]);
    }
}

fn with_site(command: &mut Vec<String>, site: Option<&SiteName>) {
    command.extend(site.into_iter().flat_map(|site| ["--site".to_owned(), site.to_string()]));
}

impl Plain for AddArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let mut command = vec!["node".to_owned(), "add".to_owned(), self.node.to_string()];
        with_site(&mut command, self.site.as_ref());
        with_facts(&mut command, &self.facts);
        (Act::AddNode(self.node.clone()), command)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let mesh = &editing.world.mesh;
        let site = self.site.as_ref().map(|site| some_site(mesh, site, Offer::Make)).transpose()?;
        let facts = once(&self.facts)?;
        let hints = otherwise_needed(mesh, &self.facts);
        if let Some(id) = mesh.node_id(&self.node) {
            let same = mesh.node(id).site == site && mesh.facts(id) == facts;
            return if same { Ok(()) } else { Err(taken("node", self.node.as_str())) };
        }
        editing.warnings.extend(hints);
        let (node, site, facts) = (self.node.clone(), self.site.clone().map(Box::new), facts.into());
        editing.edit(Edit::AddNode { node, id: Uuid::new_v4(), site, facts });
        Ok(())
    }
}

/// Facts by name, each stated once.
fn once(stated: &[Stated]) -> Result<BTreeMap<FactName, crate::model::Scalar>, Failure> {
    let mut facts = BTreeMap::new();
    for Stated { fact, value } in stated {
        if facts.insert(fact.clone(), value.clone()).is_some_and(|before| before != *value) {
            return Err(Failure::usage("usage", format!("the fact {fact} is given twice, with two values")));
        }
    }
    Ok(facts)
}

/// Facts that modules need as another kind of value than was stated.
fn otherwise_needed(mesh: &Mesh, stated: &[Stated]) -> Vec<String> {
    let mut hints = Vec::new();
    for Stated { fact, value } in stated {
        let mut modules: BTreeMap<Vec<ValueKind>, Vec<String>> = BTreeMap::new();
        for (id, module) in mesh.catalogue.modules() {
            let need = module.needs.iter().find(|(needed, _)| mesh.catalogue.fact(*needed) == fact);
            let kinds = need.map(|(_, need)| need.kinds()).filter(|kinds| !kinds.contains(&value.kind()));
            let kinds = kinds.map(|kinds| kinds.into_iter().collect());
            kinds.into_iter().for_each(|kinds| {
                modules.entry(kinds).or_default().push(mesh.catalogue.name(id).to_string());
            });
        }
        hints.extend(modules.into_iter().map(|(kinds, names)| of_another_kind(fact, value, &kinds, &names)));
    }
    hints
}

impl Plain for SetArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let mut command = vec!["node".to_owned(), "set".to_owned(), self.node.to_string()];
        with_site(&mut command, self.site.as_ref());
        command.extend(self.no_site.then(|| "--no-site".to_owned()));
        with_facts(&mut command, &self.facts);
        command.extend(self.no_facts.iter().flat_map(|fact| ["--no-fact".to_owned(), fact.to_string()]));
        (Act::SetNode(self.node.clone()), command)
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let mesh = &editing.world.mesh;
        let id = some_node(mesh, &self.node, Offer::Make)?;
        let mut edits = Vec::new();
        if let Some(site) = &self.site {
            some_site(mesh, site, Offer::Make)?;
        }
        if self.site.is_some() || self.no_site {
            let before = mesh.site_of(id).cloned();
            // Where its site was removed by the same change, it stands nowhere yet has to be told so.
            if before != self.site || (before.is_none() && mesh.node(id).site.is_some()) {
                let (before, after) = (before.map(Box::new), self.site.clone().map(Box::new));
                edits.push(Edit::Site { node: self.node.clone(), before, after });
            }
        }
        let hints = otherwise_needed(mesh, &self.facts);
        let has = mesh.facts(id);
        let (stated, unknown) = (once(&self.facts)?, distinct(&self.no_facts));
        if let Some(fact) = unknown.iter().find(|fact| stated.iter().any(|(stated, _)| stated == *fact)) {
            let message = format!("the fact {fact} is given a value and said to be known no longer");
            return Err(Failure::usage("usage", message));
        }
        let stated = stated.into_iter().map(|(fact, value)| (fact, Some(value)));
        let mut facts = Vec::new();
        for (fact, after) in stated.chain(unknown.into_iter().map(|fact| (fact, None))) {
            let before = has.get(&fact).cloned();
            facts.push(fact.clone());
            if before != after {
                let (before, after) = (before.map(Box::new), after.map(Box::new));
                edits.push(Edit::Fact { node: self.node.clone(), fact, before, after });
            }
        }
        editing.warnings.extend(hints);
        facts.into_iter().for_each(|fact| editing.state(self.node.clone(), fact));
        edits.into_iter().for_each(|edit| editing.edit(edit));
        Ok(())
    }
}

impl Plain for RenameArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let command = ["node", "rename", self.node.as_str(), self.to.as_str()].map(ToOwned::to_owned);
        (Act::RenameNode(self.node.clone()), command.to_vec())
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        some_node(&editing.world.mesh, &self.node, Offer::List)?;
        if self.node == self.to {
            return Ok(());
        }
        if editing.world.mesh.node_id(&self.to).is_some() {
            return Err(taken("node", self.to.as_str()));
        }
        editing.edit(Edit::RenameNode { node: self.node.clone(), to: self.to.clone() });
        Ok(())
    }
}

impl Plain for RemoveArgs {
    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let command = ["node", "remove", self.node.as_str()].map(ToOwned::to_owned);
        (Act::RemoveNode(self.node.clone()), command.to_vec())
    }

    fn edit(&self, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
        let id = some_node(&editing.world.mesh, &self.node, Offer::List)?;
        let consequences = pins_to(&editing.world.mesh, &BTreeSet::from([id]));
        editing.consequences.extend(consequences);
        editing.edit(Edit::RemoveNode { node: self.node.clone() });
        Ok(())
    }
}

/// The pins of others that go with the nodes that they name, in words.
pub(super) fn pins_to(mesh: &Mesh, gone: &BTreeSet<NodeId>) -> Vec<String> {
    let mut pinned: BTreeMap<(&NodeName, &ProvisionName), BTreeSet<&str>> = BTreeMap::new();
    for (id, node) in mesh.nodes().filter(|(id, _)| !gone.contains(id)) {
        for pin in node.pins.iter().filter(|pin| gone.contains(&pin.provider)) {
            let what = (mesh.node_name(pin.provider), mesh.catalogue.provision(pin.provision));
            pinned.entry(what).or_default().insert(mesh.node_name(id).as_str());
        }
    }
    pinned.into_iter().map(|((from, name), nodes)| pins::gone(&Vec::from_iter(nodes), from, name)).collect()
}

/// `node list`
///
/// # Errors
/// Where the database is out of reach.
pub fn list(_: &ListArgs, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let mesh = context.read(|session, _| Ok(snapshot::load(session)?.mesh))?;
    if context.json() {
        context.print_json(&node::all(&mesh))?;
    } else {
        context.print_table(&node::list(&mesh), "there are no nodes yet: `provost node add NAME` makes one")?;
    }
    Ok(Exit::Done)
}

/// `node show`
///
/// # Errors
/// Where there is no such node, or the database is out of reach.
pub fn show(args: &ShowArgs, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let mesh = context.read(|session, _| Ok(snapshot::load(session)?.mesh))?;
    let id = some_node(&mesh, &args.node, Offer::List)?;
    if context.json() {
        context.print_json(&node::one(&mesh, id))?;
    } else {
        context.print_table(&node::show(&mesh, id), "")?;
    }
    Ok(Exit::Done)
}
