//! How a module came to be on a node: from a person's decision down to it.

use super::telling::{Case, Memory, Step};
use crate::{
    model::ModuleName,
    resolver::{Link, Party},
};

/// A party's resource as it is called in declarations: `module/id`.
pub fn qualified(party: &Party) -> Option<String> {
    let (module, resource) = (party.module.as_ref()?, party.resource.as_ref()?);
    Some(format!("{module}/{resource}"))
}

/// How many parties' chains are told.
const CHAINS: usize = 5;
/// How many steps a chain has that is told whole.
const STEPS: usize = 6;
/// How many steps of a longer one are told at each of its ends.
const ENDS: usize = 2;

/// A line for each party, without what the page has said already. Of many parties the first ones' are told.
pub(super) fn chains(case: &Case<'_>, memory: &mut Memory) -> Vec<String> {
    let parties = case.parties();
    let told = if parties.len() > CHAINS + 1 { CHAINS } else { parties.len() };
    let mut chains: Vec<String> = parties.iter().take(told).filter_map(|party| chain(case, party, memory)).collect();
    let untold = parties.len() - told;
    chains.extend((untold > 0).then(|| format!("--output json has the chains of {untold} more")));
    chains
}

fn chain(case: &Case<'_>, party: &Party, memory: &mut Memory) -> Option<String> {
    let said = remember(party, memory);
    let rest = party.chain.get(said.saturating_sub(1)..).unwrap_or_default();
    match said {
        0 => Some(from_the_assignment(case, party)),
        said if said == party.chain.len() => None,
        _ => Some(steps(rest, |module| format!("{module} requires "))),
    }
}

/// How many links of a chain had been said; all of them are, from now on.
fn remember(party: &Party, memory: &mut Memory) -> usize {
    let mut at = memory.step(0, Step::Node(party.node.clone())).0;
    let (mut said, mut requires) = (0, None);
    for (place, link) in party.chain.iter().enumerate() {
        let (step, known) = memory.step(at, Step::Module(link.module.clone(), requires));
        at = step;
        requires = link.requires.clone();
        if known {
            said = place + 1;
        }
    }
    said
}

fn from_the_assignment(case: &Case<'_>, party: &Party) -> String {
    let Some(head) = party.chain.first() else { return format!("{} is on {}", whom(party), case.node(&party.node)) };
    let node = case.node(&party.node);
    let module = &head.module;
    match (party.asked, party.chain.len()) {
        (true, 1) if case.is_own(&party.node) => format!("you assign {module}"),
        (true, 1) => format!("you assign {module} to {node}"),
        (false, 1) => format!("{module} is assigned to {node}"),
        (true, _) if case.is_own(&party.node) => {
            steps(&party.chain, |_| format!("you assign {module}, which requires "))
        }
        (true, _) => steps(&party.chain, |_| format!("you assign {module} to {node}, and it requires ")),
        (false, _) => steps(&party.chain, |_| format!("{module} is assigned to {node} and requires ")),
    }
}

fn whom(party: &Party) -> &str {
    party.module.as_ref().map_or("it", |module| module.as_str())
}

/// The steps from the first link on: `i3 requires x-display; only xorg provides it, and xorg requires …`. Of very many
/// the first and the last are told.
pub(in crate::report) fn steps(links: &[Link], first: impl Fn(&ModuleName) -> String) -> String {
    let Some((head, _)) = links.split_first() else { return String::new() };
    let pairs: Vec<&[Link]> = links.windows(2).collect();
    let begun = first(&head.module);
    if pairs.len() <= STEPS {
        return linked(begun, &pairs);
    }
    let (start, rest) = pairs.split_at(ENDS);
    let (middle, end) = rest.split_at(rest.len() - ENDS);
    let Some(on) = end.first().and_then(|pair| pair.first()) else { return linked(begun, &pairs) };
    let text =
        format!("{}, and so on by {} steps to {}, which requires ", linked(begun, start), middle.len(), on.module);
    linked(text, end)
}

/// Steps after what begins the sentence.
fn linked(mut text: String, pairs: &[&[Link]]) -> String {
    for (at, pair) in pairs.iter().enumerate() {
        let [link, next] = pair else { continue };
        if at > 0 {
            text.push_str(&format!(", and {} requires ", link.module));
        }
        let requires = link.requires.as_ref().map_or("it", |requires| requires.as_str());
        text.push_str(&format!("{requires}; only {} provides it", next.module));
    }
    text
}
