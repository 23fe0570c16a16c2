//! The names of a mesh that begin in some way, for whoever completes them.

use postgres::types::{ToSql, Type};

use super::{
    error::{Doing, StoreError},
    session::Session,
};

const READING: Doing = Doing::ReadingNames;

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
    /// Facts that some node has.
    Fact,
    /// Nodes that are held.
    Held,
    /// Modules that are assigned to these nodes.
    Assigned,
    /// What these nodes are pinned for.
    Pinned,
}

/// The names that begin so, sorted, as they are stored: where they depend on nodes, those of the `nodes` of these names.
///
/// # Errors
/// Where the server fails.
pub fn names(session: &mut Session<'_>, noun: Noun, start: &str, nodes: &[String]) -> Result<Vec<String>, StoreError> {
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
        Noun::Fact => {
            "select distinct fact as name from public.node, jsonb_object_keys(case jsonb_typeof(facts) \
             when 'object' then facts else '{}' end) fact"
        }
        Noun::Held => "select n.name from public.hold h join public.node n on n.id = h.node",
        Noun::Assigned => {
            "select distinct a.module as name from public.assignment a join public.node n on n.id = a.node \
             where n.name = any($2)"
        }
        Noun::Pinned => {
            "select distinct p.name from public.provision_pin p join public.node n on n.id = p.node \
             where n.name = any($2)"
        }
    };
    let statement = format!("select name from ({named}) named where starts_with(name, $1) order by name collate \"C\"");
    let of_nodes: [(&(dyn ToSql + Sync), Type); 2] = [(&start, Type::TEXT), (&nodes, Type::TEXT_ARRAY)];
    let with = if matches!(noun, Noun::Assigned | Noun::Pinned) { 2 } else { 1 };
    session.read(READING, &statement, &of_nodes[..with], |row| row.try_get(0))
}
