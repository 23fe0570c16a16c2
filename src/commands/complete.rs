//! What a shell is told when somebody presses Tab: commands, options, and the names of the mesh as it is now.
//!
//! It never makes or starts a database, waits only a moment for one, and is silent where there is none: whoever
//! presses Tab has not asked for an error.

use std::{
    ffi::{OsStr, OsString},
    sync::mpsc,
    thread,
    time::Duration,
};

use clap::{Command, CommandFactory, builder::ArgExt};
use clap_complete::{ArgValueCompleter, CompleteEnv, CompletionCandidate};

use crate::{
    commands::cli::Cli,
    environment::Environment,
    model::{FactName, ModuleName, NodeName, ProvisionName, SiteName},
    outcome::Exit,
    store::{
        Access, Session,
        connect::{ConnectOptions, Connected, connect, names_a_server},
        local::{Local, LocalState},
        names::{Noun, names},
    },
};

/// The variable in which a shell names itself when it asks.
pub(super) const VARIABLE: &str = "COMPLETE";
/// How long a database may take to answer, and then to tell its names.
const PATIENCE: Duration = Duration::from_millis(300);

/// Answers a shell; nothing where none asks.
pub fn answer(arguments: &[OsString], environment: &Environment) -> Option<Exit> {
    environment.get(VARIABLE)?;
    let place =
        Place { database: database_of(arguments), environment: environment.clone(), nodes: nodes_of(arguments) };
    let asked = CompleteEnv::with_factory(|| with_names(Cli::command(), &place));
    match asked.var(VARIABLE).try_complete(arguments, std::env::current_dir().ok().as_deref()) {
        Ok(true) => Some(Exit::Done),
        Ok(false) => None,
        Err(_) => Some(Exit::Usage),
    }
}

/// Where the names are.
#[derive(Clone)]
struct Place {
    /// What the line says after `--database`. As the shell has not expanded it, some of that cannot be known.
    database: Option<Result<String, Unknown>>,
    environment: Environment,
    /// The nodes that the line names before what is typed, where it names some by their own names.
    nodes: Vec<String>,
}

/// The line names a database by what only the shell can work out.
#[derive(Clone, Copy)]
struct Unknown;

fn database_of(arguments: &[OsString]) -> Option<Result<String, Unknown>> {
    let mut words = arguments.iter().filter_map(|word| word.to_str()).skip_while(|word| *word != "--");
    let mut last = None;
    while let Some(word) = words.next() {
        let value = if word == "--database" { words.next() } else { word.strip_prefix("--database=") };
        last = value.or(last);
    }
    let text = last?;
    Some(match shell_words::split(text) {
        Ok(words) if words.len() == 1 && !text.contains(['$', '`', '~']) => Ok(words.concat()),
        _ => Err(Unknown),
    })
}

/// The nodes of `unassign NODE …` and `unpin NODE …`; none where selectors stand for them.
fn nodes_of(arguments: &[OsString]) -> Vec<String> {
    let words = arguments.iter().filter_map(|word| word.to_str()).skip_while(|word| *word != "--").skip(1);
    let mut words = words.skip_while(|word| !["unassign", "unpin"].contains(word)).skip(1).peekable();
    while let Some(word) = words.next() {
        if ["--message", "--database", "--output", "--color", "--lock-timeout"].contains(&word) {
            words.next();
        } else if !word.starts_with('-') || word.contains(',') {
            // What is typed last is no node yet.
            let names = words.peek().map(|_| word.split(',').map(str::to_owned).collect::<Vec<_>>());
            return names.filter(|names| names.iter().all(|name| NodeName::new(name).is_ok())).unwrap_or_default();
        }
    }
    Vec::new()
}

/// The same command line, with names from this place where it takes names.
fn with_names(command: Command, place: &Place) -> Command {
    command
        .mut_args(|argument| match argument.get::<Completes>().copied() {
            Some(completes) => {
                let place = place.clone();
                argument.add(ArgValueCompleter::new(move |typed: &OsStr| candidates(completes, typed, &place)))
            }
            None => argument,
        })
        .mut_subcommands(|sub| with_names(sub, place))
}

