//! Making a plan of a resolved mesh.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    model::{Digest, Digester, LastDeclared, NodeId, Standing},
    resolver::{Finding, Refusal, Telling, World, sort},
};

use super::{
    Change, Counts, FileDiff, HeldTake, Holding, Plan, PlannedNode, PlannedOwn,
    compared::{Compared, Comparison},
    gives::Gives,
    outline::Outline,
    own::own,
    told::Told,
};

/// A resolved mesh beside what was last declared.
#[derive(Debug)]
pub struct Planner<'a> {
    world: &'a World,
    last: &'a [LastDeclared],
    comparison: Comparison,
    refused: BTreeSet<NodeId>,
    /// What nodes give, once it was asked.
    gives: OnceCell<Gives>,
    /// What nodes answer to themselves, once it was asked.
    own: OnceCell<BTreeMap<NodeId, Vec<PlannedOwn>>>,
}

/// A node of a plan.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// One that is there.
    Node(NodeId),
    /// One that is declared and gone.
    Gone(&'a LastDeclared),
}

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

/// What is found out for a plan beside what its planner knows.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The nodes, by name; none where they are written as they are made.
    pub nodes: Vec<PlannedNode>,
    /// The refusals, with their remedies.
    pub refusals: Vec<Refusal>,
    /// What held nodes were told to take and is not offered any more.
    pub warnings: Vec<HeldTake>,
    /// The held nodes.
    pub holds: Vec<Holding>,
    /// How the machines stand.
    pub standings: Vec<Standing>,
    /// The files that change, where they were asked for.
    pub files: Option<Vec<FileDiff>>,
}

impl<'a> Planner<'a> {
    /// Compares a world with what was last declared.
    pub fn new(world: &'a World, last: &'a [LastDeclared]) -> Self {
        Self::again(world, last, Comparison::of(world, last))
    }

    /// Plans with what was found out by a planner of the same world and the same declarations.
    pub fn again(world: &'a World, last: &'a [LastDeclared], comparison: Comparison) -> Self {
        let refused = world.resolution.findings().flat_map(Finding::nodes).collect();
        Self { world, last, comparison, refused, gives: OnceCell::new(), own: OnceCell::new() }
    }

    /// What was found out, so that the world can be changed and put back meanwhile.
    pub fn found(self) -> Comparison {
        self.comparison
    }

