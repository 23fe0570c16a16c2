//! What a node runs, takes and gives, a row each, marked where that differs from what it was last told.

use std::collections::{BTreeMap, BTreeSet};

use super::names;
use crate::{
    model::{ModuleName, NodeName, ProvisionName},
    plan::{
        Change, Difference, ModuleChange, PlannedGive, PlannedModule, PlannedNode, PlannedOwn, PlannedTake, Restart,
        TakeChange,
    },
    report::{
        change::only_for,
        differences,
        rows::Row,
        style::{Ink, Style},
    },
};

/// How what is told of a node differs from what it was last told.
pub(super) struct Marks<'a> {
    new: bool,
    /// Nothing is declared of a refused node: what it was told stands.
    refused: bool,
    gained: BTreeSet<&'a ModuleName>,
    changed: BTreeSet<&'a ModuleName>,
    changes: BTreeMap<&'a ModuleName, &'a ModuleChange>,
    takes: BTreeSet<(&'a ProvisionName, &'a NodeName)>,
    other_takes: BTreeSet<(&'a ProvisionName, &'a NodeName)>,
    take_changes: BTreeMap<(&'a ProvisionName, &'a NodeName), &'a TakeChange>,
}

impl<'a> Marks<'a> {
    pub(super) fn of(node: &'a PlannedNode) -> Self {
        let difference = node.difference.as_ref();
        Self {
            new: node.change == Some(Change::New),
            refused: node.change.is_none(),
            gained: difference.iter().flat_map(|d| &d.gained).collect(),
            changed: difference.iter().flat_map(|d| &d.changed).collect(),
            changes: difference.iter().flat_map(|d| &d.module_changes).map(|c| (&c.module, c)).collect(),
            take_changes: difference
                .iter()
                .flat_map(|d| &d.take_changes)
                .map(|c| ((&c.provision, &c.from), c))
                .collect(),
            takes: difference.iter().flat_map(|d| &d.takes_gained).map(|(name, from)| (name, from)).collect(),
            other_takes: difference.iter().flat_map(|d| &d.takes_changed).map(|(name, from)| (name, from)).collect(),
        }
    }

    pub(super) fn rows(&self, node: &PlannedNode, style: &Style) -> Vec<Row> {
        let row = |mark: char, entry: String, said: String| Row {
            entry: format!("{mark} {}", style.shown(&entry)),
            said,
            ink: ink(mark),
        };
        let mut rows: Vec<Row> = Vec::new();
        rows.extend(node.modules.iter().map(|m| row(self.module(m), titled(m), self.why(m))));
        let difference = node.difference.as_ref();
        let lost = difference.iter().flat_map(|d| &d.lost);
        rows.extend(lost.map(|module| row('-', module.to_string(), "no longer".to_owned())));
        rows.extend(node.takes.iter().map(|t| row(self.take(t), format!("takes {}", t.provision), self.source(t))));
        let lost = difference.iter().flat_map(|d| &d.takes_lost);
        rows.extend(lost.map(|(name, from)| row('-', format!("takes {name}"), self.no_longer(from))));
        rows.extend(
            node.own.iter().map(|own| row(' ', format!("answers {}", own.provision), answered(&node.node, own))),
        );
        rows.extend(node.gives.iter().map(|give| row(' ', format!("gives {}", give.provision), takers(give))));
        let machine = difference.filter(|d| d.machine);
        rows.extend(machine.map(|d| row('~', "machine".to_owned(), differences::machine(&d.machine_changes))));
        let restarts = difference.iter().flat_map(|d| &d.restarts);
        rows.extend(restarts.map(|r| row('~', "restarts".to_owned(), restarted(r))));
        rows
    }

    fn module(&self, module: &PlannedModule) -> char {
        match &module.name {
            name if self.new || self.gained.contains(name) => '+',
            name if self.changed.contains(name) => '~',
            _ => ' ',
        }
    }

    fn why(&self, module: &PlannedModule) -> String {
        let change = self.changes.get(&module.name).map(|change| differences::module(change));
        [Some(why(module)), change].into_iter().flatten().filter(|said| !said.is_empty()).collect::<Vec<_>>().join("; ")
    }

    fn source(&self, take: &PlannedTake) -> String {
        let change = self.take_changes.get(&(&take.provision, &take.from)).map(|change| differences::take(change));
        [Some(source(take)), change]
            .into_iter()
            .flatten()
            .filter(|said| !said.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn no_longer(&self, from: &NodeName) -> String {
        if self.refused { format!("was told to, from {from}") } else { format!("no longer from {from}") }
    }

    fn take(&self, take: &PlannedTake) -> char {
        match (&take.provision, &take.from) {
            take if self.new || self.takes.contains(&take) => '+',
            take if self.other_takes.contains(&take) => '~',
            _ => ' ',
        }
    }
}

/// Whether anything is marked.
pub(super) const fn marks(difference: &Difference) -> bool {
    let Difference { gained, lost, changed, takes_gained, takes_lost, takes_changed, machine, .. } = difference;
    *machine
        || !(gained.is_empty()
            && lost.is_empty()
            && changed.is_empty()
            && takes_gained.is_empty()
            && takes_lost.is_empty()
            && takes_changed.is_empty())
}

const fn ink(mark: char) -> Ink {
    match mark {
        '+' => Ink::Yes,
        '-' => Ink::No,
        '~' => Ink::Look,
        _ => Ink::Plain,
    }
}

fn titled(module: &PlannedModule) -> String {
    let version = module.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    format!("{}{version}", module.name)
}

fn why(module: &PlannedModule) -> String {
    match (module.assigned, module.wanted_for.is_empty()) {
        (true, true) => "assigned".to_owned(),
        (true, false) => format!("assigned; {}", only_for(&module.wanted_for)),
        (false, _) => format!("brought in: {}", only_for(&module.wanted_for)),
    }
}

fn source(take: &PlannedTake) -> String {
    let how = if take.pinned { "by a pin" } else { "the only one" };
    format!("from {} ({}), {how}, for {}", take.from, take.module, names(&take.wanted_for))
}

/// `by postgres on db1 itself, for webapp`
fn answered(node: &NodeName, own: &PlannedOwn) -> String {
    let how = if own.pinned { ", by a pin" } else { "" };
    format!("by {} on {node} itself{how}, for {}", own.module, names(&own.wanted_for))
}

fn restarted(restart: &Restart) -> String {
    let Restart { resource, key, because } = restart;
    let verb = if because.len() == 1 { "changes" } else { "change" };
    format!("{}, since {} {verb}", key.as_ref().unwrap_or(resource), names(because))
}

fn takers(give: &PlannedGive) -> String {
    format!("to {} ({})", names(&give.to), give.module)
}
