//! A mesh's database, sessions with it, and manifests as the catalogue has them.

use std::{sync::Arc, time::Duration};

use postgres::Client;
use provost::{
    model::{Edit, Facts, ModuleName, NodeName, ProvisionName, Registered, SiteName, read},
    store::{
        Access, Session, StoreError,
        canonical::canonical,
        edits,
        migrate::{MIGRATIONS, migrate},
        snapshot::{Loaded, load},
    },
};
use uuid::Uuid;

use crate::support::Database;

pub(super) const CHANGE: Access = Access::Change { lock_timeout: Duration::from_secs(30) };

/// A database with the schema and nothing in it.
pub(super) fn empty_mesh() -> Database {
    let database = Database::empty();
    migrate(&mut database.connect(), MIGRATIONS).unwrap();
    database
}

/// What a new session sees.
pub(super) fn loaded(client: &mut Client) -> Loaded {
    let mut session = Session::begin(client, Access::Read).unwrap();
    load(&mut session).unwrap()
}

/// Writes edits and commits them.
pub(super) fn change(client: &mut Client, edits: &[Edit]) -> Result<(), StoreError> {
    let mut session = Session::begin(client, CHANGE)?;
    edits::write(&mut session, edits, |_| ())?;
    session.commit()
}

pub(super) fn registered(client: &mut Client, text: &str) -> Arc<Registered> {
    let mut session = Session::begin(client, Access::Read).unwrap();
    let made = canonical(&mut session, &[text]).unwrap().remove(0);
    let name = serde_json::from_str::<serde_json::Value>(text).unwrap()["name"].as_str().unwrap().to_owned();
    let manifest = read::stored(&ModuleName::stored(&name), &made.outline).unwrap();
    let text = Some(made.text.into());
    Arc::new(Registered { manifest, digest: made.digest, declared: made.declared, text })
}

pub(super) fn register(client: &mut Client, text: &str) -> Edit {
    let after = registered(client, text);
    Edit::Register { module: after.manifest.name.clone(), before: None, after }
}

pub(super) fn add_node(name: &str, site: Option<&str>) -> Edit {
    let (node, site) = (NodeName::stored(name), site.map(SiteName::stored).map(Box::new));
    Edit::AddNode { node, id: Uuid::new_v4(), site, facts: Facts::default() }
}

pub(super) fn add_site(name: &str) -> Edit {
    Edit::AddSite { site: SiteName::stored(name) }
}

pub(super) fn assign(node: &str, module: &str) -> Edit {
    Edit::Assign { node: NodeName::stored(node), module: ModuleName::stored(module) }
}

pub(super) fn pin(node: &str, provision: &str, after: Option<&str>) -> Edit {
    let (node, provision) = (NodeName::stored(node), ProvisionName::stored(provision));
    Edit::Pin { node, provision, before: None, after: after.map(NodeName::stored).map(Box::new) }
}
