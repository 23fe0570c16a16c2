//! The names of a mesh that begin in some way, for whoever completes them.

use postgres::types::Type;

use super::{error::StoreError, session::Session};

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    /// Nodes.
    Node,
    /// Sites.
    Site,
    /// Modules.
    Module,
    /// What modules of the catalogue provide.
    Provision,
}

/// The names that begin so, sorted, as they are stored.
///
/// # Errors
/// Where the server fails.
pub fn names(session: &mut Session<'_>, noun: Noun, start: &str) -> Result<Vec<String>, StoreError> {
    let named = match noun {
        Noun::Node => "select name from public.node",
        Noun::Site => "select name from public.site",
        Noun::Module => "select name from public.module",
        // A provision is a text, or an object with a name; what is neither was written past us.
        Noun::Provision => {
            "select distinct coalesce(p ->> 'name', p #>> '{}') as name from public.module, \
             jsonb_array_elements(case jsonb_typeof(manifest -> 'provides') when 'array' then manifest -> 'provides' \
             else '[]' end) p"
        }
    };
    let statement = format!("select name from ({named}) named where starts_with(name, $1) order by name collate \"C\"");
    let rows = session.rows("reading names", &statement, &[(&start, Type::TEXT)])?;
    Ok(rows.iter().filter_map(|row| row.try_get(0).ok()).collect())
}
