//! Who decided something.

use serde::Serialize;

/// Who made a change, and by which command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Author {
    /// The role in the database.
    pub db_user: String,
    /// Who the operating system said the operator was.
    pub os_user: Option<String>,
    /// The command.
    pub command: String,
    /// What the operator said about it.
    pub message: Option<String>,
}

impl Author {
    /// The person, as far as that is known.
    pub fn name(&self) -> &str {
        self.os_user.as_deref().unwrap_or(&self.db_user)
    }
}
