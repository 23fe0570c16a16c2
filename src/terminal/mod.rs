//! The only standard output and error: colour, width, characters, readers that went away, a person who is asked, who
//! reads page by page, or who waits.

mod ask;
mod endless;
mod keys;
mod pager;
mod progress;
mod signals;

use std::io::{self, BufWriter, IsTerminal, Read, Write};

use crate::{environment::Environment, outcome::Failure, report::Style};

use self::{pager::Pager, progress::Progress};

pub use ask::Said;
pub use endless::{Endless, Goes};
pub use progress::Steps;
pub use signals::{Interruption, committing, ended_by};

/// What the operator said about colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// Where it is a terminal that has it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where a command's output goes.
pub struct Terminal {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    out_style: Style,
    err_style: Style,
    /// What says how things are to be shown.
    environment: Environment,
    interactive: bool,
    /// Whether standard output is a terminal, and standard error one that somebody watches.
    is_seen: bool,
    is_watched: bool,
    pager: Option<Pager>,
    progress: Option<Progress>,
    closed: bool,
}

impl Terminal {
    /// The process's own standard output and error.
    pub fn standard(color: Color, environment: &Environment) -> Self {
        let (out, err) = (io::stdout(), io::stderr());
        let style = |is_terminal, columns| style(color, is_terminal, columns, environment);
        Self {
            is_seen: out.is_terminal(),
            is_watched: is_watched(err.is_terminal(), environment),
            pager: None,
            progress: None,
            out_style: style(out.is_terminal(), width_of(&out)),
            err_style: style(err.is_terminal(), width_of(&err)),
            interactive: io::stdin().is_terminal() && err.is_terminal() && environment.get("CI").is_none(),
            environment: environment.clone(),
            out: Box::new(BufWriter::with_capacity(1 << 16, out)),
            err: Box::new(err),
            closed: false,
        }
    }

    /// Other places, for tests and for output that is kept.
    pub fn to(out: Box<dyn Write>, err: Box<dyn Write>, style: Style) -> Self {
        let (pager, progress) = (None, None);
        let (interactive, is_seen, is_watched, closed) = (false, false, false, false);
        let (out_style, err_style, environment) = (style, style, Environment::default());
        Self { out, err, out_style, err_style, environment, interactive, is_seen, is_watched, pager, progress, closed }
    }

    /// What standard output can show.
    pub const fn style(&self) -> &Style {
        &self.out_style
    }

    /// What standard error can show.
    pub const fn error_style(&self) -> &Style {
        &self.err_style
    }

    /// How wide standard error is at this moment.
    fn width_now(&self) -> usize {
        let width = || width(width_of(&io::stderr()), &self.environment);
        if self.err_style.wrap { width() } else { self.err_style.width }
    }

    /// Takes the width of a window that may have been resized. What was laid out before stays as it is, so that it can
    /// be compared: to be called before something is laid out to be asked.
    pub fn measure(&mut self) {
        self.err_style.width = self.width_now();
    }

    /// Whether a person is there to be asked: standard input and error are a terminal, and `CI` is not set.
    pub const fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// What is printed from here on is shown page by page, where it goes to a terminal.
    pub fn page(&mut self) {
        if self.is_seen {
            self.pager = Pager::chosen(&self.environment);
        }
    }

    /// Says what is being done, to a person who would wait otherwise; in so many steps if that is known.
    pub fn doing(&mut self, what: &str, steps: Option<usize>) -> Steps {
        if !self.is_watched {
            return Steps::default();
        }
        self.progress.get_or_insert_with(Progress::begun).doing(what, steps)
    }

    /// Nobody is told how far work is.
    pub fn unwatch(&mut self) {
        self.is_watched = false;
    }

    /// Standard input as a file. Once it has been read so, nobody is asked: what a person types is the file.
    pub fn input(&mut self) -> impl Read {
        Input { interactive: &mut self.interactive }
    }

