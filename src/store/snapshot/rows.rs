//! The rows of a mesh as they arrive, and the mesh that they are.

use std::sync::Arc;

use foldhash::HashMap;
use uuid::Uuid;

use super::{
    super::{
        columns::moment,
        copy::{long, text, uuid},
        decided,
        error::{Meaningless, StoreError},
        gathered::{lines, values},
        session::Session,
    },
    numbering::{Assigned, Numbers},
    statement::{Row, Table},
};
use crate::model::{
    Digest, Hold, Mesh, ModuleId, ModuleName, Moment, NewNode, NodeName, Person, Pin, ProvisionName, Registered,
    SiteId, SiteName, read,
};

/// The rows of all tables but assignments, in no order.
#[derive(Default)]
pub(super) struct Rows {
    sites: Vec<SiteName>,
    modules: Vec<Registered>,
    pub(super) nodes: Vec<NodeRow>,
    /// All facts, one after the other.
    facts: String,
    pins: Vec<PinRow>,
    holds: Vec<(Uuid, Hold)>,
    pub(super) numbers: Numbers,
}

pub(super) struct NodeRow {
    name: NodeName,
    id: Uuid,
    site: Option<SiteName>,
    facts: (usize, usize),
}

struct PinRow {
    node: Uuid,
    provision: ProvisionName,
    provider: Uuid,
    at: Moment,
}

impl Rows {
    /// Numbers everything by name, so that the same mesh is the same value whatever the order of its rows.
    pub(super) fn number(&mut self) {
        self.sites.sort_unstable();
        self.modules.sort_unstable_by(|a, b| a.manifest.name.cmp(&b.manifest.name));
        self.nodes.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        self.pins.sort_unstable_by(|a, b| (a.node, &a.provision).cmp(&(b.node, &b.provision)));
        let names = self.modules.iter().map(|module| module.manifest.name.clone());
        self.numbers.modules = names.zip(0..).collect();
        self.numbers.nodes = self.nodes.iter().map(|node| node.id).zip(0..).collect();
    }

    /// Takes a row as it arrives. A row that cannot be read is none that may be left out.
    pub(super) fn take(&mut self, [table, id, name, content, bytes]: Row<'_>) -> Result<(), StoreError> {
        let table = Table::of(table);
        let meaningless = || {
            // Of nodes the name is those of many.
            let name = text(name).filter(|_| table != Some(Table::Node)).unwrap_or_default();
            StoreError::Stored(Meaningless::Row { table, name: name.to_owned() })
        };
        match table.ok_or_else(meaningless)? {
            Table::Site => self.sites.push(SiteName::stored(text(name).ok_or_else(meaningless)?)),
            Table::Module => self.modules.push(module(text(name).ok_or_else(meaningless)?, text(content), bytes)?),
            Table::Node => self.take_nodes(name, content, bytes).ok_or_else(meaningless)?,
            Table::Pin => self.pins.push(pin(id, name, bytes).ok_or_else(meaningless)?),
            Table::Hold => self.holds.push(hold(id, name, content, bytes).ok_or_else(meaningless)?),
        }
        Ok(())
    }

    /// The table has the role that holds a node; who the operating system said that was, the record of changes says.
    pub(super) fn name_holders(&mut self, session: &mut Session<'_>) -> Result<(), StoreError> {
        let moments: Vec<Moment> = self.holds.iter().map(|(_, hold)| hold.at).collect();
        let mut authors = decided::authors(session, &moments)?;
        for (_, hold) in &mut self.holds {
            let author = authors.get_mut(&hold.at).filter(|author| author.person.db_user == hold.by.db_user);
            hold.by.os_user = author.and_then(|author| author.person.os_user.clone());
        }
        Ok(())
    }

    /// Takes gathered nodes; `None` where one of them lacks something.
    fn take_nodes(&mut self, names: Option<&[u8]>, facts: Option<&[u8]>, bytes: Option<&[u8]>) -> Option<()> {
        let count = lines(names).count();
        let (ids, sites) = bytes?.split_at_checked(count * 16)?;
        let rows = values(Some(ids)).zip(lines(names)).zip(lines(Some(sites))).zip(lines(facts));
        let before = self.nodes.len();
        for (((id, name), site), facts) in rows {
            let start = self.facts.len();
            self.facts.push_str(facts);
            self.nodes.push(NodeRow {
                name: NodeName::stored(name),
                id: Uuid::from_bytes(*id),
                site: (!site.is_empty()).then(|| SiteName::stored(site)),
                facts: (start, self.facts.len()),
            });
        }
        (self.nodes.len() == before + count).then_some(())
    }

