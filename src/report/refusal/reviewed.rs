//! `not-as-reviewed` in words.

use super::telling::{Answer, Telling};
use crate::{
    model::Digest,
    report::words::{by, count},
    resolver::Between,
};

pub(super) fn tell(expected: &str, found: &Digest, between: Option<&[Between]>) -> Telling {
    let because = match between {
        None => "no change that is recorded led to the digest that was expected".to_owned(),
        Some([]) => "no change is recorded since: somebody wrote to the database by hand".to_owned(),
        Some([_]) => "one change came since".to_owned(),
        Some(changes) => format!("{} came since, the newest first", count(changes.len(), "change")),
    };
    Telling {
        headline: "the mesh is not the one that was reviewed".to_owned(),
        details: vec![format!("expected {expected}"), format!("found    {found}")],
        because: vec![because],
        rows: between.unwrap_or_default().iter().map(row).collect(),
        without: "review provost plan again, and push --expect with the digest that it prints".to_owned(),
        many: false,
    }
}

fn row(change: &Between) -> Answer {
    Answer { what: format!("{} {}", change.at, by(&change.by)), said: change.command.clone(), would: true }
}
