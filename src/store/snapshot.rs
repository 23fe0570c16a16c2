//! The mesh as the database has it, in two streams whatever its size.
//!
//! While the server sends, another thread makes the mesh of what is there already, so that neither waits for the other.
//!
//! Assignments are read as they lie in their table and sorted by node here: having the server gather them by node takes
//! longer. Columns of nodes and assignments come gathered.

use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use foldhash::HashMap;
use uuid::Uuid;

use super::{
    copy::{Fields, long, text, uuid},
    decided,
    error::StoreError,
    gathered::{fixed, gathered, lines, texts, values},
    session::Session,
    stream::{Stopped, stream},
};
use crate::model::{
    Digest, Hold, Mesh, ModuleId, ModuleName, Moment, NewNode, NodeId, NodeName, Person, Pin, ProvisionName,
    Registered, SiteId, SiteName, read,
};

const DOING: &str = "reading the mesh";

/// Everything but assignments: which table, whose id, its name, text, and bytes. Nodes are gathered: their names and
/// facts, and as bytes all ids and then all sites.
fn tables() -> String {
    let columns = format!(
        "{} as name, {} as facts, {} || textsend({}) as ids",
        texts("name"),
        texts("facts::text"),
        fixed("uuid_send(id)"),
        texts("site")
    );
    let nodes = gathered("public.node", &columns);
    format!(
        "copy ( \
        select 0::int2, null::uuid, name::text, null::text, null::bytea from public.site union all \
        select 1::int2, null, name, outline::text, digest || declared from public.module union all \
        select 2::int2, null, gathered.name, facts, ids from {nodes} where ids is not null union all \
        select 3::int2, node, name, null, \
            uuid_send(provider) || int8send((extract(epoch from pinned_at) * 1000000)::int8) \
            from public.provision_pin union all \
        select 4::int2, node, who, why, int8send((extract(epoch from held) * 1000000)::int8) from public.hold \
        ) to stdout (format binary)"
    )
}

/// Assignments, gathered: ids of nodes and names of modules.
fn assignments() -> String {
    let columns = format!("{}, {}", fixed("uuid_send(node)"), texts("module"));
    format!("copy (select gathered.* from {}) to stdout (format binary)", gathered("public.assignment", &columns))
}

/// What a transaction sees.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The mesh.
    pub mesh: Mesh,
    /// When: the time of what is decided on it.
    pub now: Moment,
}

/// The mesh as a session sees it.
///
/// # Errors
/// Where a stored manifest has no meaning, the role may not read, or the server fails.
pub fn load(session: &mut Session<'_>) -> Result<Loaded, StoreError> {
    load_beside(session, |_| Ok(())).map(|(loaded, ())| loaded)
}

/// The mesh as a session sees it, and what else is read while it is being made.
///
/// # Errors
/// As [`load`], and those of what else is read.
pub fn load_beside<T>(
    session: &mut Session<'_>,
    beside: impl FnOnce(&mut Session<'_>) -> Result<T, StoreError>,
) -> Result<(Loaded, T), StoreError> {
    let now = session.now();
    let (give, pieces) = sync_channel(WAITING);
    thread::scope(|scope| {
        let making = scope.spawn(move || make(&pieces));
        let read = read(session, give).and_then(|()| beside(session));
        let mesh = making.join().unwrap_or_else(|panic| resume_unwind(panic));
        // Where reading failed, what was made of the rest says nothing.
        read.and_then(|beside| Ok((Loaded { mesh: mesh?, now }, beside)))
    })
}

/// How many pieces may wait to become part of the mesh.
const WAITING: usize = 4;

/// A piece of what was read: everything but assignments first, then these.
enum Piece {
    Rows(Box<Rows>),
    Assignments(Box<[u8]>, Box<[u8]>),
}

/// Reads everything. Where nobody takes the pieces any more, whoever took them says why.
fn read(session: &mut Session<'_>, give: SyncSender<Piece>) -> Result<(), StoreError> {
    let mut rows = Rows::default();
    stream::<5>(session, DOING, &tables(), |fields| rows.take(fields).map_err(Stopped::Told))?;
    rows.name_holders(session)?;
    let _ = give.send(Piece::Rows(Box::new(rows)));
    stream::<2>(session, DOING, &assignments(), |[nodes, modules]| {
        if let (Some(nodes), Some(modules)) = (nodes, modules) {
            let _ = give.send(Piece::Assignments(nodes.into(), modules.into()));
        }
        Ok(())
    })
}

/// Makes the mesh of its pieces.
fn make(pieces: &Receiver<Piece>) -> Result<Mesh, StoreError> {
    let (mut rows, mut pairs) = (Box::<Rows>::default(), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Rows(read) => {
                rows = read;
                rows.number();
                pairs.reserve(rows.nodes.len() * 10);
            }
            Piece::Assignments(nodes, modules) => rows.numbers.take_assignments(&nodes, &modules, &mut pairs)?,
        }
    }
    let assigned = Assigned::sorted(&pairs, rows.nodes.len());
    drop(pairs);
    rows.mesh(&assigned)
}

