//! What a plan tells of a node, in small numbers: named for people and for JSON alike, and made for very many nodes
//! without an allocation for each.

use std::ops::Range;

use crate::{
    model::{Mesh, ModuleId, NodeId, ProvisionId},
    resolver::{Take, Views, World, each_taker},
};

/// Outlines of the nodes of a mesh: plain data, which several threads can look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlines<'a> {
    mesh: &'a Mesh,
    views: Views<'a>,
}

/// What a plan tells of one node. Filled anew for the next one.
#[derive(Debug, Default)]
pub struct Outline {
    modules: Vec<Outlined>,
    wanted: Vec<(ModuleId, ProvisionId)>,
    takes: Vec<(Take, Range<usize>)>,
    takers: Vec<ModuleId>,
    /// What brings in what: the place of the latter in the set, and the former.
    edges: Vec<(usize, ModuleId, ProvisionId)>,
}

#[derive(Debug)]
struct Outlined {
    module: ModuleId,
    assigned: bool,
    /// Its wants are these.
    wanted: Range<usize>,
}

impl<'a> Outlines<'a> {
    pub(super) fn of(world: &'a World) -> Self {
        Self { mesh: &world.mesh, views: world.resolution.views() }
    }

    /// Fills an outline with what is to be told of a node.
    pub(super) fn fill(self, node: NodeId, outline: &mut Outline) {
        let Outline { modules, wanted, takes, takers: by, edges } = outline;
        modules.clear();
        wanted.clear();
        edges.clear();
        takes.clear();
        by.clear();
        let (mesh, set) = (self.mesh, self.views.set(node));
        self.views.brought_in(mesh, node, |by, requirement, place| edges.push((place, by, requirement)));
        // They come by name of the module; two requirements of one module for the same one are rare.
        edges.sort_by_key(|(place, ..)| *place);
        let name = |edge: &(usize, ModuleId, ProvisionId)| mesh.catalogue.provision(edge.2);
        for several in edges.chunk_by_mut(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|edges| edges.len() > 1) {
            several.sort_by(|a, b| name(a).cmp(name(b)));
        }
        let mut rest = edges.as_slice();
        for (place, module) in set.iter().enumerate() {
            let of_module = rest.iter().take_while(|(wanted, ..)| *wanted == place).count();
            let (own, others) = rest.split_at(of_module);
            rest = others;
            let start = wanted.len();
            wanted.extend(own.iter().map(|(_, by, requirement)| (*by, *requirement)));
            let assigned = mesh.is_assigned(node, *module);
            modules.push(Outlined { module: *module, assigned, wanted: start..wanted.len() });
        }
        for take in self.views.takes(node) {
            let start = by.len();
            by.extend(each_taker(mesh, set, take.provision, take.pinned));
            takes.push((*take, start..by.len()));
        }
        takes
            .sort_by(|(a, _), (b, _)| mesh.catalogue.provision(a.provision).cmp(mesh.catalogue.provision(b.provision)));
    }
}

impl Outline {
    /// The set by name: each module, whether it is assigned, and the requirements for which it is the only candidate.
    pub fn modules(&self) -> impl Iterator<Item = (ModuleId, bool, &[(ModuleId, ProvisionId)])> {
        let wanted = |range: &Range<usize>| self.wanted.get(range.clone()).unwrap_or_default();
        self.modules.iter().map(move |outlined| (outlined.module, outlined.assigned, wanted(&outlined.wanted)))
    }

    /// The takes by name, each with the modules that require it.
    pub fn takes(&self) -> impl Iterator<Item = (&Take, &[ModuleId])> {
        self.takes.iter().map(|(take, by)| (take, self.takers.get(by.clone()).unwrap_or_default()))
    }
}
