//! A page of refusals: numbers, the code at the margin, chains, candidates, commands with what they do.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::{
    story::{Chapter, Story},
    telling::{Answer, Telling},
};
use crate::report::{
    remedy::Told,
    rows::{self, Row},
    style::{Ink, Style, columns},
    words::{NODES, SENTENCE, count, list, more, some},
};
use crate::resolver::Code;

/// How many chapters are told whole.
const CHAPTERS: usize = 12;
/// How many stories of one code are told whole within a chapter.
const STORIES: usize = 6;
/// How many headlines of one code stand below the chapter of it that is told whole, where there are more.
const HEADLINES: usize = 6;
/// How many candidates are told of.
const ROWS: usize = 10;
/// How many of them would do, where so many would.
const WOULD: usize = 7;
/// How many lines of names and places are told.
const DETAILS: usize = 8;

pub(super) fn stories(chapters: &[Chapter], style: &Style) -> String {
    let mut page = Page { style, lines: Vec::new(), number: 0, left_out: false };
    if chapters.len() <= CHAPTERS {
        chapters.iter().for_each(|chapter| page.chapter(chapter));
    } else {
        page.many(chapters);
    }
    if page.left_out {
        page.counts(chapters);
    }
    let mut text = page.lines.join("\n");
    text.push('\n');
    text
}

/// What a person is to choose about: headline, reasons, and no commands.
pub(super) fn choice(telling: &Telling, code: Code, style: &Style) -> Vec<String> {
    let mut page = Page { style, lines: Vec::new(), number: 0, left_out: false };
    page.headline("", "  ", &telling.headline, code.word());
    // Without numbers: those are what can be replied.
    telling.details.iter().chain(&telling.because).for_each(|reason| page.wrapped("  ", "    ", reason));
    page.lines
}

struct Page<'a> {
    style: &'a Style,
    lines: Vec<String>,
    number: usize,
    /// Whether stories are told by their headline alone, or not at all.
    left_out: bool,
}

impl Page<'_> {
    /// More than anybody reads: of each code one chapter, the headlines of some others, and how many there are.
    fn many(&mut self, chapters: &[Chapter]) {
        let mut codes: IndexMap<Code, Vec<&Chapter>> = IndexMap::new();
        for chapter in chapters {
            if let Some(story) = chapter.stories.first() {
                codes.entry(story.code).or_default().push(chapter);
            }
        }
        for chapters in codes.values() {
            let Some((first, others)) = chapters.split_first() else { continue };
            self.chapter(first);
            let others: Vec<&Story> = others.iter().flat_map(|chapter| &chapter.stories).collect();
            if !others.is_empty() {
                self.lines.push(String::new());
            }
            self.headlines(&others);
        }
        chapters.iter().filter(|chapter| chapter.stories.is_empty()).for_each(|chapter| self.chapter(chapter));
    }

    fn counts(&mut self, chapters: &[Chapter]) {
        let stories = || chapters.iter().flat_map(|chapter| &chapter.stories);
        let mut codes: BTreeMap<Code, usize> = BTreeMap::new();
        stories().for_each(|story| *codes.entry(story.code).or_default() += story.refusals);
        let (all, causes) = (codes.values().sum(), stories().count());
        let causes = if all == causes { String::new() } else { format!(" of {}", count(causes, "cause")) };
        let codes: Vec<String> = codes.iter().map(|(code, times)| format!("{times} {}", code.word())).collect();
        let all = count(all, "refusal");
        let text = format!("{all}{causes}: {}; --output json has each whole, and what settles it", codes.join(", "));
        self.lines.push(String::new());
        self.wrapped("", "  ", &text);
    }

    /// Stories of one kind by their headlines, as far as anybody reads on.
    fn headlines(&mut self, stories: &[&Story]) {
        self.left_out |= !stories.is_empty();
        let told = if stories.len() > HEADLINES + 1 { HEADLINES } else { stories.len() };
        for story in stories.iter().take(told) {
            self.number += 1;
            self.headline(&format!("{}  ", self.number), "   ", &story.telling.headline, story.code.word());
        }
        let untold = stories.len() - told;
        if untold > 0 {
            self.number += untold;
            self.wrapped("   ", "   ", &format!("… and {untold} more like these"));
        }
    }

    fn chapter(&mut self, chapter: &Chapter) {
        let first = self.number + 1;
        if first > 1 {
            self.lines.push(String::new());
        }
        for of_code in chapter.stories.chunk_by(|a, b| a.code == b.code) {
            let told = if of_code.len() > STORIES { 1 } else { of_code.len() };
            let (whole, others) = of_code.split_at(told);
            for story in whole {
                // Those that are settled alike have their help below the last of them.
                if self.number >= first {
                    self.lines.push(String::new());
                }
                self.story(story);
            }
            self.headlines(&others.iter().collect::<Vec<_>>());
        }
        if chapter.below {
            return;
        }
        if chapter.stories.is_empty() {
            return self.help(chapter, " for all of them");
        }
        let about = match self.number - first {
            0 => String::new(),
            few @ ..SENTENCE => {
                format!(" for {}", list(&(first..=first + few).map(|number| number.to_string()).collect::<Vec<_>>()))
            }
            _ => format!(" for {first} to {}", self.number),
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
        let told = if telling.details.len() > DETAILS + 1 { DETAILS } else { telling.details.len() };
        telling.details.iter().take(told).for_each(|detail| self.wrapped("     ", "       ", detail));
        self.untold("     ", telling.details.len() - told, "");
        for (at, reason) in telling.because.iter().enumerate() {
            let number = if telling.because.len() == 1 { String::new() } else { format!("{}. ", at + 1) };
            self.wrapped(&format!("     {number}"), &format!("     {}", " ".repeat(number.len())), reason);
        }
        self.answers(&telling.rows);
    }

    /// What would answer. Of very many the first are told, those that would do before those that would not.
    fn answers(&mut self, answers: &[Answer]) {
        let (would, would_not): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.would);
        let (told, counted) = if answers.len() <= ROWS + 1 {
            (answers.iter().collect(), String::new())
        } else {
            let good = would.len().min(WOULD.max(ROWS.saturating_sub(would_not.len())));
            let bad = would_not.len().min(ROWS - good);
            let told: Vec<&Answer> = would.iter().take(good).chain(would_not.iter().take(bad)).copied().collect();
            let counted = format!(": {} would do, {} would not", would.len() - good, would_not.len() - bad);
            (told, if would_not.is_empty() { String::new() } else { counted })
        };
        let rows: Vec<Row> = told.iter().map(|answer| self.candidate(answer)).collect();
        self.lines.extend(rows::rows(self.style, "       ", &rows));
        self.untold("       ", answers.len() - told.len(), &counted);
    }

    fn untold(&mut self, indent: &str, untold: usize, counted: &str) {
        if untold > 0 {
            self.wrapped(indent, &format!("{indent}  "), &more(untold, counted));
        }
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
            let text = format!("likewise for {}, with the name in its place", some(&chapter.likewise, NODES));
            self.wrapped("     ", "       ", &text);
        }
    }

    fn candidate(&self, answer: &Answer) -> Row {
        Row { entry: self.style.shown(&answer.what), said: answer.said.clone(), ink: Ink::Strong }
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
    } else if story.untried {
        format!("very many others came first, so that not everything was tried; {without}")
    } else {
        format!("no command was found that settles this; {without}")
    }
}
