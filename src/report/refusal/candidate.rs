//! Candidates, and why one would not do.

use super::{
    needs,
    resource::verb,
    telling::{Answer, Case},
};
use crate::{
    model::{NodeName, Scope, SiteName},
    resolver::{Candidate, Place, Refusal, WhyNot},
};

/// Why a candidate would not do, as a sentence about it.
pub fn why_not(refusal: &Refusal, candidate: &Candidate) -> String {
    let node = candidate.node().or(refusal.node.as_ref()).map_or("the node", NodeName::as_str);
    reasons(candidate, node)
}

/// The same within a story.
pub(super) fn why_not_in(case: &Case<'_>, candidate: &Candidate) -> String {
    let node = candidate.offering().map_or_else(|| case.one(), ToString::to_string);
    reasons(candidate, &node)
}

fn reasons(candidate: &Candidate, node: &str) -> String {
    candidate.why_not.iter().map(|why| reason(why, node)).collect::<Vec<_>>().join("; ")
}

fn reason(why: &WhyNot, node: &str) -> String {
    match why {
        WhyNot::Need(unmet) => needs::unmet(unmet, node),
        WhyNot::Claim { claim, module, held: false, .. } => {
            format!("claims {claim}, as {module} does, which comes along")
        }
        WhyNot::Claim { claim, node: None, module, .. } => format!("claims {claim}, which {module} holds"),
        WhyNot::Claim { claim, node: Some(node), module, .. } => {
            format!("claims {claim}, which {module} on {node} holds")
        }
        WhyNot::Brings { module, why } => format!("brings {module}, which {}", reason(why, node)),
        WhyNot::Resource { resource, key, module } => format!("would {} {key}, as {module} does", verb(resource)),
        WhyNot::Reach { scope: Scope::Site, site: Some(site) } => format!("offers it to site {site} alone"),
        WhyNot::Reach { scope: Scope::Site, site: None } => {
            "offers it to its site alone, and stands at none".to_owned()
        }
        WhyNot::Reach { scope: Scope::Node, .. } => "has it for its own machine alone".to_owned(),
        WhyNot::Reach { scope: Scope::Mesh, .. } => "is out of reach".to_owned(),
        WhyNot::Refused { code, key } => format!("would be refused itself: {} over {key}", code.word()),
    }
}

/// A module as a row: its name and version, and whether it would do.
pub(super) fn module_row(case: &Case<'_>, candidate: &Candidate) -> Answer {
    let version = candidate.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let verdict = if candidate.why_not.is_empty() { "would do".to_owned() } else { why_not_in(case, candidate) };
    Answer { what: format!("{}{version}", candidate.module), said: verdict, would: candidate.why_not.is_empty() }
}

/// What would answer, a row each.
pub(super) fn node_rows(case: &Case<'_>) -> Vec<Answer> {
    case.refusal.candidates.iter().map(|candidate| node_row(case, candidate, false)).collect()
}

/// A node, or a module that is to be assigned, as a row.
/// `itself` says that who requires it is one that would answer others.
pub(super) fn node_row(case: &Case<'_>, candidate: &Candidate, itself: bool) -> Answer {
    let module = &candidate.module;
    let another = itself && case.parties().iter().any(|party| party.module.as_ref() == Some(module));
    let (place, what) = match &candidate.place {
        Place::Somewhere if another => (module.to_string(), "has to be assigned to another node first".to_owned()),
        Place::Somewhere => (module.to_string(), "has to be assigned to a node first".to_owned()),
        Place::Here { .. } => (format!("{} itself", case.one()), format!("{module}, once assigned there")),
        Place::There { node, site } => (at_site(node, site.as_ref()), module.to_string()),
    };
    if candidate.why_not.is_empty() {
        return Answer { what: place, said: what, would: true };
    }
    Answer { what: place, said: format!("{what}: {}", why_not_in(case, candidate)), would: false }
}

fn at_site(node: &NodeName, site: Option<&SiteName>) -> String {
    match site {
        Some(site) => format!("{node} (site {site})"),
        None => format!("{node} (no site)"),
    }
}
