//! Claims as a table.

use super::tables::Table;
use crate::plan::HeldClaim;

/// Who holds which claim where: a row for each holder.
pub fn claims(claims: &[HeldClaim]) -> Table {
    let mut table = Table::new(["claim", "for", "node", "site", "module", ""]);
    for held in claims {
        for holder in &held.holders {
            table.row([
                held.claim.to_string(),
                holder.scope.word().to_owned(),
                holder.node.to_string(),
                holder.site.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string),
                holder.module.to_string(),
                if holder.collides { "collides".to_owned() } else { String::new() },
            ]);
        }
    }
    table
}
