//! Edits about what operators decide for a node: assignments, pins and holds.

use std::time::SystemTime;

use postgres::types::Type;

use super::{exactly, inventory::nodes, texts};
use crate::{
    model::Edit,
    store::{
        error::StoreError,
        session::{Session, time},
    },
};

pub(super) fn assign(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let statement = "insert into public.assignment (node, module, assigned) select node.id, given.module, $3 \
                     from unnest($1::text[], $2::text[]) as given(node, module) \
                     join public.node on node.name = given.node order by node.id, given.module";
    let now = session.time();
    let (nodes, modules) = (nodes(run), modules(run));
    let with = [texts(&nodes), texts(&modules), (&now as _, Type::TIMESTAMPTZ)];
    exactly(session, run.len(), statement, &with)
}

pub(super) fn unassign(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let statement = "delete from public.assignment using public.node, \
                     unnest($1::text[], $2::text[]) as given(node, module) \
                     where node.name = given.node and assignment.node = node.id and assignment.module = given.module";
    exactly(session, run.len(), statement, &[texts(&nodes(run)), texts(&modules(run))])
}

fn modules(run: &[Edit]) -> Vec<&str> {
    let mut modules = Vec::with_capacity(run.len());
    for edit in run {
        if let Edit::Assign { module, .. } | Edit::Unassign { module, .. } = edit {
            modules.push(module.as_str());
        }
    }
    modules
}

pub(super) fn pin(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let (provisions, providers) = pins(run);
    let statement = "insert into public.provision_pin (node, name, provider, pinned_at) \
                     select node.id, given.provision, provider.id, $4 \
                     from unnest($1::text[], $2::text[], $3::text[]) as given(node, provision, provider) \
                     join public.node on node.name = given.node \
                     join public.node as provider on provider.name = given.provider \
                     on conflict (node, name) do update \
                     set provider = excluded.provider, pinned_at = excluded.pinned_at";
    let now = session.time();
    let nodes = nodes(run);
    let with = [texts(&nodes), texts(&provisions), texts(&providers), (&now as _, Type::TIMESTAMPTZ)];
    exactly(session, run.len(), statement, &with)
}

pub(super) fn unpin(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let (provisions, _) = pins(run);
    let statement = "delete from public.provision_pin using public.node, \
                     unnest($1::text[], $2::text[]) as given(node, provision) \
                     where node.name = given.node and provision_pin.node = node.id \
                     and provision_pin.name = given.provision";
    exactly(session, run.len(), statement, &[texts(&nodes(run)), texts(&provisions)])
}

fn pins(run: &[Edit]) -> (Vec<&str>, Vec<Option<&str>>) {
    let mut pins = (Vec::with_capacity(run.len()), Vec::with_capacity(run.len()));
    for edit in run {
        if let Edit::Pin { provision, after, .. } = edit {
            pins.0.push(provision.as_str());
            pins.1.push(after.as_ref().map(|provider| provider.as_str()));
        }
    }
    pins
}

pub(super) fn hold(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let mut times: Vec<SystemTime> = Vec::new();
    let (mut who, mut why) = (Vec::new(), Vec::new());
    for edit in run {
        if let Edit::Hold { after: Some(hold), .. } = edit {
            times.push(time(hold.at));
            who.push(hold.by.db_user.as_str());
            why.push(hold.message.as_str());
        }
    }
    let statement = "insert into public.hold (node, held, who, why) select node.id, given.held, given.who, given.why \
                     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) as given(node, held, who, why) \
                     join public.node on node.name = given.node on conflict (node) \
                     do update set held = excluded.held, who = excluded.who, why = excluded.why";
    let nodes = nodes(run);
    let with = [texts(&nodes), (&times as _, Type::TIMESTAMPTZ_ARRAY), texts(&who), texts(&why)];
    exactly(session, run.len(), statement, &with)
}

pub(super) fn release(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let statement = "delete from public.hold using public.node \
                     where hold.node = node.id and node.name = any($1::text[])";
    exactly(session, run.len(), statement, &[texts(&nodes(run))])
}
