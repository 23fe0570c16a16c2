//! A mesh resolved: for every node its set and its takes, or its refusals. Worked out whole, or anew for what edits
//! touched; both give the same.

mod replaced;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use crate::model::{Applied, ClaimId, List, Lists, Mesh, ModuleId, NodeId, ProvisionId};

pub use self::replaced::Replaced;
use self::replaced::{Before, Kind, Part};

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
    sets::{Placed, Sets},
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

    /// Resolves anew what edits touched. `mesh` is as the edits left it, this resolution as it was before them.
    pub fn update(&mut self, mesh: &Mesh, applied: &Applied) -> Replaced {
        self.last_lineage.take();
        if applied.changed_catalogue() {
            let known = self.tried.take().filter(|index| index.is_of(&mesh.catalogue));
            let index = known.unwrap_or_else(|| {
                self.effort.index();
                Rc::new(Index::of(&mesh.catalogue))
            });
            let anew = Self::with(mesh, index, self.effort.clone());
            let before = std::mem::replace(self, anew);
            return Replaced(Kind::Whole(Box::new(before)));
        }
        let mut part = Part { sets: self.sets.mark(), takes: self.takes.mark(), ..Part::default() };
        let touched: BTreeSet<NodeId> = applied.nodes().collect();
        self.let_go(mesh, &touched, &mut part);
        let moved = self.set_aside(&touched, &mut part);
        for node in touched.iter().filter(|node| mesh.has(**node)) {
            self.close(mesh, *node);
        }
        self.keep_newly_held(mesh, &touched, &mut part);
        self.collide(mesh, part.claims.keys().copied().collect::<Vec<_>>());
        let mut again = touched.clone();
        for provision in self.offered_otherwise(moved, &touched, &part) {
            if let Some(askers) = self.askers.get_mut(provision.index()) {
                // Whoever asked again is named again.
                askers.sort_unstable();
                askers.dedup();
                // A node that a change added which was undone since has asked as well, and is not there.
                again.extend(askers.iter().filter(|node| mesh.has(**node)));
            }
        }
        part.touched = touched;
        for node in again {
            part.nodes.entry(node).or_insert_with(|| Before {
                placed: self.sets.placed(node),
                takes: self.takes_list(node),
                faults: self.faults.get(&node).cloned().unwrap_or_default(),
                open: self.open.get(&node).cloned().unwrap_or_default(),
            });
            self.open.remove(&node);
            self.put_takes(node, List::default());
            if mesh.has(node) {
                self.answer(mesh, node);
            }
        }
        Replaced(Kind::Part(Box::new(part)))
    }

    /// Puts back what [`Self::update`] replaced. Of several, the last one first.
    pub fn restore(&mut self, replaced: Replaced) {
        self.last_lineage.take();
        let part = match replaced.0 {
            Kind::Whole(before) => {
                let tried = std::mem::replace(self, *before).index;
                self.tried = Some(tried);
                return;
            }
            Kind::Part(part) => part,
        };
        // All that is offered of the others is put back as a whole.
        let now: BTreeSet<ProvisionId> = self.offered_by(&part.touched).collect();
        for provision in now.iter().filter(|provision| !part.offers.contains_key(provision)) {
            self.offers.remove_all(*provision, &part.touched);
        }
        for (node, before) in part.nodes {
            self.sets.put_back(node, before.placed);
            self.put_takes(node, before.takes);
            put(&mut self.faults, node, before.faults);
            put(&mut self.open, node, before.open);
        }
        for (provision, offered) in part.offers {
            self.offers.put_back(provision, offered);
        }
        for (claim, (holders, findings)) in part.claims {
            put(&mut self.holders, claim, holders);
            put(&mut self.wide, claim, findings);
        }
        self.sets.truncate(part.sets);
        self.takes.truncate(part.takes);
    }

    /// Takes touched nodes out, and says of which provisions they had an offer.
    fn set_aside(&mut self, touched: &BTreeSet<NodeId>, part: &mut Part) -> Vec<ProvisionId> {
        let moved: BTreeSet<ProvisionId> = self.offered_by(touched).collect();
        for provision in &moved {
            part.offers.insert(*provision, self.offers.all(*provision));
            self.offers.remove_all(*provision, touched);
        }
        for node in touched {
            let before = Before {
                placed: self.sets.placed(*node),
                takes: self.takes_list(*node),
                faults: self.faults.remove(node).unwrap_or_default(),
                open: self.open.remove(node).unwrap_or_default(),
            };
            part.nodes.insert(*node, before);
            self.sets.put_back(*node, Placed::default());
        }
        moved.into_iter().collect()
    }

    /// The provisions that touched nodes offer otherwise than before: of all others, nobody's answer can have changed.
    fn offered_otherwise(
        &self,
        moved: Vec<ProvisionId>,
        touched: &BTreeSet<NodeId>,
        part: &Part,
    ) -> BTreeSet<ProvisionId> {
        let before = |provision: &ProvisionId| {
            let kept = part.offers.get(provision).and_then(Option::as_ref);
            kept.map(|offered| offered.of(touched)).unwrap_or_default()
        };
        let mut provisions: BTreeSet<ProvisionId> = moved.into_iter().chain(self.offered_by(touched)).collect();
        provisions.retain(|provision| before(provision) != self.offers.of(*provision, touched));
        provisions
    }

    /// Takes touched nodes out of the claims that they hold.
    fn let_go(&mut self, mesh: &Mesh, touched: &BTreeSet<NodeId>, part: &mut Part) {
        for claim in self.wide_claims(mesh, touched) {
            let holders = self.holders.remove(&claim).unwrap_or_default();
            let rest = holders.iter().filter(|holder| !touched.contains(&holder.node)).copied().collect();
            part.claims.insert(claim, (holders, self.wide.remove(&claim).unwrap_or_default()));
            put(&mut self.holders, claim, rest);
        }
    }

    /// Keeps what was there of claims that touched nodes hold only now.
    fn keep_newly_held(&self, mesh: &Mesh, touched: &BTreeSet<NodeId>, part: &mut Part) {
        for claim in self.wide_claims(mesh, touched) {
            part.claims.entry(claim).or_insert_with(|| {
                let holders = self.holders.get(&claim).into_iter().flatten();
                let before = holders.filter(|holder| !touched.contains(&holder.node)).copied().collect();
                (before, self.wide.get(&claim).cloned().unwrap_or_default())
            });
        }
    }

    /// The claims over a site or the mesh that the sets of these nodes hold.
    fn wide_claims(&self, mesh: &Mesh, nodes: &BTreeSet<NodeId>) -> BTreeSet<ClaimId> {
        let held = nodes.iter().flat_map(|node| claims::holders(mesh, *node, self.sets.get(*node)));
        held.map(|(claim, _)| claim).filter(|claim| self.index.contention(*claim) == Contention::Wide).collect()
    }

    fn offered_by(&self, nodes: &BTreeSet<NodeId>) -> impl Iterator<Item = ProvisionId> {
        let modules = nodes.iter().flat_map(|node| self.sets.get(*node));
        modules.flat_map(|module| self.index.offers(*module)).map(|(provision, _)| *provision)
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

    /// What a node runs and takes.
    pub fn view(&self, node: NodeId) -> View<'_> {
        View {
            set: self.sets.get(node),
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

    /// Everything that must not be and that an update found anew, whether or not it was there before.
    pub fn findings_after<'a>(&'a self, replaced: &'a Replaced) -> Box<dyn Iterator<Item = &'a Finding> + 'a> {
        match &replaced.0 {
            Kind::Whole(_) => Box::new(self.findings()),
            Kind::Part(part) => Box::new(
                part.claims
                    .keys()
                    .filter_map(|claim| self.wide.get(claim))
                    .chain(part.nodes.keys().filter_map(|node| self.faults.get(node)))
                    .chain(part.nodes.keys().filter_map(|node| self.open.get(node)))
                    .flatten(),
            ),
        }
    }

    /// What a node ran and took before an update.
    pub fn view_before<'a>(&'a self, replaced: &'a Replaced, node: NodeId) -> View<'a> {
        match &replaced.0 {
            Kind::Whole(before) => before.view(node),
            Kind::Part(part) => match part.nodes.get(&node) {
                Some(before) => {
                    View { set: self.sets.at(before.placed), takes: self.takes.get(before.takes), open: &before.open }
                }
                None => self.view(node),
            },
        }
    }

    /// The nodes of which an update may have changed something.
    pub fn replaced_nodes(&self, replaced: &Replaced, mesh: &Mesh) -> Vec<NodeId> {
        match &replaced.0 {
            Kind::Whole(_) => (0..mesh.numbered()).map(NodeId::from).collect(),
            Kind::Part(part) => part.nodes.keys().copied().collect(),
        }
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