/// What a value is completed to: `#[arg(add = Completes::Selection)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// A name.
    Name(Noun),
    /// Names of nodes with commas between, `site:` before a site, `-` before what is taken out.
    Selection,
    /// The same, of nodes that are held.
    HeldSelection,
    /// Modules that are assigned to the nodes of the line.
    Assigned,
    /// Provisions for which the nodes of the line are pinned.
    Pinned,
    /// `FACT=VALUE`.
    Stated,
    /// `PROVISION=NODE`.
    From,
    /// A module or a provision.
    Any,
}

impl ArgExt for Completes {}

fn candidates(completes: Completes, typed: &OsStr, place: &Place) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let (before, nouns, start) = asked_for(completes, typed);
    let after = if completes == Completes::Stated { "=" } else { "" };
    let nouns: Vec<Noun> = nouns.iter().map(|noun| place.of_the_line(*noun)).collect();
    let Some(mut connected) = within(PATIENCE, {
        let place = place.clone();
        move || place.connect()
    }) else {
        return Vec::new();
    };
    let (start, nodes) = (start.to_owned(), place.nodes.clone());
    let found = within(PATIENCE, move || {
        let mut session = Session::begin(&mut connected.client, Access::Read).ok()?;
        let lists = nouns.into_iter().map(|noun| names(&mut session, noun, &start, &nodes).map(|names| (noun, names)));
        lists.collect::<Result<Vec<_>, _>>().ok()
    });
    let found = found.into_iter().flatten();
    // What was written past the model could hold anything; a shell gets names alone.
    let whole = found.flat_map(|(noun, names)| names.into_iter().filter(move |name| is_name(noun, name)));
    whole.map(|name| CompletionCandidate::new(format!("{before}{name}{after}"))).collect()
}

/// What stays before a name, which names are wanted, and how they begin.
fn asked_for(completes: Completes, typed: &str) -> (&str, &'static [Noun], &str) {
    let split = |at: usize| typed.split_at(at);
    match completes {
        Completes::Selection | Completes::HeldSelection => {
            let node: &[Noun] = if completes == Completes::HeldSelection { &[Noun::Held] } else { &[Noun::Node] };
            let at = typed.rfind(',').map_or(0, |comma| comma + 1);
            let at = at + usize::from(typed[at..].starts_with('-'));
            match typed[at..].strip_prefix("site:") {
                Some(start) => (&typed[..typed.len() - start.len()], &[Noun::Site], start),
                None => (split(at).0, node, split(at).1),
            }
        }
        // What follows the = is anybody's.
        Completes::Stated if typed.contains('=') => ("", &[], typed),
        Completes::Stated => ("", &[Noun::Fact], typed),
        Completes::Assigned => ("", &[Noun::Assigned], typed),
        Completes::Pinned => ("", &[Noun::Pinned], typed),
        Completes::From => match typed.find('=') {
            Some(equals) => (split(equals + 1).0, &[Noun::Node], split(equals + 1).1),
            None => ("", &[Noun::Provision], typed),
        },
        Completes::Any => ("", &[Noun::Module, Noun::Provision], typed),
        Completes::Name(Noun::Node) => ("", &[Noun::Node], typed),
        Completes::Name(Noun::Site) => ("", &[Noun::Site], typed),
        Completes::Name(Noun::Module) => ("", &[Noun::Module], typed),
        Completes::Name(Noun::Provision) => ("", &[Noun::Provision], typed),
        Completes::Name(Noun::Fact) => ("", &[Noun::Fact], typed),
        Completes::Name(Noun::Held) => ("", &[Noun::Held], typed),
        Completes::Name(Noun::Assigned) => ("", &[Noun::Assigned], typed),
        Completes::Name(Noun::Pinned) => ("", &[Noun::Pinned], typed),
    }
}

fn is_name(noun: Noun, name: &str) -> bool {
    match noun {
        Noun::Node | Noun::Held => NodeName::new(name).is_ok(),
        Noun::Site => SiteName::new(name).is_ok(),
        Noun::Module | Noun::Assigned => ModuleName::new(name).is_ok(),
        Noun::Provision | Noun::Pinned => ProvisionName::new(name).is_ok(),
        Noun::Fact => FactName::new(name).is_ok(),
    }
}

