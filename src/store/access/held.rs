//! What stands in the server's own lists of rights, whoever gave it, and logins that are nobody's any more.

use std::collections::BTreeMap;

use postgres::types::Type;

use super::{ASKING, NUMBERS, Rights, tables};
use crate::store::{error::StoreError, session::Session};

/// A right as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held {
    /// The right, as `grant` names it.
    pub right: String,
    /// The table, view or sequence, in the schema `public`.
    pub table: String,
}

/// Every right on what is ours that somebody else than its owner was given, by role; that of everybody is `public`,
/// as no role can be called.
///
/// # Errors
/// Where the server fails or the role may not.
pub(super) fn held(session: &mut Session<'_>) -> Result<BTreeMap<String, Vec<Held>>, StoreError> {
    let statement = "with ours as (select class.oid, class.relname, class.relowner, class.relacl from pg_class as class \
                where class.relnamespace = 'public'::regnamespace and class.relname = any ($1::text[])) \
        select coalesce(role.rolname::text, case entry.grantee when 0 then 'public' else entry.grantee::text end), \
            lower(entry.privilege_type) || part || case when entry.is_grantable then ' with grant option' else '' end, \
            told.relname::text \
        from (select relname, relowner, relacl as acl, '' as part from ours \
                union all select relname, relowner, attacl, ' of ' || attname from ours join pg_attribute on attrelid = oid) \
            as told cross join aclexplode(told.acl) as entry left join pg_roles as role on role.oid = entry.grantee \
        where entry.grantee <> told.relowner";
    let ours: Vec<&str> = tables().chain(NUMBERS).collect();
    let each: Vec<(String, Held)> = session.read(ASKING, statement, &[(&ours, Type::TEXT_ARRAY)], |row| {
        Ok((row.try_get(0)?, Held { right: row.try_get(1)?, table: row.try_get(2)? }))
    })?;
    let mut all: BTreeMap<String, Vec<Held>> = BTreeMap::new();
    for (role, held) in each {
        all.entry(role).or_default().push(held);
    }
    all.values_mut().for_each(|held| held.sort());
    Ok(all)
}

/// Those of them that what a role is to do does not take.
pub(super) fn beyond(held: Vec<Held>, rights: Option<Rights>) -> Vec<Held> {
    let needed = rights.map(Rights::all).unwrap_or_default();
    held.into_iter().filter(|held| !needed.iter().any(|of| of.table == held.table && of.right == held.right)).collect()
}

/// A login that was granted to a role which is not there any more as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// The name that the role had.
    pub role: String,
    /// The node, by the name that it has, or had last.
    pub node: String,
    /// What the role is called now, where it was renamed.
    pub renamed: Option<String>,
    /// Whether another role has the name.
    pub taken: bool,
}

/// Every such login, by name.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn astray(session: &mut Session<'_>) -> Result<Vec<Astray>, StoreError> {
    let statement = "select login.role, coalesce((select node.name from public.node where node.id = login.node), \
                (select last.name from public.last_declaration as last where last.node = login.node), \
                login.node::text), \
            (select rolname::text from pg_roles where pg_roles.oid = login.role_id), \
            exists (select from pg_roles where rolname::text = login.role) \
        from public.node_login as login \
        where not exists (select from pg_roles where rolname::text = login.role and pg_roles.oid = login.role_id) \
        order by login.role";
    session.read(ASKING, statement, &[], |row| {
        Ok(Astray { role: row.try_get(0)?, node: row.try_get(1)?, renamed: row.try_get(2)?, taken: row.try_get(3)? })
    })
}
