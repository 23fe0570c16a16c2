//! The two statements that read a mesh, and what their rows are.
//!
//! [`everything`] has one shape for five tables, so that one exchange reads them all:
//!
//! | table | id | name | content | bytes |
//! | --- | --- | --- | --- | --- |
//! | [`Table::Site`] | | the site | | |
//! | [`Table::Module`] | | the module | its outline | its digest, and that of what is declared of it |
//! | [`Table::Node`], gathered | | all names, a line each | all facts, a line each | all ids, and then all sites, a line each |
//! | [`Table::Pin`] | whose it is | the provision | | the provider, and when it was made |
//! | [`Table::Hold`] | whose it is | the role that holds it | why | since when |

use super::super::{
    copy::Fields,
    gathered::{fixed, gathered, texts},
};

/// A row of [`everything`]: table, id, name, content and bytes.
pub(super) type Row<'b> = Fields<'b, 5>;

/// Which table a row of [`everything`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Sites.
    Site,
    /// The catalogue.
    Module,
    /// Nodes.
    Node,
    /// Pins.
    Pin,
    /// Holds.
    Hold,
}

impl TryFrom<u8> for Table {
    type Error = u8;

    fn try_from(tag: u8) -> Result<Self, u8> {
        [Self::Site, Self::Module, Self::Node, Self::Pin, Self::Hold].get(usize::from(tag)).copied().ok_or(tag)
    }
}

impl Table {
    /// The table that the first field of a row names.
    pub(super) fn of(field: Option<&[u8]>) -> Option<Self> {
        match field {
            Some([0, tag]) => Self::try_from(*tag).ok(),
            Some(_) | None => None,
        }
    }
}

/// Everything but assignments.
pub(super) fn everything() -> String {
    let columns = format!(
        "{} as name, {} as facts, {} || textsend({}) as ids",
        texts("name"),
        texts("facts::text"),
        fixed("uuid_send(id)"),
        texts("site")
    );
    let nodes = gathered("public.node", &columns);
    let [site, module, node, pin, hold] =
        [Table::Site, Table::Module, Table::Node, Table::Pin, Table::Hold].map(|table| table as u8);
    format!(
        "copy ( \
        select {site}::int2, null::uuid, name::text, null::text, null::bytea from public.site union all \
        select {module}::int2, null, name, outline::text, digest || declared from public.module union all \
        select {node}::int2, null, gathered.name, facts, ids from {nodes} where ids is not null union all \
        select {pin}::int2, node, name, null, \
            uuid_send(provider) || timestamptz_send(pinned_at) \
            from public.provision_pin union all \
        select {hold}::int2, node, who, why, timestamptz_send(held) from public.hold \
        ) to stdout (format binary)"
    )
}

/// Assignments, gathered: ids of nodes and names of modules.
pub(super) fn assignments() -> String {
    let columns = format!("{}, {}", fixed("uuid_send(node)"), texts("module"));
    format!("copy (select gathered.* from {}) to stdout (format binary)", gathered("public.assignment", &columns))
}
