//! What is wrong with an input, as data: the place, the words, what is allowed.

use std::{error::Error, fmt, ops::Range};

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use super::source::Source;
use crate::model::text::lines_shown;

/// Whether a fault stops what was to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// Nothing is done.
    Error,
    /// It is said, and all the same done.
    Warning,
}

/// Something wrong at a place of an input.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The input.
    pub source: Source,
    /// The bytes that are wrong; `None` is the input as a whole, which the message then names.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What to write under the place.
    pub label: String,
    /// Another place of the same input that belongs to the fault, with what to write under it.
    pub other: Option<(Range<usize>, String)>,
    /// What is allowed, or probably meant.
    pub help: Option<String>,
    /// Whether it stops what was to be done.
    pub gravity: Gravity,
}

/// Something at a place of an input that is probably not what was meant, and stops nothing.
pub type Warning = Fault;

impl Fault {
    /// An error at a place.
    pub(super) fn at(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Some(span), ..Self::whole(source, message) }
    }

    /// An error of the input as a whole.
    pub(super) fn whole(source: &Source, message: impl Into<String>) -> Self {
        Self {
            source: source.clone(),
            span: None,
            message: message.into(),
            label: "here".to_owned(),
            other: None,
            help: None,
            gravity: Gravity::Error,
        }
    }

    pub(super) fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    pub(super) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Says what is allowed where nobody can tell what was meant.
    pub(super) fn meant(&mut self, meant: Option<String>, else_say: impl FnOnce() -> Option<String>) -> &mut Self {
        self.help = meant.or_else(else_say);
        self
    }

    pub(super) fn other(&mut self, span: &Range<usize>, label: impl Into<String>) -> &mut Self {
        self.other = Some((span.clone(), label.into()));
        self
    }

    /// The line and the column, in characters, both from 1.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        self.span.as_ref().map(|span| self.source.line_column(span.start))
    }

    /// The place in words, as editors and terminals follow it: `i3.json:3:14`, or the input alone.
    pub fn place(&self) -> String {
        match self.line_column() {
            Some((line, column)) => format!("{}:{line}:{column}", self.source.name()),
            None => self.source.name().to_owned(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lines_shown(&self.message))
    }
}

impl Error for Fault {}

impl Diagnostic for Fault {
    fn severity(&self) -> Option<Severity> {
        Some(match self.gravity {
            Gravity::Error => Severity::Error,
            Gravity::Warning => Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(lines_shown(help)) as Box<dyn fmt::Display + 'a>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.span.as_ref().map(|_| &self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span.clone()?;
        let main = LabeledSpan::new_primary_with_span(Some(lines_shown(&self.label)), span);
        let other =
            self.other.iter().map(|(span, label)| LabeledSpan::new_with_span(Some(lines_shown(label)), span.clone()));
        Some(Box::new(std::iter::once(main).chain(other)))
    }
}