    pub(super) fn mesh(self, assigned: &Assigned) -> Result<Mesh, StoreError> {
        let mut mesh = Mesh::with_capacity(self.nodes.len(), assigned.modules.len());
        let sites: HashMap<SiteName, SiteId> =
            self.sites.into_iter().map(|name| (name.clone(), mesh.add_site(name))).collect();
        for module in self.modules {
            mesh.catalogue.register(Arc::new(module));
        }
        for (number, node) in self.nodes.into_iter().enumerate() {
            let site = node.site.and_then(|site| sites.get(&site).copied());
            let facts = self.facts.get(node.facts.0..node.facts.1).unwrap_or("{}");
            let id = mesh.add_node(NewNode { uuid: node.id, name: node.name, site, facts });
            mesh.assign(id, assigned.of(number).iter().map(|module| ModuleId(*module)));
        }
        for row in self.pins {
            let provision = mesh.catalogue.number_provision(&row.provision);
            let (node, provider) = (self.numbers.node(row.node)?, self.numbers.node(row.provider)?);
            mesh.pin(node, Pin { provision, provider, at: row.at });
        }
        for (node, hold) in self.holds {
            mesh.hold(self.numbers.node(node)?, Some(Arc::new(hold)));
        }
        Ok(mesh)
    }
}

fn module(name: &str, outline: Option<&str>, digests: Option<&[u8]>) -> Result<Registered, StoreError> {
    let module = ModuleName::stored(name);
    let manifest = match read::stored(&module, outline.unwrap_or_default()) {
        Ok(manifest) => manifest,
        Err(faults) => return Err(StoreError::Stored(Meaningless::Manifest { module, faults })),
    };
    let digests = digests.and_then(|both| Some((*both.first_chunk::<32>()?, *both.last_chunk::<32>()?)));
    let (digest, declared) = digests.ok_or(StoreError::Stored(Meaningless::Undigested { module }))?;
    Ok(Registered { manifest, digest: Digest(digest), declared: Digest(declared), text: None })
}

fn pin(node: Option<&[u8]>, name: Option<&[u8]>, bytes: Option<&[u8]>) -> Option<PinRow> {
    let (provider, at) = bytes?.split_at_checked(16)?;
    let provision = ProvisionName::stored(text(name)?);
    Some(PinRow { node: uuid(node)?, provision, provider: uuid(Some(provider))?, at: moment(long(Some(at))?)? })
}

fn hold(node: Option<&[u8]>, who: Option<&[u8]>, why: Option<&[u8]>, at: Option<&[u8]>) -> Option<(Uuid, Hold)> {
    let by = Person { db_user: text(who)?.to_owned(), os_user: None };
    let hold = Hold { by, at: moment(long(at)?)?, message: text(why)?.to_owned() };
    Some((uuid(node)?, hold))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(row: Row<'_>) -> Result<(), Meaningless> {
        let taken = Rows::default().take(row);
        if let Err(StoreError::Stored(stored)) = taken {
            return Err(stored);
        }
        taken.unwrap();
        Ok(())
    }

    fn lacking(table: Option<Table>, name: &str) -> Result<(), Meaningless> {
        Err(Meaningless::Row { table, name: name.to_owned() })
    }

    #[test]
    fn a_row_that_cannot_be_read_is_not_left_out() {
        let (id, at, both) = ([7; 16], 5_i64.to_be_bytes(), [7; 24]);
        let (id, at, both): (&[u8], &[u8], &[u8]) = (&id, &at, &both);
        let (pin, hold): (&[u8], &[u8]) = (&[0, 3], &[0, 4]);
        assert_eq!(taken([Some(pin), Some(id), Some(b"db"), None, Some(both)]), Ok(()));
        assert_eq!(taken([Some(pin), Some(id), Some(b"db"), None, None]), lacking(Some(Table::Pin), "db"));
        assert_eq!(taken([Some(pin), None, Some(b"db"), None, Some(both)]), lacking(Some(Table::Pin), "db"));
        assert_eq!(taken([Some(hold), Some(id), Some(b"ann"), Some(b"why"), Some(at)]), Ok(()));
        assert_eq!(taken([Some(hold), Some(id), Some(b"ann"), Some(b"why"), None]), lacking(Some(Table::Hold), "ann"));
        assert_eq!(taken([Some(&[0, 0]), None, None, None, None]), lacking(Some(Table::Site), ""));
    }

    #[test]
    fn a_row_of_an_unknown_table_is_no_hold() {
        let row: [Option<&[u8]>; 4] = [Some(&[7; 16]), Some(b"ann"), Some(b"why"), Some(&[0; 8])];
        let tables: [Option<&[u8]>; 4] = [Some(&[0, 5]), Some(&[1, 4]), Some(&[4]), None];
        for table in tables {
            assert_eq!(taken([table, row[0], row[1], row[2], row[3]]), lacking(None, "ann"));
        }
    }

    #[test]
    fn no_node_of_many_is_left_out() {
        let whole: &[u8] = &[[7; 32].as_slice(), b"\n"].concat();
        let taken = |facts, bytes| taken([Some(&[0, 2]), None, Some(b"a\nb"), Some(facts), bytes]);
        assert_eq!(taken(b"{}\n{}", Some(whole)), Ok(()));
        assert_eq!(taken(b"{}", Some(whole)), lacking(Some(Table::Node), ""));
        assert_eq!(taken(b"{}\n{}", Some(&whole[..20])), lacking(Some(Table::Node), ""));
        assert_eq!(taken(b"{}\n{}", None), lacking(Some(Table::Node), ""));
    }
}
