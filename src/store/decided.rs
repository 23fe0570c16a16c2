//! When operators decided something, and who did: the change of the same moment says so.

use std::collections::BTreeMap;

use postgres::{Row, types::Type};
use uuid::Uuid;

use super::{
    error::{Doing, StoreError},
    session::Session,
};
use crate::model::{Author, ModuleName, Moment, Person};

const READING: Doing = Doing::ReadingAuthors;

/// Who made the changes of these moments. What plain SQL wrote has no author.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn authors(session: &mut Session<'_>, moments: &[Moment]) -> Result<BTreeMap<Moment, Author>, StoreError> {
    let mut moments: Vec<i64> = moments.iter().map(|moment| moment.0).collect();
    moments.sort_unstable();
    moments.dedup();
    if moments.is_empty() {
        return Ok(BTreeMap::new());
    }
    let statement = "select at, db_user, os_user, command, message \
        from public.change where at in (select 'epoch'::timestamptz + given * interval '1 microsecond' \
        from unnest($1::int8[]) as moments(given)) order by id";
    session.read(READING, statement, &[(&moments, Type::INT8_ARRAY)], author)
}

fn author(row: &Row) -> Result<(Moment, Author), postgres::Error> {
    let author = Author {
        person: Person { db_user: row.try_get(1)?, os_user: row.try_get(2)? },
        command: row.try_get(3)?,
        message: row.try_get(4)?,
    };
    Ok((row.try_get(0)?, author))
}

/// When modules were assigned to nodes; those that are not assigned are left out.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn assigned(
    session: &mut Session<'_>,
    pairs: &[(Uuid, ModuleName)],
) -> Result<BTreeMap<(Uuid, ModuleName), Moment>, StoreError> {
    let nodes: Vec<Uuid> = pairs.iter().map(|(node, _)| *node).collect();
    let modules: Vec<&str> = pairs.iter().map(|(_, module)| module.as_str()).collect();
    let statement = "select assignment.node, assignment.module, assigned \
        from unnest($1::uuid[], $2::text[]) as given(node, module) \
        join public.assignment on assignment.node = given.node and assignment.module = given.module";
    let with = [(&nodes as _, Type::UUID_ARRAY), (&modules as _, Type::TEXT_ARRAY)];
    session.read(READING, statement, &with, |row| {
        Ok(((row.try_get(0)?, ModuleName::stored(row.try_get(1)?)), row.try_get(2)?))
    })
}
