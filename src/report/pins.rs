//! Pins as a table, and for programs.

use serde::Serialize;

use super::{
    tables::Table,
    words::{self, list},
};
use crate::{
    model::{Author, NodeName, ProvisionName},
    plan::StandingPin,
};

/// A pin with who made it.
#[derive(Clone, Debug, Serialize)]
pub struct ToldPin {
    /// The pin.
    #[serde(flatten)]
    pub pin: StandingPin,
    /// Who made it; `None` where the record of changes does not say.
    pub by: Option<Author>,
}

/// Which node takes what from where, since when, by whom, and whether it still matters.
pub fn pins(pins: &[ToldPin]) -> Table {
    let mut table = Table::new(["node", "provision", "from", "since", "by", "state"]);
    for ToldPin { pin, by } in pins {
        table.row([
            pin.node.to_string(),
            pin.provision.to_string(),
            pin.from.to_string(),
            pin.at.to_string(),
            by.as_ref().map_or_else(|| "-".to_owned(), |author| words::by(&author.person)),
            state(pin),
        ]);
    }
    table
}

/// That pins went with the node that they named: decisions of a person, of which they should hear.
pub fn gone(nodes: &[&str], from: &NodeName, provision: &ProvisionName) -> String {
    let (was, is) = if nodes.len() == 1 { ("was", "is") } else { ("were", "are") };
    format!("{} {was} pinned to {from} for {provision}, and {is} no longer", words::some(nodes, words::NODES))
}

fn state(pin: &StandingPin) -> String {
    let from = &pin.from;
    let by = list(&pin.wanted_for.iter().map(ToString::to_string).collect::<Vec<_>>());
    match (pin.idle, pin.stale) {
        (true, true) => format!("idle and stale: nothing requires it, and {from} does not offer it"),
        (true, false) => "idle: nothing requires it".to_owned(),
        (false, true) => format!("stale: {from} does not offer it to {by}"),
        (false, false) if pin.decides => format!("decides for {by}"),
        (false, false) => format!("answers {by}, as the mesh would without it"),
    }
}
