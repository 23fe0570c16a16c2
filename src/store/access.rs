//! Which rights a role has to be given, and which of them it lacks.

use std::fmt::Write as _;

use postgres::types::Type;

use super::{error::StoreError, session::Session};

const ASKING: &str = "asking for the rights of a role";

/// What a role is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// See everything: plans, dry runs, declarations, the record of changes.
    Read,
    /// Change the mesh and push it, and see everything.
    Change,
}

/// A right that a role has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The table, in the schema `public`.
    pub table: &'static str,
    /// The right, as `grant` names it.
    pub right: &'static str,
}

/// The tables that say what the mesh is.
const MESH: [&str; 6] = ["site", "node", "module", "assignment", "provision_pin", "hold"];
/// The tables that are only ever added to.
const HISTORY: [&str; 4] = ["push", "manifest_version", "declaration", "change"];

impl Rights {
    /// Every right that it takes.
    pub fn all(self) -> Vec<Right> {
        let tables = MESH.iter().chain(&HISTORY).chain(&["last_declaration", "provost_migration"]);
        let mut rights: Vec<Right> = tables.map(|table| Right { table, right: "select" }).collect();
        if self == Self::Change {
            let changing = |table| ["insert", "update", "delete"].map(|right| Right { table, right });
            rights.extend(MESH.iter().flat_map(|table| changing(table)));
            rights.extend(HISTORY.iter().map(|table| Right { table, right: "insert" }));
            // Kept by a trigger, with the rights of whoever pushes.
            rights.extend(["insert", "update"].map(|right| Right { table: "last_declaration", right }));
        }
        rights
    }

    /// The statements that give them to a role.
    pub fn grants(self, role: &str) -> String {
        let role = format!("\"{}\"", role.replace('"', "\"\""));
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
        let all = self.all();
        let tables: Vec<String> = all.iter().map(|right| format!("public.{}", right.table)).collect();
        let rights: Vec<&str> = all.iter().map(|right| right.right).collect();
        let statement = "select has_table_privilege($1::text::name, given.name, given.privilege) \
                         from unnest($2::text[], $3::text[]) with ordinality as given(name, privilege, place) \
                         order by place";
        let with = [(&role as _, Type::TEXT), (&tables as _, Type::TEXT_ARRAY), (&rights as _, Type::TEXT_ARRAY)];
        let rows = session.rows(ASKING, statement, &with)?;
        let has: Vec<bool> = rows
            .iter()
            .map(|row| row.try_get(0))
            .collect::<Result<_, _>>()
            .map_err(|error| session.told(&error, ASKING))?;
        Ok(all.into_iter().zip(has).filter(|(_, has)| !has).map(|(right, _)| right).collect())
    }
}
