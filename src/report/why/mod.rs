//! Why something is on a node, in words: what it is, every way down to a person's decision, and that decision.

mod absent;
mod provision;

use std::collections::HashSet;

use super::{
    change::{Changed, changed},
    refusal::{Asked, refused, steps},
    style::{Ink, Style},
    words::{HEADLINE, SENTENCE, by, more, some},
};
use crate::{
    model::{Author, ModuleName, Moment, NodeName, ProvisionName, Scope},
    plan::why::{Answer, Answered, ClaimAnswer, How, ModuleAnswer, Placed, ResourceAnswer, Why},
    resolver::{Link, Refusal},
};

/// The most ways that are told.
const WAYS: usize = 8;
/// The most of those who require something that are told of.
const REQUIRERS: usize = 6;
/// The most decisions that are told.
const DECISIONS: usize = 12;

/// An answer with what operators decided, and what assigning the absent would do.
#[derive(Clone, Debug)]
pub struct Told {
    /// The answer.
    pub why: Why,
    /// The decisions at the end of its chains.
    pub decisions: Vec<Decision>,
    /// What assigning would do, for each module that is absent.
    pub trials: Vec<(ModuleName, Trial)>,
}

/// A decision of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What was decided.
    pub decided: Decided,
    /// When.
    pub at: Moment,
    /// By whom; `None` where the record of changes does not say.
    pub author: Option<Author>,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decided {
    /// A node runs a module.
    Assignment(NodeName, ModuleName),
    /// A node takes a provision from a node.
    Pin(NodeName, ProvisionName, NodeName),
}

/// What a dry run said.
#[derive(Clone, Debug)]
pub enum Trial {
    /// It would be accepted.
    Accepted(Box<Changed>),
    /// It would be refused.
    Refused(Box<Asked>, Vec<Refusal>),
}

/// The text of an answer.
pub fn why(told: &Told, style: &Style) -> String {
    let mut page = Page { style, node: &told.why.node, lines: Vec::new(), told: HashSet::new() };
    let others = told.why.others();
    for answer in &told.why.answers {
        if !matches!(answer, Answer::Resource(answer) if others.contains(&answer)) {
            page.apart();
            page.answer(answer);
        }
    }
    page.others(&others);
    for (module, trial) in &told.trials {
        page.apart();
        page.trial(module, trial);
    }
    page.decisions(&told.decisions);
    page.lines.push(String::new());
    page.lines.join("\n")
}

struct Page<'a> {
    style: &'a Style,
    node: &'a NodeName,
    lines: Vec<String>,
    /// The modules of nodes whose ways are on the page, where they are not said again.
    told: HashSet<(NodeName, ModuleName)>,
}

