//! Many nodes of which not the same is to be said, as after an import: how many do what. Nobody reads a thousand
//! sentences, and JSON has them all.

use crate::{
    report::words::count,
    resolver::{Crowd, NodeChange},
};

/// So many different things are said of nodes; where there are more, they are counted.
pub(super) const MOST: usize = 40;

/// These nodes in numbers.
pub(super) fn of(nodes: &[NodeChange]) -> Crowd {
    let with = |has: &dyn Fn(&NodeChange) -> bool| nodes.iter().filter(|node| has(node)).count();
    let gained = || nodes.iter().flat_map(|node| &node.gained);
    let assigned = gained().filter(|module| module.assigned).count();
    Crowd {
        gain: with(&|node| !node.gained.is_empty()),
        assigned,
        brought_in: gained().count() - assigned,
        lose: with(&|node| !node.lost.is_empty()),
        take: with(&|node| !node.takes_gained.is_empty()),
        leave: with(&|node| !node.takes_lost.is_empty()),
    }
}

/// What becomes of nodes, in numbers.
pub(super) fn counted(crowd: &Crowd) -> Vec<String> {
    let gains = format!("modules: {} assigned, {} brought in", crowd.assigned, crowd.brought_in);
    let told = [
        (crowd.gain, ["gains", "gain"], gains.as_str()),
        (crowd.lose, ["loses", "lose"], "modules"),
        (crowd.take, ["takes", "take"], "from other nodes"),
        (crowd.leave, ["no longer takes", "no longer take"], "from other nodes as before"),
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
