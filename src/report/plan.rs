//! A plan in words.

use super::style::Style;
use crate::plan::Plan;

/// How much of a plan is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Its nodes, the refusals and the counts.
    #[default]
    Nodes,
    /// The refusals and the counts alone.
    Summary,
}

/// The text of a plan.
pub fn plan(plan: &Plan, extent: Extent, style: &Style) -> String {
    let _ = (plan, extent, style);
    String::new()
}
