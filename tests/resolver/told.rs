//! A resolved mesh and a decision as short texts, so that a rule's test pins the whole outcome.

use std::fmt::Display;

use provost::model::{Edit, ModuleName, NodeId, NodeName, SiteName};
use provost::plan;
use provost::resolver::{
    Candidate, ChangeOption, Decision, Moved, NodeChange, Party, Refusal, Remedy, Subject, Taken, Unanswered, Way,
    WhyNot, World,
};

/// Every node with its set (what nobody assigned in brackets) and its takes, then every refusal.
pub(super) fn told(world: &World) -> String {
    let nodes = world.mesh.nodes_by_name();
    let mut lines: Vec<String> = nodes.into_iter().map(|node| told_node(world, node)).collect();
    let refusals = plan::tell(world, world.resolution.findings());
    lines.extend(refusals.iter().flat_map(refusal));
    lines.join("\n") + "\n"
}

fn told_node(world: &World, node: NodeId) -> String {
    let (mesh, view) = (&world.mesh, world.resolution.view(node));
    let set = view.set.iter().map(|module| match mesh.is_assigned(node, *module) {
        true => mesh.catalogue.name(*module).to_string(),
        false => format!("({})", mesh.catalogue.name(*module)),
    });
    let mut line = format!("{}: {}", mesh.node_name(node), joined(set, " "));
    let mut takes: Vec<String> = view
        .takes
        .iter()
        .map(|take| {
            let pinned = if take.pinned { ", pinned" } else { "" };
            let from = format!("{}:{}", mesh.node_name(take.from), mesh.catalogue.name(take.module));
            format!("; {} from {from}{pinned}", mesh.catalogue.provision(take.provision))
        })
        .collect();
    takes.sort();
    line.extend(takes);
    line.trim_end().to_owned()
}

/// What was decided, and all that it brings about.
pub(super) fn decided(decision: &Decision) -> String {
    let mut lines = vec![if decision.is_accepted() { "accepted" } else { "refused" }.to_owned()];
    if let Some(accepted) = decision.accepted() {
        lines.extend(accepted.settled.iter().map(|made| format!("  kept: {}", edit(made))));
        lines.extend(accepted.moved.iter().map(moved));
        let stays = accepted.stays.iter();
        lines.extend(stays.map(|stays| {
            let by = stays.wanted_for.iter().map(|by| format!("{} ({})", by.module, by.requires));
            format!("  stays: {} on {} for {}", stays.module, stays.node, joined(by, ", "))
        }));
        lines.extend(accepted.nodes.iter().map(node_change));
    }
    lines.extend(decision.refusals().iter().flat_map(refusal));
    lines.join("\n") + "\n"
}

fn moved(moved: &Moved) -> String {
    let Moved { node, requirement, by, from, from_module, to, to_module } = moved;
    format!("  moved: {requirement} of {node} for {}: {from}:{from_module} -> {to}:{to_module}", joined(by, " "))
}

fn node_change(change: &NodeChange) -> String {
    let mut line = format!("  {}:", change.node);
    line.extend(change.gained.iter().map(|gained| match gained.assigned {
        true => format!(" +{}", gained.module),
        false => format!(" +({})", gained.module),
    }));
    line.extend(change.lost.iter().map(|lost| format!(" -{lost}")));
    line.extend(change.takes_gained.iter().map(|take| format!(" +{}", taken(take))));
    line.extend(change.takes_lost.iter().map(|take| format!(" -{}", taken(take))));
    line
}

fn taken(Taken { provision, from, module }: &Taken) -> String {
    format!("{provision} from {from}:{module}")
}

/// A refusal as lines: what, who, the candidates, the remedies.
fn refusal(refusal: &Refusal) -> Vec<String> {
    let node = refusal.node.as_ref().map_or("-", NodeName::as_str);
    let parties = joined(refusal.parties.iter().map(party), ", ");
    let what = format!("{} {node} {}{}: {parties}", refusal.code().word(), refusal.key(), about(refusal));
    let mut lines = vec![what.trim_end().to_owned()];
    lines.extend(refusal.candidates.iter().map(|candidate| format!("  candidate {}", told_candidate(candidate))));
    lines.extend(refusal.remedies.iter().map(|remedy| format!("  remedy {}", told_remedy(remedy))));
    lines
}

