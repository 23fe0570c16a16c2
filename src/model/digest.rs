//! SHA-256 digests.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The first so many bytes in hexadecimal: for what need not be told from everything there is.
    pub fn start(&self, bytes: usize) -> String {
        self.0.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The digest that 64 hexadecimal digits state.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// A digest in the making, of parts that cannot run into each other: each is preceded by its length.
#[derive(Clone, Default)]
pub struct Digester {
    sha: Sha256,
    /// Parts that are still to be digested: most are short, and many at once cost far less.
    pending: Vec<u8>,
}

/// How many bytes are digested at once.
const AT_ONCE: usize = 1 << 12;

impl Digester {
    /// Adds a part.
    pub fn part(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.add(bytes);
    }

    /// Adds a part whose length goes without saying.
    pub fn fixed(&mut self, bytes: &[u8; 32]) {
        self.add(bytes);
    }

    fn add(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= AT_ONCE {
            self.sha.update(&self.pending);
            self.pending.clear();
        }
    }

    /// The digest of all parts; what is added afterwards is another one.
    pub fn finish(&mut self) -> Digest {
        self.sha.update(&self.pending);
        self.pending.clear();
        Digest(self.sha.finalize_reset().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_read_as_it_is_shown() {
        let digest = Digest::of(b"provost");
        assert_eq!(Digest::from_hex(&digest.to_string()), Some(digest));
        assert_eq!(Digest::from_hex("00"), None);
        assert_eq!(digest.start(3), digest.to_string()[..6]);
        assert_eq!(Digest::from_hex(&"zz".repeat(32)), None);
    }

    #[test]
    fn keeps_parts_apart() {
        let digest = |parts: &[&str]| {
            let mut digester = Digester::default();
            parts.iter().for_each(|part| digester.part(part.as_bytes()));
            digester.finish()
        };
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
    }
}
