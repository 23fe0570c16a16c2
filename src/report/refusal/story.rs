//! Stories: refusals with one cause are told once, with all the names.
//!
//! Two refusals have one cause where they are the same but for their nodes. All that one pair of modules collides over
//! on a node belongs together first. Each step looks at each refusal once: thousands of refusals are told as fast as
//! they are read.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fmt::Write,
};

use indexmap::IndexMap;

use super::telling::{Case, Memory, Telling, tell};
use crate::{
    model::{Edit, ModuleName, NodeName, ProvisionName},
    report::remedy::{Remedies, Told, commands},
    resolver::{Candidate, Code, Effect, Party, Refusal, Remedy, Subject, Way},
};

/// One cause, in words.
pub(super) struct Story {
    pub(super) code: Code,
    /// How many refusals it tells.
    pub(super) refusals: usize,
    pub(super) telling: Telling,
}

/// Stories that one set of commands settles.
pub(super) struct Chapter {
    pub(super) stories: Vec<Story>,
    pub(super) help: Vec<Told>,
    /// The nodes for which the commands would be the same, each with its own name.
    pub(super) likewise: Vec<String>,
    /// Whether there are remedies and none of them can be said as commands.
    pub(super) unsaid: bool,
}

/// Commands that belong together, each by its words.
type Commands = Vec<Vec<String>>;

/// The refusals of one story: for each node a list.
type Bundles<'a> = Vec<Vec<&'a Refusal>>;

/// The stories of refusals, those with the same help together, in the order in which the refusals come.
pub(super) fn stories(refusals: &[Refusal], remedies: &Remedies<'_>) -> Vec<Chapter> {
    let mut chapters: IndexMap<Vec<Commands>, Vec<(Bundles<'_>, Help<'_>)>> = IndexMap::new();
    for (at, bundles) in causes(refusals).into_iter().enumerate() {
        let help = help(&bundles, remedies);
        let mut key: Vec<_> = help.common.iter().map(|remedy| remedy.commands.clone()).collect();
        key.push(vec![help.likewise.clone()]);
        if help.common.is_empty() {
            key.push(vec![vec![at.to_string()]]);
        }
        chapters.entry(key).or_default().push((bundles, help));
    }
    let mut memory = Memory::default();
    chapters.into_values().map(|stories| chapter(stories, remedies, &mut memory)).collect()
}

fn chapter(stories: Vec<(Bundles<'_>, Help<'_>)>, remedies: &Remedies<'_>, memory: &mut Memory) -> Chapter {
    let mut chapter = Chapter { stories: Vec::new(), help: Vec::new(), likewise: Vec::new(), unsaid: false };
    let mut named: Vec<&str> = Vec::new();
    let mut effects: Vec<(&Remedy, Gathered)> = Vec::new();
    for (bundles, help) in stories {
        for (at, common) in help.common.into_iter().enumerate() {
            match effects.get_mut(at) {
                Some((_, effect)) => effect.join(common.effect),
                None => effects.push((common.remedy, common.effect)),
            }
        }
        if chapter.likewise.is_empty() {
            chapter.likewise = help.likewise;
        }
        chapter.unsaid |= bundles.iter().flatten().any(|refusal| !refusal.remedies.is_empty());
        named.extend(bundles.iter().flatten().filter_map(|refusal| refusal.node.as_ref()).map(NodeName::as_str));
        chapter.stories.extend(story(bundles, memory));
    }
    named.sort_unstable();
    named.dedup();
    let told = effects.into_iter().filter_map(|(remedy, effect)| remedies.told_of(remedy, &effect.effect(), &named));
    chapter.help.extend(told);
    chapter
}

fn story(bundles: Bundles<'_>, memory: &mut Memory) -> Option<Story> {
    let code = bundles.first()?.first()?.code;
    let refusals = bundles.iter().map(Vec::len).sum();
    Some(Story { code, refusals, telling: tell(&Case::new(bundles), memory) })
}

/// Refusals by cause.
fn causes(refusals: &[Refusal]) -> Vec<Bundles<'_>> {
    let mut bundles: IndexMap<String, Vec<&Refusal>> = IndexMap::new();
    for (at, refusal) in refusals.iter().enumerate() {
        bundles.entry(bundle(at, refusal)).or_default().push(refusal);
    }
    let mut causes: IndexMap<String, Bundles<'_>> = IndexMap::new();
    let mut nodes: HashMap<String, BTreeSet<Option<&NodeName>>> = HashMap::new();
    for refusal in refusals {
        for remedy in &refusal.remedies {
            nodes.entry(as_it_is(&remedy.way)).or_default().insert(refusal.node.as_ref());
        }
    }
    let shared: HashSet<String> = nodes.into_iter().filter(|(_, of)| of.len() > 1).map(|(way, _)| way).collect();
    for bundle in bundles.into_values() {
        causes.entry(shape(&bundle, &shared)).or_default().push(bundle);
    }
    causes.into_values().collect()
}

