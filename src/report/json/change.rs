//! `provost.changed/1` and `provost.push/1`.

use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::{
    line,
    refusal::{RefusalReport, refusal},
};
use crate::{
    model::{Digest, Edit, Hold, ModuleName, NodeName, ProvisionName},
    plan::{Change, Forecast, HeldTake, Holding, WantedFor},
    report::{
        change::{Answer, Changed, Moved, NodeChange, Settled, Stay},
        push::Pushed,
        remedy::Remedies,
    },
};

#[derive(Serialize)]
struct ChangedReport<'a> {
    schema: &'static str,
    changed: bool,
    dry_run: bool,
    nodes: Vec<NodeReport<'a>>,
    edits: &'a [Edit],
    digest: Digest,
    moved: Vec<MovedReport<'a>>,
    stays: Vec<StayReport<'a>>,
    settled: Vec<SettledReport<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    holds: &'a [Holding],
    warnings: &'a [String],
    refusals: Vec<RefusalReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<&'a Forecast>,
}

#[derive(Serialize)]
struct NodeReport<'a> {
    node: &'a NodeName,
    gained: Vec<&'a ModuleName>,
    lost: &'a [ModuleName],
    takes_gained: Vec<AnswerReport<'a>>,
    takes_lost: Vec<AnswerReport<'a>>,
    /// Of what was gained, what nobody assigned, and for whom it came.
    brought_in: Vec<BroughtInReport<'a>>,
}

#[derive(Serialize)]
struct AnswerReport<'a> {
    provision: &'a ProvisionName,
    from: &'a NodeName,
    module: &'a ModuleName,
}

#[derive(Serialize)]
struct BroughtInReport<'a> {
    module: &'a ModuleName,
    r#for: &'a [WantedFor],
}

#[derive(Serialize)]
struct MovedReport<'a> {
    node: &'a NodeName,
    requirement: &'a ProvisionName,
    by: &'a [ModuleName],
    from: &'a NodeName,
    from_module: &'a ModuleName,
    to: &'a NodeName,
    to_module: &'a ModuleName,
}

#[derive(Serialize)]
struct StayReport<'a> {
    node: &'a NodeName,
    module: &'a ModuleName,
    r#for: &'a [WantedFor],
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum SettledReport<'a> {
    Pin(&'a NodeName, &'a ProvisionName, &'a NodeName),
    Assign(&'a NodeName, &'a ModuleName),
}

/// `provost.changed/1` as one line.
pub fn changed(changed: &Changed) -> String {
    let remedies = Remedies::new(None, &changed.refusals);
    line(&ChangedReport {
        schema: "provost.changed/1",
        changed: changed.changed,
        dry_run: changed.dry_run,
        nodes: changed.nodes.iter().map(node).collect(),
        edits: &changed.edits,
        digest: changed.digest,
        moved: changed.moved.iter().map(moved).collect(),
        stays: changed.stays.iter().map(stay).collect(),
        settled: changed.settled.iter().map(settled).collect(),
        holds: &changed.holds,
        warnings: &changed.warnings,
        refusals: changed.refusals.iter().map(|one| refusal(one, &remedies)).collect(),
        forecast: changed.forecast.as_ref(),
    })
}

fn node(change: &NodeChange) -> NodeReport<'_> {
    let brought_in = change.gained.iter().filter(|module| !module.assigned);
    NodeReport {
        node: &change.node,
        gained: change.gained.iter().map(|module| &module.name).collect(),
        lost: &change.lost,
        takes_gained: change.takes_gained.iter().map(answer).collect(),
        takes_lost: change.takes_lost.iter().map(answer).collect(),
        brought_in: brought_in.map(|m| BroughtInReport { module: &m.name, r#for: &m.wanted_for }).collect(),
    }
}

fn answer(answer: &Answer) -> AnswerReport<'_> {
    AnswerReport { provision: &answer.provision, from: &answer.from, module: &answer.module }
}

fn moved(moved: &Moved) -> MovedReport<'_> {
    let Moved { node, requirement, by, from, from_module, to, to_module } = moved;
    MovedReport { node, requirement, by, from, from_module, to, to_module }
}

fn stay(stay: &Stay) -> StayReport<'_> {
    StayReport { node: &stay.node, module: &stay.module, r#for: &stay.wanted_for }
}

fn settled(settled: &Settled) -> SettledReport<'_> {
    match settled {
        Settled::Pin { node, provision, from } => SettledReport::Pin(node, provision, from),
        Settled::Assign { node, module } => SettledReport::Assign(node, module),
    }
}

/// What is put on record of a change beside its edits: JSON lists, `None` where one is empty.
#[derive(Clone, Debug)]
pub struct RecordedLists {
    /// Answers that moved.
    pub moved: Option<String>,
    /// Answers that were made explicit.
    pub settled: Option<String>,
    /// The refusals that were left.
    pub unresolved: Option<String>,
}

impl RecordedLists {
    /// The lists of a change.
    pub fn of(changed: &Changed) -> Self {
        let remedies = Remedies::new(None, &changed.refusals);
        let list =
            |list: Vec<serde_json::Value>| (!list.is_empty()).then(|| serde_json::Value::Array(list).to_string());
        let values = |list: Vec<Option<serde_json::Value>>| list.into_iter().flatten().collect();
        Self {
            moved: list(values(changed.moved.iter().map(|one| serde_json::to_value(moved(one)).ok()).collect())),
            settled: list(values(changed.settled.iter().map(|one| serde_json::to_value(settled(one)).ok()).collect())),
            unresolved: list(values(
                changed.refusals.iter().map(|one| serde_json::to_value(refusal(one, &remedies)).ok()).collect(),
            )),
        }
    }
}

/// `provost.push/1` as one line.
pub fn pushed(pushed: &Pushed) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        schema: &'static str,
        generation: Option<i64>,
        declared: &'a [NodeName],
        removed: &'a [NodeName],
        held: Names<'a>,
        unchanged: usize,
        holds: Vec<HoldReport<'a>>,
        stale: &'a [HeldTake],
    }
    line(&Report {
        schema: "provost.push/1",
        generation: pushed.generation,
        declared: &pushed.declared,
        removed: &pushed.removed,
        held: Names(&pushed.held),
        unchanged: pushed.unchanged,
        holds: pushed.held.iter().filter_map(HoldReport::of).collect(),
        stale: &pushed.warnings,
    })
}

/// Held nodes by name alone.
struct Names<'a>(&'a [Holding]);

impl Serialize for Names<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        self.0.iter().try_for_each(|one| list.serialize_element(&one.node))?;
        list.end()
    }
}

#[derive(Serialize)]
struct HoldReport<'a> {
    node: &'a NodeName,
    #[serde(flatten)]
    hold: &'a Hold,
    declared: bool,
    change: Option<Change>,
}

impl<'a> HoldReport<'a> {
    fn of(one: &'a Holding) -> Option<Self> {
        let Holding { node, held, declared, change, .. } = one;
        Some(Self { node, hold: held.as_ref()?, declared: *declared, change: *change })
    }
}
