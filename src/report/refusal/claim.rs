//! `claim-collision` in words.

use super::{
    chain::chains,
    telling::{Case, Memory, Telling},
};
use crate::{
    model::{ClaimName, NodeName, Scope, SiteName},
    report::words::{HEADLINE, NODES, SENTENCE, both, some},
    resolver::Party,
};

pub(super) fn tell(
    case: &Case<'_>,
    claim: &ClaimName,
    scope: Scope,
    site: Option<&SiteName>,
    memory: &mut Memory,
) -> Telling {
    let parties = case.parties();
    let extent = extent(case, scope, site);
    let mut because = chains(case, memory);
    because.extend(scopes(&parties, scope));
    because.extend(memory.rule(format!("one {} has one {claim}", scope.word())));
    Telling {
        headline: format!("{} {}claim {claim} {extent}", holders(case, &parties), both(parties.len())),
        because,
        without: format!("only one of them can stay, or a manifest has to stop claiming {claim}"),
        ..Telling::default()
    }
}

fn extent(case: &Case<'_>, scope: Scope, site: Option<&SiteName>) -> String {
    match (scope, site) {
        (Scope::Mesh, _) => "in the mesh".to_owned(),
        (Scope::Site, Some(site)) => format!("at site {site}"),
        (Scope::Site | Scope::Node, _) => format!("on {}", case.place()),
    }
}

/// The holders, each module with its nodes where those are not the story's own.
fn holders(case: &Case<'_>, parties: &[&Party]) -> String {
    if parties.iter().all(|party| case.is_own(&party.node)) {
        let modules: Vec<&str> = parties.iter().map(|party| module(party)).collect();
        return some(&modules, SENTENCE);
    }
    let mut holders: Vec<(&str, Vec<&NodeName>)> = Vec::new();
    for party in parties {
        match holders.iter_mut().find(|(name, _)| *name == module(party)) {
            Some((_, nodes)) => nodes.push(&party.node),
            None => holders.push((module(party), vec![&party.node])),
        }
    }
    let told: Vec<String> =
        holders.iter().map(|(module, nodes)| format!("{module} on {}", some(&texts(nodes), NODES))).collect();
    if holders.iter().any(|(_, nodes)| nodes.len() > 1) { told.join(", and ") } else { some(&told, NODES) }
}

fn texts<'a>(nodes: &[&'a NodeName]) -> Vec<&'a str> {
    nodes.iter().map(|node| node.as_str()).collect()
}

fn module(party: &Party) -> &str {
    party.module.as_ref().map_or("a module", |module| module.as_str())
}

/// Who holds it for less than the widest scope, which is what makes the others collide with it.
fn scopes(parties: &[&Party], widest: Scope) -> Option<String> {
    let mut narrow: Vec<String> = Vec::new();
    for (party, scope) in
        parties.iter().filter_map(|party| Some((party, party.scope.filter(|scope| *scope != widest)?)))
    {
        let said = format!("{} claims it for its {} alone", module(party), scope.word());
        if !narrow.contains(&said) {
            narrow.push(said);
        }
    }
    (!narrow.is_empty())
        .then(|| format!("{}; the widest claim, for the {}, counts", some(&narrow, HEADLINE), widest.word()))
}
