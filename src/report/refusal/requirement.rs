//! The four refusals over a requirement in words: nobody provides it, several modules do, no node offers it,
//! several nodes do.

use super::{
    candidate::{module_row, node_row, node_rows},
    chain::chains,
    telling::{Answer, Case, Memory, Telling},
};
use crate::{
    model::{Edit, ModuleName, NodeName, ProvisionName, SiteName},
    report::words::{HEADLINE, NODES, SENTENCE, any, both, count, some},
    resolver::{Candidate, Unanswered, Way},
};

/// What is required, and by whom.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) requirement: &'a ProvisionName,
    pub(super) by: &'a [ModuleName],
    /// Whether who requires it provides it.
    pub(super) itself: bool,
}

impl<'a> Wanted<'a> {
    pub(super) const fn new(requirement: &'a ProvisionName, by: &'a [ModuleName], itself: bool) -> Self {
        Self { requirement, by, itself }
    }

    /// `editor requires shell on laptop`
    fn said(&self, case: &Case<'_>) -> String {
        let verb = if self.by.len() == 1 { "requires" } else { "require" };
        format!("{} {verb} {} on {}", names(self.by), self.requirement, case.place())
    }
}

/// The words of a refusal over a requirement, by why it is not answered.
pub(super) fn tell(case: &Case<'_>, wanted: &Wanted<'_>, why: &Unanswered, memory: &mut Memory) -> Telling {
    match why {
        Unanswered::NoProvider { near, module_of_that_name } => {
            let alike = names_alike(case, wanted.requirement, near, *module_of_that_name);
            no_provider(case, wanted, alike, memory)
        }
        Unanswered::ChooseModule => choose_module(case, wanted, memory),
        Unanswered::NoNode { could, leaving } => no_node(case, wanted, could, leaving, memory),
        Unanswered::ChooseNode => choose_node(case, wanted, memory),
    }
}

pub(super) fn names<T: ToString>(names: &[T]) -> String {
    some(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), HEADLINE)
}

/// `no-provider`: no module of the catalogue would answer it here.
fn no_provider(case: &Case<'_>, wanted: &Wanted<'_>, alike: Vec<String>, memory: &mut Memory) -> Telling {
    let Wanted { requirement, by, itself: alone } = *wanted;
    let by = names(by);
    let candidates = &case.refusal.candidates;
    let some = !candidates.is_empty();
    let why = match (some, alone) {
        (true, _) => "no module that provides it would do there",
        (false, true) => "no other module provides it",
        (false, false) => "no module provides it",
    };
    let mut because = chains(case, memory);
    because.extend(alone.then(|| NOT_ITSELF.to_owned()));
    because.extend(alike);
    Telling {
        headline: format!("{}, and {why}", wanted.said(case)),
        because,
        rows: candidates.iter().map(|candidate| module_row(case, candidate)).collect(),
        without: if some {
            format!("{by} has to go elsewhere, or a module to be registered that provides {requirement} and runs here")
        } else {
            let one = if alone { "another" } else { "a" };
            format!(
                "{one} module has to be registered that provides {requirement}, or the manifest of {by} to be corrected"
            )
        },
        ..Telling::default()
    }
}

/// Why a module that provides what it requires is not answered by that.
pub(super) const NOT_ITSELF: &str = "a module never answers its own requirement";

/// What was probably meant: a module that does not say that it provides its name, a name that is nearly this one.
fn names_alike(
    case: &Case<'_>,
    requirement: &ProvisionName,
    near: &[ProvisionName],
    module_of_that_name: bool,
) -> Vec<String> {
    let mut candidates = case.refusal.candidates.iter();
    let is_candidate = candidates.any(|candidate| candidate.module.as_str() == requirement.as_str());
    let module = (module_of_that_name && !is_candidate).then(|| {
        format!("a module is called {requirement}, but its manifest does not say that it provides {requirement}")
    });
    let near = (!near.is_empty()).then(|| format!("of nearly that name, {} provided", are(near)));
    module.into_iter().chain(near).collect()
}

fn are(near: &[ProvisionName]) -> String {
    format!("{} {}", names(near), if near.len() == 1 { "is" } else { "are" })
}

/// `choose-module`: several modules would answer it here, and nobody decided.
fn choose_module(case: &Case<'_>, wanted: &Wanted<'_>, memory: &mut Memory) -> Telling {
    let modules: Vec<&ModuleName> = case.refusal.candidates.iter().map(|candidate| &candidate.module).collect();
    let mut because = chains(case, memory);
    because.extend(memory.rule("what is the only answer is brought in; among several a person decides".to_owned()));
    Telling {
        headline: format!("{}, and {} {}provide it", wanted.said(case), names(&modules), both(modules.len())),
        because,
        rows: case.refusal.candidates.iter().map(|candidate| bringing_row(case, candidate)).collect(),
        without: format!("one of them has to be assigned to {}, and what keeps it from there to go", case.one()),
        ..Telling::default()
    }
}

