//! Edits as SQL. Neighbours of one kind go together in one statement, the order among others stays.
//!
//! Nodes are named as the edits name them and found by name in the database, where each statement sees what those
//! before it did: a node may be renamed and spoken of by its new name in one change.

mod decisions;
mod inventory;
mod modules;
mod runs;

use std::borrow::Cow;
use std::collections::HashMap;

use postgres::types::{ToSql, Type};

use self::runs::{Kind, runs};
use super::{
    error::{Doing, StoreError},
    session::{Parameters, Session},
};
use crate::model::Edit;

const DOING: Doing = Doing::WritingChange;

/// Writes edits that were decided on the mesh that this session loaded. `wrote` is told how many, again and again.
///
/// # Errors
/// Where the server fails, or the mesh in the database is not the one that the edits speak of.
pub fn write(session: &mut Session<'_>, edits: &[Edit], wrote: impl Fn(usize)) -> Result<(), StoreError> {
    let ordered = last_removed(edits);
    runs(&ordered).try_for_each(|(kind, run)| {
        write_run(session, kind, run)?;
        wrote(run.len());
        Ok(())
    })
}

/// The edits with those last that remove modules and sites: a change is judged as a whole, and the schema, statement by
/// statement, would not let go of what a later edit frees. A module that is registered again is not removed at all.
fn last_removed(edits: &[Edit]) -> Cow<'_, [Edit]> {
    if !edits.iter().any(|edit| matches!(edit, Edit::RemoveModule { .. } | Edit::RemoveSite { .. })) {
        return Cow::Borrowed(edits);
    }
    let (mut modules, mut sites) = (HashMap::new(), HashMap::new());
    for (at, edit) in edits.iter().enumerate() {
        if let Edit::Register { module, .. } = edit {
            modules.insert(module, at);
        }
        if let Edit::AddSite { site } | Edit::RenameSite { to: site, .. } = edit {
            sites.insert(site, at);
        }
    }
    let (mut first, mut last) = (Vec::with_capacity(edits.len()), Vec::new());
    for (at, edit) in edits.iter().enumerate() {
        let is_made = |later: Option<&usize>| later.is_some_and(|later| *later > at);
        if let Edit::RemoveModule { module, .. } = edit {
            last.extend((!is_made(modules.get(module))).then(|| edit.clone()));
        } else if let Edit::RemoveSite { site } = edit
            && !is_made(sites.get(site))
        {
            last.push(edit.clone());
        } else {
            first.push(edit.clone());
        }
    }
    first.append(&mut last);
    Cow::Owned(first)
}

fn write_run(session: &mut Session<'_>, kind: Kind, run: &[Edit]) -> Result<(), StoreError> {
    match kind {
        Kind::AddSite => inventory::add_sites(session, run),
        Kind::RenameSite => inventory::rename_sites(session, run),
        Kind::RemoveSite => inventory::remove_sites(session, run),
        Kind::AddNode => inventory::add_nodes(session, run),
        Kind::RenameNode => inventory::rename_nodes(session, run),
        Kind::RemoveNode => inventory::remove_nodes(session, run),
        Kind::Site => inventory::place_nodes(session, run),
        Kind::Fact => inventory::set_facts(session, run),
        Kind::Register => modules::register(session, run),
        Kind::RemoveModule => modules::remove(session, run),
        Kind::Assign => decisions::assign(session, run),
        Kind::Unassign => decisions::unassign(session, run),
        Kind::Pin => decisions::pin(session, run),
        Kind::Unpin => decisions::unpin(session, run),
        Kind::Hold => decisions::hold(session, run),
        Kind::Release => decisions::release(session, run),
        Kind::AllowMove => Ok(()),
    }
}

/// Runs a statement that has to change so many rows.
fn exactly(session: &mut Session<'_>, rows: usize, statement: &str, with: Parameters<'_>) -> Result<(), StoreError> {
    session.writes(DOING, rows as u64, statement, with)
}

/// A list of texts as a parameter.
fn texts<T: ToSql + Sync>(list: &Vec<T>) -> (&(dyn ToSql + Sync), Type) {
    (list, Type::TEXT_ARRAY)
}
