//! Resolving anew what edits touched, and putting it back.

use std::{collections::BTreeSet, rc::Rc};

use super::{
    Resolution, put,
    replaced::{Before, Kind, Part, Replaced},
};
use crate::{
    model::{Applied, ClaimId, List, Mesh, NodeId, ProvisionId},
    resolver::{
        claims,
        index::{Contention, Index},
        sets::Placed,
    },
};

impl Resolution {
    /// Resolves anew what edits touched. `mesh` is as the edits left it, this resolution as it was before them.
    pub fn update(&mut self, mesh: &Mesh, applied: &Applied) -> Replaced {
        self.last_lineage.take();
        Replaced(if applied.changed_catalogue() {
            Kind::Whole(Box::new(self.replace(mesh)))
        } else {
            Kind::Part(Box::new(self.update_nodes(mesh, applied.nodes().collect())))
        })
    }

    /// Puts back what [`Self::update`] replaced. Of several, the last one first.
    pub fn restore(&mut self, replaced: Replaced) {
        self.last_lineage.take();
        match replaced.0 {
            Kind::Whole(before) => {
                let tried = std::mem::replace(self, *before).index;
                self.tried = Some(tried);
            }
            Kind::Part(part) => self.restore_nodes(*part),
        }
    }

    /// Resolves the whole: another catalogue may say something else of every node.
    fn replace(&mut self, mesh: &Mesh) -> Self {
        let known = self.tried.take().filter(|index| index.is_of(&mesh.catalogue));
        let index = known.unwrap_or_else(|| {
            self.effort.index();
            Rc::new(Index::of(&mesh.catalogue))
        });
        let anew = Self::with(mesh, index, self.effort.clone());
        std::mem::replace(self, anew)
    }

    /// The two passes over the nodes that were touched; the second also over those whose answers may have changed.
    fn update_nodes(&mut self, mesh: &Mesh, touched: BTreeSet<NodeId>) -> Part {
        let mut part = Part { sets: self.sets.mark(), takes: self.takes.mark(), ..Part::default() };
        self.let_go(mesh, &touched, &mut part);
        self.set_aside(&touched, &mut part);
        self.close_again(mesh, &touched, &mut part);
        self.answer_again(mesh, &touched, &mut part);
        part.touched = touched;
        part
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

    /// Takes out the sets of touched nodes, and what they offer.
    fn set_aside(&mut self, touched: &BTreeSet<NodeId>, part: &mut Part) {
        for provision in self.offered_by(touched) {
            part.offers.insert(provision, self.offers.all(provision));
            self.offers.remove_all(provision, touched);
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
    }

    /// The first pass over touched nodes, and over the claims that they held or hold.
    fn close_again(&mut self, mesh: &Mesh, touched: &BTreeSet<NodeId>, part: &mut Part) {
        for node in touched.iter().filter(|node| mesh.has(**node)) {
            self.close(mesh, *node);
        }
        self.keep_newly_held(mesh, touched, part);
        self.collide(mesh, part.claims.keys().copied().collect::<Vec<_>>());
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

    /// The second pass over touched nodes, and over those that look elsewhere for what touched ones offer otherwise.
    fn answer_again(&mut self, mesh: &Mesh, touched: &BTreeSet<NodeId>, part: &mut Part) {
        let mut again = touched.clone();
        for provision in self.offered_otherwise(touched, part) {
            if let Some(askers) = self.askers.get_mut(provision.index()) {
                // Whoever asked again is named again.
                askers.sort_unstable();
                askers.dedup();
                // A node that a change added which was undone since has asked as well, and is not there.
                again.extend(askers.iter().filter(|node| mesh.has(**node)));
            }
        }
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
    }

    /// The provisions that touched nodes offer otherwise than before: of all others, nobody's answer can have changed.
    fn offered_otherwise(&self, touched: &BTreeSet<NodeId>, part: &Part) -> BTreeSet<ProvisionId> {
        let before = |provision: &ProvisionId| {
            let kept = part.offers.get(provision).and_then(Option::as_ref);
            kept.map(|offered| offered.of(touched)).unwrap_or_default()
        };
        let mut provisions: BTreeSet<ProvisionId> = part.offers.keys().copied().collect();
        provisions.extend(self.offered_by(touched));
        provisions.retain(|provision| before(provision) != self.offers.of(*provision, touched));
        provisions
    }

    fn restore_nodes(&mut self, part: Part) {
        // What is saved of all that is offered is put back as a whole.
        for provision in self.offered_by(&part.touched) {
            if !part.offers.contains_key(&provision) {
                self.offers.remove_all(provision, &part.touched);
            }
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

    /// The claims over a site or the mesh that the sets of these nodes hold.
    fn wide_claims(&self, mesh: &Mesh, nodes: &BTreeSet<NodeId>) -> BTreeSet<ClaimId> {
        let held = nodes.iter().flat_map(|node| claims::holders(mesh, *node, self.sets.get(*node)));
        held.map(|(claim, _)| claim).filter(|claim| self.index.contention(*claim) == Contention::Wide).collect()
    }

    /// The provisions that the sets of these nodes offer to others.
    fn offered_by(&self, nodes: &BTreeSet<NodeId>) -> BTreeSet<ProvisionId> {
        let modules = nodes.iter().flat_map(|node| self.sets.get(*node));
        modules.flat_map(|module| self.index.offers(*module)).map(|(provision, _)| *provision).collect()
    }
}
