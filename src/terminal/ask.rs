//! Asking a person for one of several things, or in one line.
//!
//! Not by `dialoguer`, which the reading of keys here is modelled on: its menus do not leave on Ctrl-D (the end of
//! input), take a name's bytes for its columns (two candidates in Japanese at 40 columns wipe out two lines above
//! them), and are redrawn on every key, which a screen reader reads out anew. Here nothing is drawn over but the line
//! in which the reply is typed.

use super::{
    Terminal,
    keys::{Key, Keys},
};
use crate::{model::text::shown, report::style::columns};

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
/// How many columns are left for a word and the cursor at the least.
const ROOM: usize = 4;

impl Terminal {
    /// Asks below a text that says all that can be replied, until `reply` knows what is meant; the arrows go through the
    /// choices.
    pub fn choose<T>(
        &mut self,
        above: String,
        choices: Vec<String>,
        reply: impl Fn(&str) -> Result<T, String>,
    ) -> Said<T> {
        self.progress = None;
        let Ok(keys) = Keys::open() else { return Said::Interrupted };
        self.tell(&above);
        let prompt = Prompt { above, mark: MARK.to_owned(), choices, silence: None };
        self.until(&keys, &prompt, reply)
    }

    /// Asks in a line that says what can be replied, and shows what saying nothing means.
    pub fn confirm<T>(
        &mut self,
        question: &str,
        answers: &str,
        silence: &'static str,
        reply: impl Fn(&str) -> Result<T, String>,
    ) -> Said<T> {
        self.progress = None;
        let Ok(keys) = Keys::open() else { return Said::Interrupted };
        let prompt = Prompt { silence: Some(silence), ..Prompt::in_a_line(question, answers, self.width_now()) };
        self.tell(&prompt.above);
        self.until(&keys, &prompt, reply)
    }

    /// Has lines typed until one is a reply; of any other it is told why it is none.
    fn until<T>(&mut self, keys: &Keys, prompt: &Prompt, reply: impl Fn(&str) -> Result<T, String>) -> Said<T> {
        loop {
            let typed = match self.line(keys, prompt) {
                Said::This(typed) => typed,
                Said::Left => return Said::Left,
                Said::Interrupted => return Said::Interrupted,
            };
            match reply(&typed) {
                Ok(reply) => return Said::This(reply),
                Err(why) => {
                    let text = self.error_style().wrapped("", "  ", &why).join("\n");
                    self.tell(&format!("{text}\n"));
                }
            }
        }
    }

    /// A line that is typed; the arrows go through what could be meant.
    fn line(&mut self, keys: &Keys, prompt: &Prompt) -> Said<String> {
        let mark = &prompt.mark;
        self.tell(mark);
        let mut line = Line::default();
        loop {
            let key = keys.next();
            // The window may be another than it was.
            let room = self.width_now().saturating_sub(columns(mark) + 1);
            if key == Key::Again {
                self.tell(&format!("\n{}{mark}{}", prompt.above, line.seen(room)));
                continue;
            }
            let before = line.seen(room);
            let end = line.press(key, &prompt.choices);
            let after = match (&end, prompt.silence) {
                (Some(Said::Left), Some(silence)) => silence.to_owned(),
                (Some(Said::This(())), Some(silence)) if line.text.trim().is_empty() => silence.to_owned(),
                _ => line.seen(room),
            };
            self.tell(&redrawn(mark, &before, &after));
            let Some(end) = end else { continue };
            self.tell("\n");
            return match end {
                Said::This(()) => Said::This(line.text),
                Said::Left => Said::Left,
                Said::Interrupted => Said::Interrupted,
            };
        }
    }
}

/// What is shown around a line that is typed.
struct Prompt {
    /// The lines above it.
    above: String,
    /// What stands before it.
    mark: String,
    /// What the arrows go through.
    choices: Vec<String>,
    /// What saying nothing means, shown in its place; `None` where it means nothing.
    silence: Option<&'static str>,
}

impl Prompt {
    /// That of a question with what can be replied behind it: in one line, if that leaves room for what is typed.
    fn in_a_line(question: &str, answers: &str, width: usize) -> Self {
        let whole = format!("{question} {answers} ");
        let (above, mark) = if columns(&whole) + ROOM <= width {
            (String::new(), whole)
        } else {
            (format!("{question}\n"), format!("{answers} "))
        };
        Self { above, mark, choices: Vec::new(), silence: None }
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
fn redrawn(mark: &str, before: &str, after: &str) -> String {
    if let Some(more) = after.strip_prefix(before) {
        return more.to_owned();
    }
    let blank = " ".repeat(columns(before).saturating_sub(columns(after)));
    if blank.is_empty() {
        return format!("\r{mark}{after}");
    }
    format!("\r{mark}{after}{blank}\r{mark}{after}")
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
        assert_eq!(redrawn(MARK, "zs", "zsh"), "h");
        assert_eq!(redrawn(MARK, "木x", "z"), "\r> z  \r> z");
        assert_eq!(redrawn(MARK, "zsh", "zsh"), "");
        assert_eq!(redrawn("[y/N] ", "ye", "no"), "\r[y/N] no");
    }

    #[test]
    fn there_is_room_for_a_word_on_the_narrowest_terminal() {
        let at = |width| {
            let prompt = Prompt::in_a_line("make this change?", "[y/N]", width);
            (prompt.above, prompt.mark)
        };
        assert_eq!(at(80), (String::new(), "make this change? [y/N] ".to_owned()));
        assert_eq!(at(20), ("make this change?\n".to_owned(), "[y/N] ".to_owned()));
    }
}
