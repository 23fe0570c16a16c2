//! Refusals as JSON: `provost.refused/1`, and the entries of `refusals` everywhere.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::line;
use crate::{
    model::{ClaimName, Digest, ModuleName, Moment, NodeName, ProvisionName, Scope, SiteName},
    plan::Forecast,
    report::{
        refusal::{Asked, message, qualified, why_not, without_remedy},
        remedy::{Remedies, Told},
    },
    resolver::{Between, Candidate, Code, Party, Refusal, Subject, Unanswered, Unmet},
};

/// `provost.refused/1` as one line.
pub fn refused(asked: &Asked, refusals: &[Refusal], dry_run: bool) -> String {
    refused_with(asked, refusals, dry_run, None)
}

/// The same of a registration, with all else that it would bring about.
pub fn refused_with(asked: &Asked, refusals: &[Refusal], dry_run: bool, forecast: Option<&Forecast>) -> String {
    #[derive(Serialize)]
    struct Refused<'a> {
        schema: &'static str,
        changed: bool,
        dry_run: bool,
        refusals: Vec<RefusalReport<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        forecast: Option<&'a Forecast>,
    }
    let remedies = Remedies::new(Some(asked), refusals);
    let refusals = refusals.iter().map(|one| refusal(one, &remedies)).collect();
    line(&Refused { schema: "provost.refused/1", changed: false, dry_run, refusals, forecast })
}

/// The refusals of a mesh as it is, of which nothing was asked but to be declared: `provost.refused/1` too.
pub fn unresolved(refusals: &[Refusal]) -> String {
    #[derive(Serialize)]
    struct Unresolved<'a> {
        schema: &'static str,
        changed: bool,
        dry_run: bool,
        refusals: Vec<RefusalReport<'a>>,
    }
    let remedies = Remedies::new(None, refusals);
    let refusals = refusals.iter().map(|one| refusal(one, &remedies)).collect();
    line(&Unresolved { schema: "provost.refused/1", changed: false, dry_run: false, refusals })
}

/// A refusal as programs read it.
#[derive(Serialize)]
pub struct RefusalReport<'a> {
    code: &'static str,
    node: Option<&'a NodeName>,
    subject: SubjectReport<'a>,
    message: String,
    parties: Vec<PartyReport<'a>>,
    candidates: Vec<CandidateReport<'a>>,
    remedies: Vec<RemedyReport>,
    /// What would have to change, where no command settles it.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// One refusal, with remedies as they are told in the company of the others.
pub fn refusal<'a>(refusal: &'a Refusal, remedies: &Remedies<'_>) -> RefusalReport<'a> {
    RefusalReport {
        code: refusal.code().word(),
        node: refusal.node.as_ref(),
        subject: subject(refusal),
        message: message(refusal),
        parties: refusal.parties.iter().map(party).collect(),
        candidates: refusal.candidates.iter().map(|one| candidate(refusal, one)).collect(),
        remedies: refusal
            .remedies
            .iter()
            .filter_map(|remedy| remedies.told(remedy))
            .map(|Told { commands, whole, effect, leaves_others }| RemedyReport {
                commands,
                whole,
                effect,
                leaves_others,
            })
            .collect(),
        advice: refusal.remedies.is_empty().then(|| without_remedy(refusal, remedies.asked())),
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum SubjectReport<'a> {
    Claim {
        claim: &'a ClaimName,
        scope: Scope,
        site: Option<&'a SiteName>,
    },
    Resource {
        resource: &'a str,
        key: &'a str,
    },
    Requirement {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        #[serde(skip_serializing_if = "is_false")]
        itself: bool,
    },
    /// A requirement that no module answers.
    Unprovided {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        near: &'a [ProvisionName],
        module_of_that_name: bool,
        #[serde(skip_serializing_if = "is_false")]
        itself: bool,
    },
    /// A requirement that no node answers, and many could.
    Unoffered {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        could: Vec<CouldReport<'a>>,
        #[serde(skip_serializing_if = "is_false")]
        itself: bool,
    },
    Pin {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        from: &'a NodeName,
        pinned_at: Option<Moment>,
        runs: &'a [ModuleName],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        leaving: &'a [ModuleName],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        stays: &'a [ModuleName],
        #[serde(skip_serializing_if = "is_false")]
        itself: bool,
    },
    Moved {
        requirement: &'a ProvisionName,
        by: &'a [ModuleName],
        from: &'a NodeName,
        from_module: &'a ModuleName,
        to: &'a NodeName,
        to_module: &'a ModuleName,
    },
    Needs {
        module: &'a ModuleName,
        unmet: &'a [Unmet],
    },
    Reflects {
        resource: &'a str,
        reflects: &'a [String],
    },
    Module {
        module: &'a ModuleName,
    },
    Site {
        site: &'a SiteName,
    },
    Reviewed {
        expected: &'a str,
        found: Digest,
        between: Option<&'a [Between]>,
    },
}

#[derive(Serialize)]
struct CouldReport<'a> {
    site: Option<&'a SiteName>,
    nodes: usize,
}

