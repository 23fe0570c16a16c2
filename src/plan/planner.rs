//! Making a plan of a resolved mesh.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use foldhash::HashMap;
use uuid::Uuid;

use crate::{
    model::{Digest, Digester, LastDeclared, ModuleId, NodeId, NodeName, ProvisionId},
    resolver::{Finding, Refusal, Telling, World, sort, takers},
};

use super::{
    Change, Counts, HeldTake, Plan, PlannedGive, PlannedModule, PlannedNode, PlannedTake, WantedFor,
    declare::{self, by_name},
};

/// A resolved mesh beside what was last declared.
#[derive(Debug)]
pub struct Planner<'a> {
    world: &'a World,
    /// Every node, by name.
    order: Vec<NodeId>,
    /// For each node by number, its digest as it would be declared.
    digests: Vec<Option<Digest>>,
    /// For each node by number, what it was last told.
    last: Vec<Option<&'a LastDeclared>>,
    removed: Vec<&'a LastDeclared>,
    refused: BTreeSet<NodeId>,
    /// What nodes give, once it was asked.
    gives: OnceCell<Gives>,
}

/// What each node gives: a provision by a module, and to whom.
type Gives = BTreeMap<NodeId, BTreeMap<(ProvisionId, ModuleId), Vec<NodeId>>>;

/// Which nodes a plan shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Those that differ from what was last pushed or are refused.
    Differing,
    /// Every node.
    All,
    /// None: the counts and refusals alone.
    None,
    /// These.
    Named(BTreeSet<NodeId>),
}

impl<'a> Planner<'a> {
    /// Compares a world with what was last declared.
    pub fn new(world: &'a World, last: &'a [LastDeclared]) -> Self {
        let order = world.mesh.nodes_by_name();
        let mut digests = vec![None; world.mesh.numbered()];
        for (node, digest) in order.iter().zip(declare::digests(world, &order)) {
            digests[node.index()] = Some(digest);
        }
        let refused = world.resolution.findings().flat_map(Finding::nodes).collect();
        let mut planner =
            Self { world, order, digests, last: Vec::new(), removed: Vec::new(), refused, gives: OnceCell::new() };
        planner.compare(last);
        planner
    }

    fn compare(&mut self, last: &'a [LastDeclared]) {
        self.last = vec![None; self.world.mesh.numbered()];
        if last.is_empty() {
            return;
        }
        let present: HashMap<Uuid, NodeId> = self.world.mesh.nodes().map(|(id, node)| (node.uuid, id)).collect();
        for last in last {
            match present.get(&last.node) {
                Some(node) => self.last[node.index()] = Some(last),
                None if last.digest.is_some() => self.removed.push(last),
                None => {}
            }
        }
        self.removed.sort_by(|a, b| (&a.name, a.node).cmp(&(&b.name, b.node)));
    }

    /// Every node, by name.
    pub fn nodes(&self) -> &[NodeId] {
        &self.order
    }

    /// The digest of what a node would be declared; a held one keeps its last declaration.
    pub fn digest_of(&self, node: NodeId) -> Option<Digest> {
        match &self.world.mesh.node(node).held {
            Some(_) => self.last_of(node).and_then(|last| last.digest),
            None => self.digests.get(node.index()).copied().flatten(),
        }
    }

