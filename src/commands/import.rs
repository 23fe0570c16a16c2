//! `provost import`

use std::{
    collections::{BTreeSet, HashMap},
    path::PathBuf,
};

use clap::Args as Arguments;
use uuid::Uuid;

use crate::{
    model::{Assignments, Document, DocumentNode, Edit, Mesh, ModuleName, NodeId, NodeName, read},
    outcome::Failure,
    report::{Act, command::command, words::list},
};

use super::{
    context::Context,
    editing::Editing,
    module::faulty,
    node::pins_to,
    selection::{Offer, some_module, some_node, some_site},
    traits::Traits,
    verb::{Ready, Verb},
};

/// Read a mesh document: adds and changes, all or none. A part that the document lacks is left as it is.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["export", "import", "batch"]))]
#[command(after_help = "Examples:\n  provost import mesh.json\n  provost import --prune --dry-run mesh.json")]
pub struct Args {
    /// The document, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Also remove what is missing in the parts that the document has (sites, nodes, modules, assignments, pins)
    #[arg(long)]
    pub prune: bool,
}

impl Verb for Args {
    fn is_batchable(&self) -> bool {
        false
    }

    fn ready(&self, context: &mut Context) -> Result<Ready, Failure> {
        read_document(self, context)
    }

    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        if self.file.as_os_str() == "-" {
            return (Act::Import { prune: self.prune }, Vec::new());
        }
        let prune = self.prune.then(|| "--prune".to_owned());
        let typed = command(&["import"], [self.file.display().to_string()], prune);
        (Act::Import { prune: self.prune }, typed)
    }
}

/// Reads the document.
///
/// # Errors
/// With everything that is wrong in it.
fn read_document(args: &Args, context: &mut Context) -> Result<Ready, Failure> {
    context.terminal.doing("reading the document", None);
    let source = read::files::document(&args.file, &mut context.terminal.input());
    let read = source.and_then(|source| read::document(&source));
    let (document, warnings) = read.map_err(|wrong| faulty(&wrong, "nothing was imported", context))?;
    context.warn_of(&warnings.iter().map(super::module::warning).collect::<Vec<_>>());
    if document.is_silent() {
        let message = "the document speaks of no part of a mesh";
        let help = format!("it may have {}: a part that it lacks is left as it is", list(&Document::PARTS));
        return Err(Failure::usage("input", message).so("nothing was imported").help(help));
    }
    Ok(Ready::Import { document: Box::new(document), prune: args.prune })
}

/// Adds what a document says that the mesh does not: first what goes, then what comes. What becomes edits is taken out
/// of the document, so that a large mesh is not in memory twice.
pub(super) fn edit(document: &mut Document, prune: bool, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    if prune {
        // Their pins and assignments go along: that was not asked for, so that what moves by it is told.
        remove_nodes(document, editing);
        editing.next()?;
    }
    if document.nodes.is_some() || document.pins.is_some() {
        editing.restate();
    }
    if prune && document.assignments.is_some() {
        editing.prune();
    }
    sites(document, editing);
    editing.next()?;
    let known = ids(&editing.world.mesh);
    rename_nodes(document, &known, editing)?;
    let nodes = document.nodes.as_mut().map(std::mem::take).unwrap_or_default();
    editing.reserve(nodes.len());
    // The database puts spaces into them.
    let facts = nodes.iter().map(|node| node.facts.json().len() * 5 / 4).sum();
    let assignments = document.assignments.as_ref().map_or(0, Assignments::len);
    editing.world.mesh.make_room(nodes.len(), facts, assignments);
    for node in nodes {
        edit_node(node, &known, editing)?;
    }
    let modules = document.modules.take();
    let names = |modules: &Vec<read::Given>| modules.iter().map(|given| given.manifest.name.clone()).collect();
    let listed: Option<BTreeSet<ModuleName>> = modules.as_ref().filter(|_| prune).map(names);
    editing.register(modules.unwrap_or_default())?;
    editing.next()?;
    if prune {
        end_pins(document, editing);
        end_assignments(document, editing);
    }
    assign(document, editing)?;
    pin(document, editing)?;
    if prune {
        remove_modules(listed.as_ref(), editing);
        remove_sites(document, editing);
    }
    Ok(())
}

fn end_pins(document: &Document, editing: &mut Editing<'_, '_>) {
    let Some(pins) = &document.pins else { return };
    let stated: BTreeSet<_> = pins.iter().map(|(node, provision, _)| (node, provision)).collect();
    let mesh = &editing.world.mesh;
    let mut edits = Vec::new();
    for (_, node) in mesh.nodes() {
        for pin in &node.pins {
            let provision = mesh.catalogue.provision(pin.provision);
            if !stated.contains(&(&node.name, provision)) {
                let before = Some(mesh.node_name(pin.provider).clone().into());
                edits.push(Edit::Pin { node: node.name.clone(), provision: provision.clone(), before, after: None });
            }
        }
    }
    edits.into_iter().for_each(|edit| editing.edit(edit));
}

