//! Asking a person: which one of several, or yes or no.
//!
//! Not by `dialoguer`, which the reading of keys here is modelled on: its menus do not leave on Ctrl-D (the end of
//! input), take a name's bytes for its columns (two candidates in Japanese at 40 columns wipe out two lines above
//! them), and are redrawn on every key, which a screen reader reads out anew. Here nothing is drawn over but the line
//! in which the reply is typed.

use super::{
    Terminal,
    keys::{Key, Keys},
};
use crate::report::{
    refusal::{Question, Reply},
    style::columns,
    words::shown,
};

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said<T> {
    /// It was replied to.
    This(T),
    /// It was left: Esc, the end of input.
    Left,
    /// Ctrl-C, a signal, or a terminal that went away.
    Interrupted,
}

/// What stands before the reply.
const MARK: &str = "> ";

impl Terminal {
    /// Asks which one of several, until it is one of them.
    pub fn choose(&mut self, question: &Question) -> Said<Reply> {
        self.progress = None;
        let Ok(keys) = Keys::open() else { return Said::Interrupted };
        self.tell(&question.text);
        self.tell(&question.prompt);
        loop {
            let typed = match self.line(&keys, question) {
                Said::This(typed) => typed,
                Said::Left => return Said::Left,
                Said::Interrupted => return Said::Interrupted,
            };
            match question.reply(&typed) {
                Ok(reply) => return Said::This(reply),
                Err(why) => {
                    let text = self.error_style().wrapped("", "  ", &why).join("\n");
                    self.tell(&format!("{text}\n"));
                }
            }
        }
    }

    /// Asks yes or no; Enter alone is no.
    pub fn confirm(&mut self, question: &str) -> Said<bool> {
        self.progress = None;
        let Ok(keys) = Keys::open() else { return Said::Interrupted };
        self.tell(&format!("{question} [y/N] "));
        loop {
            let (said, echo) = match keys.next() {
                Key::Text('y' | 'Y') => (Said::This(true), "yes"),
                Key::Text('n' | 'N') | Key::Enter => (Said::This(false), "no"),
                Key::Leave => (Said::Left, "no"),
                Key::Interrupt => (Said::Interrupted, ""),
                Key::Again => {
                    self.tell(&format!("\n{question} [y/N] "));
                    continue;
                }
                Key::Text(_) | Key::Erase | Key::EraseAll | Key::Up | Key::Down | Key::Stop | Key::Other => continue,
            };
            self.tell(&format!("{echo}\n"));
            return said;
        }
    }

    /// A line that is typed; the arrows go through what could be meant.
    fn line(&mut self, keys: &Keys, question: &Question) -> Said<String> {
        self.tell(MARK);
        let choices = question.choices();
        let mut line = Line::default();
        loop {
            let key = keys.next();
            // The window may be another than it was.
            let room = self.width_now().saturating_sub(columns(MARK) + 1);
            if key == Key::Again {
                self.tell(&format!("\n{}{}{MARK}{}", question.text, question.prompt, line.seen(room)));
                continue;
            }
            let before = line.seen(room);
            let end = line.press(key, &choices);
            if end == Some(Said::This(())) {
                self.tell("\n");
                return Said::This(line.text);
            }
            if let Some(end) = end {
                self.tell("\n");
                return if end == Said::Left { Said::Left } else { Said::Interrupted };
            }
            let text = redrawn(&before, &line.seen(room));
            self.tell(&text);
        }
    }
}

/// A line that is being typed.
#[derive(Debug, Default)]
struct Line {
    text: String,
    /// The choice that the arrows are at.
    at: Option<usize>,
}

impl Line {
    /// What a key does to it; something where it ends it.
    fn press(&mut self, key: Key, choices: &[String]) -> Option<Said<()>> {
        match key {
            Key::Enter => return Some(Said::This(())),
            Key::Leave => return Some(Said::Left),
            Key::Interrupt => return Some(Said::Interrupted),
            Key::Text(c) => self.text.push(c),
            Key::Erase => _ = self.text.pop(),
            Key::EraseAll => self.text.clear(),
            Key::Down => self.go(choices, |at, _| at.map_or(0, |at| at + 1)),
            Key::Up => self.go(choices, |at, number| at.filter(|at| *at > 0).unwrap_or(number) - 1),
            Key::Stop | Key::Again | Key::Other => {}
        }
        None
    }

    fn go(&mut self, choices: &[String], to: impl Fn(Option<usize>, usize) -> usize) {
        if !choices.is_empty() {
            let at = to(self.at, choices.len()) % choices.len();
            self.at = Some(at);
            self.text = choices.get(at).cloned().unwrap_or_default();
        }
    }

    /// The end of it that has room on a line. The arrows bring names into it, in which there may be anything.
    fn seen(&self, room: usize) -> String {
        let shown = shown(&self.text);
        let mut seen = shown.as_str();
        while columns(seen) > room {
            let mut rest = seen.chars();
            rest.next();
            seen = rest.as_str();
        }
        seen.to_owned()
    }
}

/// What makes a line of what stood there: without any of a terminal's own codes, which not every terminal has.
fn redrawn(before: &str, after: &str) -> String {
    if let Some(more) = after.strip_prefix(before) {
        return more.to_owned();
    }
    let blank = " ".repeat(columns(before).saturating_sub(columns(after)));
    format!("\r{MARK}{after}{blank}\r{MARK}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[Key]) -> (String, Option<Said<()>>) {
        let choices = ["bash".to_owned(), "zsh".to_owned()];
        let mut line = Line::default();
        let end = keys.iter().find_map(|key| line.press(*key, &choices));
        (line.text, end)
    }

    #[test]
    fn arrows_go_through_what_could_be_meant() {
        use Key::{Down, Enter, Up};
        assert_eq!(typed(&[Enter]), (String::new(), Some(Said::This(()))));
        assert_eq!(typed(&[Down, Enter]).0, "bash");
        assert_eq!(typed(&[Down, Down, Enter]).0, "zsh");
        assert_eq!(typed(&[Down, Down, Down]).0, "bash");
        assert_eq!(typed(&[Up]).0, "zsh");
        assert_eq!(typed(&[Down, Up]).0, "zsh");
    }

    #[test]
    fn what_is_typed_can_be_corrected() {
        use Key::{Down, Erase, EraseAll, Leave, Other, Text};
        assert_eq!(typed(&[Text('z'), Text('x'), Erase, Text('s'), Other, Text('h')]).0, "zsh");
        assert_eq!(typed(&[Down, EraseAll, Text('2'), Leave]), ("2".to_owned(), Some(Said::Left)));
        assert_eq!(typed(&[Erase, Key::Interrupt]), (String::new(), Some(Said::Interrupted)));
    }

    #[test]
    fn the_end_of_a_long_line_is_seen() {
        let line = Line { text: "データベース".to_owned(), at: None };
        assert_eq!(line.seen(12), "データベース");
        assert_eq!(line.seen(7), "ベース");
        let line = Line { text: "a\u{202e}\u{1b}".to_owned(), at: None };
        assert_eq!(line.seen(40), "a\\u{202e}\\u{1b}");
    }

    #[test]
    fn only_the_line_itself_is_drawn_over() {
        assert_eq!(redrawn("zs", "zsh"), "h");
        assert_eq!(redrawn("木x", "z"), "\r> z  \r> z");
        assert_eq!(redrawn("zsh", "zsh"), "");
    }
}
