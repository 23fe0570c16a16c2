//! Rounds: the floor and the command in turn, and what they come to.

use super::{Done, process::Cost};

/// What one command came to.
pub(crate) struct Row {
    pub(crate) nodes: usize,
    pub(crate) command: &'static str,
    /// So many floors at most are wanted.
    pub(crate) wanted: f64,
}

pub(crate) fn heading() -> String {
    format!(
        "{:>7}  {:<28}  {:>9}  {:>10}  {:>6}  {:>6}  {:>7}",
        "nodes", "command", "floor ms", "provost ms", "ratio", "target", "MB"
    )
}

impl Row {
    /// Runs the rounds and prints the row. `before` is done in each round and not measured.
    pub(crate) fn measure(
        &self,
        rounds: usize,
        mut before: impl FnMut(usize) -> Done<()>,
        mut floor: impl FnMut(usize) -> Done<Cost>,
        mut command: impl FnMut(usize) -> Done<Cost>,
    ) -> Done<()> {
        let (mut floors, mut costs, mut ratios, mut peak) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for round in 0..rounds {
            before(round)?;
            // In turn, so that neither is always the one that finds the caches as the other left them.
            let (low, cost) = if round % 2 == 0 {
                let low = floor(round)?;
                (low, command(round)?)
            } else {
                let cost = command(round)?;
                (floor(round)?, cost)
            };
            floors.push(low.time.as_secs_f64() * 1e3);
            costs.push(cost.time.as_secs_f64() * 1e3);
            ratios.push(cost.time.as_secs_f64() / low.time.as_secs_f64());
            peak = peak.max(cost.kib);
        }
        let (floor, cost, ratio) = (median(floors), median(costs), median(ratios));
        let Self { nodes, command, wanted } = self;
        let mib = peak / 1024;
        println!("{nodes:>7}  {command:<28}  {floor:>9.1}  {cost:>10.1}  {ratio:>6.2}  {wanted:>6.1}  {mib:>7}");
        Ok(())
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
