//! What a transaction leaves behind, by which another connection learns whether it was committed.

use postgres::types::Type;

use super::{
    error::{Doing, StoreError},
    session::{Session, time},
};
use crate::model::Moment;

/// The row that a transaction adds, and when it was made: a row of that number that another transaction added later,
/// because this one was not committed, is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The record of a change.
    Change {
        /// Its number.
        id: i64,
        /// When it was made.
        at: Moment,
    },
    /// A push.
    Push {
        /// Its generation.
        generation: i64,
        /// When it was made.
        at: Moment,
    },
}

impl Written {
    /// Whether it was committed. To be asked in a session that changes the mesh: whoever wrote it held the same locks,
    /// so that it is decided by then.
    ///
    /// # Errors
    /// Where the server fails or the role may not.
    pub fn is_there(self, session: &mut Session<'_>) -> Result<bool, StoreError> {
        let (statement, number, at) = match self {
            Self::Change { id, at } => ("select from public.change where id = $1 and at = $2", id, at),
            Self::Push { generation, at } => {
                ("select from public.push where generation = $1 and pushed = $2", generation, at)
            }
        };
        let with = [(&number as _, Type::INT8), (&time(at) as _, Type::TIMESTAMPTZ)];
        Ok(!session.rows(Doing::AskingWhether, statement, &with)?.is_empty())
    }
}