/// What a subject says beside its key and its parties.
fn about(refusal: &Refusal) -> String {
    match &refusal.subject {
        Subject::Claim { scope, site, .. } => match site {
            Some(site) => format!(" (site {site})"),
            None => format!(" ({})", scope.word()),
        },
        Subject::Resource { resource, .. } => format!(" ({resource})"),
        Subject::Requirement { why: Unanswered::NoProvider { near, module_of_that_name }, .. } => {
            let mut said = String::new();
            if *module_of_that_name {
                said.push_str(" (a module has that name)");
            }
            if !near.is_empty() {
                said.push_str(&format!(" (near: {})", joined(near, " ")));
            }
            said
        }
        Subject::Requirement { why: Unanswered::NoNode { could, .. }, .. } => {
            let at = |(site, count): &(Option<SiteName>, usize)| match site {
                Some(site) => format!(" ({count} could at {site})"),
                None => format!(" ({count} could)"),
            };
            could.iter().map(at).collect()
        }
        Subject::Requirement { why: Unanswered::ChooseModule | Unanswered::ChooseNode, .. } => String::new(),
        Subject::Pin { from, runs, .. } if runs.is_empty() => format!(" (from {from}, which runs nothing)"),
        Subject::Pin { from, runs, .. } => format!(" (from {from}, which runs {})", joined(runs, " ")),
        Subject::Moved { from, from_module, to, to_module, .. } => {
            format!(" ({from}:{from_module} -> {to}:{to_module})")
        }
        Subject::Needs { unmet, .. } => {
            let fact = |unmet: &provost::resolver::Unmet| {
                let has = unmet.has.as_ref().map_or("nothing".to_owned(), |has| serde_json::to_string(has).unwrap());
                format!("{} {}, has {has}", unmet.fact, serde_json::to_string(&unmet.wants).unwrap())
            };
            format!(" ({})", joined(unmet.iter().map(fact), "; "))
        }
        Subject::Reflects { reflects, .. } => format!(" (names {})", joined(reflects, " ")),
        Subject::BroughtIn { .. }
        | Subject::ModuleInUse { .. }
        | Subject::SiteInUse { .. }
        | Subject::Reviewed { .. } => String::new(),
    }
}

fn party(party: &Party) -> String {
    let chain = joined(party.chain.iter().map(|link| &link.module), ">");
    let mut told = format!("{}:{chain}", party.node);
    if let Some(id) = &party.resource {
        told.push_str(&format!("/{id}"));
    }
    if let Some(key) = &party.key {
        told.push_str(&format!(" [{key}]"));
    }
    if party.asked {
        told.push_str(" (asked)");
    }
    told
}

fn told_candidate(candidate: &Candidate) -> String {
    let node = candidate.node().map_or("somewhere", NodeName::as_str);
    let site = candidate.site().map_or(String::new(), |site| format!("@{site}"));
    let told = format!("{node}{site}:{}", candidate.module);
    match candidate.why_not.as_slice() {
        [] => told,
        reasons => format!("{told}, not: {}", joined(reasons.iter().map(why_not), "; ")),
    }
}

fn why_not(why: &WhyNot) -> String {
    match why {
        WhyNot::Need(unmet) => format!("needs {}", unmet.fact),
        WhyNot::Claim { claim, node, module, .. } => {
            let node = node.as_ref().map_or(String::new(), |node| format!("{node}:"));
            format!("{node}{module} holds {claim}")
        }
        WhyNot::Resource { key, module, .. } => format!("{module} has {key}"),
        WhyNot::Brings { module, why } => format!("brings {module}: {}", why_not(why)),
        WhyNot::Reach { scope, site } => {
            format!("reaches {}", site.as_ref().map_or(scope.word(), |site| site.as_str()))
        }
        WhyNot::Refused { code, key } => format!("{} {key}", code.word()),
    }
}

fn told_remedy(remedy: &Remedy) -> String {
    match &remedy.way {
        Way::AtOnce(edits) => format!("at once: {}", joined(edits.iter().map(edit), ", ")),
        Way::Before(edits) => format!("first: {}", joined(edits.iter().map(edit), ", ")),
        Way::Together(edits) => format!("together: {}", joined(edits.iter().map(edit), ", ")),
        Way::After(edits) => format!("after: {}", joined(edits.iter().map(edit), ", ")),
        Way::Option(ChangeOption::Keep) => "--keep".to_owned(),
        Way::Option(ChangeOption::AllowMoves) => "--allow-moves".to_owned(),
        Way::WithOption(edits, option) => {
            let option = if *option == ChangeOption::Keep { "--keep" } else { "--allow-moves" };
            format!("together: {} {option}", joined(edits.iter().map(edit), ", "))
        }
        Way::MoveBefore { from, to, modules } => {
            format!("first: move {from} {to} {}", joined::<&ModuleName>(modules, " "))
        }
        Way::Move { from, to, modules } => format!("move {from} {to} {}", joined::<&ModuleName>(modules, " ")),
    }
}

/// An edit as an operator would type it.
fn edit(edit: &Edit) -> String {
    match edit {
        Edit::Assign { node, module } => format!("assign {node} {module}"),
        Edit::Unassign { node, module } => format!("unassign {node} {module}"),
        Edit::Pin { node, provision, after: Some(from), .. } => format!("pin {node} {provision} {from}"),
        Edit::Pin { node, provision, after: None, .. } => format!("unpin {node} {provision}"),
        Edit::Fact { node, fact, after: Some(value), .. } => {
            format!("set {node} {fact}={}", serde_json::to_string(value).unwrap())
        }
        Edit::Fact { node, fact, after: None, .. } => format!("unset {node} {fact}"),
        Edit::Site { node, after: Some(site), .. } => format!("place {node} at {site}"),
        Edit::Site { node, after: None, .. } => format!("place {node} nowhere"),
        Edit::AddSite { .. }
        | Edit::RenameSite { .. }
        | Edit::RemoveSite { .. }
        | Edit::AddNode { .. }
        | Edit::RenameNode { .. }
        | Edit::RemoveNode { .. }
        | Edit::Register { .. }
        | Edit::RemoveModule { .. }
        | Edit::Hold { .. }
        | Edit::AllowMove { .. } => serde_json::to_string(edit).unwrap(),
    }
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}
