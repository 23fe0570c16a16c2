//! Edits about sites and nodes.

use std::collections::BTreeMap;

use postgres::types::Type;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{exactly, texts};
use crate::{
    model::{Edit, FactName, Scalar},
    store::{error::StoreError, session::Session},
};

pub(super) fn add_sites(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    exactly(session, run.len(), "insert into public.site (name) select unnest($1::text[])", &[texts(&sites(run))])
}

pub(super) fn remove_sites(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    exactly(session, run.len(), "delete from public.site where name = any($1::text[])", &[texts(&sites(run))])
}

pub(super) fn remove_nodes(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    exactly(session, run.len(), "delete from public.node where name = any($1::text[])", &[texts(&nodes(run))])
}

/// One by one: a name that one of them leaves may be taken by the next.
pub(super) fn rename_sites(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let statement = "update public.site set name = $2 where name = $1";
    run.iter().try_for_each(|edit| {
        let Edit::RenameSite { site, to } = edit else { return Ok(()) };
        exactly(session, 1, statement, &[(&site.as_str(), Type::TEXT), (&to.as_str(), Type::TEXT)])
    })
}

/// One by one, as sites.
pub(super) fn rename_nodes(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let statement = "update public.node set name = $2 where name = $1";
    run.iter().try_for_each(|edit| {
        let Edit::RenameNode { node, to } = edit else { return Ok(()) };
        exactly(session, 1, statement, &[(&node.as_str(), Type::TEXT), (&to.as_str(), Type::TEXT)])
    })
}

pub(super) fn add_nodes(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let (mut ids, mut names) = (Vec::<Uuid>::new(), Vec::new());
    let (mut sites, mut all_facts) = (Vec::new(), Vec::new());
    for edit in run {
        if let Edit::AddNode { node, id, site, facts } = edit {
            ids.push(*id);
            names.push(node.as_str());
            sites.push(site.as_ref().map(|site| site.as_str()));
            all_facts.push(facts.json());
        }
    }
    let statement = "insert into public.node (id, name, site, facts) select id, name, site, facts::jsonb \
                     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as given(id, name, site, facts)";
    let with = [(&ids as _, Type::UUID_ARRAY), texts(&names), texts(&sites), texts(&all_facts)];
    exactly(session, run.len(), statement, &with)
}

pub(super) fn place_nodes(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let mut sites = Vec::with_capacity(run.len());
    for edit in run {
        if let Edit::Site { after, .. } = edit {
            sites.push(after.as_ref().map(|site| site.as_str()));
        }
    }
    let statement = "update public.node set site = given.site \
                     from unnest($1::text[], $2::text[]) as given(node, site) where node.name = given.node";
    exactly(session, run.len(), statement, &[texts(&nodes(run)), texts(&sites)])
}

/// What changes in the facts of a node.
#[derive(Default)]
struct Facts<'f> {
    set: Vec<(&'f FactName, &'f Scalar)>,
    gone: Vec<Value>,
}

/// The facts of a node at once, though each is an edit of its own.
pub(super) fn set_facts(session: &mut Session<'_>, run: &[Edit]) -> Result<(), StoreError> {
    let mut by_node: BTreeMap<&str, Facts<'_>> = BTreeMap::new();
    for edit in run {
        if let Edit::Fact { node, fact, after, .. } = edit {
            let facts = by_node.entry(node.as_str()).or_default();
            match after {
                Some(value) => facts.set.push((fact, value)),
                None => facts.gone.push(fact.as_str().into()),
            }
        }
    }
    let names: Vec<&str> = by_node.keys().copied().collect();
    let (set, gone): (Vec<String>, Vec<String>) =
        by_node.into_values().map(|facts| (object(facts.set), Value::Array(facts.gone).to_string())).unzip();
    let statement = "update public.node \
        set facts = (facts - array(select jsonb_array_elements_text(given.gone::jsonb))) || given.set::jsonb \
        from unnest($1::text[], $2::text[], $3::text[]) as given(node, set, gone) where node.name = given.node";
    exactly(session, names.len(), statement, &[texts(&names), texts(&set), texts(&gone)])
}

/// Facts as the text of a JSON object.
fn object<'f>(facts: impl IntoIterator<Item = (&'f FactName, &'f Scalar)>) -> String {
    let pair = |(name, value): (&FactName, &Scalar)| Some((name.to_string(), serde_json::to_value(value).ok()?));
    Value::Object(facts.into_iter().filter_map(pair).collect::<Map<_, _>>()).to_string()
}

/// The nodes that edits are about.
pub(super) fn nodes(run: &[Edit]) -> Vec<&str> {
    run.iter().filter_map(node).collect()
}

fn node(edit: &Edit) -> Option<&str> {
    match edit {
        Edit::AddNode { node, .. }
        | Edit::RenameNode { node, .. }
        | Edit::RemoveNode { node }
        | Edit::Site { node, .. }
        | Edit::Fact { node, .. }
        | Edit::Assign { node, .. }
        | Edit::Unassign { node, .. }
        | Edit::Pin { node, .. }
        | Edit::Hold { node, .. }
        | Edit::AllowMove { node, .. } => Some(node.as_str()),
        Edit::AddSite { .. }
        | Edit::RenameSite { .. }
        | Edit::RemoveSite { .. }
        | Edit::Register { .. }
        | Edit::RemoveModule { .. } => None,
    }
}

fn sites(run: &[Edit]) -> Vec<&str> {
    let mut sites = Vec::with_capacity(run.len());
    for edit in run {
        if let Edit::AddSite { site } | Edit::RemoveSite { site } = edit {
            sites.push(site.as_str());
        }
    }
    sites
}
