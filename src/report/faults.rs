//! Faults of inputs: each with its place, the text underlined, and what is allowed.

use miette::{GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};

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
