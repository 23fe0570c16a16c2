//! `provost.changed/1` and `provost.push/1`.

use serde::{Serialize, Serializer, ser::SerializeSeq};
use serde_json::Value;

use super::{
    line,
    refusal::{RefusalReport, refusal},
};
use crate::{
    model::{Digest, Edit, Hold, ModuleName, NodeName},
    plan::{Change, Forecast, HeldTake, Holding},
    report::{
        change::{Changed, Settled},
        push::Pushed,
        remedy::Remedies,
    },
    resolver::{Accepted, Moved, NodeChange, Stays, Taken, WantedFor},
};

#[derive(Serialize)]
struct ChangedReport<'a> {
    schema: &'static str,
    changed: bool,
    dry_run: bool,
    nodes: Vec<NodeReport<'a>>,
    edits: &'a [Edit],
    digest: Digest,
    moved: &'a [Moved],
    stays: &'a [Stays],
    settled: Vec<Settled<'a>>,
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
    takes_gained: &'a [Taken],
    takes_lost: &'a [Taken],
    /// Of what was gained, what nobody assigned, and for whom it came.
    brought_in: Vec<BroughtInReport<'a>>,
}

#[derive(Serialize)]
struct BroughtInReport<'a> {
    module: &'a ModuleName,
    r#for: &'a [WantedFor],
}

/// `provost.changed/1` as one line.
pub fn changed(changed: &Changed) -> String {
    let Accepted { edits, settled: _, refusals, moved, nodes, crowd: _, stays } = &changed.accepted;
    let remedies = Remedies::new(None, refusals);
    line(&ChangedReport {
        schema: "provost.changed/1",
        changed: changed.changed,
        dry_run: changed.dry_run,
        nodes: nodes.iter().map(node).collect(),
        edits,
        digest: changed.digest,
        moved,
        stays,
        settled: changed.settled(),
        holds: &changed.holds,
        warnings: &changed.warnings,
        refusals: refusals.iter().map(|one| refusal(one, &remedies)).collect(),
        forecast: changed.forecast.as_ref(),
    })
}

fn node(change: &NodeChange) -> NodeReport<'_> {
    let brought_in = change.gained.iter().filter(|module| !module.assigned);
    NodeReport {
        node: &change.node,
        gained: change.gained.iter().map(|gained| &gained.module).collect(),
        lost: &change.lost,
        takes_gained: &change.takes_gained,
        takes_lost: &change.takes_lost,
        brought_in: brought_in.map(|m| BroughtInReport { module: &m.module, r#for: &m.wanted_for }).collect(),
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
        let Accepted { refusals, moved, .. } = &changed.accepted;
        let remedies = Remedies::new(None, refusals);
        Self {
            moved: list(moved),
            settled: list(changed.settled()),
            unresolved: list(refusals.iter().map(|one| refusal(one, &remedies))),
        }
    }
}

/// What can be said of values as a list, `None` of none.
fn list<T: Serialize>(values: impl IntoIterator<Item = T>) -> Option<String> {
    let values: Vec<Value> = values.into_iter().filter_map(|value| serde_json::to_value(value).ok()).collect();
    (!values.is_empty()).then(|| Value::Array(values).to_string())
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