fn meaningless(what: impl Into<String>, why: impl Into<String>) -> StoreError {
    StoreError::Stored { what: what.into(), why: why.into() }
}

/// The rows of all tables but assignments, in no order.
#[derive(Default)]
struct Rows {
    sites: Vec<SiteName>,
    modules: Vec<Registered>,
    nodes: Vec<NodeRow>,
    /// All facts, one after the other.
    facts: String,
    pins: Vec<PinRow>,
    holds: Vec<(Uuid, Hold)>,
    numbers: Numbers,
}

struct NodeRow {
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

/// What nodes and modules are numbered by in a mesh that is about to be made.
#[derive(Default)]
struct Numbers {
    nodes: HashMap<Uuid, u32>,
    modules: HashMap<ModuleName, u32>,
}

impl Rows {
    /// Numbers everything by name, so that the same mesh is the same value whatever the order of its rows.
    fn number(&mut self) {
        self.sites.sort_unstable();
        self.modules.sort_unstable_by(|a, b| a.manifest.name.cmp(&b.manifest.name));
        self.nodes.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        self.pins.sort_unstable_by(|a, b| (a.node, &a.provision).cmp(&(b.node, &b.provision)));
        let names = self.modules.iter().map(|module| module.manifest.name.clone());
        self.numbers.modules = names.zip(0..).collect();
        self.numbers.nodes = self.nodes.iter().map(|node| node.id).zip(0..).collect();
    }

    fn take(&mut self, [table, id, name, content, bytes]: Fields<'_, 5>) -> Result<(), StoreError> {
        if table == Some(&[0, 2]) {
            self.take_nodes(name, content, bytes.unwrap_or_default());
            return Ok(());
        }
        let name = text(name).unwrap_or_default();
        match table {
            Some([0, 0]) => self.sites.push(SiteName::stored(name)),
            Some([0, 1]) => self.modules.push(module(name, text(content), bytes)?),
            Some([0, 3]) => self.pins.extend(pin(id, name, bytes)),
            Some(_) | None => self.holds.extend(hold(id, name, content, bytes)),
        }
        Ok(())
    }

    /// The table has the role that holds a node; who the operating system said that was, the record of changes says.
    fn name_holders(&mut self, session: &mut Session<'_>) -> Result<(), StoreError> {
        let moments: Vec<Moment> = self.holds.iter().map(|(_, hold)| hold.at).collect();
        let mut authors = decided::authors(session, &moments)?;
        for (_, hold) in &mut self.holds {
            let author = authors.get_mut(&hold.at).filter(|author| author.person.db_user == hold.by.db_user);
            hold.by.os_user = author.and_then(|author| author.person.os_user.clone());
        }
        Ok(())
    }

