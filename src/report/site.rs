//! Sites, as a table and for programs.

use std::collections::HashMap;

use serde::Serialize;

use super::tables::Table;
use crate::model::{Mesh, SiteId, SiteName};

/// Every site.
#[derive(Clone, Debug, Serialize)]
pub struct Sites<'m> {
    schema: &'static str,
    sites: Vec<Site<'m>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Site<'m> {
    site: &'m SiteName,
    /// How many nodes are there.
    nodes: usize,
}

impl<'m> Sites<'m> {
    /// The sites of a mesh, by name.
    pub fn of(mesh: &'m Mesh) -> Self {
        let mut there: HashMap<SiteId, usize> = HashMap::new();
        for (_, node) in mesh.nodes() {
            node.site.into_iter().for_each(|site| *there.entry(site).or_default() += 1);
        }
        let nodes = |id| there.get(&id).copied().unwrap_or_default();
        let mut sites: Vec<Site<'m>> = mesh.sites().map(|(id, site)| Site { site, nodes: nodes(id) }).collect();
        sites.sort();
        Self { schema: "provost.sites/1", sites }
    }

    /// A line for each.
    pub fn table(&self) -> Table {
        let mut table = Table::new(["site", "nodes"]);
        self.sites.iter().for_each(|one| table.row([one.site.to_string(), one.nodes.to_string()]));
        table
    }
}
