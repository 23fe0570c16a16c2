//! A mesh resolved: for every node its set and its takes, or its refusals.
//!
//! Worked out whole by [`Resolution::of`]; after edits, anew for what they touched by [`Resolution::update`], and put back
//! by [`Resolution::restore`]. What holds of it at any time: **`update` leaves what `of` would build** of the mesh as the
//! edits left it, but for the order of what is in none and for who is remembered to have asked; and `restore` leaves what
//! was there before. The laws of the resolver hold it to that.

mod replaced;
mod update;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use crate::model::{ClaimId, List, Lists, Mesh, ModuleId, NodeId, ProvisionId};

pub use self::replaced::Replaced;
use super::{
    answers::{Answered, Answering, Open, Provided, Take, open},
    claims,
    classes::{ClassId, Classes},
    closure::{Marks, brings_in, close},
    effort::{Counting, Effort},
    finding::{Finding, Holder},
    index::{Contention, Index},
    lineage::Lineage,
    offers::Offers,
    resources,
    sets::Sets,
};

/// What a mesh comes to.
#[derive(Debug, Default)]
pub struct Resolution {
    pub(super) index: Rc<Index>,
    /// The index of the catalogue that was tried and taken back last: a change of the catalogue is tried again with
    /// each remedy.
    tried: Option<Rc<Index>>,
    pub(super) classes: Classes,
    pub(super) sets: Sets,
    pub(super) offers: Offers,
    takes: Lists<Take>,
    takes_of: Vec<List<Take>>,
    /// Refusals that a node's own set brings about.
    faults: BTreeMap<NodeId, Vec<Finding>>,
    /// Requirements of a node that nothing answers.
    open: BTreeMap<NodeId, Vec<Finding>>,
    /// Who holds each claim that some module claims for a site or the mesh.
    holders: BTreeMap<ClaimId, Vec<Holder>>,
    wide: BTreeMap<ClaimId, Vec<Finding>>,
    /// The nodes that looked elsewhere for a provision. May name nodes that no longer do.
    askers: Vec<Vec<NodeId>>,
    /// What brings in what on the node that was asked about last.
    pub(super) last_lineage: RefCell<Option<(NodeId, Rc<Lineage>)>>,
    scratch: Scratch,
    /// Marks for sets that are worked out and not kept.
    pub(super) judging: RefCell<Marks>,
    pub(super) effort: Rc<Counting>,
}

#[derive(Debug, Default)]
struct Scratch {
    marks: Marks,
    provided: Provided,
    set: Vec<ModuleId>,
    suspects: Vec<ModuleId>,
    open: Vec<Open>,
    answered: Answered,
}

/// What one node runs and takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// Its set, by name of the module.
    pub set: &'a [ModuleId],
    /// What it takes, by number of the provision.
    pub takes: &'a [Take],
    /// What it requires and nothing answers.
    pub open: &'a [Finding],
}

/// What every node runs and takes: plain data, which several threads can look at.
#[derive(Clone, Copy, Debug)]
pub struct Views<'a> {
    sets: &'a Sets,
    takes: &'a Lists<Take>,
    takes_of: &'a [List<Take>],
    index: &'a Index,
    classes: &'a Classes,
}

impl<'a> Views<'a> {
    /// The set of a node, by name of the module.
    pub fn set(self, node: NodeId) -> &'a [ModuleId] {
        self.sets.get(node)
    }

    /// What a node takes, by number of the provision.
    pub fn takes(self, node: NodeId) -> &'a [Take] {
        self.takes.get(self.takes_of.get(node.index()).copied().unwrap_or_default())
    }

    /// What brings in what on a node: calls `each` with a module, by name, a requirement that only one module would
    /// answer, and the place of that module in the set.
    pub fn brought_in(self, mesh: &Mesh, node: NodeId, each: impl FnMut(ModuleId, ProvisionId, usize)) {
        let class = self.sets.class(node);
        brings_in(mesh, self.index, self.classes, (node, class), self.set(node), each);
    }
}

impl Resolution {
    /// Resolves a mesh: the first pass works out every set and so what each node offers, the second answers everything.
    pub fn of(mesh: &Mesh) -> Self {
        let effort = Rc::<Counting>::default();
        effort.index();
        Self::with(mesh, Rc::new(Index::of(&mesh.catalogue)), effort)
    }

    fn with(mesh: &Mesh, index: Rc<Index>, effort: Rc<Counting>) -> Self {
        let mut resolution = Self { index, classes: Classes::of(mesh), effort, ..Self::default() };
        let nodes: Vec<NodeId> = mesh.nodes().map(|(id, _)| id).collect();
        for node in &nodes {
            resolution.close(mesh, *node);
        }
        let claims: Vec<ClaimId> = resolution.holders.keys().copied().collect();
        resolution.collide(mesh, claims);
        for node in nodes {
            resolution.answer(mesh, node);
        }
        resolution
    }

