//! The codes of refusals.

use serde::Serialize;

/// What kind of refusal it is. Ordered as refusals are sorted: by the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// An answer would come from elsewhere than today.
    AnswerMoved,
    /// What was to be unassigned is brought in by another module.
    BroughtIn,
    /// Several modules would answer what is required.
    ChooseModule,
    /// Several nodes offer what is required.
    ChooseNode,
    /// Two hold what only one may.
    ClaimCollision,
    /// A resource reflects what its module lacks.
    DanglingReflects,
    /// What was to be removed is in use.
    InUse,
    /// The machine lacks what a module needs.
    NeedUnmet,
    /// No node offers what is required.
    NoNode,
    /// No module would answer what is required.
    NoProvider,
    /// The mesh is not the one that was reviewed.
    NotAsReviewed,
    /// The pinned node does not offer what is pinned.
    PinUnanswered,
    /// Two modules put the same thing on a node.
    ResourceCollision,
}

impl Code {
    /// Every code, by name.
    pub const ALL: [Self; 13] = [
        Self::AnswerMoved,
        Self::BroughtIn,
        Self::ChooseModule,
        Self::ChooseNode,
        Self::ClaimCollision,
        Self::DanglingReflects,
        Self::InUse,
        Self::NeedUnmet,
        Self::NoNode,
        Self::NoProvider,
        Self::NotAsReviewed,
        Self::PinUnanswered,
        Self::ResourceCollision,
    ];

    /// The code as it is written everywhere.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AnswerMoved => "answer-moved",
            Self::BroughtIn => "brought-in",
            Self::ChooseModule => "choose-module",
            Self::ChooseNode => "choose-node",
            Self::ClaimCollision => "claim-collision",
            Self::DanglingReflects => "dangling-reflects",
            Self::InUse => "in-use",
            Self::NeedUnmet => "need-unmet",
            Self::NoNode => "no-node",
            Self::NoProvider => "no-provider",
            Self::NotAsReviewed => "not-as-reviewed",
            Self::PinUnanswered => "pin-unanswered",
            Self::ResourceCollision => "resource-collision",
        }
    }

    /// The code that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.word() == word)
    }
}