fn could_be((site, nodes): &(Option<SiteName>, usize)) -> CouldReport<'_> {
    CouldReport { site: site.as_ref(), nodes: *nodes }
}

// The signature is that of `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(truth: &bool) -> bool {
    !truth
}

fn subject(refusal: &Refusal) -> SubjectReport<'_> {
    match &refusal.subject {
        Subject::Claim { claim, scope, site } => SubjectReport::Claim { claim, scope: *scope, site: site.as_ref() },
        Subject::Resource { resource, key } => SubjectReport::Resource { resource, key },
        Subject::Requirement { requirement, by, itself, why } => match why {
            Unanswered::NoProvider { near, module_of_that_name } => {
                let (module_of_that_name, itself) = (*module_of_that_name, *itself);
                SubjectReport::Unprovided { requirement, by, near, module_of_that_name, itself }
            }
            Unanswered::NoNode { could, .. } if !could.is_empty() => {
                let could = could.iter().map(could_be).collect();
                SubjectReport::Unoffered { requirement, by, could, itself: *itself }
            }
            Unanswered::NoNode { .. } | Unanswered::ChooseModule | Unanswered::ChooseNode => {
                SubjectReport::Requirement { requirement, by, itself: *itself }
            }
        },
        Subject::Pin { requirement, by, from, pinned_at, runs, leaving, stays, itself } => {
            SubjectReport::Pin { requirement, by, from, pinned_at: *pinned_at, runs, leaving, stays, itself: *itself }
        }
        Subject::Moved { requirement, by, from, from_module, to, to_module } => {
            SubjectReport::Moved { requirement, by, from, from_module, to, to_module }
        }
        Subject::Needs { module, unmet } => SubjectReport::Needs { module, unmet },
        Subject::Reflects { resource, reflects } => SubjectReport::Reflects { resource, reflects },
        Subject::BroughtIn { module } | Subject::ModuleInUse { module } => SubjectReport::Module { module },
        Subject::SiteInUse { site } => SubjectReport::Site { site },
        Subject::Reviewed { expected, found, between } => {
            SubjectReport::Reviewed { expected, found: *found, between: between.as_deref() }
        }
    }
}

#[derive(Serialize)]
struct PartyReport<'a> {
    node: &'a NodeName,
    module: Option<&'a ModuleName>,
    resource: Option<String>,
    chain: Vec<&'a ModuleName>,
    assigned: bool,
    /// Whether the assignment that begins the chain is what was asked for.
    asked: bool,
    /// By which requirement each module of the chain brings in the next one.
    via: Vec<&'a ProvisionName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Scope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    says: &'a BTreeMap<String, Value>,
}

fn party(party: &Party) -> PartyReport<'_> {
    PartyReport {
        node: &party.node,
        module: party.module.as_ref(),
        resource: qualified(party),
        chain: party.chain.iter().map(|link| &link.module).collect(),
        assigned: party.assigned,
        asked: party.asked,
        via: party.chain.iter().filter_map(|link| link.requires.as_ref()).collect(),
        scope: party.scope,
        key: party.key.as_deref(),
        says: &party.says,
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum CandidateReport<'a> {
    Module {
        module: &'a ModuleName,
        version: Option<&'a str>,
        works: bool,
        why_not: Option<String>,
    },
    Node {
        node: Option<&'a NodeName>,
        site: Option<&'a SiteName>,
        module: &'a ModuleName,
        works: bool,
        why_not: Option<String>,
    },
}

fn candidate<'a>(refusal: &'a Refusal, candidate: &'a Candidate) -> CandidateReport<'a> {
    let works = candidate.why_not.is_empty();
    let why_not = (!works).then(|| why_not(refusal, candidate));
    let module = &candidate.module;
    if matches!(refusal.code(), Code::ChooseModule | Code::NoProvider) {
        CandidateReport::Module { module, version: candidate.version.as_deref(), works, why_not }
    } else {
        let (node, site) = (candidate.node(), candidate.site());
        CandidateReport::Node { node, site, module, works, why_not }
    }
}

#[derive(Serialize)]
struct RemedyReport {
    commands: Vec<Vec<String>>,
    whole: bool,
    effect: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    leaves_others: bool,
}
