//! Applying edits to a mesh, and taking them back: how a change, a dry run and a remedy are tried.

use std::{fmt, sync::Arc};

use super::{
    Mesh, NewNode, Node, Pin,
    applied::{Applied, Saved},
    neighbours::Neighbours,
};
use crate::model::{
    catalogue::{ModuleId, NodeId, SiteId},
    edit::{Edit, Hold},
    fact::Scalar,
    facts::Facts,
    name::{FactName, ModuleName, NodeName, ProvisionName, SiteName},
    time::Moment,
};

/// Why an edit does not fit the mesh. Commands check what an operator names, so that this is met only where an
/// edit speaks of what an earlier edit of the same change took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// There is no such node.
    NoNode(NodeName),
    /// There is no such site.
    NoSite(SiteName),
    /// There is no such module.
    NoModule(ModuleName),
    /// The name of a node is taken.
    NodeTaken(NodeName),
    /// The name of a site is taken.
    SiteTaken(SiteName),
}

impl Mesh {
    /// Applies edits in order. `now` is the time of a pin.
    ///
    /// # Errors
    /// Where an edit does not fit the mesh as the edits before it left it; the mesh is then as it was.
    pub fn apply<'e>(&mut self, edits: impl IntoIterator<Item = &'e Edit>, now: Moment) -> Result<Applied, ApplyError> {
        let (assigned, facts, nodes) = (self.assigned.mark(), self.facts.len(), self.nodes.len());
        let mut applied = Applied { assigned, facts, nodes, ..Applied::default() };
        for edit in edits {
            if let Err(error) = self.apply_one(edit, now, &mut applied) {
                self.revert(applied);
                return Err(error);
            }
        }
        applied.neighbours = Neighbours::default();
        Ok(applied)
    }

    /// Takes back what [`Self::apply`] did. Of several, the last one first.
    pub fn revert(&mut self, applied: Applied) {
        for saved in applied.saved.into_iter().rev() {
            match saved {
                Saved::Node(id, node) => self.restore_node(id, node.map(|node| *node)),
                Saved::Site(id, name) => self.restore_site(id, name),
                Saved::Module(id, module) => {
                    self.catalogue.put(id, module);
                }
            }
        }
        self.assigned.truncate(applied.assigned);
        self.facts.truncate(applied.facts);
    }

    fn apply_one(&mut self, edit: &Edit, now: Moment, applied: &mut Applied) -> Result<(), ApplyError> {
        match edit {
            Edit::AddSite { site } => self.add_named_site(site, applied),
            Edit::RenameSite { site, to } => self.rename_site(site, to, applied),
            Edit::RemoveSite { site } => self.remove_site(site, applied),
            Edit::AddNode { node, id, site, facts } => {
                let site = self.some_site(site.as_deref())?;
                if self.node_ids.contains_key(node) {
                    return Err(ApplyError::NodeTaken(node.clone()));
                }
                let facts = facts.jsonb();
                let id = self.add_node(NewNode { uuid: *id, name: node.clone(), site, facts: &facts });
                applied.saved.push(Saved::Node(id, None));
                applied.neighbours.placed(id, site);
                Ok(())
            }
            Edit::RenameNode { node, to } => self.rename_node(node, to, applied),
            Edit::RemoveNode { node } => self.remove_node(node, applied),
            Edit::Site { node, after, .. } => {
                let site = self.some_site(after.as_deref())?;
                let id = self.some_node(node)?;
                self.touch_id(id, applied).site = site;
                applied.neighbours.placed(id, site);
                Ok(())
            }
            Edit::Fact { node, fact, after, .. } => self.set_fact(node, fact, after.as_deref(), applied),
            Edit::Register { after, .. } => {
                let (id, before) = self.catalogue.register(after.clone());
                applied.saved.push(Saved::Module(id, before));
                Ok(())
            }
            Edit::RemoveModule { module, .. } => {
                let id = self.some_module(module)?;
                let before = self.catalogue.put(id, None);
                applied.saved.push(Saved::Module(id, before));
                Ok(())
            }
            Edit::Assign { node, module } => self.set_assigned(node, module, true, applied),
            Edit::Unassign { node, module } => self.set_assigned(node, module, false, applied),
            Edit::Pin { node, provision, after, .. } => self.set_pin(node, provision, after.as_deref(), now, applied),
            Edit::Hold { node, after, .. } => self.set_hold(node, after.as_deref(), applied),
            Edit::AllowMove { .. } => Ok(()),
        }
    }

    fn some_node(&self, name: &NodeName) -> Result<NodeId, ApplyError> {
        self.node_id(name).ok_or_else(|| ApplyError::NoNode(name.clone()))
    }

    fn some_module(&self, name: &ModuleName) -> Result<ModuleId, ApplyError> {
        self.module_id(name).ok_or_else(|| ApplyError::NoModule(name.clone()))
    }

    fn some_site(&self, name: Option<&SiteName>) -> Result<Option<SiteId>, ApplyError> {
        name.map(|name| self.site_id(name).ok_or_else(|| ApplyError::NoSite(name.clone()))).transpose()
    }

    /// A node that is about to be changed; what it was is kept.
    fn touch(&mut self, name: &NodeName, applied: &mut Applied) -> Result<&mut Node, ApplyError> {
        let id = self.some_node(name)?;
        Ok(self.touch_id(id, applied))
    }

    fn touch_id(&mut self, id: NodeId, applied: &mut Applied) -> &mut Node {
        let node = &mut self.nodes[id.index()];
        // Edits of one node stand together, and what it was before the first of them is enough; a node that these
        // edits put there was nothing.
        let is_saved = matches!(applied.saved.last(), Some(Saved::Node(last, _)) if *last == id);
        if !is_saved && id.index() < applied.nodes {
            applied.saved.push(Saved::Node(id, Some(Box::new(node.clone()))));
        }
        node
    }

    fn add_named_site(&mut self, site: &SiteName, applied: &mut Applied) -> Result<(), ApplyError> {
        if self.site_ids.contains_key(site) {
            return Err(ApplyError::SiteTaken(site.clone()));
        }
        let id = self.add_site(site.clone());
        applied.saved.push(Saved::Site(id, None));
        Ok(())
    }

    fn rename_site(&mut self, site: &SiteName, to: &SiteName, applied: &mut Applied) -> Result<(), ApplyError> {
        if self.site_ids.contains_key(to) {
            return Err(ApplyError::SiteTaken(to.clone()));
        }
        let id = self.site_ids.remove(site).ok_or_else(|| ApplyError::NoSite(site.clone()))?;
        self.site_ids.insert(to.clone(), id);
        let before = self.sites[id.index()].replace(to.clone());
        applied.saved.push(Saved::Site(id, before));
        // Where a node stands is part of what it is declared.
        for node in applied.neighbours.inhabitants(&self.nodes, id) {
            if self.has(node) && self.node(node).site == Some(id) {
                self.touch_id(node, applied);
            }
        }
        Ok(())
    }

    fn remove_site(&mut self, site: &SiteName, applied: &mut Applied) -> Result<(), ApplyError> {
        let id = self.site_ids.remove(site).ok_or_else(|| ApplyError::NoSite(site.clone()))?;
        let before = self.sites[id.index()].take();
        applied.saved.push(Saved::Site(id, before));
        Ok(())
    }

    fn rename_node(&mut self, node: &NodeName, to: &NodeName, applied: &mut Applied) -> Result<(), ApplyError> {
        if self.node_ids.contains_key(to) {
            return Err(ApplyError::NodeTaken(to.clone()));
        }
        let id = self.some_node(node)?;
        self.touch_id(id, applied).name = to.clone();
        self.node_ids.remove(node);
        self.node_ids.insert(to.clone(), id);
        Ok(())
    }

    fn remove_node(&mut self, name: &NodeName, applied: &mut Applied) -> Result<(), ApplyError> {
        let gone = self.some_node(name)?;
        for taker in applied.neighbours.takers(&self.nodes, gone) {
            if self.node(taker).pins.iter().any(|pin| pin.provider == gone) {
                self.touch_id(taker, applied).pins.retain(|pin| pin.provider != gone);
            }
        }
        let node = self.touch_id(gone, applied);
        node.present = false;
        node.pins.clear();
        node.held = None;
        node.assigned = Default::default();
        self.node_ids.remove(name);
        Ok(())
    }

    fn set_fact(
        &mut self,
        node: &NodeName,
        fact: &FactName,
        value: Option<&Scalar>,
        applied: &mut Applied,
    ) -> Result<(), ApplyError> {
        let id = self.some_node(node)?;
        let mut facts = self.facts(id);
        match value {
            Some(value) => facts.insert(fact.clone(), value.clone()),
            None => facts.remove(fact),
        };
        let kept = self.keep_facts(&Facts::from(facts).jsonb());
        self.touch_id(id, applied).facts = kept;
        Ok(())
    }

    fn set_assigned(
        &mut self,
        node: &NodeName,
        module: &ModuleName,
        wanted: bool,
        applied: &mut Applied,
    ) -> Result<(), ApplyError> {
        let id = self.some_node(node)?;
        // What leaves the catalogue in the same change may be unassigned after it.
        let left = self.catalogue.id_ever(module).filter(|module| !wanted && self.is_assigned(id, *module));
        let module = left.map_or_else(|| self.some_module(module), Ok)?;
        let list = self.nodes[id.index()].assigned;
        let list = match (wanted, self.is_assigned(id, module)) {
            (true, true) => list,
            (true, false) => self.assigned.with(list, module),
            (false, _) => {
                let others = self.assigned(id).iter().copied().filter(|other| *other != module);
                let others: Vec<ModuleId> = others.collect();
                self.assigned.add(others)
            }
        };
        self.touch_id(id, applied).assigned = list;
        Ok(())
    }

    fn set_pin(
        &mut self,
        node: &NodeName,
        provision: &ProvisionName,
        provider: Option<&NodeName>,
        now: Moment,
        applied: &mut Applied,
    ) -> Result<(), ApplyError> {
        let provider = provider.map(|name| self.some_node(name)).transpose()?;
        let provision = self.catalogue.number_provision(provision);
        let id = self.some_node(node)?;
        let pins = &mut self.touch_id(id, applied).pins;
        pins.retain(|pin| pin.provision != provision);
        if let Some(provider) = provider {
            pins.push(Pin { provision, provider, at: now });
            applied.neighbours.pinned(id, provider);
        }
        Ok(())
    }

    fn set_hold(&mut self, node: &NodeName, hold: Option<&Hold>, applied: &mut Applied) -> Result<(), ApplyError> {
        self.touch(node, applied)?.held = hold.cloned().map(Arc::new);
        Ok(())
    }

    fn restore_node(&mut self, id: NodeId, before: Option<Node>) {
        let now = &self.nodes[id.index()];
        if now.present {
            let name = now.name.clone();
            self.node_ids.remove(&name);
        }
        match before {
            Some(node) => {
                if node.present {
                    self.node_ids.insert(node.name.clone(), id);
                }
                self.nodes[id.index()] = node;
            }
            // The last one added: what came after it has been taken back already.
            None => self.nodes.truncate(id.index()),
        }
    }

    fn restore_site(&mut self, id: SiteId, before: Option<SiteName>) {
        if let Some(name) = self.sites[id.index()].take() {
            self.site_ids.remove(&name);
        }
        match before {
            Some(name) => {
                self.site_ids.insert(name.clone(), id);
                self.sites[id.index()] = Some(name);
            }
            // The last one added: what came after it has been taken back already.
            None => self.sites.truncate(id.index()),
        }
    }
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNode(name) => write!(f, "there is no node {name}"),
            Self::NoSite(name) => write!(f, "there is no site {name}"),
            Self::NoModule(name) => write!(f, "there is no module {name}"),
            Self::NodeTaken(name) => write!(f, "there is a node {name} already"),
            Self::SiteTaken(name) => write!(f, "there is a site {name} already"),
        }
    }
}

impl std::error::Error for ApplyError {}