    /// Writes a result to standard output. What is written after its reader went away is lost quietly.
    ///
    /// # Errors
    /// Where it cannot be written, as on a full disk.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.write_all(text.as_bytes()).map_err(|error| unwritten(&error))
    }

    /// Writes a result piece by piece.
    ///
    /// # Errors
    /// Where it cannot be written, as on a full disk.
    pub fn stream(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        write(self).map_err(|error| unwritten(&error))
    }

    /// Writes to standard error what is no result. That nobody can read it there is no reason to fail.
    pub fn tell(&mut self, text: &str) {
        if self.pager.as_mut().is_some_and(|pager| pager.keep_beside(text.as_bytes())) {
            return;
        }
        let mut say = || _ = self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
        match &self.progress {
            Some(progress) => progress.beside(say),
            None => say(),
        }
    }

    /// Brings out what is still kept back. To be called before a command counts as done.
    ///
    /// # Errors
    /// Where it cannot be written, as on a full disk.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.progress = None;
        if let Some(pager) = self.pager.take() {
            let beside = pager.show(self).map_err(|error| unwritten(&error))?;
            self.tell(&String::from_utf8_lossy(&beside));
        }
        self.flush().map_err(|error| unwritten(&error))
    }

    fn quietly<T>(&mut self, done: io::Result<T>, lost: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                // What is still kept back must not be tried again.
                self.out = Box::new(io::sink());
                Ok(lost)
            }
            done => done,
        }
    }
}

struct Input<'a> {
    interactive: &'a mut bool,
}

impl Read for Input<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        *self.interactive = false;
        io::stdin().read(bytes)
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        self.progress = None;
        if let Some(pager) = &mut self.pager {
            pager.keep(bytes);
            return Ok(bytes.len());
        }
        let done = self.out.write(bytes);
        self.quietly(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.quietly(done, ())
    }
}

fn unwritten(error: &io::Error) -> Failure {
    Failure::failed("output", format!("standard output cannot be written: {error}")).help(
        "what the command has changed stands, and provost log shows it; make room there or send the output elsewhere",
    )
}

fn width_of(stream: &impl rustix::fd::AsFd) -> Option<usize> {
    rustix::termios::tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// The fewest and the most columns in which text is laid out.
const NARROWEST: usize = 20;
const WIDEST: usize = 1000;

fn style(color: Color, is_terminal: bool, columns: Option<usize>, environment: &Environment) -> Style {
    let columns = columns.filter(|_| is_terminal);
    Style {
        width: width(columns, environment),
        wrap: is_terminal || stated(environment).is_some(),
        unicode: has_unicode(environment),
        color: has_color(color, is_terminal, environment),
    }
}

/// The width of a terminal of so many columns, or of what is none: what is stated goes before that.
fn width(columns: Option<usize>, environment: &Environment) -> usize {
    stated(environment).or(columns).unwrap_or(80).max(NARROWEST)
}

/// The width that was asked for. A shell keeps it to itself: whoever exports it wants it, also of what is piped.
fn stated(environment: &Environment) -> Option<usize> {
    let columns = environment.get("COLUMNS").and_then(|columns| columns.parse().ok());
    columns.filter(|columns| (NARROWEST..=WIDEST).contains(columns))
}

/// Whether somebody watches how far work is: a person before a terminal that can draw over a line.
fn is_watched(is_terminal: bool, environment: &Environment) -> bool {
    is_terminal && environment.get("CI").is_none() && environment.get("TERM").is_some_and(|term| term != "dumb")
}

/// The first of the three that is set decides, as for any program.
fn has_unicode(environment: &Environment) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| environment.get(name));
    let locale = locale.map(|locale| locale.to_ascii_lowercase()).unwrap_or_default();
    locale.contains("utf-8") || locale.contains("utf8")
}

fn has_color(color: Color, is_terminal: bool, environment: &Environment) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if environment.get("NO_COLOR").is_some() => false,
        Color::Auto if environment.get("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        Color::Auto => is_terminal && environment.get("TERM").is_some_and(|term| term != "dumb"),
    }
}

