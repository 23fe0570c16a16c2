//! What a person can decide so that a refused change is accepted.

use provost::{
    model::Edit,
    report::command::edit_line,
    resolver::{Change, Choice, Code, Picked, Terms, World},
};
use snapbox::{IntoData, str};

use super::{compare, decides, told, world};
use crate::support::{Mesh, mesh};

/// Compares what can be chosen about a change that is refused.
#[track_caller]
fn leaves_open(mesh: &Mesh, commands: &str, expected: impl IntoData) {
    let mut world = world(mesh);
    let before = told::told(&world);
    let change = super::change(&mut world, commands);
    let decision = world.decide(&mut change.clone(), Terms::default()).expect("the edits fit the mesh");
    assert!(!decision.is_accepted());
    let choices = world.choices(&change, Terms::default(), decision.refusals());
    assert_eq!(told::told(&world), before, "what was tried was taken back");
    let text: String = choices.iter().map(|choice| told(choice) + "\n").collect();
    compare(if text.is_empty() { "nothing\n".to_owned() } else { text }, expected);
}

fn told(choice: &Choice) -> String {
    let nodes: Vec<String> =
        choice.refusals.iter().flat_map(|refusal| &refusal.node).map(ToString::to_string).collect();
    let first = choice.refusals.first().expect("a choice settles something");
    let mut lines = vec![format!("{} {} of {}", first.code().word(), first.key(), nodes.join(" "))];
    for candidate in &first.candidates {
        lines.extend(candidate.why_not.iter().map(|why| format!("  not {}: {why:?}", candidate.module)));
    }
    for pick in &choice.picks {
        let edits: Vec<String> = pick.edits.iter().flatten().map(told_edit).collect();
        let what = match pick.what {
            Picked::Candidate(at) => {
                let candidate = &first.candidates[at];
                candidate.node().iter().map(|node| format!("{node}:")).collect::<String>() + candidate.module.as_str()
            }
            Picked::Keep => "keep".to_owned(),
            Picked::Move => "move".to_owned(),
        };
        let today = if pick.is_today { " (today)" } else { "" };
        let brings = pick.brings.iter().map(|module| format!(" +{module}")).collect::<String>();
        lines.push(format!("  {what}{today}{brings}: {}", edits.join(", ")));
    }
    lines.join("\n")
}

fn told_edit(edit: &Edit) -> String {
    if let Edit::AllowMove { node, requirement, from, to } = edit {
        return format!("allow {node} {requirement} {from} {to}");
    }
    edit_line(edit).expect("a command makes it").join(" ")
}

fn databases() -> Mesh {
    mesh()
        .nodes(&["db1", "db2", "app", "zoo"])
        .module("postgres", |m| m.provides_mesh("database"))
        .module("sqlite", |m| m.provides("database"))
        .module("webapp", |m| m.requires("database"))
        .assign("db1", "postgres")
        .assign("app", "webapp")
        .assign("zoo", "webapp")
}

