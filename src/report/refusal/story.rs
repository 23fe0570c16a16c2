//! Stories: refusals with one cause are told once, with all the names.
//!
//! Two refusals have one cause where they are the same but for their nodes. All that one pair of modules collides over
//! on a node belongs together first. Each step looks at each refusal once: thousands of refusals are told as fast as
//! they are read.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::telling::{Case, Memory, Telling, tell};
use crate::{
    model::{ModuleName, NodeName, ProvisionName},
    report::remedy::{Remedies, Told, commands},
    resolver::{Code, Effect, LikeRefusal, LikeWay, Likeness, Refusal, Remedy},
};

/// One cause, in words.
pub(super) struct Story {
    pub(super) code: Code,
    /// How many refusals it tells.
    pub(super) refusals: usize,
    /// Whether nothing was tried for any of them.
    pub(super) untried: bool,
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
    /// Whether what settles these stands below, with what settles all.
    pub(super) below: bool,
}

/// Commands that belong together, each by its words.
type Commands = Vec<Vec<String>>;

/// The refusals of one story: for each node a list.
type Bundles<'a> = Vec<Vec<&'a Refusal>>;

/// The stories of refusals, those with the same help together, in the order in which the refusals come.
pub(super) fn stories(refusals: &[Refusal], remedies: &Remedies<'_>) -> Vec<Chapter> {
    let told: Vec<(Bundles<'_>, Help<'_>)> = causes(refusals)
        .into_iter()
        .map(|bundles| {
            let help = help(&bundles, remedies);
            (bundles, help)
        })
        .collect();
    let (told, everywhere) = apart(told);
    let mut chapters: IndexMap<Vec<Commands>, Vec<(Bundles<'_>, Help<'_>)>> = IndexMap::new();
    for (at, (bundles, help)) in told.into_iter().enumerate() {
        let mut key: Vec<_> = help.common.iter().map(|remedy| remedy.commands.clone()).collect();
        key.push(vec![help.likewise.clone()]);
        if help.common.is_empty() {
            key.push(vec![vec![at.to_string()]]);
        }
        chapters.entry(key).or_default().push((bundles, help));
    }
    let mut memory = Memory { prunes: remedies.asked().is_some_and(|asked| asked.prunes()), ..Memory::default() };
    let mut chapters: Vec<Chapter> =
        chapters.into_values().map(|stories| chapter(stories, remedies, &mut memory)).collect();
    if !everywhere.is_empty() {
        chapters.iter_mut().for_each(|chapter| chapter.below = chapter.help.is_empty());
        let common = Help { common: everywhere, likewise: Vec::new() };
        chapters.push(chapter(vec![(Bundles::new(), common)], remedies, &mut memory));
    }
    chapters
}

/// What settles all stories, apart from what settles each, where there is both.
fn apart<'a>(mut told: Vec<(Bundles<'a>, Help<'a>)>) -> (Vec<(Bundles<'a>, Help<'a>)>, Vec<Common<'a>>) {
    let is_in = |help: &Help<'_>, commands: &Commands| help.common.iter().any(|other| other.commands == *commands);
    let all = told.first().into_iter().flat_map(|(_, first)| first.common.iter().map(|common| common.commands.clone()));
    let all: HashSet<Commands> = all.filter(|commands| told.iter().all(|(_, help)| is_in(help, commands))).collect();
    let is_all_there_is = told.iter().all(|(_, help)| help.common.len() == all.len());
    if all.is_empty() || is_all_there_is || told.iter().any(|(_, help)| !help.likewise.is_empty()) {
        return (told, Vec::new());
    }
    let mut everywhere: Vec<Common<'a>> = Vec::new();
    for (_, help) in &mut told {
        let (shared, own) =
            std::mem::take(&mut help.common).into_iter().partition(|common| all.contains(&common.commands));
        help.common = own;
        for common in shared {
            match everywhere.iter_mut().find(|known| known.commands == common.commands) {
                Some(known) => known.effect.join(common.effect),
                None => everywhere.push(common),
            }
        }
    }
    (told, everywhere)
}

