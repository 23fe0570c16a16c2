//! A push in words.

use super::{
    style::Style,
    words::{NODES, by, count, more, some},
};
use crate::{
    model::{Hold, NodeName},
    plan::{Change, HeldTake, Holding},
};

/// What a push declared.
#[derive(Clone, Debug, Default)]
pub struct Pushed {
    /// The newest generation; `None` before the first.
    pub generation: Option<i64>,
    /// The nodes that were declared, by name.
    pub declared: Vec<NodeName>,
    /// The nodes that are gone, by name.
    pub removed: Vec<NodeName>,
    /// The nodes that are held, by name, and how each would be declared; counted nowhere else.
    pub held: Vec<Holding>,
    /// How many nodes had nothing new to be told.
    pub unchanged: usize,
    /// What held nodes were told to take and is not offered any more.
    pub warnings: Vec<HeldTake>,
}

/// The text of a push.
pub fn pushed(pushed: &Pushed, style: &Style) -> String {
    let mut lines = Vec::new();
    let mut line = |text: &str| lines.extend(style.wrapped("", "  ", text));
    line(&outcome(pushed));
    if !pushed.declared.is_empty() {
        line(&format!("declared: {}", names(&pushed.declared)));
    }
    if !pushed.removed.is_empty() {
        line(&format!("gone: {}", names(&pushed.removed)));
    }
    if pushed.unchanged > 0 {
        line(&format!("unchanged: {}", count(pushed.unchanged, "node")));
    }
    holds(pushed.held.iter().filter_map(held)).iter().for_each(|told| line(told));
    stale_takes(&pushed.warnings).iter().for_each(|told| line(told));
    if !pushed.declared.is_empty() || !pushed.removed.is_empty() {
        line("declaring is all it does: machines follow by what reads their declarations");
    }
    lines.push(String::new());
    lines.join("\n")
}

fn outcome(pushed: &Pushed) -> String {
    let is_kept_back = |one: &Holding| one.change != Some(Change::Unchanged);
    match pushed.generation {
        Some(generation) if !(pushed.declared.is_empty() && pushed.removed.is_empty()) => {
            format!("generation {generation}")
        }
        Some(generation) if pushed.held.iter().any(is_kept_back) => {
            format!("nothing to declare: but for what is held, generation {generation} says it all")
        }
        Some(generation) => format!("nothing to declare: generation {generation} says it all"),
        None if pushed.held.is_empty() => "nothing to declare: the mesh has no nodes yet".to_owned(),
        None => "nothing to declare: every node of the mesh is held".to_owned(),
    }
}

fn names(nodes: &[NodeName]) -> String {
    some(&nodes.iter().map(NodeName::as_str).collect::<Vec<_>>(), NODES)
}

/// A hold as every view names it; `None` where the node is held no longer.
pub fn held(one: &Holding) -> Option<String> {
    Some(hold(&one.node, one.held.as_ref()?, one.declared))
}

/// A hold as every view names it: on a node that has a last declaration, or that never was declared.
pub fn hold(node: &NodeName, hold: &Hold, declared: bool) -> String {
    let told = if declared { "keeps its last declaration" } else { "gets no declaration" };
    let why = if hold.message.is_empty() { String::new() } else { format!(": {}", hold.message) };
    format!("held: {node} {told}, by {} since {}{why}", by(&hold.by), hold.at)
}

/// How many held nodes are told of one by one: every one of them may be held.
pub(super) const HELD: usize = 10;

/// The first of the holds as they are told, and how many there are beside them.
pub(super) fn holds(all: impl Iterator<Item = String>) -> Vec<String> {
    first(all.collect(), " that are held")
}

/// The first of the takes that nothing answers any more, and how many there are beside them.
pub(super) fn stale_takes(takes: &[HeldTake]) -> Vec<String> {
    first(takes.iter().map(|take| format!("warning: {}", stale(take))).collect(), " like these")
}

fn first(mut told: Vec<String>, what: &str) -> Vec<String> {
    let untold = told.len().saturating_sub(HELD);
    told.truncate(HELD);
    told.extend((untold > 0).then(|| more(untold, what)));
    told
}

/// A take of a held node that nothing answers any more.
fn stale(take: &HeldTake) -> String {
    let HeldTake { node, provision, from, there } = take;
    let now = if *there { "which does not offer it any more" } else { "and no node is called that any more" };
    format!("{node} is held and was told to take {provision} from {from}, {now}")
}