/// Says at once, beside all else, what is no result.
pub fn beside(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// What is said when the program itself is at fault.
pub fn panicked(info: &std::panic::PanicHookInfo<'_>) {
    let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
    let payload = info.payload();
    let said = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let said = said.unwrap_or("it stopped");
    let text = format!(
        "error: this is a fault of provost{place}: {}\nnothing was committed; please report it with the command that led here\n",
        said
    );
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use super::*;
    use crate::outcome::Exit;

    fn styled(color: Color, is_terminal: bool, variables: &[(&str, &str)]) -> Style {
        style(color, is_terminal, Some(120), &Environment::of(variables.iter().copied()))
    }

    #[test]
    fn a_terminal_has_its_width_and_colour() {
        let seen = styled(Color::Auto, true, &[("TERM", "xterm"), ("LANG", "en_GB.UTF-8")]);
        assert_eq!(seen, Style { width: 120, wrap: true, unicode: true, color: true });
        assert_eq!(styled(Color::Auto, true, &[("COLUMNS", "40")]).width, 40);
    }

    #[test]
    fn a_pipe_has_neither() {
        let seen = styled(Color::Auto, false, &[("TERM", "xterm"), ("LANG", "C")]);
        assert_eq!(seen, Style { width: 80, wrap: false, unicode: false, color: false });
    }

    #[test]
    fn a_pipe_is_as_wide_as_was_asked_for() {
        let of = |columns| {
            let seen = styled(Color::Auto, false, &[("COLUMNS", columns)]);
            (seen.width, seen.wrap)
        };
        assert_eq!(of("40"), (40, true));
        assert_eq!(of("1000"), (1000, true));
        for nothing in ["", "0", "19", "1001", "wide", "-1", "40.5"] {
            assert_eq!(of(nothing), (80, false), "{nothing:?}");
        }
        assert_eq!(styled(Color::Auto, true, &[("COLUMNS", "1001")]).width, 120);
    }

    #[test]
    fn what_was_said_about_colour_counts() {
        let term = ("TERM", "xterm");
        assert!(!styled(Color::Auto, true, &[term, ("NO_COLOR", "1")]).color);
        assert!(styled(Color::Always, false, &[("NO_COLOR", "1")]).color);
        assert!(styled(Color::Auto, false, &[("CLICOLOR_FORCE", "1")]).color);
        assert!(!styled(Color::Auto, false, &[("CLICOLOR_FORCE", "0")]).color);
        assert!(!styled(Color::Never, true, &[term, ("CLICOLOR_FORCE", "1")]).color);
        assert!(!styled(Color::Auto, true, &[("TERM", "dumb")]).color);
    }

    #[test]
    fn only_a_person_before_a_terminal_is_told_how_far_work_is() {
        let watched = |is_terminal, variables: &[(&str, &str)]| {
            is_watched(is_terminal, &Environment::of(variables.iter().copied()))
        };
        let term = ("TERM", "xterm");
        assert!(watched(true, &[term]));
        assert!(!watched(false, &[term]));
        assert!(!watched(true, &[term, ("CI", "1")]));
        assert!(!watched(true, &[("TERM", "dumb")]));
        assert!(!watched(true, &[]));
        let steps = Terminal::to(Box::new(io::sink()), Box::new(io::sink()), Style::PIPED).doing("it", Some(1));
        assert!(format!("{steps:?}").ends_with("(None)"));
    }

    #[test]
    fn the_first_locale_that_is_set_decides() {
        assert!(!styled(Color::Auto, true, &[("LC_ALL", "C"), ("LANG", "de_DE.utf8")]).unicode);
        assert!(styled(Color::Auto, true, &[("LANG", "de_DE.utf8")]).unicode);
        assert!(!styled(Color::Auto, true, &[]).unicode);
    }

    /// Takes so many writes, then fails.
    struct Failing {
        left: usize,
        kind: io::ErrorKind,
        seen: Rc<RefCell<usize>>,
    }

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            *self.seen.borrow_mut() += 1;
            match self.left.checked_sub(1) {
                None => Err(self.kind.into()),
                Some(left) => {
                    self.left = left;
                    Ok(bytes.len())
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn failing(left: usize, kind: io::ErrorKind) -> (Terminal, Rc<RefCell<usize>>) {
        let seen = Rc::new(RefCell::new(0));
        let out = Failing { left, kind, seen: seen.clone() };
        (Terminal::to(Box::new(out), Box::new(io::sink()), Style::PIPED), seen)
    }

    #[test]
    fn a_reader_that_went_away_ends_the_output_quietly() {
        let (mut terminal, seen) = failing(1, io::ErrorKind::BrokenPipe);
        for line in ["a\n", "b\n", "c\n"] {
            assert_eq!(terminal.print(line), Ok(()));
        }
        assert_eq!(terminal.finish(), Ok(()));
        assert_eq!(*seen.borrow(), 2);
    }

    #[test]
    fn a_full_disk_is_a_failure() {
        let (mut terminal, _) = failing(0, io::ErrorKind::StorageFull);
        let failure = terminal.print("a\n").err();
        let expected = unwritten(&io::ErrorKind::StorageFull.into());
        assert_eq!(failure, Some(expected));
        assert_eq!(unwritten(&io::ErrorKind::StorageFull.into()).exit, Exit::Failed);
    }
}
