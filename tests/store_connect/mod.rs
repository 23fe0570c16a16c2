//! The store's connection, migrations and local database, against real servers.

mod failures;
mod local;
mod migrate;
mod same_as_psql;
pub(crate) mod server;
