//! What is true of a command beside what it does: it stands with the command's arguments, and its manual page tells it.

use clap::builder::CommandExt;

use crate::outcome::Exit;

/// What is true of a command: `#[command(add = Traits::READS)]`.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// How it can end.
    pub exits: &'static [Exit],
    /// Whether it matters to it which database is meant.
    pub database: bool,
    /// What else to read: commands, and pages with their section.
    pub near: &'static [&'static str],
}

impl CommandExt for Traits {}

impl Traits {
    /// A command that asks the database.
    pub const READS: Self = Self { exits: &[Exit::Done, Exit::Failed, Exit::Usage], database: true, near: &[] };
    /// A command that writes to the database what the mesh has no say in.
    pub const WRITES: Self = Self::READS.exits(&[Exit::Done, Exit::Failed, Exit::Usage, Exit::Interrupted]);
    /// A command that changes the mesh, if that allows it.
    pub const CHANGES: Self =
        Self::READS.exits(&[Exit::Done, Exit::Failed, Exit::Usage, Exit::Refused, Exit::Interrupted]);
    /// A command that needs no database, or has its own.
    pub const APART: Self = Self { database: false, ..Self::READS };

    /// It can end so and not otherwise.
    #[must_use]
    pub const fn exits(self, exits: &'static [Exit]) -> Self {
        Self { exits, ..self }
    }

    /// These are to be read beside it.
    #[must_use]
    pub const fn near(self, near: &'static [&'static str]) -> Self {
        Self { near, ..self }
    }
}
