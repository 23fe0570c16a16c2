//! A command as it can be typed again, word by word. Where an argument begins like an option, all options come first and
//! `--` stands before the arguments; else the options come last, where a person would add them.

use super::words::typed;
use crate::model::{Edit, NodeName, Scalar};

/// What stands before arguments that would be taken for options.
const APART: &str = "--";

/// A command of a verb, its arguments and its options.
pub fn command(
    verb: &[&str],
    arguments: impl IntoIterator<Item = String>,
    options: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let verb = verb.iter().map(|word| (*word).to_owned());
    let (arguments, options): (Vec<String>, Vec<String>) =
        (arguments.into_iter().collect(), options.into_iter().collect());
    if arguments.iter().any(|argument| argument.starts_with('-')) {
        verb.chain(options).chain([APART.to_owned()]).chain(arguments).collect()
    } else {
        verb.chain(arguments).chain(options).collect()
    }
}

/// A command with more options.
pub fn with_options(mut command: Vec<String>, options: &[String]) -> Vec<String> {
    let end = apart(&command).unwrap_or(command.len());
    command.splice(end..end, options.iter().cloned());
    command
}

/// An option with its value. No value may stand by itself that looks like another option.
pub fn option(name: &str, value: impl Into<String>) -> Vec<String> {
    let value = value.into();
    if value.starts_with('-') { vec![format!("{name}={value}")] } else { vec![name.to_owned(), value] }
}

/// The arguments and the options of a command whose verb is one word and that has so many arguments; `None` where it is
/// another one.
pub(super) fn parts(command: &[String], arguments: usize) -> Option<(&[String], Vec<String>)> {
    let first = first_argument(command);
    let own = command.get(first..first + arguments)?;
    let before = command.get(1..first.saturating_sub(1).max(1))?;
    Some((own, [before, &command[first + arguments..]].concat()))
}

/// Where the node stands in a command of which it is the first argument.
pub(super) fn first_argument(command: &[String]) -> usize {
    apart(command).map_or(1, |apart| apart + 1)
}

fn apart(command: &[String]) -> Option<usize> {
    command.iter().position(|word| word == APART)
}

/// The command that makes an edit, without `provost`; `None` where no command makes just this one.
pub fn edit_line(edit: &Edit) -> Option<Vec<String>> {
    let line = match edit {
        Edit::AddSite { site } => said(&["site", "add"], &[site.as_str()]),
        Edit::RenameSite { site, to } => said(&["site", "rename"], &[site.as_str(), to.as_str()]),
        Edit::RemoveSite { site } => said(&["site", "remove"], &[site.as_str()]),
        Edit::AddNode { node, site, facts, .. } => {
            let site = site.iter().flat_map(|site| option("--site", site.as_str()));
            let facts = facts.by_name().into_iter();
            let facts = facts.flat_map(|(fact, value)| option("--fact", assignment(fact.as_str(), &value)));
            command(&["node", "add"], [node.to_string()], site.chain(facts))
        }
        Edit::RenameNode { node, to } => said(&["node", "rename"], &[node.as_str(), to.as_str()]),
        Edit::RemoveNode { node } => said(&["node", "remove"], &[node.as_str()]),
        Edit::Site { node, after: Some(site), .. } => set(node, option("--site", site.as_str())),
        Edit::Site { node, after: None, .. } => set(node, vec!["--no-site".to_owned()]),
        Edit::Fact { node, fact, after: Some(value), .. } => {
            set(node, option("--fact", assignment(fact.as_str(), value)))
        }
        Edit::Fact { node, fact, after: None, .. } => set(node, option("--no-fact", fact.as_str())),
        Edit::RemoveModule { module, .. } => said(&["module", "remove"], &[module.as_str()]),
        Edit::Assign { node, module } => said(&["assign"], &[one(node)?, module.as_str()]),
        Edit::Unassign { node, module } => said(&["unassign"], &[one(node)?, module.as_str()]),
        Edit::Pin { node, provision, after: Some(from), .. } => {
            said(&["pin"], &[one(node)?, provision.as_str(), from.as_str()])
        }
        Edit::Pin { node, provision, after: None, .. } => said(&["unpin"], &[one(node)?, provision.as_str()]),
        Edit::Hold { node, after: Some(hold), .. } => {
            let why = option("--message", hold.message.as_str());
            ["hold".to_owned()].into_iter().chain(why).chain([one(node)?.to_owned()]).collect()
        }
        Edit::Hold { node, after: None, .. } => said(&["release"], &[one(node)?]),
        Edit::Register { .. } | Edit::AllowMove { .. } => return None,
    };
    Some(line)
}

