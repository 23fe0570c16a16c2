//! A command as it can be typed again, word by word. Where an argument begins like an option, all options come first and
//! `--` stands before the arguments; else the options come last, where a person would add them.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::words::batch_line;

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
}
