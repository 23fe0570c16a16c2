//! `brought-in` and `in-use` in words.

use super::{
    chain::chains,
    requirement::names,
    telling::{Case, Memory, Telling},
};
use crate::{
    model::{ModuleName, NodeName, SiteName},
    resolver::Link,
};

pub(super) fn brought_in(case: &Case<'_>, module: &ModuleName, memory: &mut Memory) -> Telling {
    let parties = case.parties();
    let by: Vec<String> = parties.iter().map(|party| bringer(&party.chain, party.module.as_ref(), module)).collect();
    let bring = if by.len() == 1 { "brings" } else { "bring" };
    let mut because = chains(case, memory);
    because.extend(memory.rule("what is brought in goes when nothing requires it any more".to_owned()));
    Telling {
        headline: format!("{} {bring} {module} in on {}; nobody assigned it", names(&by), case.place()),
        because,
        without: format!("{} has to leave {}, or something else to answer what it requires", names(&by), case.one()),
        ..Telling::default()
    }
}

/// The module that brings `module` in: the party, or the one before it where the chain leads down to `module` itself.
fn bringer(chain: &[Link], party: Option<&ModuleName>, module: &ModuleName) -> String {
    match (chain, party) {
        ([.., before, last], _) if last.module == *module => before.module.to_string(),
        (_, Some(party)) => party.to_string(),
        (_, None) => "another module".to_owned(),
    }
}

pub(super) fn module_in_use(case: &Case<'_>, module: &ModuleName) -> Telling {
    let nodes = places(case);
    Telling {
        headline: format!("{module} is assigned to {}", names(&nodes)),
        because: vec!["a module stays in the catalogue while a node is told to run it".to_owned()],
        without: format!("{module} has to be unassigned there first"),
        ..Telling::default()
    }
}

pub(super) fn site_in_use(case: &Case<'_>, site: &SiteName) -> Telling {
    let nodes = places(case);
    let stand = if nodes.len() == 1 { "stands" } else { "stand" };
    Telling {
        headline: format!("{} {stand} at site {site}", names(&nodes)),
        because: vec!["a site stays while a node stands there".to_owned()],
        without: "they have to be set to another site, or to none, first".to_owned(),
        ..Telling::default()
    }
}

fn places<'a>(case: &Case<'a>) -> Vec<&'a NodeName> {
    let mut nodes: Vec<&NodeName> = case.parties().into_iter().map(|party| &party.node).collect();
    nodes.dedup();
    nodes
}