/// A node where a list of nodes or a selector may stand: a name that plain SQL wrote may read as something else there.
fn one(node: &NodeName) -> Option<&str> {
    (NodeName::new(node.as_str()).as_ref() == Ok(node)).then_some(node.as_str())
}

/// A verb with names.
fn said(verb: &[&str], names: &[&str]) -> Vec<String> {
    command(verb, names.iter().map(|name| (*name).to_owned()), [])
}

/// `node set` with the option first: what it is to be is more than whose it is.
fn set(node: &NodeName, options: Vec<String>) -> Vec<String> {
    let verb = ["node".to_owned(), "set".to_owned()];
    let apart = node.as_str().starts_with('-').then(|| "--".to_owned());
    verb.into_iter().chain(options).chain(apart).chain([node.to_string()]).collect()
}

fn assignment(fact: &str, value: &Scalar) -> String {
    format!("{fact}={}", typed(value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;

    use super::*;
    use crate::{
        model::{FactName, Hold, Moment, Name, Person},
        report::escape::batch_line,
    };

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn said(arguments: &str, options: &str) -> Vec<String> {
        command(&["assign"], words(arguments), words(options))
    }

    #[test]
    fn options_come_first_where_an_argument_looks_like_one() {
        assert_eq!(batch_line(&said("web1 pg", "--from a=b")), "assign web1 pg --from a=b");
        assert_eq!(batch_line(&said("-a,-b pg", "--from a=b")), "assign --from a=b -- -a,-b pg");
        assert_eq!(batch_line(&said("-a,-b pg", "")), "assign -- -a,-b pg");
        let keep = words("--keep");
        assert_eq!(batch_line(&with_options(said("web1 pg", "--from a=b"), &keep)), "assign web1 pg --from a=b --keep");
        assert_eq!(batch_line(&with_options(said("-a pg", "--from a=b"), &keep)), "assign --from a=b --keep -- -a pg");
    }

    #[test]
    fn a_value_that_looks_like_an_option_is_part_of_its_own() {
        assert_eq!(option("--message", "why"), ["--message", "why"]);
        assert_eq!(option("--message", "--"), ["--message=--"]);
    }

    #[test]
    fn a_command_comes_apart_again() {
        for arguments in ["web1 pg", "-a,-b pg"] {
            let command = with_options(said(arguments, "--from a=b"), &words("--keep"));
            assert_eq!(parts(&command, 2), Some((words(arguments).as_slice(), words("--from a=b --keep"))));
        }
        assert_eq!(parts(&words("assign a"), 2), None);
    }

    fn line(edit: Edit) -> Option<String> {
        edit_line(&edit).map(|words| batch_line(&words))
    }

    #[test]
    fn says_which_command_makes_an_edit() {
        let node = NodeName::stored("web1");
        let text = |text: &str| Scalar::Text(text.to_owned());
        let facts = BTreeMap::from([
            (FactName::stored("arch"), text("x86_64")),
            (FactName::stored("rack"), text("42")),
            (FactName::stored("ram"), Scalar::typed("4")),
        ]);
        let add = Edit::AddNode {
            node: node.clone(),
            id: Uuid::nil(),
            site: Some(Box::new(Name::stored("attic"))),
            facts: facts.into(),
        };
        assert_eq!(
            line(add).as_deref(),
            Some("node add web1 --site attic --fact arch=x86_64 --fact 'rack=\"42\"' --fact ram=4")
        );
        let hold = Hold {
            by: Person { db_user: "ann".into(), os_user: None },
            at: Moment(0),
            message: "stolen, sadly".into(),
        };
        let held = Edit::Hold { node: node.clone(), before: None, after: Some(Box::new(hold)) };
        assert_eq!(line(held).as_deref(), Some("hold --message 'stolen, sadly' web1"));
        let pin = Edit::Pin { node, provision: Name::stored("db"), before: None, after: None };
        assert_eq!(line(pin).as_deref(), Some("unpin web1 db"));
    }

    #[test]
    fn a_name_that_reads_as_something_else_is_kept_apart() {
        let node = NodeName::stored("-x");
        assert_eq!(line(Edit::RemoveNode { node: node.clone() }).as_deref(), Some("node remove -- -x"));
        assert_eq!(line(Edit::Assign { node, module: Name::stored("i3") }), None);
        let all = Edit::Assign { node: NodeName::stored("web1,web2"), module: Name::stored("i3") };
        assert_eq!(line(all), None);
    }
}
