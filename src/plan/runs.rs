//! Where modules run: the nodes that they are assigned to, and those that others bring them in on.

use crate::{
    model::{ModuleId, NodeId, NodeName},
    resolver::World,
};

/// On how many nodes a module is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// To how many it is assigned.
    pub assigned: usize,
    /// On how many it is brought in, which it is not assigned to.
    pub brought_in: usize,
}

/// The nodes that a module is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Those that it is assigned to, by name.
    pub assigned: Vec<NodeName>,
    /// Those that it is brought in on and not assigned to, by name.
    pub brought_in: Vec<NodeName>,
}

/// On how many nodes every module is, by its number.
pub fn spread(world: &World) -> Vec<Spread> {
    let mut spread = vec![Spread::default(); world.mesh.catalogue.numbered()];
    for (node, _) in world.mesh.nodes() {
        world.mesh.assigned(node).iter().for_each(|module| spread[module.index()].assigned += 1);
        brought_in(world, node).for_each(|module| spread[module.index()].brought_in += 1);
    }
    spread
}

/// Where a module is.
pub fn runs(world: &World, module: ModuleId) -> Runs {
    let mesh = &world.mesh;
    let nodes = mesh.nodes_by_name();
    let named = |is: &dyn Fn(NodeId) -> bool| {
        nodes.iter().filter(|node| is(**node)).map(|node| mesh.node_name(*node).clone()).collect()
    };
    Runs {
        assigned: named(&|node| mesh.is_assigned(node, module)),
        brought_in: named(&|node| brought_in(world, node).any(|one| one == module)),
    }
}

fn brought_in(world: &World, node: NodeId) -> impl Iterator<Item = ModuleId> {
    let set = world.resolution.view(node).set.iter().copied();
    set.filter(move |module| !world.mesh.is_assigned(node, *module))
}