fn chapter(stories: Vec<(Bundles<'_>, Help<'_>)>, remedies: &Remedies<'_>, memory: &mut Memory) -> Chapter {
    let mut chapter =
        Chapter { stories: Vec::new(), help: Vec::new(), likewise: Vec::new(), unsaid: false, below: false };
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
    let code = bundles.first()?.first()?.code();
    let refusals = bundles.iter().map(Vec::len).sum();
    let untried = bundles.iter().flatten().all(|refusal| refusal.untried);
    Some(Story { code, refusals, untried, telling: tell(&Case::new(&bundles)?, memory) })
}

/// What belongs together on a node.
#[derive(PartialEq, Eq, Hash)]
enum Bundle<'a> {
    /// All that the same modules both put there.
    Collision(Option<&'a NodeName>, BTreeSet<Option<&'a ModuleName>>),
    /// Each other refusal by itself, by its place.
    Alone(usize),
}

/// All that makes refusals of a node the same as those of another one.
type Shape<'a> = Vec<(LikeRefusal<'a>, bool, Vec<LikeWay<'a>>)>;

/// Refusals by cause.
fn causes(refusals: &[Refusal]) -> Vec<Bundles<'_>> {
    let mut bundles: IndexMap<Bundle<'_>, Vec<&Refusal>> = IndexMap::new();
    for (at, refusal) in refusals.iter().enumerate() {
        bundles.entry(bundle(at, refusal)).or_default().push(refusal);
    }
    let mut causes: IndexMap<Shape<'_>, Bundles<'_>> = IndexMap::new();
    let mut nodes: HashMap<LikeWay<'_>, BTreeSet<Option<&NodeName>>> = HashMap::new();
    for refusal in refusals {
        for remedy in &refusal.remedies {
            nodes.entry(Likeness::AS_IT_IS.way(&remedy.way)).or_default().insert(refusal.node.as_ref());
        }
    }
    let shared = nodes.into_iter().filter(|(_, of)| of.len() > 1).map(|(way, _)| way).collect();
    for bundle in bundles.into_values() {
        causes.entry(shape(&bundle, &shared)).or_default().push(bundle);
    }
    causes.into_values().collect()
}

fn bundle(at: usize, refusal: &Refusal) -> Bundle<'_> {
    if refusal.code() != Code::ResourceCollision {
        return Bundle::Alone(at);
    }
    let modules = refusal.parties.iter().map(|party| party.module.as_ref());
    Bundle::Collision(refusal.node.as_ref(), modules.collect())
}

/// All that makes refusals the same but for their node. A remedy that several nodes have is the same by all its names.
fn shape<'a>(bundle: &[&'a Refusal], shared: &HashSet<LikeWay<'a>>) -> Shape<'a> {
    let shape = |refusal: &&'a Refusal| {
        let own = Likeness::of(refusal);
        let way = |remedy: &'a Remedy| {
            let named = Likeness::AS_IT_IS.way(&remedy.way);
            if shared.contains(&named) { named } else { own.way(&remedy.way) }
        };
        (own.refusal(refusal), refusal.untried, refusal.remedies.iter().map(way).collect())
    };
    bundle.iter().map(shape).collect()
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
    answers: BTreeSet<(NodeName, ProvisionName, NodeName)>,
}

impl Gathered {
    fn new(effect: &Effect) -> Self {
        let Effect { gains, loses, takes, answers } = effect.clone();
        let (gains, loses) = (gains.into_iter().collect(), loses.into_iter().collect());
        Self { gains, loses, takes: takes.into_iter().collect(), answers: answers.into_iter().collect() }
    }

    fn join(&mut self, other: Self) {
        self.gains.extend(other.gains);
        self.loses.extend(other.loses);
        self.takes.extend(other.takes);
        self.answers.extend(other.answers);
    }

    fn effect(self) -> Effect {
        let (gains, loses) = (self.gains.into_iter().collect(), self.loses.into_iter().collect());
        let (takes, answers) = (self.takes.into_iter().collect(), self.answers.into_iter().collect());
        Effect { gains, loses, takes, answers }
    }
}
