//! How text is laid out: how wide, in which characters, with or without colour.

use unicode_width::UnicodeWidthStr;

use super::escape;
use crate::model::text;

/// The widest that running text and the code of a refusal go, however wide the terminal is.
const WIDEST: usize = 100;

/// What the place where text goes can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many columns there are; 80 where it is no terminal.
    pub width: usize,
    /// Whether lines are wrapped: only on a terminal, so that a program that reads along finds whole lines.
    pub wrap: bool,
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
    /// Whether colour may be used. It is only ever a second sign for what the words say too.
    pub color: bool,
}

/// What a piece of text is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The program's no, an error.
    No,
    /// Something that comes or is well.
    Yes,
    /// Something to look at.
    Look,
    /// What a line is about.
    Strong,
    /// What is said in passing.
    Faint,
    /// A command to paste.
    Command,
    /// Anything else.
    Plain,
}

impl Ink {
    const fn escape(self) -> &'static str {
        match self {
            Self::No => "\x1b[1;31m",
            Self::Yes => "\x1b[32m",
            Self::Look => "\x1b[33m",
            Self::Strong => "\x1b[1m",
            Self::Faint => "\x1b[2m",
            Self::Command => "\x1b[36m",
            Self::Plain => "",
        }
    }
}

impl Style {
    /// For a file or a pipe: nothing is wrapped, nothing has colour.
    pub const PIPED: Self = Self { width: 80, wrap: false, unicode: true, color: false };

    /// Text in the colour of what it is.
    pub fn ink(&self, ink: Ink, text: &str) -> String {
        if self.color && ink != Ink::Plain && !text.is_empty() {
            format!("{}{text}\x1b[0m", ink.escape())
        } else {
            text.to_owned()
        }
    }

    /// The column at which the right margin is.
    pub fn margin(&self) -> usize {
        self.width.min(WIDEST)
    }

    /// Our own text, and names in it, in characters that can be shown here; text from elsewhere is escaped.
    pub fn shown(&self, text: &str) -> String {
        let shown = text::shown(text);
        if self.unicode { shown } else { ascii(&shown, self.wrap) }
    }

    /// One or more lines of `text`, the first after `first`, the others after `rest`. Words are never broken.
    pub fn wrapped(&self, first: &str, rest: &str, text: &str) -> Vec<String> {
        self.wrapped_to(self.margin(), first, rest, text)
    }

    /// The same, up to a column of choice.
    pub fn wrapped_to(&self, column: usize, first: &str, rest: &str, text: &str) -> Vec<String> {
        let text = self.shown(text);
        if !self.wrap {
            return vec![format!("{first}{text}")];
        }
        let options = textwrap::Options::new(column)
            .initial_indent(first)
            .subsequent_indent(rest)
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
        textwrap::wrap(&text, options).into_iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Text of our own whose lines stand by themselves, the first after `first`, each wrapped.
    pub fn lines(&self, first: &str, text: &str) -> String {
        let mut lines = Vec::new();
        for (at, line) in text.lines().enumerate() {
            lines.extend(self.wrapped(if at == 0 { first } else { "" }, "  ", line));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// A command as it can be pasted into a shell.
    pub fn command(&self, words: &[String]) -> String {
        words.iter().map(|word| escape::shell(word, self.unicode || !self.wrap)).collect::<Vec<_>>().join(" ")
    }
}

/// How many columns text takes.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Text in ASCII. Letters of other scripts are escaped for a terminal alone: a program that reads along takes bytes.
fn ascii(text: &str, letters: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => plain.push(c),
            '—' => plain.push_str("--"),
            '…' => plain.push_str("..."),
            '→' => plain.push_str("->"),
            _ if letters => plain.extend(c.escape_unicode()),
            _ => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words_alone() {
        let style = Style { width: 24, wrap: true, ..Style::PIPED };
        assert_eq!(
            style.wrapped("1. ", "   ", "i3 writes /usr/share/xsessions/default.desktop too"),
            ["1. i3 writes", "   /usr/share/xsessions/default.desktop", "   too"]
        );
        assert_eq!(Style::PIPED.wrapped("", "", &"word ".repeat(60)).len(), 1);
    }

    #[test]
    fn keeps_to_ascii_where_nothing_else_can_be_shown() {
        let piped = Style { unicode: false, ..Style::PIPED };
        assert_eq!(piped.shown("fish — café"), "fish -- café");
        let style = Style { wrap: true, ..piped };
        assert_eq!(style.shown("fish — café"), "fish -- caf\\u{e9}");
        assert_eq!(
            style.command(&["provost".into(), "node".into(), "show".into(), "café".into()]),
            "provost node show $'caf\\xc3\\xa9'"
        );
    }
}
