//! A mesh as a picture: boxes and what leads from one to another, as few as can be looked at.
//!
//! A picture is the same for every language that draws one: [`dot`] and [`mermaid`] only write it down. The texts in
//! it have passed [`shown`], and what a language would take for its own is escaped by the language.

pub mod dot;
mod groups;
mod labels;
pub mod mermaid;
#[cfg(test)]
mod tests;

use crate::{
    model::{SiteName, text::shown},
    plan::{Graph, GraphEdge, GraphNode},
};
use groups::{Grouping, Level, Side};

/// A mesh as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// What is seen, and how to read it.
    title: Vec<String>,
    /// The sites, by name, each with its boxes; first what stands at none.
    places: Vec<(Option<String>, Vec<usize>)>,
    boxes: Vec<Shape>,
    arrows: Vec<Arrow>,
}

/// A box: a node, several that are alike, or an answer that is missing.
#[derive(Clone, Debug)]
struct Shape {
    /// What it is called.
    head: Vec<String>,
    lines: Vec<String>,
    look: Look,
}

/// What a box is; its words say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Plain,
    /// Beside what was asked for.
    Beside,
    Held,
    Refused,
    HeldAndRefused,
    /// No node: what should answer and does not.
    Missing,
}

/// What leads from who takes to who gives.
#[derive(Clone, Debug)]
struct Arrow {
    from: usize,
    to: usize,
    lines: Vec<String>,
    kind: Kind,
}

/// What an arrow is; its words say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// The mesh answers it so.
    Taken,
    /// A person decided it.
    Pinned,
    /// A pin that nothing requires.
    Idle,
    /// Required, and not answered.
    Missing,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Taken, Self::Pinned, Self::Idle, Self::Missing];
}

/// The picture of a graph: each node by itself where that can be looked at, else those together that are alike in ever
/// less.
pub fn picture(graph: &Graph) -> Picture {
    let mut grouping = Grouping::of(graph, Level::Each);
    for level in Level::ALL.into_iter().skip(1) {
        if grouping.is_readable() {
            break;
        }
        grouping = Grouping::of(graph, level);
    }
    drawn(graph, &grouping)
}

fn drawn(graph: &Graph, grouping: &Grouping<'_>) -> Picture {
    let mut picture = Picture { title: labels::title(graph, grouping.level), ..Picture::default() };
    for group in &grouping.groups {
        let nodes: Vec<&GraphNode> = group.nodes.iter().filter_map(|node| graph.nodes.get(*node)).collect();
        let head = labels::names(&nodes);
        let lines = labels::group(&nodes, grouping.level, group.side);
        picture.stand(site_of(&nodes), Shape { head, lines, look: look(&nodes, group.side) });
    }
    for bundle in &grouping.bundles {
        let size = grouping.groups.get(bundle.from).map_or(0, |group| group.nodes.len());
        let to = match bundle.to {
            Some(to) => to,
            None => {
                let (head, lines) = (vec!["?".to_owned()], labels::missing(&bundle.edges));
                picture.stand(None, Shape { head, lines, look: Look::Missing })
            }
        };
        let lines = labels::bundle(&bundle.edges, size);
        picture.arrows.push(Arrow { from: bundle.from, to, lines, kind: bundle.kind });
    }
    picture.places.sort();
    picture
}

impl Picture {
    /// Puts a box at its place, and says which one it is.
    fn stand(&mut self, site: Option<&SiteName>, shape: Shape) -> usize {
        let name = site.map(|site| shown(site.as_str()));
        let at = self.boxes.len();
        self.boxes.push(shape);
        match self.places.iter_mut().find(|(place, _)| *place == name) {
            Some((_, boxes)) => boxes.push(at),
            None => self.places.push((name, vec![at])),
        }
        at
    }
}

/// The site at which all of these stand.
fn site_of<'g>(nodes: &[&'g GraphNode]) -> Option<&'g SiteName> {
    let (first, rest) = nodes.split_first()?;
    first.site.as_ref().filter(|site| rest.iter().all(|node| node.site.as_ref() == Some(site)))
}

/// What a box of nodes is. As who gives alone, a node is neither held nor refused: it is so where it takes.
fn look(nodes: &[&GraphNode], side: Side) -> Look {
    if side == Side::Gives {
        return Look::Plain;
    }
    let is_held = nodes.iter().any(|node| node.held.is_some());
    let is_refused = nodes.iter().any(|node| !node.refusals.is_empty());
    match (is_held, is_refused) {
        (true, true) => Look::HeldAndRefused,
        (true, false) => Look::Held,
        (false, true) => Look::Refused,
        (false, false) if nodes.iter().all(|node| !node.asked) => Look::Beside,
        (false, false) => Look::Plain,
    }
}

fn kind(edge: &GraphEdge) -> Kind {
    match edge {
        _ if edge.refusal.is_some() => Kind::Missing,
        _ if edge.idle => Kind::Idle,
        _ if edge.pinned => Kind::Pinned,
        _ => Kind::Taken,
    }
}