/// A module as a row, with what it would bring along as far as that was tried.
fn bringing_row(case: &Case<'_>, candidate: &Candidate) -> Answer {
    let row = module_row(case, candidate);
    let assigned = |edit: &Edit| matches!(edit, Edit::Assign { module, .. } if *module == candidate.module);
    let tried = case.refusal.remedies.iter().find(|remedy| match &remedy.way {
        Way::Before(edits) | Way::Together(edits) | Way::After(edits) => edits.len() == 1 && edits.iter().all(assigned),
        Way::AtOnce(_) | Way::Option(_) | Way::WithOption(..) | Way::Move { .. } | Way::MoveBefore { .. } => false,
    });
    let gains = tried.iter().flat_map(|remedy| &remedy.effect.gains);
    let brings: Vec<&ModuleName> =
        gains.map(|(_, module)| module).filter(|module| **module != candidate.module).collect();
    let said = if brings.is_empty() { row.said } else { format!("{}, and brings {}", row.said, names(&brings)) };
    Answer { said, ..row }
}

/// `no-node`: no node offers it within reach.
fn no_node(
    case: &Case<'_>,
    wanted: &Wanted<'_>,
    could: &[(Option<SiteName>, usize)],
    leaving: &[(ModuleName, NodeName)],
    memory: &mut Memory,
) -> Telling {
    let Wanted { requirement, itself, .. } = *wanted;
    let candidates = &case.refusal.candidates;
    let far = candidates.iter().any(|candidate| candidate.offering().is_some() && !candidate.why_not.is_empty());
    let mut because: Vec<String> = leaving.iter().filter_map(|leaving| memory.rule(left(leaving))).collect();
    because.extend(chains(case, memory));
    because.extend(itself.then(|| NOT_ITSELF.to_owned()));
    because.extend(memory.rule(format!("{requirement} is taken from another node: requiring it installs nothing")));
    Telling {
        headline: format!(
            "{}, and no {}node offers it{}",
            wanted.said(case),
            if itself { "other " } else { "" },
            if far { " within reach" } else { "" }
        ),
        details: could_offer(could),
        because,
        rows: candidates.iter().map(|candidate| node_row(case, candidate, itself)).collect(),
        without: without_node(case, wanted, leaving, memory.prunes),
        many: !could.is_empty(),
    }
}

/// What the change takes away, which is there still.
fn left((module, from): &(ModuleName, NodeName)) -> String {
    format!("you unassign {module} from {from}")
}

fn without_node(case: &Case<'_>, wanted: &Wanted<'_>, leaving: &[(ModuleName, NodeName)], prunes: bool) -> String {
    let Wanted { requirement, itself, .. } = *wanted;
    if let Some((module, from)) = leaving.first().filter(|_| !prunes) {
        return format!("{module} has to go to another node within reach: provost move {from} NODE {module}");
    }
    let node = if itself { "another node" } else { "a node" };
    let mut modules: Vec<&ModuleName> = case.refusal.candidates.iter().map(|candidate| &candidate.module).collect();
    modules.sort_unstable();
    modules.dedup();
    if modules.is_empty() {
        return format!("a module that provides {requirement} has to be assigned to {node} within reach");
    }
    let modules: Vec<&str> = modules.into_iter().map(ModuleName::as_str).collect();
    let any_of = any(&modules, HEADLINE);
    if prunes {
        return format!(
            "{any_of} has to be assigned to {node} within reach by the document, which takes away the rest"
        );
    }
    format!("{any_of} has to be assigned to {node} within reach: provost assign NODE {}", modules[0])
}

/// Where so many nodes could offer it that commands for each would be no help.
fn could_offer(could: &[(Option<SiteName>, usize)]) -> Vec<String> {
    let told: Vec<String> =
        could.iter().map(|(site, nodes)| format!("{} {}", count(*nodes, "node"), at(site))).collect();
    if told.is_empty() { vec![] } else { vec![format!("{} could offer it", some(&told, NODES))] }
}

fn at(site: &Option<SiteName>) -> String {
    site.as_ref().map_or_else(|| "without a site".to_owned(), |site| format!("at site {site}"))
}

/// `choose-node`: several nodes offer it, and nobody decided.
fn choose_node(case: &Case<'_>, wanted: &Wanted<'_>, memory: &mut Memory) -> Telling {
    let requirement = wanted.requirement;
    let offering = case.refusal.candidates.iter().filter_map(Candidate::offering);
    let nodes: Vec<&str> = offering.map(NodeName::as_str).collect();
    let mut because = chains(case, memory);
    because.extend(memory.rule("a person decides whose data it is: near does not beat far, nor old new".to_owned()));
    Telling {
        headline: format!("{}, and {} {}offer it", wanted.said(case), some(&nodes, SENTENCE), both(nodes.len())),
        because,
        rows: node_rows(case),
        without: format!(
            "{} has to be pinned to one of them for {requirement}, and what refuses that to go",
            case.one()
        ),
        ..Telling::default()
    }
}
