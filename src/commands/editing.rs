//! What a verb sees while it turns into edits: the mesh as the verbs before it left it.

use std::sync::Arc;

use crate::{
    model::{
        Edit, FactName, Hold, ModuleId, ModuleName, NodeId, NodeName, Person, ProvisionName, Registered, net, read,
    },
    outcome::Failure,
    resolver::{Change, Step, World},
    store::{Session, canonical::canonical},
};

use super::selection::{Offer, Selection, some_module, some_node};

/// A change in the making.
pub(super) struct Editing<'a, 's> {
    /// The mesh as the verbs before left it.
    pub world: &'a mut World,
    /// What is asked of the database on the way.
    pub session: &'a mut Session<'s>,
    /// Who changes it.
    pub who: Person,
    /// What the operator should know, whatever becomes of the change.
    pub warnings: Vec<String>,
    /// What comes of the change, if it is made, that the operator should hear.
    pub consequences: Vec<String>,
    change: Change,
    steps: Vec<Step>,
    done: usize,
}

/// A change as it was asked for, with what is to be said of it.
pub(super) struct Edited {
    pub change: Change,
    pub warnings: Vec<String>,
    pub consequences: Vec<String>,
}

impl<'a, 's> Editing<'a, 's> {
    /// Nothing is changed yet.
    pub(super) fn new(world: &'a mut World, session: &'a mut Session<'s>, who: Person) -> Self {
        let (change, steps) = (Change::default(), Vec::new());
        Self { world, session, who, warnings: Vec::new(), consequences: Vec::new(), change, steps, done: 0 }
    }

    /// Adds an edit to the change.
    pub(super) fn edit(&mut self, edit: Edit) {
        if let Edit::RenameNode { node, to } = &edit {
            self.change.rename(node, to);
        }
        self.change.edits.push(edit);
    }

    /// Makes room for so many more edits.
    pub(super) fn reserve(&mut self, edits: usize) {
        self.change.edits.reserve(edits);
    }

    /// Says what a fact is to be, whether it is so already or not.
    pub(super) fn state(&mut self, node: NodeName, fact: FactName) {
        self.change.facts.push((node, fact));
    }

    /// Adds a whole change.
    pub(super) fn extend(&mut self, change: Change) {
        self.change.extend(change);
    }

    /// Says that a module is to be assigned to a node, and is so already.
    pub(super) fn want(&mut self, node: NodeId, module: ModuleId) {
        self.change.wanted.push((node, module));
    }

    /// Says that the change states nodes and pins whole.
    pub(super) fn restate(&mut self) {
        self.change.restates = true;
    }

    /// Says that all is meant that is assigned to a node.
    pub(super) fn everything_on(&mut self, node: &NodeName) {
        self.change.chosen.assigned.push(node.clone());
    }

    /// Says that the change takes away every assignment that it does not say.
    pub(super) fn prune(&mut self) {
        self.change.prunes = true;
    }

    /// Says that a module is to be off a node.
    pub(super) fn off(&mut self, node: NodeName, module: ModuleName) {
        self.change.off.push((node, module));
    }

    /// Shows the next verb what this one did.
    ///
    /// # Errors
    /// Where the edits do not fit each other.
    pub(super) fn next(&mut self) -> Result<(), Failure> {
        let new = &self.change.edits[self.done..];
        if !new.is_empty() {
            let step = self
                .world
                .step(new)
                .map_err(|error| Failure::usage("usage", error.to_string()).so("nothing was changed"))?;
            self.steps.push(step);
            self.done = self.change.edits.len();
        }
        Ok(())
    }

    /// Drops the edits that the verb has added.
    pub(super) fn forget(&mut self) {
        self.change.edits.truncate(self.done);
    }

    /// Leaves out what a later verb takes back of what an earlier one did, once every verb has been seen by the next.
    pub(super) fn net(&mut self) {
        self.change.edits = net(std::mem::take(&mut self.change.edits));
        self.done = self.change.edits.len();
    }

