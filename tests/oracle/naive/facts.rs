//! Needs: what the machine must be.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Refusal;
use super::read::{facts_of, manifest};

/// One refusal for each module of the set that this machine does not suit.
pub(super) fn unmet_needs(document: &Value, node: &str, set: &BTreeSet<String>) -> Vec<Refusal> {
    let facts = facts_of(document, node);
    let mut refusals = Vec::new();
    for module in set {
        let lacks = unmet(document, module, &facts);
        if !lacks.is_empty() {
            refusals.push(Refusal {
                code: "need-unmet",
                node: Some(node.to_owned()),
                key: module.clone(),
                lacks,
                ..Refusal::default()
            });
        }
    }
    refusals
}

/// The facts that are not as a module needs them.
pub(super) fn unmet(document: &Value, module: &str, facts: &Map<String, Value>) -> BTreeSet<String> {
    let needs = manifest(document, module)["needs"].as_object();
    let mut unmet = BTreeSet::new();
    for (fact, wanted) in needs.into_iter().flatten() {
        if !facts.get(fact).is_some_and(|value| suits(value, wanted)) {
            unmet.insert(fact.clone());
        }
    }
    unmet
}

fn suits(value: &Value, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => any.iter().any(|one| same(value, one)),
        Value::Object(range) => {
            let within = |bound: &str, wrong: Ordering| {
                range.get(bound).is_none_or(|bound| order(value, bound).is_some_and(|order| order != wrong))
            };
            within("at_least", Ordering::Less) && within("at_most", Ordering::Greater)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => same(value, wanted),
    }
}

/// Whether two values are one: of one kind, and numbers by what they are worth.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match order(one, other) {
        Some(order) => order == Ordering::Equal,
        None => one == other,
    }
}

/// How two numbers compare; nothing else does.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    let number = |value: &Value| Some(decimal(&value.as_number()?.to_string()));
    let (one, other) = (number(one)?, number(other)?);
    Some(match (one.negative, other.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => one.size().cmp(&other.size()),
        (true, true) => other.size().cmp(&one.size()),
    })
}

/// A number as ±0.DIGITS × 10^point, without zeros at either end of the digits, so that it is written in one way only.
struct Decimal {
    negative: bool,
    point: i64,
    digits: String,
}

impl Decimal {
    fn size(&self) -> (bool, i64, &str) {
        (!self.digits.is_empty(), self.point, &self.digits)
    }
}

fn decimal(written: &str) -> Decimal {
    let lower = written.to_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{}{fraction}", whole.trim_start_matches('-'));
    let exponent: i64 = exponent.parse().unwrap_or_default();
    let leading = all.len() - all.trim_start_matches('0').len();
    let digits = all.trim_matches('0').to_owned();
    let point = all.len() as i64 - fraction.len() as i64 - leading as i64 + exponent;
    Decimal {
        // There is one zero.
        negative: whole.starts_with('-') && !digits.is_empty(),
        point: if digits.is_empty() { 0 } else { point },
        digits,
    }
}

#[test]
fn numbers_compare_by_what_they_are_worth() {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    for (one, other) in [("4", "4.0"), ("-0", "0.00"), ("1e3", "1000"), ("0.05", "5E-2"), ("-12.50", "-1.25e1")] {
        assert!(same(&read(one), &read(other)), "{one} is {other}");
    }
    for (less, more) in [
        ("9007199254740992", "9007199254740993"),
        ("-2", "-1.5"),
        ("-1", "0"),
        ("0", "0.1"),
        ("99", "100"),
        ("1.2", "1.23"),
    ] {
        assert_eq!(order(&read(less), &read(more)), Some(Ordering::Less), "{less} < {more}");
        assert_eq!(order(&read(more), &read(less)), Some(Ordering::Greater), "{more} > {less}");
    }
    assert!(!same(&read("1"), &read("true")));
    assert!(!same(&read("4"), &read("\"4\"")));
}
