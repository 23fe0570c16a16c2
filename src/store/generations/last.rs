//! What every node was last told, as far as a plan compares it.

use std::io;

use crate::{
    model::{Digest, LastDeclared, NodeName},
    store::{
        copy::{long, text, uuid},
        error::StoreError,
        session::Session,
        stream::{Stopped, stream},
    },
};

const READING: &str = "reading what was last declared";

/// The last declaration of every node that ever had one, by id of the node.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn last_declared(session: &mut Session<'_>) -> Result<Vec<LastDeclared>, StoreError> {
    let statement = "copy public.last_declaration (node, generation, name, digest) to stdout (format binary)";
    let mut last = Vec::new();
    stream::<4>(session, READING, statement, |[node, generation, name, digest]| {
        let row = uuid(node).zip(long(generation)).zip(text(name));
        let ((node, generation), name) = row.ok_or_else(malformed)?;
        let digest = digest.and_then(|bytes| bytes.try_into().ok()).map(Digest);
        last.push(LastDeclared { node, name: NodeName::stored(name), generation, digest });
        Ok::<_, Stopped>(())
    })?;
    last.sort_unstable_by_key(|declared: &LastDeclared| declared.node);
    Ok(last)
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a row of last_declaration has another shape")
}
