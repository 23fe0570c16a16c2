//! Whole pages, as operators see them.

use snapbox::{Data, assert_data_eq, prelude::*, str};

use super::{Act, Asked, Occasion, refused, unresolved};
use crate::{
    report::{Style, sample as make},
    resolver::Refusal,
};

mod codes;
mod json;
mod pages;
mod stories;

/// A terminal of 100 columns.
const WIDE: Style = Style { width: 100, wrap: true, unicode: true, color: false };

fn page(refusals: &[Refusal]) -> String {
    unresolved(Occasion::Plan, refusals, &WIDE)
}

fn shows(page: String, expected: impl IntoData) {
    let expected: Data = expected.raw();
    assert_data_eq!(page, expected);
}
