//! Faults of inputs: each with its place, the text underlined, and what is allowed.

use std::{error::Error, fmt};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode, ThemeCharacters, ThemeStyles,
};

use super::{Style, words::count};
use crate::model::read::Fault;

/// The most faults that are shown; the others are counted.
const MOST: usize = 50;

/// Faults, one below the other.
pub fn text(faults: &[Fault], style: &Style) -> String {
    let handler = handler(style);
    let mut text = String::new();
    for fault in faults.iter().take(MOST) {
        // Writing to a String does not fail.
        let _ = handler.render_report(&mut text, fault);
    }
    if faults.len() > MOST {
        text.push_str(&format!("… and {} more\n", count(faults.len() - MOST, "fault")));
    }
    text
}

/// The place of a fault that a headline has named: the text underlined, and what is allowed.
pub fn place(fault: &Fault, style: &Style) -> String {
    let mut text = String::new();
    // Writing to a String does not fail.
    let _ = handler(style).render_report(&mut text, &Place(fault));
    // What a fault is stands in the first line; here that is nothing.
    text.split_once('\n').map_or(text.as_str(), |(_, place)| place).to_owned()
}

/// A fault without what it says.
#[derive(Debug)]
struct Place<'a>(&'a Fault);

impl fmt::Display for Place<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Error for Place<'_> {}

impl Diagnostic for Place<'_> {
    fn severity(&self) -> Option<Severity> {
        self.0.severity()
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.0.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

fn handler(style: &Style) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_break_words(false)
        .with_word_splitter(textwrap::WordSplitter::NoHyphenation)
        .with_wrap_lines(style.wrap)
        .with_width(style.width)
}
