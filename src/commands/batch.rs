//! `provost batch`

mod wrong;

use std::io::Read;

use clap::{Args as Arguments, ValueHint};

use self::wrong::Wrong;
use crate::{
    commands::cli::ChangeArgs,
    model::Mesh,
    outcome::{Exit, Failure},
    report::{Act, command::command},
};

use super::{
    context::Context,
    editing::Editing,
    traits::Traits,
    verb::{Ready, Verb, of_line, standard_input},
};

/// Make many changes as one: all or none, resolved once, at the end.
#[derive(Clone, Debug, Arguments)]
#[command(add = Traits::CHANGES.near(&["assign", "import", "plan"]))]
#[command(
    after_help = "Examples:\n  provost batch -e 'unassign vps hub' -e 'assign nas hub'\n  provost batch changes.txt\n\n\
                  A line is a command as it would be typed, with or without provost before it; # begins a comment."
)]
#[group(required = true, multiple = true)]
pub struct Args {
    /// A line; may be given several times, and comes before the file
    #[arg(short = 'e', value_name = "LINE")]
    pub lines: Vec<String>,
    /// A file of lines, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub file: Option<String>,
    /// The lines of standard input, once they were read.
    #[arg(skip)]
    pub input: Vec<String>,
}

/// The largest file of lines.
const LARGEST: u64 = 64 << 20;

/// A line of a batch.
#[derive(Debug)]
pub struct Line {
    /// Where it stands.
    place: String,
    words: Vec<String>,
    /// What it says, or why that is no command that can stand in a batch.
    ready: Result<Ready, Failure>,
}

impl Verb for Args {
    /// The lines of standard input are lines like others, so that a remedy can say them again.
    fn complete(&mut self, _: &ChangeArgs, context: &mut Context) -> Result<(), Failure> {
        if self.file.as_deref() == Some("-") {
            self.input = unmarked(&standard_input(context)?).lines().map(ToOwned::to_owned).collect();
            self.file = None;
        }
        Ok(())
    }

    fn is_line(&self) -> bool {
        false
    }

    fn ready(&self, context: &mut Context) -> Result<Ready, Failure> {
        read_lines(self, context).map(Ready::Batch)
    }

    fn act(&self, _: &Mesh) -> (Act, Vec<String>) {
        let says_something = |line: &&String| !matches!(words(line), Ok(None));
        let lines = self.lines.iter().chain(&self.input).filter(says_something);
        let lines: Vec<String> = lines.flat_map(|line| ["-e".to_owned(), line.clone()]).collect();
        let file = command(&[], self.file.iter().filter(|file| *file != "-").cloned(), []);
        // The lines come before the file, as they are done.
        (Act::Batch, [vec!["batch".to_owned()], lines, file].concat())
    }
}

/// Reads the lines of a batch, and what they need from files. What is wrong with a line stands in its place, so that
/// all of it can be told at once.
///
/// # Errors
/// Where the lines cannot be had, or there are none.
fn read_lines(args: &Args, context: &mut Context) -> Result<Vec<Line>, Failure> {
    let mut lines: Vec<(String, String)> =
        args.lines.iter().enumerate().map(|(at, line)| (format!("-e {}", at + 1), line.clone())).collect();
    let input = args.input.iter().enumerate();
    lines.extend(input.map(|(at, line)| (format!("standard input:{}", at + 1), line.clone())));
    if let Some(file) = &args.file {
        let text = file_text(file)?;
        let text = unmarked(&text);
        lines.extend(text.lines().enumerate().map(|(at, line)| (format!("{file}:{}", at + 1), line.to_owned())));
    }
    let mut read = Vec::new();
    for (place, line) in lines {
        let (words, ready) = match words(&line) {
            Ok(None) => continue,
            Ok(Some(words)) => {
                let ready = of_line(&words).and_then(|verb| verb.ready(context));
                (words, ready)
            }
            Err(why) => {
                let words = line.split_whitespace().map(str::to_owned).collect();
                (words, Err(Failure::usage("usage", why).help("a quote within words is typed as \\' or \\\"")))
            }
        };
        read.push(Line { place, words, ready });
    }
    if read.is_empty() {
        return Err(Failure::usage("usage", "the batch has no line that says anything").so("nothing was changed"));
    }
    Ok(read)
}

/// What is wrong with lines whatever the mesh is.
pub(super) fn wrong(lines: &[Line]) -> Option<Failure> {
    let mut wrong = Wrong::default();
    for line in lines {
        if let Err(failure) = &line.ready {
            wrong.add(&line.place, &line.words, failure.clone());
        }
    }
    wrong.failure()
}

fn file_text(file: &str) -> Result<String, Failure> {
    let unread = |why: String| Failure::usage("input", format!("{file} cannot be read: {why}"));
    let opened = std::fs::File::open(file).map_err(|error| unread(error.to_string()))?;
    let mut text = String::new();
    opened.take(LARGEST + 1).read_to_string(&mut text).map_err(|error| unread(error.to_string()))?;
    if text.len() as u64 > LARGEST {
        return Err(unread(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(text)
}

/// A text without what some editors begin one with.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The words of a line as a shell splits them; `None` for an empty line or a comment.
fn words(line: &str) -> Result<Option<Vec<String>>, String> {
    let words = shell_words::split(&without_comment(line)).map_err(|_| "a quote is not closed".to_owned())?;
    Ok((!words.is_empty()).then_some(words))
}

/// A `#` that begins a word begins a comment, unless it is quoted.
fn without_comment(line: &str) -> String {
    let (mut quote, mut escaped, mut begins) = (None, false, true);
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (None, '#') if begins => return line[..at].to_owned(),
            (None | Some('"'), '\\') => escaped = true,
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (_, _) => {}
        }
        begins = c.is_whitespace() && quote.is_none();
    }
    line.to_owned()
}

/// Adds the edits of all lines, each of which sees what those before it did. All are judged, also behind a wrong one.
///
/// # Errors
/// With everything that is wrong with them.
pub(super) fn edit(lines: &mut [Line], again: bool, editing: &mut Editing<'_, '_>) -> Result<(), Failure> {
    let mut wrong = Wrong::default();
    for line in &mut *lines {
        let done = match &mut line.ready {
            Ok(ready) => ready.edit(again, editing).and_then(|()| editing.next()),
            Err(failure) => Err(failure.clone()),
        };
        match done {
            Ok(()) => {}
            Err(failure) if failure.exit == Exit::Usage => {
                editing.forget();
                wrong.add(&line.place, &line.words, failure);
            }
            Err(failure) => {
                let message = format!("{}: {}", line.place, failure.message);
                return Err(Failure { message, ..failure });
            }
        }
    }
    if lines.len() > 1 {
        editing.net();
    }
    wrong.failure().map_or(Ok(()), Err)
}

impl Line {
    /// What is read from files along with a hold: why.
    pub(super) fn because(&mut self, message: &str) {
        if let Ok(Ready::Plain(verb)) = &mut self.ready {
            verb.because(Some(message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_lines_as_a_shell_does() {
        let line = |text| words(text).unwrap();
        assert_eq!(line("assign laptop i3 # why"), Some(vec!["assign".into(), "laptop".into(), "i3".into()]));
        assert_eq!(line("assign 'a # b' x#y"), Some(vec!["assign".into(), "a # b".into(), "x#y".into()]));
        assert_eq!(line("  # all of it"), None);
        assert_eq!(line("   "), None);
        assert!(words("assign 'laptop").is_err());
    }
}