#[test]
fn nodes_with_the_same_choice_choose_once() {
    leaves_open(
        &databases(),
        "assign db2 postgres",
        str![[r#"
choose-node database of app zoo
  db1:postgres (today): pin app database db1, pin zoo database db1
  db2:postgres: pin app database db2, pin zoo database db2
  app:sqlite: assign app sqlite, assign zoo sqlite

"#]],
    );
}

#[test]
fn todays_answer_stays_or_moves() {
    leaves_open(
        &databases(),
        "assign app sqlite",
        str![[r#"
answer-moved database of app
  keep (today): pin app database db1
  move: allow app database db1 app

"#]],
    );
}

#[test]
fn a_move_alone_is_no_choice() {
    leaves_open(
        &databases(),
        "unassign db1 postgres; assign db2 postgres",
        str![[r#"
nothing

"#]],
    );
}

#[test]
fn a_pick_that_would_be_refused_itself_would_not_do() {
    let mesh = mesh()
        .node("laptop")
        .module("bash", |m| m.provides("shell"))
        .module("zsh", |m| m.provides("shell").requires("terminfo"))
        .module("fish", |m| m.provides("shell").requires("fonts"))
        .module("ncurses", |m| m.provides("terminfo"))
        .module("editor", |m| m.requires("shell"));
    leaves_open(
        &mesh,
        "assign laptop editor",
        str![[r#"
choose-module shell of laptop
  not fish: Refused { code: NoProvider, key: "fonts" }
  laptop:bash: assign laptop bash
  laptop:zsh +ncurses: assign laptop zsh

"#]],
    );
}

#[test]
fn beside_another_refusal_there_is_nothing_to_choose() {
    let mesh = databases().module("clock", |m| m.requires("time"));
    leaves_open(
        &mesh,
        "assign db2 postgres; assign app clock",
        str![[r#"
nothing

"#]],
    );
}

/// Every pick that is offered leaves nothing but further choices, and never the one that it settles.
#[test]
fn every_pick_does() {
    let (mut tried, is_choice) = (0, |code| matches!(code, Code::ChooseModule | Code::ChooseNode | Code::AnswerMoved));
    for seed in 0..800 {
        let (mut world, document, mut dice) = super::laws::random_world(seed);
        let change = crate::oracle::bridge::real_change(&document, &crate::oracle::edits::edits(&document, &mut dice));
        let decision = world.decide(&mut change.clone(), Terms::default()).expect("random edits fit");
        if decision.is_accepted() {
            continue;
        }
        let before = told::told(&world);
        let choices = world.choices(&change, Terms::default(), decision.refusals());
        assert_eq!(told::told(&world), before, "seed {seed}");
        let all: usize = choices.iter().map(|choice| choice.refusals.len()).sum();
        assert!(choices.is_empty() || all == decision.refusals().len(), "seed {seed}");
        for (choice, pick) in choices.iter().flat_map(|choice| choice.picks.iter().map(move |pick| (choice, pick))) {
            let edits = pick.edits.iter().flatten().cloned();
            let whole = Change { edits: change.edits.iter().cloned().chain(edits).collect(), ..change.clone() };
            let mut fresh = World::new(crate::oracle::bridge::mesh(&document).unwrap(), world.now);
            let then = fresh.decide(&mut whole.clone(), Terms::default()).expect("a pick fits");
            tried += 1;
            for refusal in then.refusals() {
                let was = decision
                    .refusals()
                    .iter()
                    .any(|old| (old.node.as_ref(), old.key()) == (refusal.node.as_ref(), refusal.key()));
                assert!(then.is_accepted() || was || is_choice(refusal.code()), "seed {seed}: {pick:?}\n{refusal:?}");
                let is_settled = |old: &provost::resolver::Refusal| {
                    (&old.node, old.key(), old.code()) == (&refusal.node, refusal.key(), refusal.code())
                };
                assert!(
                    then.is_accepted() || !choice.refusals.iter().any(is_settled),
                    "seed {seed}: {pick:?}\n{refusal:?}"
                );
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Of more candidates than are told, those are offered that bring the least along, whatever their names.
#[test]
fn what_brings_the_least_is_offered_first() {
    let mut mesh = mesh().node("laptop").module("app", |m| m.requires("shell"));
    for (number, shell) in ["a", "b", "c", "d", "e", "f", "g"].into_iter().enumerate() {
        let libraries: Vec<String> = (number..6).map(|number| format!("{shell}-lib{number}")).collect();
        for library in &libraries {
            mesh = mesh.module(library, |m| m.provides(library));
        }
        mesh = mesh.module(shell, |m| libraries.iter().fold(m.provides("shell"), |m, library| m.requires(library)));
    }
    decides(
        &mesh,
        "assign laptop app",
        str![[r#"
$ assign laptop app
refused
choose-module laptop shell: laptop:app (asked)
  candidate laptop:a
  candidate laptop:b
  candidate laptop:c
  candidate laptop:d
  candidate laptop:e
  candidate laptop:f
  candidate laptop:g
  remedy first: assign laptop g
  remedy first: assign laptop f
  remedy first: assign laptop e
  remedy first: assign laptop d
  remedy first: assign laptop c

"#]],
    );
}
