//! The words in a picture, short enough to be read in it.

use std::{cmp::Ordering, collections::BTreeMap};

use super::groups::{Level, Side};
use crate::{
    model::{ProvisionName, text::shown},
    plan::{Graph, GraphEdge, GraphNode},
    report::words::{by, count, plural},
    resolver::Fault,
};

/// How wide a line is that lists names.
const WIDTH: usize = 30;
/// How many lines a list of names has.
const LINES: usize = 4;
/// How many nodes of a box are named.
const NAMES: usize = 4;

/// What is seen, and how to read it.
pub(super) fn title(graph: &Graph, level: Level) -> Vec<String> {
    let asked: Vec<&GraphNode> = graph.nodes.iter().filter(|node| node.asked).collect();
    let sites = match sites(&asked) {
        0 => String::new(),
        sites => format!(" at {}", count(sites, "site")),
    };
    let beside = match graph.nodes.len() - asked.len() {
        0 => String::new(),
        others => format!(", and {} beside {}", others, if asked.len() == 1 { "it" } else { "them" }),
    };
    let alike = match level {
        Level::Each => "",
        Level::Alike => "Nodes that are alike share a box.",
        Level::Roles => "Nodes of a site that take the same and give the same share a box.",
        Level::Gives => "Nodes of a site that give the same share a box.",
        Level::Sites => {
            "A site is a box; on its right is each node once more that gives, and those that give the same."
        }
        Level::Mesh => "On the right is each node once more that gives, and those that give the same.",
        Level::Halves => "On the right are those once more that give.",
    };
    let mut title = vec![format!("{}{sites}{beside}.", count(asked.len(), "node"))];
    title.push("An arrow leads from the node that takes to the node that gives.".to_owned());
    title.extend((!alike.is_empty()).then(|| alike.to_owned()));
    title
}

fn sites(nodes: &[&GraphNode]) -> usize {
    let mut sites: Vec<_> = nodes.iter().filter_map(|node| node.site.as_ref()).collect();
    sites.sort_unstable();
    sites.dedup();
    sites.len()
}

/// What stands in the box of some nodes, beneath their names.
pub(super) fn group(nodes: &[&GraphNode], level: Level, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if nodes.len() > NAMES {
        let sites = Some(sites(nodes)).filter(|sites| *sites > 1);
        let place = sites.map(|sites| format!(" at {}", count(sites, "site"))).unwrap_or_default();
        lines.push(format!("{}{place}", count(nodes.len(), "node")));
    }
    if level <= Level::Alike
        && let Some(node) = nodes.first()
    {
        let modules: Vec<String> = node.modules.iter().map(|module| shown(module.name.as_str())).collect();
        lines.extend(listed(&modules));
    }
    if side != Side::Gives {
        lines.extend(marks(nodes));
    }
    lines
}

/// The names of some nodes: all of a few, of many the first and the last.
pub(super) fn names(nodes: &[&GraphNode]) -> Vec<String> {
    let mut names: Vec<&str> = nodes.iter().map(|node| node.node.as_str()).collect();
    names.sort_by(|a, b| by_number(a, b));
    match names.as_slice() {
        [first, .., last] if names.len() > NAMES => vec![format!("{} … {}", shown(first), shown(last))],
        few => listed(&few.iter().map(|name| shown(name)).collect::<Vec<_>>()),
    }
}

/// `web9` before `web10`.
fn by_number(a: &str, b: &str) -> Ordering {
    let stem = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let parts = |name: &str| name.split_at(stem(name)).0.to_owned();
    let number = |name: &str| name.get(stem(name)..).map(|digits| digits.trim_start_matches('0').to_owned());
    let length = |name: &str| number(name).map(|digits| digits.len());
    parts(a)
        .cmp(&parts(b))
        .then_with(|| length(a).cmp(&length(b)))
        .then_with(|| number(a).cmp(&number(b)))
        .then_with(|| a.cmp(b))
}

