//! Single keys from the terminal. It is given back as it was, whatever ends the reading.

use std::io::{self, Stdin};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr},
};

use super::signals::{Holding, Listening};

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
    /// Anything else.
    Other,
}

/// How long the rest of a key that is sent as several bytes may take, in nanoseconds.
const SOON: i64 = 50_000_000;

const ESCAPE: u8 = 0x1b;

/// A terminal that gives single keys, for as long as this lives.
pub(super) struct Keys {
    input: Stdin,
    before: Termios,
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
        let keys = Self { input, before, listening, _holding: holding };
        // What was typed or pasted before a question was read is no answer to it.
        tcsetattr(&keys.input, OptionalActions::Flush, &single)?;
        Ok(keys)
    }

    /// The next key, once there is one.
    pub(super) fn next(&self) -> Key {
        key(|soon| self.byte(soon))
    }

    /// The next byte; `None` where there is none soon. Where there will never be one, that of Ctrl-C.
    fn byte(&self, soon: bool) -> Option<u8> {
        const INTERRUPT: u8 = 3;
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
            return Some(INTERRUPT);
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
        Some(0x03) => Key::Interrupt,
        Some(0x04) => Key::Leave,
        Some(ESCAPE) => sequence(byte),
        Some(first) => character(first, byte),
    }
}

/// What begins with Esc: a key of its own only where nothing follows soon.
fn sequence(mut byte: impl FnMut(bool) -> Option<u8>) -> Key {
    match byte(true) {
        None | Some(ESCAPE) => Key::Leave,
        Some(b'[' | b'O') => loop {
            match byte(true) {
                Some(b'A' | b'Z') => return Key::Up,
                Some(b'B') => return Key::Down,
                // Parameters come before the letter that ends it.
                Some(b'0'..=b'?' | b' '..=b'/') => {}
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
    bytes.extend((0..more).map_while(|_| byte(true)));
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
        let typed: [&[u8]; 7] = [b"z\x7f\x15", b"\r\n", b"\x1b[A\x1bOB\x1b[Z\t", b"\x1b", b"\x04", b"\x03", b"\x1a"];
        use Key::{Down, Enter, Erase, EraseAll, Interrupt, Leave, Other, Text, Up};
        assert_eq!(
            keys(&typed),
            [Text('z'), Erase, EraseAll, Enter, Enter, Up, Down, Up, Down, Leave, Leave, Interrupt, Other]
        );
    }

    #[test]
    fn what_is_sent_as_several_bytes_is_one_key() {
        assert_eq!(keys(&["é木".as_bytes()]), [Key::Text('é'), Key::Text('木')]);
        assert_eq!(keys(&[b"\x1b[1;5C\x1b[200~", b"\xff", b"\xe6\x9c"]), [Key::Other; 4]);
    }
}
