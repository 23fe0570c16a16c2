//! What the database makes of manifests, asked before they are written: a dry run tells digests too.

use postgres::{Row, types::Type};

use super::{
    error::{Doing, StoreError},
    session::Session,
};
use crate::model::Digest;

const DOING: Doing = Doing::Digesting;

/// So many bytes are asked about at once at most, but for one manifest that is larger: what is sent and what comes back are
/// in memory several times.
const MOST_BYTES: usize = 1 << 18;

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
            Err(StoreError::Value { .. }) => bad = middle,
            // That the server could not be asked says nothing of a manifest.
            Err(other) => return Err(other),
        }
    }
    Ok(good)
}

fn ask(session: &mut Session<'_>, texts: &[&str]) -> Result<Vec<Canonical>, StoreError> {
    let mut made = Vec::with_capacity(texts.len());
    for piece in pieces(texts) {
        made.append(&mut session.read::<_, Vec<_>>(DOING, QUERY, &[(&piece, Type::TEXT_ARRAY)], read)?);
    }
    Ok(made)
}

fn read(row: &Row) -> Result<Canonical, postgres::Error> {
    Ok(Canonical {
        text: row.try_get(0)?,
        digest: row.try_get(1)?,
        declared: row.try_get(2)?,
        outline: row.try_get(3)?,
    })
}

/// The texts in order, as many together as may be asked about at once.
fn pieces<'t>(texts: &'t [&'t str]) -> impl Iterator<Item = &'t [&'t str]> {
    let mut rest = texts;
    std::iter::from_fn(move || {
        let mut bytes = rest.first()?.len();
        let more = rest[1..].iter().take_while(|text| {
            bytes += text.len();
            bytes <= MOST_BYTES
        });
        let (piece, others) = rest.split_at(1 + more.count());
        rest = others;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_about_what_is_large_alone() {
        let large = "x".repeat(MOST_BYTES);
        let lengths = |texts: &[&str]| pieces(texts).map(<[_]>::len).collect::<Vec<_>>();
        assert!(lengths(&[]).is_empty());
        assert_eq!(lengths(&["a", "b", &large, &large, "c", "d"]), [2, 1, 1, 2]);
        assert_eq!(lengths(&[&large[1..], "b", "c"]), [2, 1]);
    }
}
