//! `provost.plan/1`, written node by node: a plan of a large mesh is never whole in memory as text.

use std::io::{self, Write};

use serde::Serialize;

use super::{nodes::Nodes, refusal::refusal};
use crate::{plan::Plan, report::remedy::Remedies};

/// Writes a plan, a line for each node and refusal: what [`plan_of`] has to write too, byte for byte.
///
/// # Errors
/// Where `out` cannot be written.
pub fn plan(plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    written(plan, |out| entries("nodes", plan.nodes.iter(), out), out)
}

/// The same of a plan whose nodes are made while they are written. `done` is told of how many were.
///
/// # Errors
/// Where `out` cannot be written.
pub fn plan_of(plan: &Plan, nodes: &Nodes<'_>, done: impl Fn(usize), out: &mut dyn Write) -> io::Result<()> {
    let written_nodes = |out: &mut dyn Write| {
        out.write_all(br#","nodes":"#)?;
        nodes.write(out, done)
    };
    written(plan, written_nodes, out)
}

fn written(plan: &Plan, nodes: impl FnOnce(&mut dyn Write) -> io::Result<()>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, r#"{{"schema":"provost.plan/1","digest":"{}","resolves":{}"#, plan.digest, plan.resolves)?;
    write!(out, r#","mesh_resolves":{},"counts":"#, plan.mesh_resolves)?;
    serde_json::to_writer(&mut *out, &plan.counts)?;
    out.write_all(br#","warnings":"#)?;
    serde_json::to_writer(&mut *out, &plan.warnings)?;
    entries("holds", plan.holds.iter(), out)?;
    entries("acknowledgements", plan.standings.iter(), out)?;
    nodes(out)?;
    if let Some(files) = &plan.files {
        entries("files", files.iter(), out)?;
    }
    let remedies = Remedies::new(None, &plan.refusals);
    entries("refusals", plan.refusals.iter().map(|one| refusal(one, &remedies)), out)?;
    out.write_all(b"}\n")
}

pub(super) fn entries<T: Serialize>(
    key: &str,
    entries: impl Iterator<Item = T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, ",\"{key}\":[")?;
    for (at, entry) in entries.enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &entry)?;
    }
    out.write_all(b"]")
}
