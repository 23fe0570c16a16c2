//! Remedies as commands to paste and as a sentence that says what they do.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::Hash,
};

use indexmap::IndexMap;

use super::{
    command::{self, edit_line, first_argument, with_options},
    edits,
    escape::batch_line,
    refusal::{Act, Asked},
    words::{HEADLINE, NODES, list, some},
};
use crate::{
    model::{Edit, ModuleName, NodeName},
    resolver::{ChangeOption, Effect, Refusal, Remedy, Way},
};

/// The most nodes that a command names where the refused one has one word for them.
const FEW: usize = 3;

/// A remedy as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Each command, `provost` included.
    pub commands: Vec<Vec<String>>,
    /// Whether the command holds the refused one.
    pub whole: bool,
    /// What it does.
    pub effect: String,
    /// Whether the command is refused too, for what else stands.
    pub leaves_others: bool,
}

/// The commands of a remedy, and whether they hold the refused one; `None` where it cannot be said as commands: the
/// refused command read standard input, or nothing was asked.
pub fn commands(remedy: &Remedy, asked: Option<&Asked>) -> Option<(Vec<Vec<String>>, bool)> {
    match &remedy.way {
        Way::Before(edits) => {
            let lines: Option<Vec<_>> =
                edits.chunk_by(Edit::is_one_command).map(|edits| one_command(edits, asked)).collect();
            Some((lines?.into_iter().map(|line| command(line, &[])).collect(), false))
        }
        Way::AtOnce(edits) => Some((vec![command(batch(edits, asked)?, &[])], false)),
        Way::Together(edits) => Some((vec![together(edits, asked?, Place::Before)?], true)),
        Way::After(edits) => Some((vec![together(edits, asked?, Place::After)?], true)),
        Way::Option(option) => Some((vec![command_with(*option, asked?)?], true)),
        Way::WithOption(edits, option) => {
            Some((vec![together(edits, &with_option(*option, asked?), Place::Before)?], true))
        }
        Way::MoveBefore { from, to, modules } => Some((vec![command(hand_over(from, to, modules), &[])], false)),
        Way::Move { from, to, modules } => Some((vec![command(hand_over(from, to, modules), &asked?.options)], true)),
    }
}

fn hand_over(from: &NodeName, to: &NodeName, modules: &[ModuleName]) -> Vec<String> {
    let names = [from.to_string(), to.to_string()].into_iter().chain(modules.iter().map(ToString::to_string));
    command::command(&["move"], names, [])
}

/// Edits that one command says: its nodes are one list, or said as the refused command says them.
fn one_command(edits: &[Edit], asked: Option<&Asked>) -> Option<Vec<String>> {
    let lines: Option<Vec<Vec<String>>> = edits.iter().map(edit_line).collect();
    let lines = lines?;
    let (line, first) = (lines.first()?, first_argument(lines.first()?));
    if lines.len() == 1 {
        return Some(line.clone());
    }
    let nodes: Vec<&str> = lines.iter().filter_map(|line| line.get(first)).map(String::as_str).collect();
    let place = selection(line, &nodes, asked).unwrap_or_else(|| nodes.join(","));
    let others = line.iter().skip(first + 1).cloned();
    Some(command::command(&[line.first()?], [place].into_iter().chain(others), []))
}

/// The words of the refused command for these nodes, where it is about exactly those and they are more than a few.
fn selection(line: &[String], nodes: &[&str], asked: Option<&Asked>) -> Option<String> {
    let asked = asked.filter(|_| nodes.len() > FEW)?;
    if let Act::RemoveModules(modules) = &asked.act {
        // What is removed has to be off every node that has it.
        let module = line.get(first_argument(line) + 1);
        let is_removed = modules.iter().any(|removed| module.is_some_and(|module| removed.as_str() == module));
        let is_off = line.first().is_some_and(|verb| verb == "unassign");
        return (is_off && is_removed).then(|| "all".to_owned());
    }
    let (Act::Assign { nodes: all, .. } | Act::Unassign { nodes: all, .. }) = &asked.act else { return None };
    let meant: BTreeSet<&str> = all.iter().map(NodeName::as_str).collect();
    let is_all = meant == nodes.iter().copied().collect::<BTreeSet<_>>();
    asked.command.get(first_argument(&asked.command)).filter(|_| is_all).cloned()
}

