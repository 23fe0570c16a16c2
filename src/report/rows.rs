//! Entries with what is to be said of each, in two columns, or beneath each other where there is no room.

use super::style::{Ink, Style, columns};

/// The widest first column; a longer entry has what belongs to it on the next line.
const WIDEST_ENTRY: usize = 56;
/// The narrowest second column; where less is left, all is beneath.
const NARROWEST: usize = 24;

/// An entry and what is to be said of it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The entry, fit to be seen. It is never wrapped: it may be a command.
    pub(super) entry: String,
    /// What is said of it, raw.
    pub(super) said: String,
    /// The colour of the entry.
    pub(super) ink: Ink,
}

/// The lines of some rows.
pub(super) fn rows(style: &Style, indent: &str, rows: &[Row]) -> Vec<String> {
    let widths = rows.iter().map(|row| columns(&row.entry)).filter(|width| *width <= WIDEST_ENTRY);
    let widest = widths.max().unwrap_or(0);
    let column = indent.len() + widest + 3;
    let beside = column + NARROWEST <= style.margin();
    let mut lines = Vec::new();
    for row in rows {
        let width = columns(&row.entry);
        let entry = style.ink(row.ink, &row.entry);
        if row.said.is_empty() {
            lines.push(format!("{indent}{entry}"));
        } else if beside && width <= widest {
            let rest = " ".repeat(column);
            let mut said = style.wrapped(&rest, &rest, &row.said);
            if let Some(first) = said.first_mut() {
                first.replace_range(..column, &format!("{indent}{entry}{}", " ".repeat(column - indent.len() - width)));
            }
            lines.append(&mut said);
        } else {
            lines.push(format!("{indent}{entry}"));
            let deeper = format!("{indent}    ");
            lines.extend(style.wrapped(&deeper, &deeper, &row.said));
        }
    }
    lines
}
