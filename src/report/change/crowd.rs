//! Many nodes of which not the same is to be said, as after an import: how many do what. Nobody reads a thousand
//! sentences, and JSON has them all.

use super::NodeChange;
use crate::report::words::count;

/// So many different things are said of nodes; where there are more, they are counted.
pub(super) const MOST: usize = 40;

/// What becomes of these nodes, in numbers.
pub(super) fn counted(nodes: &[NodeChange]) -> Vec<String> {
    let with = |has: &dyn Fn(&NodeChange) -> bool| nodes.iter().filter(|node| has(node)).count();
    let gained = || nodes.iter().flat_map(|node| &node.gained);
    let assigned = gained().filter(|module| module.assigned).count();
    let brought_in = gained().count() - assigned;
    let gains = format!("modules: {assigned} assigned, {brought_in} brought in");
    let told = [
        (with(&|node| !node.gained.is_empty()), ["gains", "gain"], gains.as_str()),
        (with(&|node| !node.lost.is_empty()), ["loses", "lose"], "modules"),
        (with(&|node| !node.takes_gained.is_empty()), ["takes", "take"], "from other nodes"),
        (
            with(&|node| !node.takes_lost.is_empty()),
            ["no longer takes", "no longer take"],
            "from other nodes as before",
        ),
    ];
    let told = told.into_iter().filter(|(number, ..)| *number > 0);
    let mut lines: Vec<String> = told
        .map(|(number, [one, several], what)| {
            format!("{} {} {what}", count(number, "node"), if number == 1 { one } else { several })
        })
        .collect();
    lines.push("--output json says what each of them gains, loses and takes".to_owned());
    lines
}
