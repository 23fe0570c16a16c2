//! Rights as they are given: who has which, and giving and taking them.

use postgres::{Row, types::Type};
use uuid::Uuid;

use super::{
    ASKING, Right, Rights,
    held::{Held, beyond, held},
    lacking, revokes,
};
use crate::store::{
    error::{Denied, Doing, StoreError},
    session::Session,
};

const GIVING: Doing = Doing::GivingRights;

/// What a role may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The role.
    pub role: String,
    /// What it may do; of several the most. `None` where what it has is none of them.
    pub rights: Option<Rights>,
    /// What it lacks for that.
    pub lacks: Vec<Right>,
    /// What it was given beside.
    pub more: Vec<Held>,
    /// The node that it is, by the name that this has, or had last.
    pub node: Option<String>,
    /// Whether it may log in itself; else it is for others to be members of.
    pub login: bool,
}

/// The role that owns the tables, and so may do everything.
///
/// # Errors
/// Where the server fails.
pub fn owner(session: &mut Session<'_>) -> Result<String, StoreError> {
    let statement = "select pg_get_userbyid(relowner)::text from pg_class where oid = 'public.declaration'::regclass";
    Ok(session.first(ASKING, statement, &[], |row| row.try_get(0))?.unwrap_or_default())
}

/// What everybody has, first, and every role that has rights on the mesh, by name: neither its owner nor superusers, who
/// may do everything, nor PostgreSQL's own.
///
/// # Errors
/// Where the server fails or the role may not.
pub fn given(session: &mut Session<'_>) -> Result<Vec<Given>, StoreError> {
    let mut held = held(session)?;
    let everybody = held.remove("public").map(|more| Given {
        role: "public".to_owned(),
        rights: None,
        lacks: Vec::new(),
        more,
        node: None,
        login: false,
    });
    // What every operator has and no reader, what every reader has and no machine, and which roles are machines.
    let statement = "select role.rolname::text, role.rolcanlogin, \
            has_table_privilege(role.oid, 'public.declaration', 'insert') as changes, \
            has_table_privilege(role.oid, 'public.declaration', 'select') as reads, \
            coalesce((select node.name from public.node where node.id = login.node), \
                (select last.name from public.last_declaration as last where last.node = login.node), \
                login.node::text) as node \
        from pg_roles as role left join public.node_login as login \
            on login.role = role.rolname::text and login.role_id = role.oid \
        where not role.rolsuper and not starts_with(role.rolname::text, 'pg_') and role.oid <> \
                (select relowner from pg_class where oid = 'public.declaration'::regclass) \
            and (login.node is not null or has_table_privilege(role.oid, 'public.declaration', 'select') \
                or role.rolname::text = any ($1)) \
        order by role.rolname::text collate \"C\"";
    let listed: Vec<&str> = held.keys().map(String::as_str).collect();
    let mut all: Vec<Given> = session.read(ASKING, statement, &[(&listed, Type::TEXT_ARRAY)], one)?;
    let roles: Vec<(&str, Option<Rights>)> = all.iter().map(|one| (one.role.as_str(), one.rights)).collect();
    let lacks = lacking(session, &roles)?;
    for (one, lacks) in all.iter_mut().zip(lacks) {
        one.lacks = lacks;
        one.more = beyond(held.remove(&one.role).unwrap_or_default(), one.rights);
    }
    Ok(everybody.into_iter().chain(all).collect())
}

fn one(row: &Row) -> Result<Given, postgres::Error> {
    let node = row.try_get::<_, Option<String>>(4)?;
    let rights = match (row.try_get(2)?, row.try_get(3)?) {
        (true, _) => Some(Rights::Change),
        (false, true) => Some(Rights::Read),
        (false, false) => node.is_some().then_some(Rights::Own),
    };
    Ok(Given { role: row.try_get(0)?, rights, lacks: Vec::new(), more: Vec::new(), node, login: row.try_get(1)? })
}

/// What became of rights that were to be given or taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gave {
    /// The role has what it was to have, and nothing more.
    So,
    /// The role owns the tables or is a superuser: it may do everything, whatever it is given.
    Everything,
    /// There is no such role.
    NoSuchRole,
    /// Another role is that node.
    Taken(String),
    /// The role may read more than that by other means: as a member of another role, or because everybody may.
    More,
    /// Somebody else than the owner gave the role this, and they alone can take it.
    Others(Held),
}

