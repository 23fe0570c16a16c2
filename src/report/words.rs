//! Plurals, lists, quoting, and what makes text from elsewhere fit to be seen.

use std::time::Duration;

use super::command::{command, option};
use crate::{
    model::{
        Edit, FactName, NodeName, Person, Scalar, ValueKind,
        text::{is_invisible, shown},
    },
    resolver::Effort,
};

/// `1 node`, `2 nodes`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {}", plural(number, noun))
}

/// The noun for so many: a regular plural where it is not one.
pub fn plural(number: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        Some(_) | None => format!("{noun}s"),
    }
}

/// `a`, `a and b`, `a, b and c`: always all of them.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn either<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "or")
}

/// The most names in a headline.
pub const HEADLINE: usize = 6;
/// The most names in any other sentence.
pub const SENTENCE: usize = 12;
/// The most nodes that are named together: which ones they are matters more than what modules come along.
pub const NODES: usize = 60;

/// `a, b, c and 173 more`: all of them where they are not more than `most`. Else half as many stand for them all: nobody
/// reads them then, and JSON has them.
pub fn some<T: AsRef<str>>(items: &[T], most: usize) -> String {
    match split(items, most) {
        Some((first, others)) => format!("{} and {others} more", commas(first)),
        None => list(items),
    }
}

/// `a, b, c or one of 173 more`.
pub fn any<T: AsRef<str>>(items: &[T], most: usize) -> String {
    match split(items, most) {
        Some((first, others)) => format!("{} or one of {others} more", commas(first)),
        None => either(items),
    }
}

fn split<T>(items: &[T], most: usize) -> Option<(&[T], usize)> {
    let first = items.get(..most.div_ceil(2)).filter(|_| items.len() > most)?;
    Some((first, items.len() - first.len()))
}

/// The line after the first of many lines, with what is to be said of the others.
pub fn more(untold: usize, said: &str) -> String {
    format!("… and {untold} more{said}; --output json has them all")
}

fn commas<T: AsRef<str>>(items: &[T]) -> String {
    items.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

fn joined<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., end] => format!("{} {last} {}", commas(most), end.as_ref()),
    }
}

/// Who did something, as every view names it: the person, and the role in the database where that is called otherwise.
pub fn by(person: &Person) -> String {
    match person.name() {
        name if name == person.db_user => name.to_owned(),
        name => format!("{name} (role {})", person.db_user),
    }
}

/// `both` for two, `all` for more, nothing for one.
pub fn both(number: usize) -> &'static str {
    match number {
        0 | 1 => "",
        2 => "both ",
        _ => "all ",
    }
}

/// Said where a change is interrupted that the server was told to commit.
pub const UNANSWERED: &str =
    "interrupted while it is committed: the server's answer is waited for; once more ends this without it\n";
/// Said where that is not waited for.
pub const UNKNOWN: &str = "error: whether it was committed is not known; `provost log` tells\n";
/// Said where what was asked for is made, and only its telling was interrupted.
pub const MADE: &str = "interrupted once the change was made; `provost log` tells of it\n";

/// What was done and how long it took, as a line: a statement in one line whatever lines it has.
pub fn timed(done: &str, took: Duration) -> String {
    let done = done.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{:8.1} ms  {}\n", took.as_secs_f64() * 1000.0, shown(&done))
}

/// That a change was decided on, and what was worked out for it: much, where many remedies were tried.
pub fn decided(Effort { indexes, sets, lineages }: Effort) -> String {
    let (sets, catalogues) = (count(sets, "set"), count(indexes, "catalogue"));
    format!("resolved and decided by working out {sets}, {catalogues} and {}", count(lineages, "lineage"))
}

/// That the database is gone, and is tried again.
pub fn gone(why: &str) -> String {
    format!("{why}; trying until it is back")
}

/// That a node which is followed is another one from here on.
pub fn another(node: &str) -> String {
    format!(
        "{node} was removed and added anew: from here on it is the new one, from its first declaration that was not acknowledged"
    )
}

