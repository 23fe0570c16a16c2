//! What every node was last told, as far as a plan compares it.

use uuid::Uuid;

use crate::{
    model::{Digest, LastDeclared, NodeName},
    store::{
        error::{Doing, StoreError},
        gathered::{fixed, gathered, lines, texts, values},
        session::Session,
        stream::stream,
    },
};

const READING: Doing = Doing::ReadingLast;

/// In place of the digest of a tombstone. It is nothing's digest.
const NONE: [u8; 32] = [0; 32];

/// The last declaration of every node that ever had one, in no order.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn last_declared(session: &mut Session<'_>) -> Result<Vec<LastDeclared>, StoreError> {
    let columns = [
        fixed("uuid_send(node)"),
        fixed("int8send(generation)"),
        texts("name"),
        fixed("coalesce(digest, decode(repeat('00', 32), 'hex'))"),
    ];
    let rows = gathered("public.last_declaration", &columns.join(", "));
    let statement = format!("copy (select gathered.* from {rows}) to stdout (format binary)");
    let mut last = Vec::new();
    stream::<4>(session, READING, &statement, |[nodes, generations, names, digests]| {
        let rows = values(nodes).zip(values(generations)).zip(lines(names)).zip(values(digests));
        last.extend(rows.map(|(((node, generation), name), digest)| LastDeclared {
            node: Uuid::from_bytes(*node),
            name: NodeName::stored(name),
            generation: i64::from_be_bytes(*generation),
            digest: (*digest != NONE).then_some(Digest(*digest)),
        }));
        Ok(())
    })?;
    Ok(last)
}