fn end_assignments(document: &Document, editing: &mut Editing<'_, '_>) {
    let Some(assignments) = &document.assignments else { return };
    let stated: BTreeSet<_> = assignments.iter().collect();
    let mesh = &editing.world.mesh;
    let mut edits = Vec::new();
    for (id, node) in mesh.nodes() {
        for module in mesh.assigned(id).iter().map(|module| mesh.catalogue.name(*module)) {
            if !stated.contains(&(&node.name, module)) {
                edits.push(Edit::Unassign { node: node.name.clone(), module: module.clone() });
            }
        }
    }
    edits.into_iter().for_each(|edit| editing.edit(edit));
}

/// The node that an entry of a document states: by its id where it has one, else by its name.
fn stated(mesh: &Mesh, ids: &HashMap<Uuid, NodeId>, node: &DocumentNode) -> Option<NodeId> {
    match node.id {
        Some(id) => ids.get(&id).copied(),
        None => mesh.node_id(&node.name),
    }
}

fn ids(mesh: &Mesh) -> HashMap<Uuid, NodeId> {
    mesh.nodes().map(|(id, node)| (node.uuid, id)).collect()
}

fn remove_nodes(document: &Document, editing: &mut Editing<'_, '_>) {
    let Some(nodes) = &document.nodes else { return };
    let mesh = &editing.world.mesh;
    let ids = ids(mesh);
    let kept: BTreeSet<NodeId> = nodes.iter().filter_map(|node| stated(mesh, &ids, node)).collect();
    let gone: BTreeSet<NodeId> = mesh.nodes().map(|(id, _)| id).filter(|id| !kept.contains(id)).collect();
    let (consequences, names) = (pins_to(mesh, &gone), gone.iter().map(|id| mesh.node_name(*id).clone()));
    let names: Vec<NodeName> = names.collect();
    editing.consequences.extend(consequences);
    names.into_iter().for_each(|node| editing.edit(Edit::RemoveNode { node }));
}

fn sites(document: &Document, editing: &mut Editing<'_, '_>) {
    let stated = document.sites.iter().flatten();
    let new: Vec<_> = stated.filter(|site| editing.world.mesh.site_id(site).is_none()).cloned().collect();
    new.into_iter().for_each(|site| editing.edit(Edit::AddSite { site }));
}

/// Gives nodes the names that a document says, each once it is free. Nodes that have each other's names go by a name of
/// nobody's in between.
fn rename_nodes(
    document: &Document,
    known: &HashMap<Uuid, NodeId>,
    editing: &mut Editing<'_, '_>,
) -> Result<(), Failure> {
    let mesh = &editing.world.mesh;
    let named = document.nodes.iter().flatten().filter_map(|node| Some((stated(mesh, known, node)?, &node.name)));
    let mut left: Vec<(NodeName, NodeName)> =
        named.map(|(id, to)| (mesh.node_name(id).clone(), to.clone())).filter(|(from, to)| from != to).collect();
    let renamed: BTreeSet<&NodeName> = left.iter().map(|(from, _)| from).collect();
    if let Some((_, to)) = left.iter().find(|(_, to)| mesh.node_id(to).is_some() && !renamed.contains(to)) {
        return Err(super::site::taken("node", to.as_str()));
    }
    while !left.is_empty() {
        let mesh = &editing.world.mesh;
        let free = left.iter().position(|(_, to)| mesh.node_id(to).is_none());
        let (from, to) = left.swap_remove(free.unwrap_or(0));
        let next = if free.is_some() { to.clone() } else { between(mesh)? };
        editing.edit(Edit::RenameNode { node: from, to: next.clone() });
        editing.next()?;
        if next != to {
            left.push((next, to));
        }
    }
    Ok(())
}

/// A name that no node has.
fn between(mesh: &Mesh) -> Result<NodeName, Failure> {
    let mut names = (0..=mesh.size()).filter_map(|number| NodeName::new(&format!("renaming-{number}")).ok());
    let free = names.find(|name| mesh.node_id(name).is_none());
    free.ok_or_else(|| Failure::failed("fault", "no name is left for a node that is renamed").so("nothing was changed"))
}