impl Page<'_> {
    fn apart(&mut self) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
    }

    fn line(&mut self, indent: &str, text: &str) {
        self.lines.extend(self.style.wrapped(indent, &format!("{indent}  "), text));
    }

    fn headline(&mut self, text: &str) {
        let lines = self.style.wrapped("", "  ", text);
        self.lines.extend(lines.into_iter().map(|line| self.style.ink(Ink::Strong, &line)));
    }

    fn answer(&mut self, answer: &Answer) {
        match answer {
            Answer::Module(answer) => self.module(answer),
            Answer::Provision(answer) => self.provision(answer),
            Answer::Claim(answer) => self.claim(answer),
            Answer::Resource(answer) => self.resource(answer),
        }
    }

    fn module(&mut self, answer: &ModuleAnswer) {
        let (name, node) = (titled(&answer.module, answer.version.as_deref()), self.node);
        match &answer.placed {
            Some(placed) => {
                self.headline(&format!("{name} is on {node}: {}", manner(placed)));
                self.ways(placed);
                self.requirements(&answer.requires);
                for (provision, by) in &answer.own {
                    self.line("  ", &format!("answers {provision} on {node} itself, for {}", names(by)));
                }
                for (provision, to) in &answer.gives {
                    self.line("  ", &format!("gives {provision} to {}", names(to)));
                }
            }
            None => {
                let module = &answer.module;
                self.headline(&format!("{module} is not on {node}: nobody assigned it, and nothing brings it in"));
                self.absences(&answer.absent);
            }
        }
    }

    /// What it requires, and what answers that.
    fn requirements(&mut self, requires: &[Answered]) {
        let told = if requires.len() > SENTENCE { HEADLINE } else { requires.len() };
        for Answered { provision, node, module, how, .. } in requires.iter().take(told) {
            let by = match (how, node == self.node) {
                (How::Set, _) => format!("answered by {module} on {node} itself"),
                (How::Pin, true) => format!("answered by {module} on {node} itself, by a pin"),
                (How::Pin, false) => format!("taken from {node} ({module}), by a pin"),
                (How::Only, _) => format!("taken from {node} ({module}), the only one that offers it"),
            };
            self.line("  ", &format!("requires {provision}, {by}"));
        }
        self.untold(requires.len() - told, " that it requires");
    }

    fn resource(&mut self, answer: &ResourceAnswer) {
        let ResourceAnswer { resource, kind, key, module } = answer;
        let key = key.as_ref().map(|key| format!(" {key}")).unwrap_or_default();
        match &module.placed {
            Some(placed) => {
                self.headline(&format!("{resource} ({kind}{key}) is on {}: its module is there", self.node));
                self.ways(placed);
            }
            None => {
                let node = self.node;
                self.headline(&format!("{resource} ({kind}{key}) is not on {node}: its module is not there"));
                self.absences(&module.absent);
            }
        }
    }

    /// What is not there and would be in the same place.
    fn others(&mut self, others: &[&ResourceAnswer]) {
        let resources: Vec<&str> = others.iter().map(|other| other.resource.as_str()).collect();
        if !resources.is_empty() {
            let verb = if resources.len() == 1 { "is" } else { "are" };
            let node = self.node;
            self.line("", &format!("of the catalogue also {}, which {verb} not on {node}", names(&resources)));
        }
    }

    fn claim(&mut self, answer: &ClaimAnswer) {
        let (claim, node) = (&answer.claim, self.node);
        for (placed, scope) in &answer.holders {
            self.headline(&format!("{claim} on {node} is held by {}, {}", placed.module, within(*scope)));
            self.ways(placed);
        }
        if answer.holders.is_empty() {
            let claimers = names(&answer.claimers);
            let verb = if answer.claimers.len() == 1 { "claims" } else { "claim" };
            self.headline(&format!("nothing on {node} claims {claim}; of the catalogue {claimers} {verb} it"));
        }
        for holder in &answer.elsewhere {
            let who = format!("{} on {} holds it {} too", holder.module, holder.node, within(holder.scope));
            self.line("  ", &who);
        }
    }

    /// The decisions, those of one change together.
    fn decisions(&mut self, decisions: &[Decision]) {
        let mut changes: Vec<(Moment, Option<&Author>, Vec<String>)> = Vec::new();
        for Decision { decided, at, author } in decisions {
            let same = changes.iter_mut().find(|(when, who, _)| when == at && *who == author.as_ref());
            match same {
                Some((_, _, all)) => all.push(said(decided)),
                None => changes.push((*at, author.as_ref(), vec![said(decided)])),
            }
        }
        if !changes.is_empty() {
            self.apart();
        }
        for (at, author, all) in changes {
            self.line("", &format!("decided {}", authored(at, author)));
            all.iter().take(DECISIONS).for_each(|said| self.line("  ", said));
            self.untold(all.len().saturating_sub(DECISIONS), "");
        }
    }

    /// The same beside ways of other modules.
    fn ways_of(&mut self, placed: &Placed) {
        if placed.paths.len() > 1 && !self.told.contains(&(placed.node.clone(), placed.module.clone())) {
            let than = if placed.complete { "" } else { "more than " };
            self.line("  ", &format!("{} is there in {than}{} ways", placed.module, placed.paths.len()));
        }
        self.ways(placed);
    }

    /// Every way in which a module came to be where it is.
    fn ways(&mut self, placed: &Placed) {
        if !self.told.insert((placed.node.clone(), placed.module.clone())) {
            return;
        }
        let told = if placed.paths.len() > WAYS + 1 { WAYS } else { placed.paths.len() };
        for (at, way) in placed.paths.iter().take(told).enumerate() {
            let number = if placed.paths.len() == 1 { String::new() } else { format!("{}. ", at + 1) };
            self.line(&format!("  {number}"), &way_text(&placed.node, way));
        }
        if placed.complete {
            self.untold(placed.paths.len() - told, " ways");
        }
        if !placed.complete {
            self.line("  ", "there are more ways than can be told; these are the shortest");
        }
    }

    fn untold(&mut self, untold: usize, said: &str) {
        if untold > 0 {
            self.line("  ", &more(untold, said));
        }
    }

    fn trial(&mut self, module: &ModuleName, trial: &Trial) {
        let command = ["assign", self.node.as_str(), module.as_str()].map(str::to_owned);
        let command = self.style.command(&[&["provost".to_owned()], command.as_slice()].concat());
        self.line("", &format!("what `{command}` would do:"));
        // It stands two columns further in.
        let further = if self.style.wrap { 2 } else { 0 };
        let style = Style { width: self.style.width.saturating_sub(further), ..*self.style };
        let text = match trial {
            Trial::Accepted(done) => changed(done, &style),
            Trial::Refused(asked, refusals) => refused(asked, refusals, &style),
        };
        let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
        self.lines.extend(lines);
    }
}

fn manner(placed: &Placed) -> &'static str {
    match (placed.assigned, placed.paths.len() > 1) {
        (true, false) => "assigned",
        (true, true) => "assigned, and brought in too",
        (false, _) => "brought in",
    }
}

/// `i3 is assigned to laptop and requires x-display; only xorg provides it`
fn way_text(node: &NodeName, way: &[Link]) -> String {
    match way {
        [] => String::new(),
        [one] => format!("{} is assigned to {node}", one.module),
        several => steps(several, |module| format!("{module} is assigned to {node} and requires ")),
    }
}

fn titled(module: &ModuleName, version: Option<&str>) -> String {
    version.map_or_else(|| module.to_string(), |version| format!("{module} {version}"))
}

const fn within(scope: Scope) -> &'static str {
    match scope {
        Scope::Node => "for its node",
        Scope::Site => "for its site",
        Scope::Mesh => "for the mesh",
    }
}

fn names<T: ToString>(names: &[T]) -> String {
    some(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), SENTENCE)
}

fn said(decided: &Decided) -> String {
    match decided {
        Decided::Assignment(node, module) => format!("{module} is assigned to {node}"),
        Decided::Pin(node, provision, from) => format!("{node} is pinned to {from} for {provision}"),
    }
}

/// When, by whom, and by which command.
fn authored(at: Moment, author: Option<&Author>) -> String {
    let Some(author) = author else { return format!("at {at}; the record of changes does not say by whom") };
    let how = [&author.command].into_iter().filter(|command| !command.is_empty());
    let how: String = how.map(|command| format!(": {command}")).collect();
    format!("at {at} by {}{how}", by(&author.person))
}
