//! A command together with what a person was asked: the same in one command that asks nothing.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::{
    command::{command, edit_line, parts},
    escape::batch_line,
    refusal::{Act, Asked},
};
use crate::model::{Edit, ModuleName, NodeName, ProvisionName};

/// How many answers one command says at most.
const MOST: usize = 50;

/// A command with the answers to what it left open; `None` where they cannot be said as one command.
pub fn answered(asked: &Asked, answers: &[Edit]) -> Option<Asked> {
    if asked.command.is_empty() {
        return None;
    }
    let (moves, decisions): (Vec<&Edit>, Vec<&Edit>) =
        answers.iter().partition(|answer| matches!(answer, Edit::AllowMove { .. }));
    let mut options = asked.options.clone();
    let allow = "--allow-moves".to_owned();
    if !moves.is_empty() && !options.contains(&allow) {
        options.insert(0, allow);
    }
    let command = if decisions.is_empty() {
        asked.command.clone()
    } else {
        beside(asked, &decisions).or_else(|| together(asked, &decisions))?
    };
    Some(Asked { command, options, ..asked.clone() })
}

/// `assign laptop editor zsh`, `assign web1 webapp --from database=db1`: where every answer is about all its nodes.
fn beside(asked: &Asked, answers: &[&Edit]) -> Option<Vec<String>> {
    let Act::Assign { nodes, modules } = &asked.act else { return None };
    let mut assigned: BTreeMap<&ModuleName, BTreeSet<&NodeName>> = BTreeMap::new();
    let mut pinned: BTreeMap<(&ProvisionName, &NodeName), BTreeSet<&NodeName>> = BTreeMap::new();
    for answer in answers {
        if let Edit::Assign { node, module } = answer {
            assigned.entry(module).or_default().insert(node);
        } else if let Edit::Pin { node, provision, after: Some(from), .. } = answer {
            pinned.entry((provision, from)).or_default().insert(node);
        } else {
            return None;
        }
    }
    let all: BTreeSet<&NodeName> = nodes.iter().collect();
    if asked.command.first().is_none_or(|verb| verb != "assign")
        || assigned.values().chain(pinned.values()).any(|of| *of != all)
    {
        return None;
    }
    let (arguments, mut options) = parts(&asked.command, 1 + modules.len())?;
    let arguments = arguments.iter().cloned().chain(assigned.keys().map(ToString::to_string));
    for (provision, from) in pinned.keys() {
        options.extend(["--from".to_owned(), format!("{provision}={from}")]);
    }
    Some(command(&["assign"], arguments, options))
}

/// One batch: the command, then the answers.
fn together(asked: &Asked, answers: &[&Edit]) -> Option<Vec<String>> {
    if !asked.batchable {
        return None;
    }
    let mut line = match asked.command.split_first()? {
        // The lines of a file come after all others, and what was answered has to come after them.
        (verb, rest) if verb == "batch" && rest.len() % 2 == 1 => return None,
        (verb, _) if verb == "batch" => asked.command.clone(),
        (_, _) => vec!["batch".to_owned(), "-e".to_owned(), batch_line(&asked.command)],
    };
    for answer in for_all(answers)? {
        line.extend(["-e".to_owned(), batch_line(&answer)]);
    }
    Some(line)
}

/// The commands of answers: nodes of which the same was answered are one list.
fn for_all(answers: &[&Edit]) -> Option<Vec<Vec<String>>> {
    if answers.len() > MOST {
        return None;
    }
    let mut lines: IndexMap<Vec<String>, Vec<String>> = IndexMap::new();
    for answer in answers {
        let mut line = edit_line(answer)?;
        // The node stands after the verb: `assign NODE MODULE`, `pin NODE PROVISION FROM`.
        let node = (line.len() > 2).then(|| line.remove(1))?;
        lines.entry(line).or_default().push(node);
    }
    let one = |(mut line, nodes): (Vec<String>, Vec<String>)| {
        let apart = nodes.iter().any(|node| node == "--");
        line.insert(1, nodes.join(","));
        (!apart).then_some(line)
    };
    lines.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{command::with_options, sample as make};

    fn said(command: &[&str], act: Act, answers: &[Edit]) -> Option<String> {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        let asked = Asked { act, command, options: vec!["--keep".to_owned()], batchable: true };
        answered(&asked, answers).map(|asked| batch_line(&with_options(asked.command, &asked.options)))
    }

    fn assign(nodes: &[&str]) -> Act {
        Act::Assign { nodes: make::names(nodes), modules: make::names(&["webapp"]) }
    }

    #[test]
    fn an_assignment_has_the_answers_beside_it() {
        let answers = [make::assign("web1", "zsh"), make::pin("web1", "database", "db1")];
        assert_eq!(
            said(&["assign", "web1", "webapp"], assign(&["web1"]), &answers).as_deref(),
            Some("assign web1 webapp zsh --from database=db1 --keep")
        );
    }

    #[test]
    fn a_list_that_begins_with_a_dash_stays_apart() {
        let answers = [make::assign("web1", "zsh"), make::pin("web1", "database", "db1")];
        let asked = ["assign", "--from", "cache=db1", "--", "-db1", "webapp"];
        assert_eq!(
            said(&asked, assign(&["web1"]), &answers).as_deref(),
            Some("assign --from cache=db1 --from database=db1 --keep -- -db1 webapp zsh")
        );
    }

    #[test]
    fn what_is_about_some_of_its_nodes_is_a_batch() {
        assert_eq!(
            said(&["assign", "web1,web2", "webapp"], assign(&["web1", "web2"]), &[make::assign("web1", "zsh")])
                .as_deref(),
            Some("batch -e 'assign web1,web2 webapp' -e 'assign web1 zsh' --keep")
        );
        let batch = ["batch", "-e", "assign web1 webapp"];
        assert_eq!(
            said(&batch, Act::Batch, &[make::assign("web1", "zsh")]).as_deref(),
            Some("batch -e 'assign web1 webapp' -e 'assign web1 zsh' --keep")
        );
        assert_eq!(said(&["batch", "changes.txt"], Act::Batch, &[make::assign("web1", "zsh")]), None);
    }

    #[test]
    fn nodes_of_which_the_same_was_answered_are_one_list() {
        let answers = [make::pin("web1", "database", "db1"), make::pin("web2", "database", "db1")];
        assert_eq!(
            said(&["assign", "db2", "postgres"], Act::Batch, &answers).as_deref(),
            Some("batch -e 'assign db2 postgres' -e 'pin web1,web2 database db1' --keep")
        );
        let many: Vec<Edit> = (0..51).map(|number| make::assign(&format!("web{number}"), "zsh")).collect();
        assert_eq!(said(&["assign", "db2", "postgres"], Act::Batch, &many), None);
    }

    #[test]
    fn moves_that_are_meant_are_an_option() {
        let moves = Edit::AllowMove {
            node: make::name("web1"),
            requirement: make::name("database"),
            from: Box::new(make::name("db1")),
            to: Box::new(make::name("db2")),
        };
        assert_eq!(
            said(&["unassign", "db1", "postgres"], Act::Batch, &[moves]).as_deref(),
            Some("unassign db1 postgres --allow-moves --keep")
        );
    }
}
