//! What every reading shares: where it is, what it has found wrong, and the values that occur everywhere.

use std::{collections::HashMap, hash::Hash};

use super::{
    fault::{Fault, Gravity, Warning},
    json::{Json, Kind, Member, Span, member},
    source::{Source, floor},
};
use crate::model::{
    name::{Kind as NameKind, Name, NameError},
    near::meant,
    scope::Scope,
};

/// How much of a place is underlined; of what is longer, the beginning.
const UNDERLINED: usize = 70;

/// One reading of one text.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) text: &'a str,
    /// The byte that is read next.
    pub(super) at: usize,
    /// Where the innermost bracket that is not closed yet stands.
    pub(super) open: usize,
    /// Whether the text comes from the database, where what has one meaning all the same is no fault.
    stored: bool,
    pub(super) faults: Vec<Fault>,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    /// A reading that finds everything wrong that there is.
    pub(super) fn strict(source: &'a Source) -> Self {
        Self::new(source, source.text(), false)
    }

    /// A reading of what the database has; `source` stands for it in faults.
    pub(super) fn lenient(source: &'a Source, text: &'a str) -> Self {
        Self::new(source, text, true)
    }

    fn new(source: &'a Source, text: &'a str, stored: bool) -> Self {
        Self { source, text, at: 0, open: 0, stored, faults: Vec::new(), warnings: Vec::new() }
    }

    /// Whether the text comes from the database.
    pub(super) fn is_stored(&self) -> bool {
        self.stored
    }

    /// What is wrong, by place.
    pub(super) fn faults(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.start));
        self.faults
    }

    /// Records what leaves the text without a meaning.
    pub(super) fn fault(&mut self, span: Span, message: impl Into<String>) -> &mut Fault {
        let fault = Fault::at(self.source, self.underlined(span), message);
        pushed(&mut self.faults, fault)
    }

    /// Records what is wrong and yet has one meaning, which it keeps where it has come into the database.
    pub(super) fn slip(&mut self, span: Span, message: impl Into<String>) -> &mut Fault {
        let fault = Fault::at(self.source, self.underlined(span), message);
        let list = if self.stored { &mut self.warnings } else { &mut self.faults };
        pushed(list, fault)
    }

    /// Warns, by `words` of the message, where somebody reads it.
    pub(super) fn warn(&mut self, span: &Span, words: impl FnOnce() -> (String, Option<String>)) {
        if self.stored {
            return;
        }
        let (message, help) = words();
        let fault = Fault::at(self.source, self.underlined(span.clone()), message);
        let label = "not known".to_owned();
        self.warnings.push(Fault { help, label, gravity: Gravity::Warning, ..fault });
    }

    /// As much of a place as can be underlined in one line.
    fn underlined(&self, span: Span) -> Span {
        let text = self.text.get(span.clone()).unwrap_or_default();
        let line = text.find(['\n', '\r']).unwrap_or(text.len());
        match &text[..line] {
            line if line.len() == text.len() && line.len() <= UNDERLINED => span,
            _ if text.starts_with(['{', '[']) => span.start..span.start + 1,
            line => span.start..span.start + floor(line, UNDERLINED),
        }
    }

    /// A value of another type than belongs there.
    pub(super) fn mistyped(&mut self, json: &Json<'_>, what: &str, wanted: &str) -> &mut Fault {
        let noun = json.noun();
        self.fault(json.span.clone(), format!("{what} is {wanted}, and this is {noun}")).label(noun)
    }

    /// The text that a value must be.
    pub(super) fn text<'j>(&mut self, json: &'j Json<'_>, what: &str) -> Option<&'j str> {
        self.text_that_is(json, what, "text")
    }

    fn text_that_is<'j>(&mut self, json: &'j Json<'_>, what: &str, wanted: &str) -> Option<&'j str> {
        let help = match &json.value {
            Kind::Text(text) => return Some(text),
            Kind::Number(written) if written.len() <= UNDERLINED => Some(format!("write \"{written}\"")),
            Kind::Null => Some("leave it out where there is nothing to say".to_owned()),
            Kind::Number(_) | Kind::Truth(_) | Kind::List(_) | Kind::Object(_) => None,
        };
        self.mistyped(json, what, wanted).help = help;
        None
    }

    /// The text that a value must be, and not the empty one.
    pub(super) fn filled<'j>(&mut self, json: &'j Json<'_>, what: &str) -> Option<&'j str> {
        let text = self.text(json, what)?;
        if text.is_empty() {
            self.slip(json.span.clone(), format!("{what} is empty")).label("nothing");
        }
        Some(text)
    }

    /// The entries of the list that a value must be.
    pub(super) fn list<'j, 'b>(&mut self, json: &'j Json<'b>, what: &str) -> &'j [Json<'b>] {
        match &json.value {
            Kind::List(entries) => return entries,
            Kind::Null => self.mistyped(json, what, "a list").help("leave it out, or write []"),
            Kind::Text(_) | Kind::Object(_) => {
                let written = self.text.get(json.span.clone()).filter(|text| text.len() <= UNDERLINED);
                let help = written.map(|text| format!("write [{text}]"));
                self.mistyped(json, what, "a list").meant(help, || None)
            }
            Kind::Truth(_) | Kind::Number(_) => self.mistyped(json, what, "a list"),
        };
        &[]
    }

    /// The members of the object that a value must be.
    pub(super) fn object<'j, 'b>(&mut self, json: &'j Json<'b>, what: &str) -> Option<&'j [Member<'b>]> {
        match &json.value {
            Kind::Object(members) => Some(members),
            Kind::Null | Kind::Truth(_) | Kind::Number(_) | Kind::Text(_) | Kind::List(_) => {
                self.mistyped(json, what, "an object");
                None
            }
        }
    }

    /// The name that a value must be.
    pub(super) fn name<K: NameKind>(&mut self, json: &Json<'_>, what: &str) -> Option<Name<K>> {
        let text = self.text_that_is(json, what, "a name")?;
        self.named(text, &json.span)
    }

    /// The name in a text that stands at `span`.
    pub(super) fn named<K: NameKind>(&mut self, text: &str, span: &Span) -> Option<Name<K>> {
        match Name::new(text) {
            Ok(name) => Some(name),
            Err(error) => {
                let help = match error {
                    NameError::First(_) | NameError::Character(_) => Some(allowed::<K>()),
                    NameError::Empty | NameError::Long(_) | NameError::Reserved => None,
                };
                self.slip(span.clone(), error.about::<K>(text)).label("not a name").help = help;
                self.stored.then(|| Name::stored(text))
            }
        }
    }

    /// The scope that a value must be.
    pub(super) fn scope(&mut self, json: &Json<'_>) -> Option<Scope> {
        let word = self.text(json, "a scope")?;
        let scope = Scope::from_word(word);
        if scope.is_none() {
            let near = meant(word, Scope::ALL.map(Scope::word));
            self.fault(json.span.clone(), format!("{} is no scope", quoted(word)))
                .label("not a scope")
                .help(join_help(near, "a scope is node, site or mesh"));
        }
        scope
    }

    /// The member that must be there, in the object at `span`.
    pub(super) fn required<'j, 'b>(
        &mut self,
        members: &'j [Member<'b>],
        span: &Span,
        key: &str,
        what: &str,
    ) -> Option<&'j Json<'b>> {
        let found = member(members, key);
        if found.is_none() {
            let near = members.iter().find(|member| meant(&member.key, [key]).is_some());
            let fault = self.fault(span.clone(), format!("{what} has no {key}"));
            fault.label(format!("{key} is missing"));
            if let Some(near) = near {
                fault.other(&near.at, format!("did you mean {key}?"));
            }
        }
        found.map(|member| &member.value)
    }

    /// Warns of a member that nothing knows, with the one that was probably meant.
    pub(super) fn unknown(&mut self, member: &Member<'_>, of: &str, known: &[&str]) {
        self.warn(&member.at, || {
            let message = format!("{} is no field of {of}; it is kept as it is", quoted(&member.key));
            (message, meant(&member.key, known.iter().copied()))
        });
    }

    /// Makes sure that no key stands twice in one object.
    pub(super) fn keys_once<'k>(&mut self, keys: impl ExactSizeIterator<Item = (&'k str, &'k Span)> + Clone) {
        let twice: Vec<_> = if keys.len() <= 8 {
            let earlier = |at: usize, key: &str| keys.clone().take(at).find(|(other, _)| *other == key);
            keys.clone().enumerate().filter_map(|(at, (key, span))| Some((key, earlier(at, key)?.1, span))).collect()
        } else {
            let mut seen = HashMap::with_capacity(keys.len());
            keys.filter_map(|(key, span)| Some((key, seen.insert(key, span)?, span))).collect()
        };
        for (key, first, again) in twice {
            self.fault(again.clone(), format!("{} stands twice in one object", quoted(key)))
                .label("here again")
                .other(first, "here first");
        }
    }
}