fn command(line: Vec<String>, options: &[String]) -> Vec<String> {
    std::iter::once("provost".to_owned()).chain(with_options(line, options)).collect()
}

/// Where edits stand in a batch that holds the refused command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    After,
}

/// One batch: the edits and the refused command.
fn together(edits: &[Edit], asked: &Asked, place: Place) -> Option<Vec<String>> {
    if !asked.batchable {
        return None;
    }
    let own = match asked.command.split_first()? {
        (verb, rest) if verb == "batch" => rest.to_vec(),
        _ => vec!["-e".to_owned(), batch_line(&asked.command)],
    };
    let more = batch(edits, Some(asked))?.split_off(1);
    let batch = vec!["batch".to_owned()];
    let line = match place {
        Place::Before => [batch, more, own].concat(),
        Place::After => with_options([batch, own].concat(), &more),
    };
    Some(command(line, &asked.options))
}

fn batch(edits: &[Edit], asked: Option<&Asked>) -> Option<Vec<String>> {
    let mut line = vec!["batch".to_owned()];
    for command in edits.chunk_by(Edit::is_one_command) {
        line.extend(["-e".to_owned(), batch_line(&one_command(command, asked)?)]);
    }
    Some(line)
}

fn command_with(option: ChangeOption, asked: &Asked) -> Option<Vec<String>> {
    let asked = with_option(option, asked);
    (!asked.command.is_empty()).then(|| command(asked.command, &asked.options))
}

/// What was asked, with an option added.
fn with_option(option: ChangeOption, asked: &Asked) -> Asked {
    let word = match option {
        ChangeOption::Keep => "--keep",
        ChangeOption::AllowMoves => "--allow-moves",
    };
    let mut asked = asked.clone();
    if !asked.options.iter().any(|given| given == word) {
        asked.options.push(word.to_owned());
    }
    asked
}

/// The remedies of several refusals: knows which of them settle all.
pub struct Remedies<'a> {
    asked: Option<&'a Asked>,
    refusals: usize,
    /// In how many refusals of a mesh as it is each remedy is, by its commands.
    settled: HashMap<Vec<Vec<String>>, usize>,
}

impl<'a> Remedies<'a> {
    /// The remedies of these refusals of one command, or of a mesh where nothing was asked.
    pub fn new(asked: Option<&'a Asked>, refusals: &[Refusal]) -> Self {
        let mut settled = HashMap::new();
        for refusal in refusals.iter().filter(|_| asked.is_none()) {
            let told = refusal.remedies.iter().filter_map(|remedy| Some(commands(remedy, asked)?.0));
            told.collect::<HashSet<_>>().into_iter().for_each(|told| *settled.entry(told).or_default() += 1);
        }
        Self { asked, refusals: refusals.len(), settled }
    }

