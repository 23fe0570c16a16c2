//! Which nodes share a box, so that a mesh of any size can be looked at.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;

use super::{Kind, kind};
use crate::{
    model::{NodeName, ProvisionName, SiteName},
    plan::{Graph, GraphEdge, GraphModule},
    resolver::Code,
};

/// The most boxes and arrows that are looked at where each node has a box of its own.
const FEW: (usize, usize) = (30, 60);
/// The most boxes and arrows that are looked at.
const MANY: (usize, usize) = (60, 50);

/// In what the nodes of a box are alike, from most to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// A box is a node.
    Each,
    /// In everything: site, modules, from whom and to whom.
    Alike,
    /// In their site, and in what they take and give.
    Roles,
    /// In their site, and in what they give.
    Gives,
    /// Those that take in their site, those that give in what they give.
    Sites,
    /// Those that give in what they give; those that take are together.
    Mesh,
    /// Those that give are together too.
    Halves,
}

/// As what a node stands in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// As itself.
    Whole,
    /// As one that takes.
    Takes,
    /// As one that gives; it takes in another box.
    Gives,
}

/// Nodes that share a box.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) side: Side,
    /// Their places in the graph.
    pub(super) nodes: Vec<usize>,
}

/// What leads from a box to another, as one arrow.
#[derive(Debug)]
pub(super) struct Bundle<'g> {
    pub(super) from: usize,
    /// `None` where what should answer is missing.
    pub(super) to: Option<usize>,
    pub(super) kind: Kind,
    pub(super) edges: Vec<&'g GraphEdge>,
}

/// A graph with its nodes in boxes.
#[derive(Debug)]
pub(super) struct Grouping<'g> {
    pub(super) level: Level,
    pub(super) groups: Vec<Group>,
    pub(super) bundles: Vec<Bundle<'g>>,
}

/// Something in which nodes may be alike.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Trait<'g> {
    Itself(usize),
    Site(Option<&'g SiteName>),
    Asked(bool),
    Held(bool),
    Refused(bool),
    Refusal(Code),
    Module(&'g GraphModule),
    Takes(&'g ProvisionName, Option<(Option<&'g NodeName>, Kind)>),
    Gives(&'g ProvisionName, Option<&'g NodeName>),
    GivesSomething,
}

impl Level {
    pub(super) const ALL: [Self; 7] =
        [Self::Each, Self::Alike, Self::Roles, Self::Gives, Self::Sites, Self::Mesh, Self::Halves];

    /// Whether a node stands in one box as who takes and in another as who gives.
    pub(super) fn is_halved(self) -> bool {
        self >= Self::Sites
    }
}

impl<'g> Grouping<'g> {
    pub(super) fn of(graph: &'g Graph, level: Level) -> Self {
        let places: HashMap<&NodeName, usize> =
            graph.nodes.iter().enumerate().map(|(at, node)| (&node.node, at)).collect();
        let traits = traits(graph, level, &places);
        let mut boxes: IndexMap<(Side, Vec<Trait<'g>>), Vec<usize>> = IndexMap::new();
        let (mut taking, mut giving) = (Vec::new(), Vec::new());
        for (at, Traits { takes, gives }) in traits.into_iter().enumerate() {
            let mut join = |side, alike: Vec<Trait<'g>>| {
                let entry = boxes.entry((side, alike));
                let group = entry.index();
                entry.or_default().push(at);
                group
            };
            let whole = join(if level.is_halved() { Side::Takes } else { Side::Whole }, takes);
            taking.push(whole);
            giving.push(gives.map_or(whole, |gives| join(Side::Gives, gives)));
        }
        let groups = boxes.into_iter().map(|((side, _), nodes)| Group { side, nodes }).collect();
        let mut bundles: BTreeMap<(usize, Option<usize>, Kind), Vec<&GraphEdge>> = BTreeMap::new();
        for edge in &graph.edges {
            let place = |name: &NodeName| places.get(name).copied();
            let Some(from) = place(&edge.node).and_then(|at| taking.get(at).copied()) else { continue };
            // What is missing has no box in the graph: one is drawn for it.
            let to = edge.from.as_ref().filter(|_| edge.refusal.is_none());
            let to = to.and_then(place).and_then(|at| giving.get(at).copied());
            bundles.entry((from, to, kind(edge))).or_default().push(edge);
        }
        Self { level, groups, bundles: bundled(bundles) }
    }

