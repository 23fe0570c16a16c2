//! Which rights a role has to be given, which of them it lacks, and who has which.
//!
//! Rights are PostgreSQL's own: nothing here is asked before something is done, the server refuses it.

mod given;
mod held;

use std::fmt::Write as _;

use postgres::types::Type;

use super::{
    error::{Doing, StoreError},
    session::Session,
};

pub use crate::model::Rights;
pub use given::{Gave, Given, give, given, owner, take};
pub use held::{Astray, Held, astray};

const ASKING: Doing = Doing::AskingForRights;

/// A right that a role has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The table or view, in the schema `public`.
    pub table: &'static str,
    /// The right, as `grant` names it.
    pub right: &'static str,
}

/// The tables that say what the mesh is.
pub(super) const MESH: [&str; 6] = ["site", "node", "module", "assignment", "provision_pin", "hold"];
/// The tables that are only ever added to.
const HISTORY: [&str; 5] = ["push", "manifest_version", "declaration", "change", "acknowledgement"];
/// What triggers keep, and what says who is who.
const KEPT: [&str; 5] = ["last_declaration", "last_acknowledgement", "seal", "node_login", MIGRATIONS];
/// The views through which a machine sees what is its own.
const OWN: [&str; 4] = ["own_login", "own_declaration", "own_manifest", ACKNOWLEDGING];
const ACKNOWLEDGING: &str = "own_acknowledgement";
const MIGRATIONS: &str = "provost_migration";
/// Whoever changes the mesh locks it, which takes a right to update it.
pub(super) const QUEUE: &str = "queue";
/// Where rows get their numbers: nobody needs a right to one, and whoever has one may waste numbers.
const NUMBERS: [&str; 4] = ["change_id_seq", "manifest_version_id_seq", "acknowledgement_id_seq", "seal_id_seq"];

impl Rights {
    /// Every right that it takes.
    pub fn all(self) -> Vec<Right> {
        let select = |table| Right { table, right: "select" };
        if self == Self::Own {
            let own = OWN.into_iter().chain([MIGRATIONS]).map(select);
            return own.chain([Right { table: ACKNOWLEDGING, right: "insert" }]).collect();
        }
        let mut rights: Vec<Right> = MESH.into_iter().chain(HISTORY).chain(KEPT).map(select).collect();
        if self == Self::Change {
            let changing = |table| ["insert", "update", "delete"].map(|right| Right { table, right });
            rights.extend(MESH.iter().flat_map(|table| changing(table)));
            rights.extend(HISTORY.iter().map(|table| Right { table, right: "insert" }));
            rights.push(Right { table: QUEUE, right: "update" });
            // Kept by a trigger, with the rights of whoever pushes.
            rights.extend(["insert", "update"].map(|right| Right { table: "last_declaration", right }));
        }
        rights
    }

    /// The statements that give them to a role.
    pub fn grants(self, role: &str) -> String {
        let role = quoted(role);
        let mut grants = format!("grant usage on schema public to {role};\n");
        for right in ["select", "insert", "update", "delete"] {
            let of = self.all().into_iter().filter(|needed| needed.right == right);
            let tables: Vec<String> = of.map(|needed| format!("public.{}", needed.table)).collect();
            if !tables.is_empty() {
                // Writing into a text does not fail.
                let _ = writeln!(grants, "grant {right} on {} to {role};", tables.join(", "));
            }
        }
        grants
    }

    /// Those that a role lacks.
    ///
    /// # Errors
    /// Where there is no such role, or the server fails.
    pub fn lacking(self, session: &mut Session<'_>, role: &str) -> Result<Vec<Right>, StoreError> {
        Ok(lacking(session, &[(role, Some(self))])?.concat())
    }
}

/// Those that each of these roles lacks for what it is to do.
fn lacking(session: &mut Session<'_>, roles: &[(&str, Option<Rights>)]) -> Result<Vec<Vec<Right>>, StoreError> {
    let needed: Vec<Vec<Right>> = roles.iter().map(|(_, rights)| rights.map(Rights::all).unwrap_or_default()).collect();
    let asked = || roles.iter().zip(&needed).flat_map(|((role, _), all)| all.iter().map(move |right| (*role, right)));
    let names: Vec<&str> = asked().map(|(role, _)| role).collect();
    let tables: Vec<String> = asked().map(|(_, right)| format!("public.{}", right.table)).collect();
    let rights: Vec<&str> = asked().map(|(_, right)| right.right).collect();
    let statement = "select has_table_privilege(asked.role::name, asked.name, asked.privilege) \
                     from unnest($1::text[], $2::text[], $3::text[]) with ordinality \
                        as asked(role, name, privilege, place) \
                     order by place";
    let with = [(&names as _, Type::TEXT_ARRAY), (&tables as _, Type::TEXT_ARRAY), (&rights as _, Type::TEXT_ARRAY)];
    let mut has = session.read::<bool, Vec<_>>(ASKING, statement, &with, |row| row.try_get(0))?.into_iter();
    let lacks = |all: Vec<Right>| {
        let each = all.into_iter().zip(has.by_ref());
        each.filter(|(_, has)| !has).map(|(right, _)| right).collect()
    };
    Ok(needed.into_iter().map(lacks).collect())
}

/// Every table and view that is ours.
fn tables() -> impl Iterator<Item = &'static str> {
    MESH.into_iter().chain(HISTORY).chain(KEPT).chain(OWN).chain([QUEUE])
}

/// The statements that take every right from a role, whichever it had.
pub fn revokes(role: &str) -> String {
    let of = |names: Vec<&str>| names.iter().map(|name| format!("public.{name}")).collect::<Vec<_>>().join(", ");
    let (tables, numbers, role) = (of(tables().collect()), of(NUMBERS.to_vec()), quoted(role));
    format!(
        "revoke all on {tables} from {role};\nrevoke all on sequence {numbers} from {role};\n\
         revoke usage on schema public from {role};\n"
    )
}

/// A name as SQL takes it, whatever is in it.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
