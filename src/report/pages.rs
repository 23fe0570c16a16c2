//! Pages for people that are more than a refusal's: the guide to manifests, who may do what, how a machine follows, and
//! what every command has in common.

use super::style::{Ink, Style, columns};

/// How to write a manifest, with those of a home network.
pub const MANIFEST: &str = include_str!("pages/manifest.md");
/// Who may do what.
pub const ACCESS: &str = include_str!("pages/access.md");
/// How a machine follows its declarations.
pub const FOLLOW: &str = include_str!("pages/follow.md");
/// Exit codes, variables and files, which are the same for every command.
pub const COMMON: &str = include_str!("pages/common.md");

/// The widest that the rows of a table go; the other text of a page keeps to it by itself.
const WIDEST: usize = 84;

/// The files that stand in the guide, each in a block that says its name: what they are called, and what is in them.
pub fn files() -> Vec<(&'static str, String)> {
    let mut lines = MANIFEST.lines();
    let mut files = Vec::new();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        files.extend(info.split_once(' ').map(|(_, name)| (name, block)));
    }
    files
}

/// A page as it can be read in a terminal: its tables become lists, running text has the width there is, and what was
/// typed and printed stays as it is.
pub fn shown(page: &str, style: &Style) -> String {
    let mut lines = page.lines().peekable();
    let mut text = Filling { text: String::new(), paragraph: Vec::new(), style };
    let mut fenced = false;
    while let Some(line) = lines.next() {
        if line.starts_with("```") || fenced {
            fenced ^= line.starts_with("```");
            text.literally(line);
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            rows.retain(|row| !row.iter().all(|cell| cell.starts_with("---")));
            text.fill();
            text.text.push_str(&list(&rows, style.width.min(WIDEST)));
        } else {
            text.line(line);
        }
    }
    text.fill();
    text.text
}

/// A page that is being laid out.
struct Filling<'p> {
    text: String,
    paragraph: Vec<&'p str>,
    style: &'p Style,
}

impl<'p> Filling<'p> {
    fn line(&mut self, line: &'p str) {
        if line.is_empty() || line.starts_with("    ") || line.starts_with('#') || !self.style.wrap {
            return self.literally(line);
        }
        if line.starts_with("- ") {
            self.fill();
        }
        self.paragraph.push(line);
    }

    fn literally(&mut self, line: &str) {
        self.fill();
        let shown = self.style.shown(line);
        let shown = if line.starts_with('#') { self.style.ink(Ink::Strong, &shown) } else { shown };
        self.text.push_str(&format!("{shown}\n"));
    }

    /// Ends the paragraph that has been gathered.
    fn fill(&mut self) {
        let lines = std::mem::take(&mut self.paragraph);
        let Some(first) = lines.first() else { return };
        let indent = if first.starts_with("- ") { "  " } else { "" };
        let whole = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        self.text.push_str(&format!("{}\n", self.style.wrapped("", indent, &whole).join("\n")));
    }
}

/// The cells of a row of a table.
pub(super) fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// What the cells of a row after its first one say, each with what its column is called where there are several.
pub(super) fn told<'a>(head: &'a [&str], row: &'a [&str]) -> impl Iterator<Item = (Option<&'a str>, &'a str)> {
    let named = head.len() > 2;
    let cells = head.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty());
    cells.map(move |(column, cell)| (named.then_some(*column), *cell))
}

fn list(rows: &[Vec<&str>], width: usize) -> String {
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let firsts = rows.iter().filter_map(|row| row.first());
    let widest = firsts.map(|first| columns(first)).max().unwrap_or_default();
    // Beside a wide column there is no room to read in.
    let is_stacked = widest > width / 3;
    let margin = if is_stacked { 4 } else { widest + 2 };
    let mut text = String::new();
    for row in rows {
        let first = row.first().unwrap_or(&"");
        let mut before = if is_stacked { " ".repeat(margin) } else { format!("{first:<margin$}") };
        if is_stacked {
            text.push_str(&format!("{first}\n"));
        }
        for (column, cell) in told(head, row) {
            let cell = column.map(|column| format!("{column}: {cell}")).unwrap_or_else(|| cell.to_owned());
            let rest = " ".repeat(margin);
            let options = textwrap::Options::new(width)
                .initial_indent(&before)
                .subsequent_indent(&rest)
                .break_words(false)
                .word_separator(textwrap::WordSeparator::AsciiSpace)
                .word_splitter(textwrap::WordSplitter::NoHyphenation)
                .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
            let wrapped = textwrap::wrap(&cell, options);
            wrapped.iter().for_each(|line| text.push_str(&format!("{}\n", line.trim_end())));
            before = rest;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use snapbox::{assert_data_eq, str};

    use super::*;

    const STYLE: Style = Style { width: 80, wrap: true, unicode: true, color: false };

    #[test]
    fn the_guide_holds_ten_manifests() {
        let files = files();
        let manifests = files.iter().filter(|(name, _)| name.ends_with(".json"));
        for (name, text) in manifests.clone() {
            let manifest: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(manifest["name"].as_str(), name.strip_suffix(".json"));
        }
        assert_eq!(manifests.count(), 10);
    }

    #[test]
    fn no_line_of_the_guide_is_wide() {
        let (mut fenced, text) = (false, shown(MANIFEST, &Style { width: WIDEST, ..STYLE }));
        for line in text.lines() {
            fenced ^= line.starts_with("```");
            assert!(fenced || columns(line) <= WIDEST, "{line}");
        }
    }

    #[test]
    fn beside_a_wide_column_nothing_is_squeezed() {
        let page = "| a | b |\n| --- | --- |\n| the node is renamed | it goes on, under the new name |\n";
        assert_data_eq!(
            shown(page, &Style { width: 30, ..STYLE }),
            str![[r#"
the node is renamed
    it goes on, under the new
    name

"#]]
        );
    }

    #[test]
    fn a_table_is_read_as_a_list() {
        let page = "Before:\n\n| type | fields | two |\n| --- | --- | --- |\n| `file` | `path`, `content` | never one path |\n\
                    | `port` | | |\n\nAfter.\n\n| a | b |\n| --- | --- |\n| c | d |\n";
        assert_data_eq!(
            shown(page, &Style { width: 24, ..STYLE }),
            str![[r#"
Before:

`file`  fields: `path`,
        `content`
        two: never one
        path

After.

c  d

"#]]
        );
    }
}
