//! `pin-unanswered` in words.

use super::{
    candidate::node_rows,
    chain::chains,
    requirement::{NOT_ITSELF, Wanted, names},
    telling::{Case, Memory, Telling},
};
use crate::model::{ModuleName, NodeName};

pub(super) fn tell(
    case: &Case<'_>,
    wanted: &Wanted<'_>,
    from: &NodeName,
    runs: &[ModuleName],
    memory: &mut Memory,
) -> Telling {
    let Wanted { requirement, by, itself } = *wanted;
    let offers =
        if itself { format!("only {} itself offers it there", names(by)) } else { format!("{from} does not offer it") };
    let by_another = if itself { " by another module" } else { "" };
    let answers = case.node(from);
    let mut because = vec![made(case), running(&answers, runs)];
    because.extend(chains(case, memory));
    because.extend(itself.then(|| NOT_ITSELF.to_owned()));
    because.extend(memory.rule("a pin decides alone: nothing else takes its place quietly".to_owned()));
    Telling {
        headline: format!("{} {requirement} from {from} by a pin, and {offers}", takers(case, by)),
        because,
        rows: node_rows(case),
        without: match case.pinned {
            Some(_) => {
                format!("{from} has to offer {requirement}{by_another} again, or another node that does to be pinned")
            }
            None => format!("{from} has to offer {requirement}{by_another} first, or a node that does to be named"),
        },
        ..Telling::default()
    }
}

/// Who takes it: the modules on their nodes, or the nodes where nothing requires it yet.
fn takers(case: &Case<'_>, by: &[ModuleName]) -> String {
    let one = if by.is_empty() { !case.is_many() } else { by.len() == 1 };
    let who = if by.is_empty() { case.place() } else { format!("{} on {}", names(by), case.place()) };
    format!("{who} {}", if one { "takes" } else { "take" })
}

fn made(case: &Case<'_>) -> String {
    match case.pinned {
        Some((first, last)) if first != last => format!("{} was pinned between {first} and {last}", case.one()),
        Some((at, _)) => format!("{} was pinned at {at}", case.one()),
        None => format!("you pin {} now", case.one()),
    }
}

fn running(node: &str, runs: &[ModuleName]) -> String {
    if runs.is_empty() { format!("{node} runs nothing") } else { format!("{node} runs {}", names(runs)) }
}
