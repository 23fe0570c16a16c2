//! Names: what may stand where a site, node, module, provision, claim, fact or resource is named.
//!
//! The kind of a name is part of its type, so that a node's name is never taken for a module's.

use std::{borrow::Borrow, fmt, marker::PhantomData};

use compact_str::CompactString;
use serde::{Serialize, Serializer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest name, in characters after normalisation.
pub const LONGEST: usize = 128;

/// What a kind of name is called, and which characters it allows beside the common ones.
pub trait Kind: Copy + Ord + std::hash::Hash + fmt::Debug + 'static {
    /// The noun of the model, as it stands in messages.
    const NOUN: &'static str;
    /// Punctuation allowed after the first character, in addition to letters, digits and marks.
    const PUNCTUATION: &'static str = ".-_+";
    /// What names everything of this kind, so that nothing can be called that.
    const RESERVED: Option<&'static str> = None;
}

/// The kinds of names.
pub mod kind {
    use super::Kind;

    macro_rules! kinds {
        ($($(#[$doc:meta])* $kind:ident $noun:literal $(with $punctuation:literal)? $(without $reserved:literal)?;)*) => {$(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $kind {}
            impl Kind for $kind {
                const NOUN: &'static str = $noun;
                $(const PUNCTUATION: &'static str = $punctuation;)?
                $(const RESERVED: Option<&'static str> = Some($reserved);)?
            }
        )*};
    }

    kinds! {
        /// A site.
        Site "site";
        /// A node.
        Node "node" without "all";
        /// A module of the catalogue.
        Module "module";
        /// A provision.
        Provision "provision" with ".-_+/:@";
        /// A claim.
        Claim "claim" with ".-_+/:@";
        /// A fact.
        Fact "fact" with ".-_+/:@";
        /// A resource of a module.
        Resource "resource id";
    }
}

/// A name of one kind. Ordered by its bytes, compared exactly.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name<K>(CompactString, PhantomData<K>);

/// The name of a site.
pub type SiteName = Name<kind::Site>;
/// The name of a node.
pub type NodeName = Name<kind::Node>;
/// The name of a module.
pub type ModuleName = Name<kind::Module>;
/// The name of a provision, as provided, required or pinned.
pub type ProvisionName = Name<kind::Provision>;
/// The name of a claim.
pub type ClaimName = Name<kind::Claim>;
/// The name of a fact.
pub type FactName = Name<kind::Fact>;
/// The id of a resource within its module.
pub type ResourceId = Name<kind::Resource>;

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Nothing was given.
    Empty,
    /// More than [`LONGEST`] characters; the number given.
    Long(usize),
    /// The first character is neither a letter nor a digit.
    First(char),
    /// A later character is not allowed in this kind of name.
    Character(char),
    /// `all` names every node, so no node can have it.
    Reserved,
}

impl<K: Kind> Name<K> {
    /// The name in `text`, brought to Unicode NFC.
    ///
    /// # Errors
    /// Where `text` is empty, too long, or has a character that this kind does not allow.
    ///
    /// ```
    /// use provost::model::{NodeName, ProvisionName};
    /// assert!(NodeName::new("laptop").is_ok());
    /// assert!(NodeName::new("lap/top").is_err());
    /// assert!(ProvisionName::new("font/latin").is_ok());
    /// ```
    pub fn new(text: &str) -> Result<Self, NameError> {
        let normal: CompactString = if text.is_ascii() { text.into() } else { text.nfc().collect() };
        let mut characters = normal.chars();
        match characters.next() {
            None => return Err(NameError::Empty),
            Some(first) if !is_word(first) => return Err(NameError::First(first)),
            Some(_) => {}
        }
        if let Some(wrong) = characters.find(|&c| !(is_word(c) || is_combining_mark(c) || K::PUNCTUATION.contains(c))) {
            return Err(NameError::Character(wrong));
        }
        let length = normal.chars().count();
        if length > LONGEST {
            return Err(NameError::Long(length));
        }
        if K::RESERVED == Some(normal.as_str()) {
            return Err(NameError::Reserved);
        }
        Ok(Self(normal, PhantomData))
    }

    /// A name as it stands in the database, where plain SQL may have put anything: kept as it is,
    /// so that a mesh with a bad name can still be read and repaired.
    pub fn stored(text: &str) -> Self {
        Self(text.into(), PhantomData)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    c.general_category_group() == GeneralCategoryGroup::Letter || c.general_category() == GeneralCategory::DecimalNumber
}

impl<K: Kind> Borrow<str> for Name<K> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<K: Kind> fmt::Display for Name<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<K: Kind> fmt::Debug for Name<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl<K: Kind> Serialize for Name<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<K: Kind> std::str::FromStr for Name<K> {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::new(text)
    }
}

impl NameError {
    /// The error in words about `text`, which was to be a name of kind `K`.
    pub fn about<K: Kind>(self, text: &str) -> String {
        let noun = K::NOUN;
        match self {
            Self::Empty => format!("a {noun} needs a name, and this one is empty"),
            Self::Long(length) => {
                format!("the name of a {noun} has at most {LONGEST} characters, and this one has {length}")
            }
            Self::First(c) => {
                format!("{} is no name of a {noun}: it begins with {}, not a letter or digit", quoted(text), shown(c))
            }
            Self::Character(c) => {
                let one = if K::RESERVED.is_some() && ",:=".contains(c) { ONE_NODE } else { "" };
                format!("{} is no name of a {noun}: {} is not allowed in it{one}", quoted(text), shown(c))
            }
            Self::Reserved => format!("no node is called all: it stands for every node{ONE_NODE}"),
        }
    }
}

/// Said where several nodes were meant by what is to be the name of one.
const ONE_NODE: &str = "; one node is named here, by its own name";

/// A character as it can be told on any terminal: itself, or what it is.
fn shown(c: char) -> String {
    match c {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        '\n' | '\r' => "the end of a line".to_owned(),
        c if c.is_ascii_graphic() => format!("{c:?}"),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::Long(length) => write!(f, "it has {length} characters; {LONGEST} are allowed"),
            Self::First(c) => write!(f, "it begins with {}, not a letter or digit", shown(*c)),
            Self::Character(c) => write!(f, "{} is not allowed in it", shown(*c)),
            Self::Reserved => f.write_str("all stands for every node"),
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_letters_of_any_script_in_normal_form() {
        assert_eq!(NodeName::new("caf\u{65}\u{301}").map(|n| n.to_string()), Ok("café".to_owned()));
        assert!(NodeName::new("ひと").is_ok());
        assert!(NodeName::new("हिन्दी").is_ok());
    }

    #[test]
    fn refuses_what_is_no_name() {
        assert_eq!(NodeName::new(""), Err(NameError::Empty));
        assert_eq!(NodeName::new("-x"), Err(NameError::First('-')));
        assert_eq!(NodeName::new("\u{301}x"), Err(NameError::First('\u{301}')));
        assert_eq!(NodeName::new("a b"), Err(NameError::Character(' ')));
        assert_eq!(NodeName::new("a\u{202e}b"), Err(NameError::Character('\u{202e}')));
        assert_eq!(NodeName::new("a/b"), Err(NameError::Character('/')));
        assert_eq!(NodeName::new("all"), Err(NameError::Reserved));
        assert_eq!(NodeName::new(&"x".repeat(129)), Err(NameError::Long(129)));
        assert!(NodeName::new(&"é".repeat(128)).is_ok());
        assert!(SiteName::new("all").is_ok());
        assert!(ProvisionName::new("a/b:c@d").is_ok());
    }

    #[test]
    fn shows_the_character_that_is_wrong() {
        let text = "a\u{202e}b";
        assert_eq!(
            NameError::Character('\u{202e}').about::<kind::Node>(text),
            "\"a\\u{202e}b\" is no name of a node: U+202E is not allowed in it"
        );
    }
}
