//! What makes text from elsewhere fit to be seen: in one place, so that what is escaped once is escaped everywhere.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Text from a database, a manifest or a command line as it may be sent to a terminal: what is invisible or would steer
/// the terminal is escaped, the rest is left as it is.
pub fn shown(text: &str) -> String {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            c if is_invisible(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

/// The same, of each line by itself.
pub fn lines_shown(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

/// Whether a character steers a terminal, reorders text, or takes part in it unseen.
pub fn is_invisible(c: char) -> bool {
    match c {
        ' '..='~' => false,
        // Letters, marks and symbols by category that are drawn as nothing.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' => true,
        '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => is_invisible_category(c.general_category()),
    }
}

fn is_invisible_category(category: GeneralCategory) -> bool {
    matches!(
        category,
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::SpaceSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_nothing_that_steers_or_hides() {
        assert_eq!(shown("plain text"), "plain text");
        assert_eq!(shown("é ひと हिन्दी"), "é ひと हिन्दी");
        assert_eq!(
            shown("a\u{1b}[31m\n\u{202e}b\u{200b}\u{2028}\u{3164}\u{a0}"),
            "a\\u{1b}[31m\\n\\u{202e}b\\u{200b}\\u{2028}\\u{3164}\\u{a0}"
        );
        assert_eq!(lines_shown("a\u{202e}\nb\tc"), "a\\u{202e}\nb\\tc");
    }
}