    fn compared(&self) -> Compared<'_> {
        Compared { mesh: &self.world.mesh, last: self.last, comparison: &self.comparison }
    }

    /// Every node, by name.
    pub fn nodes(&self) -> &[NodeId] {
        &self.comparison.order
    }

    /// The digest of what a node would be declared; a held one keeps its last declaration.
    pub fn digest_of(&self, node: NodeId) -> Option<Digest> {
        self.compared().digest_of(node)
    }

    /// The nodes that are declared and gone, by name.
    pub fn removed(&self) -> impl ExactSizeIterator<Item = &'a LastDeclared> {
        let last = self.last;
        self.comparison.removed.iter().map(|place| &last[*place as usize])
    }

    /// How the declaration of a node would differ from its last one, refused or not.
    pub fn change_of(&self, node: NodeId) -> Change {
        self.compared().change_of(node)
    }

    /// A node with what a push would tell it, were it not held.
    pub fn holding(&self, node: NodeId) -> Holding {
        let change = self.compared().change_released(node);
        Holding {
            node: self.world.mesh.node_name(node).clone(),
            held: self.world.mesh.node(node).held.as_deref().cloned(),
            declared: change != Change::New,
            change: (!self.refused.contains(&node)).then_some(change),
            difference: None,
        }
    }

    /// The held nodes among those that a plan is about, by name.
    pub fn held(&self, shown: &Shown) -> Vec<NodeId> {
        let concerns = |node: &NodeId| match shown {
            Shown::Named(nodes) => nodes.contains(node),
            Shown::All | Shown::None | Shown::Differing => true,
        };
        self.nodes().iter().copied().filter(|node| self.is_held(*node) && concerns(node)).collect()
    }

    /// The digest of the mesh: over all nodes by name, what each would be declared, and every refusal.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::default();
        for node in self.nodes() {
            digester.part(self.world.mesh.node_name(*node).as_str().as_bytes());
            digester.fixed(&self.digest_of(*node).map_or([0; 32], |digest| digest.0));
        }
        for refused in self.world.identities() {
            digester.part(refused.code.word().as_bytes());
            digester.part(refused.node.as_ref().map_or("", |node| node.as_str()).as_bytes());
            digester.part(refused.key.as_bytes());
            digester.part(refused.among.as_bytes());
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
        let mut counts = Counts { nodes: self.nodes().len(), removed: self.removed().len(), ..Counts::default() };
        for node in self.nodes() {
            if self.is_held(*node) {
                counts.held += 1;
                let differs = self.compared().change_released(*node) != Change::Unchanged;
                counts.kept_back += usize::from(differs && !self.refused.contains(node));
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
        self.nodes().iter().copied().filter(is_shown).collect()
    }

    /// The findings that concern what is shown.
    pub fn findings(&self, shown: &Shown) -> Vec<&'a Finding> {
        let concerns = |finding: &&Finding| match shown {
            Shown::Named(nodes) => finding.nodes().iter().any(|node| nodes.contains(node)),
            Shown::All | Shown::None | Shown::Differing => true,
        };
        self.world.resolution.findings().filter(concerns).collect()
    }

    /// The refusals that concern what is shown, remedies aside.
    pub fn refusals(&self, shown: &Shown) -> Vec<Refusal> {
        tell(self.world, self.findings(shown).into_iter())
    }

    /// A plan of what is shown, with what was found out for it.
    pub fn plan(&self, shown: &Shown, found: Found) -> Plan {
        let Found { nodes, refusals, warnings, holds, standings, files } = found;
        let named = matches!(shown, Shown::Named(_));
        Plan {
            digest: self.digest(),
            resolves: !self.findings(shown).into_iter().any(|finding| named || self.stops(finding)),
            mesh_resolves: !self.world.resolution.findings().any(|finding| self.stops(finding)),
            nodes,
            refusals,
            counts: self.counts(),
            warnings,
            holds,
            standings,
            now: self.world.now,
            files,
        }
    }

    /// What a plan shows, by name.
    pub fn entries(&self, shown: &Shown) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry<'a>> = self.shown(shown).into_iter().map(Entry::Node).collect();
        if matches!(shown, Shown::All | Shown::Differing) && self.removed().len() > 0 {
            entries.extend(self.removed().map(Entry::Gone));
            entries.sort_by_key(|entry| match entry {
                Entry::Node(node) => self.world.mesh.node_name(*node),
                Entry::Gone(last) => &last.name,
            });
        }
        entries
    }

    /// What there is to tell of nodes.
    pub fn told(&self) -> Told<'_> {
        let gives = self.gives.get_or_init(|| Gives::of(self.world, self.nodes()));
        let of_nodes = || {
            let own = |node: &NodeId| (*node, own(self.world, *node));
            self.nodes().iter().map(own).filter(|(_, own)| !own.is_empty()).collect()
        };
        Told::new(self.world, self.compared(), &self.refused, gives, self.own.get_or_init(of_nodes))
    }

    /// What one node runs, why, and what it takes and gives.
    pub fn planned(&self, entry: Entry<'_>) -> PlannedNode {
        self.told().planned(entry, &mut Outline::default())
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
        let stale = told.iter().filter(|take| !is_offered(take)).cloned();
        let mut stale: Vec<HeldTake> =
            stale.map(|take| HeldTake { there: mesh.node_id(&take.from).is_some(), ..take }).collect();
        stale.sort_by(|a, b| (&a.node, &a.provision).cmp(&(&b.node, &b.provision)));
        stale
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
