//! How a module came to be on a node: from a person's decision down to it.

use super::telling::{Case, Memory};
use crate::{
    model::ModuleName,
    resolver::{Link, Party},
};

/// A party's resource as it is called in declarations: `module/id`.
pub fn qualified(party: &Party) -> Option<String> {
    let (module, resource) = (party.module.as_ref()?, party.resource.as_ref()?);
    Some(format!("{module}/{resource}"))
}

/// A line for each party, without what the page has said already.
pub(super) fn chains(case: &Case<'_>, memory: &mut Memory) -> Vec<String> {
    case.parties().into_iter().filter_map(|party| chain(case, party, memory)).collect()
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
    let (mut key, mut said) = (party.node.to_string(), 0);
    for (at, link) in party.chain.iter().enumerate() {
        key.push('\0');
        key.push_str(link.module.as_str());
        if !memory.chains.insert(key.clone()) {
            said = at + 1;
        }
        key.push('\0');
        key.push_str(link.requires.as_ref().map_or("", |requires| requires.as_str()));
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

/// The steps from the first link on: `i3 requires x-display; only xorg provides it, and xorg requires …`.
pub(in crate::report) fn steps(links: &[Link], first: impl Fn(&ModuleName) -> String) -> String {
    let mut text = String::new();
    for (at, pair) in links.windows(2).enumerate() {
        let [link, next] = pair else { continue };
        if at == 0 {
            text.push_str(&first(&link.module));
        } else {
            text.push_str(&format!(", and {} requires ", link.module));
        }
        let requires = link.requires.as_ref().map_or("it", |requires| requires.as_str());
        text.push_str(&format!("{requires}; only {} provides it", next.module));
    }
    text
}
