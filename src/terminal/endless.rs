//! Output that has no end of its own: it goes on until there is a signal, or until nobody reads it any more.

use std::io::{self, Write as _};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{Terminal, signals::Holding, unwritten};
use crate::outcome::Failure;

/// Such output, for as long as this lives.
pub struct Endless(Holding);

/// Whether it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// Somebody reads it.
    On,
    /// Nobody reads it any more.
    Unread,
    /// There was a signal.
    Interrupted,
}

impl Terminal {
    /// What is printed from here on has no end of its own.
    pub fn endless(&mut self) -> Endless {
        Endless(Holding::by_endless())
    }

    /// Whether nobody reads standard output any more.
    fn is_left(&self) -> bool {
        let stdout = io::stdout();
        let mut reader = [PollFd::new(&stdout, PollFlags::empty())];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let gone = poll(&mut reader, Some(&at_once)).is_ok_and(|found| found > 0);
        self.closed || gone && reader[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }
}

impl Endless {
    /// Prints a line and brings it out at once, whole.
    ///
    /// # Errors
    /// Where it cannot be written, as on a full disk.
    pub fn print(&self, line: &str, terminal: &mut Terminal) -> Result<Goes, Failure> {
        let (written, is_last) = self.0.line(|| {
            terminal.print(line)?;
            terminal.flush().map_err(|error| unwritten(&error))
        });
        written.map(|()| match (is_last, terminal.closed) {
            (true, _) => Goes::Interrupted,
            (false, true) => Goes::Unread,
            (false, false) => Goes::On,
        })
    }

    /// Whether somebody still reads it.
    pub fn goes_on(&self, terminal: &Terminal) -> bool {
        !terminal.is_left()
    }
}