impl Place {
    /// What is wanted, where the line does not name the nodes on which it depends.
    fn of_the_line(&self, noun: Noun) -> Noun {
        match noun {
            Noun::Assigned if self.nodes.is_empty() => Noun::Module,
            Noun::Pinned if self.nodes.is_empty() => Noun::Provision,
            Noun::Node
            | Noun::Site
            | Noun::Module
            | Noun::Provision
            | Noun::Fact
            | Noun::Held
            | Noun::Assigned
            | Noun::Pinned => noun,
        }
    }

    fn connect(&self) -> Option<Connected> {
        let database = self.database.clone().transpose().ok()?;
        let options = ConnectOptions { database, environment: self.environment.clone() };
        if names_a_server(&options) {
            return connect(&options).ok();
        }
        let local = Local::locate(&self.environment).ok()?;
        let LocalState::Running { .. } = local.status().state else { return None };
        connect(&ConnectOptions { database: Some(local.url()), environment: self.environment.only(&["HOME"]) }).ok()
    }
}

/// What `ask` comes to, if it does in time. What comes later is nobody's: the process has ended.
fn within<T: Send + 'static>(patience: Duration, ask: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    let (tell, told) = mpsc::channel();
    thread::Builder::new().spawn(move || tell.send(ask())).ok()?;
    told.recv_timeout(patience).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_before_a_name_is_kept() {
        assert_eq!(asked_for(Completes::Selection, "web1,-site:at"), ("web1,-site:", &[Noun::Site][..], "at"));
        assert_eq!(asked_for(Completes::Selection, "web1,we"), ("web1,", &[Noun::Node][..], "we"));
        assert_eq!(asked_for(Completes::Selection, ""), ("", &[Noun::Node][..], ""));
        assert_eq!(asked_for(Completes::From, "database=db"), ("database=", &[Noun::Node][..], "db"));
        assert_eq!(asked_for(Completes::From, "da"), ("", &[Noun::Provision][..], "da"));
    }

    #[test]
    fn a_database_on_the_line_is_the_one_that_is_asked() {
        let of = |words: &[&str]| database_of(&words.iter().map(OsString::from).collect::<Vec<_>>());
        let known = |words: &[&str]| of(words).and_then(Result::ok);
        assert_eq!(known(&["provost", "--", "provost", "--database", "'mesh'", "plan"]), Some("mesh".to_owned()));
        assert_eq!(known(&["provost", "--", "provost", "plan", "--database=other"]), Some("other".to_owned()));
        assert!(matches!(of(&["provost", "--", "provost", "--database", "$URL"]), Some(Err(Unknown))));
        assert!(of(&["provost", "--", "provost", "plan"]).is_none());
    }

    #[test]
    fn the_nodes_of_the_line_are_those_before_what_is_typed() {
        let of = |line: &str| nodes_of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of("provost -- provost unassign web1 "), ["web1"]);
        assert_eq!(of("provost -- provost unassign --message why web1,web2 zsh p"), ["web1", "web2"]);
        assert_eq!(of("provost -- provost unpin -- web1 "), ["web1"]);
        for line in ["unassign web1", "unassign all ", "unassign site:attic ", "unassign all,-web1 ", "assign web1 "] {
            assert_eq!(of(&format!("provost -- provost {line}")), [""; 0], "{line}");
        }
    }

    #[test]
    fn every_value_that_is_a_name_completes() {
        let mut unmet = Vec::new();
        incomplete(&Cli::command(), "", &mut unmet);
        // What is made has no name yet.
        assert_eq!(unmet, [" provost node add NAME", " provost site add SITE"]);
    }

    /// The values that are called as what there is already, and complete to nothing.
    fn incomplete(command: &Command, above: &str, unmet: &mut Vec<String>) {
        const NAMED: [&str; 9] =
            ["NODE", "MODULE", "SITE", "PROVISION", "FROM", "TO", "NAME", "NAME=VALUE", "PROVISION=NODE"];
        let path = format!("{above} {}", command.get_name());
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str().to_uppercase();
            let name = argument.get_value_names().and_then(|names| names.first()).map_or(id, ToString::to_string);
            let says = argument.get::<Completes>().is_some() || !argument.get_possible_values().is_empty();
            if NAMED.contains(&name.as_str()) && !says {
                unmet.push(format!("{path} {name}"));
            }
        }
        command.get_subcommands().for_each(|sub| incomplete(sub, &path, unmet));
    }
}
