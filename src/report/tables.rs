//! Lists: a header and rows as aligned text.

use super::style::{Ink, Style, columns};

/// The space between columns.
const GAP: usize = 2;
/// The narrowest last column.
const NARROWEST: usize = 16;

/// Rows under a header.
#[derive(Clone, Debug, Default)]
pub struct Table {
    header: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<const N: usize>(header: [&'static str; N]) -> Self {
        Self { header: header.into(), rows: Vec::new() }
    }

    /// Adds a row: raw text, which is made fit to be seen here.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Whether no row is there.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in aligned columns; the last column is wrapped, and where a terminal is too narrow even so, each row
    /// is a block of lines.
    pub fn text(&self, style: &Style) -> String {
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(|cell| style.shown(cell)).collect()).collect();
        let header: Vec<String> = self.header.iter().map(|cell| (*cell).to_owned()).collect();
        let width = |at: usize| {
            rows.iter().chain([&header]).filter_map(|row: &Vec<String>| row.get(at)).map(|cell| columns(cell)).max()
        };
        let widths: Vec<usize> = (0..header.len()).map(|at| width(at).unwrap_or(0)).collect();
        let fixed: usize = widths.iter().rev().skip(1).map(|width| width + GAP).sum();
        if style.wrap && fixed + NARROWEST > style.width {
            return rows.iter().map(|row| block(&header, row, style)).collect();
        }
        let mut text = String::new();
        if header.iter().any(|cell| !cell.is_empty()) {
            text = style.ink(Ink::Faint, aligned(&header, &widths, style).trim_end()) + "\n";
        }
        rows.iter().for_each(|row| text.push_str(&aligned(row, &widths, style)));
        text
    }
}

/// A row as a block: the first cell, then each other one under its name.
fn block(header: &[String], row: &[String], style: &Style) -> String {
    let mut lines = row.first().map(|first| style.ink(Ink::Strong, first)).into_iter().collect::<Vec<_>>();
    for (name, cell) in header.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
        lines.extend(style.wrapped_to(style.width, &format!("  {}: ", name.to_lowercase()), "    ", cell));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// A row as one line, or as several where the last cell has to be wrapped.
fn aligned(row: &[String], widths: &[usize], style: &Style) -> String {
    let Some((last, cells)) = row.split_last() else { return String::new() };
    let mut first = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        first.push_str(cell);
        first.push_str(&" ".repeat(width.saturating_sub(columns(cell)) + GAP));
    }
    let indent = " ".repeat(columns(&first));
    let mut text = style.wrapped_to(style.width, &first, &indent, last).join("\n");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use snapbox::{assert_data_eq, prelude::*, str};

    use super::*;

    fn modules() -> Table {
        let mut table = Table::new(["MODULE", "VERSION", "DESCRIPTION"]);
        table.row(["i3".into(), "4.23".into(), "tiling window manager for those who like the keyboard".into()]);
        table.row(["ひと".into(), String::new(), "wide\u{1b}[2J".into()]);
        table
    }

    #[test]
    fn columns_are_aligned() {
        assert_data_eq!(
            modules().text(&Style::PIPED),
            str![[r#"
MODULE  VERSION  DESCRIPTION
i3      4.23     tiling window manager for those who like the keyboard
ひと             wide\u{1b}[2J

"#]]
            .raw()
        );
        assert_data_eq!(
            modules().text(&Style { width: 40, wrap: true, ..Style::PIPED }),
            str![[r#"
MODULE  VERSION  DESCRIPTION
i3      4.23     tiling window manager
                 for those who like the
                 keyboard
ひと             wide\u{1b}[2J

"#]]
            .raw()
        );
    }
}
