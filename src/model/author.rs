//! Who decided something.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// Who somebody is: to the database, and to the operating system. As JSON also `by`, which is the person as far as
/// that is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// The role in the database.
    pub db_user: String,
    /// Who the operating system said the operator was.
    pub os_user: Option<String>,
}

impl Person {
    /// The person, as far as that is known.
    pub fn name(&self) -> &str {
        self.os_user.as_deref().unwrap_or(&self.db_user)
    }
}

impl Serialize for Person {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Person", 3)?;
        fields.serialize_field("by", self.name())?;
        fields.serialize_field("db_user", &self.db_user)?;
        fields.serialize_field("os_user", &self.os_user)?;
        fields.end()
    }
}

/// Who made a change, and by which command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Author {
    /// Who it was.
    #[serde(flatten)]
    pub person: Person,
    /// The command.
    pub command: String,
    /// What the operator said about it.
    pub message: Option<String>,
}
