//! What registering modules brings about, worked out before it is decided.

use std::collections::BTreeSet;

use crate::{
    model::{Edit, ModuleName},
    outcome::Failure,
    plan::{self, Forecast, Versions},
    report::forecast::dangling,
    resolver::World,
    store::{Session, catalogue},
};

/// A forecast of edits that register modules, and what the operator should be warned of.
///
/// # Errors
/// Where the manifests that are replaced cannot be read.
pub(super) fn forecast(
    edits: &[Edit],
    world: &mut World,
    session: &mut Session<'_>,
) -> Result<(Forecast, Vec<String>), Failure> {
    let mut versions = Versions::default();
    let mut replaced: BTreeSet<ModuleName> = BTreeSet::new();
    let unread = |module: &ModuleName, why: String| {
        Failure::failed("fault", format!("the manifest of {module} cannot be compared: {why}"))
    };
    for edit in edits {
        if let Edit::Register { module, before: Some(_), after } = edit {
            let text = after.text.as_deref().unwrap_or_default();
            versions.add(after.digest, text).map_err(|why| unread(module, why))?;
            replaced.insert(module.clone());
        }
    }
    if !replaced.is_empty() {
        let replaced: Vec<ModuleName> = replaced.into_iter().collect();
        for stored in catalogue::manifests(session, Some(&replaced))? {
            versions.add(stored.digest, &stored.manifest).map_err(|why| unread(&stored.name, why))?;
        }
    }
    let (forecast, lacking) = plan::forecast(world, edits, &versions);
    Ok((forecast, lacking.iter().map(dangling).collect()))
}
