//! `provost why`

use std::collections::BTreeSet;

use clap::Args as Arguments;

use crate::{
    model::{Mesh, ModuleName, Moment, NodeId, NodeName, kind, meant},
    outcome::{Exit, Failure},
    plan::why::{self, Answer, Why},
    report::{
        json,
        why::{self as words, Decided, Decision, Told, Trial},
    },
    resolver::World,
    store::names::Noun,
    store::{Session, decided, snapshot},
};

use super::{
    change,
    complete::Completes,
    context::Context,
    selection::{Offer, Turned, name, some_node, turned},
    traits::Traits,
};

/// How many absent modules are tried at most.
const TRIALS: usize = 5;

/// Explain why something is on a node, or what answers it there; and of what is absent, what assigning it would do.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::READS.near(&["claims", "pins", "why", "status", "log", "plan"]))]
#[command(after_help = "Examples:\n  provost why laptop xorg\n  provost why web1 database\n  \
                        provost why laptop /etc/motd\n  provost why web1 tcp/80")]
pub struct Args {
    /// The node
    #[arg(value_name = "NODE", value_parser = name::<kind::Node>, add = Completes::Name(Noun::Node))]
    pub node: NodeName,
    /// A module, a provision, a claim or a resource: MODULE/ID, a path, a unit, a package, tcp/80
    #[arg(value_name = "WHAT", add = Completes::Any)]
    pub what: String,
}

impl Args {
    /// The command with its node first, where all that is wrong is that it is not.
    fn turned(&self, mesh: &Mesh) -> Option<Vec<String>> {
        let typed = [self.node.as_str(), self.what.as_str()];
        let turned = Turned::modules(mesh, typed).or_else(|| Turned::provisions(mesh, typed))?;
        let ([node], [what]) = (turned.nodes.as_slice(), turned.others.as_slice()) else { return None };
        (typed != [*node, *what]).then(|| ["why", node, what].map(str::to_owned).to_vec())
    }
}

/// Answers and prints.
///
/// # Errors
/// Where nothing has that name, or the database is out of reach.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.page();
    let told = context.read(|session, _| {
        let loaded = snapshot::load(session)?;
        let mut world = World::new(loaded.mesh, loaded.now);
        let node = some_node(&world.mesh, &args.node, Offer::List)
            .map_err(|failure| turned(failure, args.turned(&world.mesh)))?;
        let mut why = why::why(&world, node, &args.what);
        if why.answers.is_empty() {
            return Err(unknown(&world, &args.what));
        }
        settle(&mut world, &mut why);
        let decisions = decisions(&world, &why, session)?;
        let trials = trials(&mut world, node, &why, session)?;
        Ok(Told { why, decisions, trials })
    })?;
    let text = if context.json() { json::why(&told) } else { words::why(&told, context.terminal.style()) };
    context.terminal.print(&text)?;
    Ok(Exit::Done)
}

fn unknown(world: &World, what: &str) -> Failure {
    let known = why::known(world);
    let message = format!("nothing is called {what}: no module, no provision, no claim and no resource");
    let failure = Failure::usage("no-such-name", message);
    match meant(what, known.iter().map(String::as_str)) {
        Some(meant) => failure.help(meant),
        None => failure.help("`provost module list` shows the modules, `provost module show NAME` what one has"),
    }
}

/// Puts remedies into the refusals that are told of.
fn settle(world: &mut World, why: &mut Why) {
    for answer in &mut why.answers {
        if let Answer::Provision(answer) = answer
            && let Some(refusal) = &mut answer.open
        {
            world.remedy(std::slice::from_mut(refusal));
        }
    }
}

/// The decisions at the end of every chain.
fn decisions(world: &World, why: &Why, session: &mut Session<'_>) -> Result<Vec<Decision>, Failure> {
    let mut made: Vec<(Decided, Moment)> = Vec::new();
    let heads: BTreeSet<(NodeName, ModuleName)> = why
        .placed()
        .into_iter()
        .flat_map(|placed| placed.paths.iter().map(move |path| (placed, path)))
        .filter_map(|(placed, path)| Some((placed.node.clone(), path.first()?.module.clone())))
        .collect();
    let uuid = |node: &NodeName| world.mesh.node_id(node).map(|id| world.mesh.node(id).uuid);
    let pairs: Vec<_> = heads.iter().filter_map(|(node, module)| Some((uuid(node)?, module.clone()))).collect();
    let times = decided::assigned(session, &pairs)?;
    for (node, module) in heads {
        let at = uuid(&node).and_then(|id| times.get(&(id, module.clone())));
        made.extend(at.map(|at| (Decided::Assignment(node, module), *at)));
    }
    for answer in &why.answers {
        if let Answer::Provision(answer) = answer
            && let Some(pin) = &answer.pin
        {
            made.push((Decided::Pin(pin.node.clone(), pin.provision.clone(), pin.from.clone()), pin.at));
        }
    }
    made.sort();
    let authors = decided::authors(session, &made.iter().map(|(_, at)| *at).collect::<Vec<_>>())?;
    let decision = |(decided, at)| Decision { decided, at, author: authors.get(&at).cloned() };
    Ok(made.into_iter().map(decision).collect())
}

/// What assigning the absent modules would do.
fn trials(
    world: &mut World,
    node: NodeId,
    why: &Why,
    session: &mut Session<'_>,
) -> Result<Vec<(ModuleName, Trial)>, Failure> {
    let absent: Vec<ModuleName> = why.absent().into_iter().take(TRIALS).cloned().collect();
    let tried = |module: ModuleName| Ok((module.clone(), change::would_assign(world, node, &module, session)?));
    absent.into_iter().map(tried).collect()
}