    /// Whether a person can look at it.
    pub(super) fn is_readable(&self) -> bool {
        let (boxes, arrows) = if self.level == Level::Each { FEW } else { MANY };
        let missing = self.bundles.iter().filter(|bundle| bundle.to.is_none()).count();
        self.groups.len() + missing <= boxes && self.bundles.len() <= arrows
    }
}

/// What is taken and what is pinned from one box to another is one arrow, a pin where one is among it.
fn bundled(bundles: BTreeMap<(usize, Option<usize>, Kind), Vec<&GraphEdge>>) -> Vec<Bundle<'_>> {
    let mut joined: Vec<Bundle<'_>> = Vec::new();
    for ((from, to, kind), edges) in bundles {
        match joined.last_mut() {
            Some(last) if (last.from, last.to, last.kind, kind) == (from, to, Kind::Taken, Kind::Pinned) => {
                last.kind = kind;
                last.edges.extend(edges);
            }
            Some(_) | None => joined.push(Bundle { from, to, kind, edges }),
        }
    }
    joined
}

/// In what a node is alike with others, as who takes and, where that is another box, as who gives.
struct Traits<'g> {
    takes: Vec<Trait<'g>>,
    gives: Option<Vec<Trait<'g>>>,
}

fn traits<'g>(graph: &'g Graph, level: Level, places: &HashMap<&NodeName, usize>) -> Vec<Traits<'g>> {
    let (mut takes, mut gives): (Vec<Vec<Trait<'g>>>, Vec<Vec<Trait<'g>>>) = Default::default();
    takes.resize_with(graph.nodes.len(), Vec::new);
    gives.resize_with(graph.nodes.len(), Vec::new);
    for edge in &graph.edges {
        let wholly = level <= Level::Alike;
        if let Some(traits) = places.get(&edge.node).and_then(|at| takes.get_mut(*at)) {
            traits.push(Trait::Takes(&edge.provision, wholly.then(|| (edge.from.as_ref(), kind(edge)))));
        }
        let from = edge.from.as_ref().filter(|_| edge.refusal.is_none());
        if let Some(traits) = from.and_then(|from| places.get(from)).and_then(|at| gives.get_mut(*at)) {
            traits.push(if level == Level::Halves {
                Trait::GivesSomething
            } else {
                Trait::Gives(&edge.provision, wholly.then_some(&edge.node))
            });
        }
    }
    let each = takes.into_iter().zip(gives).enumerate();
    each.map(|(at, (takes, gives))| of_node(graph, level, at, takes, distinct(gives))).collect()
}

fn of_node<'g>(graph: &'g Graph, level: Level, at: usize, takes: Vec<Trait<'g>>, gives: Vec<Trait<'g>>) -> Traits<'g> {
    let Some(node) = graph.nodes.get(at) else { return Traits { takes, gives: None } };
    let mut own = vec![Trait::Asked(node.asked), Trait::Held(node.held.is_some())];
    if level < Level::Halves {
        own.extend(node.refusals.iter().map(|code| Trait::Refusal(*code)));
    } else {
        own.push(Trait::Refused(!node.refusals.is_empty()));
    }
    let site = Trait::Site(node.site.as_ref());
    match level {
        Level::Each => own.push(Trait::Itself(at)),
        Level::Alike => {
            own.push(site);
            own.extend(node.modules.iter().map(Trait::Module));
            own.extend(takes.into_iter().chain(gives));
        }
        Level::Roles => {
            own.push(site);
            own.extend(distinct(takes).into_iter().chain(gives));
        }
        Level::Gives => {
            own.push(site);
            own.extend(gives);
        }
        Level::Sites | Level::Mesh | Level::Halves => {
            if level == Level::Sites {
                own.push(site);
            }
            return Traits { takes: own, gives: (!gives.is_empty()).then_some(gives) };
        }
    }
    Traits { takes: own, gives: None }
}

/// What is taken and given, each once and in order.
fn distinct(mut traits: Vec<Trait<'_>>) -> Vec<Trait<'_>> {
    traits.sort_unstable();
    traits.dedup();
    traits
}