    /// The whole change; the world is as it was before it.
    pub(super) fn finish(mut self) -> Edited {
        while let Some(step) = self.steps.pop() {
            self.world.back(step);
        }
        Edited { change: self.change, warnings: self.warnings, consequences: self.consequences }
    }

    /// The nodes that a selection means.
    ///
    /// # Errors
    /// Where a name or selector matches nothing.
    pub(super) fn nodes(&mut self, selection: &Selection, offer: Offer) -> Result<Vec<NodeId>, Failure> {
        selection.note(&mut self.change.chosen);
        selection.nodes_or(&self.world.mesh, offer)
    }

    /// Pins a provision of a node, or asks for the pin that is there.
    ///
    /// # Errors
    /// Where no module provides it, or there is no such node.
    pub(super) fn pin(&mut self, node: NodeId, provision: &ProvisionName, from: &NodeName) -> Result<(), Failure> {
        super::pin::check(&self.world.mesh, provision, Offer::Make)?;
        let provider = some_node(&self.world.mesh, from, Offer::Make)?;
        let mesh = &self.world.mesh;
        let before =
            mesh.catalogue.provision_id(provision).and_then(|id| mesh.pin_of(node, id)).map(|pin| pin.provider);
        let name = mesh.node_name(node).clone();
        if before != Some(provider) {
            let before = before.map(|before| mesh.node_name(before).clone().into());
            let (node, provision, after) = (name.clone(), provision.clone(), Some(from.clone().into()));
            self.edit(Edit::Pin { node, provision, before, after });
        }
        self.change.pins.push((name, provision.clone()));
        Ok(())
    }

    /// Adds what a person answered to what the change left open.
    ///
    /// # Errors
    /// Where it speaks of what is not there any more.
    pub(super) fn answer(&mut self, answers: &[Edit]) -> Result<(), Failure> {
        for answer in answers {
            if let Edit::Pin { node, provision, after: Some(from), .. } = answer {
                let id = some_node(&self.world.mesh, node, Offer::List)?;
                self.pin(id, provision, from)?;
            } else if let Edit::Assign { node, module } = answer {
                let id = some_node(&self.world.mesh, node, Offer::List)?;
                let module_id = some_module(&self.world.mesh, module, Offer::List)?;
                match self.world.mesh.is_assigned(id, module_id) {
                    true => self.want(id, module_id),
                    false => self.edit(answer.clone()),
                }
            } else {
                self.edit(answer.clone());
            }
        }
        Ok(())
    }

    /// A hold by whoever changes the mesh, now.
    pub(super) fn hold(&self, message: &str) -> Hold {
        Hold { by: self.who.clone(), at: self.world.now, message: message.to_owned() }
    }

    /// Registers manifests that differ from those there are.
    ///
    /// # Errors
    /// Where the database cannot keep one.
    pub(super) fn register(&mut self, given: Vec<read::Given>) -> Result<(), Failure> {
        // What was given is let go: what the database makes of it takes its place.
        let (modules, texts): (Vec<ModuleName>, Vec<String>) =
            given.into_iter().map(|given| (given.manifest.name, given.text)).unzip();
        let kept = canonical(self.session, &texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        drop(texts);
        for (module, kept) in modules.into_iter().zip(kept) {
            let before = self.world.mesh.module_id(&module).and_then(|id| self.world.mesh.catalogue.get(id));
            let before = before.map(|module| module.registered.digest);
            if before == Some(kept.digest) {
                continue;
            }
            let manifest = read::stored(&module, &kept.outline).map_err(|why| {
                Failure::failed(
                    "fault",
                    format!("the manifest of {module} was accepted and cannot be read back: {why}"),
                )
            })?;
            let registered =
                Registered { manifest, digest: kept.digest, declared: kept.declared, text: Some(kept.text.into()) };
            self.edit(Edit::Register { module, before, after: Arc::new(registered) });
        }
        Ok(())
    }
}
