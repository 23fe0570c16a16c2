//! The set of a node: what is assigned, and what is brought in because there is no choice to make.

use crate::model::{Mesh, ModuleId, Modules, NodeId, ProvisionId};

use super::{
    classes::{ClassId, Classes},
    index::Index,
};

/// Marks of small numbers that are all forgotten at once.
#[derive(Debug, Default)]
pub(super) struct Marks {
    marks: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Forgets every mark.
    pub(super) fn clear(&mut self, numbers: usize) {
        if self.marks.len() < numbers {
            self.marks.resize(numbers, 0);
        }
        match self.now.checked_add(1) {
            Some(next) => self.now = next,
            None => {
                self.marks.fill(0);
                self.now = 1;
            }
        }
    }

    /// Whether a number is marked.
    pub(super) fn is_marked(&self, number: usize) -> bool {
        self.marks.get(number) == Some(&self.now)
    }

    /// Marks a number; whether it was not marked yet.
    pub(super) fn mark(&mut self, number: usize) -> bool {
        match self.marks.get_mut(number) {
            Some(mark) if *mark == self.now => false,
            Some(mark) => {
                *mark = self.now;
                true
            }
            None => false,
        }
    }
}

/// Works out the set of a node, by name of the module, as if one more module were assigned where `besides` names one.
/// Starts from what is assigned and brings in what each
/// requirement leaves no choice about, until nothing changes.
///
/// A requirement brings in the only module that would answer it, unless it is pinned or the set answers it already.
/// The latter can differ from the former only through an assigned module whose needs the machine does not meet: it is
/// no candidate, and yet it is there.
pub(super) fn close(
    mesh: &Mesh,
    index: &Index,
    classes: &Classes,
    class: ClassId,
    (node, besides): (NodeId, Option<ModuleId>),
    marks: &mut Marks,
    set: &mut Vec<ModuleId>,
) {
    marks.clear(mesh.catalogue.numbered());
    set.clear();
    let start = mesh.assigned(node).iter().chain(&besides);
    set.extend(start.filter(|module| mesh.catalogue.get(**module).is_some() && marks.mark(module.index())));
    let misfits: Vec<ModuleId> = set.iter().copied().filter(|module| !classes.suits(class, *module)).collect();
    // On most machines nothing stands between a module and what it brings in.
    if misfits.is_empty() && !has_narrow_pin(mesh, index, node) {
        let mut next = 0;
        while let Some(id) = set.get(next).copied() {
            next += 1;
            let brings = classes.brings(mesh, index, class, id);
            set.extend(brings.iter().flat_map(|brings| &brings.modules).filter(|only| marks.mark(only.index())));
        }
    } else {
        bring_in(mesh, index, classes, (node, class), &misfits, marks, set);
    }
    set.sort_unstable_by_key(|module| index.rank(*module));
}

/// Brings in what is neither pinned nor answered by a module that is assigned though it does not suit the machine.
fn bring_in(
    mesh: &Mesh,
    index: &Index,
    classes: &Classes,
    (node, class): (NodeId, ClassId),
    misfits: &[ModuleId],
    marks: &mut Marks,
    set: &mut Vec<ModuleId>,
) {
    let modules = Modules::now(&mesh.catalogue);
    let mut next = 0;
    while let Some(id) = set.get(next).copied() {
        next += 1;
        let Some((module, brings)) = mesh.catalogue.get(id).zip(classes.brings(mesh, index, class, id)) else {
            continue;
        };
        for (requirement, only) in module.requires.iter().zip(&brings.each) {
            let Some(only) = only else { continue };
            let answered = || {
                mesh.pin_of(node, *requirement).is_some() || providers(modules, misfits, *requirement).any(|m| m != id)
            };
            if !answered() && marks.mark(only.index()) {
                set.push(*only);
            }
        }
    }
}

/// Whether a node has a pin for what no module provides for a site or the mesh: only such a pin stands in the place of
/// what would be brought in.
pub(super) fn has_narrow_pin(mesh: &Mesh, index: &Index, node: NodeId) -> bool {
    mesh.node(node).pins.iter().any(|pin| index.wide(pin.provision).is_empty())
}

/// The modules of a set that provide something, at any scope.
pub(super) fn providers<'a>(
    modules: Modules<'a>,
    set: &'a [ModuleId],
    provision: ProvisionId,
) -> impl Iterator<Item = ModuleId> + 'a {
    set.iter().copied().filter(move |id| modules.get(*id).is_some_and(|module| module.provides(provision).is_some()))
}

/// What brings in what within a set: calls `each` with a module, by name, a requirement that only one module would
/// answer, and the place of that module in the set.
pub(super) fn brings_in(
    mesh: &Mesh,
    index: &Index,
    classes: &Classes,
    (node, class): (NodeId, ClassId),
    set: &[ModuleId],
    mut each: impl FnMut(ModuleId, ProvisionId, usize),
) {
    let pinned = has_narrow_pin(mesh, index, node);
    for id in set {
        let Some((module, brings)) = mesh.catalogue.get(*id).zip(classes.brings(mesh, index, class, *id)) else {
            continue;
        };
        for (requirement, only) in module.requires.iter().zip(&brings.each) {
            if let Some(only) = only
                && !(pinned && mesh.pin_of(node, *requirement).is_some())
                && let Some(place) = index.place_in(set, *only)
            {
                each(*id, *requirement, place);
            }
        }
    }
}