fn pushed(faults: &mut Vec<Fault>, fault: Fault) -> &mut Fault {
    let at = faults.len();
    faults.push(fault);
    &mut faults[at]
}

/// What may stand once in a list, and where it stood.
pub(super) struct Once<T>(HashMap<T, Span>);

impl<T: Eq + Hash> Once<T> {
    pub(super) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Where the same stood before; else notes that it stands here.
    pub(super) fn before(&mut self, entry: T, span: &Span) -> Option<Span> {
        match self.0.entry(entry) {
            std::collections::hash_map::Entry::Occupied(first) => Some(first.get().clone()),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(span.clone());
                None
            }
        }
    }

    /// Whether it stood somewhere.
    pub(super) fn has(&self, entry: &T) -> bool {
        self.0.contains_key(entry)
    }

    /// All that stood there, in no order.
    pub(super) fn entries(&self) -> impl Iterator<Item = &T> {
        self.0.keys()
    }
}

/// A text as a message quotes it: on one line, and no longer than a line.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

/// What was probably meant, and then what is allowed.
pub(super) fn join_help(meant: Option<String>, allowed: &str) -> String {
    meant.map_or_else(|| allowed.to_owned(), |meant| format!("{meant} {allowed}"))
}

/// What a kind of name is made of.
fn allowed<K: NameKind>() -> String {
    let marks: Vec<String> = K::PUNCTUATION.chars().map(String::from).collect();
    format!("a name begins with a letter or digit; after that, these are allowed too: {}", marks.join(" "))
}