    /// What was asked.
    pub const fn asked(&self) -> Option<&'a Asked> {
        self.asked
    }

    /// A remedy in words, whole; `None` where it cannot be said as commands.
    pub fn told(&self, remedy: &Remedy) -> Option<Told> {
        self.told_with(remedy, &remedy.effect, Naming::ALL)
    }

    /// The same for a person, with an effect that was gathered from several refusals, beside text that names these nodes.
    pub fn told_of(&self, remedy: &Remedy, effect: &Effect, named: &[&str]) -> Option<Told> {
        self.told_with(remedy, effect, Naming { modules: HEADLINE, nodes: NODES, named })
    }

    fn told_with(&self, remedy: &Remedy, effect: &Effect, naming: Naming<'_>) -> Option<Told> {
        let (commands, whole) = commands(remedy, self.asked)?;
        let all = match self.asked {
            Some(_) => !remedy.leaves_others,
            None => self.settled.get(&commands).is_some_and(|settled| *settled >= self.refusals),
        };
        let effect = self.effect(remedy, effect, all, naming);
        Some(Told { commands, whole, effect, leaves_others: remedy.is_refused_for_others() })
    }

    fn effect(&self, remedy: &Remedy, effect: &Effect, all: bool, naming: Naming<'_>) -> String {
        let mut parts = consequences(effect, naming);
        parts.extend(placed(remedy, naming));
        if parts.is_empty() {
            parts.extend(beside(remedy, naming));
        }
        let lead = match &remedy.way {
            Way::Before(edits) | Way::AtOnce(edits) if edits.iter().any(is_fact) => {
                parts.extend(self.asked.filter(|_| all).and_then(|asked| then(asked, effect)));
                Some("only where that is what the machine is")
            }
            Way::Before(_) | Way::AtOnce(_) | Way::MoveBefore { .. } => {
                parts.extend(self.asked.filter(|_| all).and_then(|asked| then(asked, effect)));
                None
            }
            Way::Together(edits) | Way::After(edits) if edits.iter().any(is_fact) => {
                Some("in one change, only where that is what the machine is")
            }
            Way::Together(_) | Way::After(_) | Way::Move { .. } => Some("in one change"),
            Way::Option(ChangeOption::Keep) => Some("every node keeps the answers of today"),
            Way::Option(ChangeOption::AllowMoves) => Some("the moves are meant"),
            Way::WithOption(_, ChangeOption::Keep) => Some("in one change, and every node keeps the answers of today"),
            Way::WithOption(_, ChangeOption::AllowMoves) => Some("in one change, and the moves are meant"),
        };
        let others = "settles this one, and is refused until the others are settled too";
        parts.extend(remedy.is_refused_for_others().then(|| others.to_owned()));
        let one_of_several = self.refusals > 1 && !all;
        match (lead, parts.is_empty()) {
            (None, true) if one_of_several => "settles this one".to_owned(),
            (None, true) => "settles this".to_owned(),
            (None, false) => parts.join("; "),
            (Some(lead), true) => lead.to_owned(),
            (Some(lead), false) => format!("{lead}: {}", parts.join("; ")),
        }
    }
}

/// Whether an edit says what a machine is, which no command can make so.
const fn is_fact(edit: &Edit) -> bool {
    matches!(edit, Edit::Fact { .. })
}

/// What can be done then; nothing where what was to leave has left with the remedy.
fn then(asked: &Asked, effect: &Effect) -> Option<String> {
    let left =
        |node: &NodeName, module: &ModuleName| effect.loses.iter().any(|lost| lost.0 == *node && lost.1 == *module);
    if let Act::Unassign { nodes, modules } = &asked.act
        && nodes.iter().all(|node| modules.iter().all(|module| left(node, module)))
    {
        return None;
    }
    Some(format!("then {}", asked.act.then()))
}

/// What is done beside the refused command, where nothing comes of it but that the command can be carried out.
fn beside(remedy: &Remedy, naming: Naming<'_>) -> Vec<String> {
    match &remedy.way {
        Way::Together(edits) | Way::After(edits) | Way::WithOption(edits, _) => {
            let pins: Option<Vec<_>> = edits.iter().map(first_pin).collect();
            pins.map_or_else(
                || edits.iter().filter_map(edits::told).collect(),
                |pins| sentence(by_node(pins.into_iter()), ["is pinned", "are pinned"], naming),
            )
        }
        Way::Move { from, to, modules } => {
            let modules: Vec<&str> = modules.iter().map(ModuleName::as_str).collect();
            let (who, verb) = match modules.len() {
                0 => ("what is assigned there".to_owned(), "goes"),
                1 => (list(&modules), "goes"),
                _ => (list(&modules), "go"),
            };
            vec![format!("{who} {verb} from {from} to {to}")]
        }
        Way::Before(_) | Way::AtOnce(_) | Way::MoveBefore { .. } | Way::Option(_) => Vec::new(),
    }
}

