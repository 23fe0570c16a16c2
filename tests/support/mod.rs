//! What every test stands on: a server, a fresh database, the program, and a mesh in the domain's words.
// Each room of the tests takes what it needs of this; none has to use all of it.
#![allow(dead_code, unused_imports)]

mod cluster;
mod database;
pub(crate) mod memory;
mod mesh;
mod program;
mod proxy;
mod pty;
pub(crate) mod schemas;
mod seeds;
mod server;
mod tests;
mod until;

pub(crate) use cluster::{Cluster, Pooler};
pub(crate) use database::{Database, database};
pub(crate) use mesh::{Manifest, Mesh, mesh};
pub(crate) use program::{Call, Ran, provost};
pub(crate) use proxy::{Proxy, Way};
pub(crate) use pty::{Elsewhere, Talk, talk};
pub(crate) use seeds::{times, tried, try_seeds};
pub(crate) use server::binaries;
pub(crate) use server::lone;
pub(crate) use until::until;
