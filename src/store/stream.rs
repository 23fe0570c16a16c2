//! Rows that are looked at one by one as they arrive.

use std::io;

use super::{
    copy::{self, Fields},
    error::{Doing, StoreError},
    session::Session,
    watch::timed,
};

/// What stops a stream of rows.
pub(super) enum Stopped {
    Stream(io::Error),
    Told(StoreError),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}

/// Reads the rows of a copy.
pub(super) fn stream<const N: usize>(
    session: &mut Session<'_>,
    doing: Doing,
    statement: &str,
    each: impl FnMut(Fields<'_, N>) -> Result<(), Stopped>,
) -> Result<(), StoreError> {
    let asker = session.asker().clone();
    let read = timed(statement, || {
        let mut reader = session.client().copy_out(statement).map_err(|error| StoreError::of(&error, doing, &asker))?;
        copy::read(&mut reader, each).map_err(|stopped| match stopped {
            Stopped::Stream(error) => StoreError::of_stream(&error, doing, &asker),
            Stopped::Told(error) => error,
        })
    });
    read.map_err(|error| session.refused(error))
}
