//! `provost.graph/1`, written entry by entry.

use std::io::{self, Write};

use super::plan::entries;
use crate::plan::Graph;

/// Writes a graph, a line for each node and edge.
///
/// # Errors
/// Where `out` cannot be written.
pub fn graph(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(br#"{"schema":"provost.graph/1""#)?;
    entries("nodes", graph.nodes.iter(), out)?;
    entries("edges", graph.edges.iter(), out)?;
    out.write_all(b"}\n")
}
