//! Whether the schema is as the migrations made it: everything that the catalogs say of it, beside what they said of a
//! database that was just migrated.
//!
//! Definitions are kept as digests of the server's own words for them, less what its versions word differently.

use std::collections::BTreeMap;

use postgres::{Row, types::Type};

use super::{Break, Kept, MOST, Promise, VERIFYING};
use crate::{
    model::Digest,
    store::{error::StoreError, session::Session},
};

/// The parts of the schema, a line each, with what is said of it after a colon.
const PROMISED: &str = include_str!("schema.txt");
const STATEMENT: &str = include_str!("schema.sql");
/// Between a part and what is said of it; no name that we gave has it.
const SAID: &str = ": ";

/// A part of the schema.
struct Part {
    name: String,
    said: String,
    /// Whether it takes part in what our tables do, though nobody promised it.
    joins: bool,
}

/// Whether the schema is as the migrations made it. What somebody added beside it is theirs, unless it takes part in
/// what our tables do.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn schema(session: &mut Session<'_>) -> Result<Kept, StoreError> {
    let promised: BTreeMap<&str, &str> = PROMISED.lines().filter_map(|line| line.split_once(SAID)).collect();
    let has = parts(session, &relations(promised.keys().copied()))?;
    let found: BTreeMap<&str, &str> = has.iter().map(|part| (part.name.as_str(), part.said.as_str())).collect();
    let broken = promised.iter().filter_map(|(name, said)| match found.get(name) {
        None => Some(Break::Lacks((*name).to_owned())),
        Some(found) if found != said => Some(differs(name, found, said)),
        Some(_) => None,
    });
    let joined = has.iter().filter(|part| part.joins && !promised.contains_key(part.name.as_str()));
    let broken = broken.chain(joined.map(|part| Break::Joined(part.name.clone()))).take(MOST).collect();
    Ok(Kept { promise: Promise::Schema, looked_at: promised.len() as i64, broken })
}

/// What the schema consists of, a line each, sorted: of a database in which nobody has anything else.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn schema_lines(session: &mut Session<'_>) -> Result<Vec<String>, StoreError> {
    let mut lines: Vec<String> =
        parts(session, &[])?.into_iter().map(|Part { name, said, .. }| format!("{name}{SAID}{said}")).collect();
    lines.sort();
    Ok(lines)
}

/// The names of the tables and views among parts.
fn relations<'p>(parts: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let name = |part: &'p str| part.strip_prefix("table ").or_else(|| part.strip_prefix("view "));
    parts.filter_map(name).filter(|name| !name.contains(' ')).collect()
}

/// What is said of a part; that only its definition is another, where no word says how.
fn differs(name: &str, found: &str, promised: &str) -> Break {
    let words = |said: &str| said.split_once("as ").map_or(said, |(words, _)| words).trim_end().to_owned();
    let (found, promised) = (words(found), words(promised));
    if found == promised {
        return Break::Redefined(name.to_owned());
    }
    Break::Altered { part: name.to_owned(), found, promised }
}

fn parts(session: &mut Session<'_>, relations: &[&str]) -> Result<Vec<Part>, StoreError> {
    session.read(VERIFYING, STATEMENT, &[(&relations, Type::TEXT_ARRAY)], part)
}

fn part(row: &Row) -> Result<Part, postgres::Error> {
    let (mut said, definition): (String, Option<String>) = (row.try_get(1)?, row.try_get(2)?);
    if let Some(definition) = definition {
        let text = if row.try_get(3)? { unqualified(&definition) } else { definition };
        said = format!("{said} as {}", Digest::of(even(&text).as_bytes()).start(8));
    }
    Ok(Part { name: row.try_get(0)?, said, joins: row.try_get(4)? })
}

/// A definition without what is laid out or bracketed in one way or another.
fn even(definition: &str) -> String {
    definition.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect()
}

/// A definition without the names of tables before those of columns. What stands in a schema keeps the name of that: our
/// tables do, in `public`, and the server's own functions, types and collations are named without one.
fn unqualified(definition: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"');
    let mut text = String::with_capacity(definition.len());
    let mut rest = definition;
    while let Some(first) = rest.chars().next() {
        let word = &rest[..rest.find(|c| !is_of_name(c)).unwrap_or(rest.len())];
        if word.is_empty() {
            text.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        rest = &rest[word.len()..];
        let next = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(is_of_name));
        let names_a_column =
            next.is_some_and(|next| !next.starts_with('(')) && !word.starts_with(|c: char| c.is_numeric());
        if names_a_column && word != "public" && !text.ends_with("::") && !text.ends_with("COLLATE ") {
            rest = &rest[1..];
        } else {
            text.push_str(word);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_a_server_say_one_thing() {
        let one = |text: &str| even(&unqualified(text));
        assert_eq!(
            one("SELECT told.node\n FROM public.told\n WHERE (told.a = 1)"),
            one("SELECT node FROM public.told WHERE a = 1")
        );
        assert_ne!(one("SELECT f(x) FROM public.told"), one("SELECT evil.f(x) FROM public.told"));
        assert_ne!(one("SELECT x FROM public.told"), one("SELECT x FROM evil.told"));
        assert_ne!(one("SELECT x::text FROM public.told"), one("SELECT x::evil.text FROM public.told"));
        assert_ne!(one("SELECT x COLLATE \"C\""), one("SELECT x COLLATE evil.\"C\""));
        assert_eq!(one("SELECT 0.5 + told.a"), one("SELECT 0.5 + a"));
    }

    #[test]
    fn what_differs_is_said() {
        assert_eq!(
            differs("table a", "not kept over a crash", "kept"),
            Break::Altered {
                part: "table a".to_owned(),
                found: "not kept over a crash".to_owned(),
                promised: "kept".to_owned()
            }
        );
        assert_eq!(differs("view a", "kept as 12", "kept as 34"), Break::Redefined("view a".to_owned()));
    }
}