/// What belongs together on a node: all that the same modules both put there; else each refusal by itself.
fn bundle(at: usize, refusal: &Refusal) -> String {
    if refusal.code != Code::ResourceCollision {
        return at.to_string();
    }
    let modules: BTreeSet<_> = refusal.parties.iter().map(|party| &party.module).collect();
    format!("{:?} {modules:?}", refusal.node)
}

/// A remedy with every node by its name. Text to be compared, never shown.
fn as_it_is(way: &Way) -> String {
    let mut text = String::new();
    Own(None).way(way, &mut text);
    text
}

/// All that makes refusals the same but for their node. A remedy that several nodes have is the same by all its names. Text to
/// be compared, never shown.
fn shape(bundle: &[&Refusal], shared: &HashSet<String>) -> String {
    let mut shape = String::new();
    for refusal in bundle {
        let own = Own(refusal.node.as_ref());
        // Writing to a string does not fail.
        let _ = write!(shape, "{} ", refusal.code.word());
        own.subject(&refusal.subject, &mut shape);
        refusal.parties.iter().for_each(|party| own.party(party, &mut shape));
        refusal.candidates.iter().for_each(|candidate| own.candidate(candidate, &mut shape));
        for remedy in &refusal.remedies {
            let named = as_it_is(&remedy.way);
            match shared.contains(&named) {
                true => shape.push_str(&named),
                false => own.way(&remedy.way, &mut shape),
            }
        }
    }
    shape
}

/// Writes a refusal's own node as nobody's.
struct Own<'a>(Option<&'a NodeName>);

impl Own<'_> {
    fn node<'b>(&self, node: &'b NodeName) -> &'b str {
        if self.0 == Some(node) { "\0" } else { node.as_str() }
    }

    fn subject(&self, subject: &Subject, shape: &mut String) {
        let _ = match subject {
            Subject::Pin { requirement, by, from, pinned_at, runs } => {
                write!(shape, "{requirement}{by:?}{}{}{runs:?}", self.node(from), pinned_at.is_some())
            }
            Subject::Moved { requirement, by, from, from_module, to, to_module } => {
                let (from, to) = (self.node(from), self.node(to));
                write!(shape, "{requirement}{by:?}{from:?}{from_module}{to:?}{to_module:?}")
            }
            Subject::Claim { .. }
            | Subject::Resource { .. }
            | Subject::Requirement { .. }
            | Subject::Needs { .. }
            | Subject::Reflects { .. }
            | Subject::Module { .. }
            | Subject::Site { .. }
            | Subject::Reviewed { .. } => write!(shape, "{subject:?}"),
        };
    }

    fn party(&self, party: &Party, shape: &mut String) {
        let Party { node, module, resource, chain, assigned, asked, scope, key } = party;
        let node = self.node(node);
        let _ = write!(shape, "{node:?}{module:?}{resource:?}{chain:?}{assigned}{asked}{scope:?}{key:?}");
    }

    fn candidate(&self, candidate: &Candidate, shape: &mut String) {
        let Candidate { node, site, module, version, why_not } = candidate;
        let own = node.is_some() && node.as_ref() == self.0;
        let (node, site) = (node.as_ref().map(|node| self.node(node)), site.as_ref().filter(|_| !own));
        let _ = write!(shape, "{node:?}{site:?}{module:?}{version:?}{why_not:?}");
    }

    fn way(&self, way: &Way, shape: &mut String) {
        let _ = match way {
            Way::Before(edits) => write!(shape, "before{:?}", self.edits(edits)),
            Way::AtOnce(edits) => write!(shape, "at once{:?}", self.edits(edits)),
            Way::Together(edits) => write!(shape, "together{:?}", self.edits(edits)),
            Way::Option(option) => write!(shape, "{option:?}"),
            Way::MoveBefore { from, to, modules } => {
                write!(shape, "move before{:?}{:?}{modules:?}", self.node(from), self.node(to))
            }
            Way::Move { from, to, modules } => {
                write!(shape, "move{:?}{:?}{modules:?}", self.node(from), self.node(to))
            }
        };
    }

    fn edits<'b>(&self, edits: &'b [Edit]) -> Vec<[&'b str; 4]> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }

    fn edit<'b>(&self, edit: &'b Edit) -> [&'b str; 4] {
        match edit {
            Edit::Assign { node, module } => ["assign", self.node(node), module.as_str(), ""],
            Edit::Unassign { node, module } => ["unassign", self.node(node), module.as_str(), ""],
            Edit::Pin { node, provision, after, .. } => {
                let after = after.as_ref().map_or("", |after| self.node(after));
                ["pin", self.node(node), provision.as_str(), after]
            }
            Edit::AddNode { node, .. } | Edit::RemoveNode { node } | Edit::RenameNode { node, .. } => {
                ["node", node.as_str(), "", ""]
            }
            Edit::Site { node, after, .. } => {
                ["site", self.node(node), after.as_ref().map_or("", |site| site.as_str()), ""]
            }
            Edit::Fact { node, fact, .. } => ["fact", self.node(node), fact.as_str(), ""],
            Edit::Hold { node, .. } | Edit::AllowMove { node, .. } => ["hold", self.node(node), "", ""],
            Edit::Register { module, .. } | Edit::RemoveModule { module, .. } => ["module", module.as_str(), "", ""],
            Edit::AddSite { site } | Edit::RemoveSite { site } | Edit::RenameSite { site, .. } => {
                ["site", site.as_str(), "", ""]
            }
        }
    }
}