fn edit_node(node: DocumentNode, ids: &HashMap<Uuid, NodeId>, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    let mesh = &editing.world.mesh;
    if let Some(site) = &node.site {
        some_site(mesh, site, Offer::Make)?;
    }
    let Some(id) = stated(mesh, ids, &node) else {
        if mesh.node_id(&node.name).is_some() {
            return Err(super::site::taken("node", node.name.as_str()));
        }
        let id = node.id.unwrap_or_else(Uuid::new_v4);
        let DocumentNode { name, site, facts, .. } = node;
        editing.edit(Edit::AddNode { node: name, id, site: site.map(Box::new), facts });
        return Ok(());
    };
    let mut edits = Vec::new();
    let before = mesh.site_of(id).cloned();
    if before != node.site {
        let (before, after) = (before.map(Box::new), node.site.clone().map(Box::new));
        edits.push(Edit::Site { node: node.name.clone(), before, after });
    }
    let (has, stated) = (mesh.facts(id), node.facts.by_name());
    let names: BTreeSet<_> = has.keys().chain(stated.keys()).collect();
    for fact in names {
        let (before, after) = (has.get(fact).cloned(), stated.get(fact).cloned());
        if before != after {
            let (before, after) = (before.map(Box::new), after.map(Box::new));
            edits.push(Edit::Fact { node: node.name.clone(), fact: fact.clone(), before, after });
        }
    }
    edits.into_iter().for_each(|edit| editing.edit(edit));
    Ok(())
}

/// A node that an assignment or a pin of the document names.
fn stated_node(document: &Document, mesh: &Mesh, name: &NodeName) -> Result<NodeId, Failure> {
    some_node(mesh, name, Offer::Make).map_err(|failure| match &document.nodes {
        Some(_) => failure.help(format!(
            "the document speaks of {name} in its assignments or pins, and does not list it among its nodes"
        )),
        None => failure,
    })
}

fn assign(document: &mut Document, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    let mesh = &editing.world.mesh;
    let mut assignments = document.assignments.as_mut().map(std::mem::take).unwrap_or_default();
    let (mut wanted, mut new) = (Vec::new(), Vec::with_capacity(assignments.len()));
    for (node, module) in assignments.iter() {
        let (node, module) = (stated_node(document, mesh, node)?, some_module(mesh, module, Offer::Make)?);
        let is_there = mesh.is_assigned(node, module);
        wanted.extend(is_there.then_some((node, module)));
        new.push(!is_there);
    }
    wanted.into_iter().for_each(|(node, module)| editing.want(node, module));
    assignments.keep(&new);
    // The edits of one node together, so that each node is touched once.
    assignments.sort_by_node();
    editing.reserve(assignments.len() + document.pins.as_ref().map_or(0, Vec::len));
    for (node, module) in assignments.iter() {
        editing.edit(Edit::Assign { node: node.clone(), module: module.clone() });
    }
    Ok(())
}

/// Pins are taken as they are: one that nothing requires, or that nobody answers, may be in a document that was
/// exported. What is required and not answered is refused like anything else.
fn pin(document: &Document, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    let mesh = &editing.world.mesh;
    let mut edits = Vec::new();
    for (node, provision, from) in document.pins.iter().flatten() {
        let (id, provider) = (stated_node(document, mesh, node)?, stated_node(document, mesh, from)?);
        let before = mesh.catalogue.provision_id(provision).and_then(|name| mesh.pin_of(id, name));
        let before = before.map(|pin| pin.provider);
        if before != Some(provider) {
            let before = before.map(|provider| mesh.node_name(provider).clone().into());
            let (node, provision, after) = (node.clone(), provision.clone(), Some(from.clone().into()));
            edits.push(Edit::Pin { node, provision, before, after });
        }
    }
    edits.into_iter().for_each(|edit| editing.edit(edit));
    Ok(())
}

fn remove_modules(listed: Option<&BTreeSet<ModuleName>>, editing: &mut Editing<'_, '_>) {
    let Some(listed) = listed else { return };
    let catalogue = &editing.world.mesh.catalogue;
    let gone: Vec<Edit> = catalogue
        .modules()
        .filter(|(id, _)| !listed.contains(catalogue.name(*id)))
        .map(|(id, module)| Edit::RemoveModule { module: catalogue.name(id).clone(), before: module.registered.digest })
        .collect();
    gone.into_iter().for_each(|edit| editing.edit(edit));
}

fn remove_sites(document: &Document, editing: &mut Editing<'_, '_>) {
    let Some(sites) = &document.sites else { return };
    let stated: BTreeSet<_> = sites.iter().collect();
    let gone: Vec<_> =
        editing.world.mesh.sites().filter(|(_, site)| !stated.contains(site)).map(|(_, site)| site.clone()).collect();
    gone.into_iter().for_each(|site| editing.edit(Edit::RemoveSite { site }));
}