/// That nodes are held or refused, in words.
fn marks(nodes: &[&GraphNode]) -> Vec<String> {
    let mut marks = Vec::new();
    let held: Vec<_> = nodes.iter().filter_map(|node| node.held.as_ref()).collect();
    marks.extend(match held.as_slice() {
        [] => None,
        [hold] if nodes.len() == 1 => Some(format!("held by {}", shown(&by(&hold.by)))),
        [_, ..] => Some("held".to_owned()),
    });
    let mut codes: Vec<_> = nodes.iter().flat_map(|node| &node.refusals).collect();
    codes.sort_unstable();
    codes.dedup();
    if !codes.is_empty() {
        let codes: Vec<String> = codes.into_iter().map(|code| code.word().to_owned()).collect();
        let (first, rest) = codes.split_at(1);
        let first = first.iter().map(|code| format!("refused: {code}"));
        marks.extend(listed(&first.chain(rest.iter().cloned()).collect::<Vec<_>>()));
    }
    marks
}

/// What stands on an arrow away from a box of so many nodes.
pub(super) fn bundle(edges: &[&GraphEdge], size: usize) -> Vec<String> {
    let entries: Vec<String> = by_provision(edges)
        .into_iter()
        .map(|(provision, edges)| {
            let marks = marked(&edges, size);
            let provision = shown(provision.as_str());
            if marks.is_empty() { provision } else { format!("{provision} ({})", marks.join(", ")) }
        })
        .collect();
    listed(&entries)
}

fn by_provision<'g>(edges: &[&'g GraphEdge]) -> BTreeMap<&'g ProvisionName, Vec<&'g GraphEdge>> {
    let mut provisions: BTreeMap<&ProvisionName, Vec<&GraphEdge>> = BTreeMap::new();
    for edge in edges {
        provisions.entry(&edge.provision).or_default().push(edge);
    }
    provisions
}

/// How many of a box take it, and of those by a pin; nothing where it goes without saying.
fn marked(edges: &[&GraphEdge], size: usize) -> Vec<String> {
    let pins = edges.iter().filter(|edge| edge.pinned).count();
    let mut marks = Vec::new();
    if edges.len() != size {
        marks.push(format!("{} of {size}", edges.len()));
    }
    marks.extend(match pins {
        0 => None,
        all if all == edges.len() => Some(plural(all, "pin")),
        some => Some(format!("{some} {}", plural(some, "pin"))),
    });
    if edges.iter().all(|edge| edge.idle) {
        marks.push("idle".to_owned());
    }
    if edges.iter().all(|edge| edge.idle && edge.stale) {
        marks.push("not offered".to_owned());
    }
    marks
}

/// What stands where an answer is missing: why it is.
pub(super) fn missing(edges: &[&GraphEdge]) -> Vec<String> {
    let provisions = by_provision(edges);
    let alone = provisions.len() == 1;
    let mut whys = Vec::new();
    for (provision, edges) in provisions {
        let provision = shown(provision.as_str());
        let whys_of = edges.iter().filter_map(|edge| why_missing(edge));
        whys.extend(whys_of.map(|why| if alone { why } else { format!("{provision}: {why}") }));
    }
    whys.sort();
    whys.dedup();
    let more = whys.len().saturating_sub(LINES);
    whys.truncate(LINES);
    whys.extend((more > 0).then(|| format!("and {more} more")));
    whys
}

fn why_missing(edge: &GraphEdge) -> Option<String> {
    Some(match edge.refusal? {
        Fault::NoProvider => "no module provides it there".to_owned(),
        Fault::ChooseModule => "several modules provide it".to_owned(),
        Fault::NoNode => "no other node in reach offers it".to_owned(),
        Fault::ChooseNode => "several nodes offer it".to_owned(),
        Fault::Pin(_) => format!("pinned to {}, which does not answer it", shown(edge.from.as_ref()?.as_str())),
    })
}

/// Entries with commas between, in lines; what is too much is counted.
fn listed(entries: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let entry = if at + 1 < entries.len() { format!("{entry},") } else { entry.clone() };
        let full = lines.len() == LINES;
        match lines.last_mut().filter(|line| line.chars().count() + entry.chars().count() <= WIDTH) {
            Some(line) => line.push_str(&format!(" {entry}")),
            None if full => {
                lines.push(format!("and {} more", entries.len() - at));
                break;
            }
            None => lines.push(entry),
        }
    }
    lines
}
