//! What nodes give to others: their takes, turned round.

use crate::{
    model::{ModuleId, NodeId, ProvisionId},
    resolver::World,
};

/// One give to one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Give {
    /// The node that gives.
    pub from: NodeId,
    /// What it gives.
    pub provision: ProvisionId,
    /// The module that offers it.
    pub module: ModuleId,
    /// The node that takes it.
    pub to: NodeId,
}

/// What all nodes give, by number of the node and then by name of everything.
#[derive(Debug, Default)]
pub(super) struct Gives(Vec<Give>);

impl Gives {
    /// `order` has every node, by name.
    pub(super) fn of(world: &World, order: &[NodeId]) -> Self {
        let mesh = &world.mesh;
        let mut gives = Vec::new();
        let views = world.resolution.views();
        // Taken in the order of names, so that a stable sort leaves them in it.
        for to in order {
            let give = |take: &crate::resolver::Take| {
                let crate::resolver::Take { provision, from, module, .. } = *take;
                Give { from, provision, module, to: *to }
            };
            gives.extend(views.takes(*to).iter().map(give));
        }
        gives.sort_by(|a, b| {
            let names = |give: &Give| (mesh.catalogue.provision(give.provision), mesh.catalogue.name(give.module));
            let same = (a.provision, a.module) == (b.provision, b.module);
            a.from.cmp(&b.from).then_with(|| if same { std::cmp::Ordering::Equal } else { names(a).cmp(&names(b)) })
        });
        Self(gives)
    }

    /// What a node gives, by provision, module and taker.
    pub(super) fn of_node(&self, node: NodeId) -> &[Give] {
        let start = self.0.partition_point(|give| give.from < node);
        let rest = self.0.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|give| give.from == node)).unwrap_or_default()
    }
}