/// One argument as a POSIX shell takes it. Quoted only where it must be; what cannot be shown stands as its bytes
/// in `$'…'`, so that pasting gives exactly what was meant.
pub fn shell(argument: &str, unicode: bool) -> String {
    if argument.chars().any(|c| is_invisible(c) || !(unicode || c.is_ascii())) {
        return escaped(argument, unicode);
    }
    line_word(argument)
}

/// One word of a line of a batch, which is read with a shell's plain quotes alone.
fn line_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn escaped(argument: &str, unicode: bool) -> String {
    let mut text = String::from("$'");
    for c in argument.chars() {
        match c {
            '\'' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if is_invisible(c) || !(unicode || c.is_ascii()) => {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
            }
            c => text.push(c),
        }
    }
    text.push('\'');
    text
}

/// The words of a command as one line of a batch.
pub fn batch_line(words: &[String]) -> String {
    words.iter().map(|word| line_word(word)).collect::<Vec<_>>().join(" ")
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

/// A value as an operator types it: text that would be read as something else, or as nothing, stands in JSON's quotes.
pub fn typed(value: &Scalar) -> String {
    match value {
        Scalar::Text(text) if text.is_empty() || text == "nothing" || Scalar::typed(text) != *value => {
            serde_json::Value::String(text.clone()).to_string()
        }
        Scalar::Text(_) | Scalar::Truth(_) | Scalar::Number(_) => value.to_string(),
    }
}

/// A value of a manifest within a sentence: a text without quotes.
pub fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `ram="8192" is a text, and postgres needs ram to be a number`.
pub fn of_another_kind(fact: &FactName, value: &Scalar, wanted: &[ValueKind], modules: &[String]) -> String {
    let kind = |kind: &ValueKind| match kind {
        ValueKind::Truth => "true or false",
        ValueKind::Number => "a number",
        ValueKind::Text => "a text",
    };
    let wanted: Vec<&str> = wanted.iter().map(kind).collect();
    let need = if modules.len() == 1 { "needs" } else { "need" };
    let (value, is, modules) = (typed(value), kind(&value.kind()), some(modules, HEADLINE));
    format!("{fact}={value} is {is}, and {modules} {need} {fact} to be {}", either(&wanted))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use uuid::Uuid;

    use super::*;
    use crate::model::{Hold, Moment, Name};

    #[test]
    fn counts_and_lists() {
        assert_eq!(count(1, "node"), "1 node");
        assert_eq!(count(0, "assembly"), "0 assemblies");
        assert_eq!(list(&["a"; 0]), "");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(either(&["a", "b", "c"]), "a, b or c");
        assert_eq!(some(&["a", "b", "c"], 3), "a, b and c");
        assert_eq!(some(&["a", "b", "c", "d"], 3), "a, b and 2 more");
        assert_eq!(any(&["a", "b", "c", "d"], 3), "a, b or one of 2 more");
    }

    #[test]
    fn quotes_only_what_needs_it() {
        assert_eq!(shell("web1", true), "web1");
        assert_eq!(shell("café", true), "café");
        assert_eq!(shell("", true), "''");
        assert_eq!(shell("it's $HOME", true), r"'it'\''s $HOME'");
        assert_eq!(shell("~root", true), "'~root'");
        assert_eq!(shell("a\u{1b}'\n\u{202e}", true), r"$'a\x1b\'\n\xe2\x80\xae'");
    }

    #[test]
    fn what_is_quoted_for_a_batch_parses_back() {
        let line: Vec<String> = ["module", "register", "it's here.json", "", "#x", "a\nb", "\"q\"", "back\\slash"]
            .map(str::to_owned)
            .into();
        assert_eq!(shell_words::split(&batch_line(&line)), Ok(line.clone()));
        let outer = ["provost".to_owned(), "batch".to_owned(), "-e".to_owned(), batch_line(&line[..3])];
        let pasted = Style::PIPED.command(&outer);
        assert_eq!(shell_words::split(&pasted), Ok(outer.to_vec()));
    }

    use crate::report::Style;

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
