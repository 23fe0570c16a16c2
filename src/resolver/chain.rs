//! Chains: how a module came to be on a node, from an assignment down to it.

use std::rc::Rc;

use crate::model::{Mesh, ModuleId, NodeId};

use super::{lineage::Lineage, refusal::Link, resolution::Resolution};

impl Resolution {
    /// What brings in what on a node. That of the node which was asked about last is at hand: what is told of a node
    /// is told together.
    pub fn lineage(&self, mesh: &Mesh, node: NodeId) -> Rc<Lineage> {
        if let Some((of, lineage)) = &*self.last_lineage.borrow()
            && *of == node
        {
            return lineage.clone();
        }
        self.effort.lineage();
        let lineage = Rc::new(Lineage::of(mesh, self, node));
        self.last_lineage.replace(Some((node, lineage.clone())));
        lineage
    }

    /// The shortest way from an assignment to a module of a node's set, of several the first by name.
    pub fn chain(&self, mesh: &Mesh, node: NodeId, module: ModuleId) -> Vec<Link> {
        self.lineage(mesh, node).chain(mesh, module)
    }
}
