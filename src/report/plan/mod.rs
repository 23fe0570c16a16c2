//! A plan in words.

mod marks;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde_json::Value;

use self::marks::{Marks, marks};
use super::{
    acknowledgements, differences,
    push::{HELD, held, stale_takes},
    refusal::{Occasion, unresolved},
    rows::{Row, rows},
    style::{Ink, Style},
    words::{NODES, count, more, plain, some},
};
use crate::{
    model::NodeName,
    plan::{Change, Counts, Difference, FieldChange, FileDiff, Holding, Plan, PlannedNode},
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
    lines.extend(holding.and_then(held).iter().flat_map(|held| style.wrapped("  ", "    ", held)));
    let stands = holding.map(|holding| differences::released(holding, node.difference.as_ref()));
    lines.extend(stands.iter().flat_map(|stands| style.wrapped("    ", "      ", stands)));
    let told = Marks::of(node).rows(node, style);
    if told.is_empty() && node.change != Some(Change::Removed) {
        lines.push("  runs nothing".to_owned());
    }
    lines.extend(rows(style, "  ", &told));
    lines
}

fn state(node: &PlannedNode) -> String {
    let since = node.difference.as_ref().map(|difference| format!(" since generation {}", difference.generation));
    match (node.change, &node.held) {
        (None, None) => format!("refused, see below; {}", told_last(node.difference.as_ref())),
        (None, Some(_)) => "held and refused, see below".to_owned(),
        (Some(Change::New | Change::Changed | Change::Unchanged), Some(_)) => "held".to_owned(),
        (Some(Change::New), None) => "new".to_owned(),
        (Some(Change::Changed), None) => format!("changed{}", since.unwrap_or_default()),
        (Some(Change::Unchanged), None) => "as it was last pushed".to_owned(),
        (Some(Change::Removed), _) => "gone; a push says so".to_owned(),
    }
}

/// How a refused node stands to what it was last told.
fn told_last(difference: Option<&Difference>) -> String {
    match difference {
        None => "it was never declared".to_owned(),
        Some(difference) if marks(difference) => format!("marked against generation {}", difference.generation),
        Some(difference) => format!("it runs and takes what generation {} says", difference.generation),
    }
}

/// A file that changes, on which nodes, and how; no line of it but those of the diff means anything to `patch`. Tabs stay as they are; all else that would steer a terminal is escaped.
fn diff(file: &FileDiff, style: &Style) -> Vec<String> {
    let on = (!file.nodes.is_empty()).then(|| format!("on {}", names(&file.nodes)));
    let verb = if file.held.len() == 1 { "is" } else { "are" };
    let held = (!file.held.is_empty()).then(|| format!("kept back on {}, which {verb} held", names(&file.held)));
    let place: Vec<String> = on.into_iter().chain(held).collect();
    let was = file.was.as_ref().map(|was| format!(", was {was}")).unwrap_or_default();
    let heading = format!("{} ({}{was}) {}:", file.path, file.resource, place.join("; "));
    let mut lines = style.wrapped("", "  ", &heading);
    lines.extend(file.fields.iter().flat_map(|change| style.wrapped("~ ", "    ", &field(change))));
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

/// `mode 0644 → 0600`
fn field(change: &FieldChange) -> String {
    let FieldChange { field, before, after } = change;
    let said = |value: &Option<Value>| value.as_ref().map_or_else(|| "not stated".to_owned(), plain);
    match (said(before), said(after)) {
        (old, new) if old == new => {
            let quoted = |value: &Option<Value>| value.as_ref().map_or_else(|| old.clone(), Value::to_string);
            format!("{field} {} → {}", quoted(before), quoted(after))
        }
        (old, new) => format!("{field} {old} → {new}"),
    }
}

fn names<T: ToString>(names: &[T]) -> String {
    some(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), NODES)
}

/// Held nodes that are not shown themselves, with what is kept back.
fn held_back(others: Vec<&Holding>, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (one, held) in others.iter().take(HELD).filter_map(|one| Some((one, held(one)?))) {
        lines.extend(style.wrapped("", "  ", &held));
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
    for told in stale_takes(&plan.warnings) {
        lines.extend(style.wrapped("", "  ", &told));
    }
    lines.extend(acknowledgements::told(&plan.standings, plan.now, style));
    lines.extend(style.wrapped("", "  ", &counted(&plan.counts)));
    if plan.mesh_resolves {
        lines.extend(style.wrapped("", "  ", &next(&plan.counts)));
    }
    lines.push(format!("digest {}", plan.digest));
    lines
}

fn counted(counts: &Counts) -> String {
    let Counts { nodes, new, changed, unchanged, removed, refused, held, .. } = *counts;
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

/// What a push would do.
fn next(counts: &Counts) -> String {
    let would = counts.new + counts.changed + counts.removed > 0;
    let back = match counts.kept_back {
        0 => None,
        1 => Some("what would be told to a held node is kept back".to_owned()),
        nodes => Some(format!("what would be told to {nodes} held nodes is kept back")),
    };
    match (would, back) {
        (true, None) => "provost push declares it".to_owned(),
        (true, Some(back)) => format!("provost push declares it; {back}"),
        (false, None) => "nothing differs from what was last pushed".to_owned(),
        (false, Some(back)) => format!("a push has nothing to declare; {back}"),
    }
}

#[cfg(test)]
mod tests;
