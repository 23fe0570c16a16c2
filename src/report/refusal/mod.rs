//! Refusals in words: a headline, the chain of reasons, and what to do.
//!
//! Refusals with one cause are one story, told once with all the names (`story`); each kind of refusal has its own
//! words in a file of its own; `layout` puts them on the page. The page is written directly and not through
//! miette's handlers: those know one headline and one block of help, and have no place for the code at the margin,
//! for numbered chains that leave out what was said, and for commands in a column of their own.

mod act;
mod candidate;
mod chain;
mod claim;
mod layout;
mod moved;
mod needs;
mod pin;
mod question;
mod reflects;
mod requirement;
mod resource;
mod reviewed;
mod story;
mod telling;
mod used;

pub use act::{Act, Asked};
pub use candidate::why_not;
pub use chain::qualified;
pub(super) use chain::steps;
pub(super) use needs::unmet;
pub use question::{Entry, Question, Reply, question};

use self::{
    story::stories,
    telling::{Case, Memory, tell},
};
use super::{
    remedy::Remedies,
    style::{Ink, Style},
};
use crate::resolver::Refusal;

/// What is told of a mesh that nothing was asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It was planned.
    Plan,
    /// It was planned, and only what is held does not resolve.
    Held,
    /// It was to be declared.
    Push,
    /// It was to be declared as it was reviewed, and is another.
    Review,
    /// A change was made that leaves it so.
    Left,
}

impl Occasion {
    const fn headline(self) -> (&'static str, &'static str) {
        match self {
            Self::Plan => ("refused:", "the mesh does not resolve"),
            Self::Held => ("refused:", "held nodes do not resolve; they are told nothing new and stop no push"),
            Self::Push => ("refused:", "the mesh does not resolve; nothing was declared"),
            Self::Review => ("refused:", "this was not reviewed; nothing was declared"),
            Self::Left => ("unresolved:", "this is refused now, and push refuses until it resolves"),
        }
    }
}

/// The refusals of a command that was to change something.
pub fn refused(asked: &Asked, refusals: &[Refusal], style: &Style) -> String {
    let first = format!("{}; nothing was changed", asked.act.headline());
    page("refused:", &first, Some(asked), refusals, style)
}

/// The refusals of a mesh as it is.
pub fn unresolved(occasion: Occasion, refusals: &[Refusal], style: &Style) -> String {
    let (word, first) = occasion.headline();
    page(word, first, None, refusals, style)
}

fn page(word: &str, first: &str, asked: Option<&Asked>, refusals: &[Refusal], style: &Style) -> String {
    let remedies = Remedies::new(asked, refusals);
    let first = style.wrapped(&format!("{word} "), "  ", first).join("\n");
    let mut page = first.replacen(word, &style.ink(Ink::No, word), 1);
    page.push_str("\n\n");
    page.push_str(&layout::stories(&stories(refusals, &remedies), style));
    page
}

/// A refusal in one sentence, its headline.
pub fn message(refusal: &Refusal) -> String {
    tell(&Case::single(refusal), &mut Memory::default()).headline
}

/// What would have to change where no command settles a refusal.
pub fn without_remedy(refusal: &Refusal, asked: Option<&Asked>) -> String {
    let prunes = asked.is_some_and(Asked::prunes);
    tell(&Case::single(refusal), &mut Memory { prunes, ..Memory::default() }).without
}

#[cfg(test)]
mod tests;
