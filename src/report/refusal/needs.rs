//! `need-unmet` in words, and facts in words everywhere.

use super::{
    chain::chains,
    telling::{Case, Memory, Telling},
};
use crate::{
    model::{Bounds, ModuleName, Need, Scalar},
    report::words::{either, typed},
    resolver::Unmet,
};

pub(super) fn tell(case: &Case<'_>, module: &ModuleName, unmet: &[Unmet], memory: &mut Memory) -> Telling {
    let wanted: Vec<String> = unmet.iter().map(wants).collect();
    let missing: Vec<String> = unmet.iter().map(|unmet| has(unmet, &case.one())).collect();
    let mut because = chains(case, memory);
    because
        .extend(memory.rule("a module runs only where every fact is as it needs it; no value is converted".to_owned()));
    Telling {
        headline: format!("{module} cannot run on {}: it needs {}", case.place(), wanted.join(", and ")),
        details: missing,
        because,
        without: format!("{module} has to go elsewhere, or the facts of {} to change where they are wrong", case.one()),
        ..Telling::default()
    }
}

/// `arch x86_64 or aarch64`, `memory_mib at least 512`.
fn wants(unmet: &Unmet) -> String {
    let fact = &unmet.fact;
    match &unmet.wants {
        Need::Equal(value) => format!("{fact} {}", told(value)),
        Need::AnyOf(..) => format!("{fact} {}", either(&unmet.wants.values().map(told).collect::<Vec<_>>())),
        Need::Nothing => format!("{fact} to be one of an empty list"),
        Need::Range(Bounds::Within(least, most)) => format!("{fact} at least {least} and at most {most}"),
        Need::Range(Bounds::AtLeast(least)) => format!("{fact} at least {least}"),
        Need::Range(Bounds::AtMost(most)) => format!("{fact} at most {most}"),
    }
}

/// A value; a text that looks like something else is called one.
fn told(value: &Scalar) -> String {
    let typed = typed(value);
    if typed.starts_with('"') { format!("the text {typed}") } else { typed }
}

/// A value with what it is.
fn kind(value: &Scalar) -> String {
    match value {
        Scalar::Number(number) => format!("the number {number}"),
        Scalar::Truth(truth) => format!("the truth value {truth}"),
        Scalar::Text(_) => format!("the text {}", told(value).trim_start_matches("the text ")),
    }
}

fn has(unmet: &Unmet, node: &str) -> String {
    match &unmet.has {
        Some(value) => {
            let meant = unmet.wants.meant_by(value).map(|meant| format!(", not {}", kind(&meant)));
            format!("{node} has {} {}{}", unmet.fact, told(value), meant.unwrap_or_default())
        }
        None => format!("{node} has no {}", unmet.fact),
    }
}

/// `needs arch x86_64, and web1 has arch aarch64`.
pub(in crate::report) fn unmet(unmet: &Unmet, node: &str) -> String {
    format!("needs {}, and {}", wants(unmet), has(unmet, node))
}