/// A pin of a node that had none: to where, and for what.
fn first_pin(edit: &Edit) -> Option<(&NodeName, String)> {
    let Edit::Pin { node, provision, before: None, after: Some(after) } = edit else { return None };
    Some((node, format!("to {after} for {provision}")))
}

/// How much is named.
#[derive(Clone, Copy)]
struct Naming<'a> {
    modules: usize,
    nodes: usize,
    /// The nodes that text beside it names.
    named: &'a [&'a str],
}

impl Naming<'_> {
    const ALL: Self = Self { modules: usize::MAX, nodes: usize::MAX, named: &[] };
}

/// What nodes lose, gain and take, each said once for all nodes that share it.
fn consequences(effect: &Effect, naming: Naming<'_>) -> Vec<String> {
    let answers =
        effect.answers.iter().map(|(node, name, from)| (node, format!("{name} itself, no longer from {from}")));
    let takes = effect.takes.iter().map(|(node, provision, from)| (node, format!("{provision} from {from}")));
    [
        sentence(
            by_node(effect.loses.iter().map(|(node, module)| (node, module.to_string()))),
            ["loses", "lose"],
            naming,
        ),
        sentence(
            by_node(effect.gains.iter().map(|(node, module)| (node, module.to_string()))),
            ["gains", "gain"],
            naming,
        ),
        sentence(by_node(takes), ["takes", "take"], naming),
        sentence(by_node(answers), ["answers", "answer"], naming),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Where nodes stand then: their claims over a site end at another one, or with themselves.
fn placed(remedy: &Remedy, naming: Naming<'_>) -> Vec<String> {
    let edits = match &remedy.way {
        Way::Before(edits)
        | Way::AtOnce(edits)
        | Way::Together(edits)
        | Way::After(edits)
        | Way::WithOption(edits, _) => edits.as_slice(),
        Way::Option(_) | Way::MoveBefore { .. } | Way::Move { .. } => &[],
    };
    let place = |edit: &Edit| {
        let Edit::Site { node, after, .. } = edit else { return None };
        let place = after.as_ref().map_or_else(|| "at no site".to_owned(), |site| format!("at site {site}"));
        Some((node.clone(), place))
    };
    let places: Vec<(NodeName, String)> = edits.iter().filter_map(place).collect();
    sentence(by_node(places.iter().map(|(node, place)| (node, place.clone()))), ["stands", "stand"], naming)
}

type ByNode<'a> = BTreeMap<&'a NodeName, BTreeSet<String>>;

fn by_node<'a>(things: impl Iterator<Item = (&'a NodeName, String)>) -> ByNode<'a> {
    let mut nodes = ByNode::new();
    things.for_each(|(node, thing)| _ = nodes.entry(node).or_default().insert(thing));
    nodes
}

fn sentence(nodes: ByNode<'_>, [one, several]: [&str; 2], naming: Naming<'_>) -> Vec<String> {
    let nodes = nodes.into_iter().map(|(node, things)| (node, things.into_iter().collect::<Vec<_>>()));
    alike(nodes)
        .into_iter()
        .map(|(nodes, things)| {
            let verb = if nodes.len() == 1 { one } else { several };
            let who = match nodes.len() {
                many @ 4.. if nodes == naming.named => format!("these {many} nodes"),
                many @ 4..
                    if many + 1 == naming.named.len() && nodes.iter().all(|node| naming.named.contains(node)) =>
                {
                    format!("the {many} others")
                }
                _ => some(&nodes, naming.nodes),
            };
            format!("{who} {verb} {}", some(&things, naming.modules))
        })
        .collect()
}

/// Nodes of which the same is to be said, together, in the order of the first of them.
pub(super) fn alike<'a, T: Eq + Hash>(nodes: impl Iterator<Item = (&'a NodeName, T)>) -> Vec<(Vec<&'a str>, T)> {
    let mut alike: IndexMap<T, Vec<&str>> = IndexMap::new();
    nodes.for_each(|(node, said)| alike.entry(said).or_default().push(node.as_str()));
    alike.into_iter().map(|(said, nodes)| (nodes, said)).collect()
}