/// Gives a role exactly these rights, in place of those that it had; `node` is which one it is, for [`Rights::Own`].
///
/// # Errors
/// Where whoever asks may not, or the server fails.
pub fn give(session: &mut Session<'_>, role: &str, rights: Rights, node: Option<Uuid>) -> Result<Gave, StoreError> {
    if let Some(stopped) = strip(session, role)? {
        return Ok(stopped);
    }
    if let Some(node) = node {
        // Whoever it was that is there no more is nobody.
        let nobody = "delete from public.node_login as login where node = $1 and not exists ( \
                      select from pg_roles where rolname::text = login.role and pg_roles.oid = login.role_id)";
        session.execute(GIVING, nobody, &[(&node, Type::UUID)])?;
        let taken = "select role from public.node_login where node = $1";
        if let Some(other) = session.first(GIVING, taken, &[(&node, Type::UUID)], |row| row.try_get(0))? {
            return Ok(Gave::Taken(other));
        }
        let write = "insert into public.node_login (role, role_id, node, granted) \
                     select rolname::text, oid, $2, $3 from pg_roles where rolname::text = $1";
        let with = [(&role as _, Type::TEXT), (&node as _, Type::UUID), (&session.time() as _, Type::TIMESTAMPTZ)];
        session.writes(GIVING, 1, write, &with)?;
    }
    run(session, &rights.grants(role))?;
    // What somebody may not grant is not granted, with a warning and no error.
    if let Some(&Right { table, right }) = rights.lacking(session, role)?.first() {
        return Err(forbidden(session, Denied::Grant { right, on: Some(table) }));
    }
    let schema = "select from pg_roles where rolname::text = $1 and has_schema_privilege(oid, 'public', 'usage')";
    if session.rows(ASKING, schema, &[(&role, Type::TEXT)])?.is_empty() {
        return Err(forbidden(session, Denied::Grant { right: "usage", on: None }));
    }
    if rights == Rights::Own && reads(session, role)? {
        return Ok(Gave::More);
    }
    so(session, role, Some(rights))
}

/// Takes every right from a role.
///
/// # Errors
/// Where whoever asks may not, or the server fails.
pub fn take(session: &mut Session<'_>, role: &str) -> Result<Gave, StoreError> {
    match strip(session, role)? {
        Some(Gave::NoSuchRole) if forget(session, role)? => return Ok(Gave::So),
        Some(stopped) => return Ok(stopped),
        None => {}
    }
    if reads(session, role)? {
        return Ok(Gave::More);
    }
    so(session, role, None)
}

/// That a role has these rights and was given no others.
fn so(session: &mut Session<'_>, role: &str, rights: Option<Rights>) -> Result<Gave, StoreError> {
    let held = held(session)?.remove(role).unwrap_or_default();
    Ok(beyond(held, rights).pop().map_or(Gave::So, Gave::Others))
}

/// Takes away the login of a role that is not there any more; whether there was one.
fn forget(session: &mut Session<'_>, role: &str) -> Result<bool, StoreError> {
    let statement = "delete from public.node_login where role = $1";
    Ok(session.execute(GIVING, statement, &[(&role, Type::TEXT)])? > 0)
}

/// Whether a role may read what no machine may.
fn reads(session: &mut Session<'_>, role: &str) -> Result<bool, StoreError> {
    let own = Rights::Own.all();
    let lacking = Rights::Read.lacking(session, role)?;
    Ok(Rights::Read.all().iter().any(|right| !own.contains(right) && !lacking.contains(right)))
}

/// Takes every right from a role; or why that cannot be.
fn strip(session: &mut Session<'_>, role: &str) -> Result<Option<Gave>, StoreError> {
    let statement = "select rolsuper or oid = (select relowner from pg_class where oid = \
                     'public.declaration'::regclass) from pg_roles where rolname::text = $1";
    match session.first(ASKING, statement, &[(&role, Type::TEXT)], |row| row.try_get(0))? {
        Some(false) => {}
        Some(true) => return Ok(Some(Gave::Everything)),
        None => return Ok(Some(Gave::NoSuchRole)),
    }
    // Whoever is not the owner could at most take what they gave themselves.
    let mine = "select from pg_class where oid = 'public.declaration'::regclass and pg_has_role(relowner, 'usage')";
    if session.rows(ASKING, mine, &[])?.is_empty() {
        return Err(forbidden(session, Denied::NotOwner));
    }
    run(session, &revokes(role))?;
    // Under another name, too: a role that was renamed is the same one.
    let statement = "delete from public.node_login where role = $1 \
                     or role_id = (select oid from pg_roles where rolname::text = $1)";
    session.execute(GIVING, statement, &[(&role, Type::TEXT)])?;
    Ok(None)
}

fn run(session: &mut Session<'_>, statements: &str) -> Result<(), StoreError> {
    for statement in statements.lines() {
        session.execute(GIVING, statement.trim_end_matches(';'), &[])?;
    }
    Ok(())
}

fn forbidden(session: &Session<'_>, why: Denied) -> StoreError {
    StoreError::Forbidden { role: session.role().to_owned(), doing: GIVING, why, needs: None }
}
