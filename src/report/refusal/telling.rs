//! What a story says, before it is laid out.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use super::{
    claim, moved, needs,
    pin::{self, Pinned},
    reflects,
    requirement::{self, Wanted},
    resource, reviewed, used,
};
use crate::{
    model::{ModuleName, Moment, NodeName, ProvisionName},
    report::words::{NODES, some},
    resolver::{Party, Refusal, Subject},
};

/// How many nodes are named within a sentence; more are named on a line of their own.
const INLINE: usize = 3;

/// The refusals of one story: those of one node (several only for what two modules both put there), and all the
/// nodes of which the same is to be said.
pub(super) struct Case<'a> {
    /// The first refusal.
    pub(super) refusal: &'a Refusal,
    /// The refusals of its node, itself among them.
    pub(super) refusals: Vec<&'a Refusal>,
    /// Every node of the story; none over a site, the mesh or the catalogue.
    pub(super) nodes: Vec<&'a NodeName>,
    /// When the pins of the story were made, the earliest and the latest.
    pub(super) pinned: Option<(Moment, Moment)>,
}

/// A step of a chain.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// The node that it is on.
    Node(NodeName),
    /// A module, and the requirement that brings it in.
    Module(ModuleName, Option<ProvisionName>),
}

/// What was said on the page already, and is not said again.
#[derive(Default)]
pub(super) struct Memory {
    /// Chains and all that they begin with: each step by the one before it, 0 before the first.
    pub(super) chains: HashMap<(usize, Step), usize>,
    /// Rules.
    pub(super) rules: HashSet<String>,
    /// Whether the refused command takes away every assignment that it does not say.
    pub(super) prunes: bool,
}

/// The words of a story. Names are in it as they are: the layout makes them fit to be seen.
#[derive(Default)]
pub(super) struct Telling {
    /// What is refused.
    pub(super) headline: String,
    /// Names and places that the headline has no room for.
    pub(super) details: Vec<String>,
    /// From the operator's act to the obstacle; the last one is the rule.
    pub(super) because: Vec<String>,
    /// What would answer, and what is to be said of it.
    pub(super) rows: Vec<Answer>,
    /// What would have to change where no command settles it.
    pub(super) without: String,
    /// Whether commands would settle it, and there are too many to print.
    pub(super) many: bool,
}

/// What would answer, or would not do.
pub(super) struct Answer {
    /// What it is.
    pub(super) what: String,
    /// What is to be said of it.
    pub(super) said: String,
    /// Whether it would do.
    pub(super) would: bool,
}

impl<'a> Case<'a> {
    /// The case of one refusal.
    pub(super) fn single(refusal: &'a Refusal) -> Self {
        Self::of(refusal, &[vec![refusal]])
    }

    /// The case of the refusals of several nodes, those of the first one told; `None` of no refusals.
    pub(super) fn new(bundles: &[Vec<&'a Refusal>]) -> Option<Self> {
        Some(Self::of(bundles.first()?.first()?, bundles))
    }

    fn of(refusal: &'a Refusal, bundles: &[Vec<&'a Refusal>]) -> Self {
        let mut nodes: Vec<&NodeName> = bundles.iter().flatten().filter_map(|refusal| refusal.node.as_ref()).collect();
        nodes.dedup();
        let moments = || bundles.iter().flatten().filter_map(|refusal| pinned_at(refusal));
        let pinned = moments().min().zip(moments().max());
        Self { refusal, refusals: bundles.first().cloned().unwrap_or_default(), nodes, pinned }
    }

    /// The parties, who was asked for now last: it is the newcomer.
    pub(super) fn parties(&self) -> Vec<&'a Party> {
        let all = || self.refusal.parties.iter();
        all().filter(|party| !party.asked).chain(all().filter(|party| party.asked)).collect()
    }

    /// Whether the story is about more nodes than one.
    pub(super) fn is_many(&self) -> bool {
        self.nodes.len() > 1
    }

    /// Whether a node is the one that the first refusal is about.
    pub(super) fn is_own(&self, node: &NodeName) -> bool {
        self.nodes.first().is_some_and(|first| *first == node)
    }

    /// Where it is: the names, or how many where they stand below.
    pub(super) fn place(&self) -> String {
        match self.nodes.len() {
            0 => "the mesh".to_owned(),
            1..=INLINE => self.names(),
            many => format!("each of {many} nodes"),
        }
    }

    /// A node of the story, where one is spoken of: itself, or each.
    pub(super) fn one(&self) -> String {
        match self.nodes.as_slice() {
            [node] => node.to_string(),
            _ => "each".to_owned(),
        }
    }

    /// A node as it is spoken of in this story.
    pub(super) fn node(&self, node: &NodeName) -> String {
        if self.is_own(node) { self.one() } else { node.to_string() }
    }

    fn names(&self) -> String {
        some(&self.nodes.iter().map(|node| node.as_str()).collect::<Vec<_>>(), NODES)
    }
}

fn pinned_at(refusal: &Refusal) -> Option<Moment> {
    if let Subject::Pin { pinned_at, .. } = &refusal.subject { *pinned_at } else { None }
}

impl Memory {
    /// A step that follows another, and whether it was said already.
    pub(super) fn step(&mut self, after: usize, step: Step) -> (usize, bool) {
        let next = self.chains.len() + 1;
        match self.chains.entry((after, step)) {
            Entry::Occupied(known) => (*known.get(), true),
            Entry::Vacant(new) => (*new.insert(next), false),
        }
    }

    /// A rule, where the page does not have it yet.
    pub(super) fn rule(&mut self, rule: String) -> Option<String> {
        self.rules.insert(rule.clone()).then_some(rule)
    }
}

/// The words of a story, by what it is about.
pub(super) fn tell(case: &Case<'_>, memory: &mut Memory) -> Telling {
    let mut telling = match &case.refusal.subject {
        Subject::Claim { claim, scope, site } => claim::tell(case, claim, *scope, site.as_ref(), memory),
        Subject::Resource { .. } => resource::tell(case, memory),
        Subject::Requirement { requirement, by, itself, why } => {
            requirement::tell(case, &Wanted::new(requirement, by, *itself), why, memory)
        }
        Subject::Pin { requirement, by, from, runs, leaving, stays, itself, pinned_at: _ } => {
            let answers = Pinned { from, runs, leaving, stays };
            pin::tell(case, &Wanted::new(requirement, by, *itself), &answers, memory)
        }
        Subject::Moved { requirement, by, from, from_module, to, to_module } => {
            moved::tell(case, requirement, by, (from, from_module), (to, to_module), memory)
        }
        Subject::Needs { module, unmet } => needs::tell(case, module, unmet, memory),
        Subject::Reflects { resource, reflects } => reflects::tell(case, resource, reflects, memory),
        Subject::BroughtIn { module } => used::brought_in(case, module, memory),
        Subject::ModuleInUse { module } => used::module_in_use(case, module),
        Subject::SiteInUse { site } => used::site_in_use(case, site),
        Subject::Reviewed { expected, found, between } => reviewed::tell(expected, found, between.as_deref()),
    };
    if case.nodes.len() > INLINE {
        telling.details.insert(0, case.names());
    }
    telling
}
