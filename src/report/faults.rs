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

/// The place of a fault that a headline has named: the text underlined, and what is allowed.
pub fn place(fault: &Fault, style: &Style) -> String {
    let whole = text(std::slice::from_ref(fault), style);
    // The place begins where the first line is drawn; what the fault is stands before it.
    let drawn = if style.unicode { "╭" } else { ",-" };
    let begins = whole.lines().position(|line| line.trim_start().starts_with(drawn)).unwrap_or(0);
    whole.lines().skip(begins).flat_map(|line| [line, "\n"]).collect()
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
