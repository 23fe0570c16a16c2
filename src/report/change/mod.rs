//! An accepted change in words.

mod crowd;
mod done;

use std::{
    collections::{HashMap, HashSet},
    mem::{Discriminant, discriminant},
};

use indexmap::IndexMap;

pub use self::done::{Changed, Settled};
use super::{
    command::with_options,
    differences::next_push,
    edits::told,
    forecast::forecast,
    refusal::{Asked, Occasion, unresolved},
    remedy::alike,
    style::{Ink, Style},
    words::{HEADLINE, NODES, SENTENCE, more, plural, some},
};
use crate::{
    model::{Edit, NodeName},
    plan::Holding,
    resolver::{Gained, Moved, NodeChange, Stays, Taken, WantedFor},
};

/// The text of an accepted change.
pub fn changed(changed: &Changed, style: &Style) -> String {
    let mut page = Page { style, text: String::new() };
    page.opening(changed);
    page.body(changed);
    if changed.dry_run && changed.changed {
        page.plain(&format!("digest {}", changed.digest));
    }
    if !changed.accepted.refusals.is_empty() {
        page.text.push('\n');
        page.text.push_str(&unresolved(Occasion::Left, &changed.accepted.refusals, style));
    }
    page.text
}

/// What a change would do, for a person who is asked whether it is to be made.
pub fn proposed(change: &Changed, style: &Style) -> String {
    let mut page = Page { style, text: "\n".to_owned() };
    page.plain("so it would be; nothing is changed yet:");
    page.edits("  ", change.accepted.edits.iter());
    page.body(change);
    page.text
}

/// The command that does the same and asks nothing.
pub fn unasked(asked: &Asked, style: &Style) -> String {
    let words = [vec!["provost".to_owned()], with_options(asked.command.clone(), &asked.options)].concat();
    format!("the same without being asked:\n  {}\n\n", style.ink(Ink::Command, &style.command(&words)))
}

/// How many edits of one kind are told, each in a line.
const EDITS: usize = 30;
/// How many of them, where there are more.
const FIRST: usize = 10;

struct Page<'a> {
    style: &'a Style,
    text: String,
}

