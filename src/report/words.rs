//! Plurals, lists, people and values, and sentences that several views say.

use std::time::Duration;

use crate::{
    model::{FactName, Person, Scalar, ValueKind, text::shown},
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
    use super::*;

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
}
