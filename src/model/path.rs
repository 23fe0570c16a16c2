//! Absolute paths in normal form, so that `/etc//x`, `/etc/./x` and `/etc/x/` are one.

use std::fmt;

use serde::{Serialize, Serializer};

/// An absolute path in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbsolutePath(Box<str>);

/// Why a text is no path that a module can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// It does not begin with `/`.
    Relative,
    /// It has a part that is `..`.
    Parent,
    /// It holds a NUL character.
    Nul,
}

impl AbsolutePath {
    /// The path that `text` names.
    ///
    /// # Errors
    /// Where it is not absolute, has a part `..`, or a NUL character.
    pub fn new(text: &str) -> Result<Self, PathError> {
        if !text.starts_with('/') {
            return Err(PathError::Relative);
        }
        if text.contains('\0') {
            return Err(PathError::Nul);
        }
        let mut normal = String::with_capacity(text.len());
        for part in text.split('/').filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." {
                return Err(PathError::Parent);
            }
            normal.push('/');
            normal.push_str(part);
        }
        if normal.is_empty() {
            normal.push('/');
        }
        Ok(Self(normal.into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The paths above this one, the nearest first, `/` last.
    pub fn above(&self) -> impl Iterator<Item = &str> {
        let text: &str = &self.0;
        let mut end = if text == "/" { 0 } else { text.len() };
        std::iter::from_fn(move || {
            let at = text[..end].rfind('/')?;
            end = at;
            Some(if at == 0 { "/" } else { &text[..at] })
        })
    }

    /// Whether this path is `other` or lies below it.
    pub fn is_at_or_below(&self, other: &Self) -> bool {
        other.as_str() == "/"
            || self.0.strip_prefix(other.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl fmt::Display for AbsolutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => "a path begins with /",
            Self::Parent => "a path has no part that is ..",
            Self::Nul => "a path holds no NUL character",
        })
    }
}

impl Serialize for AbsolutePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_form() {
        for text in ["/etc/x", "/etc//x", "/etc/./x", "/etc/x/", "//etc/x/."] {
            assert_eq!(AbsolutePath::new(text).unwrap().as_str(), "/etc/x");
        }
        assert_eq!(AbsolutePath::new("//").unwrap().as_str(), "/");
        assert_eq!(AbsolutePath::new("etc"), Err(PathError::Relative));
        assert_eq!(AbsolutePath::new("/a/../b"), Err(PathError::Parent));
    }

    #[test]
    fn knows_what_is_above() {
        let path = AbsolutePath::new("/a/b/c").unwrap();
        assert_eq!(path.above().collect::<Vec<_>>(), ["/a/b", "/a", "/"]);
        assert_eq!(AbsolutePath::new("/").unwrap().above().count(), 0);
        assert!(path.is_at_or_below(&AbsolutePath::new("/a/b").unwrap()));
        assert!(!AbsolutePath::new("/a/bc").unwrap().is_at_or_below(&AbsolutePath::new("/a/b").unwrap()));
    }
}
