//! Remedies: what settles a refusal, how it is carried out, and what it does besides.

use crate::model::{Edit, ModuleName, NodeName, ProvisionName};

/// What settles a refusal, tried in the resolver before it is offered.
#[derive(Clone, Debug)]
pub struct Remedy {
    /// What to do.
    pub way: Way,
    /// What it does besides.
    pub effect: Effect,
    /// Whether other refusals of the command stand then, so that a command which holds the refused one is refused for
    /// those. Never of a mesh as it is.
    pub leaves_others: bool,
}

impl Remedy {
    /// Whether it is a command that holds the refused one and is refused too, for what else stands.
    pub const fn is_refused_for_others(&self) -> bool {
        self.leaves_others && self.way.holds_the_refused()
    }
}

/// How a remedy is carried out.
#[derive(Clone, Debug)]
pub enum Way {
    /// Edits that are each accepted by themselves, before the refused command.
    Before(Vec<Edit>),
    /// Edits that are accepted as one change, before the refused command.
    AtOnce(Vec<Edit>),
    /// Edits that make one change together with the refused command.
    Together(Vec<Edit>),
    /// Edits that make one change together with the refused command, and come after it: they build on what it adds.
    After(Vec<Edit>),
    /// The refused command with an option added.
    Option(ChangeOption),
    /// Edits that make one change together with the refused command, with an option added.
    WithOption(Vec<Edit>, ChangeOption),
    /// A hand-over that is accepted by itself, before the refused command.
    MoveBefore {
        /// The node that hands over.
        from: NodeName,
        /// The node that receives.
        to: NodeName,
        /// What is handed over.
        modules: Vec<ModuleName>,
    },
    /// A hand-over in place of the refused command.
    Move {
        /// The node that hands over.
        from: NodeName,
        /// The node that receives.
        to: NodeName,
        /// What is handed over.
        modules: Vec<ModuleName>,
    },
}

impl Way {
    /// Whether the refused command is part of it.
    const fn holds_the_refused(&self) -> bool {
        match self {
            Self::Together(_) | Self::After(_) | Self::Option(_) | Self::WithOption(..) | Self::Move { .. } => true,
            Self::Before(_) | Self::AtOnce(_) | Self::MoveBefore { .. } => false,
        }
    }
}

/// An option of every changing command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeOption {
    /// `--keep`
    Keep,
    /// `--allow-moves`
    AllowMoves,
}

/// What a remedy does besides settling its refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// What nodes run then and do not run now, beyond what was asked.
    pub gains: Vec<(NodeName, ModuleName)>,
    /// What nodes run now and do not run then, beyond what was asked.
    pub loses: Vec<(NodeName, ModuleName)>,
    /// What nodes take then from where, and do not now.
    pub takes: Vec<(NodeName, ProvisionName, NodeName)>,
    /// What nodes answer themselves then, and take now from where.
    pub answers: Vec<(NodeName, ProvisionName, NodeName)>,
}
