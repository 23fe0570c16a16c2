//! Edits about the catalogue.

use postgres::types::Type;

use super::{exactly, texts};
use crate::{
    model::Edit,
    store::{error::StoreError, session::Session},
};

pub(super) fn register(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let (mut names, mut manifests) = (Vec::with_capacity(run.len()), Vec::with_capacity(run.len()));
    for edit in run {
        if let Edit::Register { module, after, .. } = edit {
            names.push(module.as_str());
            // A manifest that came from the database without its contents must not go back there.
            manifests.push(after.text.as_deref());
        }
    }
    let statement = "insert into public.module (name, manifest, registered) select name, manifest::jsonb, $3 \
                     from unnest($1::text[], $2::text[]) as given(name, manifest) on conflict (name) \
                     do update set manifest = excluded.manifest, registered = excluded.registered";
    let now = session.time();
    exactly(session, run.len(), statement, &[texts(&names), texts(&manifests), (&now, Type::TIMESTAMPTZ)])
}

/// A module that is still assigned is refused by the schema, if it was not before.
pub(super) fn remove(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let mut names = Vec::with_capacity(run.len());
    for edit in run {
        if let Edit::RemoveModule { module, .. } = edit {
            names.push(module.as_str());
        }
    }
    exactly(session, run.len(), "delete from public.module where name = any($1::text[])", &[texts(&names)])
}