impl Page<'_> {
    fn opening(&mut self, changed: &Changed) {
        match (changed.changed, changed.dry_run) {
            (false, _) => self.plain("nothing to do: it is so already; nothing was changed"),
            (true, true) => {
                self.plain("dry run: so it would be; nothing was changed");
                self.edits("  ", changed.accepted.edits.iter());
            }
            (true, false) => {
                let known = Known::of(changed);
                self.edits("", changed.accepted.edits.iter().filter(|edit| !known.tells(edit)));
            }
        }
    }

    /// A line for each edit. Of very many of one kind the first are told.
    fn edits<'b>(&mut self, indent: &str, edits: impl Iterator<Item = &'b Edit> + Clone) {
        let rest = format!("{indent}  ");
        let mut kinds: HashMap<Discriminant<Edit>, usize> = HashMap::new();
        edits.clone().for_each(|edit| *kinds.entry(discriminant(edit)).or_default() += 1);
        let mut met: HashMap<Discriminant<Edit>, usize> = HashMap::new();
        for edit in edits {
            let kind = discriminant(edit);
            let (all, met) = (kinds.get(&kind).copied().unwrap_or(0), met.entry(kind).or_default());
            *met += 1;
            if all > EDITS && *met == FIRST + 1 {
                self.wrapped(indent, &rest, &more(all - FIRST, " like these"));
            } else if all <= EDITS || *met <= FIRST {
                told(edit).into_iter().for_each(|edit| self.wrapped(indent, &rest, &edit));
            }
        }
    }

    /// What it does to the nodes, and what the operator should know of it.
    fn body(&mut self, changed: &Changed) {
        match (&changed.accepted.crowd, alike_nodes(&changed.accepted.nodes)) {
            (Some(crowd), _) => crowd::counted(crowd).iter().for_each(|told| self.plain(told)),
            (None, Some(alike)) => alike.iter().for_each(|(sentences, nodes)| self.nodes(nodes, sentences)),
            (None, None) => {
                crowd::counted(&crowd::of(&changed.accepted.nodes)).iter().for_each(|told| self.plain(told))
            }
        }
        for (nodes, [requirement, way]) in
            alike(changed.accepted.moved.iter().map(|moved| (&moved.node, moving(moved))))
        {
            self.line(Ink::Look, "moved", &format!("{requirement} of {}, {way}", some(&nodes, NODES)));
        }
        changed.accepted.stays.iter().for_each(|stay| self.line(Ink::Look, "stays", &staying(stay)));
        self.settled(&changed.settled());
        self.holds(&changed.holds);
        self.text.push_str(&changed.forecast.as_ref().map(|told| forecast(told, self.style)).unwrap_or_default());
        changed.warnings.iter().for_each(|warning| self.line(Ink::Look, "warning", warning));
    }

    /// The sentences about nodes of which the same is to be said.
    fn nodes(&mut self, nodes: &[&str], sentences: &[Sentence]) {
        for (at, sentence) in sentences.iter().enumerate() {
            match at {
                0 => self.wrapped("", "    ", &sentence.about(nodes)),
                _ => self.wrapped("  and ", "    ", &sentence.more(nodes)),
            }
        }
    }

    /// What comes of holds and releases at the next push, once for all of which the same is to be said.
    fn holds(&mut self, holds: &[Holding]) {
        let told: Vec<_> = alike(holds.iter().map(|one| (&one.node, next_push(one)))).into_iter().collect();
        for (nodes, said) in told.iter().take(FIRST) {
            self.wrapped("", "  ", &format!("{}: {said}", some(nodes, NODES)));
        }
        if told.len() > FIRST {
            let untold = told.iter().skip(FIRST).map(|(nodes, _)| nodes.len()).sum();
            self.wrapped("", "  ", &more(untold, ""));
        }
    }

    fn settled(&mut self, settled: &[Settled<'_>]) {
        if settled.is_empty() {
            return;
        }
        let decision = plural(settled.len(), "decision");
        self.plain(&format!("kept as it was, by {} {decision} that can be taken back:", settled.len()));
        for (nodes, sentence) in alike(settled.iter().copied().map(kept)) {
            self.wrapped("  ", "    ", &sentence.about(&nodes));
        }
    }

    fn line(&mut self, ink: Ink, word: &str, text: &str) {
        let wrapped = self.style.wrapped(&format!("{word}: "), "  ", text).join("\n");
        self.text.push_str(&wrapped.replacen(word, &self.style.ink(ink, word), 1));
        self.text.push('\n');
    }

    fn plain(&mut self, text: &str) {
        self.wrapped("", "  ", text);
    }

    fn wrapped(&mut self, first: &str, rest: &str, text: &str) {
        self.text.push_str(&self.style.wrapped(first, rest, text).join("\n"));
        self.text.push('\n');
    }
}

/// What the sentences about nodes and what was kept tell of already.
struct Known<'a> {
    nodes: HashMap<&'a NodeName, &'a NodeChange>,
    kept: HashSet<(&'a NodeName, &'a str)>,
    /// Nodes were told of in numbers, and what becomes of them with it.
    in_numbers: bool,
}

impl<'a> Known<'a> {
    fn of(changed: &'a Changed) -> Self {
        let kept = changed.settled().into_iter().map(|settled| match settled {
            Settled::Pin(node, provision, _) => (node, provision.as_str()),
            Settled::Assign(node, module) => (node, module.as_str()),
        });
        let nodes = changed.accepted.nodes.iter().map(|change| (&change.node, change));
        Self { nodes: nodes.collect(), kept: kept.collect(), in_numbers: changed.accepted.crowd.is_some() }
    }

    fn tells(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Assign { .. } | Edit::Unassign { .. } | Edit::Pin { after: Some(_), .. } if self.in_numbers => true,
            Edit::Assign { node, module } => {
                self.kept.contains(&(node, module.as_str()))
                    || self.nodes.get(node).is_some_and(|change| change.gained.iter().any(|m| m.module == *module))
            }
            Edit::Unassign { node, module } => self.nodes.get(node).is_some_and(|change| change.lost.contains(module)),
            Edit::Pin { node, provision, after: Some(from), .. } => {
                let takes = |answer: &Taken| answer.provision == *provision && answer.from == **from;
                self.kept.contains(&(node, provision.as_str()))
                    || self.nodes.get(node).is_some_and(|change| change.takes_gained.iter().any(takes))
            }
            Edit::Pin { .. }
            | Edit::AddSite { .. }
            | Edit::RenameSite { .. }
            | Edit::RemoveSite { .. }
            | Edit::AddNode { .. }
            | Edit::RenameNode { .. }
            | Edit::RemoveNode { .. }
            | Edit::Site { .. }
            | Edit::Fact { .. }
            | Edit::Register { .. }
            | Edit::RemoveModule { .. }
            | Edit::Hold { .. }
            | Edit::AllowMove { .. } => false,
        }
    }
}

