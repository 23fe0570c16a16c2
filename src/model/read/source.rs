//! A text that was read, and what of it is shown around a place.

use std::{fmt, ops::Range, sync::Arc, sync::OnceLock};

use miette::{MietteError, SourceCode, SourceSpan, SpanContents};

use crate::model::text::is_invisible;

/// The most bytes that are shown around a place; beyond that the lines around it, then the rest of its line, are left out.
const WIDEST: usize = 400;
/// How much of an overlong line is shown to the left and to the right of a place.
const AROUND: usize = 40;

/// A text and where it came from. A clone shares the text.
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    name: String,
    text: String,
    /// Where each line begins, worked out when the first place is asked for.
    lines: OnceLock<Vec<usize>>,
    /// The text as a terminal may be shown it, where that is another.
    printable: OnceLock<Option<String>>,
}

impl Source {
    /// A text under the name that messages call it: a path as it was given, or `standard input`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        Self(Arc::new(Inner { name, text, lines: OnceLock::new(), printable: OnceLock::new() }))
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The line and the column, in characters, of a byte; both from 1.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let line = self.line(at);
        let begin = self.lines().get(line).copied().unwrap_or(0);
        (line + 1, self.text().get(begin..at).map_or(0, |before| before.chars().count()) + 1)
    }

    /// The text, with the same bytes for places, as any terminal can show it.
    fn printable(&self) -> &str {
        let printable = self.0.printable.get_or_init(|| {
            let printable = printable(self.text());
            (printable != self.text()).then_some(printable)
        });
        printable.as_deref().unwrap_or(self.text())
    }

    fn lines(&self) -> &[usize] {
        self.0
            .lines
            .get_or_init(|| std::iter::once(0).chain(self.text().match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line that a byte is in, from 0.
    fn line(&self, at: usize) -> usize {
        self.lines().partition_point(|&begin| begin <= at).saturating_sub(1)
    }

    /// The bytes of some whole lines.
    fn whole_lines(&self, first: usize, last: usize) -> Range<usize> {
        let begin = self.lines().get(first).copied().unwrap_or(0);
        let end = self.lines().get(last + 1).copied().unwrap_or(self.text().len());
        begin..end
    }

    /// What is shown of the text where `place` is to be seen; `None` where `place` itself is too long.
    fn shown(&self, place: &Range<usize>, before: usize, after: usize) -> Option<Range<usize>> {
        if before == 0 && after == 0 {
            return Some(place.clone());
        }
        let (first, last) = (self.line(place.start), self.line(place.end.saturating_sub(1).max(place.start)));
        let fits = |range: &Range<usize>| range.len() <= WIDEST;
        let around = self.whole_lines(first.saturating_sub(before), last + after);
        let own = self.whole_lines(first, last);
        let piece = || {
            let begin = floor(self.text(), place.start.saturating_sub(AROUND)).max(own.start);
            let end = floor(self.text(), place.end + AROUND).min(own.end);
            begin..end
        };
        [around, own.clone(), piece()].into_iter().find(fits)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name(), self.text().len())
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let place = span.offset()..span.offset() + span.len();
        let shown = self.shown(&place, before, after).ok_or(MietteError::OutOfBounds)?;
        let text = self.printable().get(shown.clone()).ok_or(MietteError::OutOfBounds)?;
        let (line, column) = self.line_column(shown.start);
        Ok(Box::new(Excerpt {
            name: printable(self.name()),
            text,
            span: (shown.start, shown.len()).into(),
            line: line - 1,
            column: column - 1,
            line_count: text.matches('\n').count(),
        }))
    }
}

/// A part of a source that any terminal can show.
struct Excerpt<'a> {
    name: String,
    text: &'a str,
    span: SourceSpan,
    line: usize,
    column: usize,
    line_count: usize,
}

impl<'a> SpanContents<'a> for Excerpt<'a> {
    fn data(&self) -> &'a [u8] {
        self.text.as_bytes()
    }
    fn span(&self) -> &SourceSpan {
        &self.span
    }
    fn line(&self) -> usize {
        self.line
    }
    fn column(&self) -> usize {
        self.column
    }
    fn line_count(&self) -> usize {
        self.line_count
    }
    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}

/// The last place at or before `at` where a character begins, or the end.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The text with a `?` for each byte of what would steer a terminal or is not seen there: places stay where they are.
fn printable(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut shown = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        let breaks = c == '\n' || c == '\t' || (c == '\r' && rest.peek() == Some(&'\n'));
        if !breaks && is_invisible(c) { shown.extend(std::iter::repeat_n('?', c.len_utf8())) } else { shown.push(c) }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_columns_in_characters() {
        let source = Source::new("x", "äö\nü \"x\"\n");
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(2), (1, 2));
        assert_eq!(source.line_column(8), (2, 3));
        assert_eq!(source.line_column(12), (3, 1));
        assert_eq!(Source::new("x", "").line_column(0), (1, 1));
    }

    #[test]
    fn shows_no_more_than_fits() {
        let long = format!("{{\n{}\"here\"{}\n}}", " ".repeat(5000), " ".repeat(5000));
        let source = Source::new("x", long);
        let shown = source.shown(&(5002..5008), 1, 1).unwrap();
        assert_eq!(shown, 4962..5048);
        assert_eq!(source.shown(&(2..5002), 1, 1), None);
    }

    #[test]
    fn sends_nothing_that_steers_a_terminal() {
        assert_eq!(printable("a\u{1b}[1m\u{9b}\u{202e}é\t\r\n\r"), "a?[1m?????é\t\r\n?");
        assert_eq!(printable("\u{a0}\u{3164}\u{e000}"), "????????");
    }
}
