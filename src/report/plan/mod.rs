//! A plan in words.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use super::{
    acknowledgements,
    change::only_for,
    differences,
    push::{held, stale},
    refusal::{Occasion, unresolved},
    rows::{Row, rows},
    style::{Ink, Style},
    words::{NODES, count, more, some},
};
use crate::{
    model::{ModuleName, NodeName, ProvisionName},
    plan::{
        Change, Counts, FileDiff, Holding, ModuleChange, Plan, PlannedGive, PlannedModule, PlannedNode, PlannedOwn,
        PlannedTake, Restart, TakeChange,
    },
};

/// How much of a plan is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Its nodes, the refusals and the counts.
    #[default]
    Nodes,
    /// The refusals and the counts alone.
    Summary,
}

/// Writes the text of a plan, node by node.
///
/// # Errors
/// Where `out` cannot be written.
pub fn plan(plan: &Plan, extent: Extent, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if plan.counts.nodes == 0 && plan.nodes.is_empty() {
        return out.write_all(beginning(style).as_bytes());
    }
    let mut holds: BTreeMap<&NodeName, &Holding> = plan.holds.iter().map(|one| (&one.node, one)).collect();
    if extent == Extent::Nodes {
        for planned in &plan.nodes {
            write_lines(&node(planned, holds.remove(&planned.node), style), out)?;
            out.write_all(b"\n")?;
        }
    }
    for file in plan.files.iter().flatten() {
        write_lines(&diff(file, style), out)?;
        out.write_all(b"\n")?;
    }
    if !plan.refusals.is_empty() {
        let occasion = if plan.mesh_resolves { Occasion::Held } else { Occasion::Plan };
        writeln!(out, "{}", unresolved(occasion, &plan.refusals, style))?;
    }
    write_lines(&held_back(holds.into_values().collect(), style), out)?;
    write_lines(&ending(plan, style), out)
}

fn write_lines(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// What to do first in an empty mesh.
fn beginning(style: &Style) -> String {
    let row = |command: &str, said: &str| Row { entry: command.into(), said: said.into(), ink: Ink::Command };
    let mut lines = vec!["the mesh has no nodes yet; to begin:".to_owned()];
    lines.extend(rows(
        style,
        "  ",
        &[
            row("provost module register DIR", "puts the manifests of a folder into the catalogue"),
            row("provost node add laptop", "names a machine"),
            row("provost assign laptop MODULE", "says what it is to run"),
        ],
    ));
    lines.push(String::new());
    lines.join("\n")
}

fn node(node: &PlannedNode, holding: Option<&Holding>, style: &Style) -> Vec<String> {
    let site = node.site.as_ref().map(|site| format!(" (site {site})")).unwrap_or_default();
    let mut lines = style.wrapped("", "  ", &format!("{}{site}: {}", node.node, state(node)));
    if let Some(first) = lines.first_mut() {
        let name = style.shown(node.node.as_str());
        *first = first.replacen(&name, &style.ink(Ink::Strong, &name), 1);
    }
    lines.extend(node.held.iter().flat_map(|hold| style.wrapped("  ", "    ", &held(&node.node, hold))));
    let kept_back = holding.and_then(differences::kept_back);
    lines.extend(kept_back.iter().flat_map(|kept| style.wrapped("    ", "      ", kept)));
    let told = Marks::of(node).rows(node, style);
    if told.is_empty() && node.change != Some(Change::Removed) {
        lines.push("  runs nothing".to_owned());
    }
    lines.extend(rows(style, "  ", &told));
    lines
}

fn state(node: &PlannedNode) -> String {
    let since = node.difference.as_ref().map(|difference| format!(" since generation {}", difference.generation));
    match node.change {
        None => "refused, see below".to_owned(),
        Some(Change::New) => "new".to_owned(),
        Some(Change::Changed) => format!("changed{}", since.unwrap_or_default()),
        Some(Change::Unchanged) => "as it was last pushed".to_owned(),
        Some(Change::Removed) => "gone; a push says so".to_owned(),
    }
}

/// How what is told of a node differs from what it was last told.
struct Marks<'a> {
    new: bool,
    gained: BTreeSet<&'a ModuleName>,
    changed: BTreeSet<&'a ModuleName>,
    changes: BTreeMap<&'a ModuleName, &'a ModuleChange>,
    takes: BTreeSet<(&'a ProvisionName, &'a NodeName)>,
    other_takes: BTreeSet<(&'a ProvisionName, &'a NodeName)>,
    take_changes: BTreeMap<(&'a ProvisionName, &'a NodeName), &'a TakeChange>,
}

