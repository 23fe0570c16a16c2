//! A page of refusals: numbers, the code at the margin, chains, candidates, commands with what they do.

use super::{
    story::{Chapter, Story},
    telling::Telling,
};
use crate::report::{
    remedy::Told,
    rows::{self, Row},
    style::{Ink, Style, columns},
    words::list,
};
use crate::resolver::Code;

pub(super) fn stories(chapters: &[Chapter], style: &Style) -> String {
    let mut page = Page { style, lines: Vec::new(), number: 0 };
    chapters.iter().for_each(|chapter| page.chapter(chapter, chapters.len() == 1));
    let mut text = page.lines.join("\n");
    text.push('\n');
    text
}

/// What a person is to choose about: headline, reasons, and no commands.
pub(super) fn choice(telling: &Telling, code: Code, style: &Style) -> Vec<String> {
    let mut page = Page { style, lines: Vec::new(), number: 0 };
    page.headline("", "  ", &telling.headline, code.word());
    // Without numbers: those are what can be replied.
    telling.details.iter().chain(&telling.because).for_each(|reason| page.wrapped("  ", "    ", reason));
    page.lines
}

struct Page<'a> {
    style: &'a Style,
    lines: Vec<String>,
    number: usize,
}

impl Page<'_> {
    fn chapter(&mut self, chapter: &Chapter, only: bool) {
        let first = self.number + 1;
        if first > 1 {
            self.lines.push(String::new());
        }
        chapter.stories.iter().for_each(|story| self.story(story));
        let about = match self.number - first {
            0 => String::new(),
            _ if only => String::new(),
            _ => format!(" for {}", list(&(first..=self.number).map(|n| n.to_string()).collect::<Vec<_>>())),
        };
        if chapter.help.is_empty() {
            self.without(chapter, &about);
        } else {
            self.help(chapter, &about);
        }
    }

    fn story(&mut self, story: &Story) {
        self.number += 1;
        let telling = &story.telling;
        self.headline(&format!("{}  ", self.number), "   ", &telling.headline, story.code.word());
        telling.details.iter().for_each(|detail| self.wrapped("     ", "       ", detail));
        for (at, reason) in telling.because.iter().enumerate() {
            let number = if telling.because.len() == 1 { String::new() } else { format!("{}. ", at + 1) };
            self.wrapped(&format!("     {number}"), &format!("     {}", " ".repeat(number.len())), reason);
        }
        let rows: Vec<Row> = telling.rows.iter().map(|(what, said)| self.candidate(what, said)).collect();
        self.lines.extend(rows::rows(self.style, "       ", &rows));
    }

    /// The headline, with the code at the right margin of its last line, or below where it has no room.
    fn headline(&mut self, first: &str, rest: &str, headline: &str, code: &str) {
        let mut lines = self.style.wrapped(first, rest, headline);
        let last = lines.last().map_or(0, |line| columns(line));
        let room = self.style.margin().saturating_sub(last + columns(code));
        let faint = self.style.ink(Ink::Faint, code);
        for line in &mut lines {
            *line = self.style.ink(Ink::Strong, line);
        }
        match lines.last_mut() {
            Some(line) if room >= 2 || !self.style.wrap => {
                line.push_str(&format!("{}{faint}", " ".repeat(room.max(2))))
            }
            _ => lines.push(format!("{}{faint}", " ".repeat(self.style.margin().saturating_sub(columns(code))))),
        }
        self.lines.append(&mut lines);
    }

    fn help(&mut self, chapter: &Chapter, about: &str) {
        let each = if chapter.help.len() > 1 { ", each by itself" } else { "" };
        self.wrapped("   ", "     ", &format!("help{about}, tried{each}:"));
        let rows: Vec<Row> = chapter.help.iter().map(|told| self.command(told)).collect();
        self.lines.extend(rows::rows(self.style, "     ", &rows));
        if !chapter.likewise.is_empty() {
            let text = format!("likewise for {}, with the name in its place", list(&chapter.likewise));
            self.wrapped("     ", "       ", &text);
        }
    }

    fn candidate(&self, what: &str, said: &str) -> Row {
        Row { entry: self.style.shown(what), said: said.to_owned(), ink: Ink::Strong }
    }

    /// Commands that belong together are one line.
    fn command(&self, told: &Told) -> Row {
        let commands: Vec<String> = told.commands.iter().map(|command| self.style.command(command)).collect();
        Row { entry: commands.join(" && "), said: told.effect.clone(), ink: Ink::Command }
    }

    fn without(&mut self, chapter: &Chapter, about: &str) {
        if chapter.unsaid {
            let text = "what settles it holds the refused command, which was read from standard input; \
                        as a file or as -e lines it would be offered here";
            return self.wrapped("   ", "     ", &format!("help{about}: {text}"));
        }
        let mut said: Vec<String> = chapter.stories.iter().map(without).collect();
        said.dedup();
        for without in said {
            self.wrapped("   ", "     ", &format!("help{about}: {without}"));
        }
    }

    fn wrapped(&mut self, first: &str, rest: &str, text: &str) {
        self.lines.extend(self.style.wrapped(first, rest, text));
    }
}

/// What to do where no command settles it: a review is repeated, all else needs another decision.
fn without(story: &Story) -> String {
    let without = &story.telling.without;
    if story.code == Code::NotAsReviewed || story.telling.many {
        without.clone()
    } else {
        format!("no command was found that settles this; {without}")
    }
}
