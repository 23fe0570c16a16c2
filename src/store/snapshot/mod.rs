//! The mesh as the database has it, in two streams whatever its size.
//!
//! While the server sends, another thread makes the mesh of what is there already, so that neither waits for the other.
//!
//! Assignments are read as they lie in their table and sorted by node here: having the server gather them by node takes
//! longer. Columns of nodes and assignments come gathered.

mod numbering;
mod rows;
mod statement;

use std::{
    panic::resume_unwind,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

pub use self::statement::Table;

use self::{numbering::Assigned, rows::Rows};
use super::{
    error::{Doing, StoreError},
    session::Session,
    stream::{Stopped, stream},
};
use crate::model::{Mesh, Moment};

const DOING: Doing = Doing::ReadingMesh;

/// What a transaction sees.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The mesh.
    pub mesh: Mesh,
    /// When: the time of what is decided on it.
    pub now: Moment,
}

/// The mesh as a session sees it.
///
/// # Errors
/// Where something that is stored has no meaning, the role may not read, or the server fails.
pub fn load(session: &mut Session<'_>) -> Result<Loaded, StoreError> {
    load_beside(session, |_| Ok(())).map(|(loaded, ())| loaded)
}

/// The mesh as a session sees it, and what else is read while it is being made.
///
/// # Errors
/// As [`load`], and those of what else is read.
pub fn load_beside<T>(
    session: &mut Session<'_>,
    beside: impl FnOnce(&mut Session<'_>) -> Result<T, StoreError>,
) -> Result<(Loaded, T), StoreError> {
    let now = session.now();
    let (give, pieces) = sync_channel(WAITING);
    thread::scope(|scope| {
        let making = scope.spawn(move || make(&pieces));
        let read = read(session, give).and_then(|()| beside(session));
        let mesh = making.join().unwrap_or_else(|panic| resume_unwind(panic));
        // Where reading failed, what was made of the rest says nothing.
        read.and_then(|beside| Ok((Loaded { mesh: mesh?, now }, beside)))
    })
}

/// How many pieces may wait to become part of the mesh.
const WAITING: usize = 4;

/// A piece of what was read: everything but assignments first, then these.
enum Piece {
    Rows(Box<Rows>),
    Assignments(Box<[u8]>, Box<[u8]>),
}

/// Reads everything. Where nobody takes the pieces any more, whoever took them says why.
fn read(session: &mut Session<'_>, give: SyncSender<Piece>) -> Result<(), StoreError> {
    let mut rows = Rows::default();
    stream::<5>(session, DOING, &statement::everything(), |fields| rows.take(fields).map_err(Stopped::Told))?;
    rows.name_holders(session)?;
    let _ = give.send(Piece::Rows(Box::new(rows)));
    stream::<2>(session, DOING, &statement::assignments(), |[nodes, modules]| {
        if let (Some(nodes), Some(modules)) = (nodes, modules) {
            let _ = give.send(Piece::Assignments(nodes.into(), modules.into()));
        }
        Ok(())
    })
}

/// Makes the mesh of its pieces.
fn make(pieces: &Receiver<Piece>) -> Result<Mesh, StoreError> {
    let (mut rows, mut pairs) = (Box::<Rows>::default(), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Rows(read) => {
                rows = read;
                rows.number();
                pairs.reserve(rows.nodes.len() * 10);
            }
            Piece::Assignments(nodes, modules) => rows.numbers.take_assignments(&nodes, &modules, &mut pairs)?,
        }
    }
    let assigned = Assigned::sorted(&pairs, rows.nodes.len());
    drop(pairs);
    rows.mesh(&assigned)
}