/// What helps in a story.
struct Help<'a> {
    common: Vec<Common<'a>>,
    likewise: Vec<String>,
}

/// A remedy, with its effect in all the refusals that have it.
struct Common<'a> {
    commands: Commands,
    remedy: &'a Remedy,
    effect: Gathered,
    times: usize,
}

/// The remedies that all refusals of a story share; where there is none, those of its first node, to be done likewise
/// for the others.
fn help<'a>(bundles: &[Vec<&'a Refusal>], remedies: &Remedies<'_>) -> Help<'a> {
    let all: usize = bundles.iter().map(Vec::len).sum();
    let mut common = gather(bundles.iter().flatten(), remedies);
    if common.iter().any(|remedy| remedy.times == all) {
        common.retain(|remedy| remedy.times == all);
        return Help { common, likewise: Vec::new() };
    }
    let common = gather(bundles.first().into_iter().flatten(), remedies);
    let others = bundles.iter().skip(1).filter_map(|bundle| bundle.first()?.node.as_ref()).map(ToString::to_string);
    let likewise = if common.is_empty() { Vec::new() } else { others.collect() };
    Help { common, likewise }
}

fn gather<'a, 'b>(refusals: impl Iterator<Item = &'b &'a Refusal>, remedies: &Remedies<'_>) -> Vec<Common<'a>>
where
    'a: 'b,
{
    let mut gathered: Vec<Common<'a>> = Vec::new();
    let mut places: HashMap<Commands, usize> = HashMap::new();
    for remedy in refusals.flat_map(|refusal| &refusal.remedies) {
        let Some((commands, _)) = commands(remedy, remedies.asked()) else { continue };
        let effect = Gathered::new(&remedy.effect);
        match places.get(&commands).and_then(|place| gathered.get_mut(*place)) {
            Some(known) => {
                known.times += 1;
                known.effect.join(effect);
            }
            None => {
                places.insert(commands.clone(), gathered.len());
                gathered.push(Common { commands, remedy, effect, times: 1 });
            }
        }
    }
    gathered
}

/// Effects of several refusals' remedies that are one command.
#[derive(Default)]
struct Gathered {
    gains: BTreeSet<(NodeName, ModuleName)>,
    loses: BTreeSet<(NodeName, ModuleName)>,
    takes: BTreeSet<(NodeName, ProvisionName, NodeName)>,
}

impl Gathered {
    fn new(effect: &Effect) -> Self {
        let Effect { gains, loses, takes } = effect.clone();
        let (gains, loses) = (gains.into_iter().collect(), loses.into_iter().collect());
        Self { gains, loses, takes: takes.into_iter().collect() }
    }

    fn join(&mut self, other: Self) {
        self.gains.extend(other.gains);
        self.loses.extend(other.loses);
        self.takes.extend(other.takes);
    }

    fn effect(self) -> Effect {
        let (gains, loses) = (self.gains.into_iter().collect(), self.loses.into_iter().collect());
        Effect { gains, loses, takes: self.takes.into_iter().collect() }
    }
}
