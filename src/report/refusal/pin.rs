//! `pin-unanswered` in words.

use super::{
    candidate::node_rows,
    chain::chains,
    requirement::{NOT_ITSELF, Wanted, names},
    telling::{Case, Memory, Telling},
};
use crate::model::{ModuleName, NodeName};

/// The node that is to answer, and why it does not.
#[derive(Clone, Copy)]
pub(super) struct Pinned<'a> {
    pub(super) from: &'a NodeName,
    pub(super) runs: &'a [ModuleName],
    /// What the change takes off it.
    pub(super) leaving: &'a [ModuleName],
    /// Who provides it, where that never leaves a machine.
    pub(super) stays: &'a [ModuleName],
}

pub(super) fn tell(case: &Case<'_>, wanted: &Wanted<'_>, pinned: &Pinned<'_>, memory: &mut Memory) -> Telling {
    let Pinned { from, stays, .. } = *pinned;
    let Wanted { requirement, by, itself } = *wanted;
    let offers =
        if itself { format!("only {} itself offers it there", names(by)) } else { format!("{from} does not offer it") };
    let by_another = if itself { " by another module" } else { "" };
    let answers = case.node(from);
    let mut because = vec![made(case), running(&answers, pinned)];
    because.extend(chains(case, memory));
    because.extend(itself.then(|| NOT_ITSELF.to_owned()));
    because.extend(memory.rule(match stays {
        [] => "a pin decides alone: nothing else takes its place quietly".to_owned(),
        stays => {
            let provide = if stays.len() == 1 { "provides" } else { "provide" };
            format!("what {} {provide} stays on its node: {requirement} is never taken over the network", names(stays))
        }
    }));
    Telling {
        headline: format!("{} {requirement} from {from} by a pin, and {offers}", takers(case, by)),
        because,
        rows: node_rows(case),
        without: match case.pinned {
            _ if !stays.is_empty() => {
                format!("no pin can name {requirement}: what requires it takes it from its own node alone")
            }
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

/// What is taken off it comes first: it is there still.
fn running(node: &str, pinned: &Pinned<'_>) -> String {
    let runs = if pinned.runs.is_empty() { "nothing".to_owned() } else { names(pinned.runs) };
    match pinned.leaving {
        [] => format!("{node} runs {runs}"),
        leaving => format!("you unassign {} from {node}, which then runs {runs}", names(leaving)),
    }
}
