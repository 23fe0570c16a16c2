//! From text to JSON with places: strict JSON, and for everything that is none the words that say so.
//!
//! Provost has its own reader because no other gives all of it: the exact place of every value, keys that stand
//! twice, a bound on nesting, and one entry of a list at a time, so that a document of a whole mesh never stands in
//! memory with its places.

use std::borrow::Cow;

use super::{
    fault::Fault,
    json::{Json, Kind, Member, Span},
    reader::Reader,
};

/// How many lists and objects may stand in each other; PostgreSQL and every JSON library read that many.
const DEEPEST: usize = 100;
/// The text is no JSON from here on; the fault is recorded.
#[derive(Debug)]
pub(super) struct Broken;

pub(super) type Parsed<T> = Result<T, Broken>;

impl<'a> Reader<'a> {
    /// Goes to the first value of the text, where there is one.
    pub(super) fn begin(&mut self, noun: &str) -> Parsed<()> {
        if self.text.starts_with('\u{feff}') {
            self.fault(0..3, "the file begins with a byte order mark (U+FEFF), which JSON does not have")
                .label("three bytes that no editor shows")
                .help("save the file as UTF-8 without it");
            self.at = 3;
        }
        self.space();
        if self.peek().is_none() {
            let name = self.source.name().to_owned();
            self.faults.push(Fault::whole(self.source, format!("{name} is empty; {noun} is a JSON object")));
            return Err(Broken);
        }
        Ok(())
    }

    /// The one value that the text holds.
    pub(super) fn only(&mut self, noun: &str) -> Option<Json<'a>> {
        self.begin(noun).ok()?;
        let json = self.value(0).ok()?;
        self.end(noun);
        Some(json)
    }

    /// Makes sure that nothing but white space is left.
    pub(super) fn end(&mut self, noun: &str) {
        self.space();
        if self.peek().is_some() {
            let span = self.character();
            self.fault(span, format!("something stands after the end of {noun}"))
                .label("from here on")
                .help("one file holds one JSON value; take away what follows, or a bracket that closes too early");
        }
    }

    /// The value that begins here, within `depth` lists and objects.
    pub(super) fn value(&mut self, depth: usize) -> Parsed<Json<'a>> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.object_here(depth)?,
            Some(b'[') => self.list_here(depth)?,
            Some(b'"') => Kind::Text(self.string()?),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => Kind::Number(self.number()?),
            Some(c) if c.is_ascii_alphabetic() => self.word()?,
            _ => return self.misplaced("a value"),
        };
        Ok(Json { span: start..self.at, value })
    }

    fn object_here(&mut self, depth: usize) -> Parsed<Kind<'a>> {
        let mut members: Vec<Member<'a>> = Vec::new();
        self.members(depth, |reader, key, at| {
            let value = reader.value(depth + 1)?;
            members.push(Member { key, at, value });
            Ok(())
        })?;
        self.keys_once(members.iter().map(|member| (&*member.key, &member.at)));
        Ok(Kind::Object(members))
    }

    fn list_here(&mut self, depth: usize) -> Parsed<Kind<'a>> {
        let mut entries = Vec::new();
        self.entries(depth, |reader| {
            entries.push(reader.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Kind::List(entries))
    }

    /// Reads the object that begins here, each member by `each`, which finds its value next.
    pub(super) fn members(
        &mut self,
        depth: usize,
        mut each: impl FnMut(&mut Self, Cow<'a, str>, Span) -> Parsed<()>,
    ) -> Parsed<()> {
        self.enclosed(depth, b'}', |reader| {
            let start = reader.at;
            let key = match reader.peek() {
                Some(b'"') => reader.string()?,
                _ => return reader.misplaced("a key in double quotes"),
            };
            let at = start..reader.at;
            reader.space();
            if reader.peek() != Some(b':') {
                return reader.misplaced("a : between this key and its value");
            }
            reader.at += 1;
            reader.space();
            each(reader, key, at)
        })
    }

    /// Reads the list that begins here, each entry by `each`.
    pub(super) fn entries(&mut self, depth: usize, each: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.enclosed(depth, b']', each)
    }

    /// Reads what stands between this bracket and `close`, by commas.
    fn enclosed(&mut self, depth: usize, close: u8, mut each: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let outer = std::mem::replace(&mut self.open, self.at);
        if depth >= DEEPEST {
            let span = self.character();
            self.fault(span, format!("lists and objects stand in each other more than {DEEPEST} deep"))
                .label(format!("this is the {}st", DEEPEST + 1));
            return Err(Broken);
        }
        self.at += 1;
        self.space();
        if self.peek() != Some(close) {
            loop {
                each(self)?;
                self.space();
                if self.peek() != Some(b',') {
                    break;
                }
                self.comma(close)?;
            }
        }
        if self.peek() != Some(close) {
            return self.misplaced(if close == b'}' { "a comma or }" } else { "a comma or ]" });
        }
        self.at += 1;
        self.open = outer;
        Ok(())
    }

    /// Goes past a comma, after which something must follow.
    fn comma(&mut self, close: u8) -> Parsed<()> {
        let comma = self.character();
        self.at += 1;
        self.space();
        if self.peek() != Some(close) {
            return Ok(());
        }
        self.fault(comma, format!("nothing follows this comma before the {}", char::from(close)))
            .label("one too many")
            .help("JSON has no comma after the last entry");
        Err(Broken)
    }

    /// Something else stands here, or nothing.
    pub(super) fn misplaced<T>(&mut self, expected: &str) -> Parsed<T> {
        let (span, open) = (self.character(), self.open);
        match self.text.as_bytes().get(self.at) {
            None => {
                let bracket = char::from(self.text.as_bytes()[open]);
                self.fault(open..open + 1, format!("the file ends before this {bracket} is closed"))
                    .label("opened here")
                    .help("was all of the file written, or copied?");
            }
            Some(b'/' | b'#') => {
                self.fault(span, "JSON has no comments")
                    .label("begins here")
                    .help("say it in a field: \"description\"");
            }
            Some(byte) => {
                let help = match byte {
                    b'\'' => Some("JSON has double quotes only"),
                    b'"' if expected.starts_with("a comma") => Some("is a comma missing before it?"),
                    b',' => Some("is there one comma too many, or a value missing before it?"),
                    _ => None,
                };
                let fault = self.fault(span, format!("{expected} belongs here")).label("instead of this");
                fault.help = help.map(str::to_owned);
            }
        }
        Err(Broken)
    }

    /// The character that stands here.
    pub(super) fn character(&self) -> Span {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.at..self.at + length
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn space(&mut self) {
        self.while_bytes(|b| matches!(b, b' ' | b'\n' | b'\t' | b'\r'));
    }

    /// What stands here as long as its bytes, which are ASCII, go on.
    pub(super) fn while_bytes(&mut self, go_on: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        self.at += rest.iter().position(|&b| !go_on(b)).unwrap_or(rest.len());
        &self.text[start..self.at]
    }
}
