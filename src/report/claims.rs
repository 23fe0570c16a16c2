//! Claims as a table.

use super::tables::Table;
use crate::plan::HeldClaim;

/// Who holds which claim where: a row for each holder.
pub fn claims(claims: &[HeldClaim]) -> Table {
    let mut table = Table::new(["claim", "one per", "held by", "on node", "at site", "state"]);
    for held in claims {
        for holder in &held.holders {
            table.row([
                held.claim.to_string(),
                holder.scope.word().to_owned(),
                holder.module.to_string(),
                holder.node.to_string(),
                holder.site.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string),
                if holder.collides { "collides" } else { "alone" }.to_owned(),
            ]);
        }
    }
    table
}
