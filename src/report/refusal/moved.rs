//! `answer-moved` in words.

use super::{
    chain::chains,
    requirement::names,
    telling::{Case, Memory, Telling},
};
use crate::model::{ModuleName, NodeName, ProvisionName};

pub(super) fn tell(
    case: &Case<'_>,
    requirement: &ProvisionName,
    by: &[ModuleName],
    from: (&NodeName, &ModuleName),
    to: (&NodeName, &ModuleName),
    memory: &mut Memory,
) -> Telling {
    let (old, new) = (answer(case, from), answer(case, to));
    let mut because = chains(case, memory);
    because.push(format!("nothing moves along: what {old} keeps for {} stays where it is", case.one()));
    because.extend(memory.rule("no answer moves unless a person says so".to_owned()));
    Telling {
        headline: format!(
            "{} on {} would take {requirement} from {new}, no longer from {old}",
            names(by),
            case.place()
        ),
        because,
        without: format!("the answer has to stay with {old}, or the move to be meant: --allow-moves, or a pin"),
        ..Telling::default()
    }
}

fn answer(case: &Case<'_>, (node, module): (&NodeName, &ModuleName)) -> String {
    if case.is_own(node) { format!("{module} on {} itself", case.one()) } else { format!("{module} on {node}") }
}