    fn take_nodes(&mut self, names: Option<&[u8]>, facts: Option<&[u8]>, bytes: &[u8]) {
        let (ids, sites) = bytes.split_at_checked(lines(names).count() * 16).unwrap_or_default();
        let rows = values(Some(ids)).zip(lines(names)).zip(lines(Some(sites))).zip(lines(facts));
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
    }

    fn mesh(self, assigned: &Assigned) -> Result<Mesh, StoreError> {
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
    let what = || format!("the manifest of {name}");
    let name = ModuleName::stored(name);
    let manifest = read::stored(&name, outline.unwrap_or_default()).map_err(|why| meaningless(what(), why))?;
    let (digest, declared) = digests
        .and_then(|both| Some((both.first_chunk::<32>()?, both.last_chunk::<32>()?)))
        .ok_or_else(|| meaningless(what(), "its digests are missing"))?;
    Ok(Registered { manifest, digest: Digest(*digest), declared: Digest(*declared), text: None })
}

fn pin(node: Option<&[u8]>, name: &str, bytes: Option<&[u8]>) -> Option<PinRow> {
    let (provider, at) = bytes?.split_at_checked(16)?;
    let provision = ProvisionName::stored(name);
    Some(PinRow { node: uuid(node)?, provision, provider: uuid(Some(provider))?, at: Moment(long(Some(at))?) })
}

fn hold(node: Option<&[u8]>, who: &str, why: Option<&[u8]>, at: Option<&[u8]>) -> Option<(Uuid, Hold)> {
    let by = Person { db_user: who.to_owned(), os_user: None };
    let hold = Hold { by, at: Moment(long(at)?), message: text(why)?.to_owned() };
    Some((uuid(node)?, hold))
}

/// What is assigned to each node: the modules of all nodes one after the other, and where each node's begin.
struct Assigned {
    modules: Vec<u32>,
    starts: Vec<u32>,
}

impl Assigned {
    fn of(&self, node: usize) -> &[u32] {
        match self.starts.get(node..node + 2) {
            Some([start, end]) => self.modules.get(*start as usize..*end as usize).unwrap_or_default(),
            Some(_) | None => &[],
        }
    }

    /// Of pairs in any order, by counting.
    fn sorted(pairs: &[(u32, u32)], nodes: usize) -> Self {
        let mut starts = vec![0; nodes + 1];
        for (node, _) in pairs {
            starts[*node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let (mut next, mut modules) = (starts.clone(), vec![0; pairs.len()]);
        for (node, module) in pairs {
            let place = &mut next[*node as usize];
            modules[*place as usize] = *module;
            *place += 1;
        }
        let mut assigned = Self { modules, starts };
        assigned.sort_each(nodes);
        assigned
    }

    fn sort_each(&mut self, nodes: usize) {
        for node in 0..nodes {
            let (start, end) = (self.starts[node] as usize, self.starts[node + 1] as usize);
            self.modules[start..end].sort_unstable();
        }
    }
}

impl Numbers {
    fn node(&self, id: Uuid) -> Result<NodeId, StoreError> {
        let number = self.nodes.get(&id).copied();
        number.map(NodeId).ok_or_else(|| meaningless(format!("a row about the node {id}"), "there is no such node"))
    }

    fn take_assignments(&self, nodes: &[u8], modules: &[u8], pairs: &mut Vec<(u32, u32)>) -> Result<(), StoreError> {
        // Rows of one node lie beside each other as a rule.
        let mut last = (&[0; 16], None);
        for (id, name) in values(Some(nodes)).zip(lines(Some(modules))) {
            if last.1.is_none() || last.0 != id {
                last = (id, self.nodes.get(&Uuid::from_bytes(*id)).copied());
            }
            match last.1.zip(self.modules.get(name).copied()) {
                Some(pair) => pairs.push(pair),
                None => {
                    let what = format!("the assignment of {name} to the node {}", Uuid::from_bytes(*id));
                    return Err(meaningless(what, "one of them is not there"));
                }
            }
        }
        Ok(())
    }
}