    /// What a node was last told.
    pub fn last_of(&self, node: NodeId) -> Option<&'a LastDeclared> {
        self.last.get(node.index()).copied().flatten()
    }

    /// The nodes that are declared and gone, by name.
    pub fn removed(&self) -> &[&'a LastDeclared] {
        &self.removed
    }

    /// How the declaration of a node would differ from its last one, refused or not.
    pub fn change_of(&self, node: NodeId) -> Change {
        match self.last_of(node).and_then(|last| last.digest) {
            None => Change::New,
            Some(digest) if Some(digest) == self.digest_of(node) => Change::Unchanged,
            Some(_) => Change::Changed,
        }
    }

    /// The digest of the mesh: over all nodes by name, what each would be declared, and every refusal.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::default();
        for node in &self.order {
            digester.part(self.world.mesh.node_name(*node).as_str().as_bytes());
            digester.fixed(&self.digest_of(*node).map_or([0; 32], |digest| digest.0));
        }
        for (code, node, key) in self.world.identities() {
            digester.part(code.word().as_bytes());
            digester.part(node.as_ref().map_or("", |node| node.as_str()).as_bytes());
            digester.part(key.as_bytes());
        }
        digester.finish()
    }

    /// Whether a node is held.
    pub fn is_held(&self, node: NodeId) -> bool {
        self.world.mesh.node(node).held.is_some()
    }

    /// Whether a finding stops a push: not where it is a held node's own.
    pub fn stops(&self, finding: &Finding) -> bool {
        match finding.node() {
            Some(node) => !self.is_held(node),
            None => !finding.nodes().into_iter().all(|node| self.is_held(node)),
        }
    }

    /// The counts over the whole mesh.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { nodes: self.order.len(), removed: self.removed.len(), ..Counts::default() };
        for node in &self.order {
            if self.is_held(*node) {
                counts.held += 1;
                continue;
            }
            match self.change_of(*node) {
                _ if self.refused.contains(node) => counts.refused += 1,
                Change::New => counts.new += 1,
                Change::Changed => counts.changed += 1,
                Change::Unchanged | Change::Removed => counts.unchanged += 1,
            }
        }
        counts
    }

    /// The nodes that a plan shows, by name.
    pub fn shown(&self, shown: &Shown) -> Vec<NodeId> {
        let is_shown = |node: &NodeId| match shown {
            Shown::All => true,
            Shown::None => false,
            Shown::Named(nodes) => nodes.contains(node),
            Shown::Differing => {
                self.refused.contains(node) || (!self.is_held(*node) && self.change_of(*node) != Change::Unchanged)
            }
        };
        self.order.iter().copied().filter(is_shown).collect()
    }

    /// The findings that concern what is shown.
    pub fn findings(&self, shown: &Shown) -> Vec<&'a Finding> {
        let concerns = |finding: &&Finding| match shown {
            Shown::Named(nodes) => finding.nodes().iter().any(|node| nodes.contains(node)),
            Shown::All | Shown::None | Shown::Differing => true,
        };
        self.world.resolution.findings().filter(concerns).collect()
    }

    /// Everything of a plan but its nodes and remedies.
    pub fn plan(&self, shown: &Shown) -> Plan {
        let findings = self.findings(shown);
        let named = matches!(shown, Shown::Named(_));
        Plan {
            digest: self.digest(),
            resolves: !findings.iter().any(|finding| named || self.stops(finding)),
            mesh_resolves: !self.world.resolution.findings().any(|finding| self.stops(finding)),
            nodes: Vec::new(),
            refusals: tell(self.world, findings.into_iter()),
            counts: self.counts(),
            warnings: Vec::new(),
            files: None,
        }
    }

    /// What one node runs, why, and what it takes and gives.
    pub fn planned(&self, node: NodeId) -> PlannedNode {
        let mesh = &self.world.mesh;
        let resolves = !self.refused.contains(&node);
        PlannedNode {
            node: mesh.node_name(node).clone(),
            site: mesh.site_of(node).cloned(),
            resolves,
            held: mesh.node(node).held.as_deref().cloned(),
            change: resolves.then(|| self.change_of(node)),
            modules: self.modules(node),
            takes: self.takes(node),
            gives: self.gives(node),
            difference: None,
        }
    }

    /// A node that is declared and gone.
    pub fn planned_removed(&self, last: &LastDeclared) -> PlannedNode {
        PlannedNode {
            node: last.name.clone(),
            site: None,
            resolves: true,
            held: None,
            change: Some(Change::Removed),
            modules: Vec::new(),
            takes: Vec::new(),
            gives: Vec::new(),
            difference: None,
        }
    }

    fn modules(&self, node: NodeId) -> Vec<PlannedModule> {
        let mesh = &self.world.mesh;
        let lineage = self.world.resolution.lineage(mesh, node);
        let set = self.world.resolution.view(node).set;
        let planned = |id: &ModuleId| {
            let mut wanted_for: Vec<WantedFor> = lineage
                .wanting(*id)
                .iter()
                .map(|(by, requirement)| WantedFor {
                    module: mesh.catalogue.name(*by).clone(),
                    requires: mesh.catalogue.provision(*requirement).clone(),
                })
                .collect();
            wanted_for.sort();
            PlannedModule {
                name: mesh.catalogue.name(*id).clone(),
                version: mesh.catalogue.get(*id).and_then(|module| module.manifest().version.clone()),
                assigned: mesh.is_assigned(node, *id),
                wanted_for,
            }
        };
        set.iter().map(planned).collect()
    }

    fn takes(&self, node: NodeId) -> Vec<PlannedTake> {
        let mesh = &self.world.mesh;
        let view = self.world.resolution.view(node);
        by_name(mesh, view.takes)
            .into_iter()
            .map(|take| PlannedTake {
                provision: mesh.catalogue.provision(take.provision).clone(),
                from: mesh.node_name(take.from).clone(),
                module: mesh.catalogue.name(take.module).clone(),
                scope: take.scope,
                pinned: take.pinned,
                wanted_for: takers(mesh, view.set, take.provision, take.pinned)
                    .into_iter()
                    .map(|by| mesh.catalogue.name(by).clone())
                    .collect(),
            })
            .collect()
    }

    fn gives(&self, node: NodeId) -> Vec<PlannedGive> {
        let mesh = &self.world.mesh;
        let mut gives: Vec<PlannedGive> = self
            .gives
            .get_or_init(|| gives(self.world))
            .get(&node)
            .into_iter()
            .flatten()
            .filter_map(|((provision, module), to)| {
                let mut to: Vec<NodeName> = to.iter().map(|to| mesh.node_name(*to).clone()).collect();
                to.sort();
                Some(PlannedGive {
                    provision: mesh.catalogue.provision(*provision).clone(),
                    scope: mesh.catalogue.get(*module)?.provides(*provision)?,
                    module: mesh.catalogue.name(*module).clone(),
                    to,
                })
            })
            .collect();
        gives.sort_by(|a, b| (&a.provision, &a.module).cmp(&(&b.provision, &b.module)));
        gives
    }

    /// The takes that held nodes were last told and that are not offered any more.
    pub fn stale(&self, told: &[HeldTake]) -> Vec<HeldTake> {
        let mesh = &self.world.mesh;
        let is_offered = |take: &HeldTake| {
            let place =
                (mesh.node_id(&take.node), mesh.node_id(&take.from), mesh.catalogue.provision_id(&take.provision));
            match place {
                (Some(node), Some(from), Some(provision)) => self.world.offers(provision, from, node),
                (_, _, _) => false,
            }
        };
        told.iter().filter(|take| !is_offered(take)).cloned().collect()
    }
}

/// Findings as refusals, in order, remedies aside.
pub fn tell<'a>(world: &World, findings: impl Iterator<Item = &'a Finding>) -> Vec<Refusal> {
    let nothing = Default::default();
    let telling = Telling { mesh: &world.mesh, resolution: &world.resolution, asked: &nothing };
    let mut refusals: Vec<Refusal> = findings.map(|finding| telling.tell(finding)).collect();
    sort(&mut refusals);
    refusals
}

/// What each node gives to whom.
fn gives(world: &World) -> Gives {
    let mut gives = Gives::new();
    for (node, _) in world.mesh.nodes() {
        for take in world.resolution.view(node).takes {
            gives.entry(take.from).or_default().entry((take.provision, take.module)).or_default().push(node);
        }
    }
    gives
}
