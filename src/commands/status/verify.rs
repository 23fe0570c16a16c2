//! `provost status --verify`: whether the database keeps what it promises.

use crate::{
    model::Digest,
    outcome::{Exit, Failure},
    plan::{Recorded, digest_again},
    report::verify::{self as words, Looked, Verified},
    store::{
        Session, StoreError, snapshot,
        verify::{self, BY_STATEMENT, Break, Kept, MOST, Promise, Told},
    },
};

use super::super::context::Context;

/// Looks at every promise, in one state of the database, and changes nothing.
///
/// # Errors
/// Where the database is out of reach or the role may not.
pub(super) fn run(context: &mut Context) -> Result<Exit, Failure> {
    let verified = context.read(|session, context| {
        context.terminal.doing("looking at the schema", None);
        let mut kept = vec![verify::schema(session)?];
        for promise in BY_STATEMENT {
            context.terminal.doing(&format!("looking at {}", words::about(promise)), None);
            kept.push(verify::looking(session, promise, |session| verify::kept(session, promise))?);
        }
        context.terminal.doing("working digests out anew", None);
        kept.push(verify::looking(session, Promise::Declarations, declarations)?);
        let (link, seal) = (verify::newest_link(session)?, verify::newest_seal(session)?);
        kept.push(verify::looking(session, Promise::Mesh, mesh)?);
        kept.sort_by_key(|kept| kept.promise);
        let promises = kept.into_iter().map(|Kept { promise, looked_at, broken }| {
            let mut broken: Vec<String> = broken.iter().map(words::broken).collect();
            if BY_STATEMENT.contains(&promise) {
                broken.sort();
            }
            Looked { promise, looked_at, broken }
        });
        Ok(Verified::new(promises.collect(), link, seal, MOST))
    })?;
    let text =
        if context.json() { words::json(&verified) } else { words::verified(&verified, context.terminal.style()) };
    context.terminal.print(&text)?;
    Ok(if verified.holds { Exit::Done } else { Exit::Refused })
}

/// Whether each declaration is what its digest says.
fn declarations(session: &mut Session<'_>) -> Result<Kept, StoreError> {
    let declared = verify::declared(session)?;
    let mut kept = Kept { promise: Promise::Declarations, looked_at: 0, broken: Vec::new() };
    verify::declarations(session, |told| {
        kept.looked_at += 1;
        let digests: Option<Vec<Digest>> = numbers(told.modules).map(|id| declared.get(&id?).copied()).collect();
        // A manifest that is not kept is told by itself.
        let wrong = digests.and_then(|declared| wrong(&told, declared));
        kept.broken.extend(wrong.filter(|_| kept.broken.len() < MOST));
    })?;
    Ok(kept)
}

fn numbers(text: &str) -> impl Iterator<Item = Option<i32>> {
    text.split(',').filter(|number| !number.is_empty()).map(|number| number.parse().ok())
}

fn wrong(told: &Told<'_>, declared: Vec<Digest>) -> Option<Break> {
    let Told { name, generation, site, facts, takes, digest, .. } = *told;
    let again = digest_again(&Recorded { node: name, site, facts, declared, takes });
    (again != Ok(digest)).then(|| Break::Declaration { node: name.to_owned(), generation })
}

/// Whether all that is in the mesh has a meaning.
fn mesh(session: &mut Session<'_>) -> Result<Kept, StoreError> {
    let (looked_at, broken) = match snapshot::load(session) {
        Ok(loaded) => (loaded.mesh.size(), Vec::new()),
        Err(StoreError::Stored(stored)) => (0, vec![Break::Stored(stored)]),
        Err(error) => return Err(error),
    };
    Ok(Kept { promise: Promise::Mesh, looked_at: looked_at as i64, broken })
}