/// Half a sentence about a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sentence {
    one: &'static str,
    several: &'static str,
    what: String,
}

impl Sentence {
    fn about(&self, nodes: &[&str]) -> String {
        format!("{} {}", some(nodes, NODES), self.more(nodes))
    }

    fn more(&self, nodes: &[&str]) -> String {
        format!("{} {}", if nodes.len() == 1 { self.one } else { self.several }, self.what)
    }
}

fn kept(settled: Settled<'_>) -> (&NodeName, Sentence) {
    match settled {
        Settled::Pin(node, provision, from) => {
            let what = format!("pinned to {from} for {provision}");
            (node, Sentence { one: "is", several: "are", what })
        }
        Settled::Assign(node, module) => {
            (node, Sentence { one: "keeps", several: "keep", what: format!("{module}, which is assigned now") })
        }
    }
}

/// The nodes of which the same is to be said; `None` where there is too much to say of them.
fn alike_nodes(nodes: &[NodeChange]) -> Option<IndexMap<Vec<Sentence>, Vec<&str>>> {
    let mut alike: IndexMap<Vec<Sentence>, Vec<&str>> = IndexMap::new();
    for node in nodes {
        alike.entry(sentences(node)).or_default().push(node.node.as_str());
        if alike.len() > crowd::MOST {
            return None;
        }
    }
    Some(alike)
}

fn sentences(node: &NodeChange) -> Vec<Sentence> {
    let sentence = |one, several, what: Vec<String>| {
        (!what.is_empty()).then(|| Sentence { one, several, what: some(&what, SENTENCE) })
    };
    [
        sentence("gains", "gain", gains(&node.gained)),
        sentence("loses", "lose", node.lost.iter().map(ToString::to_string).collect()),
        sentence("takes", "take", node.takes_gained.iter().map(answer).collect()),
        sentence("no longer takes", "no longer take", node.takes_lost.iter().map(answer).collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What a node gains. Of very much, first what was decided; why all else came is in `plan` and `why`.
fn gains(modules: &[Gained]) -> Vec<String> {
    if modules.len() <= SENTENCE {
        return modules.iter().map(gained).collect();
    }
    let (assigned, brought_in): (Vec<_>, Vec<_>) = modules.iter().partition(|module| module.assigned);
    assigned.into_iter().chain(brought_in).map(|module| module.module.to_string()).collect()
}

fn gained(module: &Gained) -> String {
    match module.wanted_for.as_slice() {
        wanted if !module.assigned && !wanted.is_empty() => format!("{} ({})", module.module, only_for(wanted)),
        _ => module.module.to_string(),
    }
}

/// `the only one with x-display for i3`
pub(super) fn only_for(wanted: &[WantedFor]) -> String {
    let told: Vec<String> = wanted.iter().map(|w| format!("{} for {}", w.requires, w.module)).collect();
    format!("the only one with {}", some(&told, HEADLINE))
}

fn answer(answer: &Taken) -> String {
    format!("{} from {} ({})", answer.provision, answer.from, answer.module)
}

/// All of a moved answer but its node, so that those of many nodes are told once.
fn moving(moved: &Moved) -> [String; 2] {
    let Moved { requirement, by, from, from_module, to, to_module, .. } = moved;
    let by = some(&by.iter().map(ToString::to_string).collect::<Vec<_>>(), HEADLINE);
    let way = format!("for {by}, from {from} ({from_module}) to {to} ({to_module}); nothing moved along with it");
    [requirement.to_string(), way]
}

fn staying(stay: &Stays) -> String {
    format!("{} on {}: {}", stay.module, stay.node, only_for(&stay.wanted_for))
}

#[cfg(test)]
mod tests;
