//! What the database makes of manifests, asked before they are written: a dry run tells digests too.

use postgres::types::Type;

use super::{error::StoreError, session::Session};
use crate::model::Digest;

const DOING: &str = "working out the digests of manifests";

/// The offset has each manifest read once, and not for every column.
const QUERY: &str = "select manifest::text, public.manifest_digest(manifest), public.manifest_declared(manifest), \
        public.manifest_outline(manifest)::text \
    from unnest($1::text[]) with ordinality as given(source, place), \
        lateral (select source::jsonb offset 0) as stored(manifest) \
    order by place";

/// A manifest as the database would keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The whole, as jsonb writes it.
    pub text: String,
    /// Its digest.
    pub digest: Digest,
    /// The digest of what a declaration prints of it.
    pub declared: Digest,
    /// All but the description and the contents of files.
    pub outline: String,
}

/// What the database makes of each of these texts; nothing is written.
///
/// # Errors
/// [`StoreError::Unstorable`] where jsonb cannot hold one of them. The session can then only be ended.
pub fn canonical(session: &mut Session<'_>, texts: &[&str]) -> Result<Vec<Canonical>, StoreError> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    session.execute(DOING, "savepoint manifests", &[])?;
    match ask(session, texts) {
        Err(StoreError::Value { message, .. }) => {
            Err(StoreError::Unstorable { number: unstorable(session, texts)?, why: message })
        }
        other => other,
    }
}

/// The first of the texts that cannot be kept, by halves.
fn unstorable(session: &mut Session<'_>, texts: &[&str]) -> Result<usize, StoreError> {
    let (mut good, mut bad) = (0, texts.len());
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        session.execute(DOING, "rollback to savepoint manifests", &[])?;
        match ask(session, &texts[good..middle]) {
            Ok(_) => good = middle,
            Err(_) => bad = middle,
        }
    }
    Ok(good)
}

fn ask(session: &mut Session<'_>, texts: &[&str]) -> Result<Vec<Canonical>, StoreError> {
    let rows = session.rows(DOING, QUERY, &[(&texts, Type::TEXT_ARRAY)])?;
    rows.iter()
        .map(|row| {
            Ok(Canonical {
                text: row.try_get(0)?,
                digest: digest(row.try_get(1)?),
                declared: digest(row.try_get(2)?),
                outline: row.try_get(3)?,
            })
        })
        .collect::<Result<_, _>>()
        .map_err(|error| session.told(&error, DOING))
}

/// A digest column; the schema sees to its length.
pub(super) fn digest(bytes: &[u8]) -> Digest {
    Digest(bytes.try_into().unwrap_or_default())
}
