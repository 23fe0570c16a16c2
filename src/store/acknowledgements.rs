//! What machines said they did with what they were told.

use postgres::{Row, types::Type};
use uuid::Uuid;

use super::{
    error::{Doing, StoreError},
    generations::{Seen, newest_of},
    session::Session,
};
use crate::model::{NodeName, Standing};

const READING: Doing = Doing::ReadingAcknowledgements;
const WRITING: Doing = Doing::WritingAcknowledgement;

/// What became of an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// It is written down.
    New,
    /// It was known already.
    Known,
    /// A later generation was acknowledged before: this one says nothing any more.
    Late(i64),
    /// The node was not declared that generation; the newest that it was, if any.
    NotDeclared(Option<i64>),
}

/// How every node that is told something stands to that, by name; none of them where no machine acknowledges.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn standings(session: &mut Session<'_>) -> Result<Vec<Standing>, StoreError> {
    // The push to look for is that of the first declaration which was not acknowledged: few nodes have one.
    let statement = "select coalesce(node.name, last.name) as called, last.generation, said.generation, \
            said.at, said.failure, first.generation, first.pushed \
        from public.last_declaration as last \
            left join public.last_acknowledgement as said on said.node = last.node \
            left join lateral ( \
                select push.generation, push.pushed from public.push where push.generation = ( \
                    select min(told.generation) from public.declaration as told \
                    where told.node = last.node and told.generation > coalesce(said.generation, 0)) \
            ) as first on said.generation is distinct from last.generation \
            left join public.node on node.id = last.node \
        where not last.removed and exists (select from public.last_acknowledgement) \
        order by called";
    session.read(READING, statement, &[], standing)
}

fn standing(row: &Row) -> Result<Standing, postgres::Error> {
    Ok(Standing {
        node: NodeName::stored(row.try_get(0)?),
        pushed: row.try_get(1)?,
        acknowledged: row.try_get(2)?,
        at: row.try_get(3)?,
        failure: row.try_get(4)?,
        silent_of: row.try_get(5)?,
        silent_since: row.try_get(6)?,
    })
}

/// The generation that a node acknowledged last, and why it could not be done where it could not.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn acknowledged(
    session: &mut Session<'_>,
    seen: &Seen,
    node: Uuid,
) -> Result<Option<(i64, Option<String>)>, StoreError> {
    let said = match seen {
        Seen::All => "public.last_acknowledgement",
        Seen::Own { .. } => "public.own_acknowledgement",
    };
    let statement =
        format!("select generation, failure from {said} where node = $1 order by generation desc, at desc limit 1");
    session.first(READING, &statement, &[(&node, Type::UUID)], |row| Ok((row.try_get(0)?, row.try_get(1)?)))
}

/// Writes down that a node did what it was told, or why it could not.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn acknowledge(
    session: &mut Session<'_>,
    seen: &Seen,
    node: Uuid,
    generation: i64,
    failure: Option<&str>,
) -> Result<Noted, StoreError> {
    match newest_of(session, seen, node, generation)? {
        Some((declared, _)) if declared == generation => {}
        Some(_) | None => {
            let newest = newest_of(session, seen, node, i64::MAX)?;
            return Ok(Noted::NotDeclared(newest.map(|(generation, _)| generation)));
        }
    }
    match acknowledged(session, seen, node)? {
        Some((said, _)) if said > generation => return Ok(Noted::Late(said)),
        Some((said, before)) if said == generation && before.as_deref() == failure => return Ok(Noted::Known),
        Some(_) | None => {}
    }
    let through = match seen {
        Seen::All => "public.acknowledgement",
        Seen::Own { .. } => "public.own_acknowledgement",
    };
    let statement = format!("insert into {through} (node, generation, failure) values ($1, $2, $3)");
    let with = [(&node as _, Type::UUID), (&generation as _, Type::INT8), (&failure as _, Type::TEXT)];
    session.writes(WRITING, 1, &statement, &with)?;
    Ok(Noted::New)
}
