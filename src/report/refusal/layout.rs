//! A page of refusals: numbers, the code at the margin, chains, candidates, commands with what they do.

use super::story::{Chapter, Story};
use crate::report::{
    remedy::Told,
    style::{Ink, Style, columns},
    words::list,
};

/// The widest first column; a longer entry has what belongs to it on the next line.
const WIDEST_ENTRY: usize = 56;

pub(super) fn stories(chapters: &[Chapter], style: &Style) -> String {
    let mut page = Page { style, lines: Vec::new(), number: 0 };
    chapters.iter().for_each(|chapter| page.chapter(chapter, chapters.len() == 1));
    let mut text = page.lines.join("\n");
    text.push('\n');
    text
}

struct Page<'a> {
    style: &'a Style,
    lines: Vec<String>,
    number: usize,
}

impl Page<'_> {
    fn chapter(&mut self, chapter: &Chapter, only: bool) {
        let first = self.number + 1;
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
        self.headline(&telling.headline, story.code.word());
        telling.details.iter().for_each(|detail| self.wrapped("     ", "       ", detail));
        for (at, reason) in telling.because.iter().enumerate() {
            let number = if telling.because.len() == 1 { String::new() } else { format!("{}. ", at + 1) };
            self.wrapped(&format!("     {number}"), &format!("     {}", " ".repeat(number.len())), reason);
        }
        let rows =
            telling.rows.iter().map(|(what, said)| (self.style.shown(what), said.as_str(), Ink::Strong)).collect();
        self.rows("       ", rows);
    }

    /// The headline, with the code at the right margin of its last line, or below where it has no room.
    fn headline(&mut self, headline: &str, code: &str) {
        let number = format!("{}  ", self.number);
        let mut lines = self.style.wrapped(&number, "   ", headline);
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
        let rows = chapter.help.iter().map(|told| (self.command(told), told.effect.as_str(), Ink::Command)).collect();
        self.rows("     ", rows);
        if !chapter.likewise.is_empty() {
            let text = format!("likewise for {}, with the name in its place", list(&chapter.likewise));
            self.wrapped("     ", "       ", &text);
        }
    }

    /// Commands that belong together are one line.
    fn command(&self, told: &Told) -> String {
        told.commands.iter().map(|command| self.style.command(command)).collect::<Vec<_>>().join(" && ")
    }

    fn without(&mut self, chapter: &Chapter, about: &str) {
        let mut said: Vec<&str> = chapter.stories.iter().map(|story| story.telling.without.as_str()).collect();
        said.dedup();
        for without in said {
            let text = format!("help{about}: no command was found that settles this; {without}");
            self.wrapped("   ", "     ", &text);
        }
    }

    /// Entries in two columns. An entry is never wrapped: it may be a command.
    fn rows(&mut self, indent: &str, rows: Vec<(String, &str, Ink)>) {
        let widest =
            rows.iter().map(|(entry, ..)| columns(entry)).filter(|width| *width <= WIDEST_ENTRY).max().unwrap_or(0);
        let column = indent.len() + widest + 2;
        let beside = column + 24 <= self.style.margin();
        for (entry, said, ink) in rows {
            let width = columns(&entry);
            let inked = self.style.ink(ink, &entry);
            if said.is_empty() {
                self.lines.push(format!("{indent}{inked}"));
            } else if beside && width <= widest {
                let rest = " ".repeat(column);
                let mut lines = self.style.wrapped(&rest, &rest, said);
                if let Some(first) = lines.first_mut() {
                    first.replace_range(
                        ..column,
                        &format!("{indent}{inked}{}", " ".repeat(column - indent.len() - width)),
                    );
                }
                self.lines.append(&mut lines);
            } else {
                self.lines.push(format!("{indent}{inked}"));
                self.wrapped(&format!("{indent}  "), &format!("{indent}  "), said);
            }
        }
    }

    fn wrapped(&mut self, first: &str, rest: &str, text: &str) {
        self.lines.extend(self.style.wrapped(first, rest, text));
    }
}