    /// The first pass over a node: its set, what it offers and holds, and what is wrong with it by itself.
    fn close(&mut self, mesh: &Mesh, node: NodeId) {
        self.effort.set();
        let class = self.classes.class(mesh, node);
        let mut set = std::mem::take(&mut self.scratch.set);
        close(mesh, &self.index, &self.classes, class, (node, None), &mut self.scratch.marks, &mut set);
        self.sets.put(node, class, &set);
        for module in &set {
            let notable = self.index.notable(*module);
            if notable.offers {
                self.offers.add(mesh, &self.index, node, *module);
            }
            if notable.claims_wide {
                for (claim, holder) in claims::holders(mesh, node, std::slice::from_ref(module)) {
                    if self.index.contention(claim) == Contention::Wide {
                        self.holders.entry(claim).or_default().push(holder);
                    }
                }
            }
        }
        let mut suspects = std::mem::take(&mut self.scratch.suspects);
        let found = self.faults_of(mesh, (node, class), &set, &mut suspects);
        self.scratch.suspects = suspects;
        put(&mut self.faults, node, found);
        self.scratch.set = set;
    }

    /// What is wrong with a set on a node by itself, claims over a site or the mesh aside.
    /// `suspects` is room for those modules of it that are looked at.
    pub(super) fn faults_of(
        &self,
        mesh: &Mesh,
        (node, class): (NodeId, ClassId),
        set: &[ModuleId],
        suspects: &mut Vec<ModuleId>,
    ) -> Vec<Finding> {
        suspects.clear();
        suspects.extend(set.iter().filter(|module| self.index.notable(**module).suspect));
        let suspects = suspects.as_slice();
        let mut found = Vec::new();
        claims::on_node(mesh, &self.index, node, suspects, &mut found);
        resources::collide(mesh, &self.index, node, suspects, &mut found);
        resources::dangling(&self.index, node, (set, suspects), &mut found);
        for module in suspects {
            let unmet: Vec<_> = self.classes.unmet(class, *module).collect();
            if !unmet.is_empty() {
                found.push(Finding::Need { node, module: *module, unmet });
            }
        }
        found
    }

    /// What is wrong with a node by itself.
    pub(super) fn faults(&self, node: NodeId) -> &[Finding] {
        self.faults.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Who holds a claim over a site or the mesh.
    pub(super) fn holders(&self, claim: ClaimId) -> &[Holder] {
        self.holders.get(&claim).map_or(&[], Vec::as_slice)
    }

    fn collide(&mut self, mesh: &Mesh, claims: impl IntoIterator<Item = ClaimId>) {
        for claim in claims {
            let found = self.holders.get(&claim).map(|holders| claims::over_mesh(mesh, claim, holders));
            put(&mut self.wide, claim, found.unwrap_or_default());
        }
    }

    /// The second pass over a node.
    fn answer(&mut self, mesh: &Mesh, node: NodeId) {
        let Scratch { provided, open: left, answered, .. } = &mut self.scratch;
        let answering =
            Answering { mesh, index: &self.index, classes: &self.classes, offers: &self.offers, sets: &self.sets };
        open(&answering, node, provided, left);
        if left.is_empty() {
            return;
        }
        answering.answer(node, left, answered);
        for provision in answered.asked.drain(..) {
            if self.askers.len() <= provision.index() {
                self.askers.resize_with(provision.index() + 1, Vec::new);
            }
            self.askers[provision.index()].push(node);
        }
        put(&mut self.open, node, std::mem::take(&mut answered.findings));
        if !answered.takes.is_empty() {
            let takes = self.takes.add(answered.takes.drain(..));
            self.put_takes(node, takes);
        }
    }

    fn takes_list(&self, node: NodeId) -> List<Take> {
        self.takes_of.get(node.index()).copied().unwrap_or_default()
    }

    fn put_takes(&mut self, node: NodeId, takes: List<Take>) {
        if self.takes_of.len() <= node.index() {
            if takes.is_empty() {
                return;
            }
            self.takes_of.resize(node.index() + 1, List::default());
        }
        self.takes_of[node.index()] = takes;
    }

    /// What every node runs and takes.
    pub fn views(&self) -> Views<'_> {
        Views {
            sets: &self.sets,
            takes: &self.takes,
            takes_of: &self.takes_of,
            index: &self.index,
            classes: &self.classes,
        }
    }

    /// The set of a node, by name of the module: where very many are gone over for nothing else.
    pub(super) fn set(&self, node: NodeId) -> &[ModuleId] {
        self.sets.get(node)
    }

    /// What a node runs and takes.
    pub fn view(&self, node: NodeId) -> View<'_> {
        View {
            set: self.set(node),
            takes: self.takes.get(self.takes_list(node)),
            open: self.open.get(&node).map_or(&[], Vec::as_slice),
        }
    }

    /// Everything that must not be, in no order that matters.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.wide.values().chain(self.faults.values()).chain(self.open.values()).flatten()
    }

    /// Those of them that are of a node, and, where claims are wanted, those over a site or the mesh.
    pub(super) fn findings_on(&self, node: Option<NodeId>, claims: bool) -> impl Iterator<Item = &Finding> {
        let wide = claims.then(|| self.wide.values().flatten());
        let own = node.map(|node| self.faults(node).iter().chain(self.view(node).open));
        wide.into_iter().flatten().chain(own.into_iter().flatten())
    }

    /// How often what is costly was done so far.
    pub fn effort(&self) -> Effort {
        self.effort.so_far()
    }

    /// Whether nothing is refused.
    pub fn resolves(&self) -> bool {
        self.wide.is_empty() && self.faults.is_empty() && self.open.is_empty()
    }
}

/// Puts a list under a key, or nothing where it is empty.
fn put<K: Ord, T>(map: &mut BTreeMap<K, Vec<T>>, key: K, list: Vec<T>) {
    if list.is_empty() {
        map.remove(&key);
    } else {
        map.insert(key, list);
    }
}
