//! Whose declarations a role sees: those of every node, or through the views of machines its own alone.

use postgres::types::Type;
use uuid::Uuid;

use crate::store::{
    access::Rights,
    error::{Denied, Doing, StoreError},
    session::Session,
};

const ASKING: Doing = Doing::AskingWhoSees;

/// Whose declarations a role sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Those of every node.
    All,
    /// Those of the node that it is.
    Own {
        /// The node.
        node: Uuid,
        /// Its name.
        name: String,
        /// Whether it is gone for good: another node has its name.
        replaced: bool,
    },
}

impl Seen {
    pub(in crate::store) const fn declarations(&self) -> &'static str {
        match self {
            Self::All => "public.declaration",
            Self::Own { .. } => "public.own_declaration",
        }
    }

    pub(super) const fn manifests(&self) -> &'static str {
        match self {
            Self::All => "public.manifest_version",
            Self::Own { .. } => "public.own_manifest",
        }
    }

    /// The node that a name means to whoever asks: of a machine, also a name that it had when it was told something.
    /// `needs` is what it takes to ask for any node.
    ///
    /// # Errors
    /// Where the server fails, or the role is that of another node.
    pub fn node_called(
        &self,
        session: &mut Session<'_>,
        called: &str,
        needs: Rights,
    ) -> Result<Option<Uuid>, StoreError> {
        let Self::Own { node, name, .. } = self else { return super::node_called(session, called) };
        let had = "select from public.own_declaration where name = $1 limit 1";
        if name == called || !session.rows(ASKING, had, &[(&called, Type::TEXT)])?.is_empty() {
            return Ok(Some(*node));
        }
        let why = Denied::OtherLogin { node: name.clone(), asked: called.to_owned() };
        Err(forbidden(session, why, needs))
    }
}

/// The node that has the name of one which is gone: which was told so, and is in the mesh no more. One that comes back
/// with its id is the same.
pub enum Successor {
    /// The role sees it as well.
    Seen(Uuid),
    /// The role is the login of the one that is gone.
    Unseen(StoreError),
}

/// The successor of a node, if there is one.
///
/// # Errors
/// Where the server fails.
pub fn successor(
    session: &mut Session<'_>,
    seen: &Seen,
    called: &str,
    node: Uuid,
) -> Result<Option<Successor>, StoreError> {
    if let Seen::Own { .. } = seen {
        return match super::seen(session)? {
            Seen::Own { name, replaced: true, .. } => {
                Ok(Some(Successor::Unseen(forbidden(session, Denied::Replaced { node: name }, Rights::Own))))
            }
            Seen::All | Seen::Own { .. } => Ok(None),
        };
    }
    let statement = "select node.id from public.last_declaration as last join public.node on node.name in ($1, last.name) \
        where last.node = $2 and last.removed and not exists (select from public.node where id = $2) \
        order by node.name = $1 desc limit 1";
    let with = [(&called as _, Type::TEXT), (&node as _, Type::UUID)];
    session.first(ASKING, statement, &with, |row| row.try_get(0).map(Successor::Seen))
}

/// Whose declarations the role of a session sees.
///
/// # Errors
/// Where it sees none, or the server fails.
pub fn seen(session: &mut Session<'_>) -> Result<Seen, StoreError> {
    let all = "select from pg_class where oid = 'public.declaration'::regclass and has_table_privilege(oid, 'select')";
    if !session.rows(ASKING, all, &[])?.is_empty() {
        return Ok(Seen::All);
    }
    let own = session.first(ASKING, "select node, name, replaced from public.own_login", &[], |row| {
        Ok((row.try_get(0)?, row.try_get::<_, Option<String>>(1)?, row.try_get(2)?))
    });
    match own? {
        Some((node, name, replaced)) => {
            Ok(Seen::Own { node, name: name.unwrap_or_else(|| Uuid::to_string(&node)), replaced })
        }
        None => Err(forbidden(session, Denied::NoLogin, Rights::Own)),
    }
}

fn forbidden(session: &Session<'_>, why: Denied, needs: Rights) -> StoreError {
    StoreError::Forbidden { role: session.role().to_owned(), doing: ASKING, why, needs: Some(needs) }
}
