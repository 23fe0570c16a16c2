//! Single keys from the terminal. It is given back as it was, whatever ends the reading.

use std::io::{self, Stdin};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};

use super::signals::{Holding, Listening, Wanted, stop, stop_job};

/// What a person typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// A character that can be shown.
    Text(char),
    /// Return.
    Enter,
    /// Backspace.
    Erase,
    /// Ctrl-U: all of it.
    EraseAll,
    /// The arrow up, or Shift-Tab.
    Up,
    /// The arrow down, or Tab.
    Down,
    /// Esc by itself, or Ctrl-D, the end of input.
    Leave,
    /// Ctrl-C, a signal, or a terminal that is no longer there.
    Interrupt,
    /// Ctrl-Z.
    Stop,
    /// Ctrl-L, or the program goes on after it was stopped: what is asked is to be shown again.
    Again,
    /// Anything else.
    Other,
}

/// How long the rest of a key that is sent as several bytes may take, in nanoseconds.
const SOON: i64 = 50_000_000;

const INTERRUPT: u8 = 0x03;
const END: u8 = 0x04;
const AGAIN: u8 = 0x0c;
const STOP: u8 = 0x1a;
const ESCAPE: u8 = 0x1b;

/// A terminal that gives single keys, for as long as this lives.
pub(super) struct Keys {
    input: Stdin,
    before: Termios,
    single: Termios,
    listening: &'static Listening,
    _holding: Holding,
}

impl Keys {
    /// Takes the terminal.
    ///
    /// # Errors
    /// Where standard input is none.
    pub(super) fn open() -> io::Result<Self> {
        let input = io::stdin();
        let before = tcgetattr(&input)?;
        let Some((holding, listening)) = Holding::by_person() else {
            return Err(io::Error::other("signals cannot be listened to"));
        };
        let mut single = before.clone();
        // Signals from the keyboard come as keys: nothing happens beside the reading.
        single.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        single.special_codes[SpecialCodeIndex::VMIN] = 1;
        single.special_codes[SpecialCodeIndex::VTIME] = 0;
        let keys = Self { input, before, single, listening, _holding: holding };
        // What was typed or pasted before a question was read is no answer to it.
        tcsetattr(&keys.input, OptionalActions::Flush, &keys.single)?;
        Ok(keys)
    }

    /// The next key, once there is one.
    pub(super) fn next(&self) -> Key {
        loop {
            let key = key(|soon| self.byte(soon));
            if key != Key::Stop {
                return key;
            }
            // All of the job is told so, and this process with it.
            stop_job();
        }
    }

