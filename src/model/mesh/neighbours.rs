//! Which nodes have to do with a node or a site: worked out once for all edits of a change, where one of them asks.

use foldhash::HashMap;

use super::Node;
use crate::model::catalogue::{NodeId, SiteId};

/// The nodes that are pinned to a node or stand at a site. Names those that do, and may name others that did.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    takers: Option<HashMap<NodeId, Vec<NodeId>>>,
    inhabitants: Option<HashMap<SiteId, Vec<NodeId>>>,
}

impl Neighbours {
    /// The nodes that may have a pin to a node that goes.
    pub(super) fn takers(&mut self, nodes: &[Node], gone: NodeId) -> Vec<NodeId> {
        let takers = self.takers.get_or_insert_with(|| {
            let pins = numbered(nodes).flat_map(|(id, node)| node.pins.iter().map(move |pin| (pin.provider, id)));
            grouped(pins)
        });
        takers.remove(&gone).unwrap_or_default()
    }

    /// The nodes that may stand at a site.
    pub(super) fn inhabitants(&mut self, nodes: &[Node], site: SiteId) -> Vec<NodeId> {
        let inhabitants = self
            .inhabitants
            .get_or_insert_with(|| grouped(numbered(nodes).filter_map(|(id, node)| Some((node.site?, id)))));
        inhabitants.get(&site).cloned().unwrap_or_default()
    }

    /// A node was pinned to another.
    pub(super) fn pinned(&mut self, taker: NodeId, provider: NodeId) {
        if let Some(takers) = &mut self.takers {
            takers.entry(provider).or_default().push(taker);
        }
    }

    /// A node was put at a site.
    pub(super) fn placed(&mut self, node: NodeId, site: Option<SiteId>) {
        if let (Some(inhabitants), Some(site)) = (&mut self.inhabitants, site) {
            inhabitants.entry(site).or_default().push(node);
        }
    }
}

fn numbered(nodes: &[Node]) -> impl Iterator<Item = (NodeId, &Node)> {
    nodes.iter().enumerate().map(|(id, node)| (id.into(), node))
}

fn grouped<K: Eq + std::hash::Hash>(pairs: impl Iterator<Item = (K, NodeId)>) -> HashMap<K, Vec<NodeId>> {
    let mut groups: HashMap<K, Vec<NodeId>> = HashMap::default();
    pairs.for_each(|(key, id)| groups.entry(key).or_default().push(id));
    groups
}