impl<'a> Marks<'a> {
    fn of(node: &'a PlannedNode) -> Self {
        let difference = node.difference.as_ref();
        Self {
            new: node.change == Some(Change::New),
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

    fn rows(&self, node: &PlannedNode, style: &Style) -> Vec<Row> {
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
        rows.extend(lost.map(|(name, from)| row('-', format!("takes {name}"), format!("no longer from {from}"))));
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

    fn take(&self, take: &PlannedTake) -> char {
        match (&take.provision, &take.from) {
            take if self.new || self.takes.contains(&take) => '+',
            take if self.other_takes.contains(&take) => '~',
            _ => ' ',
        }
    }
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

/// A file that changes, on which nodes, and how. Tabs stay as they are; all else that would steer a terminal is escaped.
fn diff(file: &FileDiff, style: &Style) -> Vec<String> {
    let mut lines = style.wrapped("", "  ", &format!("{} ({}) on {}:", file.path, file.resource, names(&file.nodes)));
    for line in file.diff.lines() {
        let ink = match line.as_bytes() {
            [b'-', ..] => Ink::No,
            [b'+', ..] => Ink::Yes,
            [b'@', ..] => Ink::Faint,
            _ => Ink::Plain,
        };
        let shown: Vec<String> = line.split('\t').map(|part| style.shown(part)).collect();
        lines.push(style.ink(ink, &shown.join("\t")));
    }
    lines
}

fn restarted(restart: &Restart) -> String {
    let Restart { resource, key, because } = restart;
    let verb = if because.len() == 1 { "changes" } else { "change" };
    format!("{}, since {} {verb}", key.as_ref().unwrap_or(resource), names(because))
}

fn takers(give: &PlannedGive) -> String {
    format!("to {} ({})", names(&give.to), give.module)
}

fn names<T: ToString>(names: &[T]) -> String {
    some(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), NODES)
}

/// How many held nodes are told of that are not shown.
const HELD: usize = 10;

/// Held nodes that are not shown themselves, with what is kept back.
fn held_back(others: Vec<&Holding>, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (one, hold) in others.iter().take(HELD).filter_map(|one| Some((one, one.held.as_ref()?))) {
        lines.extend(style.wrapped("", "  ", &held(&one.node, hold)));
        let kept_back = differences::kept_back(one);
        lines.extend(kept_back.iter().flat_map(|kept| style.wrapped("  ", "    ", kept)));
    }
    if others.len() > HELD {
        lines.extend(style.wrapped("", "  ", &more(others.len() - HELD, " that are held")));
    }
    lines
}

fn ending(plan: &Plan, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for take in &plan.warnings {
        lines.extend(style.wrapped("", "  ", &format!("warning: {}", stale(take))));
    }
    lines.extend(acknowledgements::told(&plan.standings, plan.now, style));
    lines.extend(style.wrapped("", "  ", &counted(&plan.counts)));
    if plan.mesh_resolves {
        lines.extend(style.wrapped("", "  ", next(&plan.counts)));
    }
    lines.push(format!("digest {}", plan.digest));
    lines
}

fn counted(counts: &Counts) -> String {
    let Counts { nodes, new, changed, unchanged, removed, refused, held } = *counts;
    let told = [
        (new, "new"),
        (changed, "changed"),
        (unchanged, "unchanged"),
        (refused, "refused"),
        (held, "held"),
        (removed, "gone"),
    ];
    let told: Vec<String> = told.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let all = count(nodes, "node");
    if told.is_empty() { all } else { format!("{all}: {}", told.join(", ")) }
}

const fn next(counts: &Counts) -> &'static str {
    if counts.new + counts.changed + counts.removed == 0 {
        "nothing differs from what was last pushed"
    } else {
        "provost push declares it"
    }
}

#[cfg(test)]
mod tests;
