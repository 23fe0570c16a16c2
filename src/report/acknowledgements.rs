//! What machines did with what they were told, in words and for programs.

use super::{
    json::line,
    style::Style,
    words::{HEADLINE, count, some},
};
use crate::model::{Moment, NodeName, Standing, text::shown};

/// The most machines that are told of one by one.
const MOST: usize = 10;
/// The most letters of a failure that are told in a list.
const LETTERS: usize = 300;

/// An acknowledgement that was given.
#[derive(Clone, Debug)]
pub struct Acknowledged<'a> {
    /// The node.
    pub node: &'a NodeName,
    /// The generation.
    pub generation: i64,
    /// Why it could not be carried out.
    pub failure: Option<String>,
    /// Whether it was written down.
    pub changed: bool,
    /// The later generation that was acknowledged before.
    pub late: Option<i64>,
}

/// The text of an acknowledgement that was given.
pub fn acknowledged(said: &Acknowledged<'_>) -> String {
    let Acknowledged { node, generation, failure, changed, late } = said;
    match (late, failure) {
        (Some(late), _) => {
            format!("{node} acknowledged generation {late} before; {generation} is older, and nothing was changed")
        }
        (None, None) if *changed => format!("{node} carried out generation {generation}"),
        (None, Some(failure)) if *changed => {
            format!("{node} could not carry out generation {generation}: {}", first(failure))
        }
        (None, _) => format!("generation {generation} of {node} is acknowledged so already; nothing was changed"),
    }
}

/// `provost.ack/1` as one line.
pub fn acknowledged_json(said: &Acknowledged<'_>) -> String {
    let Acknowledged { node, generation, failure, changed, late } = said;
    line(&serde_json::json!({
        "schema": "provost.ack/1", "node": node, "generation": generation, "failure": failure, "changed": changed,
        "later": late,
    }))
}

/// The machines of which there is something to tell: those that failed, then those that are silent, the longest first.
/// Those that never acknowledged anything are one line, the last.
pub fn told(standings: &[Standing], now: Moment, style: &Style) -> Vec<String> {
    let mut telling: Vec<&Standing> =
        standings.iter().filter(|one| one.failure.is_some() || one.silent_since.is_some()).collect();
    telling.sort_by_key(|one| (one.failure.is_none(), one.silent_since.unwrap_or(now), &one.node));
    let (never, known): (Vec<&Standing>, Vec<&Standing>) = telling.into_iter().partition(|one| is_unheard(one));
    let mut lines: Vec<String> =
        known.iter().take(MOST).flat_map(|one| style.wrapped("", "  ", &sentence(one, now))).collect();
    if let Some(rest) = known.len().checked_sub(MOST).filter(|rest| *rest > 0) {
        lines.push(format!("and {rest} more that failed or are silent: --output json has all"));
    }
    lines.extend(unheard(&never, now).iter().flat_map(|text| style.wrapped("", "  ", text)));
    lines
}

/// Whether nothing was ever heard of a machine.
const fn is_unheard(one: &Standing) -> bool {
    one.acknowledged.is_none() && one.failure.is_none()
}

/// Those of which nothing was ever heard, by the longest first.
fn unheard(never: &[&Standing], now: Moment) -> Option<String> {
    let first = never.first()?;
    let (of, since) = first.silent_of.zip(first.silent_since)?;
    let nodes: Vec<&str> = never.iter().map(|one| one.node.as_str()).collect();
    let have = if nodes.len() == 1 { "has" } else { "have" };
    let age = age(now.0 - since.0);
    Some(format!("{} {have} never acknowledged a generation, since {of} for {age}", some(&nodes, HEADLINE)))
}

fn sentence(one: &Standing, now: Moment) -> String {
    let Standing { node, pushed, acknowledged, failure, silent_of, silent_since, .. } = one;
    let failed = failure.as_ref().map(|failure| {
        let generation = acknowledged.unwrap_or(*pushed);
        format!("could not carry out generation {generation}: {}", first(failure))
    });
    let silent = silent_of.zip(*silent_since).map(|(of, since)| {
        let known = match (acknowledged, &failed) {
            (Some(generation), None) => format!(", acknowledged {generation}"),
            (None, _) | (_, Some(_)) => String::new(),
        };
        // The age is that of the oldest push without an answer, which need not be the newest.
        let newest = if of < *pushed { format!(", nor since of generation {pushed}") } else { String::new() };
        format!("has said nothing of generation {of} for {}{newest}{known}", age(now.0 - since.0))
    });
    let told: Vec<String> = failed.into_iter().chain(silent).collect();
    format!("{node} {}", told.join("; "))
}

/// The beginning of a failure: machines write a lot, and the whole is in the JSON.
fn first(failure: &str) -> String {
    let line = failure.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(LETTERS).collect();
    let more = if cut.len() < failure.trim_end().len() { " …" } else { "" };
    format!("{}{more}", shown(&cut))
}

/// So many microseconds in the largest unit of which there are some.
fn age(microseconds: i64) -> String {
    let seconds = usize::try_from(microseconds / 1_000_000).unwrap_or(0);
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(size, _)| seconds >= *size);
    unit.map_or_else(|| count(seconds, "second"), |(size, unit)| count(seconds / size, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(node: &str, acknowledged: Option<i64>, failure: Option<&str>, silent: Option<(i64, i64)>) -> Standing {
        Standing {
            node: NodeName::stored(node),
            pushed: 7,
            acknowledged,
            at: acknowledged.map(|_| Moment(0)),
            failure: failure.map(str::to_owned),
            silent_of: silent.map(|(generation, _)| generation),
            silent_since: silent.map(|(_, seconds)| Moment(seconds * 1_000_000)),
        }
    }

    fn lines(standings: &[Standing]) -> Vec<String> {
        told(standings, Moment(1_000_000_000_000), &Style::PIPED)
    }

    #[test]
    fn tells_of_those_that_failed_or_are_silent_alone() {
        let told = lines(&[
            standing("a", Some(7), None, None),
            standing("b", Some(6), None, Some((7, 999_000))),
            standing("c", None, None, Some((2, 700_000))),
            standing("d", Some(7), Some("no\u{1b}space\nleft"), None),
            standing("e", Some(5), Some("no"), Some((6, 999_999))),
        ]);
        assert_eq!(
            told,
            [
                "e could not carry out generation 5: no; has said nothing of generation 6 for 1 second, nor since of generation 7",
                "d could not carry out generation 7: no\\u{1b}space …",
                "b has said nothing of generation 7 for 16 minutes, acknowledged 6",
                "c has never acknowledged a generation, since 2 for 3 days",
            ]
        );
    }

    #[test]
    fn tells_of_those_that_were_never_heard_of_in_one_line() {
        let many: Vec<Standing> =
            (0..MOST).map(|n| standing(&format!("n{n:02}"), None, None, Some((n as i64 / 5 + 2, 900_000)))).collect();
        let told = lines(&many);
        assert_eq!(told, ["n00, n01, n02 and 7 more have never acknowledged a generation, since 2 for 1 day"]);
    }

    #[test]
    fn tells_of_no_more_than_a_person_reads() {
        let many: Vec<Standing> =
            (0..MOST + 3).map(|n| standing(&format!("n{n:02}"), Some(6), None, Some((7, 0)))).collect();
        let told = lines(&many);
        assert_eq!(told.len(), MOST + 1);
        assert_eq!(told[MOST], "and 3 more that failed or are silent: --output json has all");
    }
}
