//! What was being done when something came between.

/// What was being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each says it
pub enum Doing {
    Beginning,
    LookingAtSchema,
    LookingAtDatabase,
    ReadingMesh,
    ReadingManifests,
    ReadingNames,
    ReadingAuthors,
    ReadingDeclarations,
    ReadingLast,
    ReadingRecord,
    ReadingAcknowledgements,
    AskingForRights,
    AskingWhoSees,
    AskingWhether,
    Verifying,
    Listening,
    Digesting,
    GivingRights,
    WritingChange,
    WritingDeclarations,
    WritingAcknowledgement,
    Recording,
    Committing,
}