    /// The next byte; `None` where there is none soon. Where there will never be one, that of Ctrl-C.
    fn byte(&self, soon: bool) -> Option<u8> {
        let soon = soon.then_some(Timespec { tv_sec: 0, tv_nsec: SOON });
        let mut ready = [PollFd::new(&self.input, PollFlags::IN), PollFd::new(self.listening.woken(), PollFlags::IN)];
        match poll(&mut ready, soon.as_ref()) {
            Ok(0) => return None,
            Err(rustix::io::Errno::INTR) => return self.byte(soon.is_some()),
            Err(_) => return Some(INTERRUPT),
            Ok(_) => {}
        }
        let [_, woken] = &ready;
        if !woken.revents().is_empty() {
            return match self.listening.wanted() {
                Wanted::End => Some(INTERRUPT),
                Wanted::Stop => {
                    let _ = tcsetattr(&self.input, OptionalActions::Drain, &self.before);
                    stop();
                    // Where nobody could let it go on, it was not stopped.
                    let _ = tcsetattr(&self.input, OptionalActions::Drain, &self.single);
                    self.byte(soon.is_some())
                }
                Wanted::GoOn => {
                    let _ = tcsetattr(&self.input, OptionalActions::Drain, &self.single);
                    Some(AGAIN)
                }
            };
        }
        let mut byte = [0];
        // Nothing to read, or an error: the terminal is no longer there.
        match rustix::io::read(&self.input, &mut byte) {
            Ok(1) => byte.first().copied(),
            Ok(_) | Err(_) => Some(INTERRUPT),
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // A terminal that is no longer there needs nothing.
        // What is left of a paste is no command for the shell.
        let _ = tcsetattr(&self.input, OptionalActions::Flush, &self.before);
    }
}

/// The key that the next bytes are. Asked for a byte that has to be there soon, `byte` may have none.
fn key(mut byte: impl FnMut(bool) -> Option<u8>) -> Key {
    match byte(false) {
        None => Key::Other,
        Some(b'\r' | b'\n') => Key::Enter,
        Some(b'\t') => Key::Down,
        Some(0x08 | 0x7f) => Key::Erase,
        Some(0x15) => Key::EraseAll,
        Some(INTERRUPT) => Key::Interrupt,
        Some(END) => Key::Leave,
        Some(STOP) => Key::Stop,
        Some(AGAIN) => Key::Again,
        Some(ESCAPE) => sequence(byte),
        Some(first) => character(first, byte),
    }
}

/// What begins with Esc: a key of its own only where nothing follows soon.
fn sequence(mut byte: impl FnMut(bool) -> Option<u8>) -> Key {
    match byte(true) {
        None | Some(ESCAPE | END) => Key::Leave,
        // Whoever has had enough is never taken for half of another key.
        Some(INTERRUPT) => Key::Interrupt,
        Some(b'[' | b'O') => loop {
            match byte(true) {
                Some(b'A' | b'Z') => return Key::Up,
                Some(b'B') => return Key::Down,
                // Parameters come before the letter that ends it.
                Some(b'0'..=b'?' | b' '..=b'/') => {}
                Some(INTERRUPT) => return Key::Interrupt,
                Some(_) | None => return Key::Other,
            }
        },
        Some(_) => Key::Other,
    }
}

fn character(first: u8, mut byte: impl FnMut(bool) -> Option<u8>) -> Key {
    let more = match first {
        0xc0..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf7 => 3,
        _ => 0,
    };
    let mut bytes = vec![first];
    for next in (0..more).map_while(|_| byte(true)) {
        if next == INTERRUPT {
            return Key::Interrupt;
        }
        bytes.push(next);
    }
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    text.chars().next().filter(|c| !c.is_control()).map_or(Key::Other, Key::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that bytes are; a key begins anew where a chunk does.
    fn keys(chunks: &[&[u8]]) -> Vec<Key> {
        let mut keys = Vec::new();
        for chunk in chunks {
            let mut left = chunk.iter().copied().peekable();
            while left.peek().is_some() {
                keys.push(key(|_| left.next()));
            }
        }
        keys
    }

    #[test]
    fn keys_are_told_apart() {
        let typed: [&[u8]; 7] =
            [b"z\x7f\x15", b"\r\n", b"\x1b[A\x1bOB\x1b[Z\t", b"\x1b", b"\x04", b"\x03", b"\x1a\x0c\x01"];
        use Key::{Again, Down, Enter, Erase, EraseAll, Interrupt, Leave, Other, Stop, Text, Up};
        assert_eq!(
            keys(&typed),
            [Text('z'), Erase, EraseAll, Enter, Enter, Up, Down, Up, Down, Leave, Leave, Interrupt, Stop, Again, Other]
        );
    }

    #[test]
    fn who_has_had_enough_is_heard_in_the_middle_of_a_key() {
        for typed in [b"\x1b\x03".as_slice(), b"\x1b[\x03", b"\x1b[1;\x03", b"\xe6\x03", b"\xe6\x9c\x03"] {
            assert_eq!(keys(&[typed]), [Key::Interrupt], "{typed:?}");
        }
        assert_eq!(keys(&[b"\x1b\x04"]), [Key::Leave]);
    }

    #[test]
    fn what_is_sent_as_several_bytes_is_one_key() {
        assert_eq!(keys(&["é木".as_bytes()]), [Key::Text('é'), Key::Text('木')]);
        assert_eq!(keys(&[b"\x1b[1;5C\x1b[200~", b"\xff", b"\xe6\x9c"]), [Key::Other; 4]);
    }
}
